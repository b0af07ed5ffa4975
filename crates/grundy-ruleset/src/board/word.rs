//! Keys of one or two machine words: a ruleset with small and large boards is written
//! once, generic over [`Word`].

use crate::Key;

/// An integer in which positions are packed.
pub trait Word: Key {
    /// Number of bits.
    const BITS: u32;

    /// The low bits of a number, as many as fit.
    fn of(wide: u128) -> Self;

    /// The number.
    fn wide(self) -> u128;

    /// Two sets of `squares` squares each, the first in the higher bits.
    #[inline]
    #[must_use]
    fn of_sets(squares: u32, [high, low]: [u64; 2]) -> Self {
        Self::of(u128::from(high) << squares | u128::from(low))
    }

    /// The inverse of [`Word::of_sets`]; higher bits are ignored.
    #[inline]
    #[must_use]
    fn sets(self, squares: u32) -> [u64; 2] {
        let (wide, all) = (self.wide(), u64::MAX >> (u64::BITS - squares));
        [wide >> squares, wide].map(|set| set as u64 & all)
    }

    /// A flag above two sets, in 2 × `squares` + 1 bits. Adding a given square to a set adds a
    /// constant to the key.
    #[inline]
    #[must_use]
    fn join(squares: u32, flag: bool, high: u64, low: u64) -> Self {
        let sets = Self::of_sets(squares, [high, low]).wide();
        Self::of(if flag { sets | 1 << (2 * squares) } else { sets })
    }

    /// The inverse of [`Word::join`].
    #[inline]
    #[must_use]
    fn part(self, squares: u32) -> (bool, u64, u64) {
        let [high, low] = self.sets(squares);
        (self.wide() >> (2 * squares) & 1 == 1, high, low)
    }
}

impl Word for u64 {
    const BITS: u32 = u64::BITS;

    #[inline]
    fn of(wide: u128) -> u64 {
        wide as u64
    }

    #[inline]
    fn wide(self) -> u128 {
        self.into()
    }
}

impl Word for u128 {
    const BITS: u32 = u128::BITS;

    #[inline]
    fn of(wide: u128) -> u128 {
        wide
    }

    #[inline]
    fn wide(self) -> u128 {
        self
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
