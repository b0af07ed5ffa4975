//! Proofs of the few heaps that the last ranks do not prove.
//!
//! That a rare value is an option is nearly always shown by a split one part of which is among
//! some first heaps. A heap of some hundred millions needs a larger part: for it, more of the
//! first and of the last values are computed again, and all their splits are looked at.

use std::ops::Range;

use super::Search;
use crate::limits::{Limits, Stopped};
use crate::sequence::lanes::LANES;

/// The smaller part of a split is below the first of these, then below the next.
const DEPTHS: [u64; 3] = [1 << 18, 1 << 21, FARTHEST];
/// No proof looks at larger parts, or farther back.
pub(super) const FARTHEST: u64 = 1 << 24;

impl Search {
    /// Proves the first heaps that are not proved, which the last ranks were not enough for, and
    /// goes on behind them; false where one of them may have a rare value, or memory does not do.
    ///
    /// Time: for some times 2^24 heaps at most; memory: 6 bytes for each of them.
    pub(super) fn prove_deeper(&mut self, limits: &Limits<'_>) -> Result<bool, Stopped> {
        let heaps = self.bulk.end()..self.bulk.end() + LANES as u64;
        let taken = self.code.most_taken() as u64;
        // The other part is the larger one.
        let all = heaps.start.saturating_sub(taken) / 2;
        let before = self.bulk.depth().unwrap_or(0) as u64;
        for depth in DEPTHS.into_iter().filter(|&depth| depth > before) {
            let depth = depth.min(all);
            let bytes = 4 * depth + 2 * (depth + taken) + self.snapshot_bytes();
            if limits.room(bytes, heaps.start as usize).is_err() {
                return Ok(false);
            }
            let Some(deepest) = self.look_deeper(&heaps, depth, limits)? else { return Ok(false) };
            if let Some(part) = deepest {
                self.deepest = self.deepest.max(part + taken + LANES as u64);
                self.deeper.push(heaps.start);
                self.bulk.decide();
                self.bulk.cut(heaps.end);
                self.greatest = self.bulk.greatest(self.greatest);
                return Ok(true);
            }
            if depth == all {
                break;
            }
        }
        Ok(false)
    }

