//! Bit boards of 256 squares.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use super::rows::Bits;

/// A set of at most 256 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wide {
    // This field comes first, so that the derived order is the order of numbers.
    high: u128,
    low: u128,
}

/// The number of bits of a half.
const HALF: u32 = u128::BITS;

impl Wide {
    /// All squares.
    pub const ALL: Wide = Wide::new(u128::MAX, u128::MAX);

    /// The last column of a board of sixteen by sixteen squares.
    pub const LAST_OF_SIXTEEN: Wide = {
        let Wide { high, low } = Wide::FIRST_COLUMNS[16];
        Wide::new(high << 15, low << 15)
    };

    const fn new(high: u128, low: u128) -> Self {
        Wide { high, low }
    }
}

// Word by word: the derived implementation hashes each half as bytes, with their length.
impl Hash for Wide {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        (0..4).for_each(|number| state.write_u64(self.word(number)));
    }
}

macro_rules! bit_by_bit {
    ($($operator:ident $name:ident, $assign:ident $assign_name:ident;)*) => {$(
        impl $operator for Wide {
            type Output = Wide;

            #[inline]
            fn $name(self, other: Wide) -> Wide {
                Wide::new(self.high.$name(other.high), self.low.$name(other.low))
            }
        }

        impl $assign for Wide {
            #[inline]
            fn $assign_name(&mut self, other: Wide) {
                *self = self.$name(other);
            }
        }
    )*};
}

bit_by_bit! {
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
}

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide::new(!self.high, !self.low)
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;

    #[inline]
    fn shl(self, places: u32) -> Wide {
        debug_assert!(places < Wide::BITS);
        match places {
            0 => self,
            1..HALF => {
                Wide::new(self.high << places | self.low >> (HALF - places), self.low << places)
            }
            _ => Wide::new(self.low << (places - HALF), 0),
        }
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;

    #[inline]
    fn shr(self, places: u32) -> Wide {
        debug_assert!(places < Wide::BITS);
        match places {
            0 => self,
            1..HALF => {
                Wide::new(self.high >> places, self.low >> places | self.high << (HALF - places))
            }
            _ => Wide::new(0, self.high >> (places - HALF)),
        }
    }
}

