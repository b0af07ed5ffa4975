//! The ranks of a block of heaps, heap by heap, where the least lag is small.
//!
//! Lags that reach behind the block are looked at for all of its heaps at once, the others for
//! one heap after the other: a step of few heaps would not pay for its vectors.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use super::rows::{Back, Sets, collect, option, window};
use crate::sequence::lanes::{LANES, Lanes};
use crate::sequence::ranks::Lag;

/// A lag into the last heaps.
#[derive(Clone, Copy)]
struct Near {
    /// Its place among the last [`LANES`] ranks.
    place: u8,
    rank: u8,
}

/// Decides blocks of [`LANES`] heaps, one after the other.
pub(super) struct Serial<'l> {
    lags: &'l [Lag],
    near: Vec<Near>,
    /// Lags into the buffer, from behind the block.
    far: Vec<Back>,
}

impl<'l> Serial<'l> {
    pub(super) fn new(lags: &'l [Lag]) -> Self {
        let (near, far): (Vec<&Lag>, Vec<&Lag>) =
            lags.iter().partition(|lag| (lag.lag as usize) < LANES);
        let place = |lag: &Lag| LANES as u8 - lag.lag as u8;
        let near = near.into_iter().map(|lag| Near { place: place(lag), rank: lag.rank as u8 });
        Serial { lags, near: near.collect(), far: far.into_iter().map(Back::from).collect() }
    }

    /// Decides the block at a place; false where a rank cannot be stored.
    #[inline(always)]
    pub(super) fn next<L: Lanes, const WINDOWS: usize>(
        &self,
        ranks: &mut [u8],
        place: usize,
    ) -> bool {
        let mut sets: Sets<L, WINDOWS> = [[L::splat(0); 2]; WINDOWS];
        collect(&mut sets, window(ranks, place), &self.far);
        let mut bytes = [[[0; LANES]; 2]; WINDOWS];
        for k in 0..WINDOWS {
            bytes[k] = [sets[k][0].bytes(), sets[k][1].bytes()];
        }
        let bytes = bytes.as_flattened();
        for j in 0..LANES {
            let mut options = 0;
            for k in 0..2 * WINDOWS {
                options |= u64::from(bytes[k][j]) << (8 * k);
            }
            let at = place + j;
            let last: &[u8; LANES] = ranks[at - LANES..at].try_into().expect("as many");
            for near in &self.near {
                let rank = last[usize::from(near.place) % LANES] ^ near.rank;
                let in_windows = u64::from(rank / 64 % 2).wrapping_sub(1);
                options |= 1 << (rank % 64) & in_windows;
            }
            let mut least = options.trailing_ones();
            if least as usize >= 16 * WINDOWS {
                // It is not known what lags from behind the block show beyond the windows.
                let options = self.lags.iter().fold(0, |all, lag| all | option(ranks, at, lag));
                if options == u128::MAX {
                    return false;
                }
                least = options.trailing_ones();
            }
            ranks[at] = least as u8;
        }
        true
    }
}
