//! Pairs of digits that no position of play has, although each of them is frequent: a stone above
//! an empty square in Connect Four. Play does not reach a position with such a pair.

use super::fields::Fields;

/// Pairs of digits of positions that were seen.
pub(crate) struct Pairs {
    /// The first slot of each place, if its digits are few.
    first: Vec<Option<usize>>,
    slots: usize,
    seen: u32,
    /// How often two slots were filled at once; a slot with itself: how often it was filled.
    counts: Vec<u32>,
    /// Pairs that play does not have.
    never: Vec<bool>,
    digits: Vec<u64>,
    filled: Vec<usize>,
}

/// Digits of a place that count as few.
const FEW: u64 = 8;
/// Places beyond these are not looked at.
const SLOTS: usize = 512;
/// How often a pair would have been seen, at least, if the digits were independent.
const EXPECTED: f64 = 100.0;

impl Pairs {
    pub(crate) fn new(fields: &Fields) -> Pairs {
        let mut slots = 0;
        let mut first = Vec::new();
        for radix in fields.radices() {
            let fits = radix <= FEW && slots + radix as usize <= SLOTS;
            first.push(fits.then_some(slots));
            slots += if fits { radix as usize } else { 0 };
        }
        let (counts, never) = (vec![0; slots * slots], vec![false; slots * slots]);
        Pairs { first, slots, seen: 0, counts, never, digits: Vec::new(), filled: Vec::new() }
    }

    fn fill(&mut self, fields: &Fields, key: u128) {
        fields.digits(key, &mut self.digits);
        self.filled.clear();
        let slots = self.first.iter().zip(&self.digits);
        self.filled.extend(slots.filter_map(|(first, &digit)| Some((*first)? + digit as usize)));
    }

    /// Learns from a position that play reaches.
    pub(crate) fn learn(&mut self, fields: &Fields, key: u128) {
        self.fill(fields, key);
        self.seen += 1;
        for (i, &a) in self.filled.iter().enumerate() {
            for &b in &self.filled[i..] {
                self.counts[a * self.slots + b] += 1;
            }
        }
    }

    /// Ends learning.
    pub(crate) fn conclude(&mut self) {
        let slots = self.slots;
        let alone = |slot: usize| f64::from(self.counts[slot * slots + slot]);
        for a in 0..slots {
            for b in a + 1..slots {
                let expected = alone(a) * alone(b) / f64::from(self.seen.max(1));
                self.never[a * slots + b] = self.counts[a * slots + b] == 0 && expected >= EXPECTED;
            }
        }
    }

    /// Whether a position has no pair that play does not have.
    pub(crate) fn allow(&mut self, fields: &Fields, key: u128) -> bool {
        self.fill(fields, key);
        let Pairs { filled, never, slots, .. } = self;
        filled.iter().enumerate().all(|(i, &a)| {
            let row = &never[a * *slots..(a + 1) * *slots];
            filled[i + 1..].iter().all(|&b| !row[b])
        })
    }
}
