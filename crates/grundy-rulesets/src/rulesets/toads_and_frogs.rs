//! Toads and Frogs: step onto an empty square or jump over one opponent.

use crate::catalogue::{Arguments, Entry, Family};
use crate::rulesets::on_board::ToadsAndFrogsOnStrip;
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, squares};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};
use smallvec::SmallVec;

/// Toads and Frogs (Guy, in Winning Ways).
#[derive(Clone, Copy, Debug, Default)]
pub struct ToadsAndFrogs;

/// A strip of at most 64 squares; square 0 is at the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pond {
    pub(super) toads: u64,
    pub(super) frogs: u64,
    pub(super) length: u8,
}

impl InWords for Pond {
    type Words = Words<3>;

    fn to_words(&self) -> Words<3> {
        Words([self.toads, self.frogs, self.length.into()])
    }

    fn from_words(&Words([toads, frogs, length]): &Words<3>) -> Pond {
        Pond { toads, frogs, length: length as u8 }
    }
}

impl Pond {
    pub(super) fn empty(self) -> u64 {
        strip::low(self.length.into()) as u64 & !(self.toads | self.frogs)
    }

    fn squares(self) -> impl Iterator<Item = char> {
        (0..self.length).map(move |at| match (self.toads >> at & 1, self.frogs >> at & 1) {
            (1, _) => 'T',
            (_, 1) => 'F',
            _ => '.',
        })
    }

    /// The squares that are empty or may become empty; all others hold animals that never
    /// move.
    ///
    /// An animal that never moves is never jumped over either: the jumper would free the square
    /// next to it, and then it could move. So it is a wall, and the two sides are
    /// independent.
    fn live(self) -> u64 {
        let Pond { toads, frogs, .. } = self;
        let mut live = self.empty();
        loop {
            let toads_move = toads & (live >> 1 | frogs >> 1 & live >> 2);
            let frogs_move = frogs & (live << 1 | toads << 1 & live << 2);
            let more = live | toads_move | frogs_move;
            if more == live {
                return live;
            }
            live = more;
        }
    }
}

impl Ruleset for ToadsAndFrogs {
    type Position = Pond;

    fn options(&self, &pond: &Pond, player: Player) -> impl Iterator<Item = Pond> {
        let Pond { toads, frogs, length } = pond;
        let empty = pond.empty();
        let (steps, jumps) = match player {
            Player::Left => (toads & empty >> 1, toads & frogs >> 1 & empty >> 2),
            Player::Right => (frogs & empty << 1, frogs & toads << 1 & empty << 2),
        };
        let moves = |movers: u64, far: u32| {
            strip::members(movers.into()).map(move |at| match player {
                Player::Left => Pond { toads: toads ^ (1 << at | 1 << (at + far)), frogs, length },
                Player::Right => Pond { toads, frogs: frogs ^ (1 << at | 1 << (at - far)), length },
            })
        };
        moves(steps, 1).chain(moves(jumps, 2))
    }

    fn longest_play(&self, pond: &Pond) -> Option<u64> {
        Some(strip::steps(pond.toads.into(), pond.frogs.into(), pond.length.into()))
    }

    fn components(&self, pond: Pond) -> impl Iterator<Item = Pond> {
        let parts: SmallVec<[Pond; 4]> = strip::runs(pond.live().into())
            .map(|(start, length)| {
                let part = |animals: u64| animals >> start & strip::low(length) as u64;
                Pond { toads: part(pond.toads), frogs: part(pond.frogs), length: length as u8 }
            })
            .filter(|part| part.toads | part.frogs != 0)
            .collect();
        parts.into_iter()
    }

    fn negative(&self, &Pond { toads, frogs, length }: &Pond) -> Option<Pond> {
        let mirror = |animals: u64| {
            animals.reverse_bits().checked_shr(u64::BITS - u32::from(length)).unwrap_or(0)
        };
        Some(Pond { toads: mirror(frogs), frogs: mirror(toads), length })
    }
}

impl Notation for ToadsAndFrogs {
    fn name(&self) -> &'static str {
        "toads-and-frogs"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["toad", "frog"].map(String::from))
    }

    fn print(&self, pond: &Pond) -> String {
        pond.squares().collect()
    }

    fn read(&self, text: Text<'_>) -> Result<Pond, ParseError> {
        let squares = strip::read(text, "TF.", u64::BITS as usize)?;
        let set = |animal| strip::set(&squares, animal) as u64;
        Ok(Pond { toads: set('T'), frogs: set('F'), length: squares.len() as u8 })
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Strip,
            squares: "TF.",
            others: "",
            pieces: ["T", "F"],
            symmetry: Symmetry::None,
        })
    }

    fn draw(&self, pond: &Pond) -> String {
        strip::draw(pond.squares())
    }

    fn scene(&self, pond: &Pond) -> Scene {
        let all: Vec<char> = pond.squares().collect();
        squares::strip(&all, |c| match c {
            'T' => Some(Piece::new(Look::Beast(c), Owner::Left)),
            'F' => Some(Piece::new(Look::Beast(c), Owner::Right)),
            _ => None,
        })
    }

    /// The squares that the animal leaves and reaches, `2-3`, counted from 1.
    fn move_name(&self, from: &Pond, to: &Pond, player: Player) -> String {
        let animals = |pond: &Pond| if player == Player::Left { pond.toads } else { pond.frogs };
        let square = |set: u64| set.trailing_zeros() + 1;
        let (old, new) = (animals(from), animals(to));
        format!("{}-{}", square(old & !new), square(new & !old))
    }
}

/// Toads and Frogs in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "toads-and-frogs",
        aliases: &["toads"],
        family: Family::Strip,
        title: "Toads and Frogs",
        about: "Toads hop to the right and frogs to the left, into the free square or over one animal \
                of the other kind. Whoever has nobody left to move loses.",
        rules: "Toads (T) and frogs (F) sit on a strip of squares. Left moves a toad one square to \
                the right onto an empty square, or lets it jump to the right over one frog that sits \
                beside it onto the empty square behind. Right moves frogs to the left in the same \
                way, over toads. Nobody is taken. The player who cannot move loses.",
        notation: "toads-and-frogs(STRIP)",
        examples: &["toads-and-frogs(T.F)", "toads-and-frogs(TT..FF)", "toads-and-frogs(TTT..FFF)"],
        source: "Winning Ways for your Mathematical Plays, chapters 1 and 5; Jeff Erickson, New Toads \
                 and Frogs results, 1996",
        parse: &|arguments: &Arguments<'_>| {
            let pond = ToadsAndFrogs.read(arguments.position_only()?)?;
            let narrow = |_: &ToadsAndFrogs, pond: &Pond| ToadsAndFrogsOnStrip::<u64>::new(pond);
            let wide = |_: &ToadsAndFrogs, pond: &Pond| ToadsAndFrogsOnStrip::<u128>::new(pond);
            Ok(arguments.packed_game_by_size(ToadsAndFrogs, pond, narrow, wide))
        },
    }
}
