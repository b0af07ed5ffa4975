//! Functions of the user, and choices: `f(x) := …`, `x -> …`, `if … then … else …`.

use std::sync::Arc;

use super::is_word;
use super::reader::Reader;
use super::tree::{Definition, Expression, Kind, Statement};
use grundy_base::ParseError;

impl Reader<'_> {
    /// `f(x, y) := …`, also with `def` before it.
    pub(super) fn defined(&mut self) -> Result<Option<Statement>, ParseError> {
        let start = self.at;
        let must_be = self.eat_word("def");
        self.skip_space();
        let at = self.at;
        let name = self.name_here().filter(|name| !is_word(name)).map(str::to_string);
        self.at += name.as_ref().map_or(0, String::len);
        let parameters = if self.eat_at_once("(") { self.parameters() } else { None };
        match (name, parameters) {
            (Some(name), Some(parameters)) if self.eat(":=") => {
                let expression = self.function(at, parameters)?;
                Ok(Some(Statement { name: Some((name, at)), expression }))
            }
            _ if must_be => {
                self.skip_space();
                Err(self.error("a definition").with_help("for example f(x) := 2 * x"))
            }
            _ => {
                self.at = start;
                Ok(None)
            }
        }
    }

    /// `x -> …` or `(x, y) -> …`, if it stands here.
    pub(super) fn arrow(&mut self) -> Result<Option<Expression>, ParseError> {
        self.skip_space();
        let at = self.at;
        let parameters = match self.name_here().filter(|name| !is_word(name)) {
            Some(name) => {
                self.at += name.len();
                Some(vec![name.to_string()])
            }
            None if self.eat_at_once("(") => self.parameters(),
            None => None,
        };
        if let Some(parameters) = parameters
            && self.eat("->")
        {
            return self.deeper(|reader| reader.function(at, parameters)).map(Some);
        }
        self.at = at;
        Ok(None)
    }

    /// Names with commas between them, up to a closing parenthesis; none for anything else.
    fn parameters(&mut self) -> Option<Vec<String>> {
        let mut names = Vec::new();
        if self.eat(")") {
            return Some(names);
        }
        loop {
            self.skip_space();
            let name = self.name_here().filter(|name| !is_word(name))?;
            self.at += name.len();
            names.push(name.to_string());
            if self.eat(")") {
                return Some(names);
            }
            if !self.eat(",") {
                return None;
            }
        }
    }

    /// The function of these parameters whose body stands here.
    fn function(&mut self, at: usize, parameters: Vec<String>) -> Result<Expression, ParseError> {
        self.skip_space();
        let start = self.at;
        let body = self.condition()?;
        let definition = Definition { parameters, body, span: start..self.at };
        Ok(Expression { at, kind: Kind::Function(Arc::new(definition)) })
    }

    /// What stands behind `if`: `… then … else …`, with any number of `elseif … then …`.
    pub(super) fn choice(&mut self, at: usize) -> Result<Expression, ParseError> {
        let condition = Box::new(self.condition()?);
        if !self.eat_word("then") {
            return Err(self.error("'then'"));
        }
        let then = Box::new(self.condition()?);
        self.skip_space();
        let other = self.at;
        let otherwise = if self.eat_word("elseif") {
            self.deeper(|reader| reader.choice(other))?
        } else if self.eat_word("else") {
            self.condition()?
        } else {
            return Err(self.error("'else'"));
        };
        Ok(Expression { at, kind: Kind::If { condition, then, otherwise: Box::new(otherwise) } })
    }
}
