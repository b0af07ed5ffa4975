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
use super::keys::{Keys, Writer};
use super::runs::{self, Minus, Runs, Source, Stored};
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
}

impl<R: Packed, F: Fabric> Worker<'_, R, F> {
    /// Finds every position that play from the starts reaches.
    pub(super) fn forward(&mut self, starts: &[R::Key]) -> Result<(), Failure> {
        let mut pending = Pending { tiers: BTreeMap::new(), held: 0, packs: 0 };
        for &start in starts.iter().filter(|&&start| self.owner(start) == self.fabric.index()) {
            self.arrive(&mut pending, 0, &mut vec![start])?;
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
        let (peers, kinds, me) = (self.fabric.peers(), self.rules.kinds(), self.fabric.index());
        let most = (LIST / kinds).max(256);
        let mut lists: Vec<Vec<R::Key>> = (0..peers * kinds).map(|_| Vec::new()).collect();
        let name = self.name(&format!("keys-{round}"), tier);
        let mut writer = Writer::new(&self.store, &name)?;
        let mut keys = Vec::new();
        let mut done = 0;
        loop {
            keys.clear();
            new.fill(&mut keys)?;
            if keys.is_empty() {
                break;
            }
            writer.add(&keys)?;
            for &key in &keys {
                self.rules.expand(key, |kind, option| {
                    lists[self.owner(option) * kinds + kind].push(option);
                });
            }
            for (stream, list) in lists.iter_mut().enumerate() {
                if list.len() >= most {
                    self.moves += list.len() as u64;
                    match stream / kinds {
                        to if to == me => {
                            self.arrive(pending, me * kinds + stream % kinds, list)?
                        }
                        to => {
                            let parcel = seal(list, (stream % kinds) as u64);
                            self.fabric.post(to, parcel)?;
                        }
                    }
                }
            }
            self.take(pending)?;
            done += keys.len() as u64;
            self.extra = pending.tiers.values().map(Runs::bytes).sum();
            self.check("exploring", self.positions + done)?;
        }
        for (stream, list) in lists.iter_mut().enumerate().filter(|(_, list)| !list.is_empty()) {
            self.moves += list.len() as u64;
            match stream / kinds {
                to if to == me => self.arrive(pending, me * kinds + stream % kinds, list)?,
                to => self.fabric.post(to, seal(list, (stream % kinds) as u64))?,
            }
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
        writer.finish()
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
        let mut writer = Writer::new(&self.store, &self.name(what, tier))?;
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
