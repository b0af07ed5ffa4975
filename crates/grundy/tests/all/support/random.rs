//! Numbers without a pattern, the same in every run.

/// A linear congruential generator, of which the upper digits are used (Knuth, The Art of
/// Computer Programming, section 3.3.4).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}
