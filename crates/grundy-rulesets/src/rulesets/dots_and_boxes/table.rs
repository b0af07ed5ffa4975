//! Transposition tables of bounds, with replacement.

use super::{DotsAndBoxes, Drawn};
use grundy_base::Limits;
use grundy_game::Of;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::stored::Stored;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::{InWords, Position};

/// Sets of edges, with the type of table for searches on boards with such sets.
pub trait Edges: Bits + Stored<1, 1> {
    /// The greatest number of edges of a board.
    const MOST: u32;

    /// A table of bounds.
    type Table: Bounding<Self>;

    /// The game, with its positions packed if a key has room for the edges and the boxes.
    fn packed<W: Position + 'static>(game: Of<W>, _rules: DotsAndBoxes<Self>) -> Of<W>
    where
        Drawn<Self>: InWords<Words = W>,
    {
        game
    }
}

impl Edges for u64 {
    // One of the numbers of six bits means no move.
    const MOST: u32 = 63;
    type Table = Table;

    fn packed<W: Position + 'static>(game: Of<W>, rules: DotsAndBoxes) -> Of<W>
    where
        Drawn: InWords<Words = W>,
    {
        game.packed(rules)
    }
}

impl Edges for u128 {
    const MOST: u32 = 128;
    type Table = WholeKeys<u128>;
}

impl Edges for Wide {
    // One of the numbers of eight bits means no move.
    const MOST: u32 = 255;
    type Table = WholeKeys<Wide>;
}

/// A table of the bounds on positions, by their open edges.
pub trait Bounding<B>: Sized {
    /// An empty table for boards of this number of edges.
    fn new(edges: u32) -> Self;

    /// Its size.
    fn bytes(&self) -> u64;

    /// The known bounds of a position.
    fn get(&self, key: B) -> Option<Bounds>;

    /// Adds or replaces the bounds of a position.
    fn put(&mut self, key: B, bounds: Bounds, limits: &Limits<'_>);
}

/// The number of entries in a bucket, which is one cache line. A position is stored only in its
/// bucket.
const BUCKET: usize = 8;
/// The number of bits of a bound, and of a move.
const BOUND: u32 = 6;
const LOW: u64 = (1 << BOUND) - 1;
/// The code for no move: there are at most 63 edges.
const NONE: u32 = LOW as u32;
/// A free entry: no position has these bounds.
const FREE: u64 = 0;
/// The offset with which bounds are stored as unsigned numbers.
const MIDDLE: i32 = 1 << (BOUND - 1);
const FIRST_BITS: u32 = 13;
/// The number of bits of a key that are stored, next to three numbers of six bits.
const KEPT: u32 = u64::BITS - 3 * BOUND;

/// Bounds on the mover's margin, and the best edge so far, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The margin is at least this.
    pub lower: i32,
    /// The margin is at most this.
    pub upper: i32,
    /// The edge that was best.
    pub best: Option<u32>,
}

