//! Expressions without operators: literals, names, and brackets.

use super::calls::call;
use super::reader::Reader;
use super::tree::{Expression, Kind};
use super::{is_constant, is_word};
use crate::language::functions;
use grundy_base::ParseError;
use grundy_base::error::unquoted;

impl Reader<'_> {
    pub(super) fn primary(&mut self) -> Result<Expression, ParseError> {
        self.skip_space();
        let at = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Err(self
                .error("a game or a value")
                .with_help("for example *2, {1|-1} or nim(3,4,5)"));
        };
        let kind = match first {
            '0'..='9' => return self.number(false),
            '*' => {
                self.at += 1;
                if self.eat_at_once("[") {
                    let Some(length) = self.rest().find(']') else {
                        return Err(ParseError::new("']'", self.text.as_str().len()));
                    };
                    let close = self.at + length;
                    self.at = close + 1;
                    Kind::Misere { close }
                } else if self.rest().starts_with(|c: char| c.is_alphabetic() || c == '(') {
                    Kind::NimberOf(Box::new(self.deeper(Self::primary)?))
                } else {
                    Kind::Nimber(self.nimber()?)
                }
            }
            _ if self.ups_follow() => return self.ups(),
            '{' => {
                self.at += 1;
                return self.deeper(|reader| reader.options(at));
            }
            '[' => {
                self.at += 1;
                return self.deeper(|reader| reader.list(at));
            }
            '(' => {
                self.at += 1;
                let inner = self.deeper(|reader| reader.enclosed(false, Self::condition))?;
                if !self.eat(")") {
                    return Err(self.error("')'"));
                }
                return Ok(inner);
            }
            '∞' => {
                self.at += first.len_utf8();
                if self.eat_at_once("(") {
                    self.at = self.closing()? + 1;
                }
                Kind::Game { end: self.at }
            }
            _ => {
                let Some(name) = self.name_here().filter(|name| !is_word(name)) else {
                    return Err(self
                        .error("a game or a value")
                        .with_help("for example *2, {1|-1} or nim(3,4,5)"));
                };
                self.at += name.len();
                return self.named(name, at);
            }
        };
        Ok(Expression { at, kind })
    }

    /// What a name begins: a function, a game, or a variable.
    fn named(&mut self, name: &str, at: usize) -> Result<Expression, ParseError> {
        if self.eat_at_once("{") {
            let mut braces = self.deeper(|reader| reader.options(at))?;
            if let Kind::Options { name: of_braces, .. } = &mut braces.kind {
                *of_braces = Some(name.to_string());
            }
            return Ok(braces);
        }
        if let Some(function) = functions::find(name) {
            if !self.eat_at_once("(") {
                if let (Some(subject), 1) = (self.subject, function.parameters.len()) {
                    let of = Expression { at, kind: Kind::Name(subject.to_string()) };
                    return call(function, vec![of], at, self.at);
                }
                return Err(self.error(&format!("'(': {name} is a function")));
            }
            let arguments = self.arguments(")")?;
            return call(function, arguments, at, self.at);
        }
        if self.eat_at_once("(") {
            self.at = self.closing()? + 1;
            return Ok(Expression { at, kind: Kind::Game { end: self.at } });
        }
        let found = Expression { at, kind: Kind::Name(name.to_string()) };
        // `upon*` is upon + *, as `^[on]*` is.
        if is_constant(name) && !self.is_cgsuite() { self.with_nimber(found) } else { Ok(found) }
    }

    /// Where the parenthesis closes that was just opened; parentheses between quotation marks do
    /// not count.
    fn closing(&self) -> Result<usize, ParseError> {
        let mut depth = 1;
        for (at, c) in unquoted(self.rest()) {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(self.at + at);
            }
        }
        Err(ParseError::new("')'", self.text.as_str().len()))
    }
}
