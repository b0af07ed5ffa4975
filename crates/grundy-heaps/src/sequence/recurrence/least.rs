//! Finds the start of a period, and the least period, from what repeats after snapshots.

use super::Search;
use crate::sequence::bulk::Snapshot;
use grundy_base::{Limits, Stopped};

impl Search {
    /// The least period, given one that holds from a snapshot on: after a search was resumed, a
    /// shorter one may have been overlooked.
    pub(super) fn least(
        &self,
        holds: usize,
        period: u64,
        limits: &Limits<'_>,
    ) -> Result<u64, Stopped> {
        let mut least = period;
        for prime in prime_factors(period) {
            while least.is_multiple_of(prime)
                && self.bulk.classes().shift_keeps(least / prime)
                && self.comes_again(&self.snapshots[holds], least / prime, limits)?
            {
                least /= prime;
            }
        }
        Ok(least)
    }

    /// The least heap from which a period holds, given that it holds from a snapshot on.
    pub(super) fn preperiod(
        &self,
        holds: usize,
        period: u64,
        limits: &Limits<'_>,
    ) -> Result<u64, Stopped> {
        // The first snapshot from which it holds; its state recurs.
        let (mut below, mut holds) = (0, holds);
        while below < holds {
            let middle = (below + holds) / 2;
            let snapshot = &self.snapshots[middle];
            if self.comes_again(snapshot, period, limits)? {
                holds = middle;
            } else {
                below = middle + 1;
            }
        }
        // The last heaps in it are the same; so the last difference is before it, and behind the
        // start of the snapshot before.
        let (from, to) = match holds.checked_sub(1) {
            Some(before) => {
                (self.snapshots[before].heap - self.bulk.reach() as u64, self.snapshots[holds].heap)
            }
            None => (0, self.snapshots[0].heap),
        };
        let (mut now, mut later) = (self.values(from), self.values(from + period));
        let mut preperiod = from;
        for heap in from..to {
            if heap.is_multiple_of(1 << 16) {
                self.check("finding where the period starts", self.bulk.end(), limits)?;
            }
            if now.next() != later.next() {
                preperiod = heap + 1;
            }
        }
        Ok(preperiod)
    }

    /// Whether the ranks of a snapshot are those of the heaps a period later.
    fn comes_again(
        &self,
        snapshot: &Snapshot,
        later: u64,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        let heap = snapshot.heap + later;
        let mut bulk = self.bulk_before(heap);
        while bulk.end() < heap {
            bulk.forget();
            if !bulk.decide() {
                return Ok(false);
            }
            self.check("finding where the period starts", self.bulk.end(), limits)?;
        }
        Ok(bulk.holds(heap, snapshot))
    }

    /// Values from a heap on.
    fn values(&self, from: u64) -> impl Iterator<Item = u16> {
        let in_memory = self.first.iter().skip(from as usize).map(|&value| value as u16);
        // Snapshots start where memory ends.
        let start = from.max(self.first.len() as u64);
        let mut bulk = self.bulk_before(start + self.bulk.reach() as u64);
        let mut buffer: Vec<(u64, u16)> = bulk.values().collect();
        let mut at = buffer.partition_point(|(heap, _)| *heap < start);
        let computed = std::iter::from_fn(move || {
            while at == buffer.len() {
                let end = bulk.end();
                bulk.forget();
                bulk.decide();
                buffer.clear();
                buffer.extend(bulk.values().filter(|(heap, _)| *heap >= end));
                at = buffer.partition_point(|(heap, _)| *heap < start);
            }
            at += 1;
            Some(buffer[at - 1].1)
        });
        in_memory.chain(computed)
    }
}

/// The primes that divide a number, in order, by trial division.
fn prime_factors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while number > 1 {
        if divisor * divisor > number {
            divisor = number;
        }
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    primes
}
