//! Ranks of heaps as bytes, and which ranks are among the options of a block.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use std::array;
use std::marker::PhantomData;
use std::slice;

use super::lanes::{LANES, Lanes};

/// Ranks tried in one pass.
pub(super) const PASS: usize = 64;
/// The rank of a rare heap among the common ones: it equals no rank below 128, nor, with the same
/// byte above it, below 2^15.
pub(super) const RARE: u8 = 255;

/// An option of all heaps n that have a heap n − lag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lag {
    pub(super) lag: u32,
    pub(super) rank: u16,
}

/// Lags, parted by whether they reach behind a block.
#[derive(Clone, Default)]
pub(super) struct Lags {
    pub(super) far: Vec<Lag>,
    pub(super) near: Vec<Lag>,
}

impl Lags {
    pub(super) fn push(&mut self, lag: usize, rank: u16) {
        let to = if lag < LANES { &mut self.near } else { &mut self.far };
        to.push(Lag { lag: lag as u32, rank });
    }
}

/// Ranks of the common values of heaps; in front a margin of rare heaps.
#[derive(Clone, Default)]
pub(super) struct Ranks {
    pub(super) low: Vec<u8>,
    /// Empty while all ranks are below 128.
    pub(super) high: Vec<u8>,
    /// The place of heap 0.
    pub(super) margin: usize,
}

impl Ranks {
    pub(super) fn new(margin: usize) -> Ranks {
        Ranks { low: vec![RARE; margin], high: Vec::new(), margin }
    }

    /// The ranks of heaps from 0 on, none for rare ones, without a margin.
    pub(super) fn of(ranks: impl Iterator<Item = Option<u16>>, wide: bool) -> Ranks {
        let bytes = ranks.map(|rank| rank.map_or([RARE; 2], u16::to_le_bytes).into());
        let (low, high): (_, Vec<u8>) = bytes.unzip();
        Ranks { low, high: if wide { high } else { Vec::new() }, margin: 0 }
    }

    pub(super) fn wide(&self) -> bool {
        !self.high.is_empty()
    }

    /// Ranks below this one can be stored.
    pub(super) fn limit(&self) -> usize {
        if self.wide() { 1 << 15 } else { 1 << 7 }
    }

    pub(super) fn widen(&mut self) {
        self.high = self.low.iter().map(|&low| if low == RARE { RARE } else { 0 }).collect();
    }

    pub(super) fn set_len(&mut self, heaps: usize) {
        self.low.resize(self.margin + heaps, RARE);
        if self.wide() {
            self.high.resize(self.margin + heaps, RARE);
        }
    }

    pub(super) fn set(&mut self, heap: usize, rank: Option<u16>) {
        let bytes = rank.map_or([RARE; 2], u16::to_le_bytes);
        self.low[self.margin + heap] = bytes[0];
        if self.wide() {
            self.high[self.margin + heap] = bytes[1];
        }
    }

    /// The rank of the heap at a place; for a rare heap, a rank that none has.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> u16 {
        let high = if self.wide() { self.high[place] } else { 0 };
        u16::from_le_bytes([self.low[place], high])
    }

    pub(super) fn rare_at(&self, place: usize) -> bool {
        if self.wide() { self.high[place] == RARE } else { self.low[place] == RARE }
    }
}

/// For each heap of a block which of [`PASS`] ranks it has among its options.
pub(super) type Options = [u64; LANES];

/// The sums of two blocks of ranks from a place up with those from another
/// place down.
#[inline(always)]
pub(super) fn sums<L: Lanes>((up, a): (&[u8], usize), (down, b): (&[u8], usize)) -> [L; 2] {
    [
        load::<L>(up, a).xor(load::<L>(down, b + 1 - LANES).reverse()),
        load::<L>(up, a + LANES).xor(load::<L>(down, b + 1 - 2 * LANES).reverse()),
    ]
}

/// Whether a rank is among the sums.
#[inline(always)]
pub(super) fn meets<L: Lanes>(low: [L; 2], high: [L; 2], rank: u16) -> bool {
    let [l, h] = rank.to_le_bytes();
    let (l, h, zero) = (L::splat(l), L::splat(h), L::splat(0));
    let first = low[0].xor(l).or(high[0].xor(h)).equal(zero);
    let second = low[1].xor(l).or(high[1].xor(h)).equal(zero);
    first.or(second).high_bits() != 0
}

#[inline(always)]
pub(super) fn load<L: Lanes>(bytes: &[u8], at: usize) -> L {
    L::load(bytes[at..at + LANES].try_into().expect("as many bytes"))
}

/// The ranks that lags give as options of the heaps from a place on, less the first of some.
pub(super) struct Rows<'r, L> {
    low: &'r [u8],
    /// None where all ranks are below 256.
    high: Option<&'r [u8]>,
    place: usize,
    lags: slice::Iter<'r, Lag>,
    first: u16,
    lanes: PhantomData<L>,
}

impl<'r, L: Lanes> Rows<'r, L> {
    /// Rows of ranks, by their low bytes alone.
    #[inline(always)]
    pub(super) fn low(ranks: &'r Ranks, place: usize, lags: &'r [Lag], first: u8) -> Rows<'r, L> {
        let (low, lags, first) = (&ranks.low[..], lags.iter(), first.into());
        Rows { low, high: None, place, lags, first, lanes: PhantomData }
    }
}

impl<L: Lanes> Iterator for Rows<'_, L> {
    type Item = L;

    #[inline(always)] // which closures are not
    fn next(&mut self) -> Option<L> {
        let lag = self.lags.next()?;
        let at = self.place - lag.lag as usize;
        let [low, high] = (lag.rank ^ self.first).to_le_bytes();
        let rank = load::<L>(self.low, at).xor(L::splat(low));
        let Some(ranks) = self.high else { return Some(rank) };
        let above = load::<L>(ranks, at).equal(L::splat(high));
        Some(rank.or(L::splat(255).and_not(above)))
    }
}

/// The ranks of one pass among the options of the heaps from a place on.
#[inline(always)]
pub(super) fn options<L: Lanes>(ranks: &Ranks, place: usize, lags: &[Lag], pass: usize) -> Options {
    const WINDOWS: usize = PASS / 16;
    let mut sets = [[L::splat(0); 2]; WINDOWS];
    let high = ranks.wide().then_some(&ranks.high[..]);
    let rows = Rows { high, first: (PASS * pass) as u16, ..Rows::low(ranks, place, lags, 0) };
    L::add_to_sets::<WINDOWS>(&mut sets, rows);
    let mut bytes = [[[0; LANES]; 2]; WINDOWS];
    for k in 0..WINDOWS {
        bytes[k] = [sets[k][0].bytes(), sets[k][1].bytes()];
    }
    by_heaps(&bytes)
}

/// The sets of a block, one for each heap.
#[inline(never)] // which is smaller, and as fast
fn by_heaps(sets: &[[[u8; LANES]; 2]; PASS / 16]) -> Options {
    let sets = sets.as_flattened();
    array::from_fn(|j| u64::from_le_bytes(array::from_fn(|k| sets[k][j])))
}

/// The ranks of one pass that near lags add to the options of the heap at a
/// place.
#[inline(never)] // as above
pub(super) fn near_options(ranks: &Ranks, place: usize, lags: &[Lag], pass: usize) -> u64 {
    let mut options = 0;
    for lag in lags {
        let rank = usize::from(ranks.at(place - lag.lag as usize) ^ lag.rank);
        if rank / PASS == pass {
            options |= 1 << (rank % PASS);
        }
    }
    options
}
