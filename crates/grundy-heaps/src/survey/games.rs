//! The games of a survey, each once.

use std::collections::BTreeMap;

use super::standard::standard;
use grundy_base::Code;

/// Which codes a survey goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Heaps are left as they are or split in two: digits below 8.
    Octal,
    /// Heaps may be split in three: digits below 16.
    Hexadecimal,
}

impl Family {
    /// The number of digits to choose from.
    #[must_use]
    pub fn radix(self) -> u8 {
        match self {
            Family::Octal => 8,
            Family::Hexadecimal => 16,
        }
    }
}

/// A game of a survey, which may have several codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surveyed {
    /// The codes with the same standard form, and the number of heaps without a move before those
    /// of the standard form. The first code has the fewest such heaps, then the fewest digits.
    pub codes: Vec<(Code, usize)>,
}

impl Surveyed {
    /// The code that stands for all codes.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.codes[0].0
    }
}

/// The games 0.d₁d₂… with at most `digits` digits behind the point, each once: games with the same
/// standard form are one game.
#[must_use]
pub fn games(family: Family, digits: u32) -> Vec<Surveyed> {
    let radix = u64::from(family.radix());
    let mut forms: BTreeMap<Vec<u8>, Vec<(Code, usize)>> = BTreeMap::new();
    for number in 0..radix.pow(digits) {
        let digit = |place: u32| (number / radix.pow(place) % radix) as u8;
        let code = Code::new(std::iter::once(0).chain((0..digits).rev().map(digit)).collect());
        let standard = standard(&code);
        forms.entry(standard.digits).or_default().push((code, standard.shift));
    }
    let order = |(code, shift): &(Code, usize)| (*shift, code.digits().to_vec());
    let mut games: Vec<Surveyed> = forms
        .into_values()
        .map(|mut codes| {
            codes.sort_by_key(order);
            Surveyed { codes }
        })
        .collect();
    games.sort_by_key(|game| game.code().digits().to_vec());
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known_octal::{Known, known};
    use grundy_ruleset::HeapKind;

    /// Games told to be the same have the same period in the table, and games like another in the
    /// table are told to be the same as that one.
    #[test]
    fn games_are_those_of_the_table() {
        let of = |code: &Code| known(&HeapKind::TakeAndBreak(code.clone()));
        let games = games(Family::Octal, 3);
        assert_eq!(games.iter().map(|game| game.codes.len()).sum::<usize>(), 512);
        for game in &games {
            let period = |code| match of(code) {
                Some(Known::Periodic { period, .. }) => Some(period),
                _ => None,
            };
            for (code, _) in &game.codes {
                assert_eq!(period(code), period(game.code()), "{code:?} {:?}", game.code());
            }
        }
    }
}
