//! Hexadecimal games: octal games in which a heap may also be split into three.

use super::octal::Octal;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_ruleset::Notation;

/// Hexadecimal games in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "hexadecimal",
        aliases: &[],
        family: Family::Heaps,
        title: "Hexadecimal game",
        about: "As in octal games a code tells what may be taken, and the rest may be split into as \
                many as three heaps. Values may grow in steps instead of repeating.",
        rules: "There are heaps of tokens. A move takes t tokens from one heap, where the digit d of \
                the code at place t behind the point says what must become of the rest: with 1 in d \
                the rest may be nothing, with 2 in d it may stay one heap, with 4 in d it may be \
                split into two heaps, with 8 in d into three. Digits are 0 to 9 and A to F for 10 to \
                15. A 4, 8 or C before the point allows to split a heap without taking, a 2 (2, 6, A, E) to \
                pass, leaving a heap as it is. Digits in \
                brackets at the end come again for ever: 0.1[7] is 0.1777… The player who cannot \
                move loses.",
        notation: "hexadecimal(CODE; HEAP,HEAP,…)",
        examples: &["hexadecimal(0.8; 9)", "hexadecimal(0.3F; 7,9)", "hexadecimal(0.1[7]; 10)"],
        source: "Winning Ways for your Mathematical Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| {
            let (code, position) = arguments.parameters_and_position()?;
            let rules = Octal::parse_hexadecimal(code)?;
            let heaps = rules.read(position)?;
            Ok(arguments.game(rules, heaps))
        },
    }
}
