//! Sets of squares, and numbers, as the words or bytes for which solvers are compiled.

use super::rows::Bits;
use super::wide::Wide;
use crate::Position;
use crate::words::{Bytes, Words, bytes_of};

/// Bit boards, stored as `SETS` sets followed by `NUMBERS` numbers. The stored form is ordered like
/// the sets and numbers, the first ones first.
pub trait Stored<const SETS: usize, const NUMBERS: usize>: Bits {
    /// [`Words`] of some length, or [`Bytes`].
    type Words: Position;

    /// The sets and numbers as words.
    fn store(sets: [Self; SETS], numbers: [u64; NUMBERS]) -> Self::Words;

    /// The inverse of [`Stored::store`].
    fn restore(words: &Self::Words) -> ([Self; SETS], [u64; NUMBERS]);

    /// Memory of the words, in bytes, heap allocations included.
    fn bytes(_words: &Self::Words) -> usize {
        size_of::<Self::Words>()
    }
}

/// The words of sets and then of numbers, each most significant word first.
#[inline]
fn words<B: Bits, const SETS: usize, const NUMBERS: usize>(
    sets: [B; SETS],
    numbers: [u64; NUMBERS],
) -> impl Iterator<Item = u64> {
    let words = |set: B| (0..B::BITS / u64::BITS).rev().map(move |number| set.word(number));
    sets.into_iter().flat_map(words).chain(numbers)
}

/// The inverse of [`words`]; further words are ignored.
#[inline]
fn of_words<B: Bits, const SETS: usize, const NUMBERS: usize>(
    mut words: impl Iterator<Item = u64>,
) -> ([B; SETS], [u64; NUMBERS]) {
    let mut next = || words.next().unwrap_or(0);
    let sets = std::array::from_fn(|_| {
        let words = (0..B::BITS / u64::BITS).rev();
        words.fold(B::EMPTY, |set, number| set | B::of_word(next(), number))
    });
    (sets, std::array::from_fn(|_| next()))
}

macro_rules! in_words {
    ($($bits:ty: $sets:literal, $numbers:literal in $words:literal;)*) => {$(
        impl Stored<$sets, $numbers> for $bits {
            type Words = Words<$words>;

            #[inline]
            fn store(sets: [Self; $sets], numbers: [u64; $numbers]) -> Words<$words> {
                let mut stored = [0; $words];
                for (to, word) in stored.iter_mut().zip(words(sets, numbers)) {
                    *to = word;
                }
                Words(stored)
            }

            #[inline]
            fn restore(Words(words): &Words<$words>) -> ([Self; $sets], [u64; $numbers]) {
                of_words(words.iter().copied())
            }
        }
    )*};
}

in_words! {
    u64: 1, 1 in 2;
    u64: 2, 0 in 2;
    u64: 2, 1 in 3;
    u128: 1, 1 in 3;
    u128: 2, 0 in 5;
    u128: 2, 1 in 5;
    Wide: 1, 1 in 5;
}

// As words they would need types of their own, and all solvers would be compiled again for each.
macro_rules! in_bytes {
    ($($bits:ty: $sets:literal, $numbers:literal;)*) => {$(
        impl Stored<$sets, $numbers> for $bits {
            type Words = Bytes;

            fn store(sets: [Self; $sets], numbers: [u64; $numbers]) -> Bytes {
                words(sets, numbers).flat_map(u64::to_be_bytes).collect()
            }

            fn restore(bytes: &Bytes) -> ([Self; $sets], [u64; $numbers]) {
                let words = bytes.chunks_exact(8).map(|word| {
                    word.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))
                });
                of_words(words)
            }

            fn bytes(bytes: &Bytes) -> usize {
                bytes_of(bytes)
            }
        }
    )*};
}

in_bytes! {
    Wide: 2, 0;
    Wide: 2, 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that sets and numbers are restored, and are ordered like their stored forms.
    fn check<B: Stored<SETS, NUMBERS>, const SETS: usize, const NUMBERS: usize>() {
        let last = B::BITS - 1;
        let some = [B::EMPTY, B::FIRST, B::only(last), B::low(last), B::only(last / 2)];
        let mut all = Vec::new();
        for place in 0..some.len().pow(2) {
            let sets = std::array::from_fn(|i| some[(place + i * (place / 5)) % 5]);
            let numbers = std::array::from_fn(|i| (place * (i + 1) % 3) as u64);
            assert_eq!(B::restore(&B::store(sets, numbers)), (sets, numbers));
            all.push((sets, numbers));
        }
        for one in &all {
            for other in &all {
                let stored = [one, other].map(|&(sets, numbers)| B::store(sets, numbers));
                assert_eq!(stored[0].cmp(&stored[1]), one.cmp(other));
            }
        }
    }

    #[test]
    fn what_is_stored_is_restored_and_keeps_its_order() {
        check::<u64, 1, 1>();
        check::<u64, 2, 0>();
        check::<u64, 2, 1>();
        check::<u128, 1, 1>();
        check::<u128, 2, 0>();
        check::<u128, 2, 1>();
        check::<Wide, 1, 1>();
        check::<Wide, 2, 0>();
        check::<Wide, 2, 1>();
    }
}
