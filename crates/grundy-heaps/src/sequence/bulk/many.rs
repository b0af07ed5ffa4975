//! The ranks of a settled game of many lags, or large ranks.
//!
//! As in [`crate::sequence::sparse`], but that no heap is rare, that lags which show many options
//! are chosen by what they showed among the last heaps, and that nothing is kept.
//!
//! Time: about a nanosecond for 32 heaps, a lag and 64 ranks.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use super::Settled;
use super::buffer::Buffer;
use super::cover::{self, Shown};
use crate::sequence::classes::Classes;
use crate::sequence::lanes::{LANES, Lanes, Work, dispatch};
use crate::sequence::ranks::{Lag, Lags, Options, PASS, Ranks, near_options, options};

/// Ranks from here on stop the work: values are below 2^15.
pub(super) const RANKS: u16 = 1 << 14;
/// Blocks by which lags are chosen at first, and again after so many fills.
const FEW_SAMPLES: usize = 16;
const MANY_SAMPLES: usize = 128;
const MANY_FILLS: u32 = 8;

/// See the module.
#[derive(Clone)]
pub(super) struct Many {
    classes: Classes,
    /// Options with a common value.
    lags: Lags,
    /// Taking from a heap, with a rare value.
    takes: Vec<Lag>,
    /// What is taken before a split.
    splits: Vec<usize>,
    /// The ranks of the first heaps, to be parts of splits; from the last one to heap 0, as the
    /// other parts are in order from the first.
    parts: Ranks,
    /// Lags that show most options with a rare value, for each pass.
    cover: Vec<Vec<Lag>>,
    /// How often the buffer has been filled.
    filled: u32,
}

/// Ranks that are needed as options and not yet shown, of heaps in a buffer.
struct Open<'b> {
    buffer: &'b Buffer,
    /// Places, and bits of the ranks of a pass.
    open: Vec<(usize, u64)>,
    pass: usize,
}

impl Open<'_> {
    fn shown(&self, place: usize, lag: Lag) -> u64 {
        in_pass(self.buffer.ranks.at(place - lag.lag as usize) ^ lag.rank, self.pass)
    }
}

impl Shown for Open<'_> {
    fn gain(&self, lag: Lag) -> u32 {
        let shows = |&&(place, open): &&(usize, u64)| open & self.shown(place, lag) != 0;
        self.open.iter().filter(shows).count() as u32
    }

    fn add(&mut self, lag: Lag) {
        for at in 0..self.open.len() {
            self.open[at].1 &= !self.shown(self.open[at].0, lag);
        }
    }
}

/// The ranks of a pass below one, as bits.
fn needed(below: usize, pass: usize) -> u64 {
    match below.saturating_sub(PASS * pass) {
        below @ ..PASS => (1 << below) - 1,
        _ => u64::MAX,
    }
}

/// A rank as a bit, if it is one of a pass.
fn in_pass(rank: u16, pass: usize) -> u64 {
    if usize::from(rank) / PASS == pass { 1 << (usize::from(rank) % PASS) } else { 0 }
}

impl Many {
    /// With the ranks of the first heaps.
    pub(super) fn new(settled: &Settled<'_>, first: Ranks) -> Many {
        let mut lags = Lags::default();
        settled.lags.iter().for_each(|lag| lags.push(lag.lag as usize, lag.rank));
        Many {
            classes: settled.classes,
            lags,
            takes: settled.takes.clone(),
            splits: settled.splits.clone(),
            parts: backwards(first),
            cover: Vec::new(),
            filled: 0,
        }
    }

    /// Makes these heaps from 0 on parts of splits that proofs look at.
    pub(super) fn look_at(&mut self, first: Ranks) {
        self.parts = backwards(first);
    }

    pub(super) fn lags(&self) -> usize {
        self.lags.far.len() + self.lags.near.len()
    }

    /// So many heaps are decided in some tenths of a second, after which limits are looked at.
    pub(super) fn at_a_time(&self) -> usize {
        const LAGS: usize = 1 << 29;
        (LAGS / self.lags().max(1)).clamp(1 << 12, 1 << 18) / LANES * LANES
    }

    /// See [`super::Bulk::decide`].
    pub(super) fn decide(&self, buffer: &mut Buffer) -> bool {
        dispatch(Deciding(self, buffer))
    }

    /// See [`super::Bulk::prove`].
    pub(super) fn prove(&mut self, buffer: &mut Buffer, from: usize) -> bool {
        self.get_ready(buffer);
        dispatch(Proving(self, buffer, from))
    }

