//! Dense tables instead of sorted keys.
//!
//! Where nearly all numbers are keys, one table with a place for every number is enough. If
//! every move leads to a greater key, one sweep up finds the positions and one sweep down
//! decides them, with a byte a place. Otherwise a place takes two bytes: positions are found
//! round by round and marked in the table itself, and the table is then settled as a tier
//! is, by the reverse moves that the rules give. Places are random, and are prefetched.

use std::collections::BTreeMap;

use super::checkpoint::Settled;
use super::code::Code;
use super::codes;
use super::counts::Counts;
use super::failure::Failure;
use super::keys;
use super::moves::{Rows, at, place_of};
use super::plan::Method;
use super::settle::{MOST_HOPES, Settling, Way};
use super::shares::Shares;
use super::solution::Solution;
use super::store::Store;
use super::sweep::{self, Byte, REACHED};
use super::tier::{Tier, Tiers};
use super::worker::Worker;
use grundy_base::huge::Huge;
use grundy_base::prefetch::prefetch;
use grundy_ruleset::Key;

/// Positions that are looked at together.
const GROUP: usize = 1 << 14;

/// How many places of the table are prefetched.
const AHEAD: usize = 24;

impl<K: Key> Worker<'_, K> {
    /// Decides all positions that play from the starts reaches; false if that takes more moves than
    /// a table can hold.
    pub(super) fn by_table(
        &mut self,
        starts: &[K],
        count: u64,
        method: Method,
    ) -> Result<bool, Failure> {
        let shares = Shares::new(count, self.fabric.peers(), self.fabric.index())?;
        if let Method::Sweep { .. } = method {
            return self.sweep(starts, shares);
        }
        self.extra = 2 * shares.len as u64;
        self.check("exploring", 0)?;
        let mut codes: Huge<Code> = Huge::zeroed(shares.len);
        codes.fill(Code::ABSENT);
        let decided = self.reach(&mut codes, shares, starts)?;
        let mut state = Settling { tier: 0, codes, outside: None, due: BTreeMap::new(), decided };
        self.rounds(&mut state, Way::Table(shares), Settled::default())?;
        self.keep(shares, |place| match state.codes[place] {
            Code::ABSENT => None,
            code if code.is_open() => Some(Code::DRAW),
            code => Some(code),
        })?;
        Ok(true)
    }

    /// One pass up finds what play reaches, one down decides it.
    fn sweep(&mut self, starts: &[K], shares: Shares) -> Result<bool, Failure> {
        let len = shares.len;
        self.extra = len as u64;
        self.check("exploring", 0)?;
        let mut table: Huge<Byte> = Huge::zeroed(len);
        for &start in starts {
            table[place_of(start)] = REACHED;
        }
        let from = starts.iter().copied().min().map_or(0, place_of);
        let mut moves = 0;
        for start in (from..len).step_by(GROUP) {
            moves += self.rules.sweep_up(start..len.min(start + GROUP), &mut table);
            self.check("exploring", start as u64)?;
        }
        let stuck = sweep::end(self.stuck().fate());
        for start in (from..len).step_by(GROUP).rev() {
            if self.rules.sweep_down(start..len.min(start + GROUP), &mut table, stuck) {
                self.extra = 0;
                return Ok(false);
            }
            self.check("deciding", (len - start) as u64)?;
        }
        self.moves += moves;
        self.keep(shares, |place| sweep::code(table[place]))?;
        Ok(true)
    }

    /// Marks the positions that play reaches, with the number of their options, and returns the
    /// positions decided without a move.
    fn reach(
        &mut self,
        codes: &mut Huge<Code>,
        shares: Shares,
        starts: &[K],
    ) -> Result<Vec<u32>, Failure> {
        let (peers, me) = (self.fabric.peers(), self.fabric.index());
        let (rules, stuck, seen) = (self.rules, self.stuck(), Code::open(0));
        let (mut decided, mut next): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for (holder, place) in starts.iter().filter_map(|&start| shares.holder(start)) {
            if holder == me && codes[place as usize] == Code::ABSENT {
                codes[place as usize] = seen;
                next.push(place);
            }
        }
        let mut letters: Vec<Vec<u32>> = vec![Vec::new(); peers];
        let (mut keys, mut rows) = (Vec::new(), Rows::new());
        loop {
            let open = std::mem::take(&mut next);
            let mut groups = open.chunks(GROUP);
            loop {
                let group = groups.next().unwrap_or_default();
                shares.keys(group, &mut keys);
                rules.options(&keys, &mut rows);
                self.moves += rows.all().len() as u64;
                for (row, &place) in group.iter().enumerate() {
                    let (end, options) = rows.row(row);
                    let options = distinct(options);
                    let code = match end {
                        Some(fate) => Code::end(fate),
                        None if options.is_empty() => stuck,
                        None if options.len() > usize::from(MOST_HOPES) => {
                            return Err(Failure::TooManyMoves { limit: MOST_HOPES });
                        }
                        None => Code::open(options.len() as u16),
                    };
                    codes[place as usize] = code;
                    if code.is_won_or_lost() {
                        decided.push(place);
                    }
                    for (holder, place) in options.iter().filter_map(|&to| shares.holder(to)) {
                        letters[holder].push(place);
                    }
                }
                let mut mark = |places: &[u32]| {
                    for (i, &place) in places.iter().enumerate() {
                        if let Some(&ahead) = places.get(i + AHEAD) {
                            prefetch(codes, ahead as usize);
                        }
                        if codes[place as usize] == Code::ABSENT {
                            codes[place as usize] = seen;
                            next.push(place);
                        }
                    }
                };
                mark(&letters[me]);
                letters[me].clear();
                for (to, places) in letters.iter_mut().enumerate() {
                    if !places.is_empty() {
                        self.fabric.post(to, words(places))?;
                        places.clear();
                    }
                }
                let votes =
                    self.fabric.finish(u64::from(!group.is_empty()), &mut |_, parcel| {
                        mark(places(&parcel));
                        Ok(())
                    })?;
                self.positions += group.len() as u64;
                self.extra = (2 * codes.len() + 4 * (open.len() + next.len())) as u64;
                self.check("exploring", self.positions)?;
                self.limits.count((self.positions * peers as u64) as usize)?;
                if votes.iter().sum::<u64>() == 0 {
                    break;
                }
            }
            if self.agree(next.len() as u64)? == 0 {
                return Ok(decided);
            }
        }
    }

    /// Tells the positions that lead to those just decided.
    pub(super) fn tell_table(
        &mut self,
        state: &mut Settling,
        shares: Shares,
        decided: &[u32],
        round: u32,
        ties: bool,
    ) -> Result<(), Failure> {
        let (peers, me, rules) = (self.fabric.peers(), self.fabric.index(), self.rules);
        let alternates = self.hints.alternates;
        let mut letters: Vec<Vec<u32>> = vec![Vec::new(); 2 * peers];
        let (mut keys, mut rows) = (Vec::new(), Rows::new());
        let hear = |state: &mut Settling, letters: &[u32], good: bool| {
            for (i, &place) in letters.iter().enumerate() {
                if let Some(&ahead) = letters.get(i + AHEAD) {
                    prefetch(&state.codes, ahead as usize);
                }
                state.told(place, good, round, ties);
            }
        };
        for group in decided.chunks(GROUP) {
            shares.keys(group, &mut keys);
            rules.parents(&keys, &mut rows);
            for (row, (&position, &key)) in group.iter().zip(&keys).enumerate() {
                let loss = state.codes[position as usize].is_loss();
                for &mut parent in distinct(rows.row(row).1) {
                    if let Some((holder, place)) = shares.holder(parent) {
                        let good = loss == (alternates || rules.passes_turn(parent, key));
                        letters[2 * holder + usize::from(good)].push(place);
                    }
                }
            }
            for good in [false, true] {
                let own = &mut letters[2 * me + usize::from(good)];
                hear(state, own, good);
                own.clear();
            }
        }
        for (stream, places) in letters.iter().enumerate().filter(|(_, places)| !places.is_empty())
        {
            let mut parcel = words(places);
            parcel.push((stream % 2) as u64);
            self.fabric.post(stream / 2, parcel)?;
        }
        self.fabric.finish(0, &mut |_, mut parcel| {
            let good = parcel.pop() == Some(1);
            hear(state, places(&parcel), good);
            Ok(())
        })?;
        Ok(())
    }

    /// Keeps the reached positions by their keys.
    fn keep(
        &mut self,
        shares: Shares,
        verdict: impl Fn(usize) -> Option<Code>,
    ) -> Result<(), Failure> {
        self.positions = 0;
        let (mut keys, mut codes, mut orbits) = (Vec::new(), Vec::new(), Vec::new());
        let mut one = self.one(shares.len as u64)?;
        for start in (0..shares.len).step_by(GROUP) {
            keys.clear();
            codes.clear();
            for place in start..shares.len.min(start + GROUP) {
                if let Some(code) = verdict(place) {
                    keys.push(at::<K>(shares.first as usize + place));
                    codes.push(code);
                }
            }
            self.rules.orbits(&keys, &mut orbits);
            codes.iter().zip(&orbits).for_each(|(&code, &orbit)| self.tally.add(code, orbit));
            one.0.add(&keys)?;
            one.1.add(&codes)?;
            self.positions += keys.len() as u64;
            self.limits.count((self.positions * self.fabric.peers() as u64) as usize)?;
            self.check("packing", self.positions)?;
        }
        let (keys, codes) = (one.0.finish()?, Some(one.1.finish()?));
        self.tiers.insert(0, Tier { keys, codes });
        self.extra = 0;
        Ok(())
    }

    /// Puts the keys of all tiers, once they are decided, where a solution has
    /// them.
    pub(super) fn keep_in_one(&mut self) -> Result<(), Failure> {
        let tiers = std::mem::replace(&mut self.tiers, Tiers::new()).into_all();
        let count = tiers.values().map(|tier| tier.keys.len()).sum();
        let all = Solution::new(tiers, Counts::default(), 0);
        // Held until all keys stand together.
        self.extra = all.held();
        let (mut keys, mut codes) = self.one(count)?;
        let (mut done, mut looked) = (0, 0);
        all.each_of_all(|some, verdicts| {
            keys.add(some)?;
            codes.add(verdicts)?;
            done += some.len() as u64;
            if done - looked < GROUP as u64 {
                return Ok(());
            }
            looked = done;
            self.check("packing", done)
        })?;
        self.extra = 0;
        self.tiers.insert(0, Tier { keys: keys.finish()?, codes: Some(codes.finish()?) });
        Ok(())
    }

    /// Writers for `keys` keys that stay together. They outlast the folder with what is needed to
    /// go on after a crash.
    fn one(&self, keys: u64) -> Result<(keys::Writer<K>, codes::Writer), Failure> {
        let store = match self.room_for(keys) {
            Store::Folder { folder, .. } => Store::Spill(folder),
            store => store,
        };
        Ok((keys::Writer::new(&store, "")?, codes::Writer::new(&store, "")?))
    }
}

/// Each key of a row once, in order.
fn distinct<K: Key>(row: &mut [K]) -> &mut [K] {
    row.sort_unstable();
    let mut kept = 0;
    for i in 0..row.len() {
        if i == 0 || row[i] != row[kept - 1] {
            row[kept] = row[i];
            kept += 1;
        }
    }
    &mut row[..kept]
}

/// Places as words to send.
fn words(places: &[u32]) -> Vec<u64> {
    let mut words: Vec<u64> = places
        .chunks(2)
        .map(|pair| u64::from(pair[0]) | u64::from(*pair.get(1).unwrap_or(&pair[0])) << 32)
        .collect();
    words.push(places.len() as u64);
    words
}

/// The places in words.
fn places(words: &[u64]) -> &[u32] {
    let Some((&count, words)) = words.split_last() else { return &[] };
    &bytemuck::cast_slice(words)[..count as usize]
}
