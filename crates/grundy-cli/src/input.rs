//! Games as the user typed them, and errors that point into them.

use anyhow::{Result, anyhow};
use grundy::{Game, ParseError, catalogue};

/// Reads a game.
pub(crate) fn game(text: &str) -> Result<Box<dyn Game>> {
    catalogue::parse(text).map_err(|error| point(text, &error))
}

/// Reads a ruleset without a position.
pub(crate) fn ruleset(text: &str) -> Result<Box<dyn Game>> {
    catalogue::parse_ruleset(text).map_err(|error| point(text, &error))
}

/// The error with a caret under the place, where the text fits on a line.
fn point(text: &str, error: &ParseError) -> anyhow::Error {
    let before: String = text.chars().take_while(|c| !c.is_control()).collect();
    let head = format!("cannot read {text:?}: {error}");
    if before.len() < text.len()
        || text.chars().count() > 100
        || !text.is_char_boundary(error.at.min(text.len()))
    {
        return anyhow!(head);
    }
    let column = text[..error.at.min(text.len())].chars().count();
    anyhow!("{head}\n  {text}\n  {}^", " ".repeat(column))
}
