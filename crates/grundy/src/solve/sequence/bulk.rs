//! Values of a settled game, a hundred million heaps a second and more.
//!
//! A game is settled when no rare heap has come up for long (see
//! [`super::sparse`]). Then the rank of a heap's common value follows from the
//! ranks at a few lags before it, and [`REACH`] heaps back are all that is ever
//! looked at: ranks are written to a buffer of constant size. That every
//! smaller rare value is an option is shown for each heap as before, by splits
//! one part of which is among the first heaps; where it cannot be shown that
//! way, the work stops.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use smallvec::SmallVec;

use super::classes::Classes;
use super::lanes::{LANES, Lanes, Plain};
use super::ranks::{Lag, RARE, load, meets, sums};
use super::recurrence::Snapshot;
use super::sparse::Sparse;
use crate::code::Code;

/// So many heaps back can be looked at.
pub(super) const REACH: usize = 1 << 16;
/// Heaps in the buffer, the [`REACH`] before among them.
const BUFFER: usize = 1 << 18;
/// Ranks from here on stop the work: sets of ranks are kept in 64 bits.
const RANKS: u16 = 64;
/// So many ranks are kept in a register.
const STEP: usize = 8;
/// Too many near lags to be unrolled.
const MANY: usize = usize::MAX;
/// At most so many lags are worth it.
pub(super) const MOST_LAGS: usize = 400;

/// Sets of ranks for each heap of a block: the bits of sixteen ranks are in
/// two bytes, apart from each other.
type Sets<L, const WINDOWS: usize> = [[L; 2]; WINDOWS];

/// The ranks of a settled game, some at a time.
#[derive(Clone)]
pub(super) struct Bulk {
    classes: Classes,
    splits: Vec<usize>,
    /// Options with a common value.
    lags: Vec<Lag>,
    /// Options with a rare value, enough for most heaps.
    cover: Vec<Lag>,
    /// Sixteens of ranks that most heaps stay below.
    windows: usize,
    /// The ranks of the first heaps.
    first: Vec<u8>,
    /// Ranks of the heaps from `start` on.
    ranks: Vec<u8>,
    start: u64,
    /// How many of `ranks` are known.
    known: usize,
}

impl Bulk {
    /// Goes on from where a sparse sequence has come; none if that has not
    /// settled.
    pub(super) fn new(sparse: &Sparse, code: &Code) -> Option<Bulk> {
        let (values, classes) = (sparse.values(), sparse.classes());
        // Lanes count parity from an even heap.
        let end = values.len() & !1;
        let last_rare = sparse.rares().last().map_or(0, |&rare| rare as usize);
        if end <= 2 * REACH || end <= 2 * (last_rare + code.most_taken() + LANES) {
            return None;
        }
        let rank = |n: usize| classes.rank(values[n]);
        let splits: Vec<usize> = code.leaving(2).collect();
        let (keep, change): (Vec<usize>, Vec<usize>) =
            code.leaving(1).partition(|&taken| classes.shift_keeps(taken as u64));
        let take = |taken: usize| Lag { lag: taken as u32, rank: 0 };
        let mut lags: Vec<Lag> = keep.into_iter().map(take).collect();
        for &taken in &splits {
            let lag = |&rare: &u32| Lag { lag: taken as u32 + rare, rank: rank(rare as usize) };
            lags.extend(sparse.rares().iter().map(lag));
        }
        lags.sort_unstable();
        lags.dedup();
        let out_of_reach = |lag: &Lag| lag.lag as usize > REACH - LANES || lag.rank >= RANKS;
        let recent = end - REACH..end;
        if lags.len() > MOST_LAGS
            || lags.iter().any(out_of_reach)
            || recent.clone().any(|n| rank(n) >= RANKS)
        {
            return None;
        }
        let large = recent.clone().filter(|&n| rank(n) >= 16).count();
        // Half as far as the lags, so that there are always two parts.
        let first = (0..REACH / 2).map(|n| match rank(n) {
            rank @ ..RANKS if n > 0 && !classes.is_rare(n as u64, values[n]) => rank as u8,
            _ => RARE,
        });
        let mut ranks: Vec<u8> = recent.map(|n| rank(n) as u8).collect();
        ranks.resize(BUFFER + 2 * LANES, 0);
        let mut bulk = Bulk {
            classes,
            splits,
            lags,
            cover: change.into_iter().map(take).collect(),
            windows: if large > REACH >> 11 { 2 } else { 1 },
            first: first.collect(),
            ranks,
            start: (end - REACH) as u64,
            known: REACH,
        };
        bulk.choose_cover();
        Some(bulk)
    }

