//! TacTix: take counters that lie side by side in a row or a column.
//!
//! # Known answers
//!
//! Boards with an even side are lost under normal play by symmetry, and boards with odd sides are
//! won by taking the middle. The other answers are from a search over sets of counters, written
//! without this library.
//!
//! ```text
//! tactix(1x1) => outcome=N misere=P value=*
//! tactix(2x2) => outcome=P misere=P value=0
//! tactix(3x1) => outcome=N misere=N value=*3
//! tactix(3x2) => outcome=N misere=N value=*2
//! tactix(3x3) => outcome=N misere=N value=*
//! tactix(4x2) => outcome=P misere=P value=0
//! tactix(4x3) => outcome=N misere=N value=*2
//! tactix(4x4) => outcome=P misere=P value=0
//! tactix(oo.o) => outcome=N value=*3
//! tactix(o.o|.o.) => outcome=N value=*
//! ```

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::graph::{connected_parts, members};
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, keys, squares};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// TacTix, or Bulo (Piet Hein).
#[derive(Clone, Copy, Debug)]
pub struct Tactix;

/// The counters on a board of at most 64 squares, numbered row by row from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counters {
    set: u64,
    width: u8,
    height: u8,
}

impl InWords for Counters {
    type Words = Words<2>;

    fn to_words(&self) -> Words<2> {
        Words([self.set, u64::from(self.width) << 8 | u64::from(self.height)])
    }

    fn from_words(&Words([set, sides]): &Words<2>) -> Counters {
        Counters { set, width: (sides >> 8) as u8, height: sides as u8 }
    }
}

/// The greatest number of squares of a board.
const MOST: usize = 64;

impl Counters {
    /// The next square in the row of `square`, and the square below it.
    fn next(self, square: u32) -> [Option<u32>; 2] {
        let (width, squares) =
            (u32::from(self.width), u32::from(self.width) * u32::from(self.height));
        let right = !(square + 1).is_multiple_of(width);
        [right.then_some(square + 1), Some(square + width).filter(|&below| below < squares)]
    }

    /// The sets of counters that a move can take.
    fn lines(self) -> impl Iterator<Item = u64> {
        let holds = move |square: u32| self.set >> square & 1 == 1;
        let first = members(self.set).map(u32::from);
        first.flat_map(move |first| {
            [0, 1].into_iter().flat_map(move |way| {
                let next = move |&square: &u32| self.next(square)[way].filter(|&s| holds(s));
                let line = std::iter::successors(Some(first), next);
                let sets = line.scan(0, |set, square| {
                    *set |= 1u64 << square;
                    Some(*set)
                });
                // A single counter is listed only once.
                sets.skip(way)
            })
        })
    }

    /// The first and the last counter of a line.
    fn name(self, line: u64) -> String {
        let name =
            |square: u32| grid::square_name(self.width.into(), self.height.into(), square as usize);
        let (first, last) = (line.trailing_zeros(), line.checked_ilog2().unwrap_or(0));
        match line.count_ones() {
            0 | 1 => name(first.min(last)),
            _ => format!("{}-{}", name(first), name(last)),
        }
    }

    fn characters(self) -> impl Iterator<Item = char> {
        let squares = u32::from(self.width) * u32::from(self.height);
        (0..squares).map(move |square| if self.set >> square & 1 == 1 { 'o' } else { '.' })
    }
}

impl Ruleset for Tactix {
    type Position = Counters;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &board: &Counters, _: Player) -> impl Iterator<Item = Counters> {
        board.lines().map(move |line| Counters { set: board.set & !line, ..board })
    }

    fn longest_play(&self, board: &Counters) -> Option<u64> {
        Some(board.set.count_ones().into())
    }

    /// A line lies in one connected component.
    fn components(&self, board: Counters) -> impl Iterator<Item = Counters> {
        let squares = u32::from(board.width) * u32::from(board.height);
        let mut near = vec![0u64; squares as usize];
        for square in 0..squares {
            for other in board.next(square).into_iter().flatten() {
                near[square as usize] |= 1 << other;
                near[other as usize] |= 1 << square;
            }
        }
        let parts: Vec<u64> = connected_parts(&near, board.set).collect();
        parts.into_iter().map(move |set| Counters { set, ..board })
    }

    fn negative(&self, board: &Counters) -> Option<Counters> {
        Some(*board)
    }
}

