//! Northcott's game: every row holds a man of each player, and the two may not pass each other.
//!
//! # Known answers
//!
//! Winning Ways, chapter 3: the game is Nim with the gaps as heaps, because a retreat is answered
//! by an advance.
//!
//! ```text
//! northcotts-game(x.o) => outcome=N
//! northcotts-game(xo..) => outcome=P
//! northcotts-game(x..o|.x.o|x.o.) => outcome=N
//! northcotts-game(x.o.|.x.o|..xo) => outcome=P
//! northcotts-game(x..o|o.x.|xo..) => outcome=N
//! northcotts-game(x...o|o..x.|xo...|.o..x) => outcome=N
//! northcotts-game(x...o|o..x.|xo...|.x.o.) => outcome=P
//! ```

use smallvec::SmallVec;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Convention, Fate, ParseError, Player, Text};
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::squares::Letters;
use grundy_ruleset::scene::{Scene, squares};
use grundy_ruleset::{Notation, Ruleset, Theorem};

/// Northcott's game on a board of a given width. Positions list the columns of Left's man and of
/// Right's in each row.
#[derive(Clone, Copy, Debug)]
pub struct Northcott {
    width: u16,
}

/// The columns of Left's and Right's man in each row.
type Men = SmallVec<[[u16; 2]; 4]>;

/// The letters of the men.
const MEN: [&str; 2] = ["x", "o"];

/// The greatest number of squares of a board.
const MOST: usize = 1024;

/// The number of squares between two men.
fn gap([left, right]: [u16; 2]) -> u16 {
    left.abs_diff(right) - 1
}

impl Northcott {
    /// The columns that a man can reach when the other man of its row is on column `other`.
    fn reached(self, man: u16, other: u16) -> impl Iterator<Item = u16> {
        let columns = if man < other { 0..other } else { other + 1..self.width };
        columns.filter(move |&to| to != man)
    }

    fn board(self, men: &Men) -> impl Iterator<Item = char> {
        men.iter().flat_map(move |&[left, right]| {
            (0..self.width).map(move |column| match column {
                _ if column == left => 'x',
                _ if column == right => 'o',
                _ => '.',
            })
        })
    }
}

impl Ruleset for Northcott {
    type Position = Men;

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, men: &Men, player: Player) -> impl Iterator<Item = Men> {
        let own = usize::from(player == Player::Right);
        men.iter().enumerate().flat_map(move |(row, pair)| {
            self.reached(pair[own], pair[1 - own]).map(move |to| {
                let mut next = men.clone();
                next[row][own] = to;
                next
            })
        })
    }

    /// The game is Nim with the gaps as heaps: a player who has made their nim-sum 0 follows a man
    /// that retreats.
    fn theorem(&self, men: &Men, mover: Player, convention: Convention) -> Option<Theorem<Men>> {
        if convention != Convention::Normal {
            return None;
        }
        let sum = |men: &Men| men.iter().fold(0, |sum, &pair| sum ^ gap(pair));
        let lost = sum(men) == 0;
        let best: Vec<Men> = match lost {
            true => Vec::new(),
            false => self.options(men, mover).filter(|to| sum(to) == 0).collect(),
        };
        let fate = if lost { Fate::Loss } else { Fate::Win };
        let source = "Winning Ways for your Mathematical Plays, chapter 3";
        Some(Theorem { fate, best, complete: !lost, source })
    }

    fn components(&self, men: Men) -> impl Iterator<Item = Men> {
        men.into_iter().map(|pair| Men::from_slice(&[pair]))
    }

    /// The position with Left's men in the places of Right's, and Right's in those of Left's.
    fn negative(&self, men: &Men) -> Option<Men> {
        Some(men.iter().map(|&[left, right]| [right, left]).collect())
    }

    fn bytes(&self, men: &Men) -> usize {
        size_of::<Men>() + if men.spilled() { 4 * men.capacity() } else { 0 }
    }
}

impl Notation for Northcott {
    fn name(&self) -> &'static str {
        "northcotts-game"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(MEN.map(String::from))
    }

    fn print(&self, men: &Men) -> String {
        grid::print(self.width.into(), self.board(men))
    }

    fn read(&self, text: Text<'_>) -> Result<Men, ParseError> {
        if text.is_empty() {
            return Ok(Men::new());
        }
        let board = grid::read(text, ".xo")?;
        if board.width != usize::from(self.width) {
            return Err(text.expected(format!("rows of {} squares", self.width)));
        }
        let rows = board.squares.chunks(board.width).zip(text.split('|'));
        let pair = |(squares, row): (&[char], Text<'_>)| {
            let one = |man: char| {
                let mut columns = (0..).zip(squares).filter(|(_, square)| **square == man);
                let column: Option<(u16, _)> = columns.next();
                column.filter(|_| columns.next().is_none()).map(|(column, _)| column)
            };
            let pair = one('x').zip(one('o')).map(|(left, right)| [left, right]);
            pair.ok_or_else(|| row.expected("one 'x' and one 'o' in the row"))
        };
        rows.map(pair).collect()
    }

    fn alphabet(&self) -> String {
        ".xo".to_string()
    }

    fn draw(&self, men: &Men) -> String {
        grid::draw(self.width.into(), self.board(men))
    }

    fn scene(&self, men: &Men) -> Scene {
        let (all, width): (Vec<char>, _) = (self.board(men).collect(), usize::from(self.width));
        let letters = Letters { pieces: MEN };
        squares::board(width, men.len(), |x, y| letters.piece(all[y * width + x]))
    }

    /// The square that the man leaves, and the one that it reaches.
    fn move_name(&self, from: &Men, to: &Men, player: Player) -> String {
        let own = usize::from(player == Player::Right);
        let row = (0..from.len().min(to.len())).find(|&row| from[row] != to[row]);
        row.map_or_else(
            || self.print(to),
            |row| {
                let square = |column: u16| squares::name(from.len(), column.into(), row);
                format!("{}-{}", square(from[row][own]), square(to[row][own]))
            },
        )
    }
}

/// Northcott's game in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "northcotts-game",
        aliases: &["northcott", "northcotts-nim"],
        family: Family::Grid,
        title: "Northcott's game",
        about: "Every row has a man of each player; move one of yours along its row, forwards or \
                back, but never past the other one. Whoever cannot move loses, and it is Nim with \
                the gaps.",
        rules: "In every row of a board stand a man of Left's (x) and one of Right's (o). A move \
                takes one of the player's own men along its row, as many squares as the player \
                likes, forwards or back, but not onto the other man or past it. The player who \
                cannot move loses. Men could go to and fro for ever, but who wins is not hindered by \
                that: whatever gap a man opens, the other one closes. A board has at most 1024 \
                squares.",
        notation: "northcotts-game(ROW|ROW|…)",
        examples: &["northcotts-game(x..o|.x.o)", "northcotts-game(x...o|.o.x.|xo...)"],
        source: "Winning Ways for your Mathematical Plays, chapter 3",
        parse: &|arguments: &Arguments<'_>| {
            let text = arguments.position_only()?;
            let (width, rows) = match text.is_empty() {
                true => (0, 0),
                false => {
                    let board = grid::read(text, ".xo")?;
                    (board.width, board.height)
                }
            };
            if width * rows > MOST {
                return Err(text.expected(format!("at most {MOST} squares")));
            }
            let rules = Northcott { width: width as u16 };
            let men = rules.read(text)?;
            Ok(arguments.game_in_words(rules, men))
        },
    }
}
