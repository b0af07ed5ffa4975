//! The ranks of a block of heaps, some heaps at a time.
//!
//! Heaps in a row do not depend on each other if there are no more of them than the least lag: they
//! are one *step*. The ranks of the last steps are kept apart from the buffer, sixteen bytes each,
//! because reading bytes just written together with others is slow: a lag into them takes its ranks
//! from one step, or from two.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use super::rows::{Back, Sets, collect, option, window};
use crate::sequence::lanes::{LANES, Lanes};
use crate::sequence::ranks::Lag;

/// The most heaps decided together, sixteen ranks to a register.
const MOST: usize = LANES / 2;
/// Steps kept: enough for the lags of two blocks, and to move them seldom.
const KEPT: usize = 512;

/// A lag into the last steps.
#[derive(Clone, Copy)]
struct Near<L> {
    /// The nearer of the two steps is this number of steps back, the farther one more.
    back: usize,
    /// The places of ranks in the nearer of the two steps, and in the farther.
    places: [L; 2],
    /// All ranks come from the nearer.
    whole: bool,
    rank: L,
}

impl<L: Lanes> Near<L> {
    #[inline(always)]
    fn new(lag: &Lag, step: usize) -> Near<L> {
        let back = lag.lag as usize / step;
        let apart = lag.lag as usize % step;
        let mut places = [[128; MOST]; 2];
        for j in 0..step {
            if j < apart {
                places[1][j] = (j + step - apart) as u8;
            } else {
                places[0][j] = (j - apart) as u8;
            }
        }
        let [nearer, farther] = places;
        Near {
            back,
            places: [L::table(nearer), L::table(farther)],
            whole: apart == 0,
            rank: L::splat(lag.rank as u8),
        }
    }
}

/// Decides blocks, one after the other.
pub(super) struct Decide<'l, L, const WINDOWS: usize> {
    lags: &'l [Lag],
    step: usize,
    steps: usize,
    /// Lags into the last step, which is waited for, and into earlier ones.
    latest: Vec<Near<L>>,
    near: Vec<Near<L>>,
    /// Lags into the buffer, from behind the block, and from far behind it.
    far: Vec<Back>,
    distant: Vec<Back>,
    /// Where the heaps of a step are among those of a block.
    parts: Vec<[L; 2]>,
    kept: Vec<L>,
    /// How many are kept.
    end: usize,
    /// What is known of the next block.
    known: Sets<L, WINDOWS>,
}

impl<'l, L: Lanes, const WINDOWS: usize> Decide<'l, L, WINDOWS> {
    #[inline(always)]
    pub(super) fn new(lags: &'l [Lag]) -> Self {
        let least = lags.iter().map(|lag| lag.lag as usize).min().unwrap_or(LANES);
        // All steps cost the same, and a block as much as some of them.
        let (mut step, mut steps) = (1, LANES);
        for longer in 2..=least.min(MOST) {
            let fit = LANES / longer;
            let fit = if longer % 2 == 1 { fit & !1 } else { fit };
            if (fit + 6) * step * steps < (steps + 6) * longer * fit {
                (step, steps) = (longer, fit);
            }
        }
        let block = step * steps;
        let mut decide = Decide {
            lags,
            step,
            steps,
            latest: Vec::new(),
            near: Vec::new(),
            far: Vec::new(),
            distant: Vec::new(),
            parts: Vec::new(),
            kept: vec![L::splat(0); KEPT],
            end: 0,
            known: [[L::splat(0); 2]; WINDOWS],
        };
        // To wait for bytes just written is worth it for many lags only.
        const WORTH: usize = 6;
        let mut waiting = 0;
        for lag in lags {
            let distance = lag.lag as usize;
            waiting += usize::from((block..block + LANES).contains(&distance));
        }
        let wait = if waiting > WORTH { block } else { block + LANES };
        for lag in lags {
            let distance = lag.lag as usize;
            if distance < 2 * step {
                decide.latest.push(Near::new(lag, step));
            } else if distance < wait {
                decide.near.push(Near::new(lag, step));
            } else if distance < block + LANES {
                decide.far.push(Back::from(lag));
            } else {
                decide.distant.push(Back::from(lag));
            }
        }
        for first in (0..block).step_by(step) {
            let mut places = [[128; MOST]; 2];
            for j in 0..step {
                places[(first + j) / MOST][j] = ((first + j) % MOST) as u8;
            }
            let [low, high] = places;
            decide.parts.push([L::table(low), L::table(high)]);
        }
        decide
    }

    /// Heaps in a block.
    #[inline(always)]
    pub(super) fn block(&self) -> usize {
        self.step * self.steps
    }

