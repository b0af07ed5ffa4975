//! Games with the moves played from them, as files hold them: grundy's own records and PGN, which
//! has the same form, SGF, and addresses of HexWorld. What a file says becomes an expression,
//! `after(game, "move" …)`.
//!
//! ```
//! use grundy::format::record;
//!
//! let record = record::read("(;GM[11]SZ[4];B[b2];W[c3](;B[a4])(;B[d1]))").unwrap();
//! assert_eq!(record.expression(), r#"after(hex(4), "b2" "c3" "a4")"#);
//! ```

mod hex_world;
mod lines;
mod sgf;

use grundy_base::{ParseError, Player, Text};

use crate::catalogue;
use sgf::Sgf;

/// A game and the moves of its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where play begins, as an expression.
    pub game: String,
    /// Whether a player who cannot move wins.
    pub misere: bool,
    /// The names of the moves in quotation marks, with the index of the move behind one that several
    /// have (`"nim(0)"#2`).
    pub moves: Vec<String>,
}

impl Record {
    /// The position after the moves, as an expression.
    #[must_use]
    pub fn expression(&self) -> String {
        match self.moves.is_empty() {
            true => self.game.clone(),
            false => format!("after({}, {})", self.game, self.moves.join(" ")),
        }
    }
}

/// Reads a record: SGF if it begins with a parenthesis, an address of HexWorld
/// (`https://hexworld.org/board/#5c1,c3b4`, or what begins with `#`), otherwise lines in brackets and
/// moves. Only the main line counts.
///
/// # Errors
///
/// Where the text is neither, or is of a game that is not known here.
pub fn read(text: &str) -> Result<Record, ParseError> {
    let begin = text.trim_start();
    match begin.find('#').filter(|&at| at == 0 || begin.starts_with("https://hexworld.org")) {
        Some(at) => {
            hex_world::read(Text::new(text).slice(text.len() - begin.len() + at..text.len()))
        }
        None if begin.starts_with('(') => Sgf::new(text).record(),
        None => lines::read(text),
    }
}

/// A name in quotation marks.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A game in which a player begins.
fn begun_by(game: &str, first: Option<Player>, at: usize) -> Result<String, ParseError> {
    let Some(first) = first.filter(|&first| first == Player::Right) else {
        return Ok(game.to_string());
    };
    // Errors of the game itself are told where it is read.
    let Ok(parsed) = catalogue::parse(game) else { return Ok(game.to_string()) };
    match parsed.turn() {
        None if parsed.impartial() => Ok(game.to_string()),
        None => {
            let begun = parsed.to_move(Some(first));
            match begun.turn() {
                Some(_) => Ok(begun.text()),
                None => Err(ParseError::new("Left as the first player of a sum", at)),
            }
        }
        Some(_) => Ok(game.to_string()),
    }
}
