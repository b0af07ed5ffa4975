//! Proves that all rare values below the value of a heap are options.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use std::marker::PhantomData;

use super::super::cover::{self, Shown};
use super::IN_WINDOWS;
use super::rows::{Back, Sets, collect_eighth, option, window};
use crate::sequence::classes::Classes;
use crate::sequence::lanes::{LANES, Lanes};
use crate::sequence::ranks::{Lag, RARE, load, meets, sums};

/// Groups of eight ranks.
const EIGHTHS: usize = IN_WINDOWS as usize / 8;

/// Options with a rare value.
#[derive(Clone)]
pub(super) struct Proof {
    classes: Classes,
    splits: Vec<usize>,
    /// Taking from a heap.
    takes: Vec<Lag>,
    /// The ranks of the first heaps, as parts of splits.
    pub(super) first: Vec<u8>,
    /// For each group of eight ranks, some lags that show most of them; chosen late, because it
    /// takes a millisecond or more.
    cover: [Vec<Lag>; EIGHTHS],
}

/// A proof, ready for look-ups.
pub(super) struct Tables<L, const WINDOWS: usize> {
    /// The rare ranks needed below a common one, by the parity of the heap and
    /// the window of the common rank.
    needs: [[Sets<L, WINDOWS>; WINDOWS]; 2],
    cover: [Vec<Back>; EIGHTHS],
}

/// The ranks of a group of eight that are needed and not yet shown, for the last blocks.
struct Open<'r, L> {
    open: Vec<[u8; LANES]>,
    ranks: &'r [u8],
    known: usize,
    eighth: usize,
    lanes: PhantomData<L>,
}

impl<L: Lanes> Open<'_, L> {
    /// What a lag shows of a block.
    #[inline(always)]
    fn shown(&self, sample: usize, lag: Lag) -> L {
        let place = self.known - LANES * (sample + 1) - lag.lag as usize;
        let row = load::<L>(self.ranks, place).xor(L::splat(lag.rank as u8));
        row.one_of_eight(8 * self.eighth as u8)
    }
}

impl<L: Lanes> Shown for Open<'_, L> {
    type By = Lag;

    #[inline(always)]
    fn gain(&self, lag: Lag) -> u32 {
        let mut gain = 0;
        for (sample, open) in self.open.iter().enumerate() {
            let open = L::load(open);
            let both = open.and_not(open.and_not(self.shown(sample, lag)));
            gain += (!both.equal(L::splat(0)).high_bits()).count_ones();
        }
        gain
    }

    #[inline(always)]
    fn add(&mut self, lag: Lag) {
        for sample in 0..self.open.len() {
            self.open[sample] =
                L::load(&self.open[sample]).and_not(self.shown(sample, lag)).bytes();
        }
    }
}

impl Proof {
    pub(super) fn new(classes: Classes, splits: Vec<usize>, takes: Vec<Lag>) -> Proof {
        Proof { classes, splits, takes, first: Vec::new(), cover: Default::default() }
    }

    /// Bits for the rare ranks below the common value of a rank.
    fn needed(&self, heap: u64, rank: u8) -> u128 {
        match self.classes.rares_below(heap, u16::from(rank)) {
            below @ ..128 => (1 << below) - 1,
            _ => u128::MAX,
        }
    }

    /// Chooses lags that show most rare values to be options, judged by the last `samples` blocks
    /// of ranks: the lag that shows the most comes first.
    #[inline(always)]
    pub(super) fn choose_cover<L: Lanes>(
        &mut self,
        ranks: &[u8],
        known: usize,
        samples: usize,
        windows: usize,
    ) {
        /// Enough to find parts of all ranks.
        const LAGS: usize = 1536;
        /// A lag costs about a cycle for a block, a rank not shown seventy.
        const BLOCKS: usize = 70;

        let worth = (samples / BLOCKS) as u32;
        let mut lags = self.takes.clone();
        for part in (1..self.first.len()).filter(|&part| self.first[part] != RARE) {
            let rank = u16::from(self.first[part]);
            let lag = |taken: &usize| Lag { lag: (taken + part) as u32, rank };
            lags.extend(self.splits.iter().map(lag));
            if lags.len() >= LAGS {
                break;
            }
        }
        let mut cover: [Vec<Lag>; EIGHTHS] = Default::default();
        for eighth in 0..2 * windows {
            // Which of the eight ranks are needed and not yet shown.
            let mut open = vec![[0; LANES]; samples];
            for sample in 0..samples {
                for j in 0..LANES {
                    let at = known - LANES * (sample + 1) + j;
                    open[sample][j] = (self.needed(at as u64, ranks[at]) >> (8 * eighth)) as u8;
                }
            }
            let mut open = Open::<L> { open, ranks, known, eighth, lanes: PhantomData };
            cover[eighth] = cover::choose(&lags, worth, &mut open);
        }
        self.cover = cover;
    }

