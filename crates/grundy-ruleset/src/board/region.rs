//! Regions: boards of at most 256 squares with missing squares, which split into
//! connected components.

use super::grid;
use super::rows::{self, Bits, Window};
use super::wide::Wide;
use crate::words::{InWords, Words};
use crate::{Shape, Sizes, Symmetry};
use grundy_base::{ParseError, Text};

/// The free squares of a board.
///
/// Squares are numbered from the top left, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region<B = u64> {
    width: u16,
    height: u16,
    /// Contains no square outside the board.
    squares: B,
}

/// Regions as words: the sides, then the squares.
macro_rules! in_words {
    ($($bits:ident in $words:literal;)*) => {$(
        impl InWords for Region<$bits> {
            type Words = Words<$words>;

            #[inline]
            fn to_words(&self) -> Words<$words> {
                let sides = u64::from(self.width) << 16 | u64::from(self.height);
                Words(std::array::from_fn(|i| match i {
                    0 => sides,
                    i => self.squares.word(($words - 1 - i) as u32),
                }))
            }

            #[inline]
            fn from_words(Words(words): &Words<$words>) -> Self {
                let sides = words[0];
                let squares = words[1..].iter().rev().zip(0..);
                let squares = squares.map(|(&word, number)| <$bits>::of_word(word, number));
                let squares = squares.fold(<$bits>::EMPTY, |all, word| all | word);
                Region { width: (sides >> 16) as u16, height: sides as u16, squares }
            }
        }
    )*};
}

in_words! {
    u64 in 2;
    u128 in 3;
    Wide in 5;
}

/// How two neighbouring squares lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Side by side.
    Across,
    /// One above the other.
    Down,
}

/// The enumeration of regions by size, for rules whose values are kept by these symmetries.
#[must_use]
pub const fn sizes(symmetry: Symmetry) -> Sizes {
    Sizes { shape: Shape::Board, squares: ".#", others: "", pieces: ["", ""], symmetry }
}

impl<B: Bits> Region<B> {
    /// A rectangle of free squares; none if it is too large for a set.
    #[must_use]
    pub fn full(width: usize, height: usize) -> Option<Self> {
        let squares = width.checked_mul(height).filter(|&squares| squares <= B::BITS as usize)?;
        // All empty rectangles are equal.
        let side = |side| if squares == 0 { 0 } else { side as u16 };
        let (width, height) = (side(width), side(height));
        Some(Region { width, height, squares: B::low(squares as u32) })
    }

    /// Reads a board of free squares `.` and missing squares `#`, a size such
    /// as `4x3`, or nothing.
    pub fn read(text: Text<'_>) -> Result<Self, ParseError> {
        let too_large = || text.expected(format!("a board of at most {} squares", B::BITS));
        if text.is_empty() {
            return Ok(Region::default());
        }
        if let Some((width, height)) = grid::read_size(text) {
            return Region::full(width, height).ok_or_else(too_large);
        }
        let board = grid::read(text, ".#")?;
        let full = Region::full(board.width, board.height).ok_or_else(too_large)?;
        Ok(Region { squares: board.set('.'), ..full })
    }

    /// The board as it is read.
    #[must_use]
    pub fn print(self) -> String {
        grid::print(self.width.into(), self.characters())
    }

    /// A drawing of the board for people.
    #[must_use]
    pub fn draw(self) -> String {
        grid::draw(self.width.into(), self.characters())
    }

    fn characters(self) -> impl Iterator<Item = char> {
        (0..self.area()).map(move |i| if self.squares.holds(i) { '.' } else { '#' })
    }

    /// The names of the squares that are free here but not in `later`, a region
    /// of the same board: `a1-a2`.
    #[must_use]
    pub fn names_of_taken(self, later: Self) -> String {
        let (width, height) = (self.width.into(), self.height.into());
        let name = |square| grid::square_name(width, height, square);
        grid::numbers(self.squares & !later.squares).map(name).collect::<Vec<_>>().join("-")
    }

