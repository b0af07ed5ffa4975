//! Toads and Frogs with longer slides and longer jumps.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::toads_and_frogs::{Pond, ToadsAndFrogs};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::scene::Scene;
use grundy_ruleset::{Notation, Ruleset, Sizes};

/// How far toads and frogs move: an animal slides if the square in front of it is free, and
/// otherwise jumps.
#[derive(Clone, Copy, Debug)]
pub struct GeneralizedToads {
    /// The least and the greatest number of squares of a slide.
    slide: [u32; 2],
    /// The greatest number of animals that a jump passes over.
    jump: u32,
    /// Whether a jump may pass over animals of the jumper's own kind.
    friendly: bool,
}

/// The greatest length of a strip.
const LONGEST: u32 = u64::BITS;

impl GeneralizedToads {
    fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let mut parts = text.split(',');
        let mut next = |what: &str, range: RangeInclusive<u32>| {
            let part = parts.next().ok_or_else(|| ParseError::new(what, text.end()))?;
            let number = part.number(what)?;
            if range.contains(&number) { Ok(number) } else { Err(part.expected(what)) }
        };
        let least = next(&format!("a least slide from 1 to {LONGEST}"), 1..=LONGEST)?;
        let what = format!("a greatest slide from {least} to {LONGEST}");
        let slide = [least, next(&what, least..=LONGEST)?];
        let jump = next(&format!("a longest jump up to {LONGEST}"), 0..=LONGEST)?;
        let friendly = next("0 or 1", 0..=1)? == 1;
        match parts.next() {
            Some(more) => Err(more.expected("no more than four parameters")),
            None => Ok(GeneralizedToads { slide, jump, friendly }),
        }
    }

    /// The squares that an animal of the player, facing right, can reach.
    fn reach(self, at: u32, own: u64, other: u64, length: u32) -> Vec<u32> {
        let free = |to: u32| to < length && (own | other) >> to & 1 == 0;
        let [least, greatest] = self.slide;
        let run = (at + 1..length).take_while(|&to| free(to)).count() as u32;
        if run > 0 {
            return (least..=greatest.min(run)).map(|far| at + far).collect();
        }
        let over = if self.friendly { own | other } else { other };
        let jumped = (at + 1..length).take_while(|&to| over >> to & 1 == 1).count() as u32;
        let to = at + 1 + jumped;
        if (1..=self.jump).contains(&jumped) && free(to) { vec![to] } else { Vec::new() }
    }

    /// The player's animals, facing right, that may be able to move at some time if no squares but
    /// `live` become free.
    fn may_move(self, own: u64, other: u64, live: u64, length: u32) -> u64 {
        let is_in = |set: u64, at: u32| at < length && set >> at & 1 == 1;
        // Animals on live squares, now or later, can be jumped over.
        let over = live | other | if self.friendly { own } else { 0 };
        let movers = strip::members((own & !live).into()).filter(|&at| {
            let slides = (1..=self.slide[0]).all(|far| is_in(live, at + far));
            let mut jumped = (1..=self.jump).take_while(|&far| is_in(over, at + far));
            slides || jumped.any(|far| is_in(live, at + far + 1))
        });
        movers.fold(0, |all, at| all | 1 << at)
    }

    /// The squares that are free or may become free; animals on all others never move.
    fn live(self, pond: Pond) -> u64 {
        let Pond { toads, frogs, length } = pond;
        let mirror =
            |set: u64| set.reverse_bits().checked_shr(u64::BITS - u32::from(length)).unwrap_or(0);
        let mut live = pond.empty();
        loop {
            let right = self.may_move(toads, frogs, live, length.into());
            let left = self.may_move(mirror(frogs), mirror(toads), mirror(live), length.into());
            match live | right | mirror(left) {
                more if more == live => return live,
                more => live = more,
            }
        }
    }

    fn right(self, pond: Pond) -> impl Iterator<Item = Pond> {
        let Pond { toads, frogs, length } = pond;
        strip::members(toads.into()).flat_map(move |at| {
            let reached = self.reach(at, toads, frogs, length.into()).into_iter();
            reached.map(move |to| Pond { toads: toads ^ (1 << at | 1 << to), ..pond })
        })
    }
}

