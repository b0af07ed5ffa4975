//! Coins in a row.

use std::ops::ControlFlow;

use super::Turning;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::Game;
use grundy_ruleset::board::heaps::Heaps;
use grundy_ruleset::board::{heaps, strip};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, squares};
use grundy_ruleset::{HeapRules, Notation, OnOption, Ruleset, Shape, Sizes, Symmetry};

/// A coin-turning game on a row of at most 128 coins.
///
/// A position is the set of heads, coin 0 at the left; tails to the right of the last head
/// are never turned.
#[derive(Clone, Debug)]
pub struct CoinRow {
    name: &'static str,
    turning: Turning,
}

/// The name of the ruleset that takes the coins that may be turned as its parameter.
const GENERAL: &str = "coin-turning";
const COINS: usize = u128::BITS as usize;

fn coins(heads: u128) -> impl Iterator<Item = char> {
    let length = u128::BITS - heads.leading_zeros();
    (0..length).map(move |at| if heads >> at & 1 == 1 { 'H' } else { 'T' })
}

pub(super) fn piece(coin: char) -> Option<Piece> {
    let look = if coin == 'H' { Look::Beast('H') } else { Look::Letter('T') };
    Some(Piece::new(look, Owner::Both))
}

impl Ruleset for CoinRow {
    type Position = u128;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &heads: &u128, _: Player) -> impl Iterator<Item = u128> {
        let sizes: Heaps = self.heap_sizes(&heads).into();
        heaps::options(self, sizes).filter_map(|sizes| self.with_heap_sizes(&sizes))
    }

    fn components(&self, heads: u128) -> impl Iterator<Item = u128> {
        strip::members(heads).map(|at| 1 << at)
    }

    fn negative(&self, &heads: &u128) -> Option<u128> {
        Some(heads)
    }
}

/// A head is a heap; its size is its position in the row, counted from 1.
impl HeapRules for CoinRow {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        if size == 0 { ControlFlow::Continue(()) } else { self.turning.each_set(size, option) }
    }

    fn closed_form(&self, size: u64) -> Option<u64> {
        self.turning.closed_form(size)
    }
}

impl Notation for CoinRow {
    fn name(&self) -> &'static str {
        self.name
    }

    fn parameters(&self) -> String {
        if self.name == GENERAL { self.turning.print() } else { String::new() }
    }

    fn print(&self, &heads: &u128) -> String {
        coins(heads).collect()
    }

    fn read(&self, text: Text<'_>) -> Result<u128, ParseError> {
        Ok(strip::set(&strip::read(text, "HT", COINS)?, 'H'))
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Strip,
            squares: "TH",
            others: "",
            pieces: ["", ""],
            symmetry: Symmetry::None,
        })
    }

    fn draw(&self, &heads: &u128) -> String {
        strip::draw(coins(heads))
    }

    fn scene(&self, &heads: &u128) -> Scene {
        squares::strip(&coins(heads).collect::<Vec<_>>(), piece)
    }

    /// The rightmost coin is pressed; if two coins are turned, it is moved to the other one.
    fn tokens(&self, _: &Scene, from: &u128, to: &u128, _: Player) -> Vec<Token> {
        let turned: Vec<usize> = strip::members(from ^ to).map(|at| at as usize).collect();
        match *turned.as_slice() {
            [other, last] => vec![Token::Step { from: last, to: other }],
            _ => vec![Token::Cut { at: turned.last().copied(), gone: turned }],
        }
    }

    /// The numbers of the coins that are turned, counted from 1, the last one first.
    fn move_name(&self, from: &u128, to: &u128, _: Player) -> String {
        let mut turned: Vec<String> =
            strip::members(from ^ to).map(|at| (at + 1).to_string()).collect();
        turned.reverse();
        turned.join(",")
    }

    fn heaps(&self) -> Option<&dyn HeapRules> {
        Some(self)
    }

    fn heap_sizes(&self, &heads: &u128) -> Vec<u64> {
        strip::members(heads).map(|at| u64::from(at) + 1).collect()
    }

    fn with_heap_sizes(&self, sizes: &[u64]) -> Option<u128> {
        sizes.iter().filter(|&&size| size > 0).try_fold(0, |heads, size| {
            // Two equal heaps cancel, like a coin that is turned twice.
            Some(heads ^ 1u128.checked_shl(u32::try_from(size - 1).ok()?)?)
        })
    }
}

fn named(
    name: &'static str,
    turning: Turning,
    arguments: &Arguments<'_>,
) -> Result<Box<dyn Game>, ParseError> {
    let rules = CoinRow { name, turning };
    let heads = rules.read(arguments.position_only()?)?;
    Ok(arguments.game_in_words(rules, heads))
}

