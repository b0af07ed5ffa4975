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

/// What a search for a period has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How many heaps, from 0 on.
    pub heaps: u64,
    /// The greatest value among them; none without heaps.
    pub greatest: Option<u32>,
}

impl Seen {
    /// What there is in a sequence.
    #[must_use]
    pub fn of(values: &[u32]) -> Seen {
        Seen { heaps: values.len() as u64, greatest: values.iter().max().copied() }
    }
}

impl Period {
    /// A period that is proved, from values of the first heaps. Exceptions are
    /// listed where the values reach to the end of the first period.
    #[must_use]
    pub fn proved(period: u64, preperiod: u64, checked_to: u64, values: &[u32]) -> Period {
        let found = Period {
            period: period as usize,
            preperiod: preperiod as usize,
            saltus: 0,
            proved: true,
            checked_to: checked_to as usize,
            exceptions: Vec::new(),
        };
        match values.len() as u64 >= preperiod.saturating_add(period) {
            true => Period { exceptions: exceptions(values, &found), ..found },
            false => found,
        }
    }

    /// The exceptions; none where they were too many to be listed. The heap
    /// before the preperiod always is one.
    #[must_use]
    pub fn listed_exceptions(&self) -> Option<&[usize]> {
        let listed = self.preperiod == 0 || !self.exceptions.is_empty();
        listed.then_some(&self.exceptions)
    }

    /// The residues modulo the period of the heaps from the preperiod on that
    /// have a value; none where values grow from period to period. The values
    /// must reach to the end of the first period.
    #[must_use]
    pub fn residues(&self, values: &[u32], value: u32) -> Option<Vec<usize>> {
        let first = values.get(self.preperiod..self.preperiod + self.period)?;
        let heaps = (self.preperiod..).zip(first).filter(|(_, g)| **g == value);
        let mut residues: Vec<usize> = heaps.map(|(heap, _)| heap % self.period).collect();
        residues.sort_unstable();
        (self.saltus == 0).then_some(residues)
    }

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
///
/// Time: proportional to the number of values.
#[must_use]
pub fn find_period(values: &[u32], kind: &HeapKind) -> Option<Period> {
    let last = values.len().checked_sub(1)?;
    // g(n + p) = g(n) + s along a stretch means that the steps from value to
    // value repeat along it. Read backwards from the last heap, the length of
    // that stretch is a common prefix of the steps with themselves p later.
    let steps: Vec<i64> =
        values.windows(2).rev().map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
    let repeats = prefixes(&steps);
    let mut seen = None;
    for period in 1..=last {
        let Some(saltus) = values[last].checked_sub(values[last - period]) else { continue };
        // So many n, the last of them `last - period`, obey the equation.
        let equal = repeats.get(period).map_or(0, |&steps| steps) + 1;
        let preperiod = last - period + 1 - equal;
        let found = Period {
            period,
            preperiod,
            saltus,
            proved: false,
            checked_to: last,
            exceptions: vec![],
        };
        if proves(kind, preperiod, period, saltus, equal) {
            seen = Some(Period { proved: true, ..found });
            break;
        }
        if seen.is_none() && equal >= 2 * period && equal >= last / 2 {
            seen = Some(found);
        }
    }
    seen.map(|found| Period { exceptions: exceptions(values, &found), ..found })
}

/// For each place the length of the longest common prefix of the sequence and
/// its rest from there (the Z function); at place 0 the whole length.
fn prefixes(steps: &[i64]) -> Vec<usize> {
    let n = steps.len();
    let mut prefix = vec![n; n];
    // A stretch from `start` to `end` that is known to repeat the beginning.
    let (mut start, mut end) = (0, 0);
    for place in 1..n {
        let mut length = if place < end { prefix[place - start].min(end - place) } else { 0 };
        while place + length < n && steps[length] == steps[place + length] {
            length += 1;
        }
        if place + length > end {
            (start, end) = (place, place + length);
        }
        prefix[place] = length;
    }
    prefix
}

/// Whether g(n + p) = g(n) + s for `equal` values of n in a row, from n0 up,
/// is enough for a theorem to say that it holds for ever.
fn proves(kind: &HeapKind, n0: usize, p: usize, s: u32, equal: usize) -> bool {
    match kind {
        // A value depends on nothing but the `most` values before it, so a
        // window that comes again brings all that follows again.
        HeapKind::Subtraction(set) => {
            let most = set.iter().max().copied().unwrap_or(0);
            s == 0 && equal as u64 >= most.max(1)
        }
        // Guy and Smith 1956 (Siegel, Combinatorial Game Theory, theorem
        // IV.2.7) for two parts: n0 ≤ n < 2·n0 + p + k. With q parts the
        // largest is at least (n + p − k) / q, which is n0 + p from
        // n = q·n0 + (q − 1)·p + k on. Taking p away from it must leave a heap
        // that is not empty, because empty and other parts have digits of
        // their own, so n0 counts as 1 where it is 0.
        // Where the parts must differ, the larger one less p may equal the
        // other, and the theorem says nothing.
        HeapKind::TakeAndBreak(code) if !code.is_unequal() => {
            let parts = u128::from(code.most_parts().max(1));
            let (n0, p) = (n0 as u128, p as u128);
            let end = parts * n0.max(1) + (parts - 1) * p + code.most_taken() as u128;
            s == 0 && n0 + equal as u128 >= end
        }
        // g(n) = n: every smaller heap is an option.
        HeapKind::AnyNumber => (n0, p, s) == (0, 1, 1),
        HeapKind::Theorem { period, preperiod, saltus } => {
            (n0, p, s) == (*preperiod, *period, *saltus)
        }
        HeapKind::TakeAndBreak(_) | HeapKind::Other => false,
    }
}

fn exceptions(values: &[u32], found: &Period) -> Vec<usize> {
    let expected = |n: usize| {
        let rounds = (found.preperiod - n).div_ceil(found.period);
        let later = values[n + rounds * found.period];
        i64::from(later) - rounds as i64 * i64::from(found.saltus)
    };
    (0..found.preperiod).filter(|&n| i64::from(values[n]) != expected(n)).collect()
}
