//! Expressions: `after(hex(4), b2 c3)`.

use grundy_base::ParseError;
use grundy_game::Line;

use super::{Match, Record, names, text};
use crate::format::Format;

pub(super) const FORMAT: Format<Match> = Format {
    name: "text",
    about: "An expression, as every command reads it",
    endings: &[],
    is_binary: false,
    is_whole: true,
    write: |of| text(Some(write(&of.line)), ""),
};

/// An expression on a single line. It begins with a letter, as no other notation does except the
/// notations that are tried before.
pub(super) fn read(text: &str) -> Option<Result<Record, ParseError>> {
    let game = text.trim();
    let is_one = game.starts_with(|c: char| c.is_alphabetic()) && !game.contains('\n');
    let at = text.len() - text.trim_start().len();
    is_one.then(|| Ok(Record { game: game.to_string(), misere: false, moves: Vec::new(), at }))
}

/// The line as an expression.
fn write(line: &Line) -> String {
    let (start, names) = (line.start.text(), names(line).map(|name| name.to_string()));
    match names.collect::<Vec<String>>().as_slice() {
        [] => start,
        names => format!("after({start}, {})", names.join(" ")),
    }
}
