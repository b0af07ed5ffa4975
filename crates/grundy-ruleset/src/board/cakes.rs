//! Cakes: rectangles of unit squares, written by their sizes, `4x3, 2x2`.

use smallvec::SmallVec;

use super::grid;
use crate::{Shape, Sizes, Symmetry};
use grundy_base::{ParseError, Text};

/// Width and height of each cake, sorted.
pub type Cakes = SmallVec<[[u16; 2]; 4]>;

/// Each size is one position.
pub const SIZES: Sizes = Sizes {
    shape: Shape::Cake,
    squares: "",
    others: "",
    pieces: ["", ""],
    symmetry: Symmetry::None,
};

/// The greatest side of a cake.
const LONGEST: usize = 1000;
/// The greatest number of cakes.
const MOST: usize = 1000;

/// Reads sizes, width by height, separated by commas; an empty text means no cakes.
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

/// Draws each cake with its squares; a large cake as its size only.
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

/// The cakes when cake number `cut` is replaced by these pieces.
#[must_use]
pub fn replace(cakes: &Cakes, cut: usize, pieces: impl IntoIterator<Item = [u16; 2]>) -> Cakes {
    let mut after = Cakes::from_slice(&cakes[..cut]);
    after.extend_from_slice(&cakes[cut + 1..]);
    for piece in pieces {
        let place = after.partition_point(|cake| *cake < piece);
        after.insert(place, piece);
    }
    after
}

/// The cake that the move from `from` to `to` cuts, and one of the resulting pieces.
#[must_use]
pub fn cut(from: &Cakes, to: &Cakes) -> Option<([u16; 2], [u16; 2])> {
    // Both lists are sorted, and no piece is as large as the cake.
    let missing = |of: &Cakes, others: &Cakes| {
        let mut others = others.iter().peekable();
        of.iter().copied().find(|cake| {
            while others.next_if(|other| *other < cake).is_some() {}
            others.next_if_eq(&cake).is_none()
        })
    };
    missing(from, to).zip(missing(to, from))
}

/// The cakes as components, without cakes of one square, which have no moves.
pub fn parts(cakes: Cakes) -> impl Iterator<Item = Cakes> {
    let whole = cakes.into_iter().filter(|cake| *cake != [1, 1]);
    whole.map(|cake| Cakes::from_slice(&[cake]))
}

/// The cakes with rows and columns exchanged.
#[must_use]
pub fn transpose(cakes: &Cakes) -> Cakes {
    let mut turned: Cakes = cakes.iter().map(|&[width, height]| [height, width]).collect();
    turned.sort_unstable();
    turned
}

/// The cake, rotated by a right angle if `turned` is set.
#[must_use]
pub fn turned([width, height]: [u16; 2], turned: bool) -> [u16; 2] {
    if turned { [height, width] } else { [width, height] }
}

/// Memory of the cakes, in bytes.
#[must_use]
pub fn bytes(cakes: &Cakes) -> usize {
    let spilled = if cakes.spilled() { cakes.capacity() * size_of::<[u16; 2]>() } else { 0 };
    size_of::<Cakes>() + spilled
}
