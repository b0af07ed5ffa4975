//! Boards of at most 128 squares: each is missing, free, or holds one of a few kinds of pieces.
//!
//! Sets of squares are bit boards of 128 bits: square 0 is at the top left, and numbers go
//! row by row.

use std::cmp::Ordering;

use super::grid;
use super::rows::{self, Bits, Window};
use super::strip;
use crate::words::{InWords, Words, halves, whole};
use crate::{Shape, Sizes, Symmetry};
use grundy_base::{ParseError, Player, Text};

/// A set of squares of a board.
pub type Set = u128;

/// The greatest number of squares.
const MOST: usize = 128;

/// The contents of the squares of a rectangle, as numbers below 2^N; a ruleset has a character for
/// each number. Missing squares, and all squares outside, are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Squares<const N: usize> {
    width: u8,
    height: u8,
    /// Bit planes: for each binary digit, the squares whose contents have it set.
    digits: [Set; N],
}

/// Boards as words: the sides, then the bit planes.
macro_rules! in_words {
    ($digits:literal in $words:literal) => {
        impl InWords for Squares<$digits> {
            type Words = Words<$words>;

            #[inline]
            fn to_words(&self) -> Words<$words> {
                let mut words = [0; $words];
                words[0] = u64::from(self.width) << 8 | u64::from(self.height);
                for (pair, &set) in words[1..].chunks_exact_mut(2).zip(&self.digits) {
                    pair.copy_from_slice(&halves(set));
                }
                Words(words)
            }

            #[inline]
            fn from_words(Words(words): &Words<$words>) -> Self {
                Squares {
                    width: (words[0] >> 8) as u8,
                    height: words[0] as u8,
                    digits: std::array::from_fn(|digit| {
                        whole(words[2 * digit + 1], words[2 * digit + 2])
                    }),
                }
            }
        }
    };
}

in_words!(1 in 3);
in_words!(2 in 5);
in_words!(3 in 7);

/// A board whose squares are missing, free, or hold a stone of Left or of Right.
pub type Stones = Squares<2>;

/// The characters of the contents of a board of stones, in the order of their numbers.
pub const STONES: &str = "#.xo";
/// How boards of stones are enumerated; missing squares only if asked for.
pub const SIZES_OF_STONES: Sizes = Sizes {
    shape: Shape::Board,
    squares: ".xo",
    others: "#",
    pieces: ["x", "o"],
    symmetry: Symmetry::All,
};
/// A missing square.
pub const MISSING: usize = 0;
/// A free square.
pub const FREE: usize = 1;
/// A stone of Left.
pub const LEFT: usize = 2;
/// A stone of Right.
pub const RIGHT: usize = 3;

/// The number that stands for a player's stone.
#[inline]
#[must_use]
pub const fn stone(player: Player) -> usize {
    match player {
        Player::Left => LEFT,
        Player::Right => RIGHT,
    }
}

/// A step by columns to the right and by rows down, each −1, 0 or 1.
pub type Step = (i8, i8);

/// Steps to the four orthogonal neighbours.
pub const BESIDE: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Steps to the eight orthogonal and diagonal neighbours.
pub const AROUND: [Step; 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The numbers of the squares in a set, least first.
#[inline]
pub fn members(set: Set) -> impl Iterator<Item = u32> {
    strip::members(set)
}

/// The connected components of `set`, where `spread` gives the neighbours of a set. The neighbour
/// relation must be symmetric.
pub fn parts(mut set: Set, spread: impl Fn(Set) -> Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        let mut part = set & set.wrapping_neg();
        if part == 0 {
            return None;
        }
        loop {
            let more = part | spread(part) & set;
            if more == part {
                break;
            }
            part = more;
        }
        set &= !part;
        Some(part)
    })
}

impl Stones {
    /// Reads a board of stones, or a size: a board of that size is full of stones of
    /// alternating colours, with one of Left at the top left.
    pub fn read_or_checkered(text: Text<'_>) -> Result<Self, ParseError> {
        let content = |_, x, y| if (x + y) % 2 == 0 { LEFT } else { RIGHT };
        Stones::read_or_size(text, STONES, content)
    }

    /// The squares that the player's stone leaves and reaches in the move to `later`:
    /// `a1-a2`.
    #[must_use]
    pub fn names_of_step(&self, later: &Stones, player: Player) -> String {
        let (from, to) = (self.holding(stone(player)), later.holding(stone(player)));
        format!("{}-{}", self.names(from & !to), self.names(to & !from))
    }
}

