//! Lists between brackets, and the arguments of functions.

use super::is_word;
use super::reader::Reader;
use super::tree::{Expression, Kind};
use grundy_base::ParseError;

impl Reader<'_> {
    /// `[…]`: a list, or one made from another.
    pub(super) fn list(&mut self, at: usize) -> Result<Expression, ParseError> {
        self.enclosed(false, |reader| {
            if reader.eat("]") {
                return Ok(Expression { at, kind: Kind::List(Vec::new()) });
            }
            let first = reader.condition()?;
            let kind = if reader.eat_word("for") {
                reader.skip_space();
                let Some(name) = reader.name_here().filter(|name| !is_word(name)) else {
                    return Err(reader.error("the name of a variable"));
                };
                reader.at += name.len();
                if !reader.eat_word("in") {
                    return Err(reader.error("'in'"));
                }
                let list = Box::new(reader.condition()?);
                let condition = match reader.eat_word("if") || reader.eat_word("where") {
                    true => Some(Box::new(reader.condition()?)),
                    false => None,
                };
                if !reader.eat("]") {
                    return Err(reader.error("']'"));
                }
                Kind::Each { each: Box::new(first), name: name.to_string(), list, condition }
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