impl Bits for Wide {
    const BITS: u32 = 2 * HALF;
    const EMPTY: Self = Wide::new(0, 0);
    const FIRST: Self = Wide::new(0, 1);
    const FIRST_COLUMNS: &'static [Self] = &{
        let mut columns = [Wide::EMPTY; Wide::BITS as usize + 1];
        let mut width = 1;
        while width < columns.len() {
            let mut square = 0;
            while square < Wide::BITS as usize {
                match square < HALF as usize {
                    true => columns[width].low |= 1 << square,
                    false => columns[width].high |= 1 << (square - HALF as usize),
                }
                square += width;
            }
            width += 1;
        }
        columns
    };

    #[inline]
    fn low(count: u32) -> Self {
        Wide::ALL.back(Self::BITS - count)
    }

    #[inline]
    fn on(self, places: u32) -> Self {
        if places < Self::BITS { self << places } else { Self::EMPTY }
    }

    #[inline]
    fn back(self, places: u32) -> Self {
        if places < Self::BITS { self >> places } else { Self::EMPTY }
    }

    #[inline]
    fn first(self) -> u32 {
        if self.low != 0 { self.low.first() } else { HALF + self.high.first() }
    }

    #[inline]
    fn last(self) -> u32 {
        if self.high != 0 { HALF + self.high.last() } else { self.low.last() }
    }

    #[inline]
    fn rest(self) -> Self {
        match self.low {
            0 => Wide::new(self.high.rest(), 0),
            low => Wide::new(self.high, low.rest()),
        }
    }

    #[inline]
    fn count(self) -> u32 {
        self.high.count_ones() + self.low.count_ones()
    }

    #[inline]
    fn turn(self, count: u32) -> Self {
        Wide::new(self.low.reverse_bits(), self.high.reverse_bits()).back(Self::BITS - count)
    }

    #[inline]
    fn word(self, number: u32) -> u64 {
        match number {
            0 | 1 => self.low.word(number),
            _ => self.high.word(number - 2),
        }
    }

    #[inline]
    fn of_word(word: u64, number: u32) -> Self {
        match number {
            0 | 1 => Wide::new(0, u128::of_word(word, number)),
            _ => Wide::new(u128::of_word(word, number - 2), 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set as a list that says of each square whether it is in the set.
    type Model = Vec<bool>;

    const BITS: usize = Wide::BITS as usize;

    fn set(model: &Model) -> Wide {
        let squares = (0..BITS).filter(|&square| model[square]);
        squares.fold(Wide::EMPTY, |set, square| set | Wide::FIRST << square as u32)
    }

    /// Sets with few squares, with half of them and with nearly all.
    fn models() -> Vec<Model> {
        let mut random = grundy_base::Random::new(1);
        let mut models = vec![vec![false; BITS], vec![true; BITS]];
        for often in [1, 8, 128, 248, 255] {
            models.extend(
                (0..4).map(|_| (0..BITS).map(|_| random.below(256) < often).collect::<Model>()),
            );
        }
        for lone in [0, 63, 64, 127, 128, 191, 192, 255] {
            models.push((0..BITS).map(|square| square == lone).collect());
        }
        models
    }

    fn map(map: impl Fn(usize) -> bool) -> Wide {
        set(&(0..BITS).map(map).collect())
    }

    #[test]
    fn sets_are_like_lists_of_truths() {
        for model in models() {
            let wide = set(&model);
            let members: Vec<u32> = (0..Wide::BITS).filter(|&i| model[i as usize]).collect();
            assert_eq!(wide.squares().collect::<Vec<_>>(), members);
            assert_eq!(Wide::of(members.iter().copied()), wide);
            assert_eq!(wide.singles().map(Bits::first).collect::<Vec<_>>(), members);
            assert!((0..Wide::BITS).all(|square| wide.holds(square) == model[square as usize]));
            assert_eq!(wide.count() as usize, members.len());
            assert_eq!(wide.is_empty(), members.is_empty());
            assert_eq!(wide.is_one(), members.len() == 1);
            assert_eq!(!wide, map(|i| !model[i]));
            if let [first, rest @ ..] = &members[..] {
                assert_eq!(wide.first(), *first);
                assert_eq!(wide.last(), *members.last().unwrap());
                assert_eq!(wide.rest(), Wide::of(rest.iter().copied()));
                assert_eq!(wide.lowest(), Wide::only(*first));
            }
            let words = (0..4).map(|number| Wide::of_word(wide.word(number), number));
            assert_eq!(words.fold(Wide::EMPTY, |all, word| all | word), wide);
            for places in (0..=260).filter(|places| places % 5 == 0 || (126..130).contains(places))
            {
                let on = map(|i| i.checked_sub(places).is_some_and(|i| model[i]));
                let back = map(|i| model.get(i + places).copied().unwrap_or(false));
                assert_eq!((wide.on(places as u32), wide.back(places as u32)), (on, back));
                if places < BITS {
                    assert_eq!((wide << places as u32, wide >> places as u32), (on, back));
                }
                let count = places.min(BITS);
                assert_eq!(Wide::low(count as u32), map(|i| i < count));
                let turned = map(|i| i < count && model[count - 1 - i]);
                assert_eq!(wide.turn(count as u32), turned);
            }
        }
    }

    #[test]
    fn pairs_of_sets_are_like_pairs_of_lists() {
        let models = models();
        for a in &models {
            for b in &models {
                let (one, other) = (set(a), set(b));
                assert_eq!(one & other, map(|i| a[i] && b[i]));
                assert_eq!(one | other, map(|i| a[i] || b[i]));
                assert_eq!(one ^ other, map(|i| a[i] != b[i]));
                // As numbers: the highest square decides.
                assert_eq!(one.cmp(&other), a.iter().rev().cmp(b.iter().rev()));
                assert_eq!(one == other, a == b);
            }
        }
    }

    #[test]
    fn first_columns_are_as_wide_as_the_board() {
        for width in 1..=BITS {
            assert_eq!(Wide::FIRST_COLUMNS[width], map(|i| i % width == 0));
        }
        assert_eq!(u64::FIRST_COLUMNS[7], 0x8102_0408_1020_4081);
        assert_eq!(u128::FIRST_COLUMNS[64], 1 | 1 << 64);
    }
}
