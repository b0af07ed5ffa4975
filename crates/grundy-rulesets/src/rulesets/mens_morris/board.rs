//! The boards of men's morris: points, the lines on which men slide, mills, and
//! symmetries.

use std::array::from_fn;
use std::sync::OnceLock;

use super::Size;
use grundy_ruleset::board::images::{Symmetries, image};

/// The greatest number of points.
const POINTS: usize = 24;
/// The greatest number of mills through one point.
const THROUGH: usize = 4;
/// The eight symmetries of the square, each also combined with the exchange of the inner and the
/// outer square. On a board with a point in the middle each of the eight is listed twice instead.
pub(super) const IMAGES: usize = 16;

/// A board.
#[derive(Debug)]
pub(super) struct Board {
    /// The number of columns and of rows of the drawing.
    pub(super) side: usize,
    /// The column and the row of each point, row by row.
    pub(super) points: Vec<[usize; 2]>,
    /// Straight lines through neighbouring points.
    pub(super) lines: Vec<Vec<usize>>,
    /// Lines of three points, as sets.
    mills: Vec<u32>,
    /// The neighbours of each point along lines.
    beside: [u32; POINTS],
    /// For each mill through a point, its other points; unused entries are sets that men can
    /// never fill.
    through: [[u32; THROUGH]; POINTS],
    pub(super) symmetries: Symmetries<IMAGES>,
}

impl Board {
    /// The board of a game, built once.
    pub(super) fn of(size: Size, diagonals: bool) -> &'static Board {
        static ALL: [[OnceLock<Board>; 2]; 3] = [const { [const { OnceLock::new() }; 2] }; 3];
        ALL[size as usize][usize::from(diagonals)].get_or_init(|| Board::new(size, diagonals))
    }

    fn new(size: Size, diagonals: bool) -> Self {
        // The side of the grid, and whether there is a point in the middle.
        let (side, centre) = match size {
            Size::Three => (3, true),
            Size::Six => (5, false),
            Size::Nine => (7, false),
        };
        let middle = side / 2;
        let all = (0..side * side).map(|at| [at % side, at / side]);
        let on_square = |[x, y]: &[usize; 2]| {
            let [x, y] = [x.abs_diff(middle), y.abs_diff(middle)];
            if x == 0 && y == 0 { centre } else { x == 0 || y == 0 || x == y }
        };
        let points: Vec<[usize; 2]> = all.filter(on_square).collect();
        let lines = lines(side, centre, diagonals, &points);
        let sets = lines.iter().map(|line| line.iter().fold(0, |set, point| set | 1u32 << point));
        let mills: Vec<u32> = sets.filter(|set| set.count_ones() == 3).collect();
        let beside = from_fn(|point| {
            let pairs = lines.iter().flat_map(|line| line.windows(2));
            pairs.filter(|pair| pair.contains(&point)).flatten().fold(0, |set, at| set | 1 << at)
                & !(1 << point)
        });
        let through = from_fn(|point| {
            let mut mills = mills.iter().filter(|mill| *mill >> point & 1 == 1);
            from_fn(|_| mills.next().map_or(u32::MAX, |mill| mill & !(1 << point)))
        });
        let symmetries = Symmetries::new(points.len(), |symmetry, point| {
            let [x, y] = image(points[point], side, symmetry % 8);
            let exchanged = |at: usize| match at.abs_diff(middle) {
                0 => middle,
                far if at < middle => far - 1,
                far => side - far,
            };
            let to = if symmetry < 8 || centre { [x, y] } else { [exchanged(x), exchanged(y)] };
            points.iter().position(|at| *at == to).unwrap_or(point)
        });
        Board { side, points, lines, mills, beside, through, symmetries }
    }

    /// All points.
    #[inline]
    pub(super) fn all(&self) -> u32 {
        (1 << self.points.len()) - 1
    }

    /// The points to which a man may slide.
    #[inline]
    pub(super) fn beside(&self, point: usize) -> u32 {
        self.beside[point]
    }

    /// Whether a man on this point is in a mill of `stones`.
    #[inline]
    pub(super) fn closes(&self, stones: u32, point: usize) -> bool {
        self.through[point].iter().any(|others| stones & others == *others)
    }

    /// The men that are in mills.
    #[inline]
    pub(super) fn in_mills(&self, stones: u32) -> u32 {
        let full = |mill: u32| if stones & mill == mill { mill } else { 0 };
        self.mills.iter().fold(0, |set, mill| set | full(*mill))
    }

    /// The men that may be taken: men in mills only if all men are in mills.
    #[inline]
    pub(super) fn open(&self, stones: u32) -> u32 {
        match stones & !self.in_mills(stones) {
            0 => stones,
            open => open,
        }
    }
}

/// All rows and columns of points, and the diagonals if there are any. A line through a middle
/// without a point counts as two lines.
fn lines(side: usize, centre: bool, diagonals: bool, points: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let middle = side / 2;
    let mut lines = Vec::new();
    let mut add = |on: &dyn Fn([usize; 2]) -> bool| {
        let line: Vec<usize> = (0..points.len()).filter(|&point| on(points[point])).collect();
        let halves = line.len() / 2;
        match !centre && on([middle, middle]) {
            true => lines.extend([line[..halves].to_vec(), line[halves..].to_vec()]),
            false => lines.push(line),
        }
    };
    for i in 0..side {
        add(&|[_, y]| y == i);
        add(&|[x, _]| x == i);
    }
    if diagonals {
        add(&|[x, y]| x == y);
        add(&|[x, y]| x + y == side - 1);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_points_lines_and_mills() {
        for (size, diagonals, points, links, mills) in [
            (Size::Three, false, 9, 12, 6),
            (Size::Three, true, 9, 16, 8),
            (Size::Six, false, 16, 20, 8),
            (Size::Nine, false, 24, 32, 16),
            (Size::Nine, true, 24, 40, 20),
        ] {
            let board = Board::of(size, diagonals);
            let ends: u32 = board.beside.iter().map(|beside| beside.count_ones()).sum();
            let found = (board.points.len(), ends / 2, board.mills.len());
            assert_eq!(found, (points, links, mills));
            // Every symmetry keeps mills and links.
            for i in 0..IMAGES {
                let image = |set| board.symmetries.image(set, i);
                assert!(board.mills.iter().all(|mill| board.mills.contains(&image(*mill))));
                for point in 0..points {
                    let to = image(1 << point).trailing_zeros() as usize;
                    assert_eq!(board.beside[to], image(board.beside[point]));
                }
            }
        }
    }
}
