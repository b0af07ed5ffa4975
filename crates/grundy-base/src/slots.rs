//! A hash table of numbers whose slots can be prefetched.

use crate::huge::Huge;
use crate::prefetch::prefetch;

/// An open hash table of numbers, searched from the home of a hash upwards.
///
/// A slot holds half a hash and, in its lower half, one more than the number; zero is free. The
/// home of a hash comes from its highest bits, so that the slots stand in the order of their
/// hashes, and growing reads and writes from one end to the other, without looking at the
/// positions.
#[derive(Debug)]
pub struct Slots {
    slots: Huge<u64>,
    used: usize,
    /// Hashes are shifted by this to make their homes.
    shift: u32,
}

/// Up to this number of slots the whole table is in the cache.
const NEAR: usize = 1 << 15;

/// The logarithm of the number of slots at first.
const FIRST: u32 = 6;

impl Default for Slots {
    fn default() -> Self {
        Slots { slots: Huge::zeroed(1 << FIRST), used: 0, shift: u32::BITS - FIRST }
    }
}

impl Slots {
    #[inline]
    fn home(&self, hash: u32) -> usize {
        (hash >> self.shift) as usize
    }

    /// Prefetches the slot of a hash.
    #[inline]
    pub fn ask_for(&self, hash: u32) {
        prefetch(&self.slots, self.home(hash));
    }

    /// Whether the table is too large for the cache.
    #[inline]
    pub fn far(&self) -> bool {
        self.slots.len() > NEAR
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// The numbers with this hash.
    #[inline]
    pub fn matching(&self, hash: u32) -> impl Iterator<Item = u32> {
        let slots: &[u64] = &self.slots;
        let mut at = self.home(hash);
        std::iter::from_fn(move || {
            loop {
                let slot = slots[at];
                at = (at + 1) & (slots.len() - 1);
                if slot == 0 {
                    return None;
                }
                if (slot >> 32) as u32 == hash {
                    return Some(slot as u32 - 1);
                }
            }
        })
    }

    /// Whether the next insertion makes the table grow: three quarters are used.
    #[inline]
    pub fn full(&self) -> bool {
        self.used >= self.slots.len() / 4 * 3 && self.shift > 0
    }

    /// Adds a number under a hash; the same number may be there several times.
    #[inline]
    pub fn insert(&mut self, hash: u32, node: u32) {
        if self.full() {
            let old = std::mem::replace(&mut self.slots, Huge::zeroed(0));
            self.shift -= 1;
            self.slots = Huge::zeroed(2 * old.len());
            old.iter().filter(|&&slot| slot != 0).for_each(|&slot| self.put(slot));
        }
        self.put(u64::from(hash) << 32 | (u64::from(node) + 1));
        self.used += 1;
    }

    #[inline]
    fn put(&mut self, slot: u64) {
        let mut at = self.home((slot >> 32) as u32);
        let slots: &mut [u64] = &mut self.slots;
        while slots[at] != 0 {
            at = (at + 1) & (slots.len() - 1);
        }
        slots[at] = slot;
    }
}
