//! Positions with their verdicts, as they come out of solving or from a file.

use std::collections::BTreeMap;

use super::code::Code;
use super::codes;
use super::counts::Counts;
use super::failure::Failure;
use super::keys::Reader;
use super::tier::{Cursor, Tier};
use crate::ruleset::Key;

/// Positions with their verdicts.
#[derive(Debug)]
pub struct Solution<K> {
    /// Each tier, in as many parts as there were workers.
    tiers: BTreeMap<u32, Vec<Tier<K>>>,
    counts: Counts,
    moves: u64,
}

impl<K: Key> Solution<K> {
    pub(super) fn new(
        parts: impl IntoIterator<Item = (u32, Tier<K>)>,
        counts: Counts,
        moves: u64,
    ) -> Self {
        let mut tiers: BTreeMap<u32, Vec<Tier<K>>> = BTreeMap::new();
        for (number, part) in parts {
            tiers.entry(number).or_default().push(part);
        }
        Solution { tiers, counts, moves }
    }

    /// Takes in what another worker has found.
    pub fn join(&mut self, other: Solution<K>) {
        for (number, parts) in other.tiers {
            self.tiers.entry(number).or_default().extend(parts);
        }
        self.counts.merge(&other.counts);
        self.moves += other.moves;
    }

    /// How many keys there are.
    #[must_use]
    pub fn keys(&self) -> u64 {
        self.parts().map(|part| part.keys.len()).sum()
    }

    /// How many positions have each verdict.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Moves between keys, each as often as the rules give it.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Bytes held in memory.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.parts()
            .map(|part| part.keys.held() + part.codes.as_ref().map_or(0, codes::Codes::held))
            .sum()
    }

    /// The numbers of the tiers.
    pub fn tiers(&self) -> impl Iterator<Item = u32> {
        self.tiers.keys().copied()
    }

    /// The verdict of a key of a tier, if it is there. Reads one block.
    pub fn find(&self, tier: u32, key: K) -> Result<Option<Code>, Failure> {
        for part in self.tiers.get(&tier).into_iter().flatten() {
            if let Some(code) = Cursor::new().verdict(part, key)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    /// Calls `found` with keys of a tier and their verdicts, in rising order, as
    /// many at a time as come together.
    pub fn each<E: From<Failure>>(
        &self,
        tier: u32,
        mut found: impl FnMut(&[K], &[Code]) -> Result<(), E>,
    ) -> Result<(), E> {
        let parts = self.tiers.get(&tier).into_iter().flatten();
        let mut open = Vec::new();
        for part in parts {
            let mut rows = Rows::new(part);
            if rows.fetch()? {
                open.push(rows);
            }
        }
        while let Some(least) = (0..open.len()).min_by_key(|&place| open[place].first()) {
            // All of its keys below those of the others.
            let others = (0..open.len()).filter(|&place| place != least);
            let bound = others.map(|place| open[place].first()).min();
            let rows = &mut open[least];
            let until = bound.map_or(rows.keys.keys.len(), |bound| {
                rows.at + rows.keys.keys[rows.at..].partition_point(|key| *key < bound)
            });
            found(&rows.keys.keys[rows.at..until], &rows.verdicts[rows.at..until])?;
            rows.at = until;
            if until == rows.keys.keys.len() && !rows.fetch()? {
                open.swap_remove(least);
            }
        }
        Ok(())
    }

    fn parts(&self) -> impl Iterator<Item = &Tier<K>> {
        self.tiers.values().flatten()
    }
}

/// Goes through a part of a tier, a block at a time.
struct Rows<'a, K> {
    tier: &'a Tier<K>,
    /// The block that comes next.
    block: usize,
    keys: Reader<K>,
    codes: codes::Reader,
    verdicts: Vec<Code>,
    /// Rows of the block that were taken.
    at: usize,
}

impl<'a, K: Key> Rows<'a, K> {
    fn new(tier: &'a Tier<K>) -> Self {
        let (keys, codes) = (Reader::new(), codes::Reader::default());
        Rows { tier, block: 0, keys, codes, verdicts: Vec::new(), at: 0 }
    }

    /// The first key that was not taken.
    fn first(&self) -> K {
        self.keys.keys[self.at]
    }

    /// Reads the next block; false, when there is none.
    fn fetch(&mut self) -> Result<bool, Failure> {
        if self.block == self.tier.keys.blocks() {
            return Ok(false);
        }
        self.tier.keys.read(self.block, &mut self.keys)?;
        self.verdicts.clear();
        if let Some(codes) = &self.tier.codes {
            codes.read(self.block, &mut self.codes)?;
            self.verdicts.extend((0..self.keys.keys.len()).map(|place| self.codes.get(place)));
        }
        self.block += 1;
        self.at = 0;
        Ok(true)
    }
}
