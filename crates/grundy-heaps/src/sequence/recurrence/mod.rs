//! Periods of settled games, far beyond what memory holds.
//!
//! The state of a settled game (`bulk`) is its last ranks, 65,536 or more, and the parity of the
//! heap where that counts. When this state recurs, all that follows recurs, with the proofs
//! that no rare heap comes up: the period is proved, sooner than by the theorem of Guy and
//! Smith. The few heaps that the last ranks do not prove are proved from more of them
//! (`Bulk::prove_deeper`). Snapshots of the state are kept and searched for in the later ranks (Brent's
//! cycle detection); they are also the checkpoints from which the work resumes, and from
//! which the least heap is found from which the period holds (`least`).

mod least;

use std::sync::mpsc;
use std::thread;

use super::SettledBy;
use super::bulk::Bulk;
pub use super::bulk::Snapshot;
use super::classes::Rares;
use crate::limits::{Limits, Progress, Stopped};
use crate::period::Seen;
use crate::verify::Window;

/// So many copies are looked for at a time, the latest.
const TURTLES: usize = 8;
/// Snapshots of more ranks are large.
const LARGE: usize = 1 << 20;
/// So many buffers may be decided before they are proved.
const AHEAD: usize = 4;

/// Where everything comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The least period.
    pub period: u64,
    /// The least heap from which it holds.
    pub preperiod: u64,
}

/// A snapshot that comes again.
#[derive(Clone, Copy)]
struct Again {
    snapshot: usize,
    /// How far behind it.
    period: u64,
    /// The last heap that was known then, or one behind it.
    heap: u64,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A period was found.
    Found(Recurrence),
    /// There is none among heaps up to the last one asked for.
    NotFound,
    /// Whether this heap, or one of the next, is a rare one is not known.
    Undecided(u64),
}

/// A search for a recurrence.
pub struct Search {
    bulk: Bulk,
    settled: SettledBy,
    /// The values of the first heaps, as many as were needed to settle.
    first: Vec<u32>,
    /// By the heap, the first from where the ranks start.
    snapshots: Vec<Snapshot>,
    /// The snapshots that are looked for.
    turtles: Vec<usize>,
    /// The greatest value so far, and the first heap that has it.
    greatest: (u16, Option<u64>),
    after: u64,
}

impl Search {
    pub(super) fn new(mut bulk: Bulk, settled: SettledBy, first: Vec<u32>, after: u64) -> Search {
        let most = first.iter().copied().max().unwrap_or(0);
        let at = first.iter().position(|&value| value == most);
        let greatest = (most as u16, at.map(|heap| heap as u64));
        let start = bulk.snapshot(greatest);
        bulk.keep_start();
        Search { bulk, settled, first, snapshots: vec![start], turtles: vec![0], greatest, after }
    }

