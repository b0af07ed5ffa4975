//! Integers in which positions are packed.

use std::fmt::Debug;
use std::hash::Hash;

use bytemuck::Pod;

use crate::forward::{hash_of, hash_of_word};

/// An integer that encodes a position: of one word or of two. A ruleset with small and large boards
/// is thus written once.
pub trait Key: Pod + Ord + Hash + Debug + Send + Sync {
    /// Number of bits.
    const BITS: u32;

    /// A hash whose high bits depend on all bits of the key.
    fn mix(self) -> u64;

    /// A hash of 128 bits, whose upper 64 bits are different for different keys of at
    /// most 64 bits.
    fn hash128(self) -> u128;

    /// The difference `other - self`, for `self <= other`, as its low and its high word.
    fn distance(self, other: Self) -> [u64; 2];

    /// The key plus a difference: the inverse of [`Key::distance`].
    #[must_use]
    fn further(self, by: [u64; 2]) -> Self;

    /// The key as an integer.
    fn number(self) -> u128;

    /// As many low bits of an integer as fit.
    fn of(number: u128) -> Self;

    /// The key of an integer, if it is in range.
    #[inline]
    fn from_number(number: u128) -> Option<Self> {
        let key = Self::of(number);
        (key.number() == number).then_some(key)
    }

    /// Radix digit `digit`, the eleven bits from bit `11 * digit` on. Keys are ordered by
    /// their digits, the highest digit first.
    fn digit(self, digit: u32) -> usize;

    /// Two sets of `squares` squares each, the first in the higher bits.
    #[inline]
    #[must_use]
    fn of_sets(squares: u32, [high, low]: [u64; 2]) -> Self {
        Self::of(u128::from(high) << squares | u128::from(low))
    }

    /// The inverse of [`Key::of_sets`]; higher bits are ignored.
    #[inline]
    #[must_use]
    fn sets(self, squares: u32) -> [u64; 2] {
        let (number, all) = (self.number(), u64::MAX >> (u64::BITS - squares));
        [number >> squares, number].map(|set| set as u64 & all)
    }

    /// A flag above two sets, in 2 × `squares` + 1 bits. Adding a given square to a set adds a
    /// constant to the key.
    #[inline]
    #[must_use]
    fn join(squares: u32, flag: bool, high: u64, low: u64) -> Self {
        let sets = Self::of_sets(squares, [high, low]).number();
        Self::of(if flag { sets | 1 << (2 * squares) } else { sets })
    }

    /// The inverse of [`Key::join`].
    #[inline]
    #[must_use]
    fn part(self, squares: u32) -> (bool, u64, u64) {
        let [high, low] = self.sets(squares);
        (self.number() >> (2 * squares) & 1 == 1, high, low)
    }
}

/// Bit mixing of two multiplications (after Pelle Evensen's and David
/// Stafford's finalizers).
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}

impl Key for u64 {
    const BITS: u32 = u64::BITS;

    #[inline]
    fn number(self) -> u128 {
        self.into()
    }

    #[inline]
    fn of(number: u128) -> u64 {
        number as u64
    }

    #[inline]
    fn mix(self) -> u64 {
        mix(self)
    }

    #[inline]
    fn hash128(self) -> u128 {
        hash_of_word(self)
    }

    #[inline]
    fn distance(self, other: u64) -> [u64; 2] {
        [other - self, 0]
    }

    #[inline]
    fn further(self, [by, _]: [u64; 2]) -> u64 {
        self.wrapping_add(by)
    }

    #[inline]
    fn digit(self, digit: u32) -> usize {
        (self >> (11 * digit)) as usize & 0x7ff
    }
}

impl Key for u128 {
    const BITS: u32 = u128::BITS;

    #[inline]
    fn number(self) -> u128 {
        self
    }

    #[inline]
    fn of(number: u128) -> u128 {
        number
    }

    #[inline]
    fn mix(self) -> u64 {
        mix(self as u64 ^ mix((self >> 64) as u64))
    }

    #[inline]
    fn hash128(self) -> u128 {
        hash_of(&(self as u64, (self >> 64) as u64))
    }

    #[inline]
    fn distance(self, other: u128) -> [u64; 2] {
        let by = other - self;
        [by as u64, (by >> 64) as u64]
    }

    #[inline]
    fn further(self, [low, high]: [u64; 2]) -> u128 {
        self.wrapping_add(u128::from(high) << 64 | u128::from(low))
    }

    #[inline]
    fn digit(self, digit: u32) -> usize {
        (self >> (11 * digit)) as usize & 0x7ff
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_is_parted() {
        let all = u64::MAX;
        assert_eq!(u128::of_sets(64, [all, all - 1]).sets(64), [all, all - 1]);
        for squares in [1, 5, 31, 63] {
            let all = (1u64 << squares) - 1;
            for parts in [(true, all, 0), (false, all, all / 2), (true, 1, all), (false, 0, 1)] {
                if squares <= 31 {
                    assert_eq!(u64::join(squares, parts.0, parts.1, parts.2).part(squares), parts);
                }
                assert_eq!(u128::join(squares, parts.0, parts.1, parts.2).part(squares), parts);
            }
        }
    }
}
