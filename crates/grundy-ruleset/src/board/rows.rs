//! Bit boards of a rectangle: the square at the top left is bit 0, and bits go row by row.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// An integer used as a bit board. Bit boards are ordered like numbers.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Ord
    + Hash
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Number of bits.
    const BITS: u32;
    /// The empty set.
    const EMPTY: Self;
    /// The set of square 0 alone.
    const FIRST: Self;
    /// The first column of a board with `BITS` squares, indexed by the board's width.
    const FIRST_COLUMNS: &'static [Self];

    /// The first `count` squares.
    fn low(count: u32) -> Self;

    /// A shift to higher bits; bits beyond the last are dropped, also for long shifts.
    fn on(self, places: u32) -> Self;

    /// A shift to lower bits; bits below 0 are dropped, also for long shifts.
    fn back(self, places: u32) -> Self;

    /// The lowest square of a nonempty set.
    fn first(self) -> u32;

    /// The highest square of a nonempty set.
    fn last(self) -> u32;

    /// The set without its lowest square.
    fn rest(self) -> Self;

    /// The number of squares.
    fn count(self) -> u32;

    /// The lowest `count` bits in reverse order.
    fn turn(self, count: u32) -> Self;

    /// The 64 bits from bit 64 × `number` on.
    fn word(self, number: u32) -> u64;

    /// The set of these squares, numbered from bit 64 × `number` on.
    fn of_word(word: u64, number: u32) -> Self;

    /// The set of one square.
    #[inline]
    #[must_use]
    fn only(square: u32) -> Self {
        Self::FIRST << square
    }

    /// Whether a square is in the set.
    #[inline]
    fn holds(self, square: u32) -> bool {
        self & Self::only(square) != Self::EMPTY
    }

    /// Whether there is no square in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The set of the lowest square alone; empty if the set is.
    #[inline]
    #[must_use]
    fn lowest(self) -> Self {
        self ^ self.rest()
    }

    /// Whether there is exactly one square in the set.
    #[inline]
    fn is_one(self) -> bool {
        !self.is_empty() && self.rest().is_empty()
    }

    /// The numbers of the squares, least first.
    #[inline]
    fn squares(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let square = (!self.is_empty()).then(|| self.first());
            self = self.rest();
            square
        })
    }

    /// The squares, each as a set of one, least first.
    #[inline]
    fn singles(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let single = self.lowest();
            self ^= single;
            (!single.is_empty()).then_some(single)
        })
    }

    /// The set, as one of another type, which has room for its squares.
    #[must_use]
    fn resized<B: Bits>(self) -> B {
        let words = Self::BITS.min(B::BITS) / u64::BITS;
        (0..words).fold(B::EMPTY, |set, number| set | B::of_word(self.word(number), number))
    }

    /// The set of squares with these numbers.
    #[must_use]
    fn of(squares: impl IntoIterator<Item = u32>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::only(square))
    }
}

