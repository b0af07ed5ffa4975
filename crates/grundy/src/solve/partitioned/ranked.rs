//! Positions with a number each: dense tables instead of sorted keys.
//!
//! Where a formula numbers all keys, a table of two bytes a number is all that
//! is needed. If every move leads to a greater number, one sweep from the
//! greatest down decides all. Otherwise positions are found round by round,
//! marked in the table itself, and then settled as a tier is, with the rules'
//! own way back. Tables are read and written at random places; the processor is
//! told of them ahead.

use std::collections::BTreeMap;

use super::checkpoint::Settled;
use super::code::Code;
use super::codes;
use super::failure::Failure;
use super::keys;
use super::moves::Rows;
use super::plan::Method;
use super::settle::{MOST_HOPES, Settling, Way};
use super::sort::sort_pairs;
use super::tier::Tier;
use super::worker::Worker;
use crate::huge::Huge;
use crate::limits::Stopped;
use crate::prefetch::prefetch;
use crate::ruleset::Key;

/// Positions that are looked at together.
const GROUP: usize = 1 << 14;

/// Positions that are sorted together.
const PART: u64 = 1 << 21;

/// Places of the table that are asked for ahead of time.
const AHEAD: usize = 24;

/// How the numbers are shared out: each worker has a range.
#[derive(Clone, Copy)]
pub(super) struct Ranks {
    count: u64,
    peers: u64,
    /// The first number of this worker, and how many it has.
    pub(super) first: u64,
    len: usize,
}

impl Ranks {
    /// Numbers of one worker.
    const fn share(&self) -> u64 {
        self.count.div_ceil(self.peers)
    }

    /// Who has a number, and the place there.
    #[inline]
    pub(super) fn holder(&self, rank: u64) -> (usize, u32) {
        let share = self.share();
        match self.peers {
            1 => (0, rank as u32),
            _ => ((rank / share) as usize, (rank % share) as u32),
        }
    }

    #[inline]
    pub(super) const fn has(&self, rank: u64) -> bool {
        rank < self.count
    }
}

