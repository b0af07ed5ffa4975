//! Boards of squares: each is missing, free, or holds one of a few kinds of pieces.
//!
//! Sets of squares are bit boards, of 128 bits or of any other width: square 0 is at the top left,
//! and numbers go row by row.

use std::cmp::Ordering;

use super::grid;
use super::rows::{self, Bits, Window};
use super::wide::Wide;
use crate::words::{Bytes, InWords, Words, bytes_of, halves, whole};
use crate::{Shape, Sizes, Symmetry};
use grundy_base::{ParseError, Player, Text};

/// The contents of the squares of a rectangle, as numbers below 2^N; a ruleset has a character for
/// each number. Missing squares, and all squares outside, are 0. A board has at most as many squares
/// as `B` has bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Squares<const N: usize, B = u128> {
    width: u16,
    height: u16,
    /// Bit planes: for each binary digit, the squares whose contents have it set.
    digits: [B; N],
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
                    width: (words[0] >> 8 & 0xff) as u16,
                    height: (words[0] & 0xff) as u16,
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

// As words they would need types of their own, and all solvers would be compiled again for each.
impl<const N: usize> InWords for Squares<N, Wide> {
    type Words = Bytes;

    fn to_words(&self) -> Bytes {
        let sides = [self.width, self.height].into_iter().flat_map(u16::to_be_bytes);
        let words = |set: Wide| (0..4).rev().flat_map(move |number| set.word(number).to_be_bytes());
        sides.chain(self.digits.into_iter().flat_map(words)).collect()
    }

    fn from_words(bytes: &Bytes) -> Self {
        let mut bytes = bytes.iter();
        let mut number = |of| {
            (0..of).fold(0, |number, _| {
                number << 8 | u64::from(bytes.next().copied().unwrap_or_default())
            })
        };
        let [width, height] = [number(2) as u16, number(2) as u16];
        let digits = std::array::from_fn(|_| {
            (0..4).rev().fold(Wide::EMPTY, |set, word| set | Wide::of_word(number(8), word))
        });
        Squares { width, height, digits }
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

/// A board whose squares are missing, free, or hold a stone of Left or of Right.
pub type Stones<B = u128> = Squares<2, B>;

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

/// The connected components of `set`, where `spread` gives the neighbours of a set. The neighbour
/// relation must be symmetric.
pub fn parts<B: Bits>(mut set: B, spread: impl Fn(B) -> B) -> impl Iterator<Item = B> {
    std::iter::from_fn(move || {
        let mut part = set.lowest();
        if part.is_empty() {
            return None;
        }
        loop {
            let more = part | spread(part) & set;
            if more == part {
                break;
            }
            part = more;
        }
        set ^= part;
        Some(part)
    })
}

impl<B: Bits> Stones<B> {
    /// Reads a board of stones, or a size: a board of that size is full of stones of
    /// alternating colours, with one of Left at the top left.
    pub fn read_or_checkered(text: Text<'_>) -> Result<Self, ParseError> {
        let content = |_, x, y| if (x + y) % 2 == 0 { LEFT } else { RIGHT };
        Self::read_or_size(text, STONES, content)
    }

    /// The squares that the player's stone leaves and reaches in the move to `later`:
    /// `a1-a2`.
    #[must_use]
    pub fn names_of_step(&self, later: &Self, player: Player) -> String {
        let (from, to) = (self.holding(stone(player)), later.holding(stone(player)));
        format!("{}-{}", self.names(from & !to), self.names(to & !from))
    }
}

impl<const N: usize, B: Bits> Default for Squares<N, B> {
    fn default() -> Self {
        Squares { width: 0, height: 0, digits: [B::EMPTY; N] }
    }
}

impl<const N: usize, B: Bits> Squares<N, B> {
    /// A rectangle of at least one square, filled with `content(column, row)`; none for other
    /// sizes, and those that `B` does not hold.
    #[must_use]
    pub fn new(
        width: usize,
        height: usize,
        content: impl Fn(usize, usize) -> usize,
    ) -> Option<Self> {
        let most = B::BITS as usize;
        let area = width.checked_mul(height).filter(|area| (1..=most).contains(area))?;
        let empty = Squares { width: width as u16, height: height as u16, digits: [B::EMPTY; N] };
        let put = |board: Self, i| board.put(B::only(i as u32), content(i % width, i / width));
        Some((0..area).fold(empty, put))
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
            .ok_or_else(|| Self::too_large(text))
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
                    .ok_or_else(|| Self::too_large(text))
            }
        }
    }

