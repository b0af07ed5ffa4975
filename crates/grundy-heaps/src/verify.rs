//! Checks of a claimed period, from the rules.
//!
//! Values are computed once more from the definition, as far as that is quick; beyond, heaps
//! are sampled. The conditions of a theorem are checked value by value; arithmetic periods
//! are decided again by the automaton that proves them.

use std::ops::ControlFlow;

use super::automatic::Automatic;
use super::period::{Decision, Period, decide_period};
use grundy_base::{Code, Limits, Progress, Stopped};
use grundy_ruleset::{HeapKind, HeapRules};

/// Options that are gone through for values from the definition, and for
/// samples: some seconds.
const BUDGET: u64 = 300_000_000;
/// Heaps sampled at most.
const SAMPLES: u64 = 100;
/// The most values that are computed again for a claim with a window.
const MOST_BESIDE_WINDOW: u64 = 1 << 24;
/// The most values computed again for a claim without a window: 8 GiB, twice as much during the
/// check, and some minutes.
const MOST_IN_ALL: u64 = 1 << 31;
const TOO_MANY: RefusedPeriod =
    RefusedPeriod::Unfounded("too many heaps would have to be compared");

/// What a certificate claims: g(n + period) = g(n) + saltus from the preperiod
/// on, and not before, and for no smaller period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodClaim {
    /// The period.
    pub period: u64,
    /// The first n from which it holds.
    pub preperiod: u64,
    /// What is added in a period, at most.
    pub saltus: u32,
    /// What is added to each heap of a period, where they differ.
    pub saltuses: Vec<u32>,
    /// For games that were searched in constant memory: values that come again
    /// after a period.
    pub window: Option<Window>,
}

impl PeriodClaim {
    /// What is added in a period to a heap from the preperiod on.
    fn saltus(&self, heap: u64) -> u32 {
        let place = (heap - self.preperiod) % self.period;
        self.saltuses.get(place as usize).copied().unwrap_or(self.saltus)
    }

    /// The code of a game for which no theorem proves such a claim, so that it
    /// is decided for all heaps at once.
    fn decided<'a>(&self, kind: &'a HeapKind) -> Option<&'a Code> {
        match kind {
            HeapKind::TakeAndBreak(code) if self.saltus > 0 => Some(code),
            HeapKind::Repeating(code) => Some(code),
            _ => None,
        }
    }
}

/// Values that determine all that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first heap.
    pub heap: u64,
    /// Its value and those behind it.
    pub values: Vec<u32>,
    /// A value is rare if it has an even number of ones under this mask,
    pub mask: u32,
    /// where heaps with this last bit count one more.
    pub odd: Option<u8>,
}

impl Window {
    fn is_rare(&self, heap: u64, value: u32) -> bool {
        let odd = self.odd.is_some_and(|odd| heap % 2 == u64::from(odd));
        ((value & self.mask).count_ones() % 2 == 1) == odd
    }
}

/// The extent of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodCheck {
    /// Heaps below this one were computed from the definition.
    pub plain: u64,
    /// Number of other heaps looked at: samples, and the heaps of the window.
    pub sampled: u64,
    /// The equation was compared for all heaps below this one.
    pub compared: u64,
}

