//! One worker: its share of the positions, and what it sends to the other workers.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::code::Code;
use super::counts::Tally;
use super::fabric::{Fabric, Parcel};
use super::failure::Failure;
use super::keys;
use super::moves::{Hints, Moves};
use super::store::Store;
use super::tier::Tiers;
use grundy_base::{Convention, Limits, Progress, Stopped};
use grundy_ruleset::{Flow, Key};

/// A worker, with the positions that it holds.
pub(super) struct Worker<'a, K> {
    pub(super) rules: &'a dyn Moves<K>,
    pub(super) hints: Hints,
    pub(super) convention: Convention,
    pub(super) fabric: &'a mut dyn Fabric,
    pub(super) store: Store,
    pub(super) limits: &'a Limits<'a>,
    pub(super) tiers: Tiers<K>,
    /// Keys of this worker's, and bytes that they take beside the tiers.
    pub(super) positions: u64,
    pub(super) extra: u64,
    /// Moves between keys, each as often as the rules give it.
    pub(super) moves: u64,
    /// Whether each worker holds a range of the keys of a tier: possible where all moves
    /// lead to the next tier, whose keys can be sampled before. Sorted lists of keys are
    /// then split into few pieces.
    pub(super) in_ranges: bool,
    /// Where the keys of each worker but the first start, in tiers that are
    /// shared out in ranges.
    pub(super) ranges: BTreeMap<u32, Vec<K>>,
    pub(super) tally: Tally,
    /// The folder for data that memory does not hold.
    pub(super) spill: Option<PathBuf>,
    /// The last round that was committed, and names of files that were given.
    pub(super) round: u64,
    pub(super) names: u64,
}

impl<'a, K: Key> Worker<'a, K> {
    pub(super) fn new(
        rules: &'a dyn Moves<K>,
        convention: Convention,
        fabric: &'a mut dyn Fabric,
        store: Store,
        limits: &'a Limits<'a>,
    ) -> Self {
        Worker {
            rules,
            hints: rules.hints(),
            convention,
            fabric,
            store,
            limits,
            tiers: Tiers::new(),
            positions: 0,
            extra: 0,
            moves: 0,
            in_ranges: false,
            ranges: BTreeMap::new(),
            tally: Tally::new(),
            spill: None,
            round: 0,
            names: 0,
        }
    }

    /// The pieces of a rising list of keys of a tier in ranges, with the
    /// workers that hold them.
    pub(super) fn pieces(&self, tier: u32, keys: &[K]) -> Vec<(usize, std::ops::Range<usize>)> {
        let mut pieces = Vec::new();
        let mut start = 0;
        let splits = self.ranges.get(&tier).map_or(&[][..], Vec::as_slice);
        for worker in 0..self.fabric.peers() {
            let end = splits.get(worker).map_or(keys.len(), |split| {
                start + keys[start..].partition_point(|key| key < split)
            });
            if end > start {
                pieces.push((worker, start..end));
            }
            start = end;
        }
        pieces
    }

    /// Agrees with the others on the ranges of the next tier, from samples of
    /// what will be sent there.
    pub(super) fn share_out(&mut self, tier: u32, sample: Vec<K>) -> Result<(), Failure> {
        let (peers, me) = (self.fabric.peers(), self.fabric.index());
        let mut all = sample.clone();
        for to in (0..peers).filter(|&to| to != me) {
            self.fabric.post(to, seal(&mut sample.clone(), 0))?;
        }
        self.fabric.finish(0, &mut |_, parcel| {
            all.extend(unseal::<K>(parcel).0);
            Ok(())
        })?;
        all.sort_unstable();
        let splits = (1..peers).filter_map(|worker| all.get(worker * all.len() / peers).copied());
        self.ranges.insert(tier, splits.collect());
        Ok(())
    }

    /// Whether play may stay in a tier.
    pub(super) fn stays(&self) -> bool {
        matches!(self.hints.flow, Flow::Loopy | Flow::Level)
    }

