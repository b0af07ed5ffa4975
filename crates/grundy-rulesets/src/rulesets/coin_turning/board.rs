//! Coins on a board: the product of two coin-turning games.

use std::ops::ControlFlow;

use super::Turning;
use super::row::piece;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::{grid, strip};
use grundy_ruleset::scene::{Scene, Token, squares};
use grundy_ruleset::words::{InWords, Words, halves, whole};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// The product of two coin-turning games, on a board of at most 128 coins: a move chooses
/// columns by the first game and rows by the second, and turns the coins at their
/// intersections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinBoard {
    columns: Turning,
    rows: Turning,
}

/// Heads on a board; coin 0 is at the top left, and numbers go row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coins {
    heads: u128,
    width: u8,
    height: u8,
}

impl InWords for Coins {
    type Words = Words<3>;

    fn to_words(&self) -> Words<3> {
        let [upper, lower] = halves(self.heads);
        Words([upper, lower, u64::from(self.width) << 8 | u64::from(self.height)])
    }

    fn from_words(&Words([upper, lower, sides]): &Words<3>) -> Coins {
        Coins { heads: whole(upper, lower), width: (sides >> 8) as u8, height: sides as u8 }
    }
}

const MOST: usize = u128::BITS as usize;
/// The greatest number of sets of columns, or of rows, with the same last member.
const MOST_SETS: usize = 1 << 12;

impl Coins {
    fn characters(self) -> impl Iterator<Item = char> {
        let area = u32::from(self.width) * u32::from(self.height);
        (0..area).map(move |at| if self.heads >> at & 1 == 1 { 'H' } else { 'T' })
    }

    /// Column and row of a coin, counted from 0.
    fn place(self, at: u32) -> (u32, u32) {
        (at % u32::from(self.width), at / u32::from(self.width))
    }

    /// The coins in which two boards differ, in ascending order.
    fn turned(self, other: Coins) -> Vec<usize> {
        strip::members(self.heads ^ other.heads).map(|at| at as usize).collect()
    }
}

/// The sets of columns, or of rows, that may be chosen and whose greatest member is `last`.
fn sets(turning: &Turning, last: u32) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let _ = turning.each_set(u64::from(last) + 1, &mut |others| {
        found.push(others.iter().map(|&other| other as u32 - 1).chain([last]).collect());
        if found.len() > MOST_SETS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

impl Ruleset for CoinBoard {
    type Position = Coins;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &coins: &Coins, _: Player) -> impl Iterator<Item = Coins> {
        strip::members(coins.heads).flat_map(move |at| {
            let (x, y) = coins.place(at);
            let rows = sets(&self.rows, y);
            sets(&self.columns, x).into_iter().flat_map(move |columns| {
                let width = u32::from(coins.width);
                let turn = |rows: &Vec<u32>| {
                    let crossings = rows.iter().flat_map(|y| columns.iter().map(move |x| (x, y)));
                    let turned = crossings.fold(0, |set, (x, y)| set | 1u128 << (y * width + x));
                    Coins { heads: coins.heads ^ turned, ..coins }
                };
                rows.iter().map(turn).collect::<Vec<_>>()
            })
        })
    }

    // Each head is a component: its play never turns coins to its right or below it.
    fn components(&self, coins: Coins) -> impl Iterator<Item = Coins> {
        strip::members(coins.heads).map(move |at| {
            let (x, y) = coins.place(at);
            Coins { heads: 1 << (y * (x + 1) + x), width: x as u8 + 1, height: y as u8 + 1 }
        })
    }

    fn negative(&self, coins: &Coins) -> Option<Coins> {
        Some(*coins)
    }
}

impl Notation for CoinBoard {
    fn name(&self) -> &'static str {
        "turning-corners"
    }

    fn parameters(&self) -> String {
        match self {
            rules if *rules == CORNERS => String::new(),
            CoinBoard { columns, rows } => format!("{} by {}", columns.print(), rows.print()),
        }
    }

    fn print(&self, coins: &Coins) -> String {
        grid::print(coins.width.into(), coins.characters())
    }

    fn read(&self, text: Text<'_>) -> Result<Coins, ParseError> {
        if text.is_empty() {
            return Ok(Coins { heads: 0, width: 0, height: 0 });
        }
        let board = grid::read(text, "HT")?;
        if board.squares.len() > MOST {
            return Err(text.expected(format!("a board of at most {MOST} coins")));
        }
        Ok(Coins {
            heads: strip::set(&board.squares, 'H'),
            width: board.width as u8,
            height: board.height as u8,
        })
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Board,
            squares: "TH",
            others: "",
            pieces: ["", ""],
            symmetry: Symmetry::None,
        })
    }

    fn draw(&self, coins: &Coins) -> String {
        grid::draw(coins.width.into(), coins.characters())
    }

    fn scene(&self, coins: &Coins) -> Scene {
        let all: Vec<char> = coins.characters().collect();
        let [width, height] = [coins.width, coins.height].map(usize::from);
        squares::board(width, height, |x, y| piece(all[y * width + x]))
    }

    /// The last coin is pressed; if the corners of a rectangle are turned, it is moved to the
    /// opposite corner.
    fn tokens(&self, _: &Scene, from: &Coins, to: &Coins, _: Player) -> Vec<Token> {
        let turned = from.turned(*to);
        match *turned.as_slice() {
            [other, .., last] if turned.len() <= 4 => vec![Token::Step { from: last, to: other }],
            _ => vec![Token::Cut { at: turned.last().copied(), gone: turned }],
        }
    }

    /// The last and the first of the coins that are turned, and their number if it is not
    /// four.
    fn move_name(&self, from: &Coins, to: &Coins, _: Player) -> String {
        let turned = from.turned(*to);
        let names: Vec<String> = turned
            .iter()
            .rev()
            .map(|&coin| grid::square_name(from.width.into(), from.height.into(), coin))
            .collect();
        match names.as_slice() {
            [last, _, _, first] if *self == CORNERS => format!("{last}-{first}"),
            all => all.join(","),
        }
    }
}

