//! The moves alone, in the shortest of their names.

use grundy_game::{Game, Line, MoveName, Played};

use super::{Match, text};
use crate::format::Format;

pub(super) const FORMAT: Format<Match> = Format {
    name: "moves",
    about: "The moves alone, in their shortest names",
    endings: &[],
    is_binary: false,
    is_whole: true,
    write: |of| text(write(&of.line), "no move was played"),
};

/// The moves one behind the other: without spaces where all are columns, or all are squares.
fn write(line: &Line) -> Option<String> {
    let columns: Option<String> = line.steps().map(|(game, played)| column(game, played)).collect();
    if let Some(columns) = columns.filter(|columns| !columns.is_empty()) {
        return Some(columns);
    }
    let names: Vec<String> = super::names(line).map(|name| name.to_string()).collect();
    let between = if names.iter().all(|name| is_square(name)) { "" } else { " " };
    (!names.is_empty()).then(|| names.join(between))
}

/// A name of a single character that no other move has.
fn column(game: &dyn Game, played: &Played) -> Option<String> {
    const MANY: usize = 1 << 10;
    let names = game.other_names(played.by, &*played.to);
    let short = names.into_iter().find(|name| name.chars().count() == 1)?;
    let (moves, all) = game.moves_up_to(played.by, MANY);
    let own = MoveName::of(game, played).name;
    let is_free = moves.iter().all(|option| option.name == own || option.name != short);
    (all && is_free).then_some(short)
}

/// Whether a name is a letter and a number, as `c12`.
fn is_square(name: &str) -> bool {
    let number = name.strip_prefix(|c: char| c.is_ascii_lowercase());
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}
