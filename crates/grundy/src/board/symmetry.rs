//! The eight symmetries of a small square board, on sets of its squares.

/// How many symmetries a square has.
pub const COUNT: usize = 8;
/// The number of the symmetry that makes rows columns.
pub const TRANSPOSED: usize = 4;
/// The longest side.
pub const LONGEST: usize = 5;

/// Squares whose images stand in one table.
const LOW: u32 = 13;

/// Images of sets of squares of a board of at most 25 squares, from two tables.
///
/// The symmetry 0 changes nothing.
#[derive(Debug)]
pub struct Symmetries {
    low: Box<[[u32; COUNT]]>,
    high: Box<[[u32; COUNT]]>,
}

impl Symmetries {
    /// Those of a board with a side of at most [`LONGEST`].
    #[must_use]
    pub fn new(side: usize) -> Self {
        assert!((1..=LONGEST).contains(&side));
        let squares = (side * side) as u32;
        let table = |first: u32, count: u32| {
            let mut images = vec![[0; COUNT]; 1 << count];
            for set in 1..images.len() {
                let square = first as usize + set.trailing_zeros() as usize;
                let rest = images[set & (set - 1)];
                images[set] = std::array::from_fn(|i| rest[i] | 1 << image(side, square, i));
            }
            images.into_boxed_slice()
        };
        let low = squares.min(LOW);
        Symmetries { low: table(0, low), high: table(low, squares - low) }
    }

    /// The images of a set under all symmetries.
    #[inline]
    #[must_use]
    pub fn images(&self, set: u32) -> [u32; COUNT] {
        let (low, high) = self.halves(set);
        std::array::from_fn(|i| low[i] | high[i])
    }

    /// The image of a set under one symmetry.
    #[inline]
    #[must_use]
    pub fn image(&self, set: u32, symmetry: usize) -> u32 {
        let (low, high) = self.halves(set);
        low[symmetry] | high[symmetry]
    }

    #[inline]
    fn halves(&self, set: u32) -> (&[u32; COUNT], &[u32; COUNT]) {
        // Smaller boards have squares in the first table only.
        (&self.low[(set & ((1 << LOW) - 1)) as usize], &self.high[(set >> LOW) as usize])
    }
}

/// Where a symmetry takes a square: mirrored as the lowest binary digits of its
/// number say, and then with rows as columns.
fn image(side: usize, square: usize, symmetry: usize) -> usize {
    let mirrored = |at: usize, digit: usize| match symmetry >> digit & 1 {
        1 => side - 1 - at,
        _ => at,
    };
    let (x, y) = (mirrored(square % side, 0), mirrored(square / side, 1));
    if symmetry & TRANSPOSED != 0 { x * side + y } else { y * side + x }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn symmetries_are_a_group_that_keeps_neighbours() {
        for side in 2..=LONGEST {
            let symmetries = Symmetries::new(side);
            let all: BTreeSet<Vec<u32>> = (0..COUNT)
                .map(|i| (0..side * side).map(|at| symmetries.image(1 << at, i)).collect())
                .collect();
            assert_eq!(all.len(), COUNT);
            for (i, images) in symmetries.images(0b11).into_iter().enumerate() {
                let [low, high] = [images.trailing_zeros(), 31 - images.leading_zeros()];
                assert!([1, side as u32].contains(&(high - low)), "{side}, {i}");
            }
            let corners = 1 | 1 << (side - 1) | (1 | 1 << (side - 1)) << (side * (side - 1));
            assert_eq!(symmetries.images(corners), [corners; COUNT]);
            let row = (1 << side) - 1;
            let column = (0..side).fold(0, |set, y| set | 1 << (y * side));
            assert_eq!(symmetries.image(row, TRANSPOSED), column);
        }
    }
}
