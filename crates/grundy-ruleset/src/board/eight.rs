//! Square boards with the greatest side that fits into a set: eight by eight squares in 64 bits,
//! eleven by eleven in 128, and sixteen by sixteen in 256. Square (x, y) is bit `SIDE` × y + x.

use super::rows;
use super::rows::Bits;
use super::wide::Wide;

/// The number of directions in which squares touch. The first four of them are across and down.
pub const DIRECTIONS: usize = 8;

/// Sets of squares of a square board.
pub trait Square: Bits {
    /// The number of squares in a row, and of rows.
    const SIDE: u32;
    /// All squares.
    const ALL: Self;
    /// The squares of the first column.
    const FIRST_COLUMN: Self;
    /// The squares of the last column.
    const LAST_COLUMN: Self;

    /// The set with rows and columns exchanged.
    #[must_use]
    fn transposed(self) -> Self {
        rows::transpose(self, Self::SIDE, Self::SIDE)
    }

    /// The set with its rows in reverse order.
    #[must_use]
    fn flipped(self) -> Self {
        rows::flip(self, Self::SIDE, Self::SIDE)
    }

    /// The set after half a turn.
    #[must_use]
    fn turned(self) -> Self {
        self.turn(Self::SIDE * Self::SIDE)
    }

    /// The set with its columns in reverse order.
    #[must_use]
    fn mirrored(self) -> Self {
        self.turned().flipped()
    }

    /// The columns that contain a square of the set, as squares of the first row.
    #[must_use]
    fn columns(self) -> Self {
        let rows = (0..Self::SIDE).map(|y| self >> (y * Self::SIDE));
        rows.fold(Self::EMPTY, |all, row| all | row) & Self::low(Self::SIDE)
    }
}

impl Square for u64 {
    const SIDE: u32 = 8;
    const ALL: Self = u64::MAX;
    const FIRST_COLUMN: Self = 0x0101_0101_0101_0101;
    const LAST_COLUMN: Self = Self::FIRST_COLUMN << 7;

    /// After Hacker's Delight, section 7-3.
    #[inline]
    fn transposed(mut self) -> Self {
        let swap = (self ^ self >> 7) & 0x00aa_00aa_00aa_00aa;
        self ^= swap | swap << 7;
        let swap = (self ^ self >> 14) & 0x0000_cccc_0000_cccc;
        self ^= swap | swap << 14;
        let swap = (self ^ self >> 28) & 0x0000_0000_f0f0_f0f0;
        self ^ (swap | swap << 28)
    }

    #[inline]
    fn flipped(self) -> Self {
        self.swap_bytes()
    }

    #[inline]
    fn turned(self) -> Self {
        self.reverse_bits()
    }

    #[inline]
    fn columns(self) -> Self {
        let columns = self | self >> 32;
        let columns = columns | columns >> 16;
        (columns | columns >> 8) & 0xff
    }
}

impl Square for u128 {
    const SIDE: u32 = 11;
    const ALL: Self = (1 << 121) - 1;
    const FIRST_COLUMN: Self = Self::FIRST_COLUMNS[11] & Self::ALL;
    const LAST_COLUMN: Self = Self::FIRST_COLUMN << 10;
}

impl Square for Wide {
    const SIDE: u32 = 16;
    const ALL: Self = Wide::ALL;
    const FIRST_COLUMN: Self = Self::FIRST_COLUMNS[16];
    const LAST_COLUMN: Self = Wide::LAST_OF_SIXTEEN;
}

/// The squares of a set one step further in a direction; those beyond the board are dropped.
/// The opposite of direction d is d ^ 1.
#[inline]
#[must_use]
pub fn shifted<B: Square>(set: B, direction: usize) -> B {
    let (first, last) = (!B::FIRST_COLUMN, !B::LAST_COLUMN);
    let to = match direction {
        0 => (set & last) << 1,
        1 => (set & first) >> 1,
        2 => set << B::SIDE,
        3 => set >> B::SIDE,
        4 => (set & last) << (B::SIDE + 1),
        5 => (set & first) >> (B::SIDE + 1),
        6 => (set & first) << (B::SIDE - 1),
        _ => (set & last) >> (B::SIDE - 1),
    };
    to & B::ALL
}

/// The orthogonal neighbours of the squares of a set.
#[inline]
#[must_use]
pub fn beside<B: Square>(set: B) -> B {
    (0..4).fold(B::EMPTY, |all, direction| all | shifted(set, direction))
}

