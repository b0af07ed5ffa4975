//! What is known of the periods of octal games of up to three digits.
//!
//! The table, with its sources, is `octal.txt`.

use std::sync::LazyLock;

use crate::period::Period;
use grundy_base::Code;
use grundy_ruleset::HeapKind;

/// What is known of an octal game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It has this period.
    Periodic {
        /// The least period.
        period: u64,
        /// The least heap from which it holds.
        preperiod: u64,
        /// Who found it first, if we know.
        by: Option<&'static str>,
        /// And when.
        year: Option<u16>,
    },
    /// It is not known whether it has one.
    Open {
        /// Another game that seems to have the same values, but for zeros at
        /// the start.
        like: Option<&'static str>,
    },
}

/// How a period that was found compares with what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It is the known one.
    Agrees,
    /// It is another one, so that the table or the program is wrong.
    Contradicts,
    /// No period was known.
    New,
}

/// Digits behind the point, at most.
const DIGITS: usize = 3;
/// A place for each code that starts with 0, and each that starts with 4.
const PLACES: usize = 2 << (3 * DIGITS);

static TABLE: LazyLock<[Option<Known>; PLACES]> = LazyLock::new(|| {
    let mut table = [None; PLACES];
    for line in lines() {
        if let Some((place, known)) = read(line) {
            table[place] = Some(known);
        }
    }
    table
});

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("octal.txt").lines().filter(|line| !line.starts_with('#'))
}

/// A line of the table; none where it is not of the form.
fn read(line: &'static str) -> Option<(usize, Known)> {
    let mut words = line.split(' ');
    let (before, behind) = words.next()?.split_once('.')?;
    let digits: Option<Vec<u8>> =
        before.chars().chain(behind.chars()).map(|c| Some(c.to_digit(8)? as u8)).collect();
    let place = place(&Code::new(digits?))?;
    let known = match words.next()? {
        "open" => Known::Open { like: words.next() },
        period => Known::Periodic {
            period: period.parse().ok()?,
            preperiod: words.next()?.parse().ok()?,
            year: words.next().and_then(|year| year.parse().ok()),
            by: line.splitn(5, ' ').nth(4),
        },
    };
    Some((place, known))
}

/// Where a code stands in the table.
fn place(code: &Code) -> Option<usize> {
    let (&first, behind) = code.digits().split_first().unwrap_or((&0, &[]));
    let small = matches!(first, 0 | 4) && behind.len() <= DIGITS && !code.is_unequal();
    if !small || behind.iter().any(|&digit| digit > 7) {
        return None;
    }
    let digit = |at: usize| usize::from(behind.get(at).copied().unwrap_or(0));
    Some((0..DIGITS).fold(usize::from(first / 4), |place, at| place << 3 | digit(at)))
}

/// What is known of the game with these rules; none unless it is an octal game d0.d1d2d3 with 0 or
/// 4 before the point.
#[must_use]
pub fn known(kind: &HeapKind) -> Option<Known> {
    let place = match kind {
        HeapKind::TakeAndBreak(code) => place(code)?,
        // Taking t tokens, whatever is left in one heap, is a digit 3.
        HeapKind::Subtraction(set) => {
            let most = usize::try_from(set.iter().copied().max().unwrap_or(0)).ok()?;
            if most > DIGITS || set.contains(&0) {
                return None;
            }
            let digit = |taken: usize| if set.contains(&(taken as u64)) { 3 } else { 0 };
            place(&Code::new((0..=most).map(digit).collect()))?
        }
        _ => return None,
    };
    TABLE[place]
}

