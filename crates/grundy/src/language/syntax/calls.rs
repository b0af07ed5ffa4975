//! Calls of functions, also as methods: `cool(G, 1)`, `G.cool(1)`.

use super::cgsuite::function_of;
use super::reader::Reader;
use super::tree::{Expression, Kind};
use crate::language::functions;
use grundy_base::ParseError;

impl Reader<'_> {
    /// `G.temperature`, `G.cool(1)`
    pub(super) fn with_methods(&mut self) -> Result<Expression, ParseError> {
        let of = self.primary()?;
        self.methods_of(of)
    }

    /// The methods, items and calls behind an expression.
    pub(super) fn methods_of(&mut self, mut of: Expression) -> Result<Expression, ParseError> {
        loop {
            let at = self.at;
            if self.rest().starts_with('.') && !self.rest().starts_with("..") {
                self.at += 1;
                self.count_operator(at)?;
                of = self.method(of)?;
            } else if self.eat_at_once("[") {
                self.count_operator(at)?;
                of = Expression { at, kind: self.deeper(|reader| reader.item(of))? };
            } else if self.eat_at_once("(") {
                self.count_operator(at)?;
                let arguments = self.arguments(")")?;
                of = Expression { at, kind: Kind::Apply { function: Box::new(of), arguments } };
            } else {
                return Ok(of);
            }
        }
    }

    /// What stands behind the point of `G.cool(1)`.
    fn method(&mut self, of: Expression) -> Result<Expression, ParseError> {
        let at = self.at;
        let Some(name) = self.name_here() else {
            return Err(self.error("the name of a function"));
        };
        let found = match self.is_cgsuite() {
            true => functions::find(name).or_else(|| functions::find(&function_of(name))),
            false => functions::find(name),
        };
        self.at += name.len();
        let mut arguments = vec![of];
        if self.eat_at_once("(") {
            arguments.extend(self.arguments(")")?);
        }
        match found {
            Some(function) => call(function, arguments, at, self.at),
            None => {
                let function = Expression { at, kind: Kind::Name(name.to_string()) };
                Ok(Expression { at, kind: Kind::Apply { function: Box::new(function), arguments } })
            }
        }
    }
}

/// A call with the number of arguments that the function takes.
pub(super) fn call(
    function: &'static functions::Function,
    arguments: Vec<Expression>,
    at: usize,
    end: usize,
) -> Result<Expression, ParseError> {
    let wanted = function.parameters.len();
    if arguments.len() != wanted {
        let place = arguments.get(wanted).map_or(end.saturating_sub(1), |extra| extra.at);
        return Err(ParseError::new(
            match wanted {
                1 => "one argument".to_string(),
                _ => format!("{wanted} arguments"),
            },
            place,
        )
        .with_help(function.usage()));
    }
    Ok(Expression { at, kind: Kind::Call { function, arguments } })
}