    /// For proofs of heaps of a buffer.
    fn get_ready(&mut self, buffer: &Buffer) {
        if buffer.ranks.wide() && !self.parts.wide() {
            self.parts.widen();
        }
        let samples = match self.filled {
            0 => Some(FEW_SAMPLES),
            MANY_FILLS => Some(MANY_SAMPLES),
            _ => None,
        };
        if let Some(samples) = samples {
            self.choose_cover(buffer, samples);
        }
        self.filled += 1;
    }

    #[cfg(test)]
    pub(super) fn fill_with<L: Lanes>(&mut self, buffer: &mut Buffer, from: usize) -> bool {
        let decided = self.decide_with::<L>(buffer);
        self.get_ready(buffer);
        decided && self.prove_with::<L>(buffer, from)
    }

    #[cfg(test)]
    pub(super) fn takes(&self) -> usize {
        self.takes.len()
    }

    #[cfg(test)]
    pub(super) fn forget_proofs(&mut self) {
        self.parts.low.fill(u8::MAX);
        self.parts.high.fill(u8::MAX);
        (self.cover, self.filled) = (Vec::new(), MANY_FILLS + 1);
    }

    /// Rare values below that of a heap have ranks below this one.
    #[inline(always)]
    fn below(&self, buffer: &Buffer, place: usize) -> usize {
        // Heaps at even places are even.
        self.classes.rares_below(place as u64, buffer.ranks.at(place)).into()
    }

    /// Chooses lags that show most rare values to be options, judged by the last blocks.
    fn choose_cover(&mut self, buffer: &Buffer, samples: usize) {
        /// So many of the first parts are enough to choose from.
        const PARTS: usize = 4096;
        /// A lag costs about a nanosecond for a block, a rank not shown thirty.
        const BLOCKS: usize = 30;

        let mut lags = self.takes.clone();
        let place = |part: usize| self.parts.low.len() - 1 - part;
        for part in (LANES..PARTS).filter(|&part| !self.parts.rare_at(place(part))) {
            let rank = self.parts.at(place(part));
            let lag = |taken: &usize| Lag { lag: (taken + part) as u32, rank };
            lags.extend(self.splits.iter().map(lag));
        }
        lags.retain(|lag| lag.lag as usize >= LANES);
        let places = buffer.known.saturating_sub(LANES * samples).max(buffer.depth)..buffer.known;
        let most = places.clone().map(|place| self.below(buffer, place)).max().unwrap_or(0);
        self.cover.clear();
        for pass in 0..most.div_ceil(PASS) {
            let open = places.clone().map(|at| (at, needed(self.below(buffer, at), pass)));
            let open = open.filter(|(_, needed)| *needed != 0).collect();
            let mut open = Open { buffer, open, pass };
            let mut cover = cover::choose(&lags, (samples / BLOCKS) as u32, &mut open);
            cover.sort_unstable();
            self.cover.push(cover);
        }
    }

    #[inline(always)]
    fn decide_with<L: Lanes>(&self, buffer: &mut Buffer) -> bool {
        let len = buffer.len();
        let Buffer { ranks, known, .. } = buffer;
        // For each pass that a heap of the block has needed.
        let mut far: Vec<Options> = Vec::new();
        while *known + LANES <= len {
            far.clear();
            for j in 0..LANES {
                let place = *known + j;
                let Some(rank) = self.least::<L>(ranks, place, j, &mut far) else { return false };
                ranks.set(place, Some(rank));
            }
            *known += LANES;
        }
        true
    }

    /// The least rank that is no option of the heap at a place, the one `j` of its block.
    #[inline(always)]
    fn least<L: Lanes>(
        &self,
        ranks: &mut Ranks,
        place: usize,
        j: usize,
        far: &mut Vec<Options>,
    ) -> Option<u16> {
        for pass in 0..usize::from(RANKS) / PASS {
            if PASS * pass >= ranks.limit() {
                ranks.widen();
            }
            if pass == far.len() {
                far.push(options::<L>(ranks, place - j, &self.lags.far, pass));
            }
            let options = far[pass][j] | near_options(ranks, place, &self.lags.near, pass);
            if options != u64::MAX {
                return Some((PASS * pass) as u16 + options.trailing_ones() as u16);
            }
        }
        None
    }