    /// Starts with the block at a place.
    #[inline(always)]
    pub(super) fn start(&mut self, ranks: &[u8], place: usize) {
        self.end = 2 * LANES + 2;
        for back in 1..=self.end {
            let from = place - back * self.step;
            let mut step = [0; MOST];
            step[..self.step].copy_from_slice(&ranks[from..from + self.step]);
            self.kept[self.end - back] = L::table(step);
        }
        self.known = [[L::splat(0); 2]; WINDOWS];
        collect(&mut self.known, window(ranks, place), &self.distant);
    }

    /// Decides the block at a place; false where a rank cannot be stored.
    #[inline(always)]
    pub(super) fn next(&mut self, ranks: &mut [u8], place: usize) -> bool {
        let zero = L::splat(0);
        let ones = L::tables(
            [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128],
        );
        if self.end + self.steps > KEPT {
            let keep = self.end - (2 * LANES + 2);
            self.kept.copy_within(keep..self.end, 0);
            self.end = 2 * LANES + 2;
        }
        let mut known = self.known;
        if !self.far.is_empty() {
            collect(&mut known, window(ranks, place), &self.far);
        }
        let mut halves = [[zero; 2]; WINDOWS];
        let mut first_missing = [[zero; 2]; WINDOWS];
        for k in 0..WINDOWS {
            halves[k] = [known[k][0].firsts(known[k][1]), known[k][0].lasts(known[k][1])];
            // For a byte of a set, by its halves: four ranks each.
            let missing = |from: u8| {
                std::array::from_fn(|set: usize| match set {
                    15 => 255,
                    _ => from + set.trailing_ones() as u8,
                })
            };
            let from = 16 * k as u8;
            first_missing[k] = [
                L::tables(missing(from), missing(from + 8)),
                L::tables(missing(from + 4), missing(from + 12)),
            ];
        }
        let beyond = (1 << self.step) - 1;
        let end = self.end;
        let kept = &mut self.kept[..];
        let mut latest = kept[end - 1];
        for step in 0..self.steps {
            let now = end + step;
            let mut sets = [zero; WINDOWS];
            for k in 0..WINDOWS {
                let [low, high] = self.parts[step];
                sets[k] = L::look_up(halves[k][0], low).or(L::look_up(halves[k][1], high));
            }
            for near in &self.near {
                let mut row = L::look_up(kept[now - near.back], near.places[0]);
                if !near.whole {
                    row = row.or(L::look_up(kept[now - near.back - 1], near.places[1]));
                }
                let row = row.xor(near.rank);
                for k in 0..WINDOWS {
                    let index = row.xor(L::splat(16 * k as u8)).add_saturating(L::splat(0x70));
                    sets[k] = sets[k].or(L::look_up(ones, index));
                }
            }
            for near in &self.latest {
                let mut row = L::look_up(latest, near.places[0]);
                if !near.whole {
                    row = row.or(L::look_up(kept[now - 2], near.places[1]));
                }
                let row = row.xor(near.rank);
                for k in 0..WINDOWS {
                    let index = row.xor(L::splat(16 * k as u8)).add_saturating(L::splat(0x70));
                    sets[k] = sets[k].or(L::look_up(ones, index));
                }
            }
            let mut least = L::splat(255);
            for k in 0..WINDOWS {
                let low = L::look_up(first_missing[k][0], sets[k].low());
                let high = L::look_up(first_missing[k][1], sets[k].high());
                least = least.min(low.min(high));
            }
            latest = least.firsts(least).min(least.lasts(least));
            let at = place + step * self.step;
            let open = latest.high_bits() & beyond;
            if open != 0 {
                let mut decided = latest.bytes();
                if !decide_beyond(self.lags, ranks, at, open, &mut decided) {
                    return false;
                }
                latest = L::load(&decided);
            }
            kept[now] = latest;
            ranks[at..at + LANES].copy_from_slice(&latest.bytes());
        }
        self.end = end + self.steps;
        self.known = [[zero; 2]; WINDOWS];
        let behind = window(ranks, place + self.step * self.steps);
        collect(&mut self.known, behind, &self.distant);
        true
    }
}

/// Decides the heaps of a step that have ranks beyond the windows; false where a rank cannot be
/// stored. The first bytes are the ranks of the step, and so are the last.
#[cold]
#[inline(never)]
fn decide_beyond(
    lags: &[Lag],
    ranks: &[u8],
    at: usize,
    mut open: u32,
    decided: &mut [u8; LANES],
) -> bool {
    while open != 0 {
        let j = open.trailing_zeros() as usize;
        open &= open - 1;
        let options = lags.iter().fold(0, |all, lag| all | option(ranks, at + j, lag));
        if options == u128::MAX {
            return false;
        }
        decided[j] = options.trailing_ones() as u8;
        decided[j + MOST] = decided[j];
    }
    true
}