/// Turning Corners.
const CORNERS: CoinBoard = CoinBoard { columns: Turning::any(2, 2), rows: Turning::any(2, 2) };

/// Turning Corners in the catalogue.
pub const fn turning_corners() -> Entry {
    Entry {
        name: "turning-corners",
        aliases: &["coin-products"],
        family: Family::Grid,
        title: "Turning Corners",
        about: "Turn the four corners of a rectangle of coins, the one at the bottom right from heads \
                to tails; whoever cannot do it loses. Its values are the products of nimbers, in which \
                2 times 2 is 3.",
        rules: "Coins lie on a board, heads (H) or tails (T). A move turns over the four corners of a \
                rectangle with upright sides, the one at the bottom right from heads to tails. The \
                player who cannot move loses. A head in column x and row y, counted from 0 at the top \
                left, is worth the nim-product of x and y. Other products of coin-turning games are \
                given by how columns and rows are chosen, as in `coin-turning`: `1.. consecutive by \
                1.. consecutive` turns all coins of a rectangle, and is called Rugs. A board has at \
                most 128 coins.",
        notation: "turning-corners(ROW|ROW|…) or turning-corners(COINS by COINS; ROW|ROW|…)",
        examples: &[
            "turning-corners(TTTT|TTTT|TTTH|TTHT)",
            "turning-corners(1.. consecutive by 1.. consecutive; THT|HTH)",
            "turning-corners(squares consecutive by triangular consecutive; HHHHH|HHHHH|HHHHH|HHHHH|HHHHH)",
        ],
        source: "Winning Ways for your Mathematical Plays, chapter 14; H. W. Lenstra, Nim \
                 multiplication, 1978",
        parse: &|arguments: &Arguments<'_>| {
            let (rules, position) = match arguments.optional() {
                (Some(parameters), Some(position)) => {
                    let (columns, rows) = parameters.split_once(" by ").ok_or_else(|| {
                        parameters.expected("how columns and rows are chosen, as '2 by 2'")
                    })?;
                    let columns = Turning::read(columns.trim())?;
                    (CoinBoard { columns, rows: Turning::read(rows.trim())? }, position)
                }
                _ => (CORNERS, arguments.position_only()?),
            };
            let coins = rules.read(position)?;
            let sides = [(&rules.columns, coins.width), (&rules.rows, coins.height)];
            let many = |(turning, side): (&Turning, u8)| {
                sets(turning, u32::from(side).saturating_sub(1)).len() > MOST_SETS
            };
            if sides.into_iter().any(many) {
                return Err(position.expected("a board with fewer ways to choose lines"));
            }
            Ok(arguments.game_in_words(rules, coins))
        },
    }
}
