//! Proofs of the few heaps that the last ranks do not prove.
//!
//! Nearly always a split with a part among some first heaps shows that a rare value is an option. A
//! heap of some hundred millions needs a larger part: for it, more of the first and of the last
//! values are computed again, and all their splits are looked at.

use std::ops::Range;
use std::sync::Arc;

use super::buffer::Snapshot;
use super::{Bulk, Classes};
use crate::sequence::lanes::LANES;
use grundy_base::{Code, Limits, Progress, Stopped};

/// The smaller part of a split is below the first of these, then below the next.
const DEPTHS: [u64; 3] = [1 << 18, 1 << 21, FARTHEST];
/// No proof looks at larger parts, or farther back.
const FARTHEST: u64 = 1 << 24;
/// Heaps between snapshots, and how many of these are kept.
const APART: u64 = FARTHEST / 8;
const KEPT: usize = 10;

/// Snapshots that values can be computed again from.
#[derive(Clone, Default)]
pub(super) struct Deeper {
    /// The first that was kept, and the last of those taken now and then.
    snapshots: Vec<Arc<Snapshot>>,
    /// The first heap of each stretch that the last ranks did not prove.
    heaps: Vec<u64>,
    /// How far back their proofs look.
    farthest: u64,
}

impl Bulk {
    /// Keeps a snapshot from which values can be computed again: those of all heaps before are in
    /// memory. Others follow as it goes on.
    pub(in super::super) fn keep_start(&mut self) {
        let snapshots = vec![Arc::new(self.snapshot((0, None)))];
        self.deeper = Deeper { snapshots, ..Deeper::default() };
    }

    /// Keeps this state now and then, or a snapshot that it was restored from.
    pub(super) fn keep(&mut self, restored: Option<&Snapshot>) {
        let Some(last) = self.deeper.snapshots.last() else { return };
        let looks_farther = self.depth().is_some_and(|depth| depth as u64 >= FARTHEST);
        if self.end() < last.heap + APART || looks_farther {
            return;
        }
        let snapshot = restored.cloned().unwrap_or_else(|| self.snapshot((0, None)));
        if self.deeper.snapshots.len() > KEPT {
            self.deeper.snapshots.remove(1);
        }
        self.deeper.snapshots.push(Arc::new(snapshot));
    }

    /// How many snapshots are kept.
    pub(in super::super) fn kept(&self) -> usize {
        self.deeper.snapshots.len()
    }

    /// How far back those proofs look that need more than the last ranks.
    pub(in super::super) fn farthest(&self) -> u64 {
        self.deeper.farthest
    }

    /// Notes that the proof of heaps from one on, or of some before, looks this far back.
    pub(in super::super) fn look_back(&mut self, heap: u64, by: u64) {
        if by > 0 {
            self.deeper.farthest = self.deeper.farthest.max(by);
            self.deeper.heaps.push(heap);
        }
    }

    /// Lets its proofs look back as far as those of another.
    pub(in super::super) fn look_back_as(&mut self, other: &Bulk) {
        self.deeper.heaps.clone_from(&other.deeper.heaps);
        self.deeper.farthest = other.deeper.farthest;
    }

    /// Whether the last ranks were not enough to prove one of these heaps.
    pub(in super::super) fn looked_back_within(&self, heaps: &Range<u64>) -> bool {
        self.deeper.heaps.iter().any(|heap| heaps.contains(heap))
    }

    /// Proves the next heaps, which [`Bulk::fill`] could not, and goes on behind them; false where
    /// one of them may have a rare value, or memory is not enough. `first` are the values of the
    /// first heaps, as far as they are in memory; more are added where they are needed.
    ///
    /// Time: for some times 2^24 heaps at most; memory: 6 bytes for each of them.
    pub(in super::super) fn prove_deeper(
        &mut self,
        first: &mut Vec<u32>,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        self.forget();
        let heaps = self.end()..self.end() + LANES as u64;
        let taken = self.code.most_taken() as u64;
        // The other part is the larger one.
        let all = heaps.start.saturating_sub(taken) / 2;
        let before = self.depth().unwrap_or(0) as u64;
        for depth in DEPTHS.into_iter().filter(|&depth| depth > before) {
            let depth = depth.min(all);
            if limits.room(4 * depth + 2 * (depth + taken), heaps.start as usize).is_err() {
                return Ok(false);
            }
            if (first.len() as u64) < depth {
                let missing = first.len() as u64..depth;
                let Some(more) = self.values_again(missing, first, limits)? else { break };
                first.extend(more.into_iter().map(u32::from));
            }
            let start = heaps.start - depth - taken;
            let Some(last) = self.values_again(start..heaps.end, first, limits)? else { break };
            let splits =
                Splits { code: &self.code, classes: self.classes(), first, start, last: &last };
            if let Some(part) = splits.largest_part(heaps.clone(), depth) {
                self.look_back(heaps.start, part + taken + LANES as u64);
                self.decide();
                self.cut(heaps.end);
                return Ok(true);
            }
            if depth == all {
                break;
            }
        }
        Ok(false)
    }

