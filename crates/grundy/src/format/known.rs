//! Known facts about a game, beside what was computed, in words and as JSON.

use serde::Serialize;

use super::text::{FAINT, LOSS, WIN, paint};
use crate::known_octal::{Agreement, Known};
use crate::oeis::{Order, Sequence};
use crate::solve::period::Period;

/// What is known, without colours: `Flammenkamp found period 4, preperiod 7`.
#[must_use]
pub fn fact(known: &Known) -> String {
    match known {
        Known::Periodic { period, preperiod, by, year } => {
            let what = format!("period {period}, preperiod {preperiod}");
            let when = year.map_or(String::new(), |year| format!(" in {year}"));
            match by {
                Some(by) => format!("{by} found {what}{when}"),
                None => format!("the table of octal games has {what}"),
            }
        }
        Known::Open { like: None } => "no period of this game is known".to_string(),
        Known::Open { like: Some(other) } => {
            format!(
                "no period of this game is known; octal({other}) seems to have the same values but \
                 for zeros at the start"
            )
        }
    }
}

/// Whether a result agrees with what is known, and what is known if nothing was proved.
#[must_use]
pub fn sentence(known: &Known, found: Option<&Period>) -> String {
    match found.and_then(|found| known.agreement(found)) {
        Some(Agreement::Agrees) => {
            let by = match known {
                Known::Periodic { by: Some(by), year: Some(year), .. } => {
                    format!("as {by} found in {year}")
                }
                Known::Periodic { by: Some(by), .. } => format!("as {by} found"),
                _ => "as in the table of octal games".to_string(),
            };
            paint(FAINT, format!("known: {by}"))
        }
        Some(Agreement::Contradicts) => {
            let warning = format!("CONTRADICTION: {}; please report this", fact(known));
            paint(LOSS, warning)
        }
        Some(Agreement::New) => paint(WIN, "NEW: no period of this game was known"),
        None => {
            let kind = if matches!(known, Known::Open { .. }) { "open" } else { "known" };
            format!("{kind}: {}", fact(known))
        }
    }
}

/// Which sequence of the OEIS has the Grundy values of a game, and where in it they stand.
#[must_use]
pub fn sequence(found: &Sequence) -> String {
    let Sequence { number, order } = found;
    paint(
        FAINT,
        match order {
            Order::Heaps { shift: 0 } => format!("OEIS {number}"),
            Order::Heaps { shift } => format!("OEIS {number}, where g(n) is a(n - {shift})"),
            Order::Antidiagonals => format!("OEIS {number}, by antidiagonals"),
        },
    )
}

/// A sequence of the OEIS, as a field of JSON.
#[derive(Debug, Serialize)]
pub struct SequenceJson {
    sequence: &'static str,
    /// g(n) is a(n - shift); null for pairs, which are listed by antidiagonals.
    shift: Option<u64>,
}

impl From<Sequence> for SequenceJson {
    fn from(found: Sequence) -> Self {
        let shift = match found.order {
            Order::Heaps { shift } => Some(shift),
            Order::Antidiagonals => None,
        };
        SequenceJson { sequence: found.number, shift }
    }
}

/// What is known, as a field of JSON.
#[derive(Serialize)]
pub(super) struct KnownJson {
    open: bool,
    period: Option<u64>,
    preperiod: Option<u64>,
    by: Option<&'static str>,
    year: Option<u16>,
    /// For an open game, a game that seems to have the same values.
    like: Option<&'static str>,
    /// Null where nothing was proved, or nothing was known.
    agrees: Option<bool>,
    new: bool,
}

impl KnownJson {
    pub(super) fn new(known: &Known, found: Option<&Period>) -> KnownJson {
        let agreement = found.and_then(|found| known.agreement(found));
        let nothing = KnownJson {
            open: true,
            period: None,
            preperiod: None,
            by: None,
            year: None,
            like: None,
            agrees: match agreement {
                Some(Agreement::Agrees) => Some(true),
                Some(Agreement::Contradicts) => Some(false),
                Some(Agreement::New) | None => None,
            },
            new: agreement == Some(Agreement::New),
        };
        match *known {
            Known::Periodic { period, preperiod, by, year } => KnownJson {
                open: false,
                period: Some(period),
                preperiod: Some(preperiod),
                by,
                year,
                ..nothing
            },
            Known::Open { like } => KnownJson { like, ..nothing },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::json::line;

    const KAYLES: Known =
        Known::Periodic { period: 12, preperiod: 71, by: Some("Guy"), year: Some(1949) };

    fn plain(known: &Known, found: Option<&Period>) -> String {
        let text = sentence(known, found);
        // Colours are the sequences from escape to m.
        text.split('\u{1b}')
            .enumerate()
            .map(|(i, part)| if i == 0 { part } else { part.split_once('m').unwrap().1 })
            .collect()
    }

    #[test]
    fn what_contradicts_the_table_is_said_loudly() {
        let found = Period::proved(12, 70, 1000, &[]);
        let text = "CONTRADICTION: Guy found period 12, preperiod 71 in 1949; please report this";
        assert_eq!(plain(&KAYLES, Some(&found)), text);
        let json = line(&KnownJson::new(&KAYLES, Some(&found)));
        assert!(json.contains("\"agrees\":false,\"new\":false"), "{json}");
    }

    #[test]
    fn what_is_new_is_said_too() {
        let found = Period::proved(12, 70, 1000, &[]);
        let open = Known::Open { like: None };
        assert_eq!(plain(&open, Some(&found)), "NEW: no period of this game was known");
        let json = line(&KnownJson::new(&open, Some(&found)));
        assert!(json.contains("\"agrees\":null,\"new\":true"), "{json}");
    }
}
