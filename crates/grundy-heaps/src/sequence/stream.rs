//! Values in stretches, for more heaps than memory holds.
//!
//! All values are kept until a period is proved or the game has settled (`bulk`); from then
//! on memory is constant.

use super::bulk::{Bulk, Snapshot};
use super::{Fast, Sequence};
use crate::automatic::Automatic;
use crate::period::{Period, find_period};
use grundy_base::{Limits, Progress, Stopped};
use grundy_ruleset::HeapRules;

/// Number of values in a stretch, about.
const STRETCH: u64 = 1 << 18;
/// Whether values are periodic is asked here first, and at each doubling.
const EARLIEST: usize = 1 << 12;
/// More values are not kept when a game has settled.
const MOST_KEPT: usize = 1 << 24;
/// Number of known values that are read whatever the game is.
const FEW: u64 = 1 << 20;

/// The values of heaps from a heap on.
pub struct Stream {
    sequence: Sequence,
    way: Way,
    /// The first heap that was not handed out.
    next: u64,
    stretch: Vec<u32>,
    ask_at: usize,
}

grundy_base::debug! {
    impl[] Stream: "Stream";
}

/// Where values come from.
enum Way {
    /// All are kept.
    Memory,
    /// Settled, with the values until then, if they are not too many.
    Settled(Box<Bulk>, Vec<u32>),
    Periodic(Period),
    /// By the digits of heaps.
    Automatic(Automatic),
}

impl Default for Stream {
    fn default() -> Stream {
        Stream::after(Vec::new())
    }
}

impl Stream {
    /// Goes on after these values of the heaps from 0 on.
    #[must_use]
    pub fn after(values: Vec<u32>) -> Stream {
        Stream {
            next: values.len() as u64,
            sequence: Sequence { values, ..Sequence::default() },
            way: Way::Memory,
            stretch: Vec::new(),
            ask_at: EARLIEST,
        }
    }

    /// Resumes after `heaps` heaps from 0 on. `read(heap, count)` gives the values of `count` heaps
    /// from `heap` on; not all of them are read where few are enough.
    pub fn resume<E: From<Stopped>>(
        rules: &dyn HeapRules,
        heaps: u64,
        limits: &Limits<'_>,
        mut read: impl FnMut(u64, usize) -> Result<Vec<u32>, E>,
    ) -> Result<Stream, E> {
        let mut stream = Stream::default();
        let settles_by = if heaps > FEW { heaps.min(FEW) } else { 0 };
        while stream.next < settles_by && matches!(stream.way, Way::Memory) {
            stream.next(rules, heaps - 1, limits)?;
        }
        match &mut stream.way {
            Way::Periodic(_) | Way::Automatic(_) => stream.next = heaps,
            Way::Settled(bulk, _) if bulk.end() < heaps => {
                // Lanes count parity from an even heap.
                let end = heaps & !1;
                let start = end - bulk.reach() as u64;
                let last = read(start, bulk.reach())?;
                let ranks = (start..).zip(last).map(|(heap, value)| bulk.rank(heap, value));
                let snapshot = Snapshot::new(end, ranks, (0, None));
                if bulk.restore(&snapshot) {
                    stream.next = end;
                    return Ok(stream);
                }
            }
            _ => {}
        }
        if stream.next < heaps {
            limits.room(heaps.saturating_mul(8), 0)?;
            return Ok(Stream::after(read(0, heaps as usize)?));
        }
        Ok(stream)
    }

    /// Leaves out the heaps before one, where their values are not needed.
    pub fn skip_to(&mut self, heap: u64) {
        if let Way::Periodic(_) | Way::Automatic(_) = self.way {
            self.next = self.next.max(heap);
        }
    }

    /// The heaps from the next one on: the first of them, and their values, up to `last` at least
    /// if that is near.
    pub fn next(
        &mut self,
        rules: &dyn HeapRules,
        last: u64,
        limits: &Limits<'_>,
    ) -> Result<(u64, &[u32]), Stopped> {
        let first = self.next;
        self.stretch.clear();
        while self.stretch.is_empty() {
            self.advance(rules, last, limits)?;
        }
        self.next += self.stretch.len() as u64;
        let kept = match &self.way {
            Way::Settled(_, first) => first.capacity(),
            Way::Memory | Way::Periodic(_) | Way::Automatic(_) => self.sequence.values.capacity(),
        };
        let (reached, bytes) = (self.next as usize, 4 * kept as u64);
        limits.check(Progress { stage: "heaps", positions: reached, bytes })?;
        Ok((first, &self.stretch))
    }

