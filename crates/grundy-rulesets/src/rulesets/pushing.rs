//! Push and Shove: pieces move one square to the left and push other pieces.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::Game;
use grundy_ruleset::board::strip;
use grundy_ruleset::board::strip::Row;
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// Which pieces are pushed along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushing {
    /// The adjacent pieces, up to the first empty square.
    Push,
    /// All pieces to its left.
    Shove,
}

const ALPHABET: &str = ".LR";

impl Ruleset for Pushing {
    type Position = Row;

    fn options(&self, &row: &Row, player: Player) -> impl Iterator<Item = Row> {
        strip::members(row.of(player)).map(move |at| {
            let upto = strip::low(at + 1);
            let close = (row.pieces() << (u128::BITS - 1 - at)).leading_ones();
            let moving = match self {
                Pushing::Push => upto & !strip::low(at + 1 - close),
                Pushing::Shove => upto,
            };
            let shift = |set: u128| set & !moving | (set & moving) >> 1;
            Row { left: shift(row.left), right: shift(row.right), length: row.length }
        })
    }

    // No piece moves to the right, so squares after the last piece do not matter.
    fn components(&self, row: Row) -> impl Iterator<Item = Row> {
        (row.pieces() != 0).then(|| row.trim_end()).into_iter()
    }

    fn negative(&self, row: &Row) -> Option<Row> {
        Some(row.exchange())
    }
}

impl Notation for Pushing {
    fn name(&self) -> &'static str {
        match self {
            Pushing::Push => "push",
            Pushing::Shove => "shove",
        }
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, row: &Row) -> String {
        row.characters(ALPHABET).collect()
    }

    fn read(&self, text: Text<'_>) -> Result<Row, ParseError> {
        Row::read(text, ALPHABET)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Strip,
            squares: ".LR",
            others: "",
            pieces: ["L", "R"],
            symmetry: Symmetry::None,
        })
    }

    fn draw(&self, row: &Row) -> String {
        strip::draw(row.characters(ALPHABET))
    }

    /// The piece that moves is pressed.
    fn tokens(&self, _: &Scene, from: &Row, to: &Row, player: Player) -> Vec<Token> {
        let chosen = strip::members(from.of(player)).zip(self.options(from, player));
        let chosen = chosen.filter(|(_, option)| option == to);
        chosen.map(|(at, _)| Token::press(at as usize)).collect()
    }

    /// The square of the piece that moves, counted from 1.
    fn move_name(&self, from: &Row, to: &Row, player: Player) -> String {
        let square = strip::members(from.of(player))
            .zip(self.options(from, player))
            .find_map(|(at, option)| (option == *to).then(|| (at + 1).to_string()));
        square.unwrap_or_else(|| self.print(to))
    }
}

fn parse(rules: Pushing, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let row = rules.read(arguments.position_only()?)?;
    Ok(arguments.game_in_words(rules, row))
}

/// Push in the catalogue.
pub const fn push() -> Entry {
    Entry {
        name: "push",
        aliases: &[],
        family: Family::Strip,
        title: "Push",
        about: "Move a piece of yours one square to the left; what stands in the way is pushed along, \
                even over the edge. Whoever has no piece left to move loses.",
        rules: "Pieces of Left's (L) and of Right's (R) stand on a strip of squares. A move takes one \
                of one's own pieces one square to the left; if another stands there, it is pushed to \
                the left too, and so on up to the first empty square. A piece that goes over the left \
                end is gone. The player who cannot move loses. The strip has at most 128 squares.",
        notation: "push(STRIP)",
        examples: &["push(L.R)", "push(.LR.R)", "push(.R.LRL)"],
        source: "Michael H. Albert, Richard J. Nowakowski and David Wolfe, Lessons in Play, 2007",
        parse: &|arguments: &Arguments<'_>| parse(Pushing::Push, arguments),
    }
}

/// Shove in the catalogue.
pub const fn shove() -> Entry {
    Entry {
        name: "shove",
        aliases: &[],
        family: Family::Strip,
        title: "Shove",
        about: "Move a piece of yours one square to the left, and everything left of it goes along. \
                What goes over the edge is gone, and whoever cannot move loses.",
        rules: "Pieces of Left's (L) and of Right's (R) stand on a strip of squares. A move takes one \
                of one's own pieces, and all pieces to the left of it, one square to the left. A piece \
                that goes over the left end is gone. The player who cannot move loses. The strip has \
                at most 128 squares.",
        notation: "shove(STRIP)",
        examples: &["shove(L.R)", "shove(.LR.R)", "shove(.R.LRL)"],
        source: "Michael H. Albert, Richard J. Nowakowski and David Wolfe, Lessons in Play, 2007",
        parse: &|arguments: &Arguments<'_>| parse(Pushing::Shove, arguments),
    }
}
