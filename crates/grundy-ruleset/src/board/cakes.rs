//! Cakes: rectangles of unit squares, written by their sizes, `4x3, 2x2`.

use smallvec::SmallVec;

use super::grid;
use crate::error::{ParseError, Text};
use crate::{Shape, Sizes, Symmetry};

/// The width and the height of each cake, sorted.
pub type Cakes = SmallVec<[[u16; 2]; 4]>;

/// All cakes of a size can be written.
pub const SIZES: Sizes = Sizes {
    shape: Shape::Cake,
    squares: "",
    others: "",
    pieces: ["", ""],
    symmetry: Symmetry::None,
};

/// No side of a cake is longer.
const LONGEST: usize = 1000;
/// More cakes are refused.
const MOST: usize = 1000;

/// Reads sizes, width by height, parted by commas; nothing at all for no cake.
pub fn read(text: Text<'_>) -> Result<Cakes, ParseError> {
    if text.is_empty() {
        return Ok(Cakes::new());
    }
    let mut cakes = Cakes::new();
    for size in text.split(',') {
        let Some((width, height)) = grid::read_size(size) else {
            return Err(size.expected("a cake's size such as 4x3"));
        };
        if width > LONGEST || height > LONGEST {
            return Err(size.expected(format!("sides of at most {LONGEST}")));
        }
        if cakes.len() == MOST {
            return Err(size.expected(format!("at most {MOST} cakes")));
        }
        cakes.push([width as u16, height as u16]);
    }
    cakes.sort_unstable();
    Ok(cakes)
}

/// Prints cakes as they are read.
#[must_use]
pub fn print(cakes: &Cakes) -> String {
    cakes.iter().map(|[width, height]| format!("{width}x{height}")).collect::<Vec<_>>().join(",")
}

/// Draws each cake with its squares, or its size alone where it is large.
#[must_use]
pub fn draw(cakes: &Cakes) -> String {
    const LARGE: u16 = 30;
    let draw = |&[width, height]: &[u16; 2]| {
        let rows = if width.max(height) > LARGE { 0 } else { height };
        let row = vec!["□"; width.into()].join(" ");
        let lines = (0..rows).map(|_| row.clone());
        lines.chain([format!("{width}x{height}")]).collect::<Vec<_>>().join("\n")
    };
    cakes.iter().map(draw).collect::<Vec<_>>().join("\n")
}

/// The cakes after cake number `cut` has become these pieces.
#[must_use]
pub fn replace(cakes: &Cakes, cut: usize, pieces: impl IntoIterator<Item = [u16; 2]>) -> Cakes {
    let mut after = cakes.clone();
    after.remove(cut);
    after.extend(pieces);
    after.sort_unstable();
    after
}

/// The cake that was cut to make one position into another, and one of the pieces.
#[must_use]
pub fn cut(from: &Cakes, to: &Cakes) -> Option<([u16; 2], [u16; 2])> {
    // Both are sorted, and a cake is no piece of itself.
    let missing = |of: &Cakes, others: &Cakes| {
        let mut others = others.iter().peekable();
        of.iter().copied().find(|cake| {
            while others.next_if(|other| *other < cake).is_some() {}
            others.next_if_eq(&cake).is_none()
        })
    };
    missing(from, to).zip(missing(to, from))
}

/// The cakes, one by one, without the crumbs that nobody can cut.
pub fn parts(cakes: Cakes) -> impl Iterator<Item = Cakes> {
    let whole = cakes.into_iter().filter(|cake| *cake != [1, 1]);
    whole.map(|cake| Cakes::from_slice(&[cake]))
}

/// Rows for columns and columns for rows.
#[must_use]
pub fn transpose(cakes: &Cakes) -> Cakes {
    let mut turned: Cakes = cakes.iter().map(|&[width, height]| [height, width]).collect();
    turned.sort_unstable();
    turned
}

/// A cake turned by a right angle, if it is.
#[must_use]
pub fn turned([width, height]: [u16; 2], turned: bool) -> [u16; 2] {
    if turned { [height, width] } else { [width, height] }
}

/// Bytes held.
#[must_use]
pub fn bytes(cakes: &Cakes) -> usize {
    let spilled = if cakes.spilled() { cakes.capacity() * size_of::<[u16; 2]>() } else { 0 };
    size_of::<Cakes>() + spilled
}
