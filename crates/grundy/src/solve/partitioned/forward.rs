//! Forward: all positions that play reaches, tier by tier.
//!
//! In each round a worker takes the positions that have come for the least tier
//! of all, leaves out those that it knows, and sends the options of the others
//! to the workers that hold them. Keys come in lists that rise, or are sorted
//! list by list, and are merged: there is no hash table, and memory is read and
//! written in order.

use std::collections::BTreeMap;

use super::fabric::Fabric;
use super::failure::Failure;
use super::keys::{Keys, Reader, Writer};
use super::runs::{self, Minus, Runs, Source, Stored};
use super::sort::sort;
use super::store::Store;
use super::tier::Tier;
use super::worker::{Worker, seal, unseal};
use crate::ruleset::{Flow, Key, Packed};

/// Keys of one list that are sent, or sorted, together.
const LIST: usize = 1 << 15;

/// Keys in memory, of each worker, before they are written down packed.
const HELD: usize = 1 << 24;

/// Positions that have come, by their tier.
struct Pending<K> {
    tiers: BTreeMap<u32, Runs<K>>,
    held: usize,
    packs: usize,
    room: Vec<K>,
}

impl<R: Packed, F: Fabric> Worker<'_, R, F> {
    /// Finds every position that play from the starts reaches.
    pub(super) fn forward(&mut self, starts: &[R::Key]) -> Result<(), Failure> {
        let mut pending = Pending { tiers: BTreeMap::new(), held: 0, packs: 0, room: Vec::new() };
        for &start in starts {
            pending.tiers.entry(self.tier_of(start)).or_insert_with(Runs::new);
        }
        // Positions of the tier that play may still be in, in runs of which
        // each is less than half as long as the one before.
        let mut known: Vec<Keys<R::Key>> = Vec::new();
        let mut last = None;
        loop {
            let tier = self.least(pending.tiers.keys().next().copied())?;
            if let (Some(done), true) = (last, last != tier) {
                self.complete(done, std::mem::take(&mut known))?;
            }
            let Some(tier) = tier else { return Ok(()) };
            if last != Some(tier) {
                for &start in starts.iter().filter(|&&start| self.tier_of(start) == tier) {
                    let holder = match self.in_ranges() {
                        true => self.pieces(tier, &[start])[0].0,
                        false => self.owner(start),
                    };
                    if holder == self.fabric.index() {
                        self.arrive(&mut pending, 0, &mut vec![start])?;
                    }
                }
            }
            last = Some(tier);
            let new = match pending.tiers.remove(&tier) {
                Some(runs) => {
                    pending.held -= runs.held();
                    runs.into_source()
                }
                None => runs::all(Vec::new()),
            };
            let round = known.len();
            let fresh = if known.is_empty() {
                self.round(new, &mut pending, tier, round)?
            } else {
                let old = known.iter().map(|keys| stored(keys.clone())).collect();
                self.round(Box::new(Minus::new(new, runs::all(old))), &mut pending, tier, round)?
            };
            self.positions += fresh.len();
            self.limits.count((self.positions * self.fabric.peers() as u64) as usize)?;
            known.push(fresh);
            while let [.., a, b] = known.as_slice()
                && a.len() <= 2 * b.len()
            {
                let both = self.join(known.split_off(known.len() - 2), "known", tier)?;
                known.push(both);
            }
            self.extra = pending.tiers.values().map(Runs::bytes).sum::<u64>()
                + known.iter().map(Keys::held).sum::<u64>();
        }
    }

    /// Writes down the new positions, and sends their options.
    fn round(
        &mut self,
        mut new: Box<dyn Source<R::Key> + '_>,
        pending: &mut Pending<R::Key>,
        tier: u32,
        round: usize,
    ) -> Result<Keys<R::Key>, Failure> {
        let (peers, kinds) = (self.fabric.peers(), self.rules.kinds());
        let ranges = self.in_ranges();
        let most = (LIST / kinds).max(256);
        let mut lists: Vec<Vec<R::Key>> = (0..peers * kinds).map(|_| Vec::new()).collect();
        let name = self.name(&format!("keys-{round}"), tier);
        let mut writer = self.writer(&name, self.positions)?;
        let mut written = None;
        if ranges {
            runs::write(&mut *new, &mut writer)?;
            let keys = writer.finish()?;
            let sample = self.sample(&keys)?;
            self.share_out(tier + 1, sample)?;
            new = stored(keys.clone());
            written = Some(keys);
            writer = Writer::new(&Store::Memory, "")?;
        }
        let mut keys = Vec::new();
        let mut done = 0;
        loop {
            keys.clear();
            new.fill(&mut keys)?;
            if keys.is_empty() {
                break;
            }
            if written.is_none() {
                writer.add(&keys)?;
            }
            for &key in &keys {
                self.rules.expand(key, |kind, option| {
                    let owner = if ranges { 0 } else { self.owner(option) };
                    lists[owner * kinds + kind].push(option);
                });
            }
            for (stream, list) in lists.iter_mut().enumerate() {
                if list.len() >= most {
                    self.send(pending, stream, list)?;
                }
            }
            self.take(pending)?;
            done += keys.len() as u64;
            self.extra = pending.tiers.values().map(Runs::bytes).sum();
            self.check("exploring", self.positions + done)?;
        }
        for (stream, list) in lists.iter_mut().enumerate() {
            self.send(pending, stream, list)?;
        }
        let mut arrived = Vec::new();
        self.fabric.finish(0, &mut |from, parcel| {
            arrived.push((from, parcel));
            Ok(())
        })?;
        for (from, parcel) in arrived {
            let (mut keys, kind) = unseal(parcel);
            self.arrive(pending, from * kinds + kind as usize, &mut keys)?;
        }
        match written {
            Some(keys) => Ok(keys),
            None => writer.finish(),
        }
    }

    /// Sends what is in a list to those that hold it.
    fn send(
        &mut self,
        pending: &mut Pending<R::Key>,
        stream: usize,
        list: &mut Vec<R::Key>,
    ) -> Result<(), Failure> {
        let Some(&first) = list.first() else { return Ok(()) };
        self.moves += list.len() as u64;
        let (kinds, me) = (self.rules.kinds(), self.fabric.index());
        let (owner, kind) = (stream / kinds, stream % kinds);
        if !self.in_ranges() {
            return match owner == me {
                true => self.arrive(pending, me * kinds + kind, list),
                false => self.fabric.post(owner, seal(list, kind as u64)),
            };
        }
        sort(list, &mut pending.room);
        for (to, piece) in self.pieces(self.tier_of(first), list) {
            let mut piece = list[piece].to_vec();
            match to == me {
                true => self.arrive(pending, me * kinds + kind, &mut piece)?,
                false => self.fabric.post(to, seal(&mut piece, kind as u64))?,
            }
        }
        list.clear();
        Ok(())
    }

    /// Options of some of the positions of a tier.
    fn sample(&self, keys: &Keys<R::Key>) -> Result<Vec<R::Key>, Failure> {
        /// Blocks of positions that are looked at, and keys of each.
        const BLOCKS: usize = 64;
        const KEYS: usize = 32;
        let (mut reader, mut sample) = (Reader::new(), Vec::new());
        for block in (0..keys.blocks()).step_by(keys.blocks().div_ceil(BLOCKS).max(1)) {
            keys.read(block, &mut reader)?;
            for &key in reader.keys.iter().step_by(reader.keys.len().div_ceil(KEYS).max(1)) {
                self.rules.expand(key, |_, option| sample.push(option));
            }
        }
        Ok(sample)
    }

    /// Takes what the others have sent.
    fn take(&mut self, pending: &mut Pending<R::Key>) -> Result<(), Failure> {
        let kinds = self.rules.kinds();
        let mut arrived = Vec::new();
        self.fabric.poll(&mut |from, parcel| {
            arrived.push((from, parcel));
            Ok(())
        })?;
        for (from, parcel) in arrived {
            let (mut keys, kind) = unseal(parcel);
            self.arrive(pending, from * kinds + kind as usize, &mut keys)?;
        }
        Ok(())
    }

    /// Puts keys to their tiers.
    fn arrive(
        &self,
        pending: &mut Pending<R::Key>,
        stream: usize,
        keys: &mut Vec<R::Key>,
    ) -> Result<(), Failure> {
        let Some(&first) = keys.first() else { return Ok(()) };
        let mut add = |tier: u32, keys: &mut Vec<R::Key>| {
            let runs = pending.tiers.entry(tier).or_insert_with(Runs::new);
            pending.held -= runs.held();
            runs.add(stream, keys);
            pending.held += runs.held();
        };
        let tier = self.tier_of(first);
        match self.rules.flow() {
            Flow::Loopy | Flow::Stepwise => add(tier, keys),
            Flow::Level | Flow::Rising => {
                let mut tiers: BTreeMap<u32, Vec<R::Key>> = BTreeMap::new();
                for &key in keys.iter() {
                    tiers.entry(self.tier_of(key)).or_default().push(key);
                }
                tiers.into_iter().for_each(|(tier, mut keys)| add(tier, &mut keys));
                keys.clear();
            }
        }
        if pending.held > HELD {
            for (tier, runs) in &mut pending.tiers {
                pending.packs += 1;
                let name = self.name(&format!("run-{}", pending.packs), *tier);
                runs.pack(&self.store, &name)?;
            }
            pending.held = 0;
        }
        Ok(())
    }

    /// One list of keys for several.
    fn join(
        &self,
        parts: Vec<Keys<R::Key>>,
        what: &str,
        tier: u32,
    ) -> Result<Keys<R::Key>, Failure> {
        let keys = parts.iter().map(Keys::len).sum();
        let mut writer = self.writer(&self.name(what, tier), keys)?;
        let mut all = runs::all(parts.into_iter().map(stored).collect());
        runs::write(&mut *all, &mut writer)?;
        writer.finish()
    }

    /// All positions of a tier are known.
    fn complete(&mut self, tier: u32, mut known: Vec<Keys<R::Key>>) -> Result<(), Failure> {
        let keys = match known.len() {
            1 => known.remove(0),
            _ => self.join(known, "keys", tier)?,
        };
        self.tiers.insert(tier, Tier { keys, codes: None });
        Ok(())
    }
}

fn stored<K: Key>(keys: Keys<K>) -> Box<dyn Source<K>> {
    Box::new(Stored::new(keys))
}
