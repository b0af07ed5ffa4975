//! Periods of Grundy sequences, and whether a theorem proves them.

use crate::ruleset::HeapKind;

/// g(n + period) = g(n) + saltus for all n ≥ preperiod, as far as it was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least period.
    pub period: usize,
    /// The least n from which it holds.
    pub preperiod: usize,
    /// What is added in each period; above zero for arithmetic periodicity.
    pub saltus: u32,
    /// Whether a theorem says that it holds for ever, its conditions checked.
    pub proved: bool,
    /// Heaps up to this one were looked at.
    pub checked_to: usize,
    /// Heaps below the preperiod whose value is not what the period says.
    pub exceptions: Vec<usize>,
}

impl Period {
    /// The value that the period gives to a heap, from values up to the end of
    /// the first period.
    #[must_use]
    pub fn value(&self, values: &[u32], heap: u64) -> u64 {
        let first_end = (self.preperiod + self.period) as u64;
        if heap < first_end {
            return u64::from(values[heap as usize]);
        }
        let rounds = (heap - self.preperiod as u64) / self.period as u64;
        let place = heap - rounds * self.period as u64;
        u64::from(values[place as usize]) + rounds * u64::from(self.saltus)
    }
}

/// The least period of a sequence, proved where the kind of rules has a
/// theorem whose conditions the values meet; otherwise a period that is seen
/// over at least half of the values and three times in a row; none where
/// neither is found.
#[must_use]
pub fn find_period(values: &[u32], kind: &HeapKind) -> Option<Period> {
    let last = values.len().checked_sub(1)?;
    let mut seen = None;
    for period in 1..=last / 2 {
        let Some(saltus) = values[last].checked_sub(values[last - period]) else { continue };
        // The stretch of equality ends at the last heap and starts as early as it can.
        let holds = |n: &usize| values[n + period] == values[*n] + saltus;
        let preperiod =
            (0..=last - period).rev().take_while(holds).last().unwrap_or(last - period + 1);
        let equal = last - period + 1 - preperiod;
        if equal == 0 {
            continue;
        }
        let proved = saltus_allowed(kind, saltus)
            && required(kind, preperiod, period).is_some_and(|required| equal >= required);
        let convincing = equal >= 2 * period && equal >= last / 2;
        if proved || (convincing && seen.is_none()) {
            let mut found =
                Period { period, preperiod, saltus, proved, checked_to: last, exceptions: vec![] };
            found.exceptions = exceptions(values, &found);
            if proved {
                return Some(found);
            }
            seen = Some(found);
        }
    }
    seen
}

/// For how many n ≥ n0 in a row g(n + p) = g(n) must hold to hold for ever.
fn required(kind: &HeapKind, n0: usize, p: usize) -> Option<usize> {
    match kind {
        // A value depends on nothing but the `most` values before it, so a
        // window that comes again brings all that follows again.
        HeapKind::Subtraction(set) => set.iter().max().map(|&most| (most as usize).max(1)),
        // Guy and Smith 1956 (Siegel, Combinatorial Game Theory, theorem
        // IV.2.7) for two parts: n0 ≤ n < 2·n0 + p + k. With q parts the
        // largest is at least (n + p − k) / q, which is n0 + p from
        // n = q·n0 + (q − 1)·p + k on.
        HeapKind::TakeAndBreak { most_taken, most_parts } => {
            let parts = (*most_parts).max(1) as usize;
            let end = parts.checked_mul(n0)? + (parts - 1).checked_mul(p)? + *most_taken as usize;
            Some((end - n0).max(1))
        }
        // g(n) = n: every smaller heap is an option.
        HeapKind::AnyNumber => Some(1),
        HeapKind::Other => None,
    }
}

fn saltus_allowed(kind: &HeapKind, saltus: u32) -> bool {
    (saltus == 0) != (*kind == HeapKind::AnyNumber)
}

fn exceptions(values: &[u32], found: &Period) -> Vec<usize> {
    let expected = |n: usize| {
        let rounds = (found.preperiod - n).div_ceil(found.period);
        let later = values[n + rounds * found.period];
        i64::from(later) - rounds as i64 * i64::from(found.saltus)
    };
    (0..found.preperiod).filter(|&n| i64::from(values[n]) != expected(n)).collect()
}
