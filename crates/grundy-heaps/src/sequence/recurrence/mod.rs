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
use crate::period::Seen;
use crate::verify::Window;
use grundy_base::{Limits, Progress, Stopped};

/// The most snapshots looked for at a time, the latest ones.
const TURTLES: usize = 8;
/// Snapshots of more ranks are large.
const LARGE: usize = 1 << 20;
/// The most buffers decided before they are proved.
const AHEAD: usize = 4;

/// The place from which everything repeats.
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
    /// How far behind the snapshot it comes again.
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
    /// The values of the first heaps, enough to settle.
    first: Vec<u32>,
    /// By heap; the first is where the ranks start.
    snapshots: Vec<Snapshot>,
    /// The snapshots that are looked for.
    turtles: Vec<usize>,
    /// The greatest value so far, and the first heap that has it.
    greatest: (u16, Option<u64>),
    after: u64,
}

grundy_base::debug! {
    impl[] Search: "Search";
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

    /// How many first values the game has settled by.
    #[must_use]
    pub fn settled(&self) -> SettledBy {
        self.settled
    }

    /// The values of the first heaps, enough to restart cheaply, and at least those by which the
    /// game has settled.
    #[must_use]
    pub fn first(&self) -> &[u32] {
        match self.bulk.depth() {
            Some(_) => &self.first,
            None => &self.first[..self.settled.heaps],
        }
    }

    /// The least number of heaps that were to be in memory before it started.
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

    /// Goes on from snapshots of the same search, in order; false if they cannot be of it.
    /// Snapshots at known heaps are passed over. Where proofs look farther back than the last
    /// snapshot, heaps before it are decided again.
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

    /// A snapshot for a file, from which the search goes on at once, as it has all ranks that
    /// proofs look at. It leaves these out if there are more of them than of the others, and work
    /// does not end here.
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

    /// Looks for a period among heaps up to `last`; calls `each` every some hundred thousand heaps.
    /// Nothing is lost when `each` or a limit ends the work: the search may run again. With two
    /// threads one decides ranks and another, behind it, proves them and looks for what comes
    /// again.
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
            // Proofs must come again as well.
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

    /// Bytes of a snapshot with `ranks` ranks.
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

    /// The last snapshot that depends on no heap from this one on.
    fn bulk_before(&self, heap: u64) -> Bulk {
        let next = self.snapshots.partition_point(|snapshot| snapshot.heap <= heap);
        let mut bulk = self.bulk.clone();
        bulk.restore(&self.snapshots[next.max(1) - 1]);
        bulk
    }
}

#[cfg(test)]
pub(in super::super) mod tests;
