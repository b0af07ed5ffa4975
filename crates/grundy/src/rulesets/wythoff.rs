//! Wythoff's game: take from one heap, or the same number from both.

use std::ops::ControlFlow;

use crate::board::heaps;
use crate::catalogue::{Arguments, Entry, Family};
use crate::error::{ParseError, Text};
use crate::player::Player;
use crate::ruleset::{Notation, OnPair, PairRules, Ruleset};

/// Wythoff's game (Wythoff 1907), also told of a queen that walks to a corner.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wythoff;

impl Ruleset for Wythoff {
    /// The two heaps, in the order in which the user gave them. A move changes
    /// either or both at once, so positions do not split.
    type Position = [u32; 2];

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &[a, b]: &[u32; 2], _: Player) -> impl Iterator<Item = [u32; 2]> {
        let from_first = (0..a).map(move |left| [left, b]);
        let from_second = (0..b).map(move |left| [a, left]);
        let from_both = (1..=a.min(b)).map(move |taken| [a - taken, b - taken]);
        from_first.chain(from_second).chain(from_both)
    }

    fn negative(&self, position: &[u32; 2]) -> Option<[u32; 2]> {
        Some(*position)
    }
}

impl PairRules for Wythoff {
    fn each_option(&self, [a, b]: [u64; 2], option: &mut OnPair<'_>) -> ControlFlow<()> {
        (0..a).try_for_each(|left| option([left, b]))?;
        (0..b).try_for_each(|left| option([a, left]))?;
        (1..=a.min(b)).try_for_each(|taken| option([a - taken, b - taken]))
    }
}

impl Notation for Wythoff {
    fn name(&self) -> &'static str {
        "wythoff"
    }

    fn print(&self, [a, b]: &[u32; 2]) -> String {
        format!("{a},{b}")
    }

    fn read(&self, text: Text<'_>) -> Result<[u32; 2], ParseError> {
        heaps::read_pair(text)
    }

    fn pairs(&self) -> Option<&dyn PairRules> {
        Some(self)
    }

    fn draw(&self, position: &[u32; 2]) -> String {
        heaps::draw(&position.map(u64::from))
    }
}

/// Wythoff's game in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "wythoff",
    aliases: &["wythoff-nim", "wythoffs-game", "corner-the-queen"],
    family: Family::Heaps,
    title: "Wythoff's game",
    rules: "There are two heaps of tokens. A move takes any number of tokens, at least one, from \
            one heap, or the same number from both. The player who takes the last token wins. The \
            second player wins from (1,2), (3,5), (4,7), (6,10) …: the k-th pair is ⌊kφ⌋ and \
            ⌊kφ⌋ + k, where φ = (1 + √5) / 2 is the golden ratio.",
    notation: "wythoff(HEAP,HEAP)",
    examples: &["wythoff(3,5)", "wythoff(10,8)"],
    source: "Willem A. Wythoff, A modification of the game of nim, 1907",
    parse: |arguments: &Arguments<'_>| {
        let position = arguments.position_only()?;
        let heaps = Wythoff.read(position)?;
        Ok(arguments.game(Wythoff, heaps))
    },
};
