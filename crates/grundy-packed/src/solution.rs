//! Positions with their verdicts, from the solver or from a file.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

use super::code::Code;
use super::codes;
use super::counts::Counts;
use super::failure::Failure;
use super::keys::Reader;
use super::tier::{Cursor, Tier};
use grundy_ruleset::Key;

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

    /// Adds what another worker has found.
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

    /// Calls `found` with keys of a tier and their verdicts, in rising order, in the batches in
    /// which they are stored.
    pub fn each<E: From<Failure>>(
        &self,
        tier: u32,
        found: impl FnMut(&[K], &[Code]) -> Result<(), E>,
    ) -> Result<(), E> {
        merge(self.tiers.get(&tier).into_iter().flatten(), found)
    }

    /// The same with the keys of all tiers, in the order of keys.
    pub fn each_of_all<E: From<Failure>>(
        &self,
        found: impl FnMut(&[K], &[Code]) -> Result<(), E>,
    ) -> Result<(), E> {
        merge(self.parts(), found)
    }

    /// Pieces of the solution that can be read independently; together they are all of it.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        self.pieces_of(256)
    }

    /// The same, with at most `most` blocks in a piece.
    pub(super) fn pieces_of(&self, most: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut first = 0;
        for (&tier, parts) in &self.tiers {
            for (part, Tier { keys, .. }) in parts.iter().enumerate() {
                for start in (0..keys.blocks()).step_by(most) {
                    let blocks = start..keys.blocks().min(start + most);
                    let end = keys.len().min((blocks.end * keys.block()) as u64);
                    let length = end - (start * keys.block()) as u64;
                    pieces.push(Piece { tier, part, blocks, first, keys: length });
                    first += length;
                }
            }
        }
        pieces
    }

    /// The number of the first entry of each part of each tier.
    pub(super) fn firsts(&self) -> Vec<Vec<u64>> {
        let mut next = 0;
        let mut first = |part: &Tier<K>| {
            next += part.keys.len();
            next - part.keys.len()
        };
        self.tiers.values().map(|parts| parts.iter().map(&mut first).collect()).collect()
    }

    /// Calls `found` with the keys of a piece and their verdicts, in rising order.
    pub fn each_of_piece<E: From<Failure>>(
        &self,
        piece: &Piece,
        mut found: impl FnMut(&[K], &[Code]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rows = Rows::new(&self.tiers[&piece.tier][piece.part]);
        rows.block = piece.blocks.start;
        while rows.block < piece.blocks.end && rows.fetch()? {
            found(&rows.keys.keys, &rows.verdicts)?;
        }
        Ok(())
    }

    pub(super) fn parts_of(&self, tier: u32) -> &[Tier<K>] {
        self.tiers.get(&tier).map_or(&[], Vec::as_slice)
    }

    fn parts(&self) -> impl Iterator<Item = &Tier<K>> {
        self.tiers.values().flatten()
    }
}

/// Keys of one tier that lie together, of one worker.
#[derive(Clone, Debug)]
pub struct Piece {
    pub(super) tier: u32,
    pub(super) part: usize,
    blocks: Range<usize>,
    /// The number of its first entry.
    pub first: u64,
    /// How many keys there are.
    pub keys: u64,
}

impl Piece {
    /// The numbers of its entries.
    pub(super) fn entries(&self) -> Range<u64> {
        self.first..self.first + self.keys
    }
}

/// Calls `found` with the rows of these parts in rising order.
fn merge<'a, K: Key, E: From<Failure>>(
    parts: impl Iterator<Item = &'a Tier<K>>,
    mut found: impl FnMut(&[K], &[Code]) -> Result<(), E>,
) -> Result<(), E> {
    let mut all = Vec::new();
    let mut open = BinaryHeap::new();
    for part in parts {
        let mut rows = Rows::new(part);
        if rows.fetch()? {
            open.push(Reverse((rows.first(), all.len())));
            all.push(rows);
        }
    }
    while let Some(Reverse((_, least))) = open.pop() {
        // All of its keys below those of the others.
        let rows: &mut Rows<'_, K> = &mut all[least];
        let until = match open.peek() {
            None => rows.keys.keys.len(),
            Some(Reverse((bound, _))) => {
                let keys = &rows.keys.keys[rows.at..];
                // Tiers mostly take turns.
                let few = keys.iter().take(4).take_while(|key| *key < bound).count();
                rows.at + if few < 4 { few } else { keys.partition_point(|key| key < bound) }
            }
        };
        // Two workers must not hold the same key: it would come twice.
        let until = until.max(rows.at + 1);
        found(&rows.keys.keys[rows.at..until], &rows.verdicts[rows.at..until])?;
        rows.at = until;
        if until < rows.keys.keys.len() || rows.fetch()? {
            open.push(Reverse((rows.first(), least)));
        }
    }
    Ok(())
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
            codes.read(self.block, self.keys.sum, &mut self.codes)?;
            self.verdicts.extend((0..self.keys.keys.len()).map(|place| self.codes.get(place)));
        }
        self.block += 1;
        self.at = 0;
        Ok(true)
    }
}