    /// The greatest part that is needed to show all rare values below those of some heaps to be
    /// options; none within if a greater one is needed than a depth, none if a value is unknown.
    fn look_deeper(
        &mut self,
        heaps: &Range<u64>,
        depth: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Option<u64>>, Stopped> {
        let first = self.first.len() as u64;
        if first < depth {
            let Some(more) = self.computed(first..depth, limits)? else { return Ok(None) };
            self.first.extend(more.into_iter().map(u32::from));
        }
        let start = heaps.start - depth - self.code.most_taken() as u64;
        let Some(last) = self.computed(start..heaps.end, limits)? else { return Ok(None) };
        let value = |heap: u64| last[(heap - start) as usize];
        let mut deepest = 0;
        for heap in heaps.clone() {
            let Some(part) = self.deepest_part(heap, depth, value) else { return Ok(Some(None)) };
            deepest = deepest.max(part);
        }
        Ok(Some(Some(deepest)))
    }

    /// The greatest part that is needed to show all rare values below that of a heap to be
    /// options; none if it is not below a depth. `value` gives the values of heaps before.
    fn deepest_part(&self, heap: u64, depth: u64, value: impl Fn(u64) -> u16) -> Option<u64> {
        let classes = self.bulk.classes();
        let mut missing: Vec<bool> =
            (0..value(heap)).map(|smaller| classes.is_rare(heap, smaller)).collect();
        let mut left = missing.iter().filter(|&&missing| missing).count();
        let mut show = |option: u16| {
            if let Some(missing) = missing.get_mut(usize::from(option)) {
                left -= usize::from(std::mem::take(missing));
            }
            left == 0
        };
        let mut done = false;
        for taken in self.code.leaving(1) {
            done = show(value(heap - taken as u64));
        }
        let splits: Vec<u64> = self.code.leaving(2).map(|taken| taken as u64).collect();
        let mut part = 0;
        while !done {
            part += 1;
            if part >= depth {
                return None;
            }
            for taken in &splits {
                done = show(self.first[part as usize] as u16 ^ value(heap - taken - part));
            }
        }
        Some(part)
    }

    /// The values of heaps that are decided; none where one is not.
    fn computed(
        &self,
        heaps: Range<u64>,
        limits: &Limits<'_>,
    ) -> Result<Option<Vec<u16>>, Stopped> {
        let in_memory = self.first.iter().skip(heaps.start as usize).map(|&value| value as u16);
        let mut values: Vec<u16> = in_memory.take((heaps.end - heaps.start) as usize).collect();
        // Snapshots start where memory ends.
        let start = heaps.start + values.len() as u64;
        let mut bulk = self.bulk_before(start + self.bulk.reach() as u64);
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
            self.check("proving a heap by larger parts", self.bulk.end(), limits)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Ended;
    use super::super::tests::{rules, run, search};
    use super::*;
    use crate::sequence::Sequence;

    /// Values of 0.1167 are those of the method that keeps all of them, also behind heap
    /// 5,445,927, for which parts among the first 32,768 are not enough.
    #[test]
    fn a_heap_that_needs_a_large_part_is_proved() {
        const LAST: usize = 5_700_000;
        let rules = rules(&[0, 1, 1, 6, 7]);
        let mut sequence = Sequence::default();
        sequence.extend(&rules, LAST, &Limits::default()).unwrap();
        let mut options = vec![false; 1 << 8];
        let heap = 5_445_927;
        for taken in rules.0.leaving(2) {
            for part in 1..=(heap - taken) / 2 {
                let [a, b] = [part, heap - taken - part].map(|part| sequence.values()[part]);
                options[(a ^ b) as usize] = true;
            }
        }
        rules.0.leaving(1).for_each(|taken| {
            options[sequence.values()[heap - taken] as usize] = true;
        });
        assert_eq!(options.iter().position(|option| !option), Some(69));

        for threads in [1, 2] {
            let limits = Limits { threads, ..Limits::default() };
            let mut search = search(&rules);
            let ended = search.run(5_445_900, &limits, |_| Ok(())).unwrap();
            assert_eq!((ended, search.reached()), (Ended::NotFound, 5_445_946));
            assert_eq!(search.greatest, (69, Some(heap as u64)));
            let mut last = Vec::new();
            let ended = search.run(5_500_000, &limits, |search| {
                last = search.bulk.values().collect();
                Ok(())
            });
            assert_eq!(ended.unwrap(), Ended::NotFound);
            assert_eq!(search.deeper, [5_445_914]);
            assert!(search.deepest > 1 << 15 && search.deepest < 1 << 18);
            assert!(last.len() >= 1 << 16 && last[0].0 > heap as u64);
            for (n, value) in last {
                assert_eq!(u32::from(value), sequence.values()[n as usize], "at {n}");
            }
        }
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
            assert_eq!(search.deeper.len(), 16);

            limits.memory = 1 << 19;
            let ended = search.run(start + 1000, &limits, |_| Ok(())).unwrap();
            assert_eq!(ended, Ended::Undecided(start + 512));
        }
    }

    /// A rare value that is no option is not shown to be one: a rare heap has no common value.
    #[test]
    fn a_rare_heap_is_not_proved() {
        let rules = rules(&[0, 5, 6]);
        let search = search(&rules);
        let classes = search.bulk.classes();
        let proved = |heap: u64| {
            let own = search.first[heap as usize] as u16;
            let common = (own..).find(|&value| !classes.is_rare(heap, value)).unwrap();
            let value = |n: u64| if n == heap { common } else { search.first[n as usize] as u16 };
            search.deepest_part(heap, heap / 2, value).is_some()
        };
        let rare = |&heap: &u64| classes.is_rare(heap, search.first[heap as usize] as u16);
        let (rares, commons): (Vec<u64>, Vec<u64>) = (100..20_000).partition(rare);
        assert!(rares.len() > 3 && !rares.into_iter().any(proved));
        assert!(commons.into_iter().rev().take(200).all(proved));
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
        deep.deepest = DEPTH;
        assert_eq!(run(&mut deep), found);
        assert!((DEPTH..2 * DEPTH).contains(&(deep.reached() - usual.reached())));

        let kept = deep.snapshot().clone();
        let mut again = search(&rules);
        assert!(again.resume(vec![kept], &Limits::default()).unwrap());
        assert_eq!(again.deepest, DEPTH);
    }

    /// The values of a certificate are proved by each other.
    #[test]
    fn a_window_has_no_heap_that_needs_more() {
        let rules = rules(&[0, 5, 6]);
        let mut search = search(&rules);
        let Ended::Found(found) = run(&mut search) else { panic!("0.56 has a period") };
        let window = search.window(found).unwrap();
        search.deeper.push(window.heap + 7);
        assert_ne!(search.window(found).map(|window| window.heap), Some(window.heap));
    }
}