impl<const N: usize> Default for Squares<N> {
    fn default() -> Self {
        Squares { width: 0, height: 0, digits: [0; N] }
    }
}

impl<const N: usize> Squares<N> {
    /// A rectangle of 1 to 128 squares, filled with `content(column, row)`; none for other
    /// sizes.
    #[must_use]
    pub fn new(
        width: usize,
        height: usize,
        content: impl Fn(usize, usize) -> usize,
    ) -> Option<Self> {
        let area = width.checked_mul(height).filter(|area| (1..=MOST).contains(area))?;
        let empty = Squares { width: width as u8, height: height as u8, digits: [0; N] };
        Some((0..area).fold(empty, |board, i| board.put(1 << i, content(i % width, i / width))))
    }

    /// Reads a board of characters in `alphabet`; its first character stands for 0. An empty text
    /// is a board without squares.
    pub fn read(text: Text<'_>, alphabet: &str) -> Result<Self, ParseError> {
        if text.is_empty() {
            return Ok(Squares::default());
        }
        let board = grid::read(text, alphabet)?;
        let content = |square: usize| {
            let found = alphabet.chars().position(|c| c == board.squares[square]);
            found.unwrap_or_default()
        };
        Squares::new(board.width, board.height, |x, y| content(y * board.width + x))
            .ok_or_else(|| text.expected(format!("a board of at most {MOST} squares")))
    }

    /// Reads a board, or a size such as `4x3`: a board of that size is filled with
    /// `content([width, height], column, row)`.
    pub fn read_or_size(
        text: Text<'_>,
        alphabet: &str,
        content: impl Fn([usize; 2], usize, usize) -> usize,
    ) -> Result<Self, ParseError> {
        match grid::read_size(text) {
            None => Squares::read(text, alphabet),
            Some((width, height)) => {
                Squares::new(width, height, |x, y| content([width, height], x, y))
                    .ok_or_else(|| text.expected(format!("a board of at most {MOST} squares")))
            }
        }
    }

    /// The board as it is read.
    #[must_use]
    pub fn print(&self, alphabet: &str) -> String {
        grid::print(self.width.into(), self.characters(alphabet))
    }

    /// A drawing of the board for people.
    #[must_use]
    pub fn draw(&self, alphabet: &str) -> String {
        grid::draw(self.width.into(), self.characters(alphabet))
    }

    fn characters(&self, alphabet: &str) -> impl Iterator<Item = char> {
        let letters: Vec<char> = alphabet.chars().collect();
        let board = *self;
        (0..self.area()).map(move |square| letters[board.content(square)])
    }

    /// The name of a square, such as `a1`.
    #[must_use]
    pub fn name(&self, square: u32) -> String {
        grid::square_name(self.width.into(), self.height.into(), square as usize)
    }

    /// The names of the squares in a set, joined by hyphens.
    #[must_use]
    pub fn names(&self, set: Set) -> String {
        members(set).map(|square| self.name(square)).collect::<Vec<_>>().join("-")
    }

