//! The forward pass: all positions that play reaches, tier by tier.
//!
//! In each round a worker takes the positions that have come for the lowest tier, drops the known
//! ones, and sends the options of the others to the workers that hold them. Keys come in sorted
//! lists, or are sorted list by list, and are merged: there is no hash table, and memory is read
//! and written in order.

use std::collections::BTreeMap;

use super::failure::Failure;
use super::keys::{Keys, Reader, Writer};
use super::moves::{Rows, holder};
use super::runs::{self, KeyStream, Minus, Runs, Stored};
use super::sort::sort;
use super::store::Store;
use super::tier::Tier;
use super::worker::{Worker, seal, unseal};
use grundy_ruleset::{Flow, Key};

/// Keys of one list that are sent, or sorted, together.
const LIST: usize = 1 << 15;

/// How far the search has come.
pub(super) struct Reach<K> {
    /// The tier of the last round.
    pub(super) tier: Option<u32>,
    /// Positions of that tier, in runs: each is less than half as long as the one before.
    pub(super) known: Vec<Keys<K>>,
    /// Positions that have come, by their tier.
    pub(super) pending: BTreeMap<u32, Runs<K>>,
    pub(super) room: Vec<K>,
}

impl<K: Key> Reach<K> {
    pub(super) fn new() -> Self {
        Reach { tier: None, known: Vec::new(), pending: BTreeMap::new(), room: Vec::new() }
    }

    /// Bytes held in memory.
    fn bytes(&self) -> u64 {
        let pending: u64 = self.pending.values().map(Runs::bytes).sum();
        pending + self.known.iter().map(Keys::held).sum::<u64>()
    }
}

