//! Tic-tac-toe on any small board: m,n,k games.

mod tactics;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{End, Fate, ParseError, Player, Text};
use grundy_game::Of;
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::board::{discs, grid};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, squares};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Flow, Notation, Packed, Ruleset};
use tactics::Tactics;

/// Put a mark on an empty square; `line` marks in a row win.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    width: usize,
    height: usize,
    line: usize,
    /// The directions in which there are lines.
    runs: Vec<Run>,
    all: u64,
}

/// Lines in one direction: the squares at which a line starts, and the shift to each next
/// square.
#[derive(Clone, Copy, Debug)]
struct Run {
    starts: u64,
    step: u32,
}

impl TicTacToe {
    /// A board of at most 64 squares on which `line` in a row win; none if the
    /// board is empty or larger.
    #[must_use]
    pub fn new(width: usize, height: usize, line: usize) -> Option<Self> {
        let squares = width.checked_mul(height).filter(|squares| (1..=64).contains(squares))?;
        if line == 0 {
            return None;
        }
        let mut runs = Vec::new();
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let inside = |square: usize| {
                let (x, y) = ((square % width) as isize, (square / width) as isize);
                let last = isize::try_from(line - 1).unwrap_or(isize::MAX);
                let end = |from: isize, by: isize| by.checked_mul(last)?.checked_add(from);
                let (x, y) = (end(x, dx), end(y, dy));
                x.is_some_and(|x| (0..width as isize).contains(&x))
                    && y.is_some_and(|y| (0..height as isize).contains(&y))
            };
            let starts = (0..squares).filter(|&square| inside(square));
            let starts = starts.fold(0, |set, square| set | 1 << square);
            let step = (dx + dy * width as isize) as u32;
            if starts != 0 {
                runs.push(Run { starts, step });
            }
        }
        let all = u64::MAX >> (64 - squares);
        Some(TicTacToe { width, height, line, runs, all })
    }

    #[inline]
    fn has_line(&self, marks: u64) -> bool {
        let run = |&Run { starts, step }: &Run| {
            (1..self.line as u32).fold(starts & marks, |found, i| found & marks >> (i * step))
        };
        self.runs.iter().fold(0, |found, direction| found | run(direction)) != 0
    }

    fn squares(&self, marks: &Discs) -> impl Iterator<Item = char> {
        marks.characters(self.width * self.height)
    }
}

impl Ruleset for TicTacToe {
    type Position = Discs;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(
        &self,
        &Discs { left: x, right: o }: &Discs,
        player: Player,
    ) -> impl Iterator<Item = Discs> {
        let mut empty = self.all & !(x | o);
        std::iter::from_fn(move || {
            let square = empty & empty.wrapping_neg();
            empty ^= square;
            match player {
                _ if square == 0 => None,
                Player::Left => Some(Discs { left: x | square, right: o }),
                Player::Right => Some(Discs { left: x, right: o | square }),
            }
        })
    }

    fn end(&self, &Discs { left: x, right: o }: &Discs, mover: Player) -> Option<End> {
        // If both players have lines, which play cannot reach, the last move decides.
        let marks = |player| if player == Player::Left { x } else { o };
        if self.has_line(marks(mover.opponent())) {
            Some(End::Won(mover.opponent()))
        } else if self.has_line(marks(mover)) {
            Some(End::Won(mover))
        } else if x | o == self.all {
            Some(End::Tie)
        } else {
            None
        }
    }

    fn stones(&self, marks: &Discs) -> Option<[u32; 2]> {
        Some([marks.left, marks.right].map(u64::count_ones))
    }

    fn negative(&self, marks: &Discs) -> Option<Discs> {
        Some(marks.exchanged())
    }
}

