//! Elephants and Rhinos: Toads and Frogs that are too heavy to jump.

use smallvec::SmallVec;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::board::strip::Row;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, squares};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// Elephants and Rhinos.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElephantsAndRhinos;

const ALPHABET: &str = ".ER";

/// The squares that are free or may become free. All others hold animals that can never
/// move; they are walls.
fn live(row: Row) -> u128 {
    let mut live = strip::low(row.length.into()) & !row.pieces();
    loop {
        let more = live | row.left & live >> 1 | row.right & live << 1;
        if more == live {
            return live;
        }
        live = more;
    }
}

/// Splits a strip between walls wherever an elephant is the next animal to the right of a
/// rhino, because these two move away from each other.
fn herds(row: Row, found: &mut SmallVec<[Row; 4]>) {
    let mut start = 0;
    let beasts: SmallVec<[u32; 16]> = strip::members(row.pieces()).collect();
    let rhino = |at: u32| row.right >> at & 1 == 1;
    for (i, &at) in beasts.iter().enumerate() {
        let next = beasts.get(i + 1);
        let (ends, herd) = match next {
            // Squares to the right of the last rhino are never used.
            Some(&next) => (rhino(at) && !rhino(next), at + 1),
            None => (true, if rhino(at) { at + 1 } else { row.length.into() }),
        };
        if ends {
            let first = beasts.iter().copied().find(|&at| at >= start).unwrap_or(start);
            // Squares to the left of the first animal matter only if it is a rhino.
            let from = if rhino(first) { start } else { first };
            found.push(row.part(from, herd - from));
            start = herd;
        }
    }
}

impl Ruleset for ElephantsAndRhinos {
    type Position = Row;

    fn options(&self, &row: &Row, player: Player) -> impl Iterator<Item = Row> {
        let free = strip::low(row.length.into()) & !row.pieces();
        let movers = match player {
            Player::Left => row.left & free >> 1,
            Player::Right => row.right & free << 1,
        };
        strip::members(movers).map(move |at| match player {
            Player::Left => Row { left: row.left ^ 0b11 << at, ..row },
            Player::Right => Row { right: row.right ^ 0b11 << (at - 1), ..row },
        })
    }

    fn longest_play(&self, row: &Row) -> Option<u64> {
        Some(strip::steps(row.left, row.right, row.length.into()))
    }

    fn components(&self, row: Row) -> impl Iterator<Item = Row> {
        let mut found = SmallVec::new();
        for (start, length) in strip::runs(live(row)) {
            herds(row.part(start, length), &mut found);
        }
        found.into_iter()
    }

    fn negative(&self, row: &Row) -> Option<Row> {
        Some(row.mirror().exchange())
    }
}

impl Notation for ElephantsAndRhinos {
    fn name(&self) -> &'static str {
        "elephants-and-rhinos"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["elephant", "rhino"].map(String::from))
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
            squares: ".ER",
            others: "",
            pieces: ["E", "R"],
            symmetry: Symmetry::None,
        })
    }

    fn draw(&self, row: &Row) -> String {
        strip::draw(row.characters(ALPHABET))
    }

    fn scene(&self, row: &Row) -> Scene {
        let all: Vec<char> = row.characters(ALPHABET).collect();
        squares::strip(&all, |c| match c {
            'E' => Some(Piece::new(Look::Beast(c), Owner::Left)),
            'R' => Some(Piece::new(Look::Beast(c), Owner::Right)),
            _ => None,
        })
    }

    /// The squares that the animal leaves and reaches, `2-3`, counted from 1.
    fn move_name(&self, from: &Row, to: &Row, player: Player) -> String {
        let square = |set: u128| set.trailing_zeros() + 1;
        let (old, new) = (from.of(player), to.of(player));
        format!("{}-{}", square(old & !new), square(new & !old))
    }
}

/// Elephants and Rhinos in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "elephants-and-rhinos",
        aliases: &["elephants"],
        family: Family::Strip,
        title: "Elephants and Rhinos",
        about: "Elephants walk to the right, rhinos to the left, and nobody gives way. Whoever is \
                stuck first loses.",
        rules: "Elephants (E) and rhinos (R) stand on a strip of squares. Left moves an elephant one \
                square to the right, Right a rhino one square to the left, onto an empty square. \
                Nobody jumps, and nobody is taken. The player who cannot move loses. The strip has at \
                most 128 squares.",
        notation: "elephants-and-rhinos(STRIP)",
        examples: &[
            "elephants-and-rhinos(E..R)",
            "elephants-and-rhinos(EE...R.E.R)",
            "elephants-and-rhinos(.RE..E.R..)",
        ],
        source: "Michael H. Albert, Richard J. Nowakowski and David Wolfe, Lessons in Play, 2007",
        parse: &|arguments: &Arguments<'_>| {
            let row = ElephantsAndRhinos.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(ElephantsAndRhinos, row))
        },
    }
}
