//! The ranks of a settled game of few lags and small ranks.

mod decide;
mod prove;
mod rows;

use self::decide::Decide;
use self::prove::Proof;
use self::rows::option;
use super::super::lanes::{LANES, Lanes, Work, dispatch};
use super::super::ranks::{Lag, RARE};
use super::buffer::Buffer;
use super::{REACH, Settled};

/// Blocks by which lags are chosen at first, and again after so many fills.
const FEW_SAMPLES: usize = 40;
const MANY_SAMPLES: usize = 1024;
const MANY_FILLS: u32 = 8;
/// Ranks from here on stop the work: sets of ranks are kept in 64 bits.
pub(super) const RANKS: u16 = 64;
/// At most so many lags are few.
const MOST_LAGS: usize = 400;

/// Whether a game has so few lags, and so small ranks among the last heaps.
pub(super) fn fits(lags: &[Lag], mut recent: impl Iterator<Item = u16>) -> bool {
    let out_of_reach = |lag: &Lag| lag.lag as usize > REACH - LANES || lag.rank >= RANKS;
    lags.len() <= MOST_LAGS && !lags.iter().any(out_of_reach) && recent.all(|rank| rank < RANKS)
}

/// See the module.
#[derive(Clone)]
pub(super) struct Few {
    /// Options with a common value.
    lags: Vec<Lag>,
    /// Options with a rare value.
    proof: Proof,
    /// Sixteens of ranks that most heaps stay below.
    windows: usize,
    /// How often the buffer has been filled.
    filled: u32,
}

impl Few {
    /// Of a game that [`fits`].
    pub(super) fn new(settled: &Settled<'_>, recent: impl ExactSizeIterator<Item = u16>) -> Few {
        let heaps = recent.len();
        let large = recent.filter(|&rank| rank >= 16).count();
        Few {
            proof: Proof::new(settled.classes, settled.splits.clone(), settled.takes.clone()),
            lags: settled.lags.clone(),
            windows: if large > heaps >> 11 { 2 } else { 1 },
            filled: 0,
        }
    }

    /// Makes heaps from 0 on, by the ranks of common ones, parts of splits that proofs look at.
    pub(super) fn look_at(&mut self, first: impl Iterator<Item = Option<u16>>) {
        let byte = |rank: Option<u16>| match rank {
            Some(rank @ ..RANKS) => rank as u8,
            _ => RARE,
        };
        self.proof.first = first.map(byte).collect();
    }

    /// How many heaps are such parts.
    pub(super) fn looks_at(&self) -> usize {
        self.proof.first.len()
    }

    pub(super) fn lags(&self) -> usize {
        self.lags.len()
    }

    /// See [`super::Bulk::decide`].
    #[inline(never)] // there are four copies of what it calls
    pub(super) fn decide(&self, buffer: &mut Buffer) -> bool {
        match self.windows {
            1 => dispatch(Deciding::<1>(self, buffer)),
            _ => dispatch(Deciding::<2>(self, buffer)),
        }
    }

    /// See [`super::Bulk::prove`].
    #[inline(never)] // as above
    pub(super) fn prove(&mut self, buffer: &mut Buffer, from: usize) -> bool {
        match self.windows {
            1 => dispatch(Proving::<1>(self, buffer, from)),
            _ => dispatch(Proving::<2>(self, buffer, from)),
        }
    }

    #[cfg(test)]
    pub(super) fn fill_with<L: Lanes>(&mut self, buffer: &mut Buffer, from: usize) -> bool {
        self.decide_with::<L, 2>(buffer) && self.prove_with::<L, 2>(buffer, from)
    }

    #[cfg(test)]
    pub(super) fn forget_proofs(&mut self) {
        self.proof.forget_all();
    }

    #[inline(always)]
    fn decide_with<L: Lanes, const WINDOWS: usize>(&self, buffer: &mut Buffer) -> bool {
        let mut decide = Decide::<L, WINDOWS>::new(&self.lags);
        let block = decide.block();
        let len = buffer.len();
        let Buffer { ranks, known, .. } = buffer;
        let ranks = &mut ranks.low;
        decide.start(ranks, *known);
        while *known + LANES <= len {
            if !decide.next(ranks, *known) {
                if !self.decide_slowly(ranks, *known, block) {
                    return false;
                }
                decide.start(ranks, *known + block);
            }
            *known += block;
        }
        true
    }

    #[inline(always)]
    fn prove_with<L: Lanes, const WINDOWS: usize>(
        &mut self,
        buffer: &mut Buffer,
        from: usize,
    ) -> bool {
        let (known, ranks) = (buffer.known, &buffer.ranks.low);
        // Ranks that are only believed are good enough to judge by. More of
        // them are worth their time where many heaps are asked for.
        let samples = match self.filled {
            0 => Some(FEW_SAMPLES),
            MANY_FILLS => Some(MANY_SAMPLES),
            _ => None,
        };
        if let Some(samples) = samples {
            let heaps = buffer.end() as usize;
            let samples = samples.min(heaps.min(REACH) / 2 / LANES);
            self.proof.choose_cover::<L>(ranks, known, samples, self.windows);
        }
        self.filled += 1;
        let tables = self.proof.tables::<L, WINDOWS>();
        for place in (from..known).step_by(LANES) {
            let heaps = LANES.min(known - place);
            if !self.proof.block(&tables, ranks, place, heaps) {
                // Snapshots start at even heaps.
                buffer.known = place;
                return false;
            }
        }
        true
    }

    /// Decides a block again, for all ranks that can be stored.
    #[cold]
    #[inline(never)]
    fn decide_slowly(&self, ranks: &mut [u8], place: usize, block: usize) -> bool {
        for at in place..place + block {
            let options = self.lags.iter().fold(0, |all, lag| all | option(ranks, at, lag));
            if options == u64::MAX {
                return false;
            }
            ranks[at] = options.trailing_ones() as u8;
        }
        true
    }
}

struct Deciding<'b, const WINDOWS: usize>(&'b Few, &'b mut Buffer);

impl<const WINDOWS: usize> Work for Deciding<'_, WINDOWS> {
    const MANY_ROWS: bool = false;
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        self.0.decide_with::<L, WINDOWS>(self.1)
    }
}

struct Proving<'b, const WINDOWS: usize>(&'b mut Few, &'b mut Buffer, usize);

impl<const WINDOWS: usize> Work for Proving<'_, WINDOWS> {
    const MANY_ROWS: bool = false;
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        self.0.prove_with::<L, WINDOWS>(self.1, self.2)
    }
}