    /// What the ranks are ranks among.
    pub(super) fn classes(&self) -> Classes {
        self.classes
    }

    /// The ranks of the heaps that are known and not forgotten.
    pub(super) fn ranks(&self) -> &[u8] {
        &self.ranks[..self.known]
    }

    /// The first heap that is not forgotten.
    pub(super) fn start(&self) -> u64 {
        self.start
    }

    /// The first heap that is not known.
    pub(super) fn end(&self) -> u64 {
        self.start + self.known as u64
    }

    /// The greatest value among the heaps known since the last were forgotten.
    pub(super) fn greatest(&self) -> u16 {
        let new = &self.ranks[REACH..self.known];
        let most = new.iter().copied().max().unwrap_or(0);
        // Heaps of two parities, of two values maybe.
        let heaps = (self.start + REACH as u64..).zip(new).filter(|(_, rank)| **rank == most);
        let values = heaps.map(|(heap, _)| self.classes.common(heap, most.into()));
        values.max().unwrap_or(0)
    }

    /// The last ranks, before which nothing matters.
    pub(super) fn snapshot(&self, greatest: u16) -> Snapshot {
        let ranks = self.ranks[self.known - REACH..self.known].to_vec();
        Snapshot { heap: self.end(), ranks, greatest }
    }

    /// Goes on from a snapshot; false if it cannot be one of this game.
    pub(super) fn restore(&mut self, snapshot: &Snapshot) -> bool {
        let Some(start) = snapshot.heap.checked_sub(REACH as u64) else { return false };
        let fits = snapshot.ranks.len() == REACH
            && start.is_multiple_of(2)
            && snapshot.ranks.iter().all(|&rank| u16::from(rank) < RANKS);
        if fits {
            self.ranks[..REACH].copy_from_slice(&snapshot.ranks);
            (self.start, self.known) = (start, REACH);
        }
        fits
    }

    /// The heaps that are known and not forgotten, and the values of these.
    pub(super) fn values(&self) -> impl Iterator<Item = (u64, u16)> {
        let ranks = &self.ranks[..self.known];
        let value = |(heap, &rank)| (heap, self.classes.common(heap, u16::from(rank)));
        (self.start..).zip(ranks).map(value)
    }

    /// Forgets all but the heaps that can still be looked at.
    pub(super) fn forget(&mut self) {
        self.ranks.copy_within(self.known - REACH..self.known, 0);
        self.start += (self.known - REACH) as u64;
        self.known = REACH;
    }

    /// Fills the buffer; false where a heap could not be decided.
    pub(super) fn fill(&mut self) -> bool {
        let near = self.lags.iter().filter(|lag| (lag.lag as usize) < STEP).count();
        match (self.windows, near) {
            (1, 0) => fill::<1, 0>(self),
            (1, 1) => fill::<1, 1>(self),
            (1, 2) => fill::<1, 2>(self),
            (1, 3) => fill::<1, 3>(self),
            (1, 4) => fill::<1, 4>(self),
            (1, 5) => fill::<1, 5>(self),
            (1, _) => fill::<1, MANY>(self),
            _ => fill::<2, MANY>(self),
        }
    }

    /// Bits for the rare ranks below the common value of a rank.
    fn needed(&self, heap: u64, rank: u8) -> u64 {
        match self.classes.rares_below(heap, u16::from(rank)) {
            below @ ..64 => (1 << below) - 1,
            _ => u64::MAX,
        }
    }

    /// The rank that a lag gives as an option, as a bit.
    fn option(&self, at: usize, lag: &Lag) -> u64 {
        1 << (self.ranks[at - lag.lag as usize] ^ lag.rank as u8)
    }