impl Notation for Tactix {
    fn name(&self) -> &'static str {
        "tactix"
    }

    fn print(&self, board: &Counters) -> String {
        grid::print(board.width.into(), board.characters())
    }

    fn read(&self, text: Text<'_>) -> Result<Counters, ParseError> {
        if text.is_empty() {
            return Ok(Counters::default());
        }
        let (width, height, set) = match grid::read_size(text) {
            Some((width, height)) if width.saturating_mul(height) <= MOST => {
                (width, height, u64::MAX >> (MOST - width * height))
            }
            Some(_) => return Err(text.expected(format!("at most {MOST} squares"))),
            None => {
                let board = grid::read(text, ".o")?;
                if board.squares.len() > MOST {
                    return Err(text.expected(format!("at most {MOST} squares")));
                }
                let set = board.squares.iter().rev();
                let set = set.fold(0, |set, &square| set << 1 | u64::from(square == 'o'));
                (board.width, board.height, set)
            }
        };
        Ok(Counters { set, width: width as u8, height: height as u8 })
    }

    fn draw(&self, board: &Counters) -> String {
        grid::draw(board.width.into(), board.characters())
    }

    /// A single counter is pressed. Below the board there is a key for each longer line.
    fn scene(&self, board: &Counters) -> Scene {
        /// The greatest number of keys; the last makes all remaining moves.
        const MOST_KEYS: usize = 200;
        let width = usize::from(board.width);
        let mut scene = squares::board(width, board.height.into(), |x, y| {
            let there = board.set >> (y * width + x) & 1 == 1;
            there.then(|| Piece::new(Look::Token, Owner::Both))
        });
        let lines = || board.lines().filter(|line| line.count_ones() > 1);
        let others = lines().nth(MOST_KEYS).map(|_| "…".to_string());
        let names = lines().take(MOST_KEYS).map(|line| board.name(line));
        keys::add(&mut scene, names.chain(others));
        scene
    }

    fn tokens(&self, scene: &Scene, from: &Counters, to: &Counters, _: Player) -> Vec<Token> {
        let taken = from.set & !to.set;
        match taken.count_ones() {
            1 => {
                let square = taken.trailing_zeros() as usize;
                vec![Token::Cut { at: Some(square), gone: vec![square] }]
            }
            _ => keys::tokens(scene, &from.name(taken)),
        }
    }

    fn sizes(&self) -> Option<Sizes> {
        let (shape, symmetry) = (Shape::Board, Symmetry::All);
        Some(Sizes { shape, squares: ".o", others: "", pieces: ["", ""], symmetry })
    }

    fn move_name(&self, from: &Counters, to: &Counters, _: Player) -> String {
        from.name(from.set & !to.set)
    }
}

/// TacTix in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "tactix",
        aliases: &["bulo", "tac-tix"],
        family: Family::Grid,
        title: "TacTix",
        about: "Take counters from a row or a column of a board, any number that lie side by side \
                without a gap; whoever takes the last one wins. Piet Hein let that one lose, since \
                otherwise symmetry wins.",
        rules: "Counters (o) lie on the squares of a board. A move takes any number of them, at least \
                one, that lie in one row or one column, side by side without a gap. The player who \
                takes the last counter wins. Piet Hein lets that player lose, which is misère play: \
                on even boards under normal play the other player just answers in the opposite \
                place. A board is drawn with counters and empty squares '.', rows parted by '|', or \
                given by its size, width by height, when it is full. It has at most 64 squares.",
        notation: "tactix(WIDTHxHEIGHT) or tactix(ROW|ROW|…)",
        examples: &["tactix(3x3)", "tactix(4x2)", "tactix(oo.o|.ooo|o.o.)"],
        source: "Martin Gardner, Mathematical Games, Scientific American, February 1958; Winning Ways \
                 for your Mathematical Plays, chapter 15",
        parse: &|arguments: &Arguments<'_>| {
            let board = Tactix.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(Tactix, board))
        },
    }
}
