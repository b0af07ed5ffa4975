//! Grundy sequences as short formulas.

use std::fmt;

use super::words::Words;
use crate::solve::period::Period;

/// The value of a heap of n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// n itself.
    Size,
    /// The same value for every heap.
    Constant(u32),
    /// ⌊(n mod `modulus`) / `divisor`⌋.
    Residue {
        /// The period.
        modulus: usize,
        /// Number of heaps in a row with the same value.
        divisor: usize,
    },
}

/// The saltus of a period in words, after a comma; nothing where it is 0.
#[must_use]
pub fn saltus(found: &Period, words: &Words) -> String {
    let mut each = found.saltuses.clone();
    each.sort_unstable();
    let groups: Vec<String> =
        each.chunk_by(u32::eq).rev().map(|same| format!("{} ({})", same[0], same.len())).collect();
    match (&groups[..], found.saltus) {
        ([], 0) => String::new(),
        ([], saltus) => words.say("plot.saltus", &[("saltus", &saltus)]),
        // By the number of residues.
        _ => words.say("plot.saltus-by-residue", &[("saltus", &groups.join(", "))]),
    }
}

impl Formula {
    /// The formula of a sequence with this period, for purely periodic
    /// sequences that are of such a form.
    #[must_use]
    pub fn of(found: &Period, values: &[u32]) -> Option<Formula> {
        let Period { period, preperiod, saltus, .. } = *found;
        if preperiod > 0 {
            return None;
        }
        let one = values.get(..period)?;
        if (period, saltus, one) == (1, 1, &[0]) {
            return Some(Formula::Size);
        }
        if saltus > 0 {
            return None;
        }
        if one.iter().all(|&value| value == one[0]) {
            return Some(Formula::Constant(one[0]));
        }
        (1..=period)
            .find(|divisor| one.iter().enumerate().all(|(n, &g)| g as usize == n / divisor))
            .map(|divisor| Formula::Residue { modulus: period, divisor })
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Formula::Size => f.write_str("n"),
            Formula::Constant(value) => write!(f, "{value}"),
            Formula::Residue { modulus, divisor: 1 } => write!(f, "n mod {modulus}"),
            Formula::Residue { modulus, divisor } => {
                write!(f, "floor((n mod {modulus}) / {divisor})")
            }
        }
    }
}