impl<K: Key> Worker<'_, K> {
    /// Finds every position that play from the starts reaches.
    pub(super) fn forward(&mut self, starts: &[K], mut reach: Reach<K>) -> Result<(), Failure> {
        if reach.tier.is_none() {
            for &start in starts {
                reach.pending.entry(self.rules.tier(start)).or_insert_with(Runs::new);
            }
        }
        loop {
            let tier = self.least(reach.pending.keys().next().copied())?;
            if let Some(done) = reach.tier.filter(|_| reach.tier != tier) {
                let known = std::mem::take(&mut reach.known);
                self.complete(done, known)?;
            }
            let Some(tier) = tier else { return Ok(()) };
            if reach.tier != Some(tier) {
                for &start in starts.iter().filter(|&&start| self.rules.tier(start) == tier) {
                    let holder = match self.in_ranges {
                        true => self.pieces(tier, &[start])[0].0,
                        false => holder(start, self.fabric.peers()),
                    };
                    if holder == self.fabric.index() {
                        self.arrive(&mut reach, 0, &mut vec![start])?;
                    }
                }
            }
            reach.tier = Some(tier);
            let new = reach.pending.remove(&tier).unwrap_or_else(Runs::new);
            let fresh = self.round(new, &mut reach, tier)?;
            self.positions += fresh.len();
            self.limits.count((self.positions * self.fabric.peers() as u64) as usize)?;
            reach.known.push(fresh);
            while let [.., a, b] = reach.known.as_slice()
                && a.len() <= 2 * b.len()
            {
                let last = reach.known.len() - 2;
                let both = self.join(reach.known.split_off(last), tier)?;
                reach.known.push(both);
            }
            self.extra = reach.bytes();
            self.mark_forward(&mut reach)?;
        }
    }

    /// Writes the new positions, and sends their options.
    fn round(&mut self, new: Runs<K>, reach: &mut Reach<K>, tier: u32) -> Result<Keys<K>, Failure> {
        let (peers, kinds) = (self.fabric.peers(), self.hints.kinds);
        let ranges = self.in_ranges;
        let most = (LIST / kinds).max(256);
        let mut lists: Vec<Vec<K>> = (0..peers * kinds).map(|_| Vec::new()).collect();
        // Positions that are written already need not be written again.
        let mut written = new.only().filter(|_| reach.known.is_empty());
        let mut new = match &written {
            Some(keys) => stored(keys.clone()),
            None if reach.known.is_empty() => new.into_source(),
            None => {
                let known = reach.known.iter().map(|keys| stored(keys.clone())).collect();
                Box::new(Minus::new(new.into_source(), runs::all(known)))
            }
        };
        let mut writer = self.writer("keys", tier, self.positions)?;
        if ranges {
            let keys = match written {
                Some(keys) => keys,
                None => {
                    runs::write(&mut *new, &mut writer)?;
                    writer.finish()?
                }
            };
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
            self.rules.spread(&keys, if ranges { 1 } else { peers }, &mut lists);
            for (stream, list) in lists.iter_mut().enumerate() {
                if list.len() >= most {
                    self.send(reach, stream, list)?;
                }
            }
            self.take(reach)?;
            done += keys.len() as u64;
            self.extra = reach.bytes();
            self.check("exploring", self.positions + done)?;
        }
        for (stream, list) in lists.iter_mut().enumerate() {
            self.send(reach, stream, list)?;
        }
        let mut arrived = Vec::new();
        self.fabric.finish(0, &mut |from, parcel| {
            arrived.push((from, parcel));
            Ok(())
        })?;
        for (from, parcel) in arrived {
            let (mut keys, kind) = unseal(parcel);
            self.arrive(reach, from * kinds + kind as usize, &mut keys)?;
        }
        match written {
            Some(keys) => Ok(keys),
            None => writer.finish(),
        }
    }

    /// Sends the keys of a list to the workers that hold them.
    fn send(
        &mut self,
        reach: &mut Reach<K>,
        stream: usize,
        list: &mut Vec<K>,
    ) -> Result<(), Failure> {
        let Some(&first) = list.first() else { return Ok(()) };
        self.moves += list.len() as u64;
        let (kinds, me) = (self.hints.kinds, self.fabric.index());
        let (owner, kind) = (stream / kinds, stream % kinds);
        if !self.in_ranges {
            return match owner == me {
                true => self.arrive(reach, me * kinds + kind, list),
                false => self.fabric.post(owner, seal(list, kind as u64)),
            };
        }
        sort(list, &mut reach.room);
        for (to, piece) in self.pieces(self.rules.tier(first), list) {
            let mut piece = list[piece].to_vec();
            match to == me {
                true => self.arrive(reach, me * kinds + kind, &mut piece)?,
                false => self.fabric.post(to, seal(&mut piece, kind as u64))?,
            }
        }
        list.clear();
        Ok(())
    }

    /// Options of some of the positions of a tier.
    fn sample(&self, keys: &Keys<K>) -> Result<Vec<K>, Failure> {
        /// Blocks of positions that are looked at, and keys of each.
        const BLOCKS: usize = 64;
        const KEYS: usize = 32;
        let (mut reader, mut some) = (Reader::new(), Vec::new());
        for block in (0..keys.blocks()).step_by(keys.blocks().div_ceil(BLOCKS).max(1)) {
            keys.read(block, &mut reader)?;
            some.extend(reader.keys.iter().step_by(reader.keys.len().div_ceil(KEYS).max(1)));
        }
        let mut rows = Rows::new();
        self.rules.options(&some, &mut rows);
        Ok(rows.all().to_vec())
    }

    /// Takes what the others have sent.
    fn take(&mut self, reach: &mut Reach<K>) -> Result<(), Failure> {
        let kinds = self.hints.kinds;
        let mut arrived = Vec::new();
        self.fabric.poll(&mut |from, parcel| {
            arrived.push((from, parcel));
            Ok(())
        })?;
        for (from, parcel) in arrived {
            let (mut keys, kind) = unseal(parcel);
            self.arrive(reach, from * kinds + kind as usize, &mut keys)?;
        }
        Ok(())
    }

    /// Adds keys to their tiers.
    fn arrive(
        &mut self,
        reach: &mut Reach<K>,
        stream: usize,
        keys: &mut Vec<K>,
    ) -> Result<(), Failure> {
        let Some(&first) = keys.first() else { return Ok(()) };
        let mut add = |tier: u32, keys: &mut Vec<K>| {
            reach.pending.entry(tier).or_insert_with(Runs::new).add(stream, keys);
        };
        let tier = self.rules.tier(first);
        match self.hints.flow {
            Flow::Loopy | Flow::Stepwise => add(tier, keys),
            Flow::Level | Flow::Rising => {
                let mut tiers = Vec::new();
                self.rules.tiers(keys, &mut tiers);
                let mut lists = Lists::new();
                for (keys, tier) in runs_of(keys, &tiers) {
                    lists.of(tier).extend_from_slice(keys);
                }
                lists.all.into_iter().for_each(|(tier, mut keys)| add(tier, &mut keys));
                keys.clear();
            }
        }
        let held: usize = reach.pending.values().map(Runs::held).sum();
        if held as u64 * size_of::<K>() as u64 > self.open_memory() {
            for (tier, runs) in &mut reach.pending {
                let name = self.fresh("run", *tier);
                runs.pack(&self.room_for(runs.held() as u64), &name)?;
            }
        }
        Ok(())
    }

    /// One list of keys for several.
    fn join(&mut self, parts: Vec<Keys<K>>, tier: u32) -> Result<Keys<K>, Failure> {
        let keys = parts.iter().map(Keys::len).sum();
        let mut writer = self.writer("keys", tier, keys)?;
        let mut all = runs::all(parts.into_iter().map(stored).collect());
        runs::write(&mut *all, &mut writer)?;
        writer.finish()
    }

    /// All positions of a tier are known.
    fn complete(&mut self, tier: u32, mut known: Vec<Keys<K>>) -> Result<(), Failure> {
        let keys = match known.len() {
            1 => known.remove(0),
            _ => self.join(known, tier)?,
        };
        self.tiers.insert(tier, Tier { keys, codes: None });
        Ok(())
    }
}

/// A list of keys for each tier. The first tiers are found without a map: nearly always there are
/// few.
struct Lists<K> {
    all: Vec<(u32, Vec<K>)>,
    places: BTreeMap<u32, usize>,
}

impl<K> Lists<K> {
    fn new() -> Self {
        Lists { all: Vec::new(), places: BTreeMap::new() }
    }

    /// The list of a tier.
    fn of(&mut self, tier: u32) -> &mut Vec<K> {
        const FIRST: usize = 8;
        let near = self.all.iter().take(FIRST).position(|&(known, _)| known == tier);
        let place = near.unwrap_or_else(|| {
            *self.places.entry(tier).or_insert_with(|| {
                self.all.push((tier, Vec::new()));
                self.all.len() - 1
            })
        });
        &mut self.all[place].1
    }
}

/// Keys that lie side by side in one tier, with the tier.
fn runs_of<'a, K>(keys: &'a [K], tiers: &'a [u32]) -> impl Iterator<Item = (&'a [K], u32)> {
    let mut start = 0;
    tiers.chunk_by(|a, b| a == b).map(move |run| {
        let keys = &keys[start..start + run.len()];
        start += run.len();
        (keys, run[0])
    })
}

fn stored<K: Key>(keys: Keys<K>) -> Box<dyn KeyStream<K>> {
    Box::new(Stored::new(keys))
}