    /// Chooses parts that show most rare values to be options, judged by the
    /// latest heaps: the one first that shows the most.
    fn choose_cover(&mut self) {
        const SAMPLES: usize = 512;
        const PARTS: usize = 384;
        // Trying a lag for 32 heaps takes a twentieth of looking for a split.
        const WORTH: usize = SAMPLES / LANES / 20;
        let mut open: Vec<(usize, u64)> = Vec::new();
        for at in (0..SAMPLES).map(|k| self.known - 1 - 7 * k) {
            let options = self.cover.iter().fold(0, |all, lag| all | self.option(at, lag));
            open.push((at, self.needed(self.start + at as u64, self.ranks[at]) & !options));
        }
        let mut lags = Vec::new();
        for part in (1..PARTS).filter(|&part| self.first[part] != RARE) {
            let rank = u16::from(self.first[part]);
            let lag = |taken: &usize| Lag { lag: (taken + part) as u32, rank };
            lags.extend(self.splits.iter().map(lag));
        }
        loop {
            open.retain(|(_, needed)| *needed != 0);
            let gain = |lag: &Lag| {
                open.iter().filter(|(at, needed)| needed & self.option(*at, lag) != 0).count()
            };
            let best = (0..lags.len()).max_by_key(|&k| gain(&lags[k]));
            let Some(lag) = best.map(|k| lags.swap_remove(k)).filter(|lag| gain(lag) > WORTH)
            else {
                break;
            };
            for k in 0..open.len() {
                open[k].1 &= !self.option(open[k].0, &lag);
            }
            self.cover.push(lag);
        }
    }

    #[inline(always)]
    fn fill_with<L: Lanes, const WINDOWS: usize, const NEAR: usize>(&mut self) -> bool {
        let needs = self.needs::<L, WINDOWS>();
        // Lags into the word that holds the latest ranks; the smallest last,
        // because it waits for the rank just found.
        let within = |from: usize, to: usize| {
            self.lags.iter().filter(move |lag| (from..to).contains(&(lag.lag as usize)))
        };
        let near: SmallVec<[(u32, u64); 8]> =
            within(0, STEP).rev().map(|lag| (8 * (lag.lag - 1), lag.rank.into())).collect();
        let near: &[(u32, u64)] = if NEAR == MANY { &near } else { &near[..NEAR] };
        let mid: Vec<Back> = within(STEP, LANES).map(Back::from).collect();
        // Bytes just written are slow to be read together, so a few lags are
        // looked up one by one.
        let single: SmallVec<[(usize, u8); 2]> = within(STEP, LANES)
            .filter(|_| mid.len() <= 2)
            .map(|lag| (lag.lag as usize, lag.rank as u8))
            .collect();
        let mid = if single.is_empty() { mid } else { Vec::new() };
        let far: Vec<Back> = within(LANES, 2 * LANES).map(Back::from).collect();
        let distant: Vec<Back> = within(2 * LANES, REACH).map(Back::from).collect();
        let cover: Vec<Back> = self.cover.iter().map(Back::from).collect();

        // While a block is decided, the one before it is proved, and what is
        // known of the one behind it is collected.
        let nothing = [[L::splat(0); 2]; WINDOWS];
        let mut known = nothing;
        collect(&mut known, window(&self.ranks, self.known), &distant);
        let mut proved = self.known;
        while self.known + LANES <= BUFFER {
            let place = self.known;
            collect(&mut known, window(&self.ranks, place), &far);
            let mut common = [[[0; LANES]; 2]; WINDOWS];
            for k in 0..WINDOWS {
                for half in 0..2 {
                    common[k][half] = known[k][half].bytes();
                }
            }
            let mut all = 0;
            // The last eight ranks, the latest in the lowest byte.
            let mut latest = word(&self.ranks, place - STEP).swap_bytes();
            for at in (place..place + LANES).step_by(STEP) {
                let mut sets = nothing;
                collect(&mut sets, window(&self.ranks, at), &mid);
                let mut planes = [[0; 2]; WINDOWS];
                for k in 0..WINDOWS {
                    for half in 0..2 {
                        planes[k][half] =
                            word(&common[k][half], at - place) | word(&sets[k][half].bytes(), 0);
                    }
                }
                for heap in at..at + STEP {
                    let mut options = 0;
                    for k in 0..WINDOWS {
                        for half in 0..2 {
                            options |= (planes[k][half] & 255) << (16 * k + 8 * half);
                            planes[k][half] >>= 8;
                        }
                    }
                    // Ranks are below 64, and so many bits count for a shift.
                    for &(lag, rank) in &single {
                        options |= 1u64.wrapping_shl((self.ranks[heap - lag] ^ rank).into());
                    }
                    for &(shift, rank) in near {
                        options |= 1u64.wrapping_shl((latest.wrapping_shr(shift) ^ rank) as u32);
                    }
                    let rank = u64::from(options.trailing_ones());
                    all |= rank;
                    latest = latest << 8 | rank;
                }
                self.ranks[at..at + STEP].copy_from_slice(&latest.to_be_bytes());
            }
            known = nothing;
            collect(&mut known, window(&self.ranks, place + LANES), &distant);
            let decided = all < 16 * WINDOWS as u64 || self.decide_slowly(place);
            if !decided || proved < place && !self.prove_block(proved, &cover, &needs) {
                self.known = proved;
                return false;
            }
            proved = place;
            self.known += LANES;
        }
        if proved < self.known && !self.prove_block(proved, &cover, &needs) {
            self.known = proved;
            return false;
        }
        true
    }