impl Known {
    /// Whether a period is the known one; none where it is not proved.
    #[must_use]
    pub fn agreement(&self, found: &Period) -> Option<Agreement> {
        if !found.proved {
            return None;
        }
        Some(match *self {
            Known::Open { .. } => Agreement::New,
            Known::Periodic { period, preperiod, .. }
                if (found.period as u64, found.preperiod as u64, found.saltus)
                    == (period, preperiod, 0) =>
            {
                Agreement::Agrees
            }
            Known::Periodic { .. } => Agreement::Contradicts,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn of(digits: &[u8]) -> Option<Known> {
        known(&HeapKind::TakeAndBreak(Code::new(digits.to_vec())))
    }

    fn periodic(
        period: u64,
        preperiod: u64,
        by: Option<&'static str>,
        year: Option<u16>,
    ) -> Option<Known> {
        Some(Known::Periodic { period, preperiod, by, year })
    }

    #[test]
    fn every_line_is_read_and_every_code_has_one() {
        let mut places = HashSet::new();
        for line in lines() {
            let (place, known) = read(line).unwrap_or_else(|| panic!("{line:?}"));
            assert!(places.insert(place), "a second line {line:?}");
            if let Known::Periodic { by, year, .. } = known {
                // A word that is no year would be read as no year at all.
                let words = line.split(' ').count();
                let dash = line.contains(" - ");
                assert_eq!((by.is_some(), year.is_some()), (words > 3, words > 3 && !dash));
            }
            if let Known::Open { like: Some(other) } = known {
                let open = lines().find(|line| line.split(' ').next() == Some(other));
                assert_eq!(open, Some(&*format!("{other} open")), "{line:?}");
            }
        }
        assert_eq!(places.len(), PLACES);
        assert!(TABLE.iter().all(Option::is_some));
        for wrong in ["", "0.8 open", "0.7", "0.7 4", "0.7 x 3", "7 open", "0.1234 open"] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn equal_codes_are_one_game() {
        let kayles = periodic(12, 71, Some("Guy and Smith"), Some(1956));
        assert_eq!(of(&[0, 7, 7]), kayles);
        assert_eq!(of(&[0, 7, 7, 0, 0]), kayles);
        let flammenkamp = Some("Flammenkamp");
        assert_eq!(
            of(&[0, 1, 0, 6]),
            periodic(328_226_140_474, 465_384_263_797, flammenkamp, None)
        );
        assert_eq!(of(&[0, 0, 4, 2]), Some(Known::Open { like: Some("0.04") }));
        assert_eq!(of(&[]), periodic(1, 0, None, None));
        assert_eq!(of(&[4]), periodic(2, 1, None, None));
        let subtraction = |set: &[u64]| known(&HeapKind::Subtraction(set.to_vec()));
        assert_eq!(subtraction(&[1, 2]), periodic(3, 0, None, None));
        assert_eq!(subtraction(&[2]), of(&[0, 0, 3]));
    }

    #[test]
    fn other_games_are_not_in_the_table() {
        for digits in [&[0, 7, 7, 7, 7][..], &[0, 8], &[0, 1, 15], &[8, 1], &[5, 1]] {
            assert_eq!(of(digits), None, "{digits:?}");
        }
        // Grundy's game.
        assert_eq!(known(&HeapKind::TakeAndBreak(Code::new(vec![4]).unequal())), None);
        assert_eq!(known(&HeapKind::Subtraction(vec![1, 4])), None);
        assert_eq!(known(&HeapKind::Other), None);
    }

    #[test]
    fn a_proved_period_agrees_contradicts_or_is_new() {
        let found = Period::proved(12, 71, 1000, &[]);
        let kayles = of(&[0, 7, 7]).unwrap();
        assert_eq!(kayles.agreement(&found), Some(Agreement::Agrees));
        for wrong in [
            Period { period: 24, ..found.clone() },
            Period { preperiod: 70, ..found.clone() },
            Period { saltus: 1, ..found.clone() },
        ] {
            assert_eq!(kayles.agreement(&wrong), Some(Agreement::Contradicts));
        }
        assert_eq!(of(&[0, 6]).unwrap().agreement(&found), Some(Agreement::New));
        assert_eq!(kayles.agreement(&Period { proved: false, ..found }), None);
    }
}
