//! How many positions of each tier have each verdict.

use std::collections::BTreeMap;

use super::counts::Counts;
use super::failure::Failure;
use super::moves::Moves;
use super::solution::Solution;
use grundy_base::{Limits, Progress};
use grundy_ruleset::{Key, Packed};

/// The positions of a tier.
#[derive(Clone, Debug)]
pub struct Census<K> {
    /// The number of the tier.
    pub tier: u32,
    /// How many of them have each verdict.
    pub counts: Counts,
    /// The least of their keys.
    pub first: K,
}

/// Counts the positions of each tier, the first tier first.
///
/// # Errors
///
/// If the solution cannot be read, or when a limit is reached.
pub fn census<R: Packed>(
    rules: &R,
    solution: &Solution<R::Key>,
    limits: &Limits<'_>,
) -> Result<Vec<Census<R::Key>>, Failure> {
    census_erased(rules, solution, limits)
}

fn census_erased<K: Key>(
    rules: &dyn Moves<K>,
    solution: &Solution<K>,
    limits: &Limits<'_>,
) -> Result<Vec<Census<K>>, Failure> {
    let mut found: BTreeMap<u32, Census<K>> = BTreeMap::new();
    let (mut tiers, mut orbits, mut done) = (Vec::new(), Vec::new(), 0);
    for shelf in solution.tiers() {
        solution.each(shelf, |keys, codes| {
            done += keys.len();
            limits.check(Progress { stage: "counting", positions: done, bytes: 0 })?;
            rules.tiers(keys, &mut tiers);
            rules.orbits(keys, &mut orbits);
            for (((&first, &code), &tier), &orbit) in
                keys.iter().zip(codes).zip(&tiers).zip(&orbits)
            {
                let empty = || Census { tier, counts: Counts::default(), first };
                let counts = &mut found.entry(tier).or_insert_with(empty).counts;
                counts.add(code, 1, orbit.into());
            }
            Ok::<(), Failure>(())
        })?;
    }
    Ok(found.into_values().collect())
}
