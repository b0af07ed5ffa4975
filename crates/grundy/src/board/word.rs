//! Keys of one word or of two: rulesets whose boards come in both sizes are
//! written once for [`Word`].

use crate::ruleset::Key;

/// An integer in which positions are packed.
pub trait Word: Key {
    /// How many bits it has.
    const BITS: u32;

    /// The low bits of a number.
    fn of(wide: u128) -> Self;

    /// The number.
    fn wide(self) -> u128;

    /// A flag above two sets of as many squares; 2 × `squares` + 1 bits. Adding
    /// a square to a set adds a constant to the key.
    #[inline]
    #[must_use]
    fn join(squares: u32, flag: bool, high: u64, low: u64) -> Self {
        let sets = u128::from(high) << squares | u128::from(low);
        Self::of(if flag { sets | 1 << (2 * squares) } else { sets })
    }

    /// What [`Word::join`] has joined.
    #[inline]
    #[must_use]
    fn part(self, squares: u32) -> (bool, u64, u64) {
        let (wide, all) = (self.wide(), (1 << squares) - 1);
        (wide >> (2 * squares) & 1 == 1, (wide >> squares) as u64 & all, wide as u64 & all)
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
