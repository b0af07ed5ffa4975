//! Positions as a few machine words, or as bytes, so that solvers are compiled only a few
//! times.
//!
//! A solver is generic and compiled for each type of position, and nearly every ruleset has its own
//! type. Most positions are small, such as two bit boards; stored as words they need only a few
//! types.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::scene::{Paint, Scene, Token};
use crate::{HeapRules, Notation, OnMove, PairRules, Position, Ruleset, Sizes, Theorem};
use grundy_base::{Convention, End, ParseError, Player, Source, Text};

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

/// The player to move, or nobody, as a number.
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

/// The words of a ruleset's positions.
type WordsOf<R> = <<R as Ruleset>::Position as InWords>::Words;

/// Methods without positions, which call those of the ruleset.
macro_rules! same {
    ($($name:ident() -> $result:ty;)*) => {
        $(fn $name(&self) -> $result {
            self.0.$name()
        })*
    };
}

// Rulesets with a numbering, or from outside, are not stored as words.
impl<R: Ruleset> Ruleset for AsWords<R>
where
    R::Position: InWords,
{
    type Position = WordsOf<R>;

    same! {
        impartial() -> bool;
        has_ends() -> bool;
        loopy() -> bool;
        splits() -> bool;
        convention() -> Convention;
    }

    fn options(&self, words: &WordsOf<R>, player: Player) -> impl Iterator<Item = WordsOf<R>> {
        let mut options = Vec::new();
        self.visit_options(words, player, &mut |option, _| {
            options.push(option);
            ControlFlow::Continue(())
        });
        options.into_iter()
    }

    fn visit_options(
        &self,
        words: &WordsOf<R>,
        mover: Player,
        on_move: &mut OnMove<'_, WordsOf<R>>,
    ) {
        debug_assert!(self.0.numbering().is_none() && self.0.outside().is_none());
        let position = R::Position::from_words(words);
        self.0.visit_options(&position, mover, &mut |option, next| {
            let after = option.to_words();
            debug_assert!(are_as_good([&position, &option], [words, &after]));
            on_move(after, next)
        });
    }

    fn end(&self, words: &WordsOf<R>, mover: Player) -> Option<End> {
        self.0.end(&R::Position::from_words(words), mover)
    }

    fn turn(&self, words: &WordsOf<R>) -> Option<Player> {
        self.0.turn(&R::Position::from_words(words))
    }

    fn stones(&self, words: &WordsOf<R>) -> Option<[u32; 2]> {
        self.0.stones(&R::Position::from_words(words))
    }

    fn theorem(
        &self,
        words: &WordsOf<R>,
        mover: Player,
        convention: Convention,
    ) -> Option<Theorem<WordsOf<R>>> {
        let position = R::Position::from_words(words);
        let Theorem { fate, best, complete, source } =
            self.0.theorem(&position, mover, convention)?;
        let best = best.iter().map(InWords::to_words).collect();
        Some(Theorem { fate, best, complete, source })
    }

    fn components(&self, words: WordsOf<R>) -> impl Iterator<Item = WordsOf<R>> {
        self.0.components(R::Position::from_words(&words)).map(|part| part.to_words())
    }

    fn negative(&self, words: &WordsOf<R>) -> Option<WordsOf<R>> {
        self.0.negative(&R::Position::from_words(words)).map(|negative| negative.to_words())
    }

    fn representative(&self, words: WordsOf<R>) -> (WordsOf<R>, bool) {
        let (position, negative) = self.0.representative(R::Position::from_words(&words));
        (position.to_words(), negative)
    }

    fn longest_play(&self, words: &WordsOf<R>) -> Option<u64> {
        self.0.longest_play(&R::Position::from_words(words))
    }

    fn bytes(&self, words: &WordsOf<R>) -> usize {
        R::Position::bytes(words)
    }
}

/// Whether the conversion to words is lossless and keeps the order, tried with two positions.
fn are_as_good<P: InWords>(positions: [&P; 2], words: [&P::Words; 2]) -> bool {
    (0..2).all(|which| P::from_words(words[which]) == *positions[which])
        && positions[0].cmp(positions[1]) == words[0].cmp(words[1])
}

impl<R: Notation> Notation for AsWords<R>
where
    R::Position: InWords,
{
    same! {
        name() -> &'static str;
        parameters() -> String;
        source() -> Option<&Source>;
        sources() -> Vec<(&'static str, &Source)>;
        remark() -> Option<String>;
        players() -> Option<[String; 2]>;
        colours() -> [Paint; 2];
        sizes() -> Option<Sizes>;
        alphabet() -> String;
        heaps() -> Option<&dyn HeapRules>;
        pairs() -> Option<&dyn PairRules>;
    }

    fn start(&self) -> Option<WordsOf<R>> {
        self.0.start().map(|start| start.to_words())
    }

    fn diagram(&self) -> Option<WordsOf<R>> {
        self.0.diagram().map(|diagram| diagram.to_words())
    }

    fn print(&self, words: &WordsOf<R>) -> String {
        self.0.print(&R::Position::from_words(words))
    }

    fn read(&self, text: Text<'_>) -> Result<WordsOf<R>, ParseError> {
        self.0.read(text).map(|position| position.to_words())
    }

    fn draw(&self, words: &WordsOf<R>) -> String {
        self.0.draw(&R::Position::from_words(words))
    }

    fn spell(&self, words: &WordsOf<R>) -> String {
        self.0.spell(&R::Position::from_words(words))
    }

    fn move_name(&self, from: &WordsOf<R>, to: &WordsOf<R>, player: Player) -> String {
        let [from, to] = [from, to].map(R::Position::from_words);
        self.0.move_name(&from, &to, player)
    }

    fn other_names(&self, from: &WordsOf<R>, to: &WordsOf<R>, player: Player) -> Vec<String> {
        let [from, to] = [from, to].map(R::Position::from_words);
        self.0.other_names(&from, &to, player)
    }

    fn scene(&self, words: &WordsOf<R>) -> Scene {
        self.0.scene(&R::Position::from_words(words))
    }

    fn tokens(
        &self,
        scene: &Scene,
        from: &WordsOf<R>,
        to: &WordsOf<R>,
        player: Player,
    ) -> Vec<Token> {
        let [from, to] = [from, to].map(R::Position::from_words);
        self.0.tokens(scene, &from, &to, player)
    }

    fn heap_sizes(&self, words: &WordsOf<R>) -> Vec<u64> {
        self.0.heap_sizes(&R::Position::from_words(words))
    }

    fn with_heap_sizes(&self, sizes: &[u64]) -> Option<WordsOf<R>> {
        self.0.with_heap_sizes(sizes).map(|position| position.to_words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number. Its words lose the hundreds, or, if `TURNED`, have the reverse order.
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
