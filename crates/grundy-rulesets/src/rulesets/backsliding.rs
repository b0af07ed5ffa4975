//! Backsliding Toads and Frogs: they may also step back, so that play may be infinite.

use super::toads_and_frogs::{Pond, ToadsAndFrogs};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::scene::Scene;
use grundy_ruleset::{Notation, Ruleset};

/// Backsliding Toads and Frogs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backsliding;

impl Ruleset for Backsliding {
    type Position = Pond;

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, pond: &Pond, player: Player) -> impl Iterator<Item = Pond> {
        let Pond { toads, frogs, length } = *pond;
        let empty = pond.empty();
        let back = match player {
            Player::Left => toads & empty << 1,
            Player::Right => frogs & empty >> 1,
        };
        let backward = strip::members(back.into()).map(move |at| match player {
            Player::Left => Pond { toads: toads ^ 0b11 << (at - 1), frogs, length },
            Player::Right => Pond { toads, frogs: frogs ^ 0b11 << at, length },
        });
        let forward: Vec<Pond> = ToadsAndFrogs.options(pond, player).collect();
        forward.into_iter().chain(backward)
    }

    fn negative(&self, pond: &Pond) -> Option<Pond> {
        ToadsAndFrogs.negative(pond)
    }

    fn splits(&self) -> bool {
        false
    }
}

impl Notation for Backsliding {
    fn name(&self) -> &'static str {
        "backsliding-toads-and-frogs"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["toad", "frog"].map(String::from))
    }

    fn print(&self, pond: &Pond) -> String {
        ToadsAndFrogs.print(pond)
    }

    fn read(&self, text: Text<'_>) -> Result<Pond, ParseError> {
        ToadsAndFrogs.read(text)
    }

    fn alphabet(&self) -> String {
        ToadsAndFrogs.alphabet()
    }

    fn draw(&self, pond: &Pond) -> String {
        ToadsAndFrogs.draw(pond)
    }

    fn scene(&self, pond: &Pond) -> Scene {
        ToadsAndFrogs.scene(pond)
    }

    fn move_name(&self, from: &Pond, to: &Pond, player: Player) -> String {
        ToadsAndFrogs.move_name(from, to, player)
    }
}

/// Backsliding Toads and Frogs in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "backsliding-toads-and-frogs",
        aliases: &["backsliding-toads"],
        family: Family::Strip,
        title: "Backsliding Toads and Frogs",
        about: "Toads hop to the right and frogs to the left, and both may also step back; whoever \
                cannot move loses. Play can go on for ever, so that many positions are draws.",
        rules: "Toads (T) and frogs (F) move as in Toads and Frogs: Left takes a toad one square to \
                the right onto an empty square, or lets it jump to the right over one frog, and Right \
                takes frogs to the left in the same way. Besides, a toad may step back one square to \
                the left, and a frog to the right, onto an empty square. The player who cannot move \
                loses; play that goes on for ever is a draw.",
        notation: "backsliding-toads-and-frogs(STRIP)",
        examples: &["backsliding-toads-and-frogs(T.F)", "backsliding-toads-and-frogs(TTT..FFF)"],
        source: "Winning Ways for your Mathematical Plays, chapter 11; \
                 game.strip.BackslidingToadsAndFrogs of CGSuite 2",
        parse: &|arguments: &Arguments<'_>| {
            let pond = Backsliding.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(Backsliding, pond))
        },
    }
}
