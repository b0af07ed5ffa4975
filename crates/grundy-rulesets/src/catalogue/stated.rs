//! Games that are stated outside of the library, from their arguments.

use std::sync::Arc;

use super::Arguments;
use grundy_base::ParseError;
use grundy_game::stated::{StatedRules, Statement};
use grundy_game::{Game, Of};
use grundy_ruleset::{Notation, Outside};

/// A game of a statement, known under this name.
pub(super) fn state(
    name: &'static str,
    statement: Arc<dyn Statement>,
    arguments: &Arguments<'_>,
) -> Result<Box<dyn Game>, ParseError> {
    let (parameters, position) = arguments.optional();
    let game = statement.state(parameters.filter(|text| !text.is_empty()))?;
    let rules = StatedRules::new(name, statement, game);
    if let Some(fault) = Outside::failure(&rules) {
        return Err(fault.into());
    }
    let position = match position.filter(|text| !text.is_empty()) {
        Some(text) => rules.read(text)?,
        None => rules.first(),
    };
    Ok(Box::new(Of::stated(rules, position)))
}
