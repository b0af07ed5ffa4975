//! A cache of results for pairs of forms, of limited size: new results replace old ones.

use super::Form;

/// A table from pairs of forms to numbers that forgets a pair when another
/// needs its place.
///
/// It doubles while it is written to and the limit allows. Time: one cache line
/// a look-up.
pub(super) struct Cache {
    slots: Vec<Slot>,
    writes: usize,
    limit: u64,
}

#[derive(Clone, Copy)]
struct Slot {
    pair: [Form; 2],
    found: u32,
}

/// No pair: a form is never summed with this one.
const FREE: Slot = Slot { pair: [Form(u32::MAX); 2], found: 0 };

/// The number of slots at first.
const FIRST: usize = 1 << 10;

/// A larger cache does not help any more.
const MOST: u64 = 512 << 20;

impl Cache {
    /// An empty table that will not hold more bytes than `limit`, unless its
    /// first few slots do.
    pub(super) fn new(limit: u64) -> Self {
        Cache { slots: vec![FREE; FIRST], writes: 0, limit: limit.min(MOST) }
    }

    pub(super) fn set_limit(&mut self, limit: u64) {
        self.limit = limit.min(MOST);
        if self.bytes() > self.limit {
            *self = Cache::new(limit);
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Slot>()) as u64
    }

    #[inline]
    fn place(&self, [a, b]: [Form; 2]) -> usize {
        let pair = u64::from(a.0) << 32 | u64::from(b.0);
        let mixed = (pair ^ pair >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, pair: [Form; 2]) -> Option<u32> {
        let slot = self.slots[self.place(pair)];
        (slot.pair == pair).then_some(slot.found)
    }

    #[inline]
    pub(super) fn put(&mut self, pair: [Form; 2], found: u32) {
        self.writes += 1;
        if self.writes > self.slots.len() && 2 * self.bytes() <= self.limit {
            let larger = vec![FREE; 2 * self.slots.len()];
            let old = std::mem::replace(&mut self.slots, larger);
            for slot in old.into_iter().filter(|slot| slot.pair != FREE.pair) {
                let place = self.place(slot.pair);
                self.slots[place] = slot;
            }
            self.writes = 0;
        }
        let place = self.place(pair);
        self.slots[place] = Slot { pair, found };
    }
}
