//! A transposition table of bounds, with replacement; an entry takes eight bytes.

use grundy_base::Limits;

/// Entries per bucket, which is one cache line. A position is stored in its bucket only.
const BUCKET: usize = 8;
/// Bits of a bound, and of a move.
const BOUND: u32 = 6;
const LOW: u64 = (1 << BOUND) - 1;
/// The code for no move: there are at most 59 edges.
const NONE: u32 = LOW as u32;
/// A free entry: no position has these bounds.
const FREE: u64 = 0;
/// The offset with which bounds are stored as unsigned numbers.
const MIDDLE: i32 = 1 << (BOUND - 1);
const FIRST_BITS: u32 = 13;

/// Bounds on the mover's margin, and the best edge so far, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub lower: i32,
    pub upper: i32,
    pub best: Option<u32>,
}

/// A transposition table of bounds. It grows up to the memory limit. After that, of the
/// entries of a bucket the one with the fewest open edges, and so the least work, is
/// replaced.
///
/// Hashing is multiplication by an odd number, which is invertible. The high bits of the
/// product are the bucket, so that only the low bits are stored.
pub(super) struct Table {
    /// Bits of a key.
    digits: u32,
    /// Base-2 logarithm of the number of buckets.
    bits: u32,
    entries: Vec<u64>,
    /// The number of entries in use.
    used: usize,
    /// Whether the table can grow no further.
    full: bool,
}

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The inverse of [`ODD`] modulo 2^64, by Newton's method.
const INVERSE: u64 = {
    let (mut inverse, mut i) = (ODD, 0);
    while i < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(ODD.wrapping_mul(inverse)));
        i += 1;
    }
    inverse
};

impl Table {
    /// An empty table for keys of this number of bits, at most 59.
    pub(super) fn new(digits: u32) -> Self {
        let bits = FIRST_BITS.min(digits);
        Table { digits, bits, entries: vec![FREE; BUCKET << bits], used: 0, full: false }
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.entries.len() as u64
    }

    const fn mask(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.digits)
    }

    /// The first entry of a key's bucket, and the bits of the key that are stored.
    fn place(&self, key: u64) -> (usize, u64) {
        // At most 46 bits of the product are stored, next to three numbers of six bits.
        let product = key.wrapping_mul(ODD) & self.mask();
        let rest = self.digits - self.bits;
        ((product >> rest) as usize * BUCKET, product & !(u64::MAX << rest))
    }

    fn key(&self, place: usize, kept: u64) -> u64 {
        let product = ((place / BUCKET) as u64) << (self.digits - self.bits) | kept;
        product.wrapping_mul(INVERSE) & self.mask()
    }

    pub(super) fn get(&self, key: u64) -> Option<Bounds> {
        let (first, kept) = self.place(key);
        let bucket = &self.entries[first..first + BUCKET];
        let found = bucket.iter().find(|&&entry| entry != FREE && entry >> (3 * BOUND) == kept)?;
        let bound = |place: u32| (found >> (place * BOUND) & LOW) as i32 - MIDDLE;
        let best = Some((found & LOW) as u32).filter(|&best| best != NONE);
        Some(Bounds { lower: bound(1), upper: bound(2), best })
    }

    pub(super) fn put(&mut self, key: u64, bounds: Bounds, limits: &Limits<'_>) {
        let digits = |bound: i32| (bound + MIDDLE) as u64;
        let value = digits(bounds.upper) << (2 * BOUND)
            | digits(bounds.lower) << BOUND
            | u64::from(bounds.best.unwrap_or(NONE));
        if !self.full && 4 * self.used > 3 * self.entries.len() {
            self.grow(limits);
        }
        let (first, kept) = self.place(key);
        let bucket = &self.entries[first..first + BUCKET];
        let same = bucket.iter().position(|entry| *entry != FREE && entry >> (3 * BOUND) == kept);
        let free = || bucket.iter().position(|entry| *entry == FREE);
        let place = same.or_else(free).unwrap_or_else(|| {
            let work = |place: &usize| self.key(first, bucket[*place] >> (3 * BOUND)).count_ones();
            (0..BUCKET).min_by_key(work).unwrap_or(0)
        });
        self.used += usize::from(bucket[place] == FREE);
        self.entries[first + place] = kept << (3 * BOUND) | value;
    }

    /// Doubles the table, if the memory limit allows it.
    fn grow(&mut self, limits: &Limits<'_>) {
        // The old and the doubled table exist at the same time: three times the memory.
        if self.bits == self.digits || 3 * self.bytes() > limits.memory {
            self.full = true;
            return;
        }
        let larger =
            Table { bits: self.bits + 1, entries: vec![FREE; 2 * self.entries.len()], ..*self };
        let old = std::mem::replace(self, larger);
        let entries = old.entries.iter().enumerate().filter(|(_, entry)| **entry != FREE);
        for (place, &entry) in entries {
            let (first, kept) = self.place(old.key(place, entry >> (3 * BOUND)));
            // A bucket is split into two, so a free entry always exists.
            let bucket = &mut self.entries[first..first + BUCKET];
            if let Some(place) = bucket.iter_mut().find(|place| **place == FREE) {
                *place = kept << (3 * BOUND) | entry & !(u64::MAX << (3 * BOUND));
            }
        }
    }
}
