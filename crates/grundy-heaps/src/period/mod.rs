//! Periods of Grundy sequences, and whether a theorem proves them.

mod automaton;

use std::collections::HashSet;

pub(super) use self::automaton::Decision;
use self::automaton::{Progressions, decide};
use crate::automatic::Automatic;
use crate::sequence::classes::{Classes, Rares};
use grundy_base::{Code, Limits, Stopped};
use grundy_ruleset::{Formulas, HeapKind};

/// g(n + period) = g(n) + saltus for all n ≥ preperiod, as far as it was checked.
///
/// In hexadecimal games the saltus may depend on n modulo the period, so that some heaps of a
/// period grow and others, with saltus 0, do not: sapp regularity (split arithmetic periodic and
/// periodic).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least period.
    pub period: usize,
    /// The least n from which it holds.
    pub preperiod: usize,
    /// What is added in each period, at most; above zero for arithmetic
    /// periodicity.
    pub saltus: u32,
    /// What is added to each heap of a period, from the preperiod on; empty where it is the same
    /// for all heaps.
    pub saltuses: Vec<u32>,
    /// Whether it holds for ever, by a theorem whose conditions were checked or
    /// by an automaton that looks at all heaps.
    pub proved: bool,
    /// The period was checked for heaps up to this one.
    pub checked_to: usize,
    /// Heaps below the preperiod whose value is not what the period says.
    pub exceptions: Vec<usize>,
}

/// How far a search for a period has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How many heaps, from 0 on.
    pub heaps: u64,
    /// The greatest value among them; none without heaps.
    pub greatest: Option<u32>,
    /// The first heap that has it, where no period was found at once.
    pub greatest_at: Option<u64>,
    /// The rare heaps, where no period was found at once and values are parted into rare and common
    /// ones.
    pub rares: Option<Rares>,
}

impl Seen {
    /// How far the values of a sequence go, and what they show.
    #[must_use]
    pub fn of(values: &[u32]) -> Seen {
        Seen {
            heaps: values.len() as u64,
            greatest: values.iter().max().copied(),
            greatest_at: None,
            rares: None,
        }
    }