    #[inline(always)]
    fn prove_with<L: Lanes>(&self, buffer: &mut Buffer, from: usize) -> bool {
        let (mut shown, mut missing): (Vec<Options>, Vec<u64>) = Default::default();
        for place in (from..buffer.known).step_by(LANES) {
            let heaps = LANES.min(buffer.known - place);
            let mut below = [0; LANES];
            for j in 0..heaps {
                below[j] = self.below(buffer, place + j);
            }
            let passes = below.iter().max().map_or(0, |most| most.div_ceil(PASS));
            shown.clear();
            for pass in 0..passes {
                let cover = self.cover.get(pass).map_or(&[][..], |cover| cover);
                shown.push(options::<L>(&buffer.ranks, place, cover, pass));
            }
            for j in 0..heaps {
                missing.clear();
                for pass in 0..passes {
                    missing.push(needed(below[j], pass) & !shown[pass][j]);
                }
                if missing.iter().any(|&missing| missing != 0)
                    && !self.heap::<L>(buffer, place + j, &mut missing)
                {
                    // Snapshots start at even heaps.
                    buffer.known = place;
                    return false;
                }
            }
        }
        true
    }

    /// Whether all ranks that are missing, as bits for each pass, are those of options of the heap
    /// at a place.
    #[inline(always)]
    fn heap<L: Lanes>(&self, buffer: &Buffer, at: usize, missing: &mut [u64]) -> bool {
        for lag in &self.takes {
            let rank = buffer.ranks.at(at - lag.lag as usize) ^ lag.rank;
            if let Some(missing) = missing.get_mut(usize::from(rank) / PASS) {
                *missing &= !(1 << (usize::from(rank) % PASS));
            }
        }
        missing.iter().enumerate().all(|(pass, &missing)| {
            let mut rest = missing;
            while rest != 0 {
                let rank = (PASS * pass) as u16 + rest.trailing_zeros() as u16;
                rest &= rest - 1;
                if !self.splits_into::<L>(buffer, at, rank) {
                    return false;
                }
            }
            true
        })
    }

    /// Whether the heap at a place can be split into heaps whose ranks make this one: one of the
    /// first heaps, and another one, behind at least as many, that is kept.
    #[inline(always)]
    fn splits_into<L: Lanes>(&self, buffer: &Buffer, at: usize, rank: u16) -> bool {
        /// Parts that are looked at with one number taken, and then with the next.
        const TURN: usize = 64 * PAIRS;

        let [low, high] = rank.to_le_bytes();
        // All but heap 0.
        let parts = self.parts.low.len() - 1;
        for done in (0..parts).step_by(TURN) {
            for &taken in &self.splits {
                let (end, other_end) = (parts - done, at.saturating_sub(taken + done));
                let left = end.min(other_end.saturating_sub(buffer.kept));
                if left < PAIRS {
                    return false;
                }
                for step in 1..=left.min(TURN) / PAIRS {
                    let (from, other) = (end - step * PAIRS, other_end - step * PAIRS);
                    let (parts, ranks) = (&self.parts, &buffer.ranks);
                    let mut found = sums::<L>((&parts.low, from), (&ranks.low, other), low);
                    if found != 0 && ranks.wide() {
                        found &= sums::<L>((&parts.high, from), (&ranks.high, other), high);
                    }
                    if found != 0 {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Pairs of parts that are looked at together.
const PAIRS: usize = 2 * LANES;

/// Which of the pairs of bytes from two places on have this sum without carries: a bit each.
#[inline(always)] // which closures are not
fn sums<L: Lanes>((a, from): (&[u8], usize), (b, other): (&[u8], usize), sum: u8) -> u64 {
    let pairs = a[from..from + PAIRS].try_into().expect("as many bytes");
    L::sums(pairs, b[other..other + PAIRS].try_into().expect("as many bytes"), sum)
}

/// Ranks from the last one to the first.
fn backwards(mut ranks: Ranks) -> Ranks {
    ranks.low.reverse();
    ranks.high.reverse();
    ranks
}

struct Deciding<'b>(&'b Many, &'b mut Buffer);

impl Work for Deciding<'_> {
    const MANY_ROWS: bool = true;
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        self.0.decide_with::<L>(self.1)
    }
}

struct Proving<'b>(&'b Many, &'b mut Buffer, usize);

impl Work for Proving<'_> {
    const MANY_ROWS: bool = true;
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        self.0.prove_with::<L>(self.1, self.2)
    }
}
