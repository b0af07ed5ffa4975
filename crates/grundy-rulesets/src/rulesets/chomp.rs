//! Chomp: bite into a bar of chocolate, and leave the poisoned square.

use smallvec::SmallVec;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Fate, ParseError, Player, Text};
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, squares};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Flow, Notation, Packed, Ruleset};

/// Chomp (Schuh 1952; Gale 1974).
///
/// Whoever eats the poisoned square loses. Here eating it is not a move, so that a player
/// with only this square left has no move and loses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chomp;

/// The rest of a bar, a Young diagram in one word.
///
/// The word encodes the boundary path from the end of the first column to the end of the
/// first row: 0 is a step to the next column and 1 a step to the next row, the first step
/// in the lowest bit. The path starts with a 0 and ends with the highest 1, so every even
/// number is a bar, and 0 is the empty bar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bar(u64);

impl InWords for Bar {
    type Words = Words<1>;

    fn to_words(&self) -> Words<1> {
        Words([self.0])
    }

    fn from_words(&Words([bar]): &Words<1>) -> Bar {
        Bar(bar)
    }
}

/// The greatest length of the boundary path.
const MOST_STEPS: usize = 64;

type Rows = SmallVec<[usize; 16]>;

impl Bar {
    /// The bar with rows of these lengths; none if a row is empty or longer
    /// than the row before it, or if rows and columns are more than 64 together.
    #[must_use]
    pub fn from_rows(rows: &[usize]) -> Option<Self> {
        let longest = rows.first().copied().unwrap_or(0);
        let order = rows.is_sorted_by(|a, b| a >= b) && !rows.contains(&0);
        if !order || longest.saturating_add(rows.len()) > MOST_STEPS {
            return None;
        }
        let (mut steps, mut at, mut column) = (0, 0, 0);
        for &row in rows.iter().rev() {
            at += row - column;
            column = row;
            steps |= 1 << at;
            at += 1;
        }
        Some(Bar(steps))
    }

    /// The lengths of the rows, the longest first.
    #[must_use]
    pub fn rows(self) -> SmallVec<[usize; 16]> {
        // The length of a row is the number of 0s below its 1.
        let mut rows: Rows =
            grid::numbers(self.0).enumerate().map(|(ones, step)| step - ones).collect();
        rows.reverse();
        rows
    }

    /// The bar with rows and columns exchanged: the boundary path reversed.
    fn transpose(self) -> Self {
        if self.0 == 0 {
            return self;
        }
        let unused = self.0.leading_zeros();
        Bar(!self.0.reverse_bits() >> unused & u64::MAX >> unused)
    }
}

impl Ruleset for Chomp {
    type Position = Bar;

    fn impartial(&self) -> bool {
        true
    }

    // A square is given by the 0 of its column and a later 1, the 1 of its row. A bite there sorts
    // the part of the path between them: all 1s come first.
    fn options(&self, &Bar(steps): &Bar, _: Player) -> impl Iterator<Item = Bar> {
        let last = steps.checked_ilog2().map_or(0, |last| last as usize);
        let columns = grid::numbers(!steps & !(u64::MAX << last));
        columns.flat_map(move |column| {
            let later = steps & u64::MAX << column;
            // The 0 of the first column and the 1 of the first row give the poisoned square.
            let rows = if column == 0 { later & !(1 << last) } else { later };
            grid::numbers(rows).enumerate().map(move |(ones, row)| {
                let bitten = u64::MAX << column & u64::MAX >> (63 - row);
                let ones = !(u64::MAX << (ones + 1)) << column;
                let left = steps & !bitten | ones;
                Bar(left >> left.trailing_ones())
            })
        })
    }

    fn components(&self, bar: Bar) -> impl Iterator<Item = Bar> {
        // A bar and its transpose have the same value.
        (bar.0 > 2).then(|| bar.min(bar.transpose())).into_iter()
    }

    fn negative(&self, bar: &Bar) -> Option<Bar> {
        Some(*bar)
    }
}

/// The key is the bar's own word.
impl Packed for Chomp {
    type Key = u64;

    fn pack(&self, bar: &Bar, _: Player) -> u64 {
        bar.0
    }

    fn unpack(&self, key: u64) -> Option<(Bar, Player)> {
        Some((Bar(key), Player::Left))
    }

    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        self.options(&Bar(key), Player::Left).for_each(|bar| option(0, bar.0));
        None
    }

    /// The key does not say which player is to move.
    fn orbit(&self, _: u64) -> u32 {
        2
    }

    fn flow(&self) -> Flow {
        Flow::Rising
    }

    /// The number of squares missing from the largest bar that fits in a word.
    fn tier(&self, key: u64) -> u32 {
        let squares: usize = grid::numbers(key).enumerate().map(|(ones, step)| step - ones).sum();
        (MOST_STEPS / 2 * MOST_STEPS / 2 - squares) as u32
    }
}