    /// What tells this search from that of another game or method.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let depth = self.bulk.depth().map(|depth| format!(" {depth}")).unwrap_or_default();
        format!("{} {}{depth}", self.bulk.classes().fingerprint(), self.bulk.reach())
    }

    /// By which values the game has settled.
    #[must_use]
    pub fn settled(&self) -> SettledBy {
        self.settled
    }

    /// The values of the first heaps, as many as it is begun again from without much work, those by
    /// which the game has settled among them.
    #[must_use]
    pub fn first(&self) -> &[u32] {
        match self.bulk.depth() {
            Some(_) => &self.first,
            None => &self.first[..self.settled.heaps],
        }
    }

    /// So many heaps were asked to be in memory before it started.
    #[must_use]
    pub fn after(&self) -> u64 {
        self.after
    }

    /// Heaps below this one are done.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.bulk.end()
    }

    /// How far it has come. The rare heaps are among the first ones, which are in memory; the
    /// first heap of the greatest value is not known after a checkpoint that does not say it.
    #[must_use]
    pub fn seen(&self) -> Seen {
        let (greatest, greatest_at) = self.greatest;
        Seen {
            heaps: self.reached(),
            greatest: Some(greatest.into()),
            greatest_at,
            rares: Some(Rares::of(self.bulk.classes(), &self.first)),
        }
    }

    /// Values that come again after a period, from the preperiod on; none where the proofs that they
    /// follow from each other look farther back than a snapshot.
    #[must_use]
    pub fn window(&self, found: Recurrence) -> Option<Window> {
        if self.bulk.depth().is_some() {
            return None;
        }
        let holds = |snapshot: &&Snapshot| {
            let heaps = snapshot.heap - self.bulk.reach() as u64..snapshot.heap;
            heaps.start >= found.preperiod && !self.bulk.looked_back_within(&heaps)
        };
        let snapshot = self.snapshots.iter().find(holds)?;
        let mut bulk = self.bulk.clone();
        bulk.restore(snapshot);
        let values = bulk.values().map(|(_, value)| value.into()).collect();
        let (mask, odd) = self.bulk.classes().parts();
        Some(Window { heap: bulk.start(), values, mask: mask.into(), odd })
    }

    /// Goes on from snapshots of the same search, in order; false if they cannot be of it. Those at
    /// heaps that are known are passed over. Where proofs look farther back than the last snapshot,
    /// heaps before it are decided again.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn resume(
        &mut self,
        snapshots: Vec<Snapshot>,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        let mut start = self.bulk.clone();
        let mut at = self.bulk.end();
        for mut snapshot in
            snapshots.into_iter().skip_while(|snapshot| snapshot.heap <= start.end())
        {
            if snapshot.heap <= at || !self.bulk.restore(&snapshot) {
                return Ok(false);
            }
            at = snapshot.heap;
            self.greatest = (snapshot.greatest, snapshot.greatest_at);
            if snapshot.depth > self.bulk.farthest() {
                self.bulk.look_back(at, snapshot.depth);
            }
            snapshot.shorten();
            self.keep(snapshot);
        }
        let missing = |depth: &usize| at > start.end() && at - self.bulk.start() < *depth as u64;
        let Some(depth) = self.bulk.depth().filter(missing) else { return Ok(true) };
        let before = |snapshot: &&Snapshot| snapshot.heap.saturating_add(depth as u64) <= at;
        if let Some(snapshot) = self.snapshots[1..].iter().rfind(before) {
            start.restore(snapshot);
        }
        while start.end() < at {
            start.forget();
            if !start.decide() {
                return Ok(false);
            }
            self.check("going back to a checkpoint", start.end(), limits)?;
        }
        let last = &self.snapshots[self.snapshots.len() - 1];
        let same = start.holds(at, last);
        start.cut(at);
        start.forget();
        start.look_back_as(&self.bulk);
        self.bulk = start;
        Ok(same)
    }

    /// A copy of the last ranks, also kept in the search.
    pub fn snapshot(&mut self) -> &Snapshot {
        let snapshot =
            Snapshot { depth: self.bulk.farthest(), ..self.bulk.snapshot(self.greatest) };
        if self.snapshots[self.snapshots.len() - 1].heap < snapshot.heap {
            self.keep(snapshot);
        }
        &self.snapshots[self.snapshots.len() - 1]
    }

    /// A snapshot for a file, from which the search goes on at once, as it has all ranks that proofs
    /// look at; without these, if they are more than the others and work does not end here.
    pub fn checkpoint(&mut self, ends: bool) -> Snapshot {
        let short = self.snapshot().clone();
        match ends || !self.looks_far() {
            true => Snapshot { depth: short.depth, ..self.bulk.deep_snapshot(self.greatest) },
            false => short,
        }
    }

    /// Whether proofs look much farther than ranks depend on.
    fn looks_far(&self) -> bool {
        self.bulk.depth().is_some_and(|depth| depth > 2 * self.bulk.reach())
    }

    /// Keeps a snapshot, and looks for it if it is far enough from the others.
    fn keep(&mut self, snapshot: Snapshot) {
        let last = &self.snapshots[self.turtles[self.turtles.len() - 1]];
        if self.far_enough(last.heap, snapshot.heap) {
            self.turtles.push(self.snapshots.len());
            if self.turtles.len() > TURTLES {
                self.turtles.remove(0);
            }
        }
        self.snapshots.push(snapshot);
    }

    /// Each turtle an eighth farther than the one before, or twice as far where they are large.
    fn far_enough(&self, last: u64, heap: u64) -> bool {
        let part = if self.bulk.reach() > LARGE { 1 } else { 8 };
        heap - last >= last / part
    }

    /// Looks for a period among heaps up to `last`; calls `each` every some
    /// hundred thousand heaps. What is done when it or a limit ends the work is
    /// not lost: the search may run again. With two threads one decides ranks
    /// and another, behind it, proves them and looks for what comes again.
    pub fn run(
        &mut self,
        last: u64,
        limits: &Limits<'_>,
        mut each: impl FnMut(&mut Search) -> Result<(), Stopped>,
    ) -> Result<Ended, Stopped> {
        let mut again = None;
        loop {
            let ended = if limits.threads < 2 {
                self.run_by(last, limits, |bulk| bulk.fill(), &mut again, &mut each)?
            } else {
                self.run_by_two(last, limits, &mut again, &mut each)?
            };
            if !matches!(ended, Ended::Undecided(_))
                || !self.bulk.prove_deeper(&mut self.first, limits)?
            {
                return Ok(ended);
            }
            self.greatest = self.bulk.greatest(self.greatest);
        }
    }

    fn run_by_two(
        &mut self,
        last: u64,
        limits: &Limits<'_>,
        again: &mut Option<Again>,
        each: &mut impl FnMut(&mut Search) -> Result<(), Stopped>,
    ) -> Result<Ended, Stopped> {
        let (decided, next) = mpsc::sync_channel(AHEAD);
        let (used, unused) = mpsc::channel();
        let mut ahead = self.bulk.clone();
        thread::scope(|scope| {
            scope.spawn(move || {
                while decided
                    .send(ahead.decide_ahead(unused.try_recv().unwrap_or_default()))
                    .is_ok()
                {}
            });
            // Dropped with both channels, which ends the other thread.
            let fill = move |bulk: &mut Bulk| {
                let Ok(ranks) = next.recv() else { return false };
                let (known, buffer) = bulk.prove_decided(ranks);
                let _ = used.send(buffer);
                known
            };
            self.run_by(last, limits, fill, again, each)
        })
    }

    /// Ends undecided where a heap is not proved by the last ranks.
    fn run_by(
        &mut self,
        last: u64,
        limits: &Limits<'_>,
        mut fill: impl FnMut(&mut Bulk) -> bool,
        again: &mut Option<Again>,
        each: &mut impl FnMut(&mut Search) -> Result<(), Stopped>,
    ) -> Result<Ended, Stopped> {
        while self.bulk.end() <= last {
            let known = fill(&mut self.bulk);
            self.greatest = self.bulk.greatest(self.greatest);
            *again = again.or_else(|| self.comes_again_now());
            // Proofs are to come again as well.
            let depth = self.bulk.farthest().max(self.bulk.depth().unwrap_or(0) as u64);
            if let Some(Again { snapshot, period, heap }) = *again
                && self.bulk.end() >= heap + depth
            {
                let period = self.least(snapshot, period, limits)?;
                let preperiod = self.preperiod(snapshot, period, limits)?;
                return Ok(Ended::Found(Recurrence { period, preperiod }));
            }
            self.bulk.forget();
            if !known {
                return Ok(Ended::Undecided(self.bulk.end()));
            }
            let turtle = self.snapshots[self.turtles[self.turtles.len() - 1]].heap;
            if self.far_enough(turtle, self.bulk.end()) {
                self.snapshot();
            }
            self.check("looking for a period", self.bulk.end(), limits)?;
            each(self)?;
        }
        Ok(Ended::NotFound)
    }

    /// Bytes of a snapshot with so many ranks.
    fn bytes_of(&self, ranks: usize) -> usize {
        ranks * if self.bulk.is_wide() { 2 } else { 1 }
    }

    /// Bytes of a checkpoint where work does not end.
    #[must_use]
    pub fn checkpoint_bytes(&self) -> usize {
        let deep = self.bulk.depth().filter(|_| !self.looks_far());
        self.bytes_of(deep.unwrap_or(self.bulk.reach()))
    }

    fn check(&self, stage: &'static str, heap: u64, limits: &Limits<'_>) -> Result<(), Stopped> {
        let bytes =
            ((self.snapshots.len() + self.bulk.kept()) * self.bytes_of(self.bulk.reach())) as u64;
        let reached = heap as usize;
        limits.room(bytes, reached)?;
        limits.count(reached)?;
        limits.check(Progress { stage, positions: reached, bytes })
    }

    /// The snapshot that comes again first among the new ranks.
    fn comes_again_now(&self) -> Option<Again> {
        let heap = self.bulk.end();
        let again = |&snapshot: &usize| {
            let period = self.bulk.recurrence(&self.snapshots[snapshot])?;
            Some(Again { snapshot, period, heap })
        };
        self.turtles.iter().filter_map(again).min_by_key(|again| again.period)
    }

    /// From the last snapshot that knows nothing from a heap on.
    fn bulk_before(&self, heap: u64) -> Bulk {
        let next = self.snapshots.partition_point(|snapshot| snapshot.heap <= heap);
        let mut bulk = self.bulk.clone();
        bulk.restore(&self.snapshots[next.max(1) - 1]);
        bulk
    }
}

