//! Last to Toggle Wins: clear two neighbouring ones in a bit string.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, squares};
use grundy_ruleset::words::{InWords, Words, halves, whole};
use grundy_ruleset::{Notation, Ruleset};

/// Last to Toggle Wins, which is Dawson's Kayles on the runs of ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastToToggle;

/// A string of at most 128 bits; bit 0 is the one at the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    ones: u128,
    length: u8,
}

impl InWords for Bits {
    type Words = Words<3>;

    fn to_words(&self) -> Words<3> {
        let [upper, lower] = halves(self.ones);
        Words([upper, lower, self.length.into()])
    }

    fn from_words(&Words([upper, lower, length]): &Words<3>) -> Bits {
        Bits { ones: whole(upper, lower), length: length as u8 }
    }
}

impl Bits {
    fn characters(self) -> impl Iterator<Item = char> {
        (0..self.length).map(move |at| if self.ones >> at & 1 == 1 { '1' } else { '0' })
    }
}

impl Ruleset for LastToToggle {
    type Position = Bits;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &Bits { ones, length }: &Bits, _: Player) -> impl Iterator<Item = Bits> {
        strip::members(ones & ones >> 1).map(move |at| Bits { ones: ones & !(3 << at), length })
    }

    fn components(&self, bits: Bits) -> impl Iterator<Item = Bits> {
        // Runs of ones are independent, and a single one offers no move.
        strip::runs(bits.ones)
            .filter(|&(_, length)| length > 1)
            .map(|(_, length)| Bits { ones: strip::low(length), length: length as u8 })
    }

    fn negative(&self, bits: &Bits) -> Option<Bits> {
        Some(*bits)
    }
}

impl Notation for LastToToggle {
    fn name(&self) -> &'static str {
        "last-to-toggle-wins"
    }

    fn print(&self, bits: &Bits) -> String {
        bits.characters().collect()
    }

    fn read(&self, text: Text<'_>) -> Result<Bits, ParseError> {
        let bits = strip::read(text, "01", u128::BITS as usize)?;
        Ok(Bits { ones: strip::set(&bits, '1'), length: bits.len() as u8 })
    }

    fn alphabet(&self) -> String {
        "01".to_string()
    }

    fn draw(&self, bits: &Bits) -> String {
        strip::draw(bits.characters())
    }

    fn scene(&self, bits: &Bits) -> Scene {
        let all: Vec<char> = bits.characters().collect();
        squares::strip(&all, |c| {
            let owner = if c == '1' { Owner::Both } else { Owner::Nobody };
            Some(Piece::new(Look::Letter(c), owner))
        })
    }

    fn move_name(&self, from: &Bits, to: &Bits, _: Player) -> String {
        let left = (from.ones ^ to.ones).trailing_zeros() + 1;
        format!("{left},{}", left + 1)
    }
}

/// Last to Toggle Wins in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "last-to-toggle-wins",
        aliases: &["last-to-toggle", "toggle"],
        family: Family::Strip,
        title: "Last to Toggle Wins",
        about: "Turn two neighbouring ones of a string of bits to zeros; whoever toggles last wins. It \
                is Dawson's Kayles in the clothes of a programming contest.",
        rules: "There is a string of bits. A move toggles two neighbouring ones to zeros. The player \
                who toggles last wins. Runs of ones are independent of each other, and a run of n \
                ones is a row of n skittles in Dawson's Kayles.",
        notation: "last-to-toggle-wins(BITS)",
        examples: &["last-to-toggle-wins(110111)", "last-to-toggle-wins(1111111111)"],
        source: "Dawson's Kayles in other words: Winning Ways for your Mathematical Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| {
            let bits = LastToToggle.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(LastToToggle, bits))
        },
    }
}