impl Notation for Chomp {
    fn name(&self) -> &'static str {
        "chomp"
    }

    fn print(&self, bar: &Bar) -> String {
        bar.rows().iter().map(usize::to_string).collect::<Vec<_>>().join(",")
    }

    fn read(&self, text: Text<'_>) -> Result<Bar, ParseError> {
        if text.is_empty() {
            return Ok(Bar::default());
        }
        let mut rows = Rows::new();
        if let Some((width, height)) = grid::read_size(text) {
            rows.resize(height.min(MOST_STEPS), width);
        } else {
            for part in text.split(',') {
                let row: usize = part.number("the length of a row, or a size such as 4x3")?;
                match rows.last() {
                    _ if row == 0 => return Err(part.expected("a length above 0")),
                    Some(&before) if row > before => {
                        return Err(part.expected(format!("a row of at most {before} squares")));
                    }
                    _ => rows.push(row),
                }
            }
        }
        let most = format!("at most {MOST_STEPS} rows and columns together");
        Bar::from_rows(&rows).ok_or_else(|| text.expected(most))
    }

    /// The poisoned square `x` lies at the bottom left.
    fn draw(&self, bar: &Bar) -> String {
        let rows = bar.rows();
        let width = rows.first().copied().unwrap_or(0);
        let square = |x, y, row| match (x, y) {
            (0, 0) => 'x',
            _ if x < row => 'o',
            _ => ' ',
        };
        let squares = rows.iter().enumerate().rev();
        let squares = squares.flat_map(|(y, &row)| (0..width).map(move |x| square(x, y, row)));
        let drawing = grid::draw(width, squares);
        drawing.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// Only remaining squares are places, the top row first.
    fn scene(&self, bar: &Bar) -> Scene {
        let rows = bar.rows();
        let width = rows.first().copied().unwrap_or(0);
        let mut scene = squares::board(width, rows.len(), |x, y| {
            let poison = x == 0 && y + 1 == rows.len();
            let look = if poison { Look::Poison } else { Look::Chocolate };
            Some(Piece::new(look, Owner::Nobody))
        });
        let mut square = 0..;
        scene.places.retain(|_| {
            let square = square.next().unwrap_or(0);
            square % width < rows[rows.len() - 1 - square / width]
        });
        scene
    }

    /// The square where the bite starts.
    fn tokens(&self, scene: &Scene, from: &Bar, to: &Bar, _: Player) -> Vec<Token> {
        let (rows, mut left) = (from.rows(), to.rows());
        left.resize(rows.len(), 0);
        let Some(y) = rows.iter().zip(&left).position(|(before, after)| before != after) else {
            return Vec::new();
        };
        // The places of a row follow those of all rows above it.
        let place = |x: usize, y: usize| rows[y + 1..].iter().sum::<usize>() + x;
        let x = left[y];
        let gone = (y..rows.len()).flat_map(|y| (x..rows[y]).map(move |x| place(x, y)));
        let gone: Vec<usize> = gone.filter(|&place| place < scene.places.len()).collect();
        vec![Token::Cut { at: Some(place(x, y)), gone }]
    }

    fn move_name(&self, from: &Bar, to: &Bar, _: Player) -> String {
        let (from, mut to) = (from.rows(), to.rows());
        to.resize(from.len(), 0);
        let bite = from.iter().zip(&to).position(|(before, after)| before != after);
        bite.map_or_else(String::new, |y| format!("{}{}", grid::column_name(to[y]), y + 1))
    }
}

/// Chomp in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "chomp",
        aliases: &[],
        family: Family::Grid,
        title: "Chomp",
        about: "Bite off a square of chocolate with everything to the right of it and above it; the \
                last square is poisoned. The first player always wins, but in general nobody knows \
                how.",
        rules: "A bar of chocolate has a poisoned square in one corner. A move bites off a square \
                with all that lies to the right of it or above it, seen with the poison at the \
                bottom left. Who has to eat the poisoned square loses. A bar is given by its size, \
                width by height, or by the lengths of its rows, the longest first.",
        notation: "chomp(WIDTHxHEIGHT) or chomp(ROW,ROW,…)",
        examples: &["chomp(4x3)", "chomp(4,4,2)", "chomp(5x5)"],
        source: "Frederik Schuh, Spel van delers, 1952; David Gale, A curious Nim-type game, 1974",
        parse: &|arguments: &Arguments<'_>| {
            let bar = Chomp.read(arguments.position_only()?)?;
            Ok(arguments.packed_game(Chomp, bar))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::law::check;

    #[test]
    fn keys_are_the_lattice_paths_around_a_bar() {
        // C(m + n, n) bars, less the one of no squares.
        for (width, height, keys) in [(1, 1, 1), (4, 3, 34), (3, 4, 34), (5, 5, 251)] {
            let bar = Bar::from_rows(&vec![width; height]).unwrap();
            for player in Player::BOTH {
                assert_eq!(check(&Chomp, (&bar, player), 10_000).0, keys);
            }
        }
        let large = Bar::from_rows(&[32; 32]).unwrap();
        assert_eq!(Chomp.tier(large.0), 0);
    }
}
