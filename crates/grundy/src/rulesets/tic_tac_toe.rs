//! Tic-tac-toe on any small board: m,n,k games.

use crate::board::grid;
use crate::catalogue::{Arguments, Entry, Family};
use crate::error::{ParseError, Text};
use crate::outcome::{End, Fate};
use crate::player::Player;
use crate::ruleset::{Flow, Notation, Packed, Ruleset};
use crate::scene::{Look, Owner, Piece, Scene, squares};

/// Put a mark on an empty square; `line` marks in a row win.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    width: usize,
    height: usize,
    line: usize,
    /// Every line that wins, as a set of squares.
    lines: Vec<u64>,
    all: u64,
}

/// Marks as sets of squares; square 0 is at the top left, rows follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Marks {
    x: u64,
    o: u64,
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
        let mut lines = Vec::new();
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for square in 0..squares {
                let (x, y) = ((square % width) as isize, (square / width) as isize);
                let step = |i: usize| (x + dx * i as isize, y + dy * i as isize);
                let inside = |(x, y): (isize, isize)| {
                    (0..width as isize).contains(&x) && (0..height as isize).contains(&y)
                };
                if line <= squares && inside(step(line - 1)) {
                    let bit = |(x, y): (isize, isize)| 1u64 << (y as usize * width + x as usize);
                    lines.push((0..line).map(|i| bit(step(i))).fold(0, |all, bit| all | bit));
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        let all = u64::MAX >> (64 - squares);
        Some(TicTacToe { width, height, line, lines, all })
    }

    fn has_line(&self, marks: u64) -> bool {
        self.lines.iter().any(|line| marks & line == *line)
    }

    fn squares(&self, marks: &Marks) -> impl Iterator<Item = char> {
        let Marks { x, o } = *marks;
        (0..self.width * self.height).map(move |square| match (x >> square & 1, o >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        })
    }
}

