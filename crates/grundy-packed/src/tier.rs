//! The positions of each tier that a worker holds, and looking them up.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::code::Code;
use super::codes::{self, Codes};
use super::failure::Failure;
use super::keys::{Keys, Reader};
use grundy_ruleset::Key;

/// Keys, and their verdicts once these are known.
#[derive(Clone, Debug)]
pub(super) struct Tier<K> {
    pub(super) keys: Keys<K>,
    pub(super) codes: Option<Codes>,
}

impl<K: Key> Tier<K> {
    /// Bytes held in memory.
    fn held(&self) -> u64 {
        self.keys.held() + self.codes.as_ref().map_or(0, Codes::held)
    }
}

/// Tiers by their numbers. They know how much memory they hold, as that is asked for often
/// and there may be thousands of them.
#[derive(Debug)]
pub(super) struct Tiers<K> {
    all: BTreeMap<u32, Tier<K>>,
    held: u64,
}

impl<K: Key> Tiers<K> {
    pub(super) fn new() -> Self {
        Tiers { all: BTreeMap::new(), held: 0 }
    }

    /// Bytes held in memory.
    pub(super) fn held(&self) -> u64 {
        self.held
    }

    /// Adds a tier, or puts it in the place of the one that has its number.
    pub(super) fn insert(&mut self, number: u32, tier: Tier<K>) {
        self.held += tier.held();
        if let Some(before) = self.all.insert(number, tier) {
            self.held -= before.held();
        }
    }

    pub(super) fn into_all(self) -> BTreeMap<u32, Tier<K>> {
        self.all
    }
}

impl<K> Deref for Tiers<K> {
    type Target = BTreeMap<u32, Tier<K>>;

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

/// A place in a tier for looking up keys. Rising keys are found by going on; others take a search.
pub(super) struct Cursor<K> {
    /// One more than the block whose keys are at hand.
    block: usize,
    reader: Reader<K>,
    codes: codes::Reader,
    at: usize,
}

impl<K: Key> Cursor<K> {
    pub(super) fn new() -> Self {
        Cursor { block: 0, reader: Reader::new(), codes: codes::Reader::default(), at: 0 }
    }

    /// The number of a key in a tier, if it is there.
    #[inline]
    pub(super) fn find(&mut self, tier: &Tier<K>, key: K) -> Result<Option<u64>, Failure> {
        let keys = &self.reader.keys;
        let here = match (keys.first(), keys.last()) {
            (Some(first), Some(last)) => *first <= key && key <= *last,
            _ => false,
        };
        if !here && !self.seek(tier, key)? {
            return Ok(None);
        }
        /// Number of keys that are passed one by one.
        const STEPS: usize = 8;
        let keys = &self.reader.keys;
        let mut at = if keys[self.at] <= key { self.at } else { 0 };
        let near = keys.len().min(at + STEPS);
        while at < near && keys[at] < key {
            at += 1;
        }
        if at == near {
            at += keys[at..].partition_point(|known| *known < key);
        }
        self.at = at.min(keys.len() - 1);
        Ok((keys[self.at] == key).then(|| ((self.block - 1) * tier.keys.block() + self.at) as u64))
    }

    /// The verdict of a key, if it is there.
    #[inline]
    pub(super) fn verdict(&mut self, tier: &Tier<K>, key: K) -> Result<Option<Code>, Failure> {
        Ok(self.entry(tier, key)?.map(|(_, code)| code))
    }

    /// The number of a key in a tier and its verdict, if it is there.
    #[inline]
    pub(super) fn entry(&mut self, tier: &Tier<K>, key: K) -> Result<Option<(u64, Code)>, Failure> {
        Ok(self.find(tier, key)?.map(|number| (number, self.codes.get(self.at))))
    }

    /// Fetches the block in which a key would lie.
    #[cold]
    #[inline(never)]
    fn seek(&mut self, tier: &Tier<K>, key: K) -> Result<bool, Failure> {
        if tier.keys.blocks() == 0 || key < tier.keys.first(0) {
            return Ok(false);
        }
        let here = self.block.saturating_sub(1);
        let from = if tier.keys.first(here) <= key { here } else { 0 };
        let block = tier.keys.block_of(key, from);
        if self.block != block + 1 {
            let read = tier.keys.read(block, &mut self.reader).and_then(|()| match &tier.codes {
                Some(codes) => codes.read(block, self.reader.sum, &mut self.codes),
                None => Ok(()),
            });
            if let Err(error) = read {
                // After an error no block is loaded.
                *self = Cursor::new();
                return Err(error);
            }
            self.block = block + 1;
            self.at = 0;
        }
        Ok(true)
    }
}