/// Why a claim is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefusedPeriod {
    /// A value is not what the claim says.
    #[error("g({0}) is not what the period says")]
    Differs(u64),
    /// A value is not what the definition says.
    #[error("g({0}) is not the least value without an option")]
    Wrong(u64),
    /// A smaller period, or preperiod, would do.
    #[error("{0} is not the least {1}")]
    NotLeast(u64, &'static str),
    /// Nothing can be checked about the heaps that the claim speaks of.
    #[error("{0}")]
    Unfounded(&'static str),
    /// The check itself stopped early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// How many of a game's first values [`verify_period`] takes to check a claim, 1 at least.
///
/// # Errors
///
/// [`RefusedPeriod::Unfounded`] if all values that the claim speaks of would have to be compared,
/// and these are more than 2^31.
pub fn wanted(kind: &HeapKind, claim: &PeriodClaim) -> Result<usize, RefusedPeriod> {
    let wanted = whole(kind, claim).max(1);
    match claim.window {
        Some(_) => Ok(wanted.min(MOST_BESIDE_WINDOW) as usize),
        None if wanted > MOST_IN_ALL => Err(TOO_MANY),
        None => Ok(wanted as usize),
    }
}

/// Whether a claim needs a window to be checked in seconds.
#[must_use]
pub fn needs_window(kind: &HeapKind, claim: &PeriodClaim) -> bool {
    whole(kind, claim) > MOST_BESIDE_WINDOW
}

/// How many values determine a claim without a window.
fn whole(kind: &HeapKind, claim: &PeriodClaim) -> u64 {
    // Where all heaps are decided at once, some values are enough for a person to see, or for
    // finding an automaton.
    let some = match kind {
        HeapKind::Formulas(_) => 1 << 14,
        _ if claim.decided(kind).is_some() => 1000,
        _ => 0,
    };
    let least = claim.preperiod.saturating_add(claim.period.saturating_mul(2)).max(some);
    needed(kind, claim).map_or(least, |needed| needed.max(least))
}

/// The heaps whose values a theorem needs: all below this one.
fn needed(kind: &HeapKind, claim: &PeriodClaim) -> Option<u64> {
    let (n0, p) = (claim.preperiod, claim.period);
    match kind {
        // All that a value depends on comes again.
        HeapKind::Subtraction(set) => {
            let most = set.iter().copied().max().unwrap_or(0).max(1);
            Some(n0.saturating_add(p).saturating_add(most))
        }
        // Guy and Smith 1956: the larger of two parts of n + p tokens, or the
        // largest of more, is n0 + p at least, and not empty without p of them.
        HeapKind::TakeAndBreak(code)
            if !code.is_unequal() && claim.window.is_none() && claim.saltus == 0 =>
        {
            let parts = u64::from(code.most_parts().max(1));
            let end = parts.saturating_mul(n0.max(1)).saturating_add(parts.saturating_mul(p));
            Some(end.saturating_add(code.most_taken() as u64))
        }
        // The last values and the residue of the heap come again.
        HeapKind::Formulas(formulas) if claim.saltus == 0 => {
            let modulus = formulas.modulus(MOST_IN_ALL)?;
            let common = (1..=p.min(modulus)).rev().find(|d| p % d == 0 && modulus % d == 0)?;
            let again = modulus / common;
            let from = n0.saturating_add(formulas.most_taken()?).max(formulas.from);
            Some(from.saturating_add(again.saturating_mul(p)).saturating_add(p))
        }
        // What a value depends on: the last values, which of them have come
        // before, and the least value that has not come.
        HeapKind::AllBut(set) => {
            let most = set.iter().copied().max().unwrap_or(0).max(1);
            Some(n0.saturating_add(p.saturating_mul(2)).saturating_add(most.saturating_mul(4)))
        }
        _ => None,
    }
}

/// Checks a claim with `values` that another method has found: all of them must be right where they
/// are looked at.
pub fn verify_period(
    rules: &dyn HeapRules,
    claim: &PeriodClaim,
    values: &[u32],
    limits: &Limits<'_>,
) -> Result<PeriodCheck, RefusedPeriod> {
    verify_within(BUDGET, rules, claim, values, limits)
}

fn verify_within(
    budget: u64,
    rules: &dyn HeapRules,
    claim: &PeriodClaim,
    values: &[u32],
    limits: &Limits<'_>,
) -> Result<PeriodCheck, RefusedPeriod> {
    let PeriodClaim { period, preperiod, saltus, .. } = *claim;
    if period == 0 {
        return Err(RefusedPeriod::Unfounded("a period is at least 1"));
    }
    if !claim.saltuses.is_empty()
        && (claim.saltuses.len() as u64 != period || claim.saltuses.iter().max() != Some(&saltus))
    {
        return Err(RefusedPeriod::Unfounded("there is a saltus for each heap of a period"));
    }
    let kind = rules.kind();
    let known = values.len() as u64;
    let needed = needed(&kind, claim);
    let two = preperiod.saturating_add(period.saturating_mul(2));
    let enough = match (needed, &kind, &claim.window) {
        (Some(needed), ..) => known >= needed,
        (None, HeapKind::TakeAndBreak(_), Some(_)) => true,
        (None, HeapKind::AnyNumber | HeapKind::Theorem { .. }, _) => known >= two,
        (None, HeapKind::Formulas(_), None) if saltus == 0 => known >= two,
        (None, kind, None) if claim.decided(kind).is_some() => known >= two,
        _ => return Err(RefusedPeriod::Unfounded("no theorem says that such a game is periodic")),
    };
    if !enough {
        return Err(TOO_MANY);
    }

    let plain = plain(budget, rules, values, limits)?;
    let mut sampled = 0;
    let mut spent = 0;
    while plain < known && sampled < SAMPLES && spent < budget {
        // Spread evenly, the last among them.
        let heap = known - 1 - (known - 1 - plain) * sampled / SAMPLES;
        let (value, options) = least(rules, heap, values);
        if value != values[heap as usize] {
            return Err(RefusedPeriod::Wrong(heap));
        }
        limits.check(Progress { stage: "sampling", positions: sampled as usize, bytes: 0 })?;
        sampled += 1;
        spent += options;
    }

    let follows = |heap: u64| -> bool {
        let (now, later) = (values[heap as usize], values[(heap + period) as usize]);
        u64::from(later) == u64::from(now) + u64::from(claim.saltus(heap.max(preperiod)))
    };
    let end = known.saturating_sub(period);
    if let Some(heap) = (preperiod..end).find(|&heap| !follows(heap)) {
        return Err(RefusedPeriod::Differs(heap + period));
    }
    if let HeapKind::AllBut(_) = kind {
        let most = |heaps: u64| values[..heaps as usize].iter().copied().max().unwrap_or(0);
        if u64::from(most(known)) != u64::from(most(end)) + u64::from(saltus) {
            return Err(RefusedPeriod::Differs(known - 1));
        }
    }
    // The saltus before the preperiod is that of a period later.
    if let Some(before) = preperiod.checked_sub(1).filter(|&before| before < end)
        && u64::from(values[(before + period) as usize])
            == u64::from(values[before as usize]) + u64::from(claim.saltus(before + period))
    {
        return Err(RefusedPeriod::NotLeast(preperiod, "preperiod"));
    }
    if preperiod < end && known >= two && has_divisor(claim, values) {
        return Err(RefusedPeriod::NotLeast(period, "period"));
    }
    if let Some(code) = claim.decided(&kind) {
        decide(code, claim, values, limits)?;
    }
    if let (HeapKind::Formulas(formulas), None) = (&kind, needed) {
        let found = Automatic::find(values, formulas);
        let repeats = found.and_then(|found| found.repeats(period as usize, preperiod as usize));
        if repeats != Some(true) {
            return Err(RefusedPeriod::Unfounded("no automaton shows that the game is periodic"));
        }
    }
    if let Some(window) = &claim.window {
        sampled += check_window(rules, claim, window, &values[..plain as usize])?;
    }
    Ok(PeriodCheck { plain, sampled, compared: known })
}

/// Decides a claim for all heaps at once.
fn decide(
    code: &Code,
    claim: &PeriodClaim,
    values: &[u32],
    limits: &Limits<'_>,
) -> Result<(), RefusedPeriod> {
    /// A minute.
    const WORK: u64 = 1 << 30;
    let period = Period {
        saltus: claim.saltus,
        saltuses: claim.saltuses.clone(),
        ..Period::proved(claim.period, claim.preperiod, 0, &[])
    };
    match decide_period(code, values, &period, WORK, limits)? {
        Decision::Holds => Ok(()),
        Decision::Fails(heap) => Err(RefusedPeriod::Differs(heap)),
        Decision::TooMuch => {
            Err(RefusedPeriod::Unfounded("there are too many splits to decide the claim"))
        }
    }
}

/// Whether a divisor of the period is a period of one period of values.
fn has_divisor(claim: &PeriodClaim, values: &[u32]) -> bool {
    let (start, period) = (claim.preperiod as usize, claim.period as usize);
    let mut rest = period;
    let primes = (2..).map_while(|prime| {
        if prime * prime > rest {
            let last = std::mem::replace(&mut rest, 1);
            return (last > 1).then_some(last);
        }
        let divides = rest.is_multiple_of(prime);
        while rest.is_multiple_of(prime) {
            rest /= prime;
        }
        Some(if divides { prime } else { 1 })
    });
    let least = |prime: usize| {
        let shorter = period / prime;
        (start..start + period).all(|heap| {
            let (now, later) = (u64::from(values[heap]), u64::from(values[heap + shorter]));
            let saltus = u64::from(claim.saltus(heap as u64));
            saltus.is_multiple_of(prime as u64) && later == now + saltus / prime as u64
        })
    };
    primes.filter(|&prime| prime > 1).any(least)
}

/// The least value that is not among the options, and how many options there are.
fn least(rules: &dyn HeapRules, heap: u64, values: &[u32]) -> (u32, u64) {
    let mut options = 0;
    let mut found: Vec<bool> = Vec::new();
    let _ = rules.each_option(heap, &mut |left| {
        options += 1;
        let worth = left.iter().fold(0, |sum, &part| sum ^ values[part as usize]) as usize;
        if worth >= found.len() {
            found.resize(worth + 1, false);
        }
        found[worth] = true;
        ControlFlow::Continue(())
    });
    (found.iter().take_while(|&&found| found).count() as u32, options)
}

/// Compares values with the definition until that takes long.
fn plain(
    budget: u64,
    rules: &dyn HeapRules,
    values: &[u32],
    limits: &Limits<'_>,
) -> Result<u64, RefusedPeriod> {
    let mut spent = 0;
    for heap in 0..values.len() as u64 {
        if spent > budget {
            return Ok(heap);
        }
        let (value, options) = least(rules, heap, values);
        if value != values[heap as usize] {
            return Err(RefusedPeriod::Wrong(heap));
        }
        spent += options;
        if heap % 256 == 0 {
            limits.check(Progress { stage: "checking", positions: heap as usize, bytes: 0 })?;
        }
    }
    Ok(values.len() as u64)
}

/// Checks heaps of a window by the splits with a rare or small part.
fn check_window(
    rules: &dyn HeapRules,
    claim: &PeriodClaim,
    window: &Window,
    small: &[u32],
) -> Result<u64, RefusedPeriod> {
    let HeapKind::TakeAndBreak(code) = rules.kind() else {
        return Err(RefusedPeriod::Unfounded("only codes are looked at through a window"));
    };
    if code.most_parts() != 2 || claim.saltus > 0 {
        return Err(RefusedPeriod::Unfounded("only splits in two are looked at through a window"));
    }
    if window.odd.is_some()
        && (claim.period % 2 == 1
            || code
                .leaving(2)
                .any(|taken| taken as u64 % 2 != code.leaving(2).next().unwrap_or(0) as u64 % 2))
    {
        return Err(RefusedPeriod::Unfounded("the parity of heaps does not go with the splits"));
    }
    if window.heap < claim.preperiod {
        return Err(RefusedPeriod::Unfounded("the window starts before the preperiod"));
    }
    let length = window.values.len() as u64;
    if window.heap.checked_add(length).is_none() {
        return Err(RefusedPeriod::Unfounded("there are no heaps as large as those of the window"));
    }
    let differs = |&place: &u64| {
        window.values[place as usize] != window.values[(place + claim.period) as usize]
    };
    if let Some(place) = (0..length.saturating_sub(claim.period)).find(differs) {
        return Err(RefusedPeriod::Differs(window.heap + place + claim.period));
    }
    let rares: Vec<usize> =
        (1..small.len()).filter(|&n| window.is_rare(n as u64, small[n])).collect();
    let reach = rares.last().map_or(0, |last| last + code.most_taken()).max(code.most_taken());
    if 2 * reach > small.len() || 2 * reach > window.values.len() {
        return Err(RefusedPeriod::Unfounded("rare heaps come too late for the window"));
    }
    let value = |place: usize| window.values[place];
    if let Some(place) = (0..window.values.len())
        .find(|&place| window.is_rare(window.heap + place as u64, value(place)))
    {
        return Err(RefusedPeriod::Wrong(window.heap + place as u64));
    }
    for place in reach..window.values.len() {
        let heap = window.heap + place as u64;
        let own = value(place);
        // All options with a common value: single heaps, unless the parity of
        // heaps counts, and splits with a rare part.
        let mut options: Vec<u32> = code.leaving(1).map(|taken| value(place - taken)).collect();
        for taken in code.leaving(2) {
            options.extend(rares.iter().map(|&rare| small[rare] ^ value(place - taken - rare)));
        }
        if options.contains(&own) {
            return Err(RefusedPeriod::Wrong(heap));
        }
        let mut missing: Vec<u32> = (0..own).filter(|smaller| !options.contains(smaller)).collect();
        let splits =
            (1..small.len()).flat_map(|part| code.leaving(2).map(move |taken| (part, taken)));
        for (part, taken) in splits {
            if missing.is_empty() || part + taken > place {
                break;
            }
            let worth = small[part] ^ value(place - taken - part);
            missing.retain(|&smaller| smaller != worth);
        }
        if !missing.is_empty() {
            return Err(RefusedPeriod::Wrong(heap));
        }
    }
    Ok((window.values.len() - reach) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::recurrence::Ended;
    use crate::sequence::recurrence::tests::{Coded, rules};
    use crate::sequence::{Patience, Sequence};

    const QUICK: u64 = 20_000_000;

    fn check(rules: &Coded, period: u64, preperiod: u64) -> Result<PeriodCheck, RefusedPeriod> {
        let claim = PeriodClaim { period, preperiod, saltus: 0, saltuses: vec![], window: None };
        let mut sequence = Sequence::default();
        let heaps = wanted(&rules.kind(), &claim)?;
        sequence.extend(rules, heaps, &Limits::default()).unwrap();
        verify_within(QUICK, rules, &claim, &sequence.values()[..heaps], &Limits::default())
    }

    #[test]
    fn true_claims_hold_and_others_are_refused() {
        for (digits, period, preperiod) in
            [(&[0, 7, 7][..], 12, 71), (&[0, 3, 0, 0, 3], 5, 0), (&[0, 0, 7], 34, 53)]
        {
            let rules = rules(digits);
            let found = check(&rules, period, preperiod);
            assert!(found.is_ok(), "{digits:?} {found:?}");
            let least = check(&rules, 2 * period, preperiod);
            assert_eq!(least, Err(RefusedPeriod::NotLeast(2 * period, "period")), "{digits:?}");
            assert!(check(&rules, period, preperiod + 1).is_err(), "{digits:?}");
            assert!(check(&rules, period + 1, preperiod).is_err(), "{digits:?}");
            assert!(check(&rules, 0, 0).is_err(), "{digits:?}");
        }
        assert!(check(&rules(&[0, 7, 7]), 12, 70).is_err());
        // Whether this game is periodic is not known.
        assert!(check(&Coded(Code::new(vec![4]).unequal()), 12, 71).is_err());
    }

    /// A part of the values says nothing without a window.
    #[test]
    fn claims_of_too_many_heaps_are_refused_before_values_are_computed() {
        let kind = rules(&[0, 1, 0, 6]).kind();
        let claim = |window| PeriodClaim {
            period: 328_226_140_474,
            preperiod: 465_384_263_797,
            saltus: 0,
            saltuses: vec![],
            window,
        };
        assert_eq!(wanted(&kind, &claim(None)), Err(TOO_MANY));
        let window = Window { heap: 1 << 40, values: vec![0], mask: 1, odd: None };
        assert_eq!(wanted(&kind, &claim(Some(window))), Ok(1 << 24));
        assert!(needs_window(&kind, &claim(None)));
        let small = PeriodClaim { period: 12, preperiod: 71, ..claim(None) };
        assert!(!needs_window(&kind, &small));
    }

    /// One changed value, in memory or in a window, is seen.
    #[test]
    fn a_changed_value_is_refused() {
        let rules = rules(&[0, 7, 7]);
        let limits = Limits::default();
        let mut search = Sequence::default()
            .search(&rules, Patience::Likely, 0..u64::MAX, &limits)
            .unwrap()
            .unwrap();
        let ended = search.run(u64::MAX, &limits, |_| Ok(())).unwrap();
        let Ended::Found(found) = ended else { panic!("{ended:?}") };
        let window = search.window(found);
        let claim = PeriodClaim {
            period: found.period,
            preperiod: found.preperiod,
            saltus: 0,
            saltuses: vec![],
            window,
        };
        let mut sequence = Sequence::default();
        sequence.extend(&rules, 30_000, &limits).unwrap();
        let values = sequence.values();
        let verify = |claim: &PeriodClaim, values: &[u32]| {
            verify_within(8 * QUICK, &rules, claim, values, &limits)
        };
        verify(&claim, values).unwrap();
        let length = claim.window.as_ref().unwrap().values.len();
        for place in [length - 1, length / 2, 40_001] {
            for change in [1, 2, 3] {
                let mut changed = claim.window.clone().unwrap();
                changed.values[place] ^= change;
                // The period is seen in the window; a long one would not be.
                let long = PeriodClaim { period: u64::MAX / 2, ..claim.clone() };
                let refused = check_window(&rules, &long, &changed, values);
                assert!(matches!(refused, Err(RefusedPeriod::Wrong(_))), "{place}");
                let refused = check_window(&rules, &claim, &changed, values);
                assert!(matches!(refused, Err(RefusedPeriod::Differs(_))), "{place}");
            }
        }
        let far = |heap| {
            let window = Window { heap, ..claim.window.clone().unwrap() };
            verify(&PeriodClaim { window: Some(window), ..claim.clone() }, values)
        };
        assert!(matches!(far(u64::MAX), Err(RefusedPeriod::Unfounded(_))));
        for period in [1, 11, 13] {
            let other = PeriodClaim { period, ..claim.clone() };
            let refused = check_window(&rules, &other, claim.window.as_ref().unwrap(), values);
            assert!(matches!(refused, Err(RefusedPeriod::Differs(_))), "{period}");
        }
        for heap in [1000, values.len() - 1] {
            let mut changed = values.to_vec();
            changed[heap] ^= 1;
            assert!(verify(&claim, &changed).is_err(), "{heap}");
        }
    }
}
