//! Searches against published periods, stopped and resumed.

use super::*;
use crate::period::find_period;
use crate::sequence::lanes::LANES;
use crate::sequence::sparse::Sparse;
use crate::sequence::sparse::tests::definition;
use crate::sequence::stream::Stream;
use crate::sequence::{Patience, Sequence};
use grundy_base::Code;
use grundy_ruleset::{HeapKind, HeapRules, OnOption};
use std::ops::ControlFlow;

/// Rules that are nothing but a code.
pub(in super::super::super) struct Coded(pub(in super::super::super) Code);

impl HeapRules for Coded {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        for (taken, digit) in (0..=size).zip(self.0.digits()) {
            let rest = size - taken;
            if digit & 1 == 1 && rest == 0 {
                option(&[])?;
            }
            if digit & 2 == 2 && rest > 0 {
                option(&[rest])?;
            }
            if digit & 4 == 4 {
                (1..=rest / 2).try_for_each(|part| option(&[part, rest - part]))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn kind(&self) -> HeapKind {
        HeapKind::TakeAndBreak(self.0.clone())
    }
}

pub(in super::super::super) fn rules(digits: &[u8]) -> Coded {
    Coded(Code::new(digits.to_vec()))
}

pub(super) fn search(rules: &Coded) -> Search {
    search_in(&mut Sequence::default(), rules)
}

fn search_in(sequence: &mut Sequence, rules: &Coded) -> Search {
    let found = sequence.search(rules, Patience::Likely, 0..u64::MAX, &Limits::default()).unwrap();
    found.expect("a game that settles")
}

pub(super) fn run(search: &mut Search) -> Ended {
    search.run(u64::MAX, &Limits::default(), |_| Ok(())).unwrap()
}

/// The last rare value of 0.3335 that is known is that of heap 4,425,861.
#[test]
fn a_game_that_settles_later_than_asked_is_not_searched() {
    let (rules, mut sequence) = (rules(&[0, 3, 3, 3, 5]), Sequence::default());
    let found = sequence.search(&rules, Patience::Limits, 0..150_000, &Limits::default()).unwrap();
    assert!(found.is_none() && sequence.values().len() < 151_000);
}

/// Guy and Smith's theorem and the recurrence give the same periods.
#[test]
fn periods_are_those_of_the_theorem() {
    for digits in [&[0, 7, 7][..], &[4, 4], &[0, 1, 6], &[0, 6, 4, 4], &[0, 3, 5, 6]] {
        let rules = rules(digits);
        let mut sequence = Sequence::default();
        sequence.extend(&rules, 600_000, &Limits::default()).unwrap();
        let theorem = find_period(sequence.values(), &rules.kind()).unwrap();
        let mut search = search(&rules);
        let (period, preperiod) = (theorem.period as u64, theorem.preperiod as u64);
        assert_eq!(run(&mut search), Ended::Found(Recurrence { period, preperiod }));
        let below = &sequence.values()[..search.reached().min(600_000) as usize];
        assert_eq!(search.seen().greatest, below.iter().max().copied());
    }
}

/// Octal 0.56 has period 144 from 326,640 on (Gangolli and Plambeck).
#[test]
fn a_search_goes_on_from_its_snapshots() {
    let rules = rules(&[0, 5, 6]);
    let mut search = search(&rules);
    let mut kept = Vec::new();
    for _ in 0..2 {
        let stopped = search.run(u64::MAX, &Limits::default(), |search| {
            kept.push(search.snapshot().clone());
            Err(Stopped::Interrupted { reached: 0 })
        });
        // Found at once where the next buffer is enough.
        if stopped.is_ok() {
            break;
        }
    }
    assert!(!kept.is_empty());
    // From the values that it has settled by, and more of them.
    let settled = search.settled();
    let values = search.first[..settled.heaps + 77].to_vec();
    let sequence = Sequence::resume(&rules, values, Some(settled), &Limits::default()).unwrap();
    let sequence = &mut sequence.unwrap();
    let mut again = search_in(sequence, &rules);
    assert_eq!(again.fingerprint(), search.fingerprint());
    assert_eq!(again.first, self::search(&rules).first);
    assert!(again.resume(kept.clone(), &Limits::default()).unwrap());
    assert_eq!(again.reached(), kept[kept.len() - 1].heap);
    let expected = Ended::Found(Recurrence { period: 144, preperiod: 326_640 });
    assert_eq!(run(&mut again), expected);
    // Snapshots at heaps that are known are no harm.
    let mut later = sequence
        .search(&rules, Patience::Likely, kept[0].heap..u64::MAX, &Limits::default())
        .unwrap()
        .unwrap();
    let start = later.reached();
    assert!(start >= kept[0].heap && later.resume(kept[..1].to_vec(), &Limits::default()).unwrap());
    assert_eq!((later.reached(), run(&mut later)), (start, expected));

    kept[0].low[7] = 128;
    let resume = |kept| self::search(&rules).resume(kept, &Limits::default()).unwrap();
    assert!(!resume(kept.clone()), "a rank that cannot be");
    kept[0].low.pop();
    assert!(!resume(kept), "a rank is missing");
}

/// Period, preperiod, heaps examined, greatest value and snapshots are those of one thread,
/// also where the work is stopped and goes on.
#[test]
fn two_threads_find_the_same() {
    let two = Limits { threads: 2, ..Limits::default() };
    for digits in [&[0, 7, 7][..], &[4, 4], &[0, 5, 6]] {
        let rules = rules(digits);
        let (mut one, mut both) = (search(&rules), search(&rules));
        let found = run(&mut one);
        let mut stops = 3;
        let ended = loop {
            let ended = both.run(u64::MAX, &two, |search| {
                if stops == 0 {
                    return Ok(());
                }
                stops -= 1;
                Err(Stopped::Interrupted { reached: search.reached() as usize })
            });
            if let Ok(ended) = ended {
                break ended;
            }
        };
        assert_eq!(ended, found, "{digits:?}");
        assert_eq!(both.reached(), one.reached(), "{digits:?}");
        assert_eq!((both.greatest, &both.snapshots), (one.greatest, &one.snapshots));
    }
}

/// By the method for many lags, whose proofs look farther back than ranks depend on: stopped
/// and resumed, in one thread and in two, the period of a game of few lags is the same.
#[test]
fn a_search_by_many_lags_finds_the_same() {
    let rules = rules(&[0, 5, 6]);
    let mut sequence = Sequence::default();
    sequence.extend(&rules, 1 << 20, &Limits::default()).unwrap();
    let start = || {
        let bulk = Bulk::by_many_lags(&rules.0);
        let first = sequence.values()[..bulk.end() as usize].to_vec();
        Search::new(bulk, SettledBy { heaps: first.len(), chosen: 0 }, first, 0)
    };
    let expected = Ended::Found(Recurrence { period: 144, preperiod: 326_640 });
    let (mut kept, mut stops) = (Vec::new(), 0);
    let mut search = start();
    while stops < 3 {
        let stopped = search.run(u64::MAX, &Limits::default(), |search| {
            kept.push(search.snapshot().clone());
            Err(Stopped::Interrupted { reached: 0 })
        });
        assert!(stopped.is_err());
        stops += 1;
    }
    for threads in [1, 2] {
        let limits = Limits { threads, ..Limits::default() };
        let mut again = start();
        assert!(again.resume(kept.clone(), &limits).unwrap());
        assert_eq!(again.reached(), search.reached());
        assert_eq!(again.run(u64::MAX, &limits, |_| Ok(())).unwrap(), expected);
    }
    // Proofs that looked back farther are not forgotten.
    kept[1].depth = 1 << 23;
    let mut again = start();
    assert!(again.resume(kept.clone(), &Limits::default()).unwrap());
    assert_eq!(again.bulk.farthest(), 1 << 23);
    kept[1].depth = 0;
    // At once from a checkpoint, which has all that proofs look at.
    let interrupted = &Limits { interrupted: Some(&true.into()), ..Limits::default() };
    assert!(start().resume(kept.clone(), interrupted).is_err());
    let last = kept.len() - 1;
    let short = std::mem::replace(&mut kept[last], search.checkpoint(true));
    assert!(kept[last].low.len() > short.low.len());
    assert_eq!(search.checkpoint(false), short);
    let mut again = start();
    assert!(again.resume(kept.clone(), interrupted).unwrap());
    assert_eq!((again.reached(), again.snapshot()), (search.reached(), &short));
    assert_eq!(again.checkpoint(true), kept[last]);
    assert_eq!(run(&mut again), expected);
    assert_eq!(run(&mut search), expected);
    kept[last].low.insert(0, 0);
    assert!(!start().resume(kept.clone(), &Limits::default()).unwrap(), "a rank too many");
    kept[last] = short;

    // Stopped where the period has come again, and proofs not yet.
    for stops in [7, 8, 10] {
        let (mut kept, mut stopped) = (Vec::new(), start());
        for _ in 0..stops {
            let _ = stopped.run(u64::MAX, &Limits::default(), |search| {
                kept.push(search.snapshot().clone());
                Err(Stopped::Interrupted { reached: 0 })
            });
        }
        let mut again = start();
        assert!(again.resume(kept, &Limits::default()).unwrap());
        assert_eq!(run(&mut again), expected, "after {stops} stops");
    }

    // A rank that does not follow from those before.
    let last = kept.len() - 1;
    kept[last].low[5] ^= 1;
    assert!(!start().resume(kept, &Limits::default()).unwrap());
}

#[test]
fn a_period_above_the_limit_is_not_found() {
    let mut search = search(&rules(&[0, 1, 0, 6]));
    let ended = search.run(1_000_000, &Limits::default(), |_| Ok(())).unwrap();
    assert_eq!(ended, Ended::NotFound);
    assert!(search.reached() > 1_000_000);
}

/// Values of 0.1167 are those of the method that keeps all of them, also behind heap
/// 5,445,927, for which parts among the first 32,768 are not enough: in a search, in memory, and
/// in a stream.
#[test]
fn a_heap_that_needs_a_large_part_is_proved() {
    const LAST: usize = 5_700_000;
    let (rules, limits) = (rules(&[0, 1, 1, 6, 7]), Limits::default());
    let mut sparse = Sparse::new(&rules.0, definition(&rules.0, 300));
    sparse.extend(LAST, &limits).unwrap();
    let expected = |heap: u64| sparse.values()[heap as usize];
    let mut options = [false; 1 << 8];
    let heap = 5_445_927;
    for taken in rules.0.leaving(2).map(|taken| taken as u64) {
        for part in 1..=(heap - taken) / 2 {
            options[usize::from(expected(part) ^ expected(heap - taken - part))] = true;
        }
    }
    for taken in rules.0.leaving(1) {
        options[usize::from(expected(heap - taken as u64))] = true;
    }
    assert_eq!(options.iter().position(|option| !option), Some(69));

    for threads in [1, 2] {
        let limits = Limits { threads, ..Limits::default() };
        let mut search = search(&rules);
        let ended = search.run(5_445_900, &limits, |_| Ok(())).unwrap();
        assert_eq!((ended, search.reached()), (Ended::NotFound, 5_445_946));
        assert_eq!(search.greatest, (69, Some(heap)));
        let mut last = Vec::new();
        let ended = search.run(5_500_000, &limits, |search| {
            last = search.bulk.values().collect();
            Ok(())
        });
        assert_eq!(ended.unwrap(), Ended::NotFound);
        assert!(search.bulk.looked_back_within(&(5_445_914..5_445_915)));
        assert!((1 << 15..1 << 18).contains(&search.bulk.farthest()));
        assert!(last.len() >= 1 << 16 && last[0].0 > heap);
        assert!(last.into_iter().all(|(n, value)| value == expected(n)));
    }
    let mut sequence = Sequence::default();
    sequence.extend(&rules, LAST, &limits).unwrap();
    assert!(sequence.is_settled());
    let mut stream = Stream::default();
    let mut next = 0;
    while next < LAST {
        let (first, values) = stream.next(&rules, LAST as u64, &limits).unwrap();
        assert_eq!(first, next as u64);
        let heaps = (next..(next + values.len()).min(LAST)).zip(values);
        for (n, &value) in heaps {
            assert_eq!(value, expected(n as u64).into());
            assert_eq!(value, sequence.values()[n]);
        }
        next += values.len();
    }
    assert!(stream.is_settled());
}

/// Without any proof of its own each block is proved so, in one thread and in two; without
/// memory for it none is.
#[test]
fn blocks_are_proved_where_no_proof_is_left() {
    let rules = rules(&[0, 5, 6]);
    for threads in [1, 2] {
        let mut limits = Limits { threads, ..Limits::default() };
        let mut search = search(&rules);
        search.bulk.forget_proofs();
        let start = search.reached();
        let ended = search.run(start + 500, &limits, |_| Ok(())).unwrap();
        assert_eq!((ended, search.reached()), (Ended::NotFound, start + 512));
        for block in 0..16 {
            let heap = start + block * LANES as u64;
            assert!(search.bulk.looked_back_within(&(heap..heap + 1)), "{heap}");
        }

        limits.memory = 1 << 19;
        let ended = search.run(start + 1000, &limits, |_| Ok(())).unwrap();
        assert_eq!(ended, Ended::Undecided(start + 512));
    }
}

/// A period is known when as many heaps are proved behind it as proofs look back, also after
/// a checkpoint.
#[test]
fn proofs_come_again_too() {
    const DEPTH: u64 = 1 << 20;
    let rules = rules(&[0, 5, 6]);
    let mut usual = search(&rules);
    let found = run(&mut usual);
    let mut deep = search(&rules);
    deep.bulk.look_back(0, DEPTH);
    assert_eq!(run(&mut deep), found);
    assert!((DEPTH..2 * DEPTH).contains(&(deep.reached() - usual.reached())));

    let kept = deep.snapshot().clone();
    let mut again = search(&rules);
    assert!(again.resume(vec![kept], &Limits::default()).unwrap());
    assert_eq!(again.bulk.farthest(), DEPTH);
}

/// The values of a certificate are proved by each other.
#[test]
fn a_window_has_no_heap_that_needs_more() {
    let rules = rules(&[0, 5, 6]);
    let mut search = search(&rules);
    let Ended::Found(found) = run(&mut search) else { panic!("0.56 has a period") };
    let window = search.window(found).unwrap();
    search.bulk.look_back(window.heap + 7, 1);
    assert_ne!(search.window(found).map(|window| window.heap), Some(window.heap));
}
