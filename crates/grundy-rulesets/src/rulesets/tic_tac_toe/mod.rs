//! Tic-tac-toe on boards of at most 256 squares: m,n,k games, such as five in a row.

#[cfg(test)]
mod large;
mod packed;
mod tactics;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{End, ParseError, Player, Text};
use grundy_game::{Compiled, Game, Of};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::stored::Stored;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::board::{discs, grid};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, squares};
use grundy_ruleset::{InWords, Notation, Ruleset};
use tactics::Tactics;

/// Tic-tac-toe: put a mark on an empty square; `line` marks in a row win. Boards are sets of type
/// `B`.
#[derive(Clone, Debug)]
pub struct TicTacToe<B = u64> {
    width: usize,
    height: usize,
    line: usize,
    /// The directions in which there are lines.
    runs: Vec<Run<B>>,
    all: B,
}

/// Lines in one direction: the squares at which a line starts, and the shift to each next
/// square.
#[derive(Clone, Copy, Debug)]
struct Run<B> {
    starts: B,
    step: u32,
}

impl TicTacToe {
    /// A board of at most 64 squares on which `line` in a row win; none if it is empty or
    /// larger.
    #[must_use]
    pub fn new(width: usize, height: usize, line: usize) -> Option<Self> {
        TicTacToe::on_sets(width, height, line)
    }
}

impl<B: Bits> TicTacToe<B> {
    /// A board on which `line` in a row win; none if it is empty, or has more squares than
    /// a set of type `B` can hold.
    #[must_use]
    pub fn on_sets(width: usize, height: usize, line: usize) -> Option<Self> {
        let fits = |squares: &usize| (1..=B::BITS as usize).contains(squares);
        let squares = width.checked_mul(height).filter(fits)?;
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
            let starts = B::of(starts.map(|square| square as u32));
            let step = (dx + dy * width as isize) as u32;
            if !starts.is_empty() {
                runs.push(Run { starts, step });
            }
        }
        Some(TicTacToe { width, height, line, runs, all: B::low(squares as u32) })
    }

    #[inline]
    fn has_line(&self, marks: B) -> bool {
        let run = |&Run { starts, step }: &Run<B>| {
            (1..self.line as u32).fold(starts & marks, |found, i| found & marks >> (i * step))
        };
        !self.runs.iter().fold(B::EMPTY, |found, direction| found | run(direction)).is_empty()
    }

    fn squares(&self, marks: &Discs<B>) -> impl Iterator<Item = char> {
        marks.characters(self.area())
    }

    fn area(&self) -> usize {
        self.width * self.height
    }
}

impl<B: Bits> Ruleset for TicTacToe<B> {
    type Position = Discs<B>;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(
        &self,
        &Discs { left: x, right: o }: &Discs<B>,
        player: Player,
    ) -> impl Iterator<Item = Discs<B>> {
        (self.all & !(x | o)).singles().map(move |square| match player {
            Player::Left => Discs { left: x | square, right: o },
            Player::Right => Discs { left: x, right: o | square },
        })
    }

    fn end(&self, &Discs { left: x, right: o }: &Discs<B>, mover: Player) -> Option<End> {
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

    fn stones(&self, marks: &Discs<B>) -> Option<[u32; 2]> {
        Some(marks.counts())
    }

    fn negative(&self, marks: &Discs<B>) -> Option<Discs<B>> {
        Some(marks.exchanged())
    }
}

impl<B: Bits> Notation for TicTacToe<B> {
    fn name(&self) -> &'static str {
        "tic-tac-toe"
    }

    fn parameters(&self) -> String {
        match (self.width, self.height, self.line) {
            (3, 3, 3) => String::new(),
            (width, height, line) => format!("{width},{height},{line}"),
        }
    }

