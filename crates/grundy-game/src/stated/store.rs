//! The interned positions of a stated game: each is stored once, as bytes, under a number.

use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

use grundy_base::Player;
use grundy_base::prefetch::prefetch;
use grundy_base::slots::Slots;

/// The number of a position, in the order of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(u32);

impl Number {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The upper half of the hash of a position, for the hash table.
#[derive(Clone, Copy)]
pub(super) struct Half(u32);

/// Hashes positions; copies, also in other threads, give the same hashes.
#[derive(Clone, Default)]
pub(super) struct Hasher(DefaultHashBuilder);

impl Hasher {
    pub(super) fn hash(&self, position: &[u8]) -> Half {
        Half((self.0.hash_one(position) >> 32) as u32)
    }
}

/// Positions by number, and numbers by position.
pub(super) struct Store {
    bytes: Vec<u8>,
    /// The end of each position in `bytes`.
    ends: Vec<u64>,
    /// Whose turn it is.
    turns: Vec<Option<Player>>,
    numbers: Slots,
}

impl Store {
    /// Memory of a position beside its own bytes: its end, its turn, and its slots in a hash
    /// table that is at most three quarters full and may just have grown.
    pub(super) const OVERHEAD: usize = 8 + 1 + 22;

    pub(super) fn new() -> Self {
        let (bytes, ends, turns) = (Vec::new(), Vec::new(), Vec::new());
        Store { bytes, ends, turns, numbers: Slots::default() }
    }

    /// The bytes of all positions.
    pub(super) fn held(&self) -> u64 {
        (self.bytes.len() + Store::OVERHEAD * self.ends.len()) as u64
    }

    pub(super) fn get(&self, Number(number): Number) -> &[u8] {
        slice(&self.bytes, &self.ends, number)
    }

    pub(super) fn turn(&self, Number(number): Number) -> Option<Player> {
        self.turns[number as usize]
    }

    pub(super) fn find(&self, position: &[u8], Half(half): Half) -> Option<Number> {
        let mut known = self.numbers.matching(half);
        known.find(|&number| slice(&self.bytes, &self.ends, number) == position).map(Number)
    }

    /// Prefetches the hash table slot of a position.
    pub(super) fn ask_for_slot(&self, Half(half): Half) {
        self.numbers.ask_for(half);
    }

    /// Prefetches the end of the position in a slot that was prefetched before.
    pub(super) fn ask_for_end(&self, Half(half): Half) {
        if let Some(number) = self.numbers.matching(half).next() {
            prefetch(&self.ends, number as usize);
        }
    }

    /// Prefetches the bytes, after their end was prefetched.
    pub(super) fn ask_for_bytes(&self, Half(half): Half) {
        if let Some(number) = self.numbers.matching(half).next() {
            let end = self.ends[number as usize] as usize;
            prefetch(&self.bytes, end.saturating_sub(1));
        }
    }

    /// The number of a position, which is added if it is new; none if all numbers are used.
    pub(super) fn number(
        &mut self,
        position: &[u8],
        half: Half,
        turn: Option<Player>,
    ) -> Option<Number> {
        if let Some(known) = self.find(position, half) {
            return Some(known);
        }
        let number = u32::try_from(self.ends.len()).ok().filter(|&number| number < u32::MAX)?;
        self.bytes.extend_from_slice(position);
        self.ends.push(self.bytes.len() as u64);
        self.turns.push(turn);
        self.numbers.insert(half.0, number);
        Some(Number(number))
    }
}

fn slice<'a>(bytes: &'a [u8], ends: &[u64], number: u32) -> &'a [u8] {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] };
    &bytes[start as usize..ends[number] as usize]
}