#[cfg(test)]
pub(in super::super) mod tests {
    use super::*;
    use crate::code::Code;
    use crate::period::find_period;
    use crate::ruleset::{HeapKind, HeapRules, OnOption};
    use crate::sequence::lanes::LANES;
    use crate::sequence::sparse::Sparse;
    use crate::sequence::sparse::tests::definition;
    use crate::sequence::stream::Stream;
    use crate::sequence::{Patience, Sequence};
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
        let found =
            sequence.search(rules, Patience::Likely, 0..u64::MAX, &Limits::default()).unwrap();
        found.expect("a game that settles")
    }

    pub(super) fn run(search: &mut Search) -> Ended {
        search.run(u64::MAX, &Limits::default(), |_| Ok(())).unwrap()
    }

    /// The last rare value of 0.3335 that is known is that of heap 4,425,861.
    #[test]
    fn a_game_that_settles_later_than_asked_is_not_searched() {
        let (rules, mut sequence) = (rules(&[0, 3, 3, 3, 5]), Sequence::default());
        let found =
            sequence.search(&rules, Patience::Limits, 0..150_000, &Limits::default()).unwrap();
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
        assert!(
            start >= kept[0].heap && later.resume(kept[..1].to_vec(), &Limits::default()).unwrap()
        );
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
}
