//! Positions without moves: Forsyth–Edwards notation, and the format of Othello's test positions.

use grundy_base::{ParseError, Player};
use grundy_game::Line;

use super::boards::Board;
use super::{Match, Record, text};
use crate::format::Format;

pub(super) const FEN: Format<Match> = Format {
    name: "fen",
    about: "Chess: the position after the moves in Forsyth–Edwards notation",
    endings: &["fen"],
    is_binary: false,
    is_whole: true,
    write: |of| text(fen(&of.line), "that is for chess with a player to move"),
};

pub(super) const OBF: Format<Match> = Format {
    name: "obf",
    about: "Othello: the position after the moves as a line of a file of test positions",
    endings: &["obf"],
    is_binary: false,
    is_whole: true,
    write: |of| text(obf(&of.line), "that is for Othello on a square board"),
};

/// The position in a text of one line.
pub(super) fn read(text: &str) -> Option<Result<Record, ParseError>> {
    let said = text.trim();
    let words: Vec<&str> = said.split_whitespace().collect();
    let game = if is_fen(&words) {
        format!("chess({said})")
    } else if is_obf(&words) {
        format!("othello({}; {said})", words[0].len().isqrt())
    } else {
        return None;
    };
    let at = text.len() - text.trim_start().len();
    Some(Ok(Record { game, misere: false, moves: Vec::new(), at }))
}

fn is_fen(words: &[&str]) -> bool {
    matches!(words, [rows, "w" | "b", ..] if rows.matches('/').count() == 7)
}

/// The position in the notation of `chess`, with default fields if they are missing: castling, a
/// pawn that can be taken in passing, and the numbers of moves.
pub(super) fn fen(line: &Line) -> Option<String> {
    const FIELDS: [&str; 6] = ["", "w", "-", "-", "0", "1"];
    let game = line.last();
    let position = game.position();
    let said: Vec<&str> = position.split(' ').collect();
    let is_chess = game.ruleset().starts_with("chess(") && is_fen(&said);
    let missing = FIELDS.into_iter().skip(said.len());
    is_chess.then(|| said.iter().copied().chain(missing).collect::<Vec<_>>().join(" "))
}

fn is_obf(words: &[&str]) -> bool {
    let [squares, turn] = words else { return false };
    let side = squares.len().isqrt();
    side > 1
        && side * side == squares.len()
        && squares.chars().all(|c| "XxOo*-.".contains(c))
        && matches!(turn.trim_end_matches(';'), "X" | "x" | "*" | "O" | "o")
}

fn obf(line: &Line) -> Option<String> {
    let game = line.last();
    let board = Board::of(game)?;
    let (width, height) = board.sides();
    // Without parameters the empty squares go to the winner.
    let is_usual = board.name == "othello" && board.parameters == width.to_string();
    let turn = if line.mover() == Player::Left { 'X' } else { 'O' };
    (is_usual && width == height)
        .then(|| format!("{} {turn};", board.rows.concat().replace('.', "-")))
}
