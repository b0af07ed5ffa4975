//! Hackenbush on stalks and trees: cut an edge, and what it carried falls.

mod forest;

use crate::catalogue::{Arguments, Entry, Family};
use crate::error::{ParseError, Text};
use crate::player::Player;
use crate::ruleset::{Notation, Ruleset};

pub use forest::Forest;

/// Red-blue-green Hackenbush on trees.
#[derive(Clone, Copy, Debug)]
pub struct Hackenbush {
    /// All edges are green, so that both players may cut each.
    green: bool,
}

impl Hackenbush {
    /// The rules for what grows out of `forest`; impartial when all of it is green.
    #[must_use]
    pub fn of(forest: &Forest) -> Self {
        Hackenbush { green: forest.is_green() }
    }
}

impl Ruleset for Hackenbush {
    type Position = Forest;

    fn impartial(&self) -> bool {
        self.green
    }

    fn options(&self, forest: &Forest, player: Player) -> impl Iterator<Item = Forest> {
        forest.cuts(player).into_iter()
    }

    fn components(&self, forest: Forest) -> impl Iterator<Item = Forest> {
        forest.into_trees().into_iter()
    }

    fn negative(&self, forest: &Forest) -> Option<Forest> {
        Some(forest.negative())
    }

    fn bytes(&self, forest: &Forest) -> usize {
        forest.bytes()
    }
}

impl Notation for Hackenbush {
    fn name(&self) -> &'static str {
        "hackenbush"
    }

    fn print(&self, forest: &Forest) -> String {
        forest.print()
    }

    fn read(&self, text: Text<'_>) -> Result<Forest, ParseError> {
        let forest = Forest::read(text)?;
        match text.chars().find(|(_, c)| matches!(c, 'B' | 'R')) {
            Some((at, _)) if self.green => Err(ParseError::new("'G', where all is green", at)),
            _ => Ok(forest),
        }
    }

    fn draw(&self, forest: &Forest) -> String {
        forest.draw()
    }
}

/// Hackenbush in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "hackenbush",
    aliases: &["red-blue-green-hackenbush"],
    family: Family::Graph,
    title: "Hackenbush on trees",
    rules: "Edges grow from the ground as stalks and trees. Left cuts a blue edge (B), Right a \
            red one (R), and either a green one (G). The edge that is cut leaves, and with it \
            all that no longer hangs together with the ground. The player who cannot move \
            loses. A stalk is written from the ground up; trees that stand side by side on the \
            top of an edge are put in brackets.",
    notation: "hackenbush(TREE, TREE, …), where TREE is a stalk such as BRG, or a stalk that \
               carries trees, such as B[R, GG]",
    examples: &["hackenbush(BRB, GG)", "hackenbush(B[R,GG], RB)", "hackenbush(G[G,GG[G,G]], GGG)"],
    source: "Winning Ways for your Mathematical Plays, chapters 1, 2 and 7",
    parse: |arguments: &Arguments<'_>| {
        let forest = Forest::read(arguments.position_only()?)?;
        Ok(arguments.game(Hackenbush::of(&forest), forest))
    },
};
