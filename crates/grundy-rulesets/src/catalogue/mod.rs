//! The catalogue: from a name to a ruleset, and from text to a game.
//!
//! A game is written `name(parameters; position)`. Games are added with `+`;
//! `-` exchanges the players, and `3*G` is `G + G + G`. `*3` is a Nim heap, and
//! `∞(0,2)` a loopy game that is worth this.
//!
//! - `arguments`: the text between the parentheses, which rulesets read.
//! - `own`: rulesets that were registered.
//! - `read`: sums of games.

mod arguments;
mod own;
mod read;

use crate::error::ParseError;
use crate::game::Game;
use crate::rulesets;
pub use arguments::Arguments;
use own::own;
pub use own::{forget, register};
use read::Reader;
pub use read::{Term, WithEnds, add};

/// What the boards of a ruleset are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Heaps of tokens.
    Heaps,
    /// A row of squares.
    Strip,
    /// A board of squares.
    Grid,
    /// Vertices and edges.
    Graph,
    /// Positions listed by the user.
    Explicit,
    /// Rules stated by the user, in a file.
    Own,
}

impl Family {
    /// All families, in the order in which people meet them.
    pub const ALL: [Family; 6] =
        [Family::Heaps, Family::Strip, Family::Grid, Family::Graph, Family::Explicit, Family::Own];

    /// What the boards are made of, in words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Family::Heaps => "Heaps of tokens",
            Family::Strip => "Strips",
            Family::Grid => "Boards",
            Family::Graph => "Graphs and trees",
            Family::Explicit => "Games written out",
            Family::Own => "Games of your own",
        }
    }
}

/// A ruleset as the catalogue knows it.
pub struct Entry {
    /// The name, in small letters, with hyphens between words.
    pub name: &'static str,
    /// Other names by which it is found.
    pub aliases: &'static [&'static str],
    /// What its boards are made of.
    pub family: Family,
    /// The name as it is written in a sentence.
    pub title: &'static str,
    /// Two sentences for somebody who looks for a game: what one does and who wins, and
    /// what is curious about it.
    pub about: &'static str,
    /// The rules in a few sentences.
    pub rules: &'static str,
    /// How a game is written; parts in capitals are the user's.
    pub notation: &'static str,
    /// Games to try, at least one; small enough to solve at once.
    pub examples: &'static [&'static str],
    /// Where the rules or their theory were published.
    pub source: &'static str,
    /// Reads what stands between the parentheses.
    pub parse: &'static Parse,
}

/// Reads what stands between the parentheses of a game.
pub type Parse = dyn Fn(&Arguments<'_>) -> Result<Box<dyn Game>, ParseError> + Send + Sync;

/// Every ruleset, as listed in [`rulesets`](crate::rulesets).
pub static RULESETS: &[Entry] = rulesets::ENTRIES;

/// Every ruleset that is known now: those of this library, then the user's own.
#[must_use]
pub fn all() -> Vec<&'static Entry> {
    RULESETS.iter().chain(own()).collect()
}

/// The ruleset of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    let known = |entry: &Entry| entry.name == name || entry.aliases.contains(&name);
    own().into_iter().chain(RULESETS).find(|entry| known(entry))
}

/// The known name that is nearest to a misspelt one, if any is near.
#[must_use]
pub fn nearest(name: &str) -> Option<&'static str> {
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let distance = |known: &str| strsim::damerau_levenshtein(&name, known);
    all()
        .into_iter()
        .flat_map(|entry| std::iter::once(&entry.name).chain(entry.aliases))
        .map(|&known| (distance(known), known))
        .filter(|(distance, known)| {
            *distance <= 1 + known.len() / 4 && *distance < known.len() || known.starts_with(&name)
        })
        .min()
        .map(|(_, known)| known)
}

/// Reads a game: a position of a ruleset, or a sum of such.
///
/// ```
/// let game = grundy_rulesets::catalogue::parse("nim( 3, 4,5 )").unwrap();
/// assert_eq!(game.text(), "nim(3,4,5)");
///
/// let error = grundy_rulesets::catalogue::parse("nim(3,x)").err().unwrap();
/// assert_eq!(error.to_string(), "expected heap size at byte 6");
/// ```
pub fn parse(text: &str) -> Result<Box<dyn Game>, ParseError> {
    let mut reader = Reader::new(text, false);
    let game = reader.sum()?;
    reader.finish()?;
    Ok(game)
}

/// Reads a ruleset with its parameters, without a position: `kayles`,
/// `subtraction(2..5)`. The game has the ruleset's empty, or first, position.
pub fn parse_ruleset(text: &str) -> Result<Box<dyn Game>, ParseError> {
    let mut reader = Reader::new(text, true);
    let game = reader.position()?;
    reader.finish()?;
    Ok(game)
}