impl<K: Key> Worker<'_, K> {
    fn ranks(&self, count: u64) -> Result<Ranks, Failure> {
        let (peers, me) = (self.fabric.peers() as u64, self.fabric.index() as u64);
        let share = count.div_ceil(peers);
        let first = (me * share).min(count);
        let len = (count - first).min(share);
        let limit = u64::from(u32::MAX);
        if len > limit {
            return Err(Stopped::Numbering { what: "positions of one worker", limit }.into());
        }
        Ok(Ranks { count, peers, first, len: len as usize })
    }

    /// Decides all positions that play from the starts reaches.
    pub(super) fn by_rank(
        &mut self,
        starts: &[K],
        count: u64,
        method: Method,
    ) -> Result<(), Failure> {
        let ranks = self.ranks(count)?;
        self.extra = 2 * ranks.len as u64;
        self.check("exploring", 0)?;
        let mut codes: Huge<Code> = Huge::zeroed(ranks.len);
        codes.fill(Code::ABSENT);
        let starts: Vec<u64> = starts.iter().map(|&start| self.rules.rank(start)).collect();
        let codes = match method {
            Method::Sweep { .. } => self.sweep(codes, &starts)?,
            _ => {
                let decided = self.reach(&mut codes, ranks, &starts)?;
                let mut state =
                    Settling { tier: 0, codes, outside: None, due: BTreeMap::new(), decided };
                self.rounds(&mut state, Way::Ranks(ranks), Settled::default())?;
                state.codes
            }
        };
        self.keep(&codes, ranks)
    }

    /// One pass up finds what play reaches, one down decides it.
    fn sweep(&mut self, mut codes: Huge<Code>, starts: &[u64]) -> Result<Huge<Code>, Failure> {
        for &start in starts {
            codes[start as usize] = Code::open(0);
        }
        let from = starts.iter().copied().min().unwrap_or_default() as usize;
        let len = codes.len();
        for start in (from..len).step_by(GROUP) {
            self.moves += self.rules.sweep_up(start..len.min(start + GROUP), &mut codes);
            self.check("exploring", start as u64)?;
        }
        let stuck = self.stuck();
        for start in (from..len).step_by(GROUP).rev() {
            if self.rules.sweep_down(start..len.min(start + GROUP), &mut codes, stuck) {
                return Err(Failure::TooRemote { limit: Code::LONGEST - 1 });
            }
            self.check("deciding", (len - start) as u64)?;
        }
        Ok(codes)
    }

    /// Marks what play reaches, with its hopes, and gives what is decided
    /// without a move.
    fn reach(
        &mut self,
        codes: &mut Huge<Code>,
        ranks: Ranks,
        starts: &[u64],
    ) -> Result<Vec<u32>, Failure> {
        let (peers, me) = (self.fabric.peers(), self.fabric.index());
        let (rules, stuck, seen) = (self.rules, self.stuck(), Code::open(0));
        let (mut decided, mut next): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for (holder, place) in starts.iter().map(|&start| ranks.holder(start)) {
            if holder == me && codes[place as usize] == Code::ABSENT {
                codes[place as usize] = seen;
                next.push(place);
            }
        }
        let mut letters: Vec<Vec<u32>> = vec![Vec::new(); peers];
        let mut rows = Rows::new();
        loop {
            let open = std::mem::take(&mut next);
            let mut groups = open.chunks(GROUP);
            loop {
                let group = groups.next().unwrap_or_default();
                rules.options_of_ranks(ranks.first, group, &mut rows);
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
                    for (holder, place) in options.iter().map(|&option| ranks.holder(option)) {
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

    /// Tells the positions before those that were just decided.
    pub(super) fn tell_ranks(
        &mut self,
        state: &mut Settling,
        ranks: Ranks,
        decided: &[u32],
        round: u32,
        ties: bool,
    ) -> Result<(), Failure> {
        let (peers, me) = (self.fabric.peers(), self.fabric.index());
        let mut letters: Vec<Vec<u32>> = vec![Vec::new(); 2 * peers];
        let mut rows = Rows::new();
        let hear = |state: &mut Settling, letters: &[u32], good: bool| {
            for (i, &place) in letters.iter().enumerate() {
                if let Some(&ahead) = letters.get(i + AHEAD) {
                    prefetch(&state.codes, ahead as usize);
                }
                state.told(place, good, round, ties);
            }
        };
        for group in decided.chunks(GROUP) {
            self.rules.parents_of_ranks(ranks.first, group, &mut rows);
            for (row, &position) in group.iter().enumerate() {
                let loss = state.codes[position as usize].is_loss();
                for &mut word in distinct(rows.row(row).1) {
                    if ranks.has(word >> 1) {
                        let (holder, place) = ranks.holder(word >> 1);
                        let good = loss == (word & 1 == 1);
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

    /// Keeps what was reached by its keys, in parts that are sorted for
    /// themselves.
    fn keep(&mut self, codes: &[Code], ranks: Ranks) -> Result<(), Failure> {
        let mut part: BTreeMap<u32, Vec<(K, u32)>> = BTreeMap::new();
        self.positions = 0;
        let (mut keys, mut orbits, mut some) = (Vec::new(), Vec::new(), Vec::new());
        let mut tiers = Vec::new();
        for (group, codes) in codes.chunks(GROUP).enumerate() {
            let start = group * GROUP;
            let there = (0..codes.len()).filter(|&place| codes[place] != Code::ABSENT);
            let places: Vec<usize> = there.collect();
            let mut numbers = places.iter().map(|&place| ranks.first + (start + place) as u64);
            self.rules.unrank(&mut numbers, &mut keys);
            some.clear();
            some.extend(keys.iter().map(|&(_, key)| key));
            self.rules.orbits(&some, &mut orbits);
            self.rules.tiers(&some, &mut tiers);
            for (i, &(place, key)) in keys.iter().enumerate() {
                let code = codes[places[place as usize]];
                let code = if code.is_open() { Code::DRAW } else { code };
                self.tally.add(code, orbits[i]);
                part.entry(tiers[i]).or_default().push((key, code.bits().into()));
            }
            let before = self.positions / PART;
            self.positions += keys.len() as u64;
            if self.positions / PART > before {
                self.keep_part(&mut part)?;
            }
        }
        self.keep_part(&mut part)?;
        self.extra = 0;
        Ok(())
    }

    fn keep_part(&mut self, part: &mut BTreeMap<u32, Vec<(K, u32)>>) -> Result<(), Failure> {
        let mut room = Vec::new();
        for (number, mut pairs) in std::mem::take(part) {
            sort_pairs(&mut pairs, &mut room);
            let store = self.room_for(pairs.len() as u64);
            let (of_keys, of_codes) = (self.fresh("keys", number), self.fresh("codes", number));
            let mut keys = keys::Writer::new(&store, &of_keys)?;
            let mut codes = codes::Writer::new(&store, &of_codes)?;
            let (some, verdicts): (Vec<K>, Vec<Code>) =
                pairs.into_iter().map(|(key, bits)| (key, Code::from_bits(bits as u16))).unzip();
            keys.add(&some)?;
            codes.add(&verdicts)?;
            self.parts.push((number, Tier { keys: keys.finish()?, codes: Some(codes.finish()?) }));
        }
        self.check("sorting", self.positions)
    }
}

/// Each number of a row once, in order.
fn distinct(row: &mut [u64]) -> &mut [u64] {
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