    #[cfg(test)]
    pub(super) fn is_settled(&self) -> bool {
        matches!(self.way, Way::Settled(..))
    }

    fn advance(
        &mut self,
        rules: &dyn HeapRules,
        last: u64,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let Sequence { values, .. } = &self.sequence;
        match &mut self.way {
            Way::Periodic(period) => {
                let to = last.min(self.next + STRETCH).max(self.next);
                if period.value(values, to) > u32::MAX.into() {
                    let limit = u32::MAX.into();
                    return Err(Stopped::Numbering { what: "values", limit });
                }
                let value = |heap| period.value(values, heap) as u32;
                self.stretch.extend((self.next..=to).map(value));
            }
            Way::Automatic(automatic) => {
                let to = last.min(self.next + STRETCH).max(self.next);
                self.stretch.extend((self.next..=to).map(|heap| automatic.value(heap)));
            }
            Way::Settled(bulk, first) => {
                bulk.forget();
                let decided = bulk.fill();
                let new = bulk.values().skip_while(|(heap, _)| *heap < self.next);
                self.stretch.extend(new.map(|(_, value)| u32::from(value)));
                if !decided && !bulk.prove_deeper(first, limits)? {
                    // From the start, with all values kept.
                    (self.sequence, self.way) = (Sequence::default(), Way::Memory);
                }
            }
            Way::Memory => {
                // Few at first: a period may make the rest easy.
                let few = (self.ask_at as u64 - 1).max(self.next);
                let to = last.min(self.next + STRETCH).min(few).max(self.next);
                self.sequence.extend(rules, to as usize, limits)?;
                let values = &self.sequence.values;
                self.stretch.extend_from_slice(&values[self.next as usize..]);
                if values.len() >= self.ask_at {
                    self.ask_at = 2 * values.len();
                    if let Some(found) = find_period(values, &rules.kind()).filter(|p| p.proved) {
                        self.way = Way::Periodic(found);
                        return Ok(());
                    }
                    if let Some(found) = Automatic::of(values, &rules.kind()) {
                        self.way = Way::Automatic(found);
                        return Ok(());
                    }
                }
                if matches!(&self.sequence.fast, Fast::Bulk(_, bulk, _) if bulk.is_deep()) {
                    let sequence = std::mem::take(&mut self.sequence);
                    if let Fast::Bulk(_, mut bulk, _) = sequence.fast {
                        bulk.keep_start();
                        let few = sequence.values.len() <= MOST_KEPT;
                        let first = if few { sequence.values } else { Vec::new() };
                        self.way = Way::Settled(bulk, first);
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::recurrence::tests::rules;
    use super::*;

    /// Settled games, periodic games and others: values in stretches, and again from any heap on,
    /// are those in memory.
    #[test]
    fn stretches_are_the_sequence() {
        const LAST: u64 = FEW + 500_000;
        let limits = Limits::default();
        for digits in [&[0, 1, 0, 6][..], &[0, 7, 7], &[0, 6, 4, 4]] {
            let rules = rules(digits);
            let mut sequence = Sequence::default();
            sequence.extend(&rules, 2_000_000, &limits).unwrap();
            let values = sequence.values();
            for start in [0, 1, 5000, 200_001, FEW + 7, LAST] {
                let mut stream = Stream::resume(&rules, start, &limits, |from, heaps| {
                    Ok::<_, Stopped>(values[from as usize..][..heaps].to_vec())
                });
                let stream = stream.as_mut().unwrap();
                loop {
                    let (first, stretch) = stream.next(&rules, LAST, &limits).unwrap();
                    assert_eq!(stretch, &values[first as usize..][..stretch.len()], "{digits:?}");
                    assert!(first <= start.max(first) && !stretch.is_empty());
                    if first + stretch.len() as u64 > LAST {
                        break;
                    }
                }
            }
        }
    }

    /// Memory stays what it was when a game has settled.
    #[test]
    fn a_settled_game_needs_no_more_memory() {
        let limits = Limits { memory: 4 << 20, ..Limits::default() };
        let rules = rules(&[0, 1, 0, 6]);
        let mut stream = Stream::default();
        let mut heaps = 0;
        while heaps < 10_000_000 {
            let (first, stretch) = stream.next(&rules, u64::MAX >> 1, &limits).unwrap();
            heaps = first + stretch.len() as u64;
        }
    }
}
