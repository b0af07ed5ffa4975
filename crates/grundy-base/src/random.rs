//! Numbers that look random and are the same on every machine, for samples.

/// SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// 64 random bits.
    #[inline]
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which must not be 0.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.word() as u128 * bound as u128) >> 64) as usize
    }

    /// A number from 0 to 1.
    #[inline]
    pub fn part(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_reference_implementation() {
        // Sebastiano Vigna, splitmix64.c, from seed 1234567.
        let mut random = Random::new(1_234_567);
        let words =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(words, std::array::from_fn(|_| random.word()));
    }

    #[test]
    fn numbers_below_a_bound_are_about_as_frequent() {
        let mut random = Random::new(1);
        let mut counts = [0; 7];
        (0..70_000).for_each(|_| counts[random.below(7)] += 1);
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert!((0..1000).map(|_| random.part()).all(|part| (0.0..1.0).contains(&part)));
    }
}
