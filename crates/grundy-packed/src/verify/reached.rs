//! Whether play reaches every entry of a solution.
//!
//! Entries are ordered by their tiers, and by their keys within a tier; no move leads to a lower
//! tier. If each entry is a start, or some other entry has a move up to it, then play reaches all
//! of them: the least one that it did not reach would be reached from a lesser one. Two bits an
//! entry record this while the options of all entries are looked up. Where play comes back, a tier
//! can contain an entry to which moves lead from greater ones only. The moves within such a tier
//! are listed again, and followed from the entries that are starts or that lower tiers lead to.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::{Definition, Listed, Refused, share};
use crate::failure::Failure;
use crate::lookup::FoundKey;
use crate::solution::{Piece, Solution};
use crate::tier::Cursor;
use grundy_base::{Limits, Progress, Stopped};
use grundy_ruleset::Key;

/// How play reaches the entries of a solution, as far as that has been seen.
pub(super) struct Reached {
    /// Starts, and entries to which a lower tier has a move.
    entered: Bits,
    /// Entries to which a lesser one of their tier has a move.
    risen: Bits,
}

impl Reached {
    /// No entry reached yet, among `entries`.
    pub(super) fn new(entries: u64, limits: &Limits<'_>) -> Result<Self, Stopped> {
        limits.room(2 * entries.div_ceil(8), 0)?;
        Ok(Reached { entered: Bits::new(entries), risen: Bits::new(entries) })
    }

    /// Bytes held in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.entered.bytes() + self.risen.bytes()
    }

    pub(super) fn start(&self, entry: &FoundKey) {
        self.entered.set(entry.number);
    }

    /// Marks the entry `to`, to which the key `from.1` of the tier `from.0` has a move.
    #[inline]
    pub(super) fn mark<K: Key>(&self, from: (u32, K), to: K, entry: &FoundKey) {
        if from.0 < entry.tier {
            self.entered.set(entry.number);
        } else if from.0 == entry.tier && from.1 < to {
            self.risen.set(entry.number);
        }
    }

    /// Refuses the first entry that play does not reach, after the moves of all entries were
    /// marked.
    pub(super) fn check<K: Key>(
        &self,
        rules: &dyn Definition<K>,
        solution: &Solution<K>,
        limits: &Limits<'_>,
    ) -> Result<(), Refused> {
        for pieces in solution.pieces_of(FEW).chunk_by(|one, next| one.tier == next.tier) {
            let tier = pieces.iter().flat_map(Piece::entries);
            if tier.clone().all(|entry| self.entered.get(entry) || self.risen.get(entry)) {
                continue;
            }
            tier.for_each(|entry| self.risen.clear(entry));
            self.follow(rules, solution, pieces, limits)?;
            for piece in pieces {
                if let Some(entry) = piece.entries().find(|&entry| !self.entered.get(entry)) {
                    let key = keys(solution, piece)?[(entry - piece.first) as usize];
                    return Err(rules.wrong(key, "play does not lead there"));
                }
            }
        }
        Ok(())
    }

    /// Marks as entered what moves within a tier reach from entered entries. Entries whose moves
    /// were followed are marked as risen.
    fn follow<K: Key>(
        &self,
        rules: &dyn Definition<K>,
        solution: &Solution<K>,
        pieces: &[Piece],
        limits: &Limits<'_>,
    ) -> Result<(), Refused> {
        let followed = AtomicUsize::new(0);
        let Some(&Piece { tier, .. }) = pieces.first() else { return Ok(()) };
        let parts = solution.parts_of(tier);
        let first_of = |part| pieces.iter().find(|piece| piece.part == part).map_or(0, |p| p.first);
        let firsts: Vec<u64> = (0..parts.len()).map(first_of).collect();
        loop {
            let before = followed.load(Ordering::Relaxed);
            share(pieces.len(), limits.threads, |next| {
                let mut cursors: Vec<Cursor<K>> = parts.iter().map(|_| Cursor::new()).collect();
                let mut listed = Listed::default();
                while let Some(piece) = next().map(|piece| &pieces[piece]) {
                    let open = self.open(piece.entries());
                    if open.is_empty() {
                        continue;
                    }
                    let all = keys(solution, piece)?;
                    let open = open.into_iter().inspect(|&entry| self.risen.set(entry));
                    let key = |entry| all[(entry - piece.first) as usize];
                    let some: Vec<K> = open.map(key).collect();
                    rules.moves(&some, &mut listed);
                    let options = listed.options.iter().map(|(option, _)| *option);
                    let mut options: Vec<K> =
                        options.filter(|&to| rules.shelf(to) == tier).collect();
                    options.sort_unstable();
                    options.dedup();
                    for option in options {
                        for ((part, first), cursor) in parts.iter().zip(&firsts).zip(&mut cursors) {
                            if let Some(number) = cursor.find(part, option)? {
                                self.entered.set(first + number);
                            }
                        }
                    }
                    let positions = followed.fetch_add(some.len(), Ordering::Relaxed) + some.len();
                    let bytes = self.bytes();
                    limits.check(Progress { stage: "following play", positions, bytes })?;
                }
                Ok(())
            })?;
            if followed.load(Ordering::Relaxed) == before {
                return Ok(());
            }
        }
    }

    /// The entries of a range that are entered and not risen.
    fn open(&self, entries: Range<u64>) -> Vec<u64> {
        let words = (entries.start / 64) as usize..entries.end.div_ceil(64) as usize;
        let open = words.flat_map(|word| {
            let bits = self.entered.word(word) & !self.risen.word(word);
            let bits = (0..64).filter(move |bit| bits >> bit & 1 == 1);
            bits.map(move |bit| word as u64 * 64 + bit)
        });
        open.filter(|entry| entries.contains(entry)).collect()
    }
}

/// Blocks of a piece: if few of its entries are to be followed, all of them are read.
const FEW: usize = 4;

fn keys<K: Key>(solution: &Solution<K>, piece: &Piece) -> Result<Vec<K>, Failure> {
    let mut all = Vec::with_capacity(piece.keys as usize);
    solution.each_of_piece(piece, |keys, _| {
        all.extend_from_slice(keys);
        Ok::<(), Failure>(())
    })?;
    Ok(all)
}

/// A bit for each entry, which several threads set.
struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(entries: u64) -> Self {
        Bits((0..entries.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    fn bytes(&self) -> u64 {
        size_of_val(&*self.0) as u64
    }

    fn word(&self, word: usize) -> u64 {
        self.0[word].load(Ordering::Relaxed)
    }

    fn get(&self, entry: u64) -> bool {
        self.word((entry / 64) as usize) >> (entry % 64) & 1 == 1
    }

    #[inline]
    fn set(&self, entry: u64) {
        // Mostly it is set already, and threads need not wait for each other.
        if !self.get(entry) {
            self.0[(entry / 64) as usize].fetch_or(1 << (entry % 64), Ordering::Relaxed);
        }
    }

    fn clear(&self, entry: u64) {
        self.0[(entry / 64) as usize].fetch_and(!(1 << (entry % 64)), Ordering::Relaxed);
    }
}
