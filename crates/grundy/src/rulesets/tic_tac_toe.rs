//! Tic-tac-toe on any small board: m,n,k games.

use crate::board::grid;
use crate::catalogue::{Arguments, Entry, Family};
use crate::error::{ParseError, Text};
use crate::outcome::End;
use crate::player::Player;
use crate::ruleset::{Notation, Ruleset};
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
        Ok(arguments.game(rules, marks))
    },
};