    /// The values of heaps, computed again from snapshots where they are not among the first; none
    /// where one is not decided.
    fn values_again(
        &self,
        heaps: Range<u64>,
        first: &[u32],
        limits: &Limits<'_>,
    ) -> Result<Option<Vec<u16>>, Stopped> {
        let in_memory = first.iter().skip(heaps.start as usize).map(|&value| value as u16);
        let mut values: Vec<u16> = in_memory.take((heaps.end - heaps.start) as usize).collect();
        let start = heaps.start + values.len() as u64;
        let mut bulk = self.clone();
        if start < self.end() {
            let before = |snapshot: &&Arc<Snapshot>| snapshot.heap <= start + self.reach() as u64;
            let Some(snapshot) = self.deeper.snapshots.iter().rfind(before) else {
                return Ok(None);
            };
            bulk.restore(snapshot);
        }
        loop {
            let next = heaps.start + values.len() as u64;
            let new = bulk.values().skip_while(|(heap, _)| *heap < next);
            values.extend(new.take_while(|(heap, _)| *heap < heaps.end).map(|(_, value)| value));
            if bulk.end() >= heaps.end {
                return Ok(Some(values));
            }
            bulk.forget();
            if !bulk.decide() && bulk.end() < heaps.end {
                return Ok(None);
            }
            let (positions, bytes) = (self.end() as usize, 2 * values.capacity() as u64);
            let stage = "proving a heap by larger parts";
            limits.check(Progress { stage, positions, bytes })?;
        }
    }
}

/// What splits are made of.
struct Splits<'v> {
    code: &'v Code,
    classes: Classes,
    /// The values of the first heaps, and of the heaps from `start` on.
    first: &'v [u32],
    start: u64,
    last: &'v [u16],
}

impl Splits<'_> {
    fn value(&self, heap: u64) -> u16 {
        self.last[(heap - self.start) as usize]
    }

    /// The greatest of the parts that are needed to show all rare values below those of heaps to be
    /// options; none if one is not below a depth.
    fn largest_part(&self, mut heaps: Range<u64>, depth: u64) -> Option<u64> {
        heaps.try_fold(0, |largest, heap| Some(self.part(heap, depth)?.max(largest)))
    }

    /// As [`Splits::largest_part`], of one heap.
    fn part(&self, heap: u64, depth: u64) -> Option<u64> {
        let is_rare = |smaller| self.classes.is_rare(heap, smaller);
        let mut missing: Vec<bool> = (0..self.value(heap)).map(is_rare).collect();
        let mut left = missing.iter().filter(|&&missing| missing).count();
        let mut show = |option: u16| {
            if let Some(missing) = missing.get_mut(usize::from(option)) {
                left -= usize::from(std::mem::take(missing));
            }
            left == 0
        };
        let mut done = show(u16::MAX);
        for taken in self.code.leaving(1) {
            done = show(self.value(heap - taken as u64));
        }
        let splits: Vec<u64> = self.code.leaving(2).map(|taken| taken as u64).collect();
        let mut part = 0;
        while !done {
            part += 1;
            if part >= depth {
                return None;
            }
            for taken in &splits {
                let other = self.value(heap - taken - part);
                done = show(self.first[part as usize] as u16 ^ other);
            }
        }
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::sparse::Sparse;
    use super::super::super::sparse::tests::definition;
    use super::*;

    /// A rare value that is no option is not shown to be one: a rare heap has no common value.
    #[test]
    fn a_rare_heap_is_not_proved() {
        let code = Code::new(vec![0, 5, 6]);
        let mut sparse = Sparse::new(&code, definition(&code, 300));
        sparse.extend(20_000, &Limits::default()).unwrap();
        let classes = sparse.classes();
        let first: Vec<u32> = sparse.values().iter().map(|&value| value.into()).collect();
        let proved = |heap: u64| {
            let mut last = sparse.values()[..=heap as usize].to_vec();
            let own = last[heap as usize];
            let common = (own..).find(|&value| !classes.is_rare(heap, value)).unwrap();
            last[heap as usize] = common;
            let splits = Splits { code: &code, classes, first: &first, start: 0, last: &last };
            splits.part(heap, heap / 2).is_some()
        };
        let rare = |&heap: &u64| classes.is_rare(heap, sparse.values()[heap as usize]);
        let (rares, commons): (Vec<u64>, Vec<u64>) = (100..20_000).partition(rare);
        assert!(rares.len() > 3 && !rares.into_iter().any(proved));
        assert!(commons.into_iter().rev().take(200).all(proved));
    }
}