impl Ruleset for GeneralizedToads {
    type Position = Pond;

    fn options(&self, pond: &Pond, player: Player) -> impl Iterator<Item = Pond> {
        // Frogs move like toads on the reversed strip.
        let mirror = |pond: &Pond| ToadsAndFrogs.negative(pond).unwrap_or(*pond);
        let rules = *self;
        let seen = if player == Player::Left { *pond } else { mirror(pond) };
        rules.right(seen).map(move |after| match player {
            Player::Left => after,
            Player::Right => mirror(&after),
        })
    }

    fn longest_play(&self, pond: &Pond) -> Option<u64> {
        ToadsAndFrogs.longest_play(pond)
    }

    // A run of animals that never move is a wall if no jump passes over all of it: the two
    // sides are independent.
    fn components(&self, pond: Pond) -> impl Iterator<Item = Pond> {
        let Pond { toads, frogs, length } = pond;
        let all = strip::low(length.into()) as u64;
        let live = self.live(pond);
        let mut walls = 0;
        for (start, count) in strip::runs((all & !live).into()) {
            let run = (strip::low(count) << start) as u64;
            let at_end = start == 0 || start + count == u32::from(length);
            let alike = self.friendly || run & toads == 0 || run & frogs == 0;
            if at_end || count > self.jump || !alike {
                walls |= run;
            }
        }
        let parts: SmallVec<[Pond; 4]> = strip::runs((all & !walls).into())
            .map(|(start, count)| {
                let part = |animals: u64| animals >> start & strip::low(count) as u64;
                Pond { toads: part(toads), frogs: part(frogs), length: count as u8 }
            })
            .filter(|part| part.toads | part.frogs != 0)
            .collect();
        parts.into_iter()
    }

    fn negative(&self, pond: &Pond) -> Option<Pond> {
        ToadsAndFrogs.negative(pond)
    }
}

impl Notation for GeneralizedToads {
    fn name(&self) -> &'static str {
        "generalized-toads-and-frogs"
    }

    fn parameters(&self) -> String {
        let GeneralizedToads { slide: [least, greatest], jump, friendly } = self;
        format!("{least},{greatest},{jump},{}", u32::from(*friendly))
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

    fn sizes(&self) -> Option<Sizes> {
        ToadsAndFrogs.sizes()
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

/// Generalized Toads and Frogs in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "generalized-toads-and-frogs",
        aliases: &["gen-toads"],
        family: Family::Strip,
        title: "Generalized Toads and Frogs",
        about: "Toads go right and frogs left, and you say how far they slide and how many they jump \
                over; whoever cannot move loses. Toads and Frogs is one of its settings, Elephants and \
                Rhinos another.",
        rules: "Toads (T) move to the right, frogs (F) to the left, on a strip of squares. The \
                parameters are the least and the greatest slide, the longest jump, and 1 if one may \
                jump over one's own kind too, else 0. An animal with a free square before it slides \
                over free squares only, as many as the parameters allow. One that is blocked jumps \
                over all animals in a row before it onto the free square behind them, if they are no \
                more than the longest jump, and opponents where one's own kind may not be jumped \
                over. 1,1,1,0 is Toads and Frogs, 1,1,0,0 Elephants and Rhinos. The player who cannot \
                move loses. The strip has at most 64 squares.",
        notation: "generalized-toads-and-frogs(LEAST,GREATEST,JUMP,0 or 1; STRIP)",
        examples: &[
            "generalized-toads-and-frogs(1,2,1,0; T..TF..F)",
            "generalized-toads-and-frogs(2,3,2,1; TT...TF...FF)",
        ],
        source: "gen_toads of MCGS, a minimax-based combinatorial game solver (Folkersen, Müller and \
                 others)",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, pond) = arguments.parameters_and_position()?;
            let rules = GeneralizedToads::parse(parameters)?;
            let pond = rules.read(pond)?;
            Ok(arguments.game_in_words(rules, pond))
        },
    }
}