    /// The number of squares of the rectangle.
    #[must_use]
    pub fn area(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    /// Width and height.
    #[must_use]
    pub fn sides(&self) -> (usize, usize) {
        (self.width.into(), self.height.into())
    }

    /// The content of a square.
    #[must_use]
    pub fn content(&self, square: u32) -> usize {
        (0..N).fold(0, |content, digit| {
            content | ((self.digits[digit] >> square & 1) as usize) << digit
        })
    }

    /// The squares with this content.
    #[must_use]
    pub fn holding(&self, content: usize) -> Set {
        let all = strip::low(self.area());
        (0..N).fold(all, |set, digit| match content >> digit & 1 {
            1 => set & self.digits[digit],
            _ => set & !self.digits[digit],
        })
    }

    /// The board with the squares of a set set to this content.
    #[must_use]
    pub fn put(mut self, set: Set, content: usize) -> Self {
        for (digit, squares) in self.digits.iter_mut().enumerate() {
            *squares = *squares & !set | if content >> digit & 1 == 1 { set } else { 0 };
        }
        self
    }

    /// The board with two contents exchanged.
    #[must_use]
    pub fn exchange(self, one: usize, other: usize) -> Self {
        self.put(self.holding(one), other).put(self.holding(other), one)
    }

    /// The squares of a set moved by one step.
    #[inline]
    #[must_use]
    pub fn step(&self, set: Set, step: Step) -> Set {
        let (width, first) = (u32::from(self.width), self.first_column());
        let all = strip::low(self.area());
        match self.is_short() {
            true => rows::step(set as u64, step, width, first as u64, all as u64).into(),
            false => rows::step(set, step, width, first, all),
        }
    }

    /// The orthogonal neighbours of the squares of a set.
    #[inline]
    #[must_use]
    pub fn beside(&self, set: Set) -> Set {
        let (width, first) = (u32::from(self.width), self.first_column());
        let all = strip::low(self.area());
        match self.is_short() {
            true => rows::beside(set as u64, width, first as u64, all as u64).into(),
            false => rows::beside(set, width, first, all),
        }
    }

    /// The squares of a set with all their neighbours, diagonal ones included.
    #[must_use]
    pub fn around(&self, set: Set) -> Set {
        let (first, all) = (self.first_column(), strip::low(self.area()));
        let width = u32::from(self.width);
        // Masked: a bit shifted past the last row would return with the shift up.
        let row = (set | set << 1 & !first | (set & !first) >> 1) & all;
        let down = row.checked_shl(width).unwrap_or(0) | row.checked_shr(width).unwrap_or(0);
        (row | down) & all
    }

    /// The squares of the first column.
    fn first_column(&self) -> Set {
        Set::FIRST_COLUMNS[usize::from(self.width)] & strip::low(self.area())
    }

    /// The board cropped to the bounding box of a set; other squares become missing.
    #[must_use]
    pub fn keep(self, set: Set) -> Self {
        let width = u32::from(self.width);
        let (window, digits) = if self.is_short() {
            let short = set as u64;
            let Some(window) = Window::around(short, width) else { return Squares::default() };
            let kept = |squares: Set| Set::from(window.of(squares as u64 & short, width));
            (window, self.digits.map(kept))
        } else {
            let Some(window) = Window::around(set, width) else { return Squares::default() };
            (window, self.digits.map(|squares| window.of(squares & set, width)))
        };
        Squares { width: window.width as u8, height: window.height as u8, digits }
    }

    /// Whether bit boards of 64 bits, which are much faster, are enough.
    fn is_short(&self) -> bool {
        self.area() <= u64::BITS
    }

    /// The board with rows and columns exchanged.
    #[must_use]
    pub fn transpose(self) -> Self {
        let (width, height) = (self.width.into(), self.height.into());
        let digits = match self.is_short() {
            true => self.digits.map(|set| rows::transpose(set as u64, width, height).into()),
            false => self.digits.map(|set| rows::transpose(set, width, height)),
        };
        Squares { width: self.height, height: self.width, digits }
    }

    /// A set with its rows in reverse order if `flip`, then rotated by a half turn if `turn`.
    fn turned(&self, set: Set, turn: bool, flip: bool) -> Set {
        let (width, height) = (self.width.into(), self.height.into());
        if self.is_short() {
            let set = if flip { rows::flip(set as u64, width, height) } else { set as u64 };
            return if turn { set.turn(self.area()) } else { set }.into();
        }
        let set = if flip { rows::flip(set, width, height) } else { set };
        if turn { set.turn(self.area()) } else { set }
    }

    /// A canonical representative under horizontal and vertical reflections: the image whose
    /// bit planes are lexicographically least.
    #[must_use]
    pub fn up_to_reflection(self) -> Self {
        const TURNS: [(bool, bool); 4] =
            [(false, false), (true, false), (false, true), (true, true)];
        let first = TURNS.map(|(turn, flip)| self.turned(self.digits[0], turn, flip));
        let least = first.into_iter().fold(first[0], Set::min);
        // The first bit plane nearly always decides; the others are computed only on a tie.
        let images = TURNS.into_iter().zip(first).filter(|(_, first)| *first == least);
        let images = images.map(|((turn, flip), _)| {
            let digit = |i| if i == 0 { least } else { self.turned(self.digits[i], turn, flip) };
            std::array::from_fn(digit)
        });
        Squares { digits: images.min().unwrap_or(self.digits), ..self }
    }

    /// A canonical representative under all symmetries of the square.
    #[must_use]
    pub fn up_to_symmetry(self) -> Self {
        self.up_to_turn().0
    }

    /// As [`up_to_symmetry`](Self::up_to_symmetry), and whether rows and columns were
    /// exchanged.
    #[must_use]
    pub fn up_to_turn(self) -> (Self, bool) {
        match self.width.cmp(&self.height) {
            Ordering::Greater => (self.up_to_reflection(), false),
            Ordering::Less => (self.transpose().up_to_reflection(), true),
            Ordering::Equal => {
                let (same, turned) = (self.up_to_reflection(), self.transpose().up_to_reflection());
                (same.min(turned), turned < same)
            }
        }
    }
}

/// The lesser of a position and its negative, and whether the negative is the lesser. Both must be
/// canonical representatives under symmetry.
pub fn up_to_sign<T: Ord>(position: T, negative: T) -> (T, bool) {
    if negative < position { (negative, true) } else { (position, false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(text: &str) -> Stones {
        Stones::read(Text::new(text), STONES).unwrap()
    }

    #[test]
    fn boards_are_read_as_they_are_printed() {
        for text in ["", "x", "xo|.#", ".|x|o", "........"] {
            assert_eq!(stones(text).print(STONES), text);
        }
        let checkered = |_, x, y| if (x + y) % 2 == 0 { LEFT } else { RIGHT };
        let board = |text: &str| Stones::read_or_size(Text::new(text), STONES, checkered);
        assert_eq!(board("3x2").unwrap().print(STONES), "xox|oxo");
        for (width, height) in [(128, 1), (1, 128), (16, 8), (8, 16), (11, 11)] {
            let size = format!("{width}x{height}");
            let text = board(&size).unwrap().print(STONES);
            assert_eq!(text.len(), width * height + height - 1);
            assert_eq!(stones(&text).print(STONES), text);
        }
        assert_eq!(board("129x1").unwrap_err().at, 0);
        assert_eq!(board("12x11").unwrap_err().at, 0);
        assert_eq!(board("0x0").unwrap_err().at, 0);
        assert_eq!(board("xo|oz").unwrap_err().at, 4);
    }

    /// Whether two squares, given by their numbers on a board of this width, are neighbours; with
    /// `corners` diagonal neighbours count.
    fn near(width: i32, a: i32, b: i32, corners: bool) -> bool {
        let (x, y) = ((a % width - b % width).abs(), (a / width - b / width).abs());
        x.max(y) == 1 && (corners || x + y == 1)
    }

    #[test]
    fn steps_stay_on_the_board() {
        for (width, height) in [(3, 4), (4, 3), (1, 5), (5, 1), (128, 1), (1, 128), (16, 8)] {
            let board = Stones::new(width, height, |_, _| FREE).unwrap();
            let area = (width * height) as u32;
            for square in (0..area).step_by(if area > 20 { 7 } else { 1 }) {
                let close = |corners| {
                    (0..area)
                        .filter(|&b| near(width as i32, square as i32, b as i32, corners))
                        .fold(0, |set, b| set | 1 << b)
                };
                let set = 1 << square;
                let steps =
                    |steps: &[Step]| steps.iter().fold(0, |all, &step| all | board.step(set, step));
                assert_eq!(board.beside(set), close(false));
                assert_eq!(board.around(set) & !set, close(true));
                assert_eq!(steps(&BESIDE), close(false));
                assert_eq!(steps(&AROUND), close(true));
            }
        }
    }

    #[test]
    fn parts_are_kept_on_the_smallest_board() {
        let board = stones("x..o|xx..|...o");
        let set = board.holding(LEFT) | board.holding(RIGHT);
        let kept: Vec<String> = parts(set, |part| board.beside(part))
            .map(|part| board.keep(part).print(STONES))
            .collect();
        assert_eq!(kept, ["x#|xx", "o", "o"]);
        assert_eq!(board.keep(0), Stones::default());
        assert_eq!(board.exchange(LEFT, RIGHT).print(STONES), "o..x|oo..|...x");
    }

    #[test]
    fn symmetric_boards_have_one_representative() {
        let images = ["xo.|...", "...|.ox", "...|xo.", ".ox|..."];
        let least = stones(images[0]).up_to_symmetry();
        for image in images {
            assert_eq!(stones(image).up_to_symmetry(), least);
            assert_eq!(stones(image).transpose().up_to_symmetry(), least);
        }
        assert_ne!(stones("ox.|...").up_to_symmetry(), least);
        let square = stones("xo|..").up_to_symmetry();
        for image in ["ox|..", "x.|o.", "..|xo", ".o|.x"] {
            assert_eq!(stones(image).up_to_symmetry(), square);
        }
        let long = Stones::new(1, 128, |_, _| LEFT).unwrap();
        assert_eq!(long.up_to_symmetry(), Stones::new(128, 1, |_, _| LEFT).unwrap());
        assert_eq!(Stones::default().up_to_symmetry(), Stones::default());
    }
}
