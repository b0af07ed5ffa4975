//! What a budget finds of one game.

use crate::period::{Period, decide_seen, find_period, regular_from};
use crate::sequence::classes::{Classes, Rares};
use crate::sequence::recurrence::{Ended, Recurrence};
use crate::sequence::{Patience, Sequence};
use crate::verify::Window;
use grundy_base::{Limits, Stopped};
use grundy_ruleset::{HeapKind, HeapRules};

/// Number of the first values with a checksum, so that another program can compare them. It is
/// smaller where heaps fall into three parts or more: there a program that knows only the
/// definition takes long.
#[must_use]
pub fn first_values(kind: &HeapKind) -> usize {
    match kind {
        HeapKind::TakeAndBreak(code) if code.most_parts() > 2 => 1_000,
        _ => 10_000,
    }
}

/// Heaps that are looked at first.
const FEW: usize = 1 << 10;
/// A settled game is searched in constant memory from this heap on.
const MANY: usize = 1 << 20;

/// What was found of a game.
#[derive(Clone, Debug)]
pub struct Examined {
    /// Heaps below this one were examined.
    pub heaps: u64,
    /// The period, where one is proved.
    pub period: Option<Period>,
    /// For a period that was found in constant memory: values that come again after it.
    pub window: Option<Window>,
    /// The greatest value among all heaps that were examined.
    pub greatest: u32,
    /// The rare values, where values are parted into rare and common ones.
    pub rares: Option<Rares>,
    /// For a game without a period or rare values: the heap from which its values are [seen to come
    /// again](regular_from).
    pub regular_from: Option<u64>,
    /// FNV-1a (64 bits) of the [first values](first_values), each as four bytes, the least
    /// first; none where fewer were found.
    pub checksum: Option<u64>,
}

/// Examines more and more heaps, until a period is proved or a limit is reached. The limit is no
/// error: what was found until then is the answer. A limit on positions is the number of heaps
/// examined.
///
/// Time: as the limits allow, and once more in proportion to the values in memory, to look for
/// a period among them. Memory: a third of the limit is for values, the rest for that look.
///
/// # Errors
///
/// Where rules are faulty.
pub fn examine(rules: &dyn HeapRules, limits: &Limits<'_>) -> Result<Examined, Stopped> {
    let kind = rules.kind();
    let most = limits.positions.max(1);
    let of_values = Limits { memory: limits.memory / 3, ..*limits };
    let mut sequence = Sequence::default();
    let mut heaps = FEW.min(most);
    let (period, stopped) = loop {
        let extended = sequence.extend(rules, heaps - 1, &of_values);
        let period = proved(sequence.values(), &kind, limits);
        let enough = period.is_some() || heaps >= MANY && sequence.is_settled();
        match extended {
            Ok(()) if enough => break (period, None),
            Ok(()) if heaps < most => heaps = (2 * heaps).min(most),
            Ok(()) => break (period, Some(Stopped::Positions { limit: most, reached: heaps })),
            Err(Stopped::Rules(fault)) => return Err(Stopped::Rules(fault)),
            Err(stopped) => break (period, Some(stopped)),
        }
    };
    let first = first_values(&kind);
    if period.is_some() && first <= most {
        // For the checksum; without them, if a limit comes first.
        let _ = sequence.extend(rules, first - 1, &of_values);
    }
    let values = sequence.values();
    let mut found = Examined {
        heaps: 0,
        window: None,
        greatest: 0,
        rares: None,
        regular_from: None,
        checksum: values.get(..first).map(checksum),
        period,
    };
    found.see(values, &kind);
    if found.period.is_none() && stopped.is_none() {
        search(&mut sequence, rules, limits, &mut found);
    }
    Ok(found)
}

impl Examined {
    /// Notes what these values show.
    fn see(&mut self, values: &[u32], kind: &HeapKind) {
        self.heaps = values.len() as u64;
        self.greatest = values.iter().copied().max().unwrap_or(0);
        self.rares = Classes::of(values, kind).map(|classes| Rares::of(classes, values));
        let irregular = self.rares.is_none() && self.period.is_none();
        let regular_from = if irregular { regular_from(values) } else { None };
        self.regular_from = regular_from.map(|heap| heap as u64);
    }
}

/// Goes on in constant memory; where a heap may have a rare value, from the start with more heaps in
/// memory, which can decide it. A limit is no error.
fn search(
    sequence: &mut Sequence,
    rules: &dyn HeapRules,
    limits: &Limits<'_>,
    found: &mut Examined,
) {
    let mut after = 0;
    while let Ok(Some(mut search)) =
        sequence.search(rules, Patience::Limits, after..u64::MAX, limits)
    {
        let ended = search.run(u64::MAX, limits, |_| Ok(()));
        let seen = search.seen();
        found.heaps = seen.heaps;
        found.greatest = seen.greatest.unwrap_or(0);
        found.rares = seen.rares;
        match ended {
            Ok(Ended::Undecided(heap)) => {
                after = 2 * heap;
                continue;
            }
            Ok(Ended::Found(recurrence)) => {
                let Recurrence { period, preperiod } = recurrence;
                found.window = search.window(recurrence);
                let last = found.heaps - 1;
                found.period = Some(Period::proved(period, preperiod, last, sequence.values()));
            }
            Ok(Ended::NotFound) | Err(_) => {}
        }
        break;
    }
    // A limit may have come before the next search, while more heaps were put in memory for it.
    if sequence.values().len() as u64 > found.heaps {
        found.see(sequence.values(), &rules.kind());
    }
}