    fn start(&self) -> Option<Discs<B>> {
        Some(Discs::default())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["X", "O"].map(String::from))
    }

    fn print(&self, marks: &Discs<B>) -> String {
        grid::print(self.width, self.squares(marks))
    }

    fn read(&self, text: Text<'_>) -> Result<Discs<B>, ParseError> {
        Discs::read(text, self.width, self.height)
    }

    fn alphabet(&self) -> String {
        discs::ALPHABET.to_string()
    }

    fn draw(&self, marks: &Discs<B>) -> String {
        grid::draw(self.width, self.squares(marks))
    }

    fn scene(&self, marks: &Discs<B>) -> Scene {
        let all: Vec<char> = self.squares(marks).collect();
        let board = squares::board(self.width, self.height, |x, y| match all[y * self.width + x] {
            'X' => Some(Piece::new(Look::Cross, Owner::Left)),
            'O' => Some(Piece::new(Look::Nought, Owner::Right)),
            _ => None,
        });
        Scene { deciding: squares::in_a_row(&board, self.width, self.line), ..board }
    }

    fn move_name(&self, from: &Discs<B>, to: &Discs<B>, _: Player) -> String {
        let square = from.put(*to).unwrap_or_default();
        grid::square_name(self.width, self.height, square)
    }
}

/// Reads the width, the height and the length of a line, for a board of at most 256 squares.
fn read_parameters(text: Text<'_>) -> Result<[usize; 3], ParseError> {
    let sides: Vec<usize> =
        text.split(',').map(|part| part.number("a size")).collect::<Result<_, _>>()?;
    let sides = <[usize; 3]>::try_from(sides).ok();
    let fits = |&[width, height, line]: &[usize; 3]| {
        TicTacToe::<Wide>::on_sets(width, height, line).is_some()
    };
    let expected = || text.expected("width,height,line with at most 256 squares");
    sides.filter(fits).ok_or_else(expected)
}

/// The game at a position, or on the empty board, with a search on boards of its type.
fn game<B: Stored<2, 0, Words: Compiled>>(
    rules: &TicTacToe<B>,
    position: Option<Text<'_>>,
) -> Result<Of<B::Words>, ParseError> {
    let marks = position.map_or(Ok(Discs::default()), |text| rules.read(text))?;
    let tactics = Tactics::new(rules.clone());
    let node = |words: &_, mover| Tactics::node(Discs::<B>::from_words(words), mover);
    Ok(Of::in_words(rules.clone(), marks).played_by(tactics, node))
}

/// The game on the smallest boards that hold its squares. Only the smallest boards are packed.
fn sized(
    [width, height, line]: [usize; 3],
    position: Option<Text<'_>>,
) -> Option<Result<Box<dyn Game>, ParseError>> {
    if let Some(rules) = TicTacToe::new(width, height, line) {
        return Some(game(&rules, position).map(|game| game.packed(rules).erased()));
    }
    if let Some(rules) = TicTacToe::<u128>::on_sets(width, height, line) {
        return Some(game(&rules, position).map(Of::erased));
    }
    let rules = TicTacToe::<Wide>::on_sets(width, height, line)?;
    Some(game(&rules, position).map(Of::erased))
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
                parameters: a board of WIDTH by HEIGHT, of at most 256 squares, on which LINE in a row \
                win; five in a row on the board of Gomoku is tic-tac-toe(15,15,5).",
        notation: "tic-tac-toe, tic-tac-toe(BOARD), tic-tac-toe(WIDTH,HEIGHT,LINE) or \
                   tic-tac-toe(WIDTH,HEIGHT,LINE; BOARD)",
        examples: &["tic-tac-toe", "tic-tac-toe(X.O|.X.|..O)", "tic-tac-toe(4,3,3)"],
        source: "Winning Ways for your Mathematical Plays, chapter 22",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = arguments.optional_board(&['.', 'X', 'O', '|']);
            let parameters = parameters.unwrap_or(Text::new("3,3,3"));
            let sides = read_parameters(parameters)?;
            let too_large = || parameters.expected("width,height,line with at most 256 squares");
            sized(sides, position).ok_or_else(too_large)?
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
                        // Where x would be negative, it wraps round and is too large.
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