    /// Bytes that keys may take before they are packed.
    pub(super) fn open_memory(&self) -> u64 {
        /// More memory than this does not pay.
        const MOST: u64 = 1 << 27;
        /// The part of the memory that they may take.
        const PART: u64 = 8;
        MOST.min(self.limits.memory / self.fabric.peers() as u64 / PART)
    }

    /// The store for `keys` keys, or for their verdicts: memory, as long as there is enough.
    pub(super) fn room_for(&self, keys: u64) -> Store {
        match (&self.store, &self.spill) {
            (Store::Memory, Some(folder)) => {
                // Packed keys have about two bytes.
                let needed =
                    (self.tiers.held() + self.extra + 2 * keys) * self.fabric.peers() as u64;
                match needed > self.limits.memory / 2 {
                    true => Store::Spill(folder.clone()),
                    false => Store::Memory,
                }
            }
            (store, _) => store.clone(),
        }
    }

    /// A writer for about `keys` keys of a tier. The keys are stored as they are if there is much
    /// more memory and play may come back to them round after round.
    pub(super) fn writer(
        &mut self,
        what: &str,
        tier: u32,
        keys: u64,
    ) -> Result<keys::Writer<K>, Failure> {
        /// Keys as they are may take this part of the memory.
        const PART: u64 = 8;
        let memory = self.limits.memory / self.fabric.peers() as u64;
        let small = (keys * size_of::<K>() as u64) < memory / PART;
        match self.stays() && self.store.is_memory() && small {
            true => Ok(keys::Writer::plain()),
            false => keys::Writer::new(&self.room_for(keys), &self.fresh(what, tier)),
        }
    }

    /// The verdict for a player without a move.
    pub(super) fn stuck(&self) -> Code {
        match self.convention {
            Convention::Normal => Code::loss(0),
            Convention::Misere => Code::win(0),
        }
    }

    /// Looks at the limits, and says how far the work has come.
    pub(super) fn check(&self, stage: &'static str, done: u64) -> Result<(), Failure> {
        // After a fault nothing that follows would be true.
        if let Some(fault) = self.rules.fault() {
            return Err(Stopped::Rules(fault).into());
        }
        // All workers hold about as much as this one.
        let peers = self.fabric.peers() as u64;
        let bytes = (self.tiers.held() + self.extra) * peers;
        let positions = (done * peers) as usize;
        self.limits.room(bytes, positions)?;
        Ok(self.limits.check(Progress { stage, positions, bytes })?)
    }

    /// Ends a round in which nothing was sent, and gives the sum of the votes.
    pub(super) fn agree(&mut self, vote: u64) -> Result<u64, Failure> {
        let votes = self.fabric.finish(vote, &mut |_, _| Ok(()))?;
        Ok(votes.into_iter().sum())
    }

    /// The least vote.
    pub(super) fn least(&mut self, vote: Option<u32>) -> Result<Option<u32>, Failure> {
        let vote = vote.map_or(u64::MAX, u64::from);
        let votes = self.fabric.finish(vote, &mut |_, _| Ok(()))?;
        Ok(votes.into_iter().min().and_then(|least| u32::try_from(least).ok()))
    }
}

/// Keys as words to send, with a number behind them.
pub(super) fn seal<K: Key>(keys: &mut Vec<K>, number: u64) -> Parcel {
    let capacity = keys.capacity();
    let keys = std::mem::replace(keys, Vec::with_capacity(capacity));
    let mut words: Parcel = match bytemuck::allocation::try_cast_vec(keys) {
        Ok(words) => words,
        Err((_, keys)) => bytemuck::cast_slice(&keys).to_vec(),
    };
    words.push(number);
    words
}

/// Keys that were sent, and the number behind them.
pub(super) fn unseal<K: Key>(mut words: Parcel) -> (Vec<K>, u64) {
    let number = words.pop().unwrap_or_default();
    let keys = match bytemuck::allocation::try_cast_vec(words) {
        Ok(keys) => keys,
        Err((_, words)) => {
            let bytes: &[u8] = bytemuck::cast_slice(&words);
            bytes.chunks_exact(size_of::<K>()).map(bytemuck::pod_read_unaligned).collect()
        }
    };
    (keys, number)
}
