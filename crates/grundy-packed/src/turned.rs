//! The moves within a tier, reversed: the predecessors of each position.

use super::failure::Failure;
use super::moves::{Hints, Rows, holder};
use super::runs::{KeyStream, Stored};
use super::sort::sort_pairs;
use super::tier::Cursor;
use super::worker::Worker;
use grundy_base::Stopped;
use grundy_base::huge::Huge;
use grundy_ruleset::{Flow, Key};

/// Positions whose moves are sent together.
const GROUP: usize = 1 << 14;

/// For each position of this worker in a tier the positions before it, each as
/// its worker, its number there, and whether the move gives the turn away:
/// four bytes a move and four a position.
pub(super) struct Turned {
    /// Where the positions before each start; one more than there are positions.
    starts: Huge<u32>,
    before: Huge<u32>,
    peers: u32,
}

impl Turned {
    /// Calls `found` with the worker and the number of each position before
    /// this one, and whether the move from there gives the turn to the other
    /// player.
    #[inline]
    pub(super) fn each(&self, position: u32, mut found: impl FnMut(usize, u32, bool)) {
        let row = self.starts[position as usize]..self.starts[position as usize + 1];
        for &word in &self.before[row.start as usize..row.end as usize] {
            let number = word >> 1;
            found((number % self.peers) as usize, number / self.peers, word & 1 == 0);
        }
    }
}

impl<K: Key> Worker<'_, K> {
    /// Turns the moves within a tier round.
    pub(super) fn turn_round(&mut self, tier: u32) -> Result<Turned, Failure> {
        let peers = self.fabric.peers() as u32;
        let count = self.tiers.get(&tier).map_or(0, |tier| tier.keys.len()) as usize;
        let numbering = |what| Stopped::Numbering { what, limit: u64::from(u32::MAX) };
        if count as u64 * u64::from(peers) > u64::from(u32::MAX >> 1) {
            return Err(numbering("positions in a tier").into());
        }
        let held = self.extra;
        self.extra = held + 4 * count as u64;
        self.check("turning moves round", 0)?;
        let mut starts: Huge<u32> = Huge::zeroed(count + 1);
        self.each_move(tier, |option, _| starts[option as usize] += 1)?;
        let mut moves = 0u64;
        for start in starts.iter_mut() {
            moves += u64::from(*start);
            *start = u32::try_from(moves).map_err(|_| numbering("moves of one worker"))?;
        }
        self.extra = held + 4 * (count as u64 + moves);
        self.check("turning moves round", 0)?;
        // Rows are filled from their ends, so that each `start` ends at its row's.
        let mut before: Huge<u32> = Huge::zeroed(moves as usize);
        self.each_move(tier, |option, from| {
            let start = &mut starts[option as usize];
            *start -= 1;
            before[*start as usize] = from;
        })?;
        Ok(Turned { starts, before, peers })
    }

    /// Calls `found` for each move within a tier to a position of this worker:
    /// the number of that position, and the word for the one before the move.
    fn each_move(&mut self, tier: u32, mut found: impl FnMut(u32, u32)) -> Result<(), Failure> {
        let (peers, me, rules) = (self.fabric.peers(), self.fabric.index(), self.rules);
        let mut positions = self.tiers.get(&tier).map(|tier| Stored::new(tier.keys.clone()));
        let mut lists: Vec<Vec<(K, u32)>> = (0..peers).map(|_| Vec::new()).collect();
        let (mut group, mut inside, mut room) = (Vec::new(), Vec::new(), Vec::new());
        let (mut rows, mut tiers) = (Rows::new(), Vec::new());
        let Hints { flow, alternates, .. } = self.hints;
        let mut number = 0u32;
        loop {
            group.clear();
            while let Some(positions) = &mut positions
                && group.len() < GROUP
            {
                let before = group.len();
                positions.fill(&mut group)?;
                if group.len() == before {
                    break;
                }
            }
            rules.options(&group, &mut rows);
            if flow != Flow::Loopy {
                rules.tiers(rows.all(), &mut tiers);
            }
            for (row, &key) in group.iter().enumerate() {
                let (range, (_, options)) = (rows.range(row), rows.row(row));
                inside.clear();
                match flow {
                    Flow::Loopy => inside.extend_from_slice(options),
                    _ => {
                        let options = options.iter().zip(&tiers[range]);
                        inside.extend(options.filter(|(_, there)| **there == tier).map(|o| *o.0));
                    }
                }
                inside.sort_unstable();
                inside.dedup();
                for &option in &inside {
                    let kept = u32::from(!alternates && !rules.passes_turn(key, option));
                    let word = (number * peers as u32 + me as u32) << 1 | kept;
                    lists[holder(option, peers)].push((option, word));
                }
                number += 1;
            }
            let mut arrived = Vec::new();
            for (to, list) in lists.iter_mut().enumerate() {
                sort_pairs(list, &mut room);
                let words = list.iter().map(|pair| pair.1).collect::<Vec<u32>>();
                let keys: Vec<K> = list.drain(..).map(|pair| pair.0).collect();
                if to == me {
                    arrived.push((keys, words));
                } else if !keys.is_empty() {
                    self.fabric.post(to, pack(&keys, &words))?;
                }
            }
            let more = u64::from(!group.is_empty());
            let votes = self.fabric.finish(more, &mut |_, parcel| {
                arrived.push(unpack(&parcel));
                Ok(())
            })?;
            if let Some(tier) = self.tiers.get(&tier) {
                for (keys, words) in arrived {
                    let mut cursor = Cursor::new();
                    for (key, word) in keys.into_iter().zip(words) {
                        if let Some(option) = cursor.find(tier, key)? {
                            found(option as u32, word);
                        }
                    }
                }
            }
            self.check("turning moves round", u64::from(number))?;
            if votes.iter().sum::<u64>() == 0 {
                return Ok(());
            }
        }
    }
}

/// Keys and a word for each, to send.
fn pack<K: bytemuck::Pod>(keys: &[K], words: &[u32]) -> Vec<u64> {
    let mut parcel: Vec<u64> = vec![keys.len() as u64];
    parcel.extend_from_slice(bytemuck::cast_slice(keys));
    parcel.extend(words.iter().map(|&word| u64::from(word)));
    parcel
}

fn unpack<K: bytemuck::Pod>(parcel: &[u64]) -> (Vec<K>, Vec<u32>) {
    let count = parcel[0] as usize;
    let (keys, words) = parcel[1..].split_at(parcel.len() - 1 - count);
    let bytes: &[u8] = bytemuck::cast_slice(keys);
    let keys = bytes.chunks_exact(size_of::<K>()).map(bytemuck::pod_read_unaligned).collect();
    (keys, words.iter().map(|&word| word as u32).collect())
}