    fn too_large(text: Text<'_>) -> ParseError {
        text.expected(format!("a board of at most {} squares", B::BITS))
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
    pub fn names(&self, set: B) -> String {
        set.squares().map(|square| self.name(square)).collect::<Vec<_>>().join("-")
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
            content | usize::from(self.digits[digit].holds(square)) << digit
        })
    }

    /// The squares with this content.
    #[must_use]
    pub fn holding(&self, content: usize) -> B {
        let all = B::low(self.area());
        (0..N).fold(all, |set, digit| match content >> digit & 1 {
            1 => set & self.digits[digit],
            _ => set & !self.digits[digit],
        })
    }

    /// The board with the squares of a set set to this content.
    #[must_use]
    pub fn put(mut self, set: B, content: usize) -> Self {
        for (digit, squares) in self.digits.iter_mut().enumerate() {
            *squares = *squares & !set | if content >> digit & 1 == 1 { set } else { B::EMPTY };
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
    pub fn step(&self, set: B, step: Step) -> B {
        let (width, first) = (u32::from(self.width), self.first_column());
        let all = B::low(self.area());
        match self.is_short() {
            true => {
                let [set, first, all] = [set, first, all].map(|set| set.word(0));
                B::of_word(rows::step(set, step, width, first, all), 0)
            }
            false => rows::step(set, step, width, first, all),
        }
    }

    /// The orthogonal neighbours of the squares of a set.
    #[inline]
    #[must_use]
    pub fn beside(&self, set: B) -> B {
        let (width, first) = (u32::from(self.width), self.first_column());
        let all = B::low(self.area());
        match self.is_short() {
            true => {
                let [set, first, all] = [set, first, all].map(|set| set.word(0));
                B::of_word(rows::beside(set, width, first, all), 0)
            }
            false => rows::beside(set, width, first, all),
        }
    }

    /// The squares of a set with all their neighbours, diagonal ones included.
    #[must_use]
    pub fn around(&self, set: B) -> B {
        let (first, all) = (self.first_column(), B::low(self.area()));
        let width = u32::from(self.width);
        // Masked: a bit shifted past the last row would return with the shift up.
        let row = (set | set << 1 & !first | (set & !first) >> 1) & all;
        (row | row.on(width) | row.back(width)) & all
    }

    /// The squares of the first column.
    fn first_column(&self) -> B {
        B::FIRST_COLUMNS[usize::from(self.width)] & B::low(self.area())
    }

    /// The board cropped to the bounding box of a set; other squares become missing.
    #[must_use]
    pub fn keep(self, set: B) -> Self {
        let width = u32::from(self.width);
        let (window, digits) = if self.is_short() {
            let short = set.word(0);
            let Some(window) = Window::around(short, width) else { return Squares::default() };
            let kept = |squares: B| B::of_word(window.of(squares.word(0) & short, width), 0);
            (window, self.digits.map(kept))
        } else {
            let Some(window) = Window::around(set, width) else { return Squares::default() };
            (window, self.digits.map(|squares| window.of(squares & set, width)))
        };
        Squares { width: window.width as u16, height: window.height as u16, digits }
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
            true => {
                self.digits.map(|set| B::of_word(rows::transpose(set.word(0), width, height), 0))
            }
            false => self.digits.map(|set| rows::transpose(set, width, height)),
        };
        Squares { width: self.height, height: self.width, digits }
    }

    /// A set with its rows in reverse order if `flip`, then rotated by a half turn if `turn`.
    fn turned(&self, set: B, turn: bool, flip: bool) -> B {
        let (width, height) = (self.width.into(), self.height.into());
        if self.is_short() {
            let set = set.word(0);
            let set = if flip { rows::flip(set, width, height) } else { set };
            return B::of_word(if turn { set.turn(self.area()) } else { set }, 0);
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
        let least = first.into_iter().fold(first[0], B::min);
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

    fn stones<B: Bits>(text: &str) -> Stones<B> {
        Stones::read(Text::new(text), STONES).unwrap()
    }

    fn boards_are_read_as_they_are_printed<B: Bits>(sizes: &[(usize, usize)], too_large: &[&str]) {
        for text in ["", "x", "xo|.#", ".|x|o", "........"] {
            assert_eq!(stones::<B>(text).print(STONES), text);
        }
        let board = |text: &str| Stones::<B>::read_or_checkered(Text::new(text));
        assert_eq!(board("3x2").unwrap().print(STONES), "xox|oxo");
        for (width, height) in sizes {
            let size = format!("{width}x{height}");
            let text = board(&size).unwrap().print(STONES);
            assert_eq!(text.len(), width * height + height - 1);
            assert_eq!(stones::<B>(&text).print(STONES), text);
        }
        for size in too_large {
            let error = board(size).unwrap_err();
            assert_eq!(error.expected, format!("a board of at most {} squares", B::BITS));
            assert_eq!(error.at, 0);
        }
        assert_eq!(board("0x0").unwrap_err().at, 0);
        assert_eq!(board("xo|oz").unwrap_err().at, 4);
    }

    #[test]
    fn boards_of_all_widths_are_read_as_they_are_printed() {
        let sizes = [(128, 1), (1, 128), (16, 8), (8, 16), (11, 11)];
        boards_are_read_as_they_are_printed::<u128>(&sizes, &["129x1", "12x11"]);
        let sizes = [(256, 1), (1, 256), (16, 16), (12, 11), (8, 8)];
        boards_are_read_as_they_are_printed::<Wide>(&sizes, &["257x1", "1x257", "17x16"]);
    }

    #[test]
    fn words_are_restored_and_ordered_like_boards() {
        let boards: Vec<Stones<Wide>> = ["", "x", "o", "xo|.#", "256x1", "1x256", "16x16", "15x16"]
            .into_iter()
            .map(|text| Stones::read_or_checkered(Text::new(text)).unwrap())
            .collect();
        for board in &boards {
            assert_eq!(Stones::from_words(&board.to_words()), *board);
            for other in &boards {
                assert_eq!(board.to_words().cmp(&other.to_words()), board.cmp(other));
            }
        }
    }

    /// Whether two squares, given by their numbers on a board of this width, are neighbours; with
    /// `corners` diagonal neighbours count.
    fn near(width: i32, a: i32, b: i32, corners: bool) -> bool {
        let (x, y) = ((a % width - b % width).abs(), (a / width - b / width).abs());
        x.max(y) == 1 && (corners || x + y == 1)
    }

    fn steps_stay_on_the_board<B: Bits>(sizes: &[(usize, usize)]) {
        for &(width, height) in sizes {
            let board = Stones::<B>::new(width, height, |_, _| FREE).unwrap();
            let area = (width * height) as u32;
            for square in (0..area).step_by(if area > 20 { 7 } else { 1 }) {
                let close = |corners| {
                    let near = |&b: &u32| near(width as i32, square as i32, b as i32, corners);
                    B::of((0..area).filter(near))
                };
                let set = B::only(square);
                let steps = |steps: &[Step]| {
                    steps.iter().fold(B::EMPTY, |all, &step| all | board.step(set, step))
                };
                assert_eq!(board.beside(set), close(false));
                assert_eq!(board.around(set) & !set, close(true));
                assert_eq!(steps(&BESIDE), close(false));
                assert_eq!(steps(&AROUND), close(true));
            }
        }
    }

    #[test]
    fn steps_stay_on_boards_of_all_widths() {
        let small = [(3, 4), (4, 3), (1, 5), (5, 1)];
        steps_stay_on_the_board::<u128>(&small);
        steps_stay_on_the_board::<Wide>(&small);
        steps_stay_on_the_board::<u128>(&[(128, 1), (1, 128), (16, 8)]);
        steps_stay_on_the_board::<Wide>(&[(256, 1), (1, 256), (16, 16), (12, 11), (23, 11)]);
    }

    fn parts_are_kept_on_the_smallest_board<B: Bits>() {
        let board = stones::<B>("x..o|xx..|...o");
        let set = board.holding(LEFT) | board.holding(RIGHT);
        let kept: Vec<String> = parts(set, |part| board.beside(part))
            .map(|part| board.keep(part).print(STONES))
            .collect();
        assert_eq!(kept, ["x#|xx", "o", "o"]);
        assert_eq!(board.keep(B::EMPTY), Stones::default());
        assert_eq!(board.exchange(LEFT, RIGHT).print(STONES), "o..x|oo..|...x");
    }

    #[test]
    fn parts_of_boards_of_all_widths_are_kept_on_the_smallest_board() {
        parts_are_kept_on_the_smallest_board::<u128>();
        parts_are_kept_on_the_smallest_board::<Wide>();
        let large = Stones::<Wide>::new(16, 16, |x, y| usize::from(x > 2 && y > 13)).unwrap();
        assert_eq!(large.keep(large.holding(FREE)).sides(), (13, 2));
    }

    fn symmetric_boards_have_one_representative<B: Bits>() {
        let images = ["xo.|...", "...|.ox", "...|xo.", ".ox|..."];
        let least = stones::<B>(images[0]).up_to_symmetry();
        for image in images {
            assert_eq!(stones::<B>(image).up_to_symmetry(), least);
            assert_eq!(stones::<B>(image).transpose().up_to_symmetry(), least);
        }
        assert_ne!(stones::<B>("ox.|...").up_to_symmetry(), least);
        let square = stones::<B>("xo|..").up_to_symmetry();
        for image in ["ox|..", "x.|o.", "..|xo", ".o|.x"] {
            assert_eq!(stones::<B>(image).up_to_symmetry(), square);
        }
        let most = B::BITS as usize;
        let long = Stones::<B>::new(1, most, |_, _| LEFT).unwrap();
        assert_eq!(long.up_to_symmetry(), Stones::new(most, 1, |_, _| LEFT).unwrap());
        assert_eq!(Stones::<B>::default().up_to_symmetry(), Stones::default());
    }

    #[test]
    fn symmetric_boards_of_all_widths_have_one_representative() {
        symmetric_boards_have_one_representative::<u128>();
        symmetric_boards_have_one_representative::<Wide>();
        let corners = [(0, 0), (15, 0), (0, 15), (15, 15)].map(|corner| {
            Stones::<Wide>::new(16, 16, |x, y| if (x, y) == corner { LEFT } else { FREE })
        });
        let least = corners.map(|board| board.unwrap().up_to_symmetry());
        assert!(least.iter().all(|board| *board == least[0]));
    }
}