/// A period that the values prove. A limit is no error: the next values find it.
fn proved(values: &[u32], kind: &HeapKind, limits: &Limits<'_>) -> Option<Period> {
    let seen = find_period(values, kind)?;
    // In proportion to the time that the values take where they grow.
    let work = (values.len() as u64).saturating_pow(2).saturating_mul(4);
    decide_seen(values, kind, seen, work, limits).ok()?.filter(|found| found.proved)
}

/// FNV-1a (Fowler, Noll and Vo 1991).
fn checksum(values: &[u32]) -> u64 {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::known_octal::{Agreement, known};
    use crate::sequence::recurrence::tests::rules;
    use grundy_base::Progress;

    fn found(digits: &[u8], limits: &Limits<'_>) -> Examined {
        examine(&rules(digits), limits).unwrap()
    }

    #[test]
    fn known_periods_are_found() {
        // The preperiod of 0.376 is 2,268,248, of a period of 4: looking at all multiples of 4
        // before it is half of the values took minutes.
        for digits in [&[0, 7, 7][..], &[0, 1, 5, 6], &[0, 1, 2, 7], &[0, 3, 3], &[0, 3, 7, 6]] {
            let found = found(digits, &Limits::default());
            let period = found.period.expect("a period");
            let known = known(&rules(digits).kind()).unwrap();
            assert_eq!(known.agreement(&period), Some(Agreement::Agrees), "{digits:?}");
        }
    }

    #[test]
    fn an_undecided_heap_is_no_end() {
        // Heap 2,354,052 of 0.2052 has the value 64, the first of that size, which would be a rare
        // one by the values before it.
        let limits = Limits { positions: 6_000_000, ..Limits::default() };
        let found = found(&[0, 2, 0, 5, 2], &limits);
        assert!(found.heaps > 5_000_000, "{}", found.heaps);
        assert_eq!(found.rares.unwrap().count, 97);
    }

    /// It settles among the first 2^20 heaps, but a search needs four times as many before it.
    #[test]
    fn heaps_before_a_search_count() {
        let enough = AtomicBool::new(false);
        let far = |progress: Progress| {
            enough.fetch_or(progress.positions > 3 * MANY / 2, Ordering::Relaxed);
        };
        let limits =
            Limits { progress: Some(&far), interrupted: Some(&enough), ..Limits::default() };
        let found = found(&[0, 6], &limits);
        assert!(found.heaps > 3 * MANY as u64 / 2, "{}", found.heaps);
        assert_eq!(found.rares.unwrap().count, 1_583);
    }

    /// Heap 5,241,344 of 0.3106 is undecided, and behind it rare values come up again and again.
    #[test]
    fn rare_values_far_out_are_no_end() {
        let limits = Limits { positions: 45_000_000, ..Limits::default() };
        let found = found(&[0, 3, 1, 0, 6], &limits);
        assert!(found.heaps >= 45_000_000, "{}", found.heaps);
        assert_eq!(found.rares, Some(Rares { count: 111, last: 33_944_003 }));
    }

    /// Values of 0.3dd come again from heap 288 on, but more heaps are needed until that counts as
    /// seen; then a proof needs no more of them, but much work.
    #[test]
    fn a_game_that_looks_regular_says_from_where() {
        let limits = Limits { positions: 500, ..Limits::default() };
        let regular = found(&[0, 3, 13, 13], &limits);
        assert!(regular.period.is_none() && regular.rares.is_none());
        assert_eq!(regular.regular_from, Some(288));
        let farther = Limits { positions: 3000, ..limits };
        let proved = found(&[0, 3, 13, 13], &farther).period.unwrap();
        assert_eq!((proved.period, proved.preperiod, proved.saltus), (9, 288, 8));
        assert!(found(&[0, 15, 6], &farther).regular_from.is_none_or(|heap| heap > 1900));
        assert_eq!(found(&[0, 8], &limits).regular_from, None, "a proved period");
    }

    #[test]
    fn a_limit_is_no_error() {
        let limits = Limits { positions: 5000, ..Limits::default() };
        let found = found(&[0, 0, 6], &limits);
        assert!(found.period.is_none() && found.checksum.is_none());
        // Values come in blocks.
        assert!((5000..5064).contains(&found.heaps), "{}", found.heaps);
        let rares = found.rares.unwrap();
        assert!(rares.last < found.heaps && rares.count > 10, "{rares:?}");
    }

    #[test]
    fn without_memory_nothing_is_found() {
        let limits = Limits { memory: 1, ..Limits::default() };
        let found = found(&[0, 0, 6], &limits);
        assert_eq!(
            (found.heaps, found.greatest, found.rares),
            (0, 0, Some(Rares { count: 0, last: 0 }))
        );
    }

    #[test]
    fn a_long_period_comes_with_a_window() {
        let found = found(&[0, 1, 0, 4], &Limits::default());
        let period = found.period.expect("a period");
        assert_eq!((period.period, period.preperiod), (11_770_282, 197_769_598));
        assert!(found.heaps > 2 * 11_770_282 && found.window.is_some());
    }

    /// The sum is that of the test vectors of FNV.
    #[test]
    fn checksums_are_fnv_of_the_first_values() {
        assert_eq!(checksum(&[u32::from_le_bytes(*b"foob")]), 0xdd12_0e79_0c25_12af);
        let found = found(&[0, 7, 7], &Limits::default());
        let mut sequence = Sequence::default();
        sequence.extend(&rules(&[0, 7, 7]), 9_999, &Limits::default()).unwrap();
        assert_eq!(found.checksum, Some(checksum(&sequence.values()[..10_000])));
    }
}
