//! Which games of a survey are in the table of known periods.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::standard::standard;
use crate::known_octal::{Known, known};
use grundy_base::Code;
use grundy_ruleset::HeapKind;

/// By standard form: a game of the table, and the number of heaps before those of the form.
static BY_FORM: LazyLock<BTreeMap<Vec<u8>, (Code, usize, Known)>> = LazyLock::new(|| {
    let mut games = BTreeMap::new();
    for first in [0, 4] {
        for number in 0..512u16 {
            let digits = [first, (number >> 6) as u8, (number >> 3 & 7) as u8, (number & 7) as u8];
            let code = Code::new(digits.to_vec());
            let Some(known) = known(&HeapKind::TakeAndBreak(code.clone())) else { continue };
            let form = standard(&code);
            games.entry(form.digits).or_insert((code, form.shift, known));
        }
    }
    games
});

/// What the table of octal games of three digits knows of the games with a standard form: all of
/// them have the period; the preperiod counts heaps of the standard form, and is 0 if it is before
/// the first one.
#[must_use]
pub fn published(form: &[u8]) -> Option<Known> {
    let (_, shift, known) = BY_FORM.get(form)?;
    Some(match *known {
        Known::Periodic { period, preperiod, by, year } => {
            Known::Periodic { period, preperiod: preperiod.saturating_sub(*shift as u64), by, year }
        }
        open @ Known::Open { .. } => open,
    })
}