impl Notation for TicTacToe {
    fn name(&self) -> &'static str {
        "tic-tac-toe"
    }

    fn parameters(&self) -> String {
        match (self.width, self.height, self.line) {
            (3, 3, 3) => String::new(),
            (width, height, line) => format!("{width},{height},{line}"),
        }
    }

    fn start(&self) -> Option<Discs> {
        Some(Discs::default())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["X", "O"].map(String::from))
    }

    fn print(&self, marks: &Discs) -> String {
        grid::print(self.width, self.squares(marks))
    }

    fn read(&self, text: Text<'_>) -> Result<Discs, ParseError> {
        Discs::read(text, self.width, self.height)
    }

    fn alphabet(&self) -> String {
        discs::ALPHABET.to_string()
    }

    fn draw(&self, marks: &Discs) -> String {
        grid::draw(self.width, self.squares(marks))
    }

    fn scene(&self, marks: &Discs) -> Scene {
        let all: Vec<char> = self.squares(marks).collect();
        squares::board(self.width, self.height, |x, y| match all[y * self.width + x] {
            'X' => Some(Piece::new(Look::Cross, Owner::Left)),
            'O' => Some(Piece::new(Look::Nought, Owner::Right)),
            _ => None,
        })
    }

    fn move_name(&self, from: &Discs, to: &Discs, _: Player) -> String {
        let square = from.put(*to).unwrap_or_default();
        grid::square_name(self.width, self.height, square)
    }
}

/// A key has a base-3 digit for each square: 1 for a mark of the player who began, 2 for
/// one of the other. Left began if the number of marks is even and it is Left's turn, or
/// odd and it is Right's. Every mark adds to the key.
impl Packed for TicTacToe {
    type Key = u64;

    fn fits(&self) -> bool {
        self.area() < POWERS.len()
    }

    fn pack(&self, &Discs { left: x, right: o }: &Discs, mover: Player) -> u64 {
        let even = (x | o).count_ones().is_multiple_of(2);
        match even == (mover == Player::Left) {
            true => ternary(x) + 2 * ternary(o),
            false => ternary(o) + 2 * ternary(x),
        }
    }

    fn unpack(&self, key: u64) -> Option<(Discs, Player)> {
        let (x, o) = digits(key);
        let mover = if lefts_turn(x, o) { Player::Left } else { Player::Right };
        ((x | o) & !self.all == 0).then_some((Discs { left: x, right: o }, mover))
    }

    #[inline]
    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (x, o) = digits(key);
        let lefts_turn = lefts_turn(x, o);
        if self.has_line(if lefts_turn { o } else { x }) {
            return Some(Fate::Loss);
        }
        let mut empty = self.all & !(x | o);
        if empty == 0 {
            return Some(Fate::Draw);
        }
        let by = if lefts_turn { 1 } else { 2 };
        while empty != 0 {
            let square = empty.trailing_zeros() as usize;
            option(square, key + by * POWERS[square]);
            empty &= empty - 1;
        }
        None
    }

    fn kinds(&self) -> usize {
        self.area()
    }

    fn flow(&self) -> Flow {
        Flow::Stepwise
    }

    #[inline]
    fn tier(&self, key: u64) -> u32 {
        let (x, o) = digits(key);
        (x | o).count_ones()
    }

    fn dense(&self) -> Option<u64> {
        POWERS.get(self.area()).copied().filter(|_| self.area() <= 24)
    }

    fn keys_rise(&self) -> bool {
        true
    }
}

impl TicTacToe {
    fn area(&self) -> usize {
        self.width * self.height
    }
}

#[inline]
fn lefts_turn(x: u64, o: u64) -> bool {
    (x | o).count_ones().is_multiple_of(2)
}

/// The squares with a 1 and those with a 2.
#[inline]
fn digits(mut key: u64) -> (u64, u64) {
    let (mut ones, mut twos, mut square) = (0, 0, 0);
    while key > 0 {
        let (more_ones, more_twos) = DIGITS[(key % EIGHT) as usize];
        ones |= u64::from(more_ones) << square;
        twos |= u64::from(more_twos) << square;
        key /= EIGHT;
        square += 8;
    }
    (ones, twos)
}

/// 3^8: eight squares.
const EIGHT: u64 = 6561;

/// The powers of 3 below 2^64.
const POWERS: [u64; 41] = {
    let mut powers = [1; 41];
    let mut i = 1;
    while i < 41 {
        powers[i] = 3 * powers[i - 1];
        i += 1;
    }
    powers
};

/// For every 8-digit number in base 3, the sets of its digits 1 and of its digits 2.
static DIGITS: [(u8, u8); EIGHT as usize] = {
    let mut digits = [(0, 0); EIGHT as usize];
    let mut number = 0;
    while number < EIGHT as usize {
        let (mut rest, mut square, mut ones, mut twos) = (number, 0, 0u8, 0u8);
        while rest > 0 {
            match rest % 3 {
                1 => ones |= 1 << square,
                2 => twos |= 1 << square,
                _ => {}
            }
            rest /= 3;
            square += 1;
        }
        digits[number] = (ones, twos);
        number += 1;
    }
    digits
};

