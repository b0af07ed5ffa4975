//! Bipass: stones walk past stones of the other colour, never past their own.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::board::strip::Row;
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// Bipass (Larsson and Nowakowski 2020).
#[derive(Clone, Copy, Debug, Default)]
pub struct Bipass;

/// No square is ever empty; the first character is unused.
const ALPHABET: &str = ".xo";
const STONES: &str = "xo";

/// The walks of a player's stones, each as the square left and the square reached.
fn walks(row: Row, player: Player) -> impl Iterator<Item = (u32, u32)> {
    let others = row.of(player.opponent());
    strip::members(row.of(player)).flat_map(move |from| {
        let passed = match player {
            Player::Left => others.checked_shr(from + 1).unwrap_or(0).trailing_ones(),
            Player::Right => others.checked_shl(u128::BITS - from).unwrap_or(0).leading_ones(),
        };
        (1..=passed).map(move |far| match player {
            Player::Left => (from, from + far),
            Player::Right => (from, from - far),
        })
    })
}

/// The row after a walk: the stones that are passed step aside by one square.
fn after(row: Row, (from, to): (u32, u32), player: Player) -> Row {
    let own = row.of(player) ^ 1 << from ^ 1 << to;
    let other = !own & strip::low(row.length.into());
    let (left, right) = if player == Player::Left { (own, other) } else { (other, own) };
    Row { left, right, ..row }
}

impl Ruleset for Bipass {
    type Position = Row;

    fn options(&self, &row: &Row, player: Player) -> impl Iterator<Item = Row> {
        walks(row, player).map(move |walk| after(row, walk, player))
    }

    // Right's stones at the left end can never move, and no stone can come from behind
    // them; the same holds for Left's stones at the right end.
    fn components(&self, row: Row) -> impl Iterator<Item = Row> {
        let end = u128::BITS - row.right.leading_zeros();
        let start = row.left.trailing_zeros();
        (start < end).then(|| row.part(start, end - start)).into_iter()
    }

    fn negative(&self, row: &Row) -> Option<Row> {
        Some(row.mirror().exchange())
    }
}

impl Notation for Bipass {
    fn name(&self) -> &'static str {
        "bipass"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, row: &Row) -> String {
        row.characters(ALPHABET).collect()
    }

    fn read(&self, text: Text<'_>) -> Result<Row, ParseError> {
        strip::read(text, STONES, u128::BITS as usize)?;
        Row::read(text, ALPHABET)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Strip,
            squares: STONES,
            others: "",
            pieces: ["x", "o"],
            symmetry: Symmetry::None,
        })
    }

    fn draw(&self, row: &Row) -> String {
        strip::draw(row.characters(ALPHABET))
    }

    fn tokens(&self, _: &Scene, from: &Row, to: &Row, player: Player) -> Vec<Token> {
        let same = walks(*from, player).filter(|&walk| after(*from, walk, player) == *to);
        same.map(|(from, to)| Token::Step { from: from as usize, to: to as usize }).collect()
    }

    /// The squares that the stone leaves and reaches, `2-3`, counted from 1.
    fn move_name(&self, from: &Row, to: &Row, player: Player) -> String {
        let walk = walks(*from, player).find(|&walk| after(*from, walk, player) == *to);
        walk.map_or_else(|| self.print(to), |(from, to)| format!("{}-{}", from + 1, to + 1))
    }
}

/// Bipass in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "bipass",
        aliases: &[],
        family: Family::Strip,
        title: "Bipass",
        about: "Move a black stone to the right past white ones, or a white stone to the left past \
                black ones, but never past one of the same colour; whoever cannot move loses. All \
                values are infinitesimal.",
        rules: "Stones stand in a row without gaps. Left moves a stone 'x' to the right, past one or \
                more stones 'o' that stand in a run right beside it; these step aside. Right moves a \
                stone 'o' to the left past stones 'x' in the same way. No stone passes one of its own \
                colour. The player who cannot move loses. Where one player can move, so can the \
                other: all values are infinitesimal, and atomic weights are whole numbers. A row has \
                at most 128 stones.",
        notation: "bipass(ROW)",
        examples: &["bipass(xo)", "bipass(xoo)", "bipass(xoxxoo)"],
        source: "Urban Larsson and Richard J. Nowakowski, Atomic weights and the combinatorial game \
                 of Bipass, arXiv 2007.03949, 2020",
        parse: &|arguments: &Arguments<'_>| {
            let row = Bipass.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(Bipass, row))
        },
    }
}
