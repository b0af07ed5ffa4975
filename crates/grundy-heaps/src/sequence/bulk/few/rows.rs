//! The ranks of blocks of heaps at a lag, as sets.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use std::marker::PhantomData;
use std::slice;

use crate::sequence::bulk::REACH;
use crate::sequence::lanes::{LANES, Lanes};
use crate::sequence::ranks::Lag;

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

/// The ranks that a block can look at. Every place of 16 bits is inside, with a block behind it.
pub(super) type Window = [u8; REACH + LANES];

#[inline(always)]
pub(super) fn window(ranks: &[u8], place: usize) -> &Window {
    ranks[place - REACH..place + LANES].try_into().expect("a window")
}

/// Adds the ranks that are among the options of a block; as
/// [`crate::sequence::ranks::options`], for ranks in one byte and few windows.
#[inline(always)]
pub(super) fn collect<L: Lanes, const WINDOWS: usize>(
    sets: &mut Sets<L, WINDOWS>,
    window: &Window,
    lags: &[Back],
) {
    L::add_to_sets(sets, rows(window, lags));
}

/// The ranks that lags give as options of the heaps of a block.
struct Rows<'r, L> {
    window: &'r Window,
    lags: slice::Iter<'r, Back>,
    lanes: PhantomData<L>,
}

impl<L: Lanes> Iterator for Rows<'_, L> {
    type Item = L;

    #[inline(always)] // which closures are not
    fn next(&mut self) -> Option<L> {
        let lag = self.lags.next()?;
        let from = usize::from(lag.place);
        let row = L::load(self.window[from..from + LANES].try_into().expect("as many bytes"));
        Some(row.xor(L::splat(lag.rank)))
    }
}

#[inline(always)]
fn rows<'r, L: Lanes>(window: &'r Window, lags: &'r [Back]) -> Rows<'r, L> {
    Rows { window, lags: lags.iter(), lanes: PhantomData }
}

/// As [`collect`], for eight ranks.
#[inline(always)]
pub(super) fn collect_eighth<L: Lanes>(window: &Window, lags: &[Back], eighth: usize) -> L {
    L::eight(8 * eighth as u8, rows(window, lags))
}

/// The rank that a lag gives as an option, as a bit.
pub(super) fn option(ranks: &[u8], at: usize, lag: &Lag) -> u128 {
    1 << (ranks[at - lag.lag as usize] ^ lag.rank as u8)
}