    /// The same, with the first heap of the greatest value, and the rare heaps.
    ///
    /// Time: a few passes over the values. Memory: two bytes for each.
    #[must_use]
    pub fn with_rares(values: &[u32], kind: &HeapKind) -> Seen {
        let seen = Seen::of(values);
        let greatest_at = values.iter().position(|&value| Some(value) == seen.greatest);
        Seen {
            greatest_at: greatest_at.map(|heap| heap as u64),
            rares: Classes::of(values, kind).map(|classes| Rares::of(classes, values)),
            ..seen
        }
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
            saltuses: Vec::new(),
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

    /// The least period of the elements of heaps in a misère quotient that holds for ever, by the
    /// same theorem as for Grundy values: elements, too, follow from the set of a heap's options.
    pub(super) fn of_pretending(elements: &[u32], kind: &HeapKind) -> Option<Period> {
        let code = match kind {
            HeapKind::TakeAndBreak(code) => code.clone(),
            HeapKind::Subtraction(set) => {
                let most = set.iter().max().copied().unwrap_or(0);
                if most > elements.len() as u64 {
                    return None;
                }
                Code::new((0..=most).map(|taken| 3 * u8::from(set.contains(&taken))).collect())
            }
            _ => return None,
        };
        let last = elements.len().checked_sub(1)?;
        (1..=last).find_map(|period| {
            let pairs = elements.iter().zip(&elements[period..]);
            let preperiod = pairs.rev().take_while(|(a, b)| a == b).count();
            let preperiod = last + 1 - period - preperiod;
            let found = Period::proved(period as u64, preperiod as u64, last as u64, elements);
            found.by_theorem(&code).then_some(found)
        })
    }

    /// Whether there is a theorem that can prove the period of the elements of heaps in a
    /// misère quotient.
    #[must_use]
    pub fn has_theorem(kind: &HeapKind) -> bool {
        match kind {
            HeapKind::TakeAndBreak(code) => !code.is_unequal(),
            HeapKind::Subtraction(_) => true,
            _ => false,
        }
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
        u64::from(values[place as usize]) + rounds * u64::from(self.saltus_of(place as usize))
    }

    /// Whether enough values were looked at for the theorem of Guy and Smith to
    /// prove that a game with this code is periodic.
    #[must_use]
    pub fn by_theorem(&self, code: &Code) -> bool {
        let end = guy_smith(code, self.preperiod, self.period);
        self.saltus == 0 && !code.is_unequal() && (self.checked_to - self.period) as u128 + 1 >= end
    }

    /// What is added in each period to a heap of the first one.
    #[must_use]
    pub fn saltus_of(&self, heap: usize) -> u32 {
        self.saltuses.get(heap - self.preperiod).copied().unwrap_or(self.saltus)
    }
}

/// The least period of a sequence, proved where the kind of rules has a
/// theorem whose conditions the values meet, or where an automaton decides that
/// it holds for ever; otherwise a period that is seen over at least half of the
/// values and three times in a row; none where neither is found, or where what
/// is seen is shown to end.
///
/// Time: proportional to the number of values.
#[must_use]
pub fn find_period(values: &[u32], kind: &HeapKind) -> Option<Period> {
    let last = values.len().checked_sub(1)?;
    let mut seen = None;
    for Repeat { period, saltus, equal } in repeats(values) {
        let preperiod = last - period + 1 - equal;
        let found = Period {
            period,
            preperiod,
            saltus,
            saltuses: vec![],
            proved: false,
            checked_to: last,
            exceptions: vec![],
        };
        if proves(kind, values, &found, equal) {
            seen = Some(Period { proved: true, ..found });
            break;
        }
        if seen.is_none() && equal >= 2 * period && equal >= last / 2 {
            seen = Some(found);
        }
    }
    let found = match (seen, kind) {
        (Some(found), _) if found.proved => found,
        (seen, HeapKind::TakeAndBreak(code) | HeapKind::Repeating(code)) => {
            let found = seen.or_else(|| if may_split(code) { split(values) } else { None })?;
            // In proportion to the work for the values. Where the theorem of Guy and Smith can
            // prove any period, more values are a better proof.
            let each = if may_split(code) || code.is_unequal() { 1000 } else { 1 };
            let work = each * values.len() as u64 + 1_000_000;
            // There are no limits to be reached.
            decided(code, values, found, work, &Limits::default()).ok()??
        }
        (seen, HeapKind::Formulas(formulas)) => by_automaton(values, formulas, seen?)?,
        (seen, _) => seen?,
    };
    Some(Period { exceptions: exceptions(values, &found), ..found })
}

/// The period of the heaps of value 0, as far as values show it: it may be shorter than that of the
/// values, and there may be one where these have none. The values returned with it are 0 for heaps
/// of value 0, and 1 for all others; the residues are those of value 0.
#[must_use]
pub fn zeros(values: &[u32]) -> Option<(Period, Vec<u32>)> {
    let others: Vec<u32> = values.iter().map(|&value| u32::from(value > 0)).collect();
    find_period(&others, &HeapKind::Other).map(|found| (found, others))
}

/// Decides a period that [`find_period`] has seen and not proved, where heaps fall into three parts
/// or more: the automaton may take `work` units, some tens of nanoseconds each, where `find_period`
/// allows it less. None if the period is shown to end. Other games come back unchanged: for them
/// more values are a better proof.
///
/// # Errors
///
/// When a limit is reached: only time and interruption are looked at.
pub fn decide_seen(
    values: &[u32],
    kind: &HeapKind,
    seen: Period,
    work: u64,
    limits: &Limits<'_>,
) -> Result<Option<Period>, Stopped> {
    let code = match kind {
        HeapKind::TakeAndBreak(code) | HeapKind::Repeating(code) if may_split(code) => code,
        _ => return Ok(Some(seen)),
    };
    if seen.proved {
        return Ok(Some(seen));
    }
    decided(code, values, seen, work, limits)
}

/// Decides a period that was seen, with at most `work` units of work; none if it ends.
fn decided(
    code: &Code,
    values: &[u32],
    seen: Period,
    work: u64,
    limits: &Limits<'_>,
) -> Result<Option<Period>, Stopped> {
    Ok(match decide_period(code, values, &seen, work, limits)? {
        Decision::Holds => Some(Period { proved: true, ..seen }),
        Decision::Fails(_) => None,
        Decision::TooMuch => Some(seen),
    })
}

/// The least heap from which values are seen to come again with some period and saltus, all up to
/// the last one, over two periods at least; none where no values do.
///
/// Time: proportional to the number of values.
#[must_use]
pub fn regular_from(values: &[u32]) -> Option<usize> {
    let twice = repeats(values).filter(|repeat| repeat.equal >= repeat.period);
    twice.map(|repeat| values.len() - repeat.period - repeat.equal).min()
}

/// g(n + p) = g(n) + s up to the last heap.
struct Repeat {
    period: usize,
    saltus: u32,
    /// Number of n in a row for which it holds.
    equal: usize,
}

/// All p with the s for which the last heap obeys the equation.
fn repeats(values: &[u32]) -> impl Iterator<Item = Repeat> {
    // g(n + p) = g(n) + s along a stretch means that the steps from value to
    // value repeat along it. Read backwards from the last heap, the length of
    // that stretch is a common prefix of the steps with themselves p later.
    let last = values.len().saturating_sub(1);
    let value = |n: usize| i64::from(values[n]);
    let repeats = prefixes(last, |place| value(last - place) - value(last - place - 1));
    (1..values.len()).filter_map(move |period| {
        let saltus = values[last].checked_sub(values[last - period])?;
        let steps = repeats.get(period).map_or(0, |&steps| steps as usize);
        Some(Repeat { period, saltus, equal: steps + 1 })
    })
}

/// Whether residues modulo a period may grow in different ways. Values of games
/// that leave at most two heaps do not grow (Guy and Smith 1956), unless
/// any number may be taken.
fn may_split(code: &Code) -> bool {
    code.most_parts() > 2 || !code.tail().is_empty()
}

/// The least p such that the values of each residue modulo p are seen to grow by
/// a number of their own, over at least half of all and four times in a row.
///
/// Time: about the number of values, for most p are seen at once to be wrong. Where many p hold for
/// long, such as the multiples of a period that starts late, the work ends after `MOST` times that:
/// more values show the period sooner.
fn split(values: &[u32]) -> Option<Period> {
    const MOST: usize = 16;
    let last = values.len().checked_sub(1)?;
    let mut spent = 0;
    let value = |n: usize| i64::from(values[n]);
    for period in 1..=last / 5 {
        let even = |n: &usize| value(*n) + value(n + 2 * period) == 2 * value(n + period);
        let Some(end) = last.checked_sub(2 * period) else { break };
        let equal = (0..=end).rev().take_while(even).count();
        spent += equal;
        if spent > MOST * values.len() {
            return None;
        }
        if equal < (2 * period).max(last / 2) {
            continue;
        }
        let preperiod = end + 1 - equal;
        let saltuses: Option<Vec<u32>> = (preperiod..preperiod + period)
            .map(|n| values[n + period].checked_sub(values[n]))
            .collect();
        let saltuses = saltuses?;
        let saltus = saltuses.iter().copied().max().unwrap_or(0);
        return Some(Period {
            period,
            preperiod,
            saltus,
            saltuses,
            proved: false,
            checked_to: last,
            exceptions: vec![],
        });
    }
    None
}

/// Whether all values from the preperiod on are what a period says, if those up to the end of the
/// first period are; with at most `work` units of work.
pub(super) fn decide_period(
    code: &Code,
    values: &[u32],
    found: &Period,
    work: u64,
    limits: &Limits<'_>,
) -> Result<Decision, Stopped> {
    // A tail of digits comes again with the period only if that is a multiple.
    let rounds = code.tail().len() / gcd(code.tail().len(), found.period).max(1);
    let rounds = rounds.max(1);
    let period = found.period.saturating_mul(rounds);
    let from = found.preperiod.max(1);
    // The last part follows from the others; half of the orders are left out.
    let classes = (from as f64) + period as f64;
    let parts = code.most_parts().max(1) as i32;
    if code.is_unequal() || period as f64 * classes.powi(parts - 1) / 2.0 > work as f64 {
        return Ok(Decision::TooMuch);
    }
    let first: Vec<u32> =
        (0..from + period).map(|heap| found.value(values, heap as u64) as u32).collect();
    let saltuses: Vec<u32> = (from..from + period)
        .map(|heap| {
            let heap = found.preperiod + (heap - found.preperiod) % found.period;
            found.saltus_of(heap) * rounds as u32
        })
        .collect();
    decide(code, &Progressions { first: &first, from, saltuses: &saltuses }, work, limits)
}

/// For each place, the length of the longest common prefix of a sequence of `n` steps and its rest
/// from there (the Z function); at place 0 the whole length. Only the first 2^32 − 1 steps are
/// looked at.
fn prefixes(n: usize, step: impl Fn(usize) -> i64) -> Vec<u32> {
    let n = n.min(u32::MAX as usize);
    let mut prefix = vec![n as u32; n];
    // A stretch from `start` to `end` that is known to repeat the beginning.
    let (mut start, mut end) = (0, 0);
    for place in 1..n {
        let inside = place < end;
        let mut length = if inside { (prefix[place - start] as usize).min(end - place) } else { 0 };
        while place + length < n && step(length) == step(place + length) {
            length += 1;
        }
        if place + length > end {
            (start, end) = (place, place + length);
        }
        prefix[place] = length as u32;
    }
    prefix
}

/// Whether g(n + p) = g(n) + s for `equal` values of n in a row, from n0 up to
/// the last that can be compared, is enough for a theorem to say that it holds
/// for ever.
fn proves(kind: &HeapKind, values: &[u32], found: &Period, equal: usize) -> bool {
    let Period { period: p, preperiod: n0, saltus: s, .. } = *found;
    match kind {
        HeapKind::AllBut(set) => {
            let most = set.last().copied().unwrap_or(0).max(1);
            equal as u64 >= most && all_but_recurs(values, found, most as usize)
        }
        // A value depends on nothing but the `most` values before it, so a
        // window that comes again brings all that follows again.
        HeapKind::Subtraction(set) => {
            let most = set.iter().max().copied().unwrap_or(0);
            s == 0 && equal as u64 >= most.max(1)
        }
        HeapKind::TakeAndBreak(code) => found.by_theorem(code),
        // g(n) = n: every smaller heap is an option.
        HeapKind::AnyNumber => (n0, p, s) == (0, 1, 1),
        HeapKind::Theorem { period, preperiod, saltus } => {
            (n0, p, s) == (*preperiod, *period, *saltus)
        }
        HeapKind::Formulas(formulas) => s == 0 && formulas_recur(formulas, values.len(), found),
        HeapKind::Repeating(_) | HeapKind::Other => false,
    }
}

/// Whether the values that determine a heap's value, with its residue, come again: a period was
/// seen among the first `known` values.
///
/// Where options are n − k, k ≤ K, and depend on n modulo M, the value of n ≥ `from` follows from
/// those of the K heaps before it and from n mod M. If g(n + p) = g(n) where both are known and n ≥
/// n0, all this comes again after lcm(p, M) heaps, if that many heaps are known behind K others.
fn formulas_recur(formulas: &Formulas, known: usize, found: &Period) -> bool {
    let Some(most) = formulas.most_taken() else { return false };
    let Some(modulus) = formulas.modulus(known as u64) else { return false };
    let rounds = modulus as usize / gcd(modulus as usize, found.period).max(1);
    let again = (found.period as u64).saturating_mul(rounds as u64);
    let from = formulas.from.max((found.preperiod as u64).saturating_add(most));
    from.saturating_add(again) <= known as u64
}

/// Decides a period that was seen, if values follow from the digits of heaps; none if it ends.
fn by_automaton(values: &[u32], formulas: &Formulas, seen: Period) -> Option<Period> {
    if seen.saltus > 0 {
        return Some(seen);
    }
    let found = Automatic::find(values, formulas);
    match found.and_then(|found| found.repeats(seen.period, seen.preperiod)) {
        Some(true) => Some(Period { proved: true, ..seen }),
        Some(false) => None,
        None => Some(seen),
    }
}

/// The end of the stretch from the preperiod on along which g(n + p) = g(n) must
/// hold to hold for ever.
///
/// Guy and Smith 1956 (Siegel, Combinatorial Game Theory, theorem IV.2.7) for two
/// parts: n0 ≤ n < 2·n0 + p + k. With q parts the largest is at least
/// (n + p − k) / q, which is n0 + p from n = q·n0 + (q − 1)·p + k on. Taking p
/// away from it must leave a heap that is not empty, because empty and other
/// parts have digits of their own, so n0 counts as 1 where it is 0. Where the
/// parts must differ, the larger one less p may equal the other, and the theorem
/// says nothing.
fn guy_smith(code: &Code, preperiod: usize, period: usize) -> u128 {
    let parts = u128::from(code.most_parts().max(1));
    parts * (preperiod as u128).max(1) + (parts - 1) * period as u128 + code.most_taken() as u128
}

/// Whether the state of a game in which all but some numbers up to k may be
/// taken, behind the last value, is that of one period before.
///
/// A heap of n reaches all smaller heaps but n − s for the s in the set, so
/// g(n) is the least v such that every heap below n that is worth v is one of
/// those. Let u be the least value that has not come below n; all less than u
/// have come, and g(n) ≤ u. If v < u then all heaps worth v are among the last
/// k. So g(n) follows from the *state* at n: from u, from the values of the
/// last k heaps, and from which of these values have come before those heaps.
/// Where n ≥ k, so that all n − s are heaps, adding a number to all these
/// values adds it to g(n). And the state at n with g(n) is the state at n + 1:
/// u grows if g(n) = u, and the value that leaves the last k has come before
/// from then on. So if the states at n ≥ k and n + p are the same but for s
/// that is added to all values, so are those at n + 1 and n + p + 1, and
/// g(m + p) = g(m) + s for all m ≥ n.
///
/// A value that comes twice comes within k heaps, because the difference is in
/// the set: whether it has come before is seen in the k heaps before.
///
/// There always are such states: this is the theorem that these games are arithmetic periodic
/// (Siegel, Combinatorial Game Theory, section IV.2; Winning Ways, chapter 4). What can become a
/// value again is at most k below u, so that there are finitely many states up to an addition.
fn all_but_recurs(values: &[u32], found: &Period, k: usize) -> bool {
    let least_new = |n: usize| values[..n].iter().max().map_or(0, |&most| most + 1);
    // The places in the last k heaps whose values have come before them.
    let come_before = |n: usize| -> Vec<bool> {
        let earlier: HashSet<u32> =
            values[n.saturating_sub(2 * k)..n - k].iter().copied().collect();
        values[n - k..n].iter().map(|value| earlier.contains(value)).collect()
    };
    // The last k values are compared already.
    let (n, later) = (values.len() - found.period, values.len());
    least_new(later) == least_new(n) + found.saltus && come_before(later) == come_before(n)
}

pub(super) fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn exceptions(values: &[u32], found: &Period) -> Vec<usize> {
    let expected = |n: usize| {
        let rounds = (found.preperiod - n).div_ceil(found.period);
        let later = n + rounds * found.period;
        i64::from(values[later]) - rounds as i64 * i64::from(found.saltus_of(later))
    };
    (0..found.preperiod).filter(|&n| i64::from(values[n]) != expected(n)).collect()
}
