//! Games with the moves played from them, as people and programs write them.
//!
//! A text of any of the [`FORMATS`] is read as an expression, `after(game, moves)`, and the line of
//! play of an expression is written in them. Reading is the inverse of writing.
//!
//! ```
//! use grundy::catalogue;
//! use grundy::format::record::{self, FORMATS, Match};
//!
//! let record = record::read("(;GM[11]SZ[4];B[b2];W[c3](;B[a4])(;B[d1]))").unwrap();
//! assert_eq!(record.expression(), "after(hex(4), b2 c3 a4)");
//!
//! let line = catalogue::parse_line("after(hex(4), b2 c3 a4)").unwrap();
//! let format = FORMATS.iter().find(|format| format.name == "hexworld").unwrap();
//! let address = (format.write)(&Match { line, misere: false }).unwrap();
//! assert_eq!(address, b"https://hexworld.org/board/#4c1,b2c3a4\n");
//! ```

mod boards;
mod expression;
mod hex_world;
mod lines;
mod moves;
mod positions;
mod sgf;

use grundy_base::{Convention, End, ParseError, Player};
use grundy_game::{Line, MoveName, RESULTS};

use super::{Format, Written};
use crate::catalogue;

/// A line of play, and how play ends.
#[derive(Debug)]
pub struct Match {
    /// The line.
    pub line: Line,
    /// Whether a player who cannot move wins.
    pub misere: bool,
}

/// The formats of matches.
pub const FORMATS: &[Format<Match>] = &[
    sgf::FORMAT,
    hex_world::FORMAT,
    positions::FEN,
    positions::OBF,
    lines::PGN,
    lines::FORMAT,
    moves::FORMAT,
    expression::FORMAT,
];

/// The record in a text, if it seems to be in a format.
type Reader = fn(&str) -> Option<Result<Record, ParseError>>;

/// The first reader that accepts a text reads it. Moves alone are not a text of their own.
const READERS: [Reader; 5] =
    [sgf::read, hex_world::read, positions::read, expression::read, |text| Some(lines::read(text))];

/// The formats in which a match can be written.
pub fn formats(of: &Match) -> impl Iterator<Item = &'static Format<Match>> {
    FORMATS.iter().filter(|format| (format.write)(of).is_ok())
}

/// The output of a format: a text without a line break at its end, if there is one.
fn text(text: Option<String>, needs: &str) -> Written {
    match text {
        Some(text) => Ok((text + "\n").into_bytes()),
        None => Err(needs.into()),
    }
}

/// A game and the moves of its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where play begins, as an expression.
    pub game: String,
    /// Whether a player who cannot move wins.
    pub misere: bool,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// Where the text says the game, as a byte offset.
    pub at: usize,
}

/// A move of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Its name.
    pub name: MoveName,
    /// Where it stands, as a byte offset.
    pub at: usize,
}

impl RecordedMove {
    fn new(name: impl Into<String>, at: usize) -> RecordedMove {
        RecordedMove { name: MoveName { name: name.into(), index: None }, at }
    }
}

impl Record {
    /// The position after the moves, as an expression.
    #[must_use]
    pub fn expression(&self) -> String {
        let names: Vec<String> = self.moves.iter().map(|played| played.name.to_string()).collect();
        match names.as_slice() {
            [] => self.game.clone(),
            names => format!("{}{})", self.before_moves(), names.join(" ")),
        }
    }

    fn before_moves(&self) -> String {
        format!("after({}, ", self.game)
    }

    /// Where the text says what stands at a byte of [`Record::expression`].
    #[must_use]
    pub fn place(&self, byte: usize) -> usize {
        let mut end = self.before_moves().len();
        let mut place = self.at;
        for played in &self.moves {
            if byte < end {
                break;
            }
            place = played.at;
            end += played.name.to_string().len() + 1;
        }
        place
    }
}

/// Reads a record in any of the [`FORMATS`] except moves alone. Only the main line counts.
///
/// # Errors
///
/// If the text is in none of them, or its game is not known here.
pub fn read(text: &str) -> Result<Record, ParseError> {
    READERS.into_iter().find_map(|read| read(text)).expect("the last one takes every text")
}

/// A game in which a player begins.
fn begun_by(game: &str, first: Option<Player>, at: usize) -> Result<String, ParseError> {
    let Some(first) = first.filter(|&first| first == Player::Right) else {
        return Ok(game.to_string());
    };
    // Errors of the game itself are reported where it is read.
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

/// How the end of a match is written: one of [`RESULTS`].
fn result(of: &Match) -> &'static str {
    let (game, mover) = (of.line.last(), of.line.mover());
    let cannot_move = || game.moves_up_to(mover, 1).0.is_empty();
    let is_misere = of.misere || game.convention() == Convention::Misere;
    let winner = match game.end(mover) {
        Some(End::Won(winner)) => Some(winner),
        Some(End::Tie) => return RESULTS[2],
        None if !cannot_move() => None,
        None if is_misere => Some(mover),
        None => Some(mover.opponent()),
    };
    match winner {
        Some(Player::Left) => RESULTS[0],
        Some(Player::Right) => RESULTS[1],
        None => RESULTS[3],
    }
}

/// The names of the moves of a line.
fn names(line: &Line) -> impl Iterator<Item = MoveName> {
    line.steps().map(|(game, played)| MoveName::of(game, played))
}