/// The set with all squares that touch it, diagonally too.
#[inline]
#[must_use]
pub fn around<B: Square>(set: B) -> B {
    let row = set | shifted(set, 0) | shifted(set, 1);
    row | shifted(row, 2) | shifted(row, 3)
}

/// Calls `each` with the eight images of two sets under turns and reflections, moved together to
/// the top left. One of the sets must not be empty.
#[inline]
pub fn each_image<B: Square>([a, b]: [B; 2], mut each: impl FnMut([B; 2])) {
    let all = a | b;
    let columns = all.columns();
    let [above, below] = [all.first() / B::SIDE, B::SIDE - 1 - all.last() / B::SIDE];
    let [before, after] = [columns.first(), B::SIDE - 1 - columns.last()];
    let mut add = |[a, b]: [B; 2], change: fn(B) -> B, rows: u32, columns: u32| {
        let places = B::SIDE * rows + columns;
        each([change(a) >> places, change(b) >> places]);
    };
    let across = [a.transposed(), b.transposed()];
    for (sets, [above, below], [before, after]) in
        [([a, b], [above, below], [before, after]), (across, [before, after], [above, below])]
    {
        add(sets, |set| set, above, before);
        add(sets, B::flipped, below, before);
        add(sets, B::mirrored, above, after);
        add(sets, B::turned, below, after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set after a map of its squares; those beyond the board are dropped.
    fn mapped<B: Square>(set: B, map: impl Fn([i32; 2]) -> [i32; 2]) -> B {
        let side = B::SIDE as i32;
        let images = set.squares().map(|square| map([square as i32 % side, square as i32 / side]));
        let inside = images.filter(|at| at.iter().all(|x| (0..side).contains(x)));
        B::of(inside.map(|[x, y]| (side * y + x) as u32))
    }

    fn sets<B: Square>() -> impl Iterator<Item = B> {
        let word = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i as u32);
        (1..200u64).map(move |i| {
            let words =
                (0..B::BITS / 64).map(|number| B::of_word(word(i + u64::from(number)), number));
            words.fold(B::EMPTY, |all, word| all | word) & B::ALL
        })
    }

    fn squares_touch<B: Square>() {
        for set in sets::<B>().map(|set| set & set << 3) {
            let steps = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [-1, 1], [1, -1]];
            let images = steps.map(|[right, down]| mapped(set, |[x, y]| [x + right, y + down]));
            assert_eq!(images, std::array::from_fn(|direction| shifted(set, direction)));
            assert_eq!(images[..4].iter().fold(B::EMPTY, |all, &image| all | image), beside(set));
            assert_eq!(images.iter().fold(set, |all, &image| all | image), around(set));
        }
    }

    #[test]
    fn squares_touch_where_they_should() {
        squares_touch::<u64>();
        squares_touch::<u128>();
        squares_touch::<Wide>();
    }

    fn images<B: Square>() {
        let side = B::SIDE as i32;
        let corner = |sets: [B; 2]| {
            (0..side).fold(sets, |sets, _| {
                let left = ((sets[0] | sets[1]) & B::FIRST_COLUMN).is_empty();
                sets.map(|set| mapped(set, |[x, y]| [x - i32::from(left), y]))
            })
        };
        let inner = !(B::FIRST_COLUMN | B::LAST_COLUMN | B::low(2 * B::SIDE));
        for set in sets::<B>() {
            let sets = [set & inner, set >> 11 & inner & B::low(B::SIDE * (B::SIDE - 2))];
            if sets == [B::EMPTY; 2] {
                continue;
            }
            let mut expected = Vec::new();
            for image in 0..8 {
                let turned = sets.map(|set| {
                    mapped(set, |[x, y]| {
                        let [x, y] = if image & 4 == 0 { [x, y] } else { [y, x] };
                        let x = if image & 2 == 0 { x } else { side - 1 - x };
                        [x, if image & 1 == 0 { y } else { side - 1 - y }]
                    })
                });
                // To the left, then up.
                let transposed = |set| mapped(set, |[x, y]| [y, x]);
                expected.push(corner(corner(turned).map(transposed)).map(transposed));
            }
            let mut found = Vec::new();
            each_image(sets, |sets| found.push(sets));
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn images_are_those_of_the_square() {
        images::<u64>();
        images::<u128>();
        images::<Wide>();
    }
}