macro_rules! bits {
    ($($number:ident),*) => {$(
        impl Bits for $number {
            const BITS: u32 = <$number>::BITS;
            const EMPTY: Self = 0;
            const FIRST: Self = 1;
            const FIRST_COLUMNS: &'static [Self] = &{
                let mut columns = [0; <$number>::BITS as usize + 1];
                let mut width = 1;
                while width < columns.len() {
                    let mut square = 0;
                    while square < <$number>::BITS as usize {
                        columns[width] |= 1 << square;
                        square += width;
                    }
                    width += 1;
                }
                columns
            };

            #[inline]
            fn low(count: u32) -> Self {
                <$number>::MAX.checked_shr(Self::BITS - count).unwrap_or(0)
            }

            #[inline]
            fn on(self, places: u32) -> Self {
                self.checked_shl(places).unwrap_or(0)
            }

            #[inline]
            fn back(self, places: u32) -> Self {
                self.checked_shr(places).unwrap_or(0)
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn last(self) -> u32 {
                Self::BITS - 1 - self.leading_zeros()
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn turn(self, count: u32) -> Self {
                self.reverse_bits().checked_shr(Self::BITS - count).unwrap_or(0)
            }

            #[inline]
            fn word(self, number: u32) -> u64 {
                (self >> (64 * number)) as u64
            }

            #[inline]
            fn of_word(word: u64, number: u32) -> Self {
                <$number>::from(word) << (64 * number)
            }

            #[inline]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
        }
    )*};
}

bits!(u64, u128);

/// The squares of a set moved by one step; `first` is the first column of the board, and
/// `all` are its squares. Squares that would leave the board are dropped.
#[inline]
pub fn step<T: Bits>(set: T, (right, down): (i8, i8), width: u32, first: T, all: T) -> T {
    let set = match right {
        1 => set << 1 & !first & all,
        -1 => (set & !first) >> 1,
        _ => set,
    };
    let set = match down {
        1 => set.on(width),
        -1 => set.back(width),
        _ => set,
    };
    set & all
}

/// The orthogonal neighbours of the squares of a set.
#[inline]
pub fn beside<T: Bits>(set: T, width: u32, first: T, all: T) -> T {
    let across = set << 1 & !first | (set & !first) >> 1;
    (across | set.on(width) | set.back(width)) & all
}

/// The rows in reverse order.
#[inline]
pub fn flip<T: Bits>(mut set: T, width: u32, height: u32) -> T {
    // The width of a single row may exceed the largest valid shift.
    if height <= 1 {
        return set;
    }
    let row = T::low(width);
    let mut flipped = T::EMPTY;
    for _ in 0..height {
        flipped = flipped << width | set & row;
        set = set >> width;
    }
    flipped
}

/// The board with rows and columns exchanged.
#[inline]
pub fn transpose<T: Bits>(mut set: T, width: u32, height: u32) -> T {
    // A single row and a single column number their squares alike.
    if height <= 1 || width <= 1 {
        return set;
    }
    let row = T::low(width);
    let mut transposed = T::EMPTY;
    for y in 0..height {
        let mut squares = set & row;
        while squares != T::EMPTY {
            transposed |= T::FIRST << (squares.first() * height + y);
            squares = squares.rest();
        }
        set = set >> width;
    }
    transposed
}

/// A rectangular part of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    left: u32,
    top: u32,
    /// The number of squares in a row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
}

impl Window {
    /// The bounding box of a set on a board of this width; none if the set is empty.
    #[inline]
    #[must_use]
    pub fn around<T: Bits>(set: T, width: u32) -> Option<Self> {
        if set == T::EMPTY {
            return None;
        }
        let (top, bottom) = (set.first() / width, set.last() / width);
        let mut columns = T::EMPTY;
        for y in top..=bottom {
            columns |= set >> (y * width);
        }
        let columns = columns & T::low(width);
        let (left, right) = (columns.first(), columns.last());
        Some(Window { left, top, width: right - left + 1, height: bottom - top + 1 })
    }

    /// The squares of a set inside this rectangle, renumbered for a board of its size.
    #[inline]
    #[must_use]
    pub fn of<T: Bits>(self, set: T, width: u32) -> T {
        let set = set >> (self.top * width + self.left);
        if self.width == width {
            return set & T::low(self.width * self.height);
        }
        let row = T::low(self.width);
        let mut squares = T::EMPTY;
        for y in 0..self.height {
            squares |= (set >> (y * width) & row) << (y * self.width);
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks each square by itself, from the definition.
    #[test]
    fn squares_go_where_they_should() {
        for (width, height) in [(1, 1), (3, 2), (2, 5), (8, 8), (64, 1), (1, 64), (7, 9)] {
            for x in 0..width {
                for y in 0..height {
                    let set = 1u64 << (y * width + x);
                    assert_eq!(flip(set, width, height), 1 << ((height - 1 - y) * width + x));
                    assert_eq!(transpose(set, width, height), 1 << (x * height + y));
                    let turned = (height - 1 - y) * width + width - 1 - x;
                    assert_eq!(set.turn(width * height), 1 << turned);
                    let window = Window::around(set, width).unwrap();
                    assert_eq!(window, Window { left: x, top: y, width: 1, height: 1 });
                    assert_eq!(window.of(set, width), 1);
                    // Numbers of both lengths agree.
                    let long = u128::from(set);
                    assert_eq!(flip(long, width, height), flip(set, width, height).into());
                    assert_eq!(
                        transpose(long, width, height),
                        transpose(set, width, height).into()
                    );
                }
            }
        }
        assert_eq!(Window::around(0u64, 5), None);
        assert_eq!(flip(1u128, 128, 1), 1);
        assert_eq!(1u128.turn(128), 1 << 127);
    }

    #[test]
    fn windows_hold_a_set_tightly() {
        // ....
        // .x.x
        // ..x.
        let set = 1u64 << 5 | 1 << 7 | 1 << 10;
        let window = Window::around(set, 4).unwrap();
        assert_eq!(window, Window { left: 1, top: 1, width: 3, height: 2 });
        assert_eq!(window.of(set, 4), 0b010_101);
        assert_eq!(window.of(u64::MAX, 4), 0b111_111);
    }
}
