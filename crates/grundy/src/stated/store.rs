//! Positions of a stated game, each kept once as its bytes, under a number.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::player::Player;

/// The number of a position: positions that were seen first come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(u32);

/// Positions by number, and numbers by position.
#[derive(Default)]
pub(super) struct Store {
    bytes: Vec<u8>,
    /// Where the bytes of each position end.
    ends: Vec<u64>,
    /// Whose turn it is.
    turns: Vec<Option<Player>>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Store {
    /// Bytes that a position holds beside its own: its end, its turn, and its
    /// place in a table that is at most seven eighths full and may just have grown.
    pub(super) const OVERHEAD: usize = 8 + 1 + 2 * (size_of::<u32>() + 1);

    pub(super) fn get(&self, Number(number): Number) -> &[u8] {
        slice(&self.bytes, &self.ends, number)
    }

    pub(super) fn turn(&self, Number(number): Number) -> Option<Player> {
        self.turns[number as usize]
    }

    pub(super) fn find(&self, position: &[u8]) -> Option<Number> {
        let same = |&number: &u32| slice(&self.bytes, &self.ends, number) == position;
        self.numbers.find(self.hasher.hash_one(position), same).copied().map(Number)
    }

    /// The number of a position, a new one if it was not seen before; none where
    /// numbers have come to their end.
    pub(super) fn number(&mut self, position: &[u8], turn: Option<Player>) -> Option<Number> {
        let Store { bytes, ends, turns, numbers, hasher } = self;
        let same = |&number: &u32| slice(bytes, ends, number) == position;
        let hash = hasher.hash_one(position);
        if let Some(&known) = numbers.find(hash, same) {
            return Some(Number(known));
        }
        let number = u32::try_from(ends.len()).ok().filter(|&number| number < u32::MAX)?;
        bytes.extend_from_slice(position);
        ends.push(bytes.len() as u64);
        turns.push(turn);
        let rehash = |&number: &u32| hasher.hash_one(slice(bytes, ends, number));
        numbers.insert_unique(hash, number, rehash);
        Some(Number(number))
    }
}

fn slice<'a>(bytes: &'a [u8], ends: &[u64], number: u32) -> &'a [u8] {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] };
    &bytes[start as usize..ends[number] as usize]
}
