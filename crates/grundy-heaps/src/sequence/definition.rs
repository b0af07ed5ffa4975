//! Grundy values of heaps by the definition.

use std::ops::ControlFlow;

use grundy_base::{Limits, Progress, Stopped};
use grundy_ruleset::HeapRules;
use grundy_values::Mex;

/// With more options than this, values that came twice are left out.
const MANY: usize = 1 << 18;

/// The value of a heap is the mex of the values of its options.
#[derive(Default)]
pub(super) struct Definition {
    mex: Mex,
    options: Vec<u64>,
}

impl Definition {
    /// Extends values from 0 up to those of heaps up to `last`.
    ///
    /// Time: one step an option.
    pub(super) fn extend(
        &mut self,
        values: &mut Vec<u32>,
        rules: &dyn HeapRules,
        last: usize,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut work = 0;
        while values.len() <= last {
            let size = values.len();
            self.options.clear();
            let (mut most, mut stopped) = (MANY, Ok(()));
            let _ = rules.try_each_option(size as u64, &mut |heaps| {
                let worth = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
                self.options.push(u64::from(worth));
                if self.options.len() < most {
                    return ControlFlow::Continue(());
                }
                // Heaps that fall in many parts have more options than memory
                // holds, but few values.
                self.options.sort_unstable();
                self.options.dedup();
                most = MANY.max(2 * self.options.len());
                let bytes = 4 * values.capacity() as u64;
                stopped = limits.check(Progress { stage: "heaps", positions: size, bytes });
                if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            stopped?;
            work += 1 + self.options.len();
            values.push(self.mex.of(self.options.iter().copied()) as u32);
            if work >= 1 << 16 {
                work = 0;
                let bytes = 4 * values.capacity() as u64;
                limits.check(Progress { stage: "heaps", positions: size, bytes })?;
            }
        }
        Ok(())
    }
}