    #[inline(always)]
    pub(super) fn tables<L: Lanes, const WINDOWS: usize>(&self) -> Tables<L, WINDOWS> {
        let mut needs = [[[[L::splat(0); 2]; WINDOWS]; WINDOWS]; 2];
        for parity in 0..2 {
            for window in 0..WINDOWS {
                for k in 0..WINDOWS {
                    for half in 0..2 {
                        let mut bytes = [0; 16];
                        for (low, byte) in bytes.iter_mut().enumerate() {
                            let needed = self.needed(parity as u64, (16 * window + low) as u8);
                            *byte = (needed >> (16 * k + 8 * half)) as u8;
                        }
                        needs[parity][window][k][half] = L::table(bytes);
                    }
                }
            }
        }
        let mut cover: [Vec<Back>; EIGHTHS] = Default::default();
        for (back, lags) in cover.iter_mut().zip(&self.cover) {
            back.extend(lags.iter().map(Back::from));
        }
        Tables { needs, cover }
    }

    /// Whether all rare values below those of the first heaps of a block are
    /// options.
    #[inline(always)]
    pub(super) fn block<L: Lanes, const WINDOWS: usize>(
        &self,
        tables: &Tables<L, WINDOWS>,
        ranks: &[u8],
        place: usize,
        heaps: usize,
    ) -> bool {
        let mut covered = [[L::splat(0); 2]; WINDOWS];
        let behind = window(ranks, place);
        for k in 0..WINDOWS {
            for half in 0..2 {
                let eighth = 2 * k + half;
                covered[k][half] = collect_eighth(behind, &tables.cover[eighth], eighth);
            }
        }
        let odd = L::load(&std::array::from_fn(|j| if j % 2 == 1 { 255 } else { 0 }));
        let own = load::<L>(ranks, place);
        let mut open = L::splat(0);
        // Ranks beyond the windows are looked at one by one.
        let mut beyond = L::splat(255);
        for window in 0..WINDOWS {
            let index = own.xor(L::splat(16 * window as u8)).add_saturating(L::splat(0x70));
            let high = L::splat(0x80);
            beyond = beyond.and_not(high.and_not(index).equal(high));
            for k in 0..WINDOWS {
                for half in 0..2 {
                    let evens = L::look_up(tables.needs[0][window][k][half], index).and_not(odd);
                    let odds = L::look_up(tables.needs[1][window][k][half], index);
                    let odds = odds.and_not(odds.and_not(odd));
                    open = open.or(evens.or(odds).and_not(covered[k][half]));
                }
            }
        }
        let open = !open.equal(L::splat(0)).high_bits() | beyond.high_bits();
        let mut open = open & (u32::MAX >> (LANES - heaps));
        while open != 0 {
            let j = open.trailing_zeros() as usize;
            open &= open - 1;
            let mut options = 0;
            for k in 0..WINDOWS {
                for half in 0..2 {
                    options |= u128::from(covered[k][half].bytes()[j]) << (16 * k + 8 * half);
                }
            }
            if !self.heap::<L>(ranks, place + j, options) {
                return false;
            }
        }
        true
    }

    /// Whether all rare values below that of a heap are options; `options` are known to be.
    #[inline(always)]
    fn heap<L: Lanes>(&self, ranks: &[u8], at: usize, options: u128) -> bool {
        // Blocks start at even heaps and even places.
        let mut missing = self.needed(at as u64, ranks[at]) & !options;
        for lag in &self.takes {
            missing &= !option(ranks, at, lag);
        }
        let mut part = 1;
        while missing != 0 {
            for &taken in &self.splits {
                if part + 2 * LANES > self.first.len() || taken + part + 2 * LANES > at {
                    return false;
                }
                let sums = sums::<L>((&self.first, part), (ranks, at - taken - part));
                let mut rest = missing;
                while rest != 0 {
                    let rank = rest.trailing_zeros();
                    rest &= rest - 1;
                    if meets(sums, [L::splat(0); 2], rank as u16) {
                        missing &= !(1 << rank);
                    }
                }
            }
            part += 2 * LANES;
        }
        true
    }

    /// Takes away everything that shows splits.
    #[cfg(test)]
    pub(super) fn forget_all(&mut self) {
        self.first.fill(RARE);
        self.cover = Default::default();
    }
}
