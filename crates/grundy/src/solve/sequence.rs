//! Grundy values of heaps, from 0 up.

use std::ops::ControlFlow;

use crate::limits::{Limits, Progress, Stopped};
use crate::ruleset::HeapRules;
use crate::value::Mex;

/// g(0), g(1), … of heap rules, extended on demand.
///
/// Time: one step an option, so the square of the length where heaps split;
/// memory: four bytes a heap.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    values: Vec<u32>,
    mex: Mex,
}

impl Sequence {
    /// The values found so far.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Makes sure that g(0), …, g(`last`) are known. What is known when a
    /// limit ends the work stays known.
    pub fn extend(
        &mut self,
        rules: &dyn HeapRules,
        last: usize,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        if last > limits.positions {
            let reached = self.values.len();
            return Err(Stopped::Positions { limit: limits.positions, reached });
        }
        limits.room((last as u64).saturating_mul(4), self.values.len())?;
        let mut work = 0;
        let mut options: Vec<u64> = Vec::new();
        while self.values.len() <= last {
            let size = self.values.len();
            options.clear();
            let values = &self.values;
            let _ = rules.each_option(size as u64, &mut |heaps| {
                let worth = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
                options.push(u64::from(worth));
                ControlFlow::Continue(())
            });
            work += 1 + options.len();
            self.values.push(self.mex.of(options.iter().copied()) as u32);
            if work >= 1 << 16 {
                work = 0;
                let bytes = 4 * self.values.capacity() as u64;
                limits.check(Progress { stage: "heaps", positions: size, bytes })?;
            }
        }
        Ok(())
    }
}