/// A table whose entries take eight bytes. It grows up to the memory limit. After that, the entry
/// of a bucket with the fewest open edges, and so the least work, is replaced.
///
/// Hashing is multiplication by an odd number, which is invertible. The high bits of the
/// product are the bucket, so that only the low bits are stored.
#[derive(Debug)]
pub struct Table {
    /// The number of bits of a key.
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
    const fn mask(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.digits)
    }

    /// The first entry of a key's bucket, and the bits of the key that are stored.
    fn place(&self, key: u64) -> (usize, u64) {
        let product = key.wrapping_mul(ODD) & self.mask();
        let rest = self.digits - self.bits;
        ((product >> rest) as usize * BUCKET, product & !(u64::MAX << rest))
    }

    fn key(&self, place: usize, kept: u64) -> u64 {
        let product = ((place / BUCKET) as u64) << (self.digits - self.bits) | kept;
        product.wrapping_mul(INVERSE) & self.mask()
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

impl Bounding<u64> for Table {
    fn new(digits: u32) -> Self {
        let bits = FIRST_BITS.min(digits).max(digits.saturating_sub(KEPT));
        Table { digits, bits, entries: vec![FREE; BUCKET << bits], used: 0, full: false }
    }

    fn bytes(&self) -> u64 {
        8 * self.entries.len() as u64
    }

    fn get(&self, key: u64) -> Option<Bounds> {
        let (first, kept) = self.place(key);
        let bucket = &self.entries[first..first + BUCKET];
        let found = bucket.iter().find(|&&entry| entry != FREE && entry >> (3 * BOUND) == kept)?;
        let bound = |place: u32| (found >> (place * BOUND) & LOW) as i32 - MIDDLE;
        let best = Some((found & LOW) as u32).filter(|&best| best != NONE);
        Some(Bounds { lower: bound(1), upper: bound(2), best })
    }

    fn put(&mut self, key: u64, bounds: Bounds, limits: &Limits<'_>) {
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
}

/// A table for boards with more edges, whose entries have whole keys. It grows, and replaces
/// entries, in the same way.
#[derive(Debug)]
pub struct WholeKeys<B> {
    /// Base-2 logarithm of the number of buckets.
    bits: u32,
    /// Keys with their bounds and best edges. The empty set is not a key.
    entries: Vec<(B, [i8; 2], u8)>,
    used: usize,
    full: bool,
}

/// The code for no move in a table of whole keys.
const NO_MOVE: u8 = u8::MAX;
const FIRST_BITS_OF_WHOLE: u32 = 10;

impl<B: Bits> WholeKeys<B> {
    fn of_bits(bits: u32) -> Self {
        let free = (B::EMPTY, [0; 2], NO_MOVE);
        WholeKeys { bits, entries: vec![free; BUCKET << bits], used: 0, full: false }
    }

    /// The bucket of a key.
    fn bucket(&self, key: B) -> std::ops::Range<usize> {
        let words = (0..B::BITS / u64::BITS).map(|number| key.word(number));
        let hash = words.fold(0, |hash: u64, word| (hash.rotate_left(32) ^ word).wrapping_mul(ODD));
        let first = (hash >> (u64::BITS - self.bits)) as usize * BUCKET;
        first..first + BUCKET
    }

    fn grow(&mut self, limits: &Limits<'_>) {
        // The old and the doubled table exist at the same time: three times the memory.
        if 3 * self.bytes() > limits.memory {
            self.full = true;
            return;
        }
        let old = std::mem::replace(self, WholeKeys::of_bits(self.bits + 1));
        for entry in old.entries.into_iter().filter(|(key, ..)| !key.is_empty()) {
            // A bucket is split into two, so a free entry always exists.
            let bucket = self.bucket(entry.0);
            let free = self.entries[bucket].iter_mut().find(|(key, ..)| key.is_empty());
            if let Some(free) = free {
                *free = entry;
                self.used += 1;
            }
        }
    }
}

impl<B: Bits> Bounding<B> for WholeKeys<B> {
    fn new(_: u32) -> Self {
        WholeKeys::of_bits(FIRST_BITS_OF_WHOLE)
    }

    fn bytes(&self) -> u64 {
        (size_of::<(B, [i8; 2], u8)>() * self.entries.len()) as u64
    }

    fn get(&self, key: B) -> Option<Bounds> {
        let bucket = &self.entries[self.bucket(key)];
        let &(_, [lower, upper], best) = bucket.iter().find(|(known, ..)| *known == key)?;
        let best = Some(u32::from(best)).filter(|_| best != NO_MOVE);
        Some(Bounds { lower: lower.into(), upper: upper.into(), best })
    }

    fn put(&mut self, key: B, bounds: Bounds, limits: &Limits<'_>) {
        if !self.full && 4 * self.used > 3 * self.entries.len() {
            self.grow(limits);
        }
        let bucket = self.bucket(key);
        let bucket = &mut self.entries[bucket];
        let place = |wanted: B| bucket.iter().position(|(known, ..)| *known == wanted);
        let place = place(key).or_else(|| place(B::EMPTY)).unwrap_or_else(|| {
            let work = |place: &usize| bucket[*place].0.count();
            (0..BUCKET).min_by_key(work).unwrap_or(0)
        });
        self.used += usize::from(bucket[place].0.is_empty());
        // There are fewer than 128 boxes.
        let margins = [bounds.lower, bounds.upper].map(|bound| bound as i8);
        bucket[place] = (key, margins, bounds.best.map_or(NO_MOVE, |best| best as u8));
    }
}
