//! What tests of several rulesets share.

/// Numbers below a bound that look random (xorshift), from a seed that is not 0.
pub(crate) fn random(mut seed: u64) -> impl FnMut(u64) -> u64 + Clone {
    move |most| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 20) % most
    }
}
