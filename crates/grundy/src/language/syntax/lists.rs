//! Lists between brackets, and the arguments of functions.

use super::is_word;
use super::reader::Reader;
use super::tree::{Clause, Expression, Kind};
use grundy_base::ParseError;

impl Reader<'_> {
    /// `[…]`: a list, or one made from another.
    pub(super) fn list(&mut self, at: usize) -> Result<Expression, ParseError> {
        self.enclosed(false, |reader| {
            if reader.eat("]") {
                return Ok(Expression { at, kind: Kind::List(Vec::new()) });
            }
            let first = reader.condition()?;
            let mut clauses = Vec::new();
            while reader.eat_word("for") {
                clauses.push(reader.clause()?);
            }
            let kind = if !clauses.is_empty() {
                if !reader.eat("]") {
                    return Err(reader.error("']'"));
                }
                Kind::Each { each: Box::new(first), clauses }
            } else {
                let mut list = vec![first];
                if reader.eat(",") {
                    list.extend(reader.arguments("]")?);
                } else if !reader.eat("]") {
                    return Err(reader.error("',' or ']'"));
                }
                Kind::List(list)
            };
            Ok(Expression { at, kind })
        })
    }

    /// `name in list if condition`
    fn clause(&mut self) -> Result<Clause, ParseError> {
        self.skip_space();
        let Some(name) = self.name_here().filter(|name| !is_word(name)) else {
            return Err(self.error("the name of a variable"));
        };
        self.at += name.len();
        if !self.eat_word("in") {
            return Err(self.error("'in'"));
        }
        let list = self.condition()?;
        let condition = match self.eat_word("if") || self.eat_word("where") {
            true => Some(self.condition()?),
            false => None,
        };
        Ok(Clause { name: name.to_string(), list, condition })
    }

    /// What stands behind the opening bracket of `list[2]` or `list[2..4]`.
    pub(super) fn item(&mut self, list: Expression) -> Result<Kind, ParseError> {
        self.enclosed(false, |reader| {
            let list = Box::new(list);
            let first = match reader.rest().trim_start().starts_with("..") {
                true => None,
                false => Some(Box::new(reader.nim_sum()?)),
            };
            let kind = match (reader.eat(".."), first) {
                (false, Some(index)) => Kind::Item { list, index },
                (_, from) => {
                    let is_open = reader.rest().trim_start().starts_with(']');
                    let to = if is_open { None } else { Some(Box::new(reader.nim_sum()?)) };
                    Kind::Slice { list, from, to }
                }
            };
            match reader.eat("]") {
                true => Ok(kind),
                false => Err(reader.error("']'")),
            }
        })
    }

    /// Expressions with commas between them, up to a closing sign.
    pub(super) fn arguments(&mut self, close: &str) -> Result<Vec<Expression>, ParseError> {
        let mut arguments = Vec::new();
        if self.eat(close) {
            return Ok(arguments);
        }
        loop {
            let argument = |reader: &mut Self| reader.enclosed(false, Self::condition);
            arguments.push(self.deeper(argument)?);
            if self.eat(close) {
                return Ok(arguments);
            }
            if !self.eat(",") {
                return Err(self.error(&format!("',' or '{close}'")));
            }
        }
    }
}