    /// Sets of the rare ranks needed below a common rank, to be looked up: by
    /// the parity of the heap and the window of the rank.
    #[inline(always)]
    fn needs<L: Lanes, const WINDOWS: usize>(&self) -> [[Sets<L, WINDOWS>; WINDOWS]; 2] {
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
        needs
    }

    /// Decides a block again, for all ranks that can be stored.
    #[cold]
    #[inline(never)]
    fn decide_slowly(&mut self, place: usize) -> bool {
        for at in place..place + LANES {
            let options = self.lags.iter().fold(0, |all, lag| all | self.option(at, lag));
            if options == u64::MAX {
                return false;
            }
            self.ranks[at] = options.trailing_ones() as u8;
        }
        true
    }

    /// Whether all rare values below those of a block are options.
    #[inline(always)]
    fn prove_block<L: Lanes, const WINDOWS: usize>(
        &mut self,
        place: usize,
        cover: &[Back],
        needs: &[[Sets<L, WINDOWS>; WINDOWS]; 2],
    ) -> bool {
        let mut covered = [[L::splat(0); 2]; WINDOWS];
        collect(&mut covered, window(&self.ranks, place), cover);
        let odd = L::load(&std::array::from_fn(|j| if j % 2 == 1 { 255 } else { 0 }));
        let ranks = load::<L>(&self.ranks, place);
        let mut open = L::splat(0);
        // Ranks beyond the windows are looked at one by one.
        let mut beyond = L::splat(255);
        for window in 0..WINDOWS {
            let index = ranks.xor(L::splat(16 * window as u8)).add_saturating(L::splat(0x70));
            let high = L::splat(0x80);
            beyond = beyond.and_not(high.and_not(index).equal(high));
            for k in 0..WINDOWS {
                for half in 0..2 {
                    let evens = L::look_up(needs[0][window][k][half], index).and_not(odd);
                    let odds = L::look_up(needs[1][window][k][half], index);
                    let odds = odds.and_not(odds.and_not(odd));
                    open = open.or(evens.or(odds).and_not(covered[k][half]));
                }
            }
        }
        let mut open = !open.equal(L::splat(0)).high_bits() | beyond.high_bits();
        while open != 0 {
            let j = open.trailing_zeros() as usize;
            open &= open - 1;
            let mut options = 0;
            for k in 0..WINDOWS {
                for half in 0..2 {
                    options |= u64::from(covered[k][half].bytes()[j]) << (16 * k + 8 * half);
                }
            }
            if !self.prove::<L>(place + j, options) {
                return false;
            }
        }
        true
    }

