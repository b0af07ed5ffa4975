//! The ranks of a settled game of many lags, or large ranks.
//!
//! As in [`crate::sequence::sparse`], except that no heap is rare and nothing is kept: blocks are
//! decided in [`decide`], and proved in [`prove`], by lags and splits chosen by what they showed
//! among heaps before.
//!
//! Time: with AVX-512 some 300 ns a heap of Grundy's game, which has 1,273 lags and ranks that are
//! mostly below 96; two thirds of that to decide.

#![allow(clippy::needless_range_loop)] // several arrays run along together

mod decide;
mod prove;

use self::decide::Blocks;
use self::prove::Proof;
use super::Settled;
use super::buffer::Buffer;
use crate::sequence::lanes::{LANES, Lanes, Work, dispatch};
use crate::sequence::ranks::{Lags, Options, PASS, Ranks, near_options, options};

/// Ranks from here on stop the work: values are below 2^15.
pub(super) const RANKS: u16 = 1 << 14;

/// See the module.
#[derive(Clone)]
pub(super) struct Many {
    /// Options with a common value.
    lags: Lags,
    blocks: Blocks,
    /// Options with a rare one.
    proof: Proof,
}

impl Many {
    /// The method, with the ranks of the first heaps.
    pub(super) fn new(settled: &Settled<'_>, first: Ranks) -> Many {
        let mut lags = Lags::default();
        settled.lags.iter().for_each(|lag| lags.push(lag.lag as usize, lag.rank));
        let (takes, splits) = (settled.takes.clone(), settled.splits.clone());
        Many { lags, blocks: Blocks::default(), proof: Proof::new(takes, splits, first) }
    }

    /// Lets proofs look at splits with a part among these heaps from 0 on.
    pub(super) fn look_at(&mut self, first: Ranks) {
        self.proof.look_at(first);
    }

    pub(super) fn lags(&self) -> usize {
        self.lags.far.len() + self.lags.near.len()
    }

    /// Number of heaps decided between two looks at limits: some tenths of a second, or a second
    /// where moving the `kept` ranks takes a part of that.
    pub(super) fn at_a_time(&self, kept: usize) -> usize {
        /// Lags that are looked at in the time in which a rank is moved.
        const MOVING: usize = 32;
        const LAGS: usize = 1 << 29;
        let heaps = (LAGS + MOVING * kept) / self.lags().max(1);
        heaps.clamp(1 << 12, (kept / 8).max(1 << 18)) / LANES * LANES
    }

    /// See [`super::Bulk::decide`].
    pub(super) fn decide(&mut self, buffer: &mut Buffer) -> bool {
        dispatch(Deciding(self, buffer))
    }

    /// See [`super::Bulk::prove`].
    pub(super) fn prove(&mut self, buffer: &mut Buffer, from: usize) -> bool {
        dispatch(Proving(&mut self.proof, buffer, from))
    }

    #[cfg(test)]
    pub(super) fn fill_with<L: Lanes>(&mut self, buffer: &mut Buffer, from: usize) -> bool {
        let decided = self.decide_with::<L>(buffer);
        decided && self.proof.prove::<L>(buffer, from)
    }

    #[cfg(test)]
    pub(super) fn takes(&self) -> usize {
        self.proof.takes()
    }

    #[cfg(test)]
    pub(super) fn forget_proofs(&mut self) {
        self.proof.forget();
    }

    #[inline(always)]
    fn decide_with<L: Lanes>(&mut self, buffer: &mut Buffer) -> bool {
        let len = buffer.len();
        let Buffer { ranks, known, .. } = buffer;
        let mut low = self.blocks.get_ready(&self.lags, ranks, *known);
        // The options of the block, for each pass that one of its heaps has needed.
        let mut far: Vec<Options> = Vec::new();
        while *known + LANES <= len {
            low = low && self.blocks.decide::<L>(&self.lags, ranks, *known);
            if low {
                *known += LANES;
                continue;
            }
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

    /// The least rank that is no option of the heap at a place, which is heap `j` of its block.
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
}

struct Deciding<'b>(&'b mut Many, &'b mut Buffer);

impl Work for Deciding<'_> {
    const MANY_ROWS: bool = true;
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        self.0.decide_with::<L>(self.1)
    }
}

struct Proving<'b>(&'b mut Proof, &'b mut Buffer, usize);

impl Work for Proving<'_> {
    const MANY_ROWS: bool = true;
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        self.0.prove::<L>(self.1, self.2)
    }
}
