//! What is published about who wins, mostly in games too large to be solved here: `literature.txt`,
//! read once.
//!
//! ```
//! use grundy::answer::literature;
//! use grundy::catalogue;
//!
//! let game = catalogue::parse("connect-four").unwrap();
//! let known = literature::about(&*game, game.convention()).unwrap();
//! assert_eq!(known.winner.sentence(), "the first player wins");
//! assert!(known.source.contains("Allis"));
//! ```

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::Answer;
use crate::catalogue;
use crate::game::Game;
use crate::solve::proof::Bounds;
use grundy_base::{Convention, Fate, Player};

/// Who wins from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The player who starts.
    First,
    /// The other player.
    Second,
    /// Neither: a draw.
    Nobody,
}

impl Winner {
    /// Its name in the table, and in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Winner::First => "first",
            Winner::Second => "second",
            Winner::Nobody => "nobody",
        }
    }

    /// As a sentence without its full stop.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Winner::First => "the first player wins",
            Winner::Second => "the second player wins",
            Winner::Nobody => "neither player can win",
        }
    }

    /// What the player who starts brings about.
    #[must_use]
    pub const fn fate(self) -> Fate {
        match self {
            Winner::First => Fate::Win,
            Winner::Second => Fate::Loss,
            Winner::Nobody => Fate::Draw,
        }
    }
}

/// A part of the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Number(RangeInclusive<u32>),
}

/// A published result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    pieces: Vec<Piece>,
    /// Who wins.
    pub winner: Winner,
    /// Where it is published.
    pub source: &'static str,
}

impl Published {
    /// Whether the result is of this game.
    #[must_use]
    pub fn is_of(&self, game: &str) -> bool {
        let mut rest = game;
        for piece in &self.pieces {
            let after = match piece {
                Piece::Text(text) => rest.strip_prefix(&**text),
                Piece::Number(range) => {
                    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                    let number = rest[..end].parse().ok();
                    number.filter(|number| range.contains(number)).map(|_| &rest[end..])
                }
            };
            let Some(after) = after else { return false };
            rest = after;
        }
        rest.is_empty()
    }

    /// Whether what is proved of the player who starts leaves the result possible.
    #[must_use]
    pub fn agrees(&self, proved: Bounds) -> bool {
        let fate = self.winner.fate();
        !proved.rules_out(fate) && !proved.reversed().rules_out(fate.reversed())
    }

    /// At most `most` games that the result holds for, with the smallest numbers.
    #[must_use]
    pub fn smallest(&self, most: u32) -> Vec<String> {
        let text = |add: u32| {
            let piece = |piece: &Piece| match piece {
                Piece::Text(text) => Some(text.clone()),
                Piece::Number(range) => {
                    let number = range.start().checked_add(add);
                    number.filter(|number| range.contains(number)).map(|number| number.to_string())
                }
            };
            self.pieces.iter().map(piece).collect::<Option<String>>()
        };
        let all = self.pieces.iter().all(|piece| matches!(piece, Piece::Text(_)));
        (0..if all { 1 } else { most }).map_while(text).collect()
    }
}

/// The games: `hex(n)`, `sprouts(6..8)`.
impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Number(range) if *range.end() == u32::MAX => f.write_str("n")?,
                Piece::Number(range) => write!(f, "{}..{}", range.start(), range.end())?,
            }
        }
        Ok(())
    }
}

/// The table.
static TABLE: LazyLock<Vec<Published>> = LazyLock::new(|| {
    // A test reads the whole table; unreadable lines would be left out.
    let mut source = "";
    let mut table = Vec::new();
    for line in include_str!("literature.txt").lines() {
        if let Some(named) = line.strip_prefix("source ") {
            source = named;
        } else if !line.starts_with('#') {
            table.extend(read(line, source));
        }
    }
    table
});

fn read(line: &str, source: &'static str) -> Option<Published> {
    let (game, winner) = line.rsplit_once(' ')?;
    let all = [Winner::First, Winner::Second, Winner::Nobody];
    let winner = all.into_iter().find(|known| known.word() == winner)?;
    let mut pieces = Vec::new();
    let mut rest = game.trim();
    if !rest.contains('{') {
        let game = catalogue::parse(rest).ok()?;
        pieces.push(Piece::Text(game.text()));
        return Some(Published { pieces, winner, source });
    }
    while let Some((text, after)) = rest.split_once('{') {
        let (range, after) = after.split_once('}')?;
        let (least, most) = range.split_once("..")?;
        let most = if most.is_empty() { u32::MAX } else { most.parse().ok()? };
        pieces.push(Piece::Text(text.to_string()));
        pieces.push(Piece::Number(least.parse().ok()?..=most));
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_string()));
    Some(Published { pieces, winner, source })
}

/// All published results that are known here.
#[must_use]
pub fn all() -> &'static [Published] {
    &TABLE
}

/// The results of one ruleset, by its name in the catalogue.
pub fn of_ruleset(name: &str) -> impl Iterator<Item = &'static Published> {
    all().iter().filter(move |known| match known.pieces.first() {
        Some(Piece::Text(text)) => text.split('(').next() == Some(name),
        _ => false,
    })
}

/// What is published of a game from its start, under its usual convention.
#[must_use]
pub fn about(game: &dyn Game, convention: Convention) -> Option<&'static Published> {
    let usual = convention == game.convention();
    let text = game.text();
    all().iter().find(|known| usual && known.is_of(&text))
}

/// What is published about a game whose search was stopped, unless what is proved contradicts it.
#[must_use]
pub fn beside(answer: &Answer) -> Option<&'static Published> {
    let mut open = Player::BOTH.into_iter().filter_map(|player| answer.open[player].as_ref());
    let first = open.next()?;
    let game = catalogue::parse(&answer.game).ok()?;
    let known = about(&*game, answer.convention)?;
    (known.agrees(first.bounds) && open.all(|side| known.agrees(side.bounds))).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every line is read, names a game as it is written, and no game is named twice.
    #[test]
    fn the_whole_table_is_read() {
        let lines = include_str!("literature.txt").lines();
        let is_result = |line: &&str| {
            !line.is_empty() && !line.starts_with('#') && !line.starts_with("source ")
        };
        assert_eq!(lines.filter(is_result).count(), all().len());
        for known in all() {
            assert!(!known.source.is_empty(), "{known}");
            for game in known.smallest(4) {
                let read = catalogue::parse(&game).unwrap();
                assert_eq!(read.text(), game, "{known}");
                assert_eq!(about(&*read, read.convention()), Some(known), "{game}");
            }
        }
    }

    #[test]
    fn a_result_is_of_its_game_only() {
        let hex = of_ruleset("hex").next().unwrap();
        assert!(hex.is_of("hex(5)") && hex.is_of("hex(7)") && hex.to_string() == "hex(n)");
        assert!(!hex.is_of("hex(0)") && !hex.is_of("hex(5x4)") && !hex.is_of("hex(5; X....)"));
        let game = catalogue::parse("hex(5)").unwrap();
        assert_eq!(about(&*game, Convention::Misere), None);
        assert!(hex.agrees(Bounds::UNKNOWN));
        assert!(!hex.agrees(Bounds { at_least: Fate::Loss, at_most: Fate::Draw }));
    }
}
