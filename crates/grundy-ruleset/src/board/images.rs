//! Images of sets of places under the symmetries of a small board.

/// The number of places that the first table covers.
const LOW: u32 = 12;

/// Images of sets of at most 25 places under `N` symmetries, looked up in two tables.
///
/// Symmetry 0 is the identity.
#[derive(Debug)]
pub struct Symmetries<const N: usize> {
    low: Box<[[u32; N]]>,
    high: Box<[[u32; N]]>,
}

/// The symmetries of a square board, whose squares are numbered row by row.
pub type OfSquare = Symmetries<8>;

/// The number of the symmetry of the square that exchanges rows and columns.
pub const TRANSPOSED: usize = 4;

impl<const N: usize> Symmetries<N> {
    /// Builds the tables; `image(symmetry, place)` is the image of one place.
    ///
    /// # Panics
    ///
    /// If there are more than 25 places.
    #[must_use]
    pub fn new(places: usize, image: impl Fn(usize, usize) -> usize) -> Self {
        assert!(places <= 25);
        let table = |first: u32, count: u32| {
            let mut images = vec![[0; N]; 1 << count];
            for set in 1..images.len() {
                let place = first as usize + set.trailing_zeros() as usize;
                let rest = images[set & (set - 1)];
                images[set] = std::array::from_fn(|i| rest[i] | 1 << image(i, place));
            }
            images.into_boxed_slice()
        };
        let low = LOW.min(places as u32);
        Symmetries { low: table(0, low), high: table(low, places as u32 - low) }
    }

    /// The images of a set under all symmetries.
    #[inline]
    #[must_use]
    pub fn images(&self, set: u32) -> [u32; N] {
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
    fn halves(&self, set: u32) -> (&[u32; N], &[u32; N]) {
        // The high table of a board of at most `LOW` places has one entry.
        (&self.low[(set & ((1 << LOW) - 1)) as usize], &self.high[(set >> LOW) as usize])
    }
}

impl OfSquare {
    /// The symmetries of a square board of at most 25 squares.
    #[must_use]
    pub fn of_square(side: usize) -> Self {
        Symmetries::new(side * side, |symmetry, square| {
            let [x, y] = image([square % side, square / side], side, symmetry);
            y * side + x
        })
    }
}

/// The image of a column and a row under one of the eight symmetries of a square.
///
/// Bit 0 of the symmetry's number reflects the column, bit 1 the row; then bit 2
/// exchanges them.
#[must_use]
pub fn image([x, y]: [usize; 2], side: usize, symmetry: usize) -> [usize; 2] {
    let mirrored = |at: usize, digit: usize| match symmetry >> digit & 1 {
        1 => side - 1 - at,
        _ => at,
    };
    let (x, y) = (mirrored(x, 0), mirrored(y, 1));
    if symmetry & TRANSPOSED != 0 { [y, x] } else { [x, y] }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn symmetries_are_a_group_that_keeps_neighbours() {
        for side in 2..=5 {
            let symmetries = Symmetries::of_square(side);
            let all: BTreeSet<Vec<u32>> = (0..8)
                .map(|i| (0..side * side).map(|at| symmetries.image(1 << at, i)).collect())
                .collect();
            assert_eq!(all.len(), 8);
            for (i, images) in symmetries.images(0b11).into_iter().enumerate() {
                let [low, high] = [images.trailing_zeros(), 31 - images.leading_zeros()];
                assert!([1, side as u32].contains(&(high - low)), "{side}, {i}");
            }
            let corners = 1 | 1 << (side - 1) | (1 | 1 << (side - 1)) << (side * (side - 1));
            assert_eq!(symmetries.images(corners), [corners; 8]);
            let row = (1 << side) - 1;
            let column = (0..side).fold(0, |set, y| set | 1 << (y * side));
            assert_eq!(symmetries.image(row, TRANSPOSED), column);
        }
    }
}
