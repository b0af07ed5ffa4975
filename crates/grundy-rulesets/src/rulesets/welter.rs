//! Welter's game: coins move to the left and may pass other coins; a square holds one coin.
//!
//! # Known answers
//!
//! Winning Ways, chapter 15, and On Numbers and Games, chapter 13. With squares counted from 0,
//! coins on a and b are worth (a xor b) - 1, and a lone coin on a is worth a. More coins are
//! divided into pairs: each time the two that are congruent modulo the highest power of 2 are
//! paired. The value is the nim-sum of the values of the pairs, and of the coin that is left alone.
//!
//! ```text
//! welter(.....o) => outcome=N value=*5
//! welter(ooo) => outcome=P value=0 positions=1
//! welter(..o..o) => outcome=N value=*6
//! welter(.o..o.o) => outcome=P value=0
//! welter(..oo.o.o) => outcome=N value=*5
//! welter(.o.o.o.o.o) => outcome=N value=*
//! welter(..oo.o.o...o.o) => outcome=N value=*4
//! ```

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::board::strip::Row;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, squares};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// Welter's game. Coins are pieces of both players on a [`Row`].
#[derive(Clone, Copy, Debug)]
pub struct Welter;

impl Ruleset for Welter {
    type Position = Row;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &row: &Row, _: Player) -> impl Iterator<Item = Row> {
        let coins = row.pieces();
        strip::members(coins).flat_map(move |from| {
            strip::members(strip::low(from) & !coins).map(move |to| {
                let coins = coins ^ (1 << from) ^ (1 << to);
                Row { left: coins, right: coins, ..row }
            })
        })
    }

    // An impartial game is its own negative.
    fn negative(&self, row: &Row) -> Option<Row> {
        Some(*row)
    }
}

impl Notation for Welter {
    fn name(&self) -> &'static str {
        "welter"
    }

    fn print(&self, row: &Row) -> String {
        row.characters(".??o").collect()
    }

    fn read(&self, text: Text<'_>) -> Result<Row, ParseError> {
        let squares = strip::read(text, ".o", 128)?;
        let coins = strip::set(&squares, 'o');
        Ok(Row { left: coins, right: coins, length: squares.len() as u8 })
    }

    fn scene(&self, row: &Row) -> Scene {
        let squares: Vec<char> = self.print(row).chars().collect();
        let coin = Piece::new(Look::Token, Owner::Both);
        squares::strip(&squares, |square| (square == 'o').then(|| coin.clone()))
    }

    /// Strips of a given length can be enumerated, for `grundy search`.
    fn sizes(&self) -> Option<Sizes> {
        let (shape, symmetry) = (Shape::Strip, Symmetry::None);
        Some(Sizes { shape, squares: ".o", others: "", pieces: ["", ""], symmetry })
    }
}

/// Welter's game in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "welter",
        aliases: &["welters-game"],
        family: Family::Strip,
        title: "Welter's game",
        about: "Coins on a strip go to the left, over others too, but never two onto one square; \
                whoever cannot move loses. It is Nim without equal heaps, and needed a theory of its \
                own.",
        rules: "Coins (o) lie on a strip, at most one on a square. A move takes a coin to any free \
                square to the left of it; it may pass over other coins. The player who cannot move \
                loses. The strip has at most 128 squares.",
        notation: "welter(STRIP)",
        examples: &["welter(.o..o.oo)", "welter(..o.o...oo)"],
        source: "C. P. Welter, The theory of a class of games on a sequence of squares, in terms of \
                 the advancing operation in a special group, 1954; John H. Conway, On Numbers and \
                 Games, chapter 13",
        parse: &|arguments: &Arguments<'_>| {
            let row = Welter.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(Welter, row))
        },
    }
}