impl Ruleset for TicTacToe {
    type Position = Marks;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &Marks { x, o }: &Marks, player: Player) -> impl Iterator<Item = Marks> {
        let mut empty = self.all & !(x | o);
        std::iter::from_fn(move || {
            let square = empty & empty.wrapping_neg();
            empty ^= square;
            match player {
                _ if square == 0 => None,
                Player::Left => Some(Marks { x: x | square, o }),
                Player::Right => Some(Marks { x, o: o | square }),
            }
        })
    }

    fn end(&self, &Marks { x, o }: &Marks, mover: Player) -> Option<End> {
        // Where a position that play cannot reach has both lines, the last
        // move decides.
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

    fn negative(&self, &Marks { x, o }: &Marks) -> Option<Marks> {
        Some(Marks { x: o, o: x })
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

    fn start(&self) -> Option<Marks> {
        Some(Marks::default())
    }

    fn print(&self, marks: &Marks) -> String {
        grid::print(self.width, self.squares(marks))
    }

    fn read(&self, text: Text<'_>) -> Result<Marks, ParseError> {
        let board = grid::read(text, ".XO")?;
        if (board.width, board.height) != (self.width, self.height) {
            return Err(text.expected(format!("{} rows of {}", self.height, self.width)));
        }
        let set = |mark| {
            board.squares.iter().rev().fold(0, |set, &square| set << 1 | u64::from(square == mark))
        };
        Ok(Marks { x: set('X'), o: set('O') })
    }

    fn alphabet(&self) -> String {
        ".XO".to_string()
    }

    fn draw(&self, marks: &Marks) -> String {
        grid::draw(self.width, self.squares(marks))
    }

    fn scene(&self, marks: &Marks) -> Scene {
        let all: Vec<char> = self.squares(marks).collect();
        squares::board(self.width, self.height, |x, y| match all[y * self.width + x] {
            'X' => Some(Piece::new(Look::Cross, Owner::Left)),
            'O' => Some(Piece::new(Look::Nought, Owner::Right)),
            _ => None,
        })
    }

    fn move_name(&self, from: &Marks, to: &Marks, _: Player) -> String {
        let new = (from.x | from.o) ^ (to.x | to.o);
        grid::square_name(self.width, self.height, new.trailing_zeros() as usize)
    }
}

/// A key is the marks of a game that Left has begun, noughts above crosses:
/// where it is Right's turn after an even number of marks, they are exchanged.
/// Every mark adds a number to the key.
///
/// The number of a position has a digit of base 3 for each square, and every
/// mark adds to that too.
impl Packed for TicTacToe {
    type Key = u64;

    fn fits(&self) -> bool {
        self.area() <= 32
    }

    fn pack(&self, &Marks { x, o }: &Marks, mover: Player) -> u64 {
        let begun = (x | o).count_ones() % 2 == 0;
        let (x, o) = if begun == (mover == Player::Left) { (x, o) } else { (o, x) };
        o << self.area() | x
    }

    fn unpack(&self, key: u64) -> (Marks, Player) {
        let (x, o) = self.marks(key);
        let begun = key.count_ones().is_multiple_of(2);
        (Marks { x, o }, if begun { Player::Left } else { Player::Right })
    }

    #[inline]
    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (x, o) = self.marks(key);
        let lefts_turn = key.count_ones().is_multiple_of(2);
        if self.has_line(if lefts_turn { o } else { x }) {
            return Some(Fate::Loss);
        }
        let mut empty = self.all & !(x | o);
        if empty == 0 {
            return Some(Fate::Draw);
        }
        let by = if lefts_turn { 0 } else { self.area() };
        while empty != 0 {
            let square = empty.trailing_zeros();
            empty &= empty - 1;
            option(square as usize, key + (1 << (square + by)));
        }
        None
    }

    fn kinds(&self) -> usize {
        self.width * self.height
    }

    fn flow(&self) -> Flow {
        Flow::Stepwise
    }

    #[inline]
    fn tier(&self, key: u64) -> u32 {
        key.count_ones()
    }

    fn ranks(&self) -> Option<u64> {
        3u64.checked_pow(self.area()).filter(|_| self.area() <= 24)
    }

    #[inline]
    fn rank(&self, key: u64) -> u64 {
        let (x, o) = self.marks(key);
        ternary(x) + 2 * ternary(o)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<u64> {
        let (mut rank, mut x, mut o) = (rank, 0, 0);
        let mut square = 0;
        while rank > 0 {
            let (more_x, more_o) = DIGITS[(rank % EIGHT) as usize];
            x |= u64::from(more_x) << square;
            o |= u64::from(more_o) << square;
            rank /= EIGHT;
            square += 8;
        }
        // Left begins, and the players take turns.
        let ahead = x.count_ones().wrapping_sub(o.count_ones());
        (ahead <= 1).then(|| o << self.area() | x)
    }

    fn ranks_rise(&self) -> bool {
        true
    }

    #[inline]
    fn expand_rank(&self, rank: u64, key: u64, mut option: impl FnMut(u64)) -> Option<Fate> {
        let (x, o) = self.marks(key);
        let lefts_turn = key.count_ones().is_multiple_of(2);
        if self.has_line(if lefts_turn { o } else { x }) {
            return Some(Fate::Loss);
        }
        let mut empty = self.all & !(x | o);
        if empty == 0 {
            return Some(Fate::Draw);
        }
        let by = if lefts_turn { 1 } else { 2 };
        while empty != 0 {
            option(rank + by * POWERS[empty.trailing_zeros() as usize]);
            empty &= empty - 1;
        }
        None
    }
}

impl TicTacToe {
    fn area(&self) -> u32 {
        (self.width * self.height) as u32
    }

    /// The crosses and the noughts of a key.
    #[inline]
    fn marks(&self, key: u64) -> (u64, u64) {
        (key & self.all, key >> self.area())
    }
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

/// For each eight squares, as a number of base 3, those with a 1 and with a 2.
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

/// The number whose digits of base 3 are the bits of eight squares.
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

/// The number whose digits of base 3 are the bits of a set.
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
pub const ENTRY: Entry = Entry {
    name: "tic-tac-toe",
    aliases: &["mnk", "noughts-and-crosses"],
    family: Family::Grid,
    title: "Tic-tac-toe",
    rules: "Left puts an X and Right an O on an empty square. The first to have three in a row, \
            column or diagonal wins; a full board without such a line is a tie. With \
            parameters: a board of WIDTH by HEIGHT on which LINE in a row win.",
    notation: "tic-tac-toe, tic-tac-toe(BOARD), tic-tac-toe(WIDTH,HEIGHT,LINE) or \
               tic-tac-toe(WIDTH,HEIGHT,LINE; BOARD)",
    examples: &["tic-tac-toe", "tic-tac-toe(X.O|.X.|..O)", "tic-tac-toe(4,3,3)"],
    source: "Winning Ways for your Mathematical Plays, chapter 22",
    parse: |arguments: &Arguments<'_>| {
        let (parameters, position) = match arguments.optional() {
            (Some(first), None) if first.as_str().contains(['.', 'X', 'O', '|']) => {
                (None, Some(first))
            }
            both => both,
        };
        let parameters = parameters.unwrap_or(Text::new("3,3,3"));
        let rules = read_parameters(parameters)?;
        let marks = position.map_or(Ok(Marks::default()), |text| rules.read(text))?;
        Ok(arguments.packed_game(rules, marks))
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::law;

    #[test]
    fn packed_moves_are_those_of_the_rules() {
        for (width, height, line) in [(3, 3, 3), (4, 3, 3), (2, 5, 2), (1, 1, 1), (3, 2, 3)] {
            let rules = TicTacToe::new(width, height, line).unwrap();
            law::check(&rules, (&Marks::default(), Player::Left), 8000);
            law::check(&rules, (&Marks::default(), Player::Right), 8000);
        }
    }

    #[test]
    fn numbers_of_positions_are_their_marks_in_base_three() {
        let rules = TicTacToe::new(5, 4, 4).unwrap();
        let mut numbered = 0u64;
        for rank in (0..rules.ranks().unwrap()).step_by(977) {
            let Some(key) = rules.unrank(rank) else { continue };
            assert_eq!(rules.rank(key), rank);
            let mut of_options = Vec::new();
            let end = rules.expand(key, |_, option| of_options.push(rules.rank(option)));
            let mut numbers = Vec::new();
            assert_eq!(rules.expand_rank(rank, key, |number| numbers.push(number)), end);
            assert_eq!(numbers, of_options);
            numbered += 1;
        }
        assert!(numbered > 100_000);
    }
}