    /// Whether all rare values below that of a heap are options, some of which
    /// are known to be.
    #[inline(always)]
    fn prove<L: Lanes>(&self, at: usize, options: u64) -> bool {
        let mut missing = self.needed(self.start + at as u64, self.ranks[at]) & !options;
        let mut part = 1;
        while missing != 0 {
            for &taken in &self.splits {
                if part + 2 * LANES > self.first.len() || taken + part + 2 * LANES > at {
                    return false;
                }
                let sums = sums::<L>((&self.first, part), (&self.ranks, at - taken - part));
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
}

/// Eight bytes as one number, the first lowest.
#[inline(always)]
fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + STEP].try_into().expect("eight bytes"))
}

/// A lag, as a place in a [`Window`].
#[derive(Clone, Copy)]
struct Back {
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
type Window = [u8; REACH + LANES];

#[inline(always)]
fn window(ranks: &[u8], place: usize) -> &Window {
    ranks[place - REACH..place + LANES].try_into().expect("a window")
}

/// Adds the ranks that are among the options of a block; as
/// [`super::ranks::options`], for ranks in one byte and few windows.
#[inline(always)]
fn collect<L: Lanes, const WINDOWS: usize>(
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

fn fill<const WINDOWS: usize, const NEAR: usize>(bulk: &mut Bulk) -> bool {
    #[cfg(target_arch = "x86_64")]
    if super::lanes::avx2() {
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn fill<const WINDOWS: usize, const NEAR: usize>(bulk: &mut Bulk) -> bool {
            bulk.fill_with::<super::lanes::Avx2, WINDOWS, NEAR>()
        }
        // SAFETY: the processor has the instructions.
        #[allow(unsafe_code)]
        return unsafe { fill::<WINDOWS, NEAR>(bulk) };
    }
    bulk.fill_with::<Plain, WINDOWS, NEAR>()
}

#[cfg(test)]
mod tests {
    use super::super::sparse::tests::definition;
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn values_are_those_of_the_sparse_method() {
        const LAST: usize = 420_000;
        let mut settled = 0;
        for text in ["0106", "077", "016", "44", "0644"] {
            let digits: Vec<u8> = text.bytes().map(|digit| digit - b'0').collect();
            let code = Code::new(digits.clone());
            let limits = Limits::default();
            let mut sparse = Sparse::new(&code, definition(&code, 300));
            sparse.extend(2 * REACH + 101, &limits).unwrap();
            let [Some(mut fast), Some(mut plain)] = [0; 2].map(|_| Bulk::new(&sparse, &code))
            else {
                continue;
            };
            settled += 1;
            sparse.extend(LAST, &limits).unwrap();
            for wide in [false, true] {
                if wide {
                    plain.windows = 2;
                }
                assert!(fast.fill());
                assert!(match wide {
                    true => plain.fill_with::<Plain, 2, MANY>(),
                    false => plain.fill_with::<Plain, 1, MANY>(),
                });
                assert!(fast.values().eq(plain.values()), "{digits:?}");
                for (heap, value) in fast.values().take_while(|(heap, _)| *heap < LAST as u64) {
                    assert_eq!(value, sparse.values()[heap as usize], "{digits:?} at {heap}");
                }
                fast.forget();
                plain.forget();
            }
        }
        assert!(settled >= 4, "{settled} games have settled");
    }

    /// A rare value that is no option is seen, wherever it would be.
    #[test]
    fn a_heap_that_cannot_be_proved_stops_the_work() {
        let code = Code::new(vec![0, 1, 0, 6]);
        let mut sparse = Sparse::new(&code, definition(&code, 300));
        sparse.extend(2 * REACH + 100, &Limits::default()).unwrap();
        let mut bulk = Bulk::new(&sparse, &code).unwrap();
        let known = bulk.known;
        // No split leaves a heap of another kind.
        bulk.first.fill(RARE);
        bulk.cover.clear();
        assert!(!bulk.fill());
        assert_eq!(bulk.known, known);
    }
}
