//! The ranks of a settled game of few lags and small ranks.

mod decide;
mod prove;
mod rows;
mod serial;

use self::decide::Decide;
use self::prove::Proof;
use self::serial::Serial;
use super::super::lanes::{LANES, Lanes, Work, dispatch};
use super::super::ranks::{Lag, RARE};
use super::buffer::Buffer;
use super::{REACH, Settled};

/// Blocks by which lags are chosen at first, and again after `MANY_FILLS` fills.
const FEW_SAMPLES: usize = 40;
const MANY_SAMPLES: usize = 1024;
const MANY_FILLS: u32 = 8;
/// Ranks from here on stop the work: a set of ranks has this number of bits.
pub(super) const RANKS: u16 = 128;
/// Ranks in four windows.
const IN_WINDOWS: u16 = 64;
/// Heaps are decided one by one where a lag is less than this.
const SERIAL: usize = 3;
/// At most one heap in 2 to this power may have a rank beyond the windows: it is decided by itself.
const FEW_BEYOND: u32 = 5;
/// A game with more lags has many.
const MOST_LAGS: usize = 400;

/// Whether a game has few lags, and small ranks among the `recent` heaps.
pub(super) fn fits(lags: &[Lag], recent: impl Iterator<Item = u16>) -> bool {
    let out_of_reach = |lag: &Lag| lag.lag as usize > REACH - LANES || lag.rank >= RANKS;
    if lags.len() > MOST_LAGS || lags.iter().any(out_of_reach) {
        return false;
    }
    let (mut heaps, mut beyond, mut most) = (0, 0, 0);
    for rank in recent {
        heaps += 1;
        beyond += usize::from(rank >= IN_WINDOWS);
        most = most.max(rank);
    }
    beyond <= heaps >> FEW_BEYOND && most < RANKS
}

/// The windows of sixteen ranks that nearly all of these ranks are below: 1, 2 or 4.
fn windows(ranks: impl Iterator<Item = u8>) -> usize {
    let (mut heaps, mut beyond, mut beyond_two) = (0, 0, 0);
    for rank in ranks {
        heaps += 1;
        beyond += usize::from(rank >= 16);
        beyond_two += usize::from(rank >= 32);
    }
    match heaps >> FEW_BEYOND {
        few if beyond <= few => 1,
        few if beyond_two <= few => 2,
        _ => 4,
    }
}

/// See the module.
#[derive(Clone)]
pub(super) struct Few {
    /// Options with a common value.
    lags: Vec<Lag>,
    /// Options with a rare value.
    proof: Proof,
    /// The windows of sixteen ranks that most heaps stay below.
    windows: usize,
    /// How often the buffer has been filled.
    filled: u32,
}

impl Few {
    /// The method for a game that [`fits`].
    pub(super) fn new(settled: &Settled<'_>, recent: impl Iterator<Item = u16>) -> Few {
        Few {
            proof: Proof::new(settled.classes, settled.splits.clone(), settled.takes.clone()),
            lags: settled.lags.clone(),
            windows: windows(recent.map(|rank| rank as u8)),
            filled: 0,
        }
    }

    /// Lets proofs look at splits with a part among the first heaps, given by the ranks of common
    /// ones.
    pub(super) fn look_at(&mut self, first: impl Iterator<Item = Option<u16>>) {
        let byte = |rank: Option<u16>| match rank {
            Some(rank @ ..RANKS) => rank as u8,
            _ => RARE,
        };
        self.proof.first = first.map(byte).collect();
    }

    /// How many first heaps proofs look at.
    pub(super) fn looks_at(&self) -> usize {
        self.proof.first.len()
    }

    pub(super) fn lags(&self) -> usize {
        self.lags.len()
    }

    /// See [`super::Bulk::decide`].
    #[inline(never)] // there are six copies of what it calls
    pub(super) fn decide(&self, buffer: &mut Buffer) -> bool {
        match self.windows {
            1 => dispatch(Deciding::<1>(self, buffer)),
            4 => dispatch(Deciding::<4>(self, buffer)),
            _ => dispatch(Deciding::<2>(self, buffer)),
        }
    }

    /// See [`super::Bulk::prove`].
    #[inline(never)] // as above
    pub(super) fn prove(&mut self, buffer: &mut Buffer, from: usize) -> bool {
        if self.samples().is_some() {
            self.windows = windows(buffer.ranks.low[from..buffer.known].iter().copied());
        }
        match self.windows {
            1 => dispatch(Proving::<1>(self, buffer, from)),
            4 => dispatch(Proving::<4>(self, buffer, from)),
            _ => dispatch(Proving::<2>(self, buffer, from)),
        }
    }

    /// The number of blocks by which lags are chosen now, if they are. Ranks that are only believed
    /// are good enough to judge by. More blocks are worth their time where many heaps are asked
    /// for.
    fn samples(&self) -> Option<usize> {
        match self.filled {
            0 => Some(FEW_SAMPLES),
            MANY_FILLS => Some(MANY_SAMPLES),
            _ => None,
        }
    }

    #[cfg(test)]
    pub(super) fn fill_with<L: Lanes>(&mut self, buffer: &mut Buffer, from: usize) -> bool {
        self.decide_in_steps::<L, 2>(buffer) && self.prove_with::<L, 2>(buffer, from)
    }

    #[cfg(test)]
    pub(super) fn forget_proofs(&mut self) {
        self.proof.forget_all();
    }

    #[inline(always)]
    fn decide_with<L: Lanes, const WINDOWS: usize>(&self, buffer: &mut Buffer) -> bool {
        if !self.lags.iter().any(|lag| (lag.lag as usize) < SERIAL) {
            return self.decide_in_steps::<L, WINDOWS>(buffer);
        }
        let len = buffer.len();
        let Buffer { ranks, known, .. } = buffer;
        let serial = Serial::new(&self.lags);
        while *known + LANES <= len {
            if !serial.next::<L, WINDOWS>(&mut ranks.low, *known) {
                return false;
            }
            *known += LANES;
        }
        true
    }

    #[inline(always)]
    fn decide_in_steps<L: Lanes, const WINDOWS: usize>(&self, buffer: &mut Buffer) -> bool {
        let len = buffer.len();
        let Buffer { ranks, known, .. } = buffer;
        let mut decide = Decide::<L, WINDOWS>::new(&self.lags);
        let block = decide.block();
        decide.start(&ranks.low, *known);
        while *known + LANES <= len {
            if !decide.next(&mut ranks.low, *known) {
                return false;
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
        if let Some(samples) = self.samples() {
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
