//! The ranks of blocks of heaps at a lag, as sets.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use super::super::lanes::{LANES, Lanes};
use super::super::ranks::Lag;
use super::REACH;

/// Sets of ranks for each heap of a block: the bits of sixteen ranks are in
/// two bytes, apart from each other.
pub(super) type Sets<L, const WINDOWS: usize> = [[L; 2]; WINDOWS];

/// A lag, as a place in a [`Window`].
#[derive(Clone, Copy)]
pub(super) struct Back {
    place: u16,
    rank: u8,
}

impl From<&Lag> for Back {
    fn from(lag: &Lag) -> Back {
        Back { place: (REACH - lag.lag as usize) as u16, rank: lag.rank as u8 }
    }
}

/// The ranks that a block can look at. Every place that 16 bits can say is
/// inside, with a block behind it.
pub(super) type Window = [u8; REACH + LANES];

#[inline(always)]
pub(super) fn window(ranks: &[u8], place: usize) -> &Window {
    ranks[place - REACH..place + LANES].try_into().expect("a window")
}

/// Adds the ranks that are among the options of a block; as
/// [`super::super::ranks::options`], for ranks in one byte and few windows.
#[inline(always)]
pub(super) fn collect<L: Lanes, const WINDOWS: usize>(
    sets: &mut Sets<L, WINDOWS>,
    window: &Window,
    lags: &[Back],
) {
    let first = L::table([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
    let second = L::table([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128]);
    let mut all = *sets;
    for lag in lags {
        let from = usize::from(lag.place);
        let row = L::load(window[from..from + LANES].try_into().expect("as many bytes"));
        let rank = row.xor(L::splat(lag.rank));
        for k in 0..WINDOWS {
            let index = rank.xor(L::splat(16 * k as u8)).add_saturating(L::splat(0x70));
            all[k][0] = all[k][0].or(L::look_up(first, index));
            all[k][1] = all[k][1].or(L::look_up(second, index));
        }
    }
    *sets = all;
}

/// As [`collect`], for eight ranks.
#[inline(always)]
pub(super) fn collect_eighth<L: Lanes>(window: &Window, lags: &[Back], eighth: usize) -> L {
    let mut set = L::splat(0);
    for lag in lags {
        let from = usize::from(lag.place);
        let row = L::load(window[from..from + LANES].try_into().expect("as many bytes"));
        set = set.or(one_of_eight(row, lag.rank, eighth));
    }
    set
}

/// The sums of a row and a rank, as bits, where they are among eight ranks.
#[inline(always)]
pub(super) fn one_of_eight<L: Lanes>(row: L, rank: u8, eighth: usize) -> L {
    let ones = L::table([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128]);
    // The eight ranks become 0x78 to 0x7f, all others more.
    let index = row.xor(L::splat(rank ^ (8 * eighth as u8))).add_saturating(L::splat(0x78));
    L::look_up(ones, index)
}

/// The rank that a lag gives as an option, as a bit.
pub(super) fn option(ranks: &[u8], at: usize, lag: &Lag) -> u64 {
    1 << (ranks[at - lag.lag as usize] ^ lag.rank as u8)
}