/// The numbers whose base-3 digits are the bits of a byte.
static ONES: [u16; 256] = {
    let mut ones = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut square = 0;
        while square < 8 {
            if set >> square & 1 == 1 {
                ones[set] += POWERS[square] as u16;
            }
            square += 1;
        }
        set += 1;
    }
    ones
};

/// The number whose base-3 digits are the bits of a set.
#[inline]
fn ternary(mut set: u64) -> u64 {
    let (mut number, mut power) = (0, 1);
    while set > 0 {
        number += power * u64::from(ONES[set as usize & 0xff]);
        power *= EIGHT;
        set >>= 8;
    }
    number
}

fn read_parameters(text: Text<'_>) -> Result<TicTacToe, ParseError> {
    let sides: Vec<usize> =
        text.split(',').map(|part| part.number("a size")).collect::<Result<_, _>>()?;
    let rules = match *sides {
        [width, height, line] => TicTacToe::new(width, height, line),
        _ => None,
    };
    rules.ok_or_else(|| text.expected("width,height,line with at most 64 squares"))
}

/// Tic-tac-toe in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "tic-tac-toe",
        aliases: &["mnk", "noughts-and-crosses"],
        family: Family::Grid,
        title: "Tic-tac-toe",
        about: "Put your mark on a free square; three in a line win. Played well it is a draw, and on \
                larger boards with longer lines it is quite another game.",
        rules: "Left puts an X and Right an O on an empty square. The first to have three in a row, \
                column or diagonal wins; a full board without such a line is a tie. With \
                parameters: a board of WIDTH by HEIGHT on which LINE in a row win.",
        notation: "tic-tac-toe, tic-tac-toe(BOARD), tic-tac-toe(WIDTH,HEIGHT,LINE) or \
                   tic-tac-toe(WIDTH,HEIGHT,LINE; BOARD)",
        examples: &["tic-tac-toe", "tic-tac-toe(X.O|.X.|..O)", "tic-tac-toe(4,3,3)"],
        source: "Winning Ways for your Mathematical Plays, chapter 22",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = arguments.optional_board(&['.', 'X', 'O', '|']);
            let parameters = parameters.unwrap_or(Text::new("3,3,3"));
            let rules = read_parameters(parameters)?;
            let marks = match position {
                Some(text) => rules.read(text)?,
                None => Discs::default(),
            };
            let tactics = Tactics::new(rules.clone());
            let nodes = tactics.clone();
            let node = move |words: &Words<2>, mover| nodes.node(Discs::from_words(words), mover);
            Ok(Of::in_words(rules.clone(), marks).packed(rules).played_by(tactics, node).erased())
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::law;

    #[test]
    fn packed_moves_are_those_of_the_rules() {
        for (width, height, line) in [(3, 3, 3), (4, 3, 3), (2, 5, 2), (1, 1, 1), (3, 2, 3)] {
            let rules = TicTacToe::new(width, height, line).unwrap();
            law::check(&rules, (&Discs::default(), Player::Left), 8000);
            law::check(&rules, (&Discs::default(), Player::Right), 8000);
        }
    }

    #[test]
    fn a_line_is_where_a_line_is() {
        for (width, height, line) in
            [(3, 3, 3), (4, 3, 2), (2, 5, 2), (5, 1, 3), (1, 5, 3), (4, 4, 1)]
        {
            let rules = TicTacToe::new(width, height, line).unwrap();
            let at = |marks: u64, x: usize, y: usize| {
                x < width && y < height && marks >> (y * width + x) & 1 == 1
            };
            for marks in 0..=rules.all {
                let runs = |dx: usize, dy: usize, back: usize| {
                    (0..width * height).any(|square| {
                        let (x, y) = (square % width, square / width);
                        // Where x would be negative, it is too large.
                        (0..line)
                            .all(|i| at(marks, (x + i * dx).wrapping_sub(i * back), y + i * dy))
                    })
                };
                let expected = runs(1, 0, 0) || runs(0, 1, 0) || runs(1, 1, 0) || runs(0, 1, 1);
                assert_eq!(rules.has_line(marks), expected, "{width},{height},{line} {marks:b}");
            }
        }
    }
}
