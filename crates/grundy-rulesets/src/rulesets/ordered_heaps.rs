//! Heaps that keep their places, for rulesets whose moves depend on several heaps.

use grundy_base::{ParseError, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::board::heaps::Heaps;
use grundy_ruleset::scene::heaps::{Heaps as Rows, Manner};
use grundy_ruleset::scene::{Scene, Token};

/// The greatest heap: sums of heaps then fit in a word.
const LARGEST: u64 = u32::MAX as u64;

/// Reads heaps, separated by commas.
pub(super) fn read(text: Text<'_>) -> Result<Heaps, ParseError> {
    let heaps = heaps::read(text)?;
    match text.split(',').zip(&heaps).find(|&(_, &size)| size > LARGEST) {
        Some((part, _)) => Err(part.expected(format!("a heap of at most {LARGEST}"))),
        None => Ok(heaps),
    }
}

fn rows(heaps: &[u64]) -> Rows {
    Rows::new(heaps, Manner::End { splits: false })
}

/// The scene: each heap as a row of tokens.
pub(super) fn scene(heaps: &[u64]) -> Scene {
    rows(heaps).scene()
}

/// The tokens whose taking leaves `left` of the heap at `place`.
pub(super) fn tokens(heaps: &[u64], place: usize, left: u64) -> Vec<Token> {
    let mut after = heaps.to_vec();
    after[place] = left;
    rows(heaps).tokens(heaps, &after)
}

/// The heaps with a heap of size `size` at `place`.
pub(super) fn with(heaps: &Heaps, place: usize, size: u64) -> Heaps {
    let mut next = heaps.clone();
    next[place] = size;
    next
}

/// Memory of the heaps, in bytes.
pub(super) fn bytes(heaps: &Heaps) -> usize {
    size_of::<Heaps>() + if heaps.spilled() { 8 * heaps.capacity() } else { 0 }
}
