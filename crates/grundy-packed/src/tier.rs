//! The positions of one tier that a worker holds, and looking them up.

use super::code::Code;
use super::codes::{self, Codes};
use super::failure::Failure;
use super::keys::{Keys, Reader};
use crate::ruleset::Key;

/// Keys, and their verdicts once these are known.
#[derive(Clone, Debug)]
pub(super) struct Tier<K> {
    pub(super) keys: Keys<K>,
    pub(super) codes: Option<Codes>,
}

/// A place in a tier, from which keys are looked up. Rising keys are found by
/// going on; others take a search.
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
        /// So many keys are passed one by one.
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
        Ok(self.find(tier, key)?.map(|_| self.codes.get(self.at)))
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
            tier.keys.read(block, &mut self.reader)?;
            if let Some(codes) = &tier.codes {
                codes.read(block, &mut self.codes)?;
            }
            self.block = block + 1;
            self.at = 0;
        }
        Ok(true)
    }
}
