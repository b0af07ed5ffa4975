//! How many positions there are of each verdict.

use std::collections::BTreeMap;

use super::code::Code;

/// For each verdict that occurs: the keys, and the positions that these stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<Code, [u64; 2]>);

impl Counts {
    /// Adds keys of a verdict, and the positions that they stand for.
    pub fn add(&mut self, code: Code, keys: u64, positions: u64) {
        let count = self.0.entry(code).or_default();
        count[0] += keys;
        count[1] += positions;
    }

    /// Adds what others have counted.
    pub fn merge(&mut self, others: &Counts) {
        others.each().for_each(|(code, [keys, positions])| self.add(code, keys, positions));
    }

    /// Each verdict, the worst first, with its keys and positions.
    pub fn each(&self) -> impl Iterator<Item = (Code, [u64; 2])> {
        self.0.iter().map(|(code, count)| (*code, *count))
    }

    /// All keys.
    #[must_use]
    pub fn keys(&self) -> u64 {
        self.0.values().map(|count| count[0]).sum()
    }

    /// All positions that the keys stand for.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.0.values().map(|count| count[1]).sum()
    }
}

/// Counts of many positions, before they are sorted by their verdicts.
pub(super) struct Tally(Box<[[u64; 2]]>);

impl Tally {
    pub(super) fn new() -> Self {
        Tally(vec![[0; 2]; 1 << 16].into())
    }

    #[inline]
    pub(super) fn add(&mut self, code: Code, positions: u32) {
        let count = &mut self.0[usize::from(code.bits())];
        count[0] += 1;
        count[1] += u64::from(positions);
    }

    pub(super) fn restore(&mut self, counts: &Counts) {
        for (code, count) in counts.each() {
            self.0[usize::from(code.bits())] = count;
        }
    }

    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (bits, &[keys, positions]) in self.0.iter().enumerate().filter(|(_, c)| c[0] > 0) {
            counts.add(Code::from_bits(bits as u16), keys, positions);
        }
        counts
    }
}
