//! The catalogue's data on a ruleset.

use super::arguments::Arguments;
use grundy_base::ParseError;
use grundy_game::Game;

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
    /// All families, in the order of display.
    pub const ALL: [Family; 6] =
        [Family::Heaps, Family::Strip, Family::Grid, Family::Graph, Family::Explicit, Family::Own];

    /// The description of the boards, in words.
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
    /// Other names under which it is found.
    pub aliases: &'static [&'static str],
    /// What its boards are made of.
    pub family: Family,
    /// The name for use in a sentence.
    pub title: &'static str,
    /// Two sentences for people who look for a game: how it is played and won, and what is
    /// special about it.
    pub about: &'static str,
    /// The rules in a few sentences.
    pub rules: &'static str,
    /// The notation of a game; parts in capitals are placeholders.
    pub notation: &'static str,
    /// At least one example game, small enough to solve at once.
    pub examples: &'static [&'static str],
    /// Where the rules or their theory were published.
    pub source: &'static str,
    /// Reads the arguments.
    pub parse: &'static Parse,
}

grundy_base::debug! {
    impl[] Entry: "Entry", |entry| name = entry.name;
}

impl Entry {
    /// Whether the ruleset has this name or alias.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// Reads the arguments of a game, the text between its parentheses.
pub type Parse = dyn Fn(&Arguments<'_>) -> Result<Box<dyn Game>, ParseError> + Send + Sync;
