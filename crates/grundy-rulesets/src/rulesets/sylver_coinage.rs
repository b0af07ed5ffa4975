//! Sylver coinage: name numbers that are not sums of numbers named before; a player who names 1
//! loses.
//!
//! # Known answers
//!
//! Winning Ways, chapter 18: 2 and 3 answer each other, as 4 and 6 do; 5 and 6 have 19 as a quiet
//! end, and 4 and 5 are answered by 11. The answers with a limit are from a search over sets of
//! numbers, written without this library.
//!
//! ```text
//! sylver-coinage(2,3) => outcome=P
//! sylver-coinage(3,4) => outcome=N
//! sylver-coinage(4,5) => outcome=N
//! sylver-coinage(4,5,11) => outcome=P
//! sylver-coinage(5,6) => outcome=N
//! sylver-coinage(4,7) => outcome=N
//! sylver-coinage(4,7,13) => outcome=P
//! sylver-coinage(4,5,6) => outcome=N
//! sylver-coinage(4,5,6,7) => outcome=P
//! sylver-coinage(4,6,9,11) => outcome=P
//! sylver-coinage(6,7,8,9,10,11) => outcome=P
//! sylver-coinage(11; ) => outcome=P
//! sylver-coinage(13; ) => outcome=N
//! ```

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::{Notation, Ruleset};

/// Sylver coinage with numbers of at most a limit.
///
/// Naming 1 is not a move here: a player who can name nothing else cannot move and loses.
#[derive(Clone, Copy, Debug)]
pub struct SylverCoinage {
    /// The greatest number that may be named; none if the numbers named leave none above [`MOST`].
    limit: Option<u32>,
}

/// The greatest limit: the numbers 0 to 127 are a set in a word.
const MOST: u32 = 127;

/// All sums of a number of the set `sums` and any number of times `named`.
fn with(mut sums: u128, named: u32) -> u128 {
    loop {
        let more = sums | sums << named;
        if more == sums {
            return sums;
        }
        sums = more;
    }
}

/// The members of the set that are not sums of smaller members.
fn generators(sums: u128) -> impl Iterator<Item = u32> {
    let positive = sums & !1;
    strip::members(positive).filter(move |&number| {
        let smaller = strip::members(positive & strip::low(number));
        !smaller.into_iter().any(|part| positive >> (number - part) & 1 == 1)
    })
}

impl SylverCoinage {
    /// The numbers from 0 to the limit, or to [`MOST`] if there is no limit.
    fn range(self) -> u128 {
        strip::low(self.limit.unwrap_or(MOST) + 1)
    }

    /// Whether all numbers above [`MOST`] are sums. That is so if the first ones are; as many as
    /// the least number of the set are enough.
    fn is_finite(sums: u128) -> bool {
        let least = (sums & !1).trailing_zeros();
        let is_sum =
            |number: u32| strip::members(sums & !1).any(|part| sums >> (number - part) & 1 == 1);
        least <= MOST && (MOST + 1..=MOST + least).all(is_sum)
    }
}

impl Ruleset for SylverCoinage {
    /// All sums of the numbers named so far, 0 included.
    type Position = u128;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &sums: &u128, _: Player) -> impl Iterator<Item = u128> {
        let range = self.range();
        strip::members(range & !sums & !0b11).map(move |named| with(sums, named) & range)
    }

    fn splits(&self) -> bool {
        false
    }

    fn longest_play(&self, sums: &u128) -> Option<u64> {
        Some((self.range() & !sums).count_ones().into())
    }

    fn negative(&self, sums: &u128) -> Option<u128> {
        Some(*sums)
    }
}

impl Notation for SylverCoinage {
    fn name(&self) -> &'static str {
        "sylver-coinage"
    }

    fn parameters(&self) -> String {
        self.limit.map_or_else(String::new, |limit| limit.to_string())
    }

    /// The named numbers that are not sums of others.
    fn print(&self, &sums: &u128) -> String {
        generators(sums).map(|number| number.to_string()).collect::<Vec<_>>().join(",")
    }

    fn read(&self, text: Text<'_>) -> Result<u128, ParseError> {
        let most = self.limit.unwrap_or(MOST);
        let mut sums = 1;
        if text.trim().is_empty() {
            return Ok(sums);
        }
        for part in text.split(',') {
            match part.number("a number that was named")? {
                named if (2..=most).contains(&named) => sums = with(sums, named) & self.range(),
                _ => return Err(part.expected(format!("a number from 2 to {most}"))),
            }
        }
        Ok(sums)
    }

    /// The numbers that can still be named.
    fn draw(&self, &sums: &u128) -> String {
        let named = self.print(&sums);
        let open = strip::members(self.range() & !sums).map(|number| number.to_string());
        format!("named  {named}\nopen   {}", open.collect::<Vec<_>>().join(" "))
    }

    /// The number that is named.
    fn move_name(&self, from: &u128, to: &u128, _: Player) -> String {
        (to & !from).trailing_zeros().to_string()
    }
}

/// Sylver coinage in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "sylver-coinage",
        aliases: &["sylver"],
        family: Family::Heaps,
        title: "Sylver coinage",
        about: "Name a number that is no sum of numbers named before, each as often as you like; \
                whoever names 1 loses. Nobody knows who wins after 16.",
        rules: "The players name numbers in turn. A number may not be a sum of numbers that were \
                named before, each taken as often as one likes. Whoever has to name 1 loses: here 1 \
                is not named, and the player who cannot move loses. If the numbers named have no \
                common divisor, only finitely many are left, and the game is that of the books; \
                here they are to be at most 127. Otherwise a LIMIT is to be given, up to 127: \
                numbers above it may not be named, which is another game, and may be won by another \
                player.",
        notation: "sylver-coinage(NUMBER,NUMBER,…) or sylver-coinage(LIMIT; NUMBER,NUMBER,…)",
        examples: &["sylver-coinage(4,7)", "sylver-coinage(5,6)", "sylver-coinage(15; 4,6)"],
        source: "Richard K. Guy, Twenty questions concerning Conway's Sylver coinage, American \
                 Mathematical Monthly 83, 1976; Winning Ways for your Mathematical Plays, chapter 18",
        parse: &|arguments: &Arguments<'_>| {
            let (rules, numbers) = match arguments.optional() {
                (Some(limit), Some(numbers)) => match limit.number("a limit")? {
                    most @ 2..=MOST => (SylverCoinage { limit: Some(most) }, numbers),
                    _ => return Err(limit.expected(format!("a limit from 2 to {MOST}"))),
                },
                _ => (SylverCoinage { limit: None }, arguments.position_only()?),
            };
            let sums = rules.read(numbers)?;
            if rules.limit.is_none()
                && !arguments.wants_ruleset()
                && !SylverCoinage::is_finite(sums)
            {
                return Err(numbers.expected(format!(
                    "numbers that leave none above {MOST} open, or a limit and ';' before them"
                )));
            }
            Ok(arguments.game_in_words(rules, sums))
        },
    }
}
