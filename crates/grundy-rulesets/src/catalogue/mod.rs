//! The catalogue: from a name to a ruleset, and from text to a game.
//!
//! A game is written `name(parameters; position)`. Games are added with `+`; `-` exchanges the
//! players, and `3*G` is `G + G + G`. `*3` is a Nim heap, and `∞(0,2)` is a loopy game of that
//! value. `name(position, left)` says that it is Left's turn, and `after(game, moves)` is the
//! position that the moves lead to.
//!
//! - `arguments`: the text between the parentheses, which rulesets read.
//! - `entry`: the catalogue's data on a ruleset.
//! - `own`: rulesets that were registered.
//! - `read`: sums of games.
//! - `shipped`: rulesets from rule files that are part of a program.
//! - `stated`: games of statements, from their arguments.
//! - `traits`: the properties of a ruleset by which catalogues are sorted.

mod arguments;
mod entry;
mod own;
mod read;
mod shipped;
mod stated;
mod traits;

use crate::rulesets;
pub use arguments::Arguments;
pub use entry::{Entry, Family, Parse};
use grundy_base::ParseError;
use grundy_game::{Game, Line};
use own::own;
pub use own::{forget, learn, learned, register};
use read::Reader;
pub use read::{NoTerm, Statements, Term, add};
pub use shipped::{Shipped, ship, shipped};
pub use traits::Traits;

/// Every ruleset, as listed in [`rulesets`](mod@rulesets).
#[must_use]
pub fn rulesets() -> &'static [Entry] {
    rulesets::entries()
}

/// All rulesets: those of this library, those of rule files that are part of the program, and the
/// registered ones.
#[must_use]
pub fn all() -> Vec<&'static Entry> {
    rulesets().iter().chain(shipped()).chain(own()).collect()
}

/// The ruleset with this name or alias. A name with `_` for `-` also finds a ruleset, unless it was
/// registered.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    let exact = own().into_iter().chain(rulesets()).find(|entry| entry.is_called(name));
    exact.or_else(|| {
        let name = name.replace('_', "-");
        rulesets().iter().chain(shipped()).find(|entry| entry.is_called(&name))
    })
}

/// The rulesets that match all of these words: each word must begin a word of the name, an alias,
/// the title or the description. Rulesets that match without the description come first.
#[must_use]
pub fn search(words: &str) -> Vec<&'static Entry> {
    let wanted = words_of(words);
    if wanted.is_empty() {
        return Vec::new();
    }
    let holds = |text: &[String]| {
        wanted.iter().all(|word| text.iter().any(|known| known.starts_with(word.as_str())))
    };
    let rank = |entry: &Entry| {
        let names = std::iter::once(&entry.name).chain(entry.aliases).chain([&entry.title]);
        let mut text: Vec<String> = names.flat_map(|name| words_of(name)).collect();
        if holds(&text) {
            return Some(0);
        }
        text.extend([entry.about, entry.rules].into_iter().flat_map(words_of));
        holds(&text).then_some(1)
    };
    let ranked = |entry| Some((rank(entry)?, entry));
    let mut found: Vec<(u8, &Entry)> = all().into_iter().filter_map(ranked).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// The words of a text in small letters, without apostrophes.
fn words_of(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '’'], "");
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(String::from).collect()
}

/// The known name nearest to a misspelt one, if one is close enough.
#[must_use]
pub fn nearest(name: &str) -> Option<&'static str> {
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let near = |known: &'static str| distance(&name, known).map(|distance| (distance, known));
    let entries = all().into_iter();
    let names = entries.flat_map(|entry| std::iter::once(&entry.name).chain(entry.aliases));
    names.filter_map(|known| near(known)).min().map(|(_, known)| known)
}

/// The distance of a known name from a misspelt one; none if more than one character in four
/// differs and the known name does not begin with what was written.
#[must_use]
pub fn distance(name: &str, known: &str) -> Option<usize> {
    /// A beginning of at least this number of characters is taken for the name.
    const BEGINNING: usize = 3;
    let distance = strsim::damerau_levenshtein(name, known);
    let most = (name.len().min(known.len()) / 4).max(1);
    let is_slip = distance <= most && name.len() > 1;
    (is_slip || name.len() >= BEGINNING && known.starts_with(name)).then_some(distance)
}

/// Reads a game: a position of a ruleset, or a sum of positions.
///
/// ```
/// let game = grundy_rulesets::catalogue::parse("nim( 3, 4,5 )").unwrap();
/// assert_eq!(game.text(), "nim(3,4,5)");
///
/// let error = grundy_rulesets::catalogue::parse("nim(3,x)").err().unwrap();
/// assert_eq!(error.to_string(), "expected heap size at byte 6 (for example nim(3,4,5))");
/// ```
pub fn parse(text: &str) -> Result<Box<dyn Game>, ParseError> {
    let mut reader = Reader::new(text, false);
    let game = reader.sum()?;
    reader.finish()?;
    Ok(game)
}

/// Reads a game as [`parse`] does, by these statements where their names stand: another statement may
/// have been registered under the name since a game was read.
///
/// # Errors
///
/// As those of [`parse`].
pub fn parse_by(text: &str, statements: &Statements) -> Result<Box<dyn Game>, ParseError> {
    let mut reader = Reader::new(text, false).by(statements);
    let game = reader.sum()?;
    reader.finish()?;
    Ok(game)
}

/// Reads a game as [`parse`] does, with the moves of `after(game, moves)` that lead to it.
///
/// # Errors
///
/// As those of [`parse`].
pub fn parse_line(text: &str) -> Result<Line, ParseError> {
    let mut reader = Reader::new(text, false);
    let line = reader.line()?;
    reader.finish()?;
    Ok(line)
}

/// Reads a ruleset with its parameters, without a position: `kayles`,
/// `subtraction(2..5)`. The game has the ruleset's empty or starting position.
pub fn parse_ruleset(text: &str) -> Result<Box<dyn Game>, ParseError> {
    let mut reader = Reader::new(text, true);
    let game = reader.position()?;
    reader.finish()?;
    Ok(game)
}
