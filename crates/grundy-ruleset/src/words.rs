//! Positions as a few machine words, or as bytes, so that solvers are compiled only a few
//! times.
//!
//! A solver is generic and compiled for each type of position, and nearly every ruleset has
//! its own. Most are small, such as two bit boards; as words they need only a few types.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use crate::Theorem;
use crate::error::{Fault, ParseError, Source, Text};
use crate::outcome::{Convention, End};
use crate::player::Player;
use crate::scene::{Scene, Token};
use crate::{
    HeapRules, Lines, Notation, Numbering, OnMove, PairRules, Position, Rules, Ruleset, Sizes,
    Written,
};

/// An array of words with lexicographic order. The upper word of a 128-bit number comes
/// first, so that words compare like the numbers.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Words<const N: usize>(pub [u64; N]);

// Word by word: the derived implementations call `memcmp`, which costs more than the few
// comparisons.
impl<const N: usize> PartialEq for Words<N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

impl<const N: usize> Ord for Words<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        for (a, b) in self.0.iter().zip(&other.0) {
            if a != b {
                return a.cmp(b);
            }
        }
        Ordering::Equal
    }
}

impl<const N: usize> PartialOrd for Words<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

// The derived implementation hashes the bytes with their length, up to a third slower.
impl<const N: usize> Hash for Words<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&word| state.write_u64(word));
    }
}

impl<const N: usize> Words<N> {
    /// These words, padded with zeros.
    #[must_use]
    pub fn padded<const LESS: usize>(words: [u64; LESS]) -> Self {
        let mut all = [0; N];
        all[..LESS].copy_from_slice(&words);
        Words(all)
    }
}

/// The upper and the lower word of a number.
#[must_use]
pub const fn halves(number: u128) -> [u64; 2] {
    [(number >> 64) as u64, number as u64]
}

/// The inverse of [`halves`].
#[must_use]
pub const fn whole(upper: u64, lower: u64) -> u128 {
    (upper as u128) << 64 | lower as u128
}

/// A position of unbounded length, as bytes.
pub type Bytes = SmallVec<[u8; 16]>;

/// A position that can be converted to words, or bytes, and back.
///
/// The conversion must be lossless and keep the order of positions. The solvers are already
/// compiled for 1, 2, 3, 5 and 7 words and for bytes.
pub trait InWords: Position {
    /// [`Words`] of some length, or [`Bytes`].
    type Words: Position;

    /// The words of this position.
    fn to_words(&self) -> Self::Words;

    /// The position that has these words.
    fn from_words(words: &Self::Words) -> Self;

    /// Memory of the words, in bytes, heap allocations included.
    fn bytes(_words: &Self::Words) -> usize {
        size_of::<Self::Words>()
    }
}

/// Memory of a position stored as bytes.
#[must_use]
pub fn bytes_of(bytes: &Bytes) -> usize {
    size_of::<Bytes>() + if bytes.spilled() { bytes.capacity() } else { 0 }
}

/// Numbers, compared lexicographically.
impl InWords for SmallVec<[u16; 8]> {
    type Words = Bytes;

    #[inline]
    fn to_words(&self) -> Bytes {
        self.iter().flat_map(|number| number.to_be_bytes()).collect()
    }

