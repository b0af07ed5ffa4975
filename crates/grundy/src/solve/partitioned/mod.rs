//! Solving games of very many positions: packed positions, spread over workers.
//!
//! One method for one worker, for threads, and for processes on many machines:
//! a worker sees of the others only a [`Fabric`]. Positions are found forward,
//! tier by tier, and decided backward. All that is kept is sorted and packed in
//! blocks, in memory or in files, and is read and written in order.

mod ask;
mod backward;
mod code;
mod codes;
mod fabric;
mod failure;
mod forward;
mod keys;
mod runs;
mod settle;
mod sort;
mod store;
#[cfg(test)]
mod tests;
mod tier;
mod turned;
mod worker;

pub use code::Code;
pub use fabric::{Fabric, Parcel, Solo, Take, Threads};
pub use failure::Failure;

use crate::limits::Limits;
use crate::outcome::Convention;
use crate::ruleset::Packed;
use keys::Reader;
use store::Store;
use tier::Cursor;
use worker::Worker;

/// What one worker found: its share of the positions, with their verdicts.
pub struct Share<K> {
    tiers: std::collections::BTreeMap<u32, tier::Tier<K>>,
    /// Moves between keys of this worker and others.
    pub moves: u64,
}

impl<K: crate::ruleset::Key> Share<K> {
    /// Calls `found` with each key and its verdict, tier by tier in rising order.
    pub fn each(&self, mut found: impl FnMut(K, Code)) -> Result<(), Failure> {
        let (mut reader, mut codes) = (Reader::new(), codes::Reader::default());
        for tier in self.tiers.values() {
            for block in 0..tier.keys.blocks() {
                tier.keys.read(block, &mut reader)?;
                if let Some(all) = &tier.codes {
                    all.read(block, &mut codes)?;
                }
                for (place, &key) in reader.keys.iter().enumerate() {
                    found(key, codes.get(place));
                }
            }
        }
        Ok(())
    }

    /// The verdict of a key in a tier.
    pub fn find(&self, tier: u32, key: K) -> Result<Option<Code>, Failure> {
        match self.tiers.get(&tier) {
            Some(tier) => Cursor::new().verdict(tier, key),
            None => Ok(None),
        }
    }

    /// How many keys there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.tiers.values().map(|tier| tier.keys.len()).sum()
    }

    /// Bytes held in memory.
    pub fn held(&self) -> u64 {
        let tiers = self.tiers.values();
        tiers.map(|tier| tier.keys.held() + tier.codes.as_ref().map_or(0, |c| c.held())).sum()
    }
}

/// Solves a game from these starts, with whoever else is in the fabric.
pub fn solve<R: Packed, F: Fabric>(
    rules: &R,
    starts: &[R::Key],
    convention: Convention,
    fabric: F,
    limits: &Limits<'_>,
) -> Result<Share<R::Key>, Failure> {
    let mut worker = Worker::new(rules, convention, fabric, Store::Memory, limits);
    worker.forward(starts)?;
    worker.backward()?;
    Ok(Share { tiers: worker.tiers, moves: worker.moves })
}