    fn area(self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    /// The squares of the first column.
    fn first_column(self) -> B {
        B::FIRST_COLUMNS[usize::from(self.width)] & B::low(self.area())
    }

    /// Width and height.
    #[must_use]
    pub fn sides(self) -> (usize, usize) {
        (self.width.into(), self.height.into())
    }

    /// The free squares.
    #[must_use]
    pub fn free(self) -> B {
        self.squares
    }

    /// All pairs of free neighbours in this direction, each as a set of two squares.
    pub fn pairs(self, direction: Direction) -> impl Iterator<Item = B> + use<B> {
        let (step, firsts) = match direction {
            Direction::Across => (1, self.squares & (self.squares & !self.first_column()) >> 1),
            Direction::Down => {
                let width = u32::from(self.width);
                (width, self.squares & self.squares.back(width))
            }
        };
        firsts.singles().map(move |first| first | first << step)
    }

    /// The region without the squares of a set.
    #[must_use]
    pub fn without(self, taken: B) -> Self {
        Region { squares: self.squares & !taken, ..self }
    }

    /// The connected components of at least two squares, each cropped to its bounding box.
    pub fn parts(self) -> impl Iterator<Item = Self> {
        let (first, width) = (self.first_column(), u32::from(self.width));
        let mut rest = self.squares;
        let connected = std::iter::from_fn(move || {
            let mut part = rest.lowest();
            if part.is_empty() {
                return None;
            }
            loop {
                let across = (part & !first) >> 1 | part << 1 & !first;
                let down = part.on(width) | part.back(width);
                let more = (part | across | down) & self.squares;
                if more == part {
                    break;
                }
                part = more;
            }
            rest ^= part;
            Some(Region { squares: part, ..self })
        });
        connected.filter(|part| part.squares.count() > 1).map(Region::crop)
    }

    /// The region cropped to the bounding box of its free squares.
    #[must_use]
    pub fn crop(self) -> Self {
        let width = self.width.into();
        let Some(window) = Window::around(self.squares, width) else { return Region::default() };
        Region {
            width: window.width as u16,
            height: window.height as u16,
            squares: window.of(self.squares, width),
        }
    }

    /// The region with rows and columns exchanged.
    #[must_use]
    pub fn transpose(self) -> Self {
        let squares = rows::transpose(self.squares, self.width.into(), self.height.into());
        Region { width: self.height, height: self.width, squares }
    }

    /// The region rotated by a half turn.
    fn turn(self) -> Self {
        Region { squares: self.squares.turn(self.area()), ..self }
    }

    /// The region with its rows in reverse order.
    fn flip(self) -> Self {
        Region { squares: rows::flip(self.squares, self.width.into(), self.height.into()), ..self }
    }

    /// A canonical representative under horizontal and vertical reflections, which
    /// map columns to columns.
    #[must_use]
    pub fn up_to_reflection(self) -> Self {
        let flipped = self.flip();
        self.min(self.turn()).min(flipped).min(flipped.turn())
    }

    /// A canonical representative under all symmetries of the square.
    #[must_use]
    pub fn up_to_symmetry(self) -> Self {
        self.up_to_sign().0
    }

    /// As [`up_to_symmetry`](Self::up_to_symmetry), and whether rows and columns were
    /// exchanged.
    #[must_use]
    pub fn up_to_sign(self) -> (Self, bool) {
        match self.width.cmp(&self.height) {
            std::cmp::Ordering::Greater => (self.up_to_reflection(), false),
            std::cmp::Ordering::Less => (self.transpose().up_to_reflection(), true),
            std::cmp::Ordering::Equal => {
                let (same, turned) = (self.up_to_reflection(), self.transpose().up_to_reflection());
                (same.min(turned), turned < same)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(text: &str) -> Region<u64> {
        Region::read(Text::new(text)).unwrap()
    }

    #[test]
    fn regions_are_read_as_they_are_printed() {
        for text in ["", "..|.#", "#", "#.#|...", "########"] {
            assert_eq!(region(text).print(), text);
        }
        assert_eq!(region("3x2").print(), "...|...");
        assert_eq!(region("64x1").print(), ".".repeat(64));
        assert!(Region::<u64>::read(Text::new("13x5")).is_err());
        assert!(Region::<u128>::read(Text::new("13x5")).is_ok());
        assert!(Region::<u64>::read(Text::new(&["........"; 9].join("|"))).is_err());
    }

    #[test]
    fn parts_are_connected_and_cropped() {
        let parts = |text| region(text).parts().map(Region::print).collect::<Vec<_>>();
        assert_eq!(parts("..#.|##.#|#.##|#.#."), ["..", ".|."]);
        assert_eq!(parts("..#|#.#|.#."), ["..|#."]);
        assert_eq!(parts("#.#|.#."), [] as [&str; 0]);
        assert_eq!(parts("64x1"), [".".repeat(64)]);
        assert_eq!(parts("1x64").len(), 1);
        // The end of a row does not touch the start of the next.
        assert_eq!(parts("##.|.##"), [] as [&str; 0]);
        assert_eq!(parts(""), [] as [&str; 0]);
    }

    #[test]
    fn pairs_stay_on_the_board() {
        let count = |text: &str, direction| region(text).pairs(direction).count();
        for (width, height) in [(3, 4), (1, 64), (64, 1), (8, 8), (1, 1)] {
            let text = format!("{width}x{height}");
            assert_eq!(count(&text, Direction::Across), (width - 1) * height);
            assert_eq!(count(&text, Direction::Down), width * (height - 1));
        }
        assert_eq!(count("##.|.##", Direction::Across), 0);
        assert_eq!(count("##.|#..", Direction::Across), 1);
        assert_eq!(count("##.|#..", Direction::Down), 1);
    }

    #[test]
    fn symmetric_regions_have_one_representative() {
        let images = ["..#|#..|###", "#..|..#|###", "###|#..|..#", "###|..#|#.."];
        for image in images {
            let least = region(images[0]).up_to_reflection();
            assert_eq!(region(image).up_to_reflection(), least);
            assert_ne!(region(image).transpose().up_to_reflection(), least);
            let least = region(images[0]).up_to_symmetry();
            assert_eq!(region(image).transpose().up_to_symmetry(), least);
        }
        assert_eq!(region(".#|..|.#").transpose().print(), "...|#.#");
        assert_eq!(region("...|#.#").up_to_symmetry(), region(".#|..|.#").up_to_symmetry());
        assert_eq!(region("1x64").up_to_symmetry(), region("64x1"));
        assert_eq!(Region::<u64>::default().up_to_symmetry(), Region::default());
    }

    fn wide_regions_are_like_small_ones<B: Bits>()
    where
        Region<B>: InWords,
    {
        let texts = ["..#.|##.#|#.##|#.#.", "8x8", "1x64", "64x1", "..#|#.#|.#.", "", "#.#|.#."];
        for text in texts {
            let (small, large) = (region(text), Region::<B>::read(Text::new(text)).unwrap());
            let printed = |regions: Vec<Region<B>>| -> Vec<String> {
                regions.into_iter().map(Region::print).collect()
            };
            let parts: Vec<String> = small.parts().map(Region::print).collect();
            assert_eq!(printed(large.parts().collect()), parts);
            assert_eq!(large.transpose().print(), small.transpose().print());
            assert_eq!(large.up_to_symmetry().print(), small.up_to_symmetry().print());
            for direction in [Direction::Across, Direction::Down] {
                let taken: Vec<String> =
                    small.pairs(direction).map(|pair| small.without(pair).print()).collect();
                let pairs = large.pairs(direction).map(|pair| large.without(pair));
                assert_eq!(printed(pairs.collect()), taken);
            }
            assert_eq!(Region::<B>::from_words(&large.to_words()), large);
        }
        let most = format!("{}x1", B::BITS);
        let long = Region::<B>::read(Text::new(&most)).unwrap();
        assert_eq!(long.parts().collect::<Vec<_>>(), [long]);
        assert_eq!(Region::<B>::from_words(&long.to_words()), long);
        assert!(Region::<B>::read(Text::new(&format!("{}x1", B::BITS + 1))).is_err());
    }

    #[test]
    fn regions_of_all_widths_are_alike() {
        wide_regions_are_like_small_ones::<u128>();
        wide_regions_are_like_small_ones::<Wide>();
    }
}
