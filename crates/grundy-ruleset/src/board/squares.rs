//! Boards of at most 128 squares, each of which is missing, free, or holds one
//! of a few things: stones of two colours, queens, beasts.
//!
//! Sets of squares are numbers of 128 bits, square 0 at the top left and row
//! after row, as everywhere on boards.

use std::cmp::Ordering;

use super::grid;
use super::rows::{self, Bits, Window};
use super::strip;
use crate::error::{ParseError, Text};
use crate::player::Player;
use crate::words::{InWords, Words, halves, whole};
use crate::{Shape, Sizes, Symmetry};

/// A set of squares of a board.
pub type Set = u128;

/// The greatest number of squares.
const MOST: usize = 128;

/// What every square of a rectangle holds: a number below 2^N, which the
/// rulesets write as a character. 0 is a square that is missing, and what lies
/// outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Squares<const N: usize> {
    width: u8,
    height: u8,
    /// The squares whose contents have this binary digit.
    digits: [Set; N],
}

/// Boards as words: the sides, then the digits.
macro_rules! in_words {
    ($digits:literal in $words:literal) => {
        impl InWords for Squares<$digits> {
            type Words = Words<$words>;

            fn to_words(&self) -> Words<$words> {
                let mut words = [0; $words];
                words[0] = u64::from(self.width) << 8 | u64::from(self.height);
                for (pair, &set) in words[1..].chunks_exact_mut(2).zip(&self.digits) {
                    pair.copy_from_slice(&halves(set));
                }
                Words(words)
            }

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

/// A board on which a square is missing, free, or holds a stone of Left's or of Right's.
pub type Stones = Squares<2>;

/// How stones are written, in the order of their numbers.
pub const STONES: &str = "#.xo";
/// How boards with stones are listed. A missing square is seldom wanted.
pub const SIZES_OF_STONES: Sizes = Sizes {
    shape: Shape::Board,
    squares: ".xo",
    others: "#",
    pieces: ["x", "o"],
    symmetry: Symmetry::All,
};
/// A square that is missing.
pub const MISSING: usize = 0;
/// A free square.
pub const FREE: usize = 1;
/// A stone of Left's.
pub const LEFT: usize = 2;
/// A stone of Right's.
pub const RIGHT: usize = 3;

/// The number of a player's stone.
#[must_use]
pub const fn stone(player: Player) -> usize {
    match player {
        Player::Left => LEFT,
        Player::Right => RIGHT,
    }
}

/// A step by columns to the right and by rows down, each −1, 0 or 1.
pub type Step = (i8, i8);

/// Steps to the four squares beside a square.
pub const BESIDE: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Steps to the eight squares around a square.
pub const AROUND: [Step; 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The numbers of the squares in a set, least first.
pub fn members(set: Set) -> impl Iterator<Item = u32> {
    strip::members(set)
}

/// The parts of `set` that hang together, where `spread` gives what is linked
/// to the squares of a part. Links lead both ways.
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
    /// Reads a board of stones, or the size of a board full of stones of alternating
    /// colours, Left's at the top left.
    pub fn read_or_checkered(text: Text<'_>) -> Result<Self, ParseError> {
        let content = |_, x, y| if (x + y) % 2 == 0 { LEFT } else { RIGHT };
        Stones::read_or_size(text, STONES, content)
    }

    /// The squares that a stone of the player leaves and reaches on the way to a
    /// later board: `a1-a2`.
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
    /// A rectangle of at most 128 squares, which hold what `content` says of a
    /// column and a row; none if it is larger.
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

    /// Reads a board of squares in `alphabet`, whose first character stands for
    /// 0; nothing at all for a board without squares.
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

    /// Reads a size such as `4x3`, for which `content` says what the squares of
    /// a board of that width and height hold, or a board.
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

    /// The board as a person sees it.
    #[must_use]
    pub fn draw(&self, alphabet: &str) -> String {
        grid::draw(self.width.into(), self.characters(alphabet))
    }

    fn characters(&self, alphabet: &str) -> impl Iterator<Item = char> {
        let letters: Vec<char> = alphabet.chars().collect();
        let board = *self;
        (0..self.area()).map(move |square| letters[board.content(square)])
    }

    /// What players call a square.
    #[must_use]
    pub fn name(&self, square: u32) -> String {
        grid::square_name(self.width.into(), self.height.into(), square as usize)
    }

    /// The names of the squares in a set, parted by hyphens.
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

    /// What a square holds.
    #[must_use]
    pub fn content(&self, square: u32) -> usize {
        (0..N).fold(0, |content, digit| {
            content | ((self.digits[digit] >> square & 1) as usize) << digit
        })
    }

    /// The squares that hold this.
    #[must_use]
    pub fn holding(&self, content: usize) -> Set {
        let all = strip::low(self.area());
        (0..N).fold(all, |set, digit| match content >> digit & 1 {
            1 => set & self.digits[digit],
            _ => set & !self.digits[digit],
        })
    }

    /// The board on which the squares of a set hold this.
    #[must_use]
    pub fn put(mut self, set: Set, content: usize) -> Self {
        for (digit, squares) in self.digits.iter_mut().enumerate() {
            *squares = *squares & !set | if content >> digit & 1 == 1 { set } else { 0 };
        }
        self
    }

    /// The board on which two contents have changed places.
    #[must_use]
    pub fn exchange(self, one: usize, other: usize) -> Self {
        self.put(self.holding(one), other).put(self.holding(other), one)
    }

    /// The squares that one step leads to from the squares of a set.
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

    /// The squares beside those of a set.
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

    /// The squares around those of a set, which may be among them.
    #[must_use]
    pub fn around(&self, set: Set) -> Set {
        let (first, all) = (self.first_column(), strip::low(self.area()));
        let width = u32::from(self.width);
        // What falls off the end of the last row must not come back from below.
        let row = (set | set << 1 & !first | (set & !first) >> 1) & all;
        let down = row.checked_shl(width).unwrap_or(0) | row.checked_shr(width).unwrap_or(0);
        (row | down) & all
    }

    /// The square at the left end of every row.
    fn first_column(&self) -> Set {
        rows::FIRST_COLUMN[usize::from(self.width)] & strip::low(self.area())
    }

    /// The smallest board that holds the squares of a set; all others are missing.
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

    /// Whether numbers of 64 bits are enough, which are much faster.
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

    /// A set turned by half a turn, and turned upside down.
    fn turned(&self, set: Set, turn: bool, flip: bool) -> Set {
        let (width, height) = (self.width.into(), self.height.into());
        if self.is_short() {
            let set = if flip { rows::flip(set as u64, width, height) } else { set as u64 };
            return if turn { set.turn(self.area()) } else { set }.into();
        }
        let set = if flip { rows::flip(set, width, height) } else { set };
        if turn { set.turn(self.area()) } else { set }
    }

    /// One board for all that become equal by reflections in a horizontal or
    /// vertical line: the least, by its first digits, and then by the next.
    #[must_use]
    pub fn up_to_reflection(self) -> Self {
        const TURNS: [(bool, bool); 4] =
            [(false, false), (true, false), (false, true), (true, true)];
        let first = TURNS.map(|(turn, flip)| self.turned(self.digits[0], turn, flip));
        let least = first.into_iter().fold(first[0], Set::min);
        // Few boards need more than one of their images.
        let images = TURNS.into_iter().zip(first).filter(|(_, first)| *first == least);
        let images = images.map(|((turn, flip), _)| {
            let digit = |i| if i == 0 { least } else { self.turned(self.digits[i], turn, flip) };
            std::array::from_fn(digit)
        });
        Squares { digits: images.min().unwrap_or(self.digits), ..self }
    }

    /// One board for all that become equal by any symmetry of the square.
    #[must_use]
    pub fn up_to_symmetry(self) -> Self {
        self.up_to_turn().0
    }

    /// The same, and whether rows have become columns.
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

/// The lesser of a position and its negative, both as the one that stands for all
/// symmetric ones, and whether that is the negative.
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

    /// Whether squares are beside, or around, each other, from their columns and rows.
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