    #[inline]
    fn from_words(bytes: &Bytes) -> Self {
        bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect()
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

/// Pairs, compared lexicographically.
impl InWords for SmallVec<[[u16; 2]; 4]> {
    type Words = Bytes;

    #[inline]
    fn to_words(&self) -> Bytes {
        self.iter().flatten().flat_map(|number| number.to_be_bytes()).collect()
    }

    #[inline]
    fn from_words(bytes: &Bytes) -> Self {
        let number = |pair: &[u8]| u16::from_be_bytes([pair[0], pair[1]]);
        bytes.chunks_exact(4).map(|four| [number(&four[..2]), number(&four[2..])]).collect()
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

impl InWords for u64 {
    type Words = Words<1>;

    #[inline]
    fn to_words(&self) -> Words<1> {
        Words([*self])
    }

    #[inline]
    fn from_words(&Words([number]): &Words<1>) -> u64 {
        number
    }
}

impl InWords for u128 {
    type Words = Words<2>;

    #[inline]
    fn to_words(&self) -> Words<2> {
        Words(halves(*self))
    }

    #[inline]
    fn from_words(&Words([upper, lower]): &Words<2>) -> u128 {
        whole(upper, lower)
    }
}

impl InWords for [u64; 2] {
    type Words = Words<2>;

    #[inline]
    fn to_words(&self) -> Words<2> {
        Words(*self)
    }

    #[inline]
    fn from_words(&Words(pair): &Words<2>) -> [u64; 2] {
        pair
    }
}

impl InWords for [u32; 2] {
    type Words = Words<1>;

    #[inline]
    fn to_words(&self) -> Words<1> {
        let [first, second] = self.map(u64::from);
        Words([first << 32 | second])
    }

    #[inline]
    fn from_words(&Words([both]): &Words<1>) -> [u32; 2] {
        [(both >> 32) as u32, both as u32]
    }
}

/// The player to move, or none, as a number.
#[must_use]
pub const fn turn_to_number(turn: Option<Player>) -> u64 {
    match turn {
        None => 0,
        Some(Player::Left) => 1,
        Some(Player::Right) => 2,
    }
}

/// The inverse of [`turn_to_number`].
#[must_use]
pub const fn turn_from_number(number: u64) -> Option<Player> {
    match number {
        0 => None,
        1 => Some(Player::Left),
        _ => Some(Player::Right),
    }
}

/// Adapter: a ruleset with its positions stored as words.
#[derive(Clone, Copy, Debug)]
pub struct AsWords<R>(pub R);

impl<R: Ruleset> Rules<<R::Position as InWords>::Words> for AsWords<R>
where
    R::Position: InWords,
{
    fn impartial(&self) -> bool {
        Ruleset::impartial(&self.0)
    }

    fn has_ends(&self) -> bool {
        Ruleset::has_ends(&self.0)
    }

    fn loopy(&self) -> bool {
        Ruleset::loopy(&self.0)
    }

    fn splits(&self) -> bool {
        Ruleset::splits(&self.0)
    }

    fn convention(&self) -> Convention {
        Ruleset::convention(&self.0)
    }

    fn each_move(&self, words: &WordsOf<R>, mover: Player, on_move: &mut OnMove<'_, WordsOf<R>>) {
        let position = R::Position::from_words(words);
        let _ = self.0.options(&position, mover).try_for_each(|option| {
            let next = Ruleset::turn(&self.0, &option).unwrap_or(mover.opponent());
            let after = option.to_words();
            debug_assert!(are_as_good([&position, &option], [words, &after]));
            on_move(after, next)
        });
    }

    fn end(&self, words: &WordsOf<R>, mover: Player) -> Option<End> {
        Ruleset::end(&self.0, &R::Position::from_words(words), mover)
    }

    fn turn(&self, words: &WordsOf<R>) -> Option<Player> {
        Ruleset::turn(&self.0, &R::Position::from_words(words))
    }

    fn each_component(&self, words: WordsOf<R>, on_part: &mut dyn FnMut(WordsOf<R>)) {
        let parts = self.0.components(R::Position::from_words(&words));
        parts.for_each(|part| on_part(part.to_words()));
    }

    fn each_representative(&self, words: WordsOf<R>, on_part: &mut dyn FnMut(WordsOf<R>, bool)) {
        let parts = self.0.components(R::Position::from_words(&words));
        parts.for_each(|part| {
            let (part, negative) = Ruleset::representative(&self.0, part);
            on_part(part.to_words(), negative);
        });
    }

    fn theorem(
        &self,
        words: &WordsOf<R>,
        mover: Player,
        convention: Convention,
    ) -> Option<Theorem<WordsOf<R>>> {
        let position = R::Position::from_words(words);
        let Theorem { fate, best, complete, source } =
            Ruleset::theorem(&self.0, &position, mover, convention)?;
        let best = best.iter().map(InWords::to_words).collect();
        Some(Theorem { fate, best, complete, source })
    }

    fn negative(&self, words: &WordsOf<R>) -> Option<WordsOf<R>> {
        let negative = Ruleset::negative(&self.0, &R::Position::from_words(words));
        negative.map(|negative| negative.to_words())
    }

    fn representative(&self, words: WordsOf<R>) -> (WordsOf<R>, bool) {
        let (position, negative) =
            Ruleset::representative(&self.0, R::Position::from_words(&words));
        (position.to_words(), negative)
    }

    fn longest_play(&self, words: &WordsOf<R>) -> Option<u64> {
        Ruleset::longest_play(&self.0, &R::Position::from_words(words))
    }

    // Rulesets with a numbering or with batches are not stored as words.
    fn numbering(&self) -> Option<Numbering<WordsOf<R>>> {
        debug_assert!(Ruleset::numbering(&self.0).is_none() && Ruleset::batch(&self.0) == 0);
        None
    }

    fn batch(&self) -> usize {
        Ruleset::batch(&self.0)
    }

    fn foresee(&self, _: &[(WordsOf<R>, Player)], _: &[(WordsOf<R>, Player)], _: usize) {}

    fn slots(&self, words: &WordsOf<R>, mover: Player) -> Vec<u16> {
        Ruleset::slots(&self.0, &R::Position::from_words(words), mover)
    }

    fn lines<'a>(&'a self, from: &[(WordsOf<R>, Player)]) -> Option<Box<dyn Lines + 'a>> {
        let position =
            |(words, mover): &(WordsOf<R>, Player)| (R::Position::from_words(words), *mover);
        Ruleset::lines(&self.0, &from.iter().map(position).collect::<Vec<_>>())
    }

    fn held(&self) -> u64 {
        Ruleset::held(&self.0)
    }

    fn failure(&self) -> Option<Fault> {
        Ruleset::failure(&self.0)
    }

    fn bytes(&self, words: &WordsOf<R>) -> usize {
        R::Position::bytes(words)
    }

    fn hash(&self, words: &WordsOf<R>, mut hasher: &mut dyn Hasher) {
        R::Position::from_words(words).hash(&mut hasher);
    }
}

/// Whether the conversion to words is lossless and keeps the order, for two positions.
fn are_as_good<P: InWords>(positions: [&P; 2], words: [&P::Words; 2]) -> bool {
    (0..2).all(|which| P::from_words(words[which]) == *positions[which])
        && positions[0].cmp(positions[1]) == words[0].cmp(words[1])
}

/// The words of a ruleset's positions.
type WordsOf<R> = <<R as Ruleset>::Position as InWords>::Words;

impl<R: Notation> Written<<R::Position as InWords>::Words> for AsWords<R>
where
    R::Position: InWords,
{
    fn rules(&self) -> &dyn Rules<WordsOf<R>> {
        self
    }

    fn name(&self) -> &'static str {
        Notation::name(&self.0)
    }

    fn parameters(&self) -> String {
        Notation::parameters(&self.0)
    }

    fn sources(&self) -> Vec<(&'static str, &Source)> {
        Notation::sources(&self.0)
    }

    fn print(&self, words: &WordsOf<R>) -> String {
        Notation::print(&self.0, &R::Position::from_words(words))
    }

    fn read(&self, text: Text<'_>) -> Result<WordsOf<R>, ParseError> {
        Notation::read(&self.0, text).map(|position| position.to_words())
    }

    fn draw(&self, words: &WordsOf<R>) -> String {
        Notation::draw(&self.0, &R::Position::from_words(words))
    }

    fn spell(&self, words: &WordsOf<R>) -> String {
        Notation::spell(&self.0, &R::Position::from_words(words))
    }

    fn move_name(&self, from: &WordsOf<R>, to: &WordsOf<R>, player: Player) -> String {
        let [from, to] = [from, to].map(R::Position::from_words);
        Notation::move_name(&self.0, &from, &to, player)
    }

    fn players(&self) -> Option<[String; 2]> {
        Notation::players(&self.0)
    }

    fn scene(&self, words: &WordsOf<R>) -> Scene {
        Written::scene(&self.0, &R::Position::from_words(words))
    }

    fn tokens(
        &self,
        scene: &Scene,
        from: &WordsOf<R>,
        to: &WordsOf<R>,
        player: Player,
    ) -> Vec<Token> {
        let [from, to] = [from, to].map(R::Position::from_words);
        Written::tokens(&self.0, scene, &from, &to, player)
    }

    fn sizes(&self) -> Option<Sizes> {
        Notation::sizes(&self.0)
    }

    fn alphabet(&self) -> String {
        Notation::alphabet(&self.0)
    }

    fn heaps(&self) -> Option<&dyn HeapRules> {
        Notation::heaps(&self.0)
    }

    fn pairs(&self) -> Option<&dyn PairRules> {
        Notation::pairs(&self.0)
    }

    fn heap_sizes(&self, words: &WordsOf<R>) -> Vec<u64> {
        Notation::heap_sizes(&self.0, &R::Position::from_words(words))
    }

    fn with_heap_sizes(&self, sizes: &[u64]) -> Option<WordsOf<R>> {
        Notation::with_heap_sizes(&self.0, sizes).map(|position| position.to_words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number below 100 that forgets its hundreds, or is turned round.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Odd<const TURNED: bool>(u64);

    impl<const TURNED: bool> InWords for Odd<TURNED> {
        type Words = Words<1>;

        fn to_words(&self) -> Words<1> {
            Words([if TURNED { 99 - self.0 } else { self.0 % 100 }])
        }

        fn from_words(&Words([word]): &Words<1>) -> Self {
            Odd(if TURNED { 99 - word } else { word })
        }
    }

    fn good<P: InWords>(positions: [P; 2]) -> bool {
        let words = positions.each_ref().map(P::to_words);
        are_as_good(positions.each_ref(), words.each_ref())
    }

    #[test]
    fn words_that_lose_something_or_the_order_are_noticed() {
        assert!(good([Odd::<false>(7), Odd(8)]));
        assert!(!good([Odd::<false>(7), Odd(108)]));
        assert!(!good([Odd::<true>(7), Odd(8)]));
    }

    #[test]
    fn numbers_and_pairs_are_restored_and_keep_their_order() {
        let numbers = [0, 1, u128::from(u64::MAX), 1 << 64, u128::MAX];
        for pair in numbers.windows(2) {
            assert!(good([pair[0], pair[1]]) && good([pair[1], pair[0]]));
            assert!(good([pair[0] as u64, pair[1] as u64]));
        }
        for pair in [[[1u32, 0], [0, u32::MAX]], [[7, 7], [7, 8]]] {
            assert!(good(pair) && good(pair.map(|pair| pair.map(u64::from))));
        }
        for pair in [[[1u16, 255], [1, 256]], [[0, 0], [256, 1]]] {
            assert!(good(pair.map(|list| SmallVec::<[u16; 8]>::from_slice(&list))));
            assert!(good(pair.map(|list| SmallVec::<[[u16; 2]; 4]>::from_slice(&[list]))));
        }
        let longer = |length: u16| (0..length).collect::<SmallVec<[u16; 8]>>();
        assert!(good([longer(3), longer(30)]) && good([longer(0), longer(1)]));
    }
}
