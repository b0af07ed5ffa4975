//! What is known of positions: bounds, eight bytes each, in a table that forgets.

use crate::limits::Limits;

/// Entries that stand together, a line of the cache: a position is in one of them.
const BUCKET: usize = 8;
/// Binary digits for a bound, and for a move.
const BOUND: u32 = 6;
const LOW: u64 = (1 << BOUND) - 1;
/// A move that is none: there are at most 59 edges.
const NONE: u32 = LOW as u32;
/// An entry that is free: no position has bounds like these.
const FREE: u64 = 0;
/// Bounds are kept without a sign.
const MIDDLE: i32 = 1 << (BOUND - 1);
const FIRST_BITS: u32 = 13;

/// Bounds of what the mover gains, and the edge that was best, if one was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub lower: i32,
    pub upper: i32,
    pub best: Option<u32>,
}

/// A table of bounds. It grows as far as the limit on memory allows; from then on
/// what took the most work is kept.
///
/// A key is multiplied by an odd number, which can be undone. The high digits of the
/// product say where it stands, and only the others are kept.
pub(super) struct Table {
    /// Binary digits of a key.
    digits: u32,
    /// Binary digits of the number of buckets.
    bits: u32,
    entries: Vec<u64>,
    /// Entries that are not free.
    used: usize,
    /// There is no room for a larger table.
    full: bool,
}

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number with which [`ODD`] gives 1, by Newton's method.
const INVERSE: u64 = {
    let (mut inverse, mut i) = (ODD, 0);
    while i < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(ODD.wrapping_mul(inverse)));
        i += 1;
    }
    inverse
};

impl Table {
    /// An empty table for keys of so many binary digits, at most 59.
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

    /// The first place of a key, and what is kept of it.
    fn place(&self, key: u64) -> (usize, u64) {
        // Of the product at most 46 digits are kept, and three numbers beside them.
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

    /// Doubles the table, if there is room for it.
    fn grow(&mut self, limits: &Limits<'_>) {
        // While it grows, the old table is there as well.
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
            // A bucket is shared out to two, so that there is always a place.
            let bucket = &mut self.entries[first..first + BUCKET];
            if let Some(place) = bucket.iter_mut().find(|place| **place == FREE) {
                *place = kept << (3 * BOUND) | entry & !(u64::MAX << (3 * BOUND));
            }
        }
    }
}
