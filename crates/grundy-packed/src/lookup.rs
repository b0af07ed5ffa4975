//! Looking up verdicts by keys, one at a time or in batches.

use super::code::Code;
use super::failure::Failure;
use super::solution::Solution;
use super::sort::sort_pairs;
use super::tier::Cursor;
use grundy_ruleset::Key;

/// A batch of keys to be looked up, by tier and kind of move.
///
/// Keys are looked up in rising order. Where moves of a kind keep the order of
/// keys, a batch goes on where the one before it stopped, and each block is
/// read once for each kind of move.
pub struct Lookup<'a, K> {
    solution: &'a Solution<K>,
    tiers: Vec<u32>,
    kinds: usize,
    /// The streams of a tier stand side by side.
    streams: Vec<Stream<K>>,
    /// Keys of tiers that the solution does not have.
    lost: Vec<(K, u32)>,
    room: Vec<(K, u32)>,
}

grundy_base::debug! {
    impl[K] Lookup<'_, K>: "Lookup";
}

/// Keys to be looked up, each with its asker, and the place of the last one found.
struct Stream<K> {
    asked: Vec<(K, u32)>,
    /// A cursor for each worker's part of the tier, and the number of that part's first entry.
    cursors: Vec<(u64, Cursor<K>)>,
}

/// An entry of a solution.
#[derive(Clone, Copy, Debug)]
pub struct FoundKey {
    /// Its verdict.
    pub code: Code,
    /// Its tier.
    pub tier: u32,
    /// Its number in the order of [`Solution::pieces`], from 0.
    pub number: u64,
}

impl<'a, K: Key> Lookup<'a, K> {
    /// Looks up keys, reached by moves of `kinds` kinds.
    #[must_use]
    pub fn new(solution: &'a Solution<K>, kinds: usize) -> Self {
        let tiers: Vec<u32> = solution.tiers().collect();
        let firsts = solution.firsts();
        let stream = |place: usize| {
            let firsts = firsts[place / kinds].iter();
            let cursors = firsts.map(|&first| (first, Cursor::new())).collect();
            Stream { asked: Vec::new(), cursors }
        };
        let streams = (0..tiers.len() * kinds).map(stream).collect();
        Lookup { solution, tiers, kinds, streams, lost: Vec::new(), room: Vec::new() }
    }

    /// Asks for the verdict of a key of a tier, to which a move of that kind
    /// leads; `asker` comes back with the answer.
    #[inline]
    pub fn ask(&mut self, tier: u32, kind: usize, key: K, asker: u32) {
        match self.tiers.binary_search(&tier) {
            Ok(place) => self.streams[place * self.kinds + kind].asked.push((key, asker)),
            Err(_) => self.lost.push((key, asker)),
        }
    }

    /// Calls `found` for all that was asked, with the entry of each key that is there.
    pub fn answer(
        &mut self,
        mut found: impl FnMut(u32, K, Option<FoundKey>),
    ) -> Result<(), Failure> {
        for (key, asker) in self.lost.drain(..) {
            found(asker, key, None);
        }
        for (place, Stream { asked, cursors }) in self.streams.iter_mut().enumerate() {
            if !asked.is_sorted_by_key(|(key, _)| *key) {
                sort_pairs(asked, &mut self.room);
            }
            let tier = self.tiers[place / self.kinds];
            let parts = self.solution.parts_of(tier);
            for (key, asker) in asked.drain(..) {
                let mut entry = None;
                for (part, (first, cursor)) in parts.iter().zip(&mut *cursors) {
                    if let Some((number, code)) = cursor.entry(part, key)? {
                        entry = Some(FoundKey { code, tier, number: *first + number });
                        break;
                    }
                }
                found(asker, key, entry);
            }
        }
        Ok(())
    }

    /// The verdict of one key of a tier, if it is there.
    pub fn find(&mut self, tier: u32, key: K) -> Result<Option<Code>, Failure> {
        let Ok(place) = self.tiers.binary_search(&tier) else { return Ok(None) };
        let cursors = &mut self.streams[place * self.kinds].cursors;
        for (part, (_, cursor)) in self.solution.parts_of(tier).iter().zip(cursors) {
            if let Some(code) = cursor.verdict(part, key)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }
}
