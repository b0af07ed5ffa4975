//! Functions for the tests of several rulesets.

use grundy_base::Random;

/// Random numbers below a bound.
pub(crate) fn random(seed: u64) -> impl FnMut(u64) -> u64 + Clone {
    let mut random = Random::new(seed);
    move |bound| random.below(bound as usize) as u64
}
