//! Grundy values where all numbers of tokens but a few may be taken.
//!
//! The options of a heap of n are all smaller heaps but those of n − s for the few s. So a value is
//! missing among them if it has not come so far, or if only those few heaps have it. A value that
//! has not come so far and is less than another that has would be missing too, so that the values
//! which have come are always 0, 1, …, u − 1: what is missing is u, or the least value that only
//! the few have.
//!
//! Time: one step a heap for each number that must not be taken.

use hashbrown::HashMap;

use grundy_base::{Limits, Progress, Stopped};

/// The sequence of a set of numbers that must not be taken.
pub(super) struct AllBut {
    set: Vec<u64>,
    /// How many heaps have each value, as far as values have come.
    heaps: Vec<u32>,
}

impl AllBut {
    /// Goes on from the first values.
    pub(super) fn new(set: Vec<u64>, values: &[u32]) -> AllBut {
        let mut all_but = AllBut { set, heaps: Vec::new() };
        values.iter().for_each(|&value| all_but.count(value));
        all_but
    }

    /// Counts one more heap of a value.
    fn count(&mut self, value: u32) {
        let values = self.heaps.len().max(value as usize + 1);
        self.heaps.resize(values, 0);
        self.heaps[value as usize] += 1;
    }

    /// Extends the values to heaps up to `last`; all values must come from here or have been there
    /// before.
    pub(super) fn extend(
        &mut self,
        values: &mut Vec<u32>,
        last: usize,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut among_few: HashMap<u32, u32> = HashMap::new();
        let mut work = 0;
        while values.len() <= last {
            let n = values.len();
            among_few.clear();
            for &taken in self.set.iter().take_while(|&&taken| taken <= n as u64) {
                *among_few.entry(values[n - taken as usize]).or_default() += 1;
            }
            work += 1 + among_few.len();
            let only_there = among_few.iter().filter(|(v, few)| self.heaps[**v as usize] == **few);
            let new = self.heaps.len() as u32;
            let value = only_there.map(|(&value, _)| value).min().unwrap_or(new);
            self.count(value);
            values.push(value);
            if work >= 1 << 16 {
                work = 0;
                let bytes = 8 * values.capacity() as u64;
                limits.check(Progress { stage: "heaps", positions: n, bytes })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_few_heaps_tell_what_all_options_say() {
        for set in [&[][..], &[1], &[2], &[3, 7], &[1, 2, 3], &[1, 4], &[2, 3, 11, 12], &[5, 40]] {
            let mut expected: Vec<u32> = Vec::new();
            for n in 0..600u64 {
                let options = (1..=n).filter(|taken| !set.contains(taken));
                let options: Vec<u32> = options.map(|t| expected[(n - t) as usize]).collect();
                expected.push((0..).find(|value| !options.contains(value)).unwrap());
            }
            let (mut all_but, mut values) = (AllBut::new(set.to_vec(), &[]), Vec::new());
            for last in [0, 10, 599] {
                all_but.extend(&mut values, last, &Limits::default()).unwrap();
            }
            assert_eq!(values, expected, "{set:?}");
        }
    }
}
