//! Partizan subtraction games: each player has a set of numbers that may be taken.

use std::sync::Arc;

use super::take_set::TakeSet;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ByPlayer, ParseError, Player, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::board::heaps::Heaps;
use grundy_ruleset::scene::heaps::{Heaps as Rows, Manner};
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Ruleset, Sizes};

/// A partizan subtraction game.
#[derive(Clone, Debug)]
pub struct PartizanSubtraction {
    takes: Arc<ByPlayer<TakeSet>>,
}

/// The largest heap; a heap may have as many moves as it has tokens.
const LARGEST: u64 = 100_000;

const FROM_THE_END: Manner = Manner::End { splits: false };

impl PartizanSubtraction {
    /// Reads two sets, Left's and Right's, such as `1,2 / 1,3`.
    pub fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let Some((left, right)) = text.split_once("/") else {
            TakeSet::parse(text)?;
            return Err(ParseError::new("'/' and Right's set behind Left's", text.end()));
        };
        let takes = ByPlayer { left: TakeSet::parse(left)?, right: TakeSet::parse(right)? };
        Ok(PartizanSubtraction { takes: Arc::new(takes) })
    }
}

impl Ruleset for PartizanSubtraction {
    type Position = Heaps;

    fn options(&self, position: &Heaps, player: Player) -> impl Iterator<Item = Heaps> {
        position.iter().enumerate().flat_map(move |(i, &size)| {
            self.takes[player].takes(size).map(move |take| {
                let mut after = position.clone();
                after[i] = size - take;
                after
            })
        })
    }

    fn components(&self, position: Heaps) -> impl Iterator<Item = Heaps> {
        let heaps = position.into_iter().filter(|&size| size > 0);
        heaps.map(|size| Heaps::from_slice(&[size]))
    }
}

impl Notation for PartizanSubtraction {
    fn name(&self) -> &'static str {
        "partizan-subtraction"
    }

    fn parameters(&self) -> String {
        format!("{} / {}", self.takes.left.print(), self.takes.right.print())
    }

    fn print(&self, position: &Heaps) -> String {
        heaps::print(position)
    }

    fn read(&self, text: Text<'_>) -> Result<Heaps, ParseError> {
        let position = heaps::read(text)?;
        let large = position.iter().position(|&size| size > LARGEST);
        match large.and_then(|i| text.split(',').nth(i)) {
            Some(heap) => Err(heap.expected(format!("a heap of at most {LARGEST}"))),
            None => Ok(position),
        }
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes::HEAP)
    }

    fn draw(&self, position: &Heaps) -> String {
        heaps::draw(position)
    }

    fn scene(&self, position: &Heaps) -> Scene {
        Rows::new(position, FROM_THE_END).scene()
    }

    fn tokens(&self, _: &Scene, from: &Heaps, to: &Heaps, _: Player) -> Vec<Token> {
        Rows::new(from, FROM_THE_END).tokens(from, to)
    }
}

/// Partizan subtraction in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "partizan-subtraction",
        aliases: &["partisan-subtraction"],
        family: Family::Heaps,
        title: "Partizan subtraction",
        about: "Take tokens from a heap, but Left and Right have different lists of numbers. It makes \
                a difference which list is yours.",
        rules: "There are heaps of tokens. A move takes a number of tokens from one heap: Left one \
                that stands in the first set, Right one that stands in the second. The player who \
                cannot move loses. Sets are written as in subtraction: numbers, ranges 2..5 or 3.., \
                all, all but 1,4, or names such as primes. Heaps have at most 100000 tokens.",
        notation: "partizan-subtraction(SET / SET; HEAP,HEAP,…)",
        examples: &[
            "partizan-subtraction(1,2 / 1,3; 7)",
            "partizan-subtraction(2..4 / 1,5; 9,6)",
            "partizan-subtraction(all / 1; 5)",
        ],
        source: "Aviezri S. Fraenkel and Anton Kotzig, Partizan octal games: partizan subtraction \
                 games, International Journal of Game Theory 16, 1987",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = arguments.parameters_and_position()?;
            let rules = PartizanSubtraction::parse(parameters)?;
            let heaps = rules.read(position)?;
            Ok(arguments.game(rules, heaps))
        },
    }
}