/// Coin-turning games in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: GENERAL,
        aliases: &["coins"],
        family: Family::Strip,
        title: "Coin turning",
        about: "You say which coins of a row may be turned together, and the rightmost of them must go \
                from heads to tails; whoever cannot move loses. Twins, Moebius, Turnips and many other \
                games of Winning Ways can be written like this.",
        rules: "Coins lie in a row, heads (H) or tails (T). A move turns some of them over, the \
                rightmost of these from heads to tails. You say which may be turned together: how \
                many, 2 or 1..3 or 1.., and behind that how they must lie: `consecutive`, side by \
                side; `even`, at equal distances; `symmetric`, alike from both ends; `first`, with \
                the first coin of the row; `within 5`, all among five that lie side by side. How many may be a set, \
                as in subtraction games: `squares consecutive`. 1..2 is \
                Turning Turtles, 1..3 Mock Turtles, 1..5 Moebius, 1..7 Mogul, 1..9 Moidores, 2 Twins, \
                3 Triplets, 1.. consecutive Ruler, 3 even Turnips, 4 symmetric first Grunt, 1.. \
                symmetric Sym. The player who cannot move loses. A position is worth the nim-sum of \
                its heads, each alone. Tails behind the last head are left out; there are at most 128 \
                coins.",
        notation: "coin-turning(COINS; ROW)",
        examples: &[
            "coin-turning(1..5; THHTTH)",
            "coin-turning(3 even; TTTTTTTHH)",
            "coin-turning(4 symmetric first; TTTTTTTH)",
            "coin-turning(squares consecutive; THHTTH)",
        ],
        source: "Winning Ways for your Mathematical Plays, chapter 14; H. W. Lenstra, Nim \
                 multiplication, 1978",
        parse: &|arguments: &Arguments<'_>| {
            let (turning, position) = arguments.parameters_and_position()?;
            let rules = CoinRow { name: GENERAL, turning: Turning::read(turning)? };
            let heads = rules.read(position)?;
            Ok(arguments.game_in_words(rules, heads))
        },
    }
}

/// Turning Turtles in the catalogue.
pub const fn turning_turtles() -> Entry {
    Entry {
        name: "turning-turtles",
        aliases: &["turtles"],
        family: Family::Strip,
        title: "Turning Turtles",
        about: "Turn a coin from heads to tails and, if you like, one more to the left of it; whoever \
                cannot do it loses. It is Nim in disguise: each head is a heap as large as its place \
                in the row.",
        rules: "Coins lie in a row, heads (H) or tails (T). A move turns one from heads to tails and, \
                if the player likes, one more to the left of it, either way. The player who cannot \
                move loses. It is Nim: a head at place n, counted from 1, is a heap of n. Tails behind \
                the last head are left out; there are at most 128 coins.",
        notation: "turning-turtles(ROW)",
        examples: &["turning-turtles(HTHHT)", "turning-turtles(HHHTTTTTTH)"],
        source: "Winning Ways for your Mathematical Plays, chapter 14",
        parse: &|arguments: &Arguments<'_>| named("turning-turtles", Turning::any(1, 2), arguments),
    }
}

/// Mock Turtles in the catalogue.
pub const fn mock_turtles() -> Entry {
    Entry {
        name: "mock-turtles",
        aliases: &["mock-turtle"],
        family: Family::Strip,
        title: "Mock Turtles",
        about: "Turn up to three coins, the rightmost of them from heads to tails; whoever cannot do \
                it loses. A head is worth a number with an odd number of ones in binary: 1, 2, 4, 7, \
                8, 11 and so on.",
        rules: "Coins lie in a row, heads (H) or tails (T). A move turns one, two or three of them \
                over, the rightmost of these from heads to tails. The player who cannot move loses. A \
                head alone is worth 1, 2, 4, 7, 8, 11, 13, 14 …, the numbers with an odd number of \
                ones in binary. Tails behind the last head are left out; there are at most 128 coins.",
        notation: "mock-turtles(ROW)",
        examples: &["mock-turtles(HTHHT)", "mock-turtles(HTHTTTTH)"],
        source: "Winning Ways for your Mathematical Plays, chapter 14",
        parse: &|arguments: &Arguments<'_>| named("mock-turtles", Turning::any(1, 3), arguments),
    }
}

/// Ruler in the catalogue.
pub const fn ruler() -> Entry {
    Entry {
        name: "ruler",
        aliases: &["the-ruler-game"],
        family: Family::Strip,
        title: "Ruler",
        about: "Turn any number of coins side by side, the rightmost of them from heads to tails; \
                whoever cannot do it loses. The values look like the marks on a ruler: 1, 2, 1, 4, 1, \
                2, 1, 8.",
        rules: "Coins lie in a row, heads (H) or tails (T). A move turns over any number of them that \
                lie side by side, the rightmost of these from heads to tails. The player who cannot \
                move loses. A head alone at place n, counted from 1, is worth the greatest power of 2 \
                that divides n. Tails behind the last head are left out; there are at most 128 coins.",
        notation: "ruler(ROW)",
        examples: &["ruler(HTHHT)", "ruler(HTTHTTTH)"],
        source: "Winning Ways for your Mathematical Plays, chapter 14",
        parse: &|arguments: &Arguments<'_>| named("ruler", Turning::ruler(), arguments),
    }
}
