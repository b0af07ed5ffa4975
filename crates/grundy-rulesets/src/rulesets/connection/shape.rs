//! Boards of hexagonal cells: rhombs and triangles.

use grundy_base::Player;
use grundy_ruleset::scene::Spot;

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Rows of equal length, each shifted half a cell to the right against the one above.
    Hex {
        /// The number of cells in a row.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A triangle with one cell in its first row.
    Y {
        /// The number of cells along a side.
        side: usize,
    },
}

/// A border of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first row.
    Top,
    /// The last row.
    Bottom,
    /// The first cell of each row.
    Start,
    /// The last cell of each row.
    End,
}

impl Shape {
    /// The number of cells; none on overflow.
    #[must_use]
    pub fn count(self) -> Option<usize> {
        match self {
            Shape::Hex { width, height } => width.checked_mul(height),
            Shape::Y { side } => Some(side.checked_mul(side.checked_add(1)?)? / 2),
        }
    }

    /// The number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        match self {
            Shape::Hex { height, .. } => height,
            Shape::Y { side } => side,
        }
    }

    /// The number of cells of a row.
    #[must_use]
    pub const fn row(self, y: usize) -> usize {
        match self {
            Shape::Hex { width, .. } => width,
            Shape::Y { .. } => y + 1,
        }
    }

    /// Column and row of each cell, in the order of cell numbers.
    pub fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.height()).flat_map(move |y| (0..self.row(y)).map(move |x| (x, y)))
    }

    /// The number of the cell at a column and a row.
    #[must_use]
    pub const fn number(self, x: usize, y: usize) -> usize {
        match self {
            Shape::Hex { width, .. } => y * width + x,
            Shape::Y { .. } => y * (y + 1) / 2 + x,
        }
    }

    /// The neighbour of a cell in one of six directions, the first to the right and the others
    /// clockwise.
    #[must_use]
    pub fn beside(self, x: usize, y: usize, way: usize) -> Option<usize> {
        const HEX: [(isize, isize); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        const Y: [(isize, isize); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
        let (right, down) = if matches!(self, Shape::Hex { .. }) { HEX[way] } else { Y[way] };
        let (x, y) = (x.checked_add_signed(right)?, y.checked_add_signed(down)?);
        (y < self.height() && x < self.row(y)).then(|| self.number(x, y))
    }

    /// The sides that a player has to connect.
    pub fn sides(self, player: Player) -> impl Iterator<Item = Side> {
        let sides: &[Side] = match (self, player) {
            (Shape::Hex { .. }, Player::Left) => &[Side::Top, Side::Bottom],
            (Shape::Hex { .. }, Player::Right) => &[Side::Start, Side::End],
            (Shape::Y { .. }, _) => &[Side::Start, Side::End, Side::Bottom],
        };
        sides.iter().copied()
    }

    /// Whether a cell is on a side.
    #[must_use]
    pub fn touches(self, cell: usize, side: Side) -> bool {
        let Some((x, y)) = self.cells().nth(cell) else { return false };
        match side {
            Side::Top => y == 0,
            Side::Bottom => y + 1 == self.height(),
            Side::Start => x == 0,
            Side::End => x + 1 == self.row(y),
        }
    }

    /// The centre of a cell. The leftmost cell is the first of the lowest row in a triangle,
    /// and the first of the highest row in a rhomb.
    #[must_use]
    pub fn spot(self, x: usize, y: usize) -> Spot {
        let shift = match self {
            Shape::Hex { .. } => y,
            Shape::Y { side } => side - 1 - y,
        };
        [x as f64 + shift as f64 / 2.0, y as f64 * ROW]
    }

    /// The name of a cell; rows are counted from the top.
    #[must_use]
    pub fn name(self, cell: usize) -> String {
        let name = |(x, y)| format!("{}{}", grundy_ruleset::board::grid::column_name(x), y + 1);
        self.cells().nth(cell).map_or_else(String::new, name)
    }
}

/// The distance between rows, for cells of width 1.
pub(super) const ROW: f64 = 0.866_025_403_784_438_6;
/// The distance from the centre of a cell to its corners.
pub(super) const CORNER: f64 = 0.577_350_269_189_625_8;
