//! Bit boards of eight by eight squares: square (x, y) is bit 8y + x.

/// Squares of a row, and rows.
pub const SIDE: usize = 8;

/// Directions in which squares touch; the first four of them across and down.
pub const DIRECTIONS: usize = 8;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The squares of a set one step further in a direction; those beyond the board are dropped.
/// The opposite of direction d is d ^ 1.
#[inline]
#[must_use]
pub const fn shifted(set: u64, direction: usize) -> u64 {
    match direction {
        0 => (set & !LAST_COLUMN) << 1,
        1 => (set & !FIRST_COLUMN) >> 1,
        2 => set << 8,
        3 => set >> 8,
        4 => (set & !LAST_COLUMN) << 9,
        5 => (set & !FIRST_COLUMN) >> 9,
        6 => (set & !FIRST_COLUMN) << 7,
        _ => (set & !LAST_COLUMN) >> 7,
    }
}

/// The squares beside those of a set, across and down.
#[inline]
#[must_use]
pub const fn beside(set: u64) -> u64 {
    shifted(set, 0) | shifted(set, 1) | set << 8 | set >> 8
}

/// The squares that touch those of a set, and the set.
#[inline]
#[must_use]
pub const fn around(set: u64) -> u64 {
    let row = set | shifted(set, 0) | shifted(set, 1);
    row | row << 8 | row >> 8
}

/// Rows and columns exchanged (Hacker's Delight, section 7-3).
const fn transposed(mut set: u64) -> u64 {
    let swap = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
    set ^= swap | swap << 7;
    let swap = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
    set ^= swap | swap << 14;
    let swap = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
    set ^ (swap | swap << 28)
}

const fn mirrored(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// Tells each of the eight images of two sets by turns and reflections, moved together to the
/// top left. One of the sets must not be empty.
#[inline]
pub fn each_image([a, b]: [u64; 2], mut each: impl FnMut([u64; 2])) {
    let all = a | b;
    let columns = all | all >> 32;
    let columns = columns | columns >> 16;
    let columns = (columns | columns >> 8) as u8;
    let [above, below] = [all.trailing_zeros() / 8, all.leading_zeros() / 8];
    let [before, after] = [columns.trailing_zeros(), columns.leading_zeros()];
    let mut add = |[a, b]: [u64; 2], change: fn(u64) -> u64, rows: u32, columns: u32| {
        each([change(a) >> (8 * rows + columns), change(b) >> (8 * rows + columns)]);
    };
    let across = [transposed(a), transposed(b)];
    for (sets, [above, below], [before, after]) in
        [([a, b], [above, below], [before, after]), (across, [before, after], [above, below])]
    {
        add(sets, |set| set, above, before);
        add(sets, u64::swap_bytes, below, before);
        add(sets, mirrored, above, after);
        add(sets, u64::reverse_bits, below, after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: i32 = SIDE as i32;

    /// A set after a map of its squares; those beyond the board are dropped.
    fn mapped(set: u64, map: impl Fn([i32; 2]) -> [i32; 2]) -> u64 {
        let squares = (0..BOARD * BOARD).filter(|square| set >> square & 1 != 0);
        let images = squares.map(|square| map([square % BOARD, square / BOARD]));
        let inside = images.filter(|at| at.iter().all(|x| (0..BOARD).contains(x)));
        inside.fold(0, |all, [x, y]| all | 1 << (BOARD * y + x))
    }

    fn sets() -> impl Iterator<Item = u64> {
        (1..200u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i as u32))
    }

    #[test]
    fn squares_touch_where_they_should() {
        for set in sets().map(|set| set & set << 3) {
            let steps = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [-1, 1], [1, -1]];
            let images = steps.map(|[right, down]| mapped(set, |[x, y]| [x + right, y + down]));
            assert_eq!(images, std::array::from_fn(|direction| shifted(set, direction)));
            assert_eq!(images[..4].iter().fold(0, |all, image| all | image), beside(set));
            assert_eq!(images.iter().fold(set, |all, image| all | image), around(set));
        }
    }

    #[test]
    fn images_are_those_of_the_square() {
        let corner = |sets: [u64; 2]| {
            (0..BOARD).fold(sets, |sets, _| {
                let left = (sets[0] | sets[1]) & FIRST_COLUMN == 0;
                sets.map(|set| mapped(set, |[x, y]| [x - i32::from(left), y]))
            })
        };
        for set in sets() {
            let sets = [set & 0x3c_7e3c_3c00, set.rotate_left(11) & 0x3c_7e3c_3c00];
            if sets == [0; 2] {
                continue;
            }
            let mut expected = Vec::new();
            for image in 0..8 {
                let turned = sets.map(|set| {
                    mapped(set, |[x, y]| {
                        let [x, y] = if image & 4 == 0 { [x, y] } else { [y, x] };
                        let x = if image & 2 == 0 { x } else { BOARD - 1 - x };
                        [x, if image & 1 == 0 { y } else { BOARD - 1 - y }]
                    })
                });
                // To the left, then up.
                let flat = corner(turned).map(transposed);
                expected.push(corner(flat).map(transposed));
            }
            let mut found = Vec::new();
            each_image(sets, |sets| found.push(sets));
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}
