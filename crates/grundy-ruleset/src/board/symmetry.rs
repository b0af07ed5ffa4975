//! Images of bit boards under the symmetries of a rectangle.

/// The symmetries of a rectangle of at most 64 squares, as lookup tables for eight
/// squares at a time.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// For each symmetry but the identity, one table for every eight squares.
    tables: Vec<Vec<[u64; 256]>>,
}

impl Symmetries {
    /// The symmetries that map rows to rows; with `turns`, on a square board, also those
    /// that map rows to columns.
    #[must_use]
    pub fn new(width: usize, height: usize, turns: bool) -> Self {
        let turns = turns && width == height;
        let image = |number: usize, kind: usize| {
            let (x, y) = (number % width, number / width);
            let x = if kind & 1 == 0 { x } else { width - 1 - x };
            let y = if kind & 2 == 0 { y } else { height - 1 - y };
            if kind & 4 == 0 { y * width + x } else { x * width + y }
        };
        let table = |kind, first: usize| {
            let squares = (width * height - first).min(8);
            let mut table = [0; 256];
            for (set, images) in table.iter_mut().enumerate() {
                let in_set = (0..squares).filter(|square| set >> square & 1 == 1);
                *images = in_set.fold(0, |all, square| all | 1 << image(first + square, kind));
            }
            table
        };
        let kinds = 1..if turns { 8 } else { 4 };
        let tables = kinds
            .map(|kind| (0..width * height).step_by(8).map(|first| table(kind, first)).collect())
            .collect();
        Symmetries { tables }
    }

    /// The stabiliser of a set: the symmetries that map it to itself.
    #[must_use]
    pub fn fixing(mut self, set: u64) -> Self {
        let images: Vec<u64> = self.images([set]).map(|[image]| image).collect();
        let mut images = images.into_iter();
        self.tables.retain(|_| images.next() == Some(set));
        self
    }

    /// The number of symmetries, with the identity.
    #[must_use]
    pub fn count(&self) -> u32 {
        1 + self.tables.len() as u32
    }

    /// The least `key` of the sets and of their images.
    #[inline]
    pub fn least<const N: usize, K: Ord>(&self, sets: [u64; N], key: impl Fn([u64; N]) -> K) -> K {
        self.images(sets).fold(key(sets), |least, image| least.min(key(image)))
    }

    /// The number of different images of the sets, with the sets themselves.
    #[must_use]
    pub fn orbit<const N: usize>(&self, sets: [u64; N]) -> u32 {
        self.count() / (1 + self.images(sets).filter(|image| *image == sets).count() as u32)
    }

    /// The images of the sets under each symmetry but the identity.
    #[inline]
    pub fn images<const N: usize>(&self, sets: [u64; N]) -> impl Iterator<Item = [u64; N]> {
        self.tables.iter().map(move |tables| {
            sets.map(|set| {
                let part =
                    |(i, table): (usize, &[u64; 256])| table[(set >> (8 * i)) as u8 as usize];
                tables.iter().enumerate().map(part).fold(0, |all, part| all | part)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_symmetry_keeps_neighbours_and_corners() {
        for (width, height, turns, count) in
            [(4, 4, true, 8), (4, 4, false, 4), (3, 5, true, 4), (8, 8, true, 8), (1, 3, true, 4)]
        {
            let symmetries = Symmetries::new(width, height, turns);
            assert_eq!(symmetries.count(), count);
            let corners = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)];
            let corners = corners.iter().fold(0u64, |set, (x, y)| set | 1 << (y * width + x));
            let all = u64::MAX >> (64 - width * height);
            for images in symmetries.images([corners, all, 0]) {
                assert_eq!(images, [corners, all, 0]);
            }
            let image = |set| symmetries.images([set]).map(|[set]| set).collect::<Vec<_>>();
            for square in 0..width * height {
                let beside = |square: usize| -> BTreeSet<usize> {
                    let (x, y) = (square % width, square / width);
                    let near = (0..width * height).filter(|other| {
                        (other % width).abs_diff(x) + (other / width).abs_diff(y) == 1
                    });
                    near.collect()
                };
                for (kind, set) in image(1 << square).into_iter().enumerate() {
                    let set_of = |squares: BTreeSet<usize>| {
                        squares.iter().fold(0u64, |set, square| set | 1 << square)
                    };
                    let images = image(set_of(beside(square)))[kind];
                    assert_eq!(images, set_of(beside(set.trailing_zeros() as usize)));
                }
            }
            let fixed = Symmetries::new(width, height, turns).fixing(corners);
            assert_eq!(fixed.count(), count);
            assert_eq!(symmetries.orbit([corners, all]), 1);
            if width > 1 {
                let lone = Symmetries::new(width, height, turns).fixing(0b10);
                assert!(lone.count() < count && symmetries.orbit([0b10]) > 1);
                assert_eq!(lone.count() * symmetries.orbit([0b10]), count);
                let least = |set| symmetries.least([set], |[set]| set);
                assert_eq!(least(1 << (width * height - 1)), 1);
            }
            // A set without symmetry has different images.
            if width * height > 3 {
                let lone = 0b1011u64 & all;
                assert!(image(lone).into_iter().collect::<BTreeSet<_>>().len() > 2);
            }
        }
    }
}
