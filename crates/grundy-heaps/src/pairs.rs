//! Grundy values of pairs of heaps, by definition.

use std::ops::ControlFlow;

use grundy_base::{Limits, Progress, Stopped};
use grundy_ruleset::PairRules;
use grundy_values::Mex;

/// g(a, b) for a and b from 0 to `last`, a row for each a.
///
/// Time: one step an option; memory: four bytes a pair.
pub fn pair_values(
    rules: &dyn PairRules,
    last: usize,
    limits: &Limits<'_>,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let heaps = last.saturating_add(1);
    let pairs = heaps.saturating_mul(heaps);
    if pairs > limits.positions {
        return Err(Stopped::Positions { limit: limits.positions, reached: 0 });
    }
    let bytes = 4 * pairs as u128;
    limits.room(u64::try_from(bytes).unwrap_or(u64::MAX), 0)?;
    let (mut mex, mut options) = (Mex::default(), Vec::new());
    let mut rows: Vec<Vec<u32>> = Vec::new();
    let mut work = 0;
    for a in 0..heaps {
        rows.push(Vec::with_capacity(heaps));
        for b in 0..heaps {
            options.clear();
            // No move makes a heap greater, so what it leaves is known.
            let _ = rules.each_option([a as u64, b as u64], &mut |[a, b]| {
                options.push(u64::from(rows[a as usize][b as usize]));
                ControlFlow::Continue(())
            });
            work += 1 + options.len();
            let value = mex.of(options.iter().copied());
            rows[a].push(value as u32);
            if work >= 1 << 16 {
                work = 0;
                let positions = a * heaps + b;
                limits.check(Progress {
                    stage: "pairs",
                    positions,
                    bytes: 4 * positions as u64,
                })?;
            }
        }
    }
    Ok(rows)
}
