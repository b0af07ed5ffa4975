//! Partizan Euclid: Euclid's algorithm with remainders from below and from above.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::{Notation, Ruleset};

/// Partizan Euclid (McKay and Nowakowski 2013).
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanEuclid;

impl Ruleset for PartizanEuclid {
    /// Dividend and divisor.
    type Position = [u64; 2];

    fn options(&self, &[p, q]: &[u64; 2], player: Player) -> impl Iterator<Item = [u64; 2]> {
        let rest = p.checked_rem(q).filter(|&rest| rest > 0);
        let option = rest.map(|rest| match player {
            Player::Left => [q, rest],
            Player::Right => [q, q - rest],
        });
        option.into_iter()
    }

    fn splits(&self) -> bool {
        false
    }
}

impl Notation for PartizanEuclid {
    fn name(&self) -> &'static str {
        "partizan-euclid"
    }

    fn print(&self, [p, q]: &[u64; 2]) -> String {
        format!("{p},{q}")
    }

    fn read(&self, text: Text<'_>) -> Result<[u64; 2], ParseError> {
        let pair = heaps::read_pair(text)?;
        if pair.contains(&0) {
            return Err(text.expected("two numbers above 0"));
        }
        Ok(pair)
    }

    fn draw(&self, [p, q]: &[u64; 2]) -> String {
        match p.checked_rem(*q) {
            None | Some(0) => format!("{p} ÷ {q} leaves nothing"),
            Some(rest) => format!("{p} ÷ {q} leaves {rest}, or lacks {}", q - rest),
        }
    }
}

/// Partizan Euclid in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "partizan-euclid",
        aliases: &[],
        family: Family::Heaps,
        title: "Partizan Euclid",
        about: "Divide one number by the other: Left goes on with the remainder, Right with what was \
                lacking, and whoever finds nothing left over loses. Nobody ever has a choice, and \
                still it is hard to see who wins.",
        rules: "There are two numbers P and Q above 0. Where Q divides P, nobody can move. Otherwise \
                let R be what P leaves when divided by Q: Left moves to Q and R, Right to Q and Q − R. \
                The player who cannot move loses. Each has one move at most, and still it is not easy \
                to say who wins.",
        notation: "partizan-euclid(P,Q)",
        examples: &["partizan-euclid(7,4)", "partizan-euclid(89,55)", "partizan-euclid(1000,618)"],
        source: "Neil A. McKay and Richard J. Nowakowski, Outcomes of Partizan Euclid, Integers 12B, \
                 2013",
        parse: &|arguments: &Arguments<'_>| {
            let position = arguments.position_only()?;
            // For the rules alone any pair serves; this one has no move.
            let pair = match arguments.wants_ruleset() && position.is_empty() {
                true => [1, 1],
                false => PartizanEuclid.read(position)?,
            };
            Ok(arguments.game_in_words(PartizanEuclid, pair))
        },
    }
}
