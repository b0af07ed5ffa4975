//! The least ranks that no lag shows, of blocks of heaps whose options have ranks below 256.
//!
//! First come sets of the ranks that some lags show: those lags that show most. Few ranks below the
//! wanted one are left open, and the wanted one: the least of them are candidates, and the other
//! lags are only asked whether they show a candidate. That costs a fraction of making sets, where
//! most ranks would be found again.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use std::array;

use super::super::cover::{self, Shown};
use crate::sequence::lanes::{LANES, Lanes};
use crate::sequence::ranks::{Lag, Lags, Ranks, Rows};

/// Number of candidates that lags without sets are asked for.
const CANDIDATES: usize = 4;
/// The ranks that are made into sets together: the first, and how many. Most heaps have one of the
/// first hundred.
const SPANS: [(u8, usize); 4] = [(0, 64), (64, 32), (96, 32), (128, 64)];
/// No rank is greater.
const GREATEST: usize = 255;

/// Ranks up to [`GREATEST`], as bits.
type Set = [u64; 4];

/// The lags by which blocks are decided.
#[derive(Clone, Default)]
pub(super) struct Blocks {
    /// Lags whose ranks are made into sets.
    cover: Vec<Lag>,
    /// The others that reach behind a block.
    rest: Vec<Lag>,
    /// How often lags could be chosen.
    times: u32,
}

/// What is known of the heaps of a block.
struct Block {
    /// For each span the ranks that some lags show, the first as the lowest bit.
    sets: [[u64; LANES]; SPANS.len()],
    /// The least ranks that these lags do not show, and how many there are.
    candidates: [[u8; LANES]; CANDIDATES],
    found: [usize; LANES],
    /// 0 where the other lags that reach behind the block show a candidate.
    differs: [[u8; LANES]; CANDIDATES],
}

/// Ranks below those of some heaps, as far as they are not yet shown to be options.
struct Open<'r> {
    ranks: &'r Ranks,
    places: Vec<usize>,
    open: Vec<Set>,
}

impl Open<'_> {
    #[inline(always)]
    fn shown(&self, heap: usize, lag: Lag) -> (usize, u64) {
        let rank = self.ranks.at(self.places[heap] - lag.lag as usize) ^ lag.rank;
        (usize::from(rank) / 64, 1 << (rank % 64))
    }
}

impl Shown for Open<'_> {
    type By = Lag;

    #[inline(always)]
    fn gain(&self, lag: Lag) -> u32 {
        let mut gain = 0;
        for (heap, open) in self.open.iter().enumerate() {
            let (word, bit) = self.shown(heap, lag);
            gain += u32::from(open.get(word).is_some_and(|open| open & bit != 0));
        }
        gain
    }

    #[inline(always)]
    fn add(&mut self, lag: Lag) {
        for heap in 0..self.open.len() {
            let (word, bit) = self.shown(heap, lag);
            if let Some(open) = self.open[heap].get_mut(word) {
                *open &= !bit;
            }
        }
    }
}

impl Blocks {
    /// Whether blocks from a place on can be decided; chooses lags by the last heaps before.
    pub(super) fn get_ready(&mut self, lags: &Lags, ranks: &Ranks, place: usize) -> bool {
        let all = || lags.far.iter().chain(&lags.near);
        let farthest = all().map(|lag| lag.lag as usize).max().unwrap_or(0).max(LANES);
        let fits = all().all(|lag| usize::from(lag.rank) <= GREATEST)
            && (!ranks.wide() || ranks.high[place - farthest..place].iter().all(|&high| high == 0));
        // What lags show changes, ever more slowly.
        if fits && (self.times == 0 || self.times.is_power_of_two()) {
            self.choose(&lags.far, ranks, place);
        }
        self.times += u32::from(fits);
        fits
    }

    /// Chooses the lags whose ranks are made into sets.
    fn choose(&mut self, lags: &[Lag], ranks: &Ranks, place: usize) {
        /// Number of heaps by which lags are chosen, and again by which it is seen how many are
        /// enough; places from one to the next, of either parity.
        const SAMPLE: usize = 1024;
        const APART: usize = 63;
        /// In at most one heap of this number all candidates may be options.
        const FAILING: usize = 64;

        let sample = |first: usize| {
            let places = (0..SAMPLE).map(|heap| place - first - APART * heap);
            let places: Vec<usize> =
                places.filter(|&place| usize::from(ranks.at(place)) <= GREATEST).collect();
            let open = places.iter().map(|&place| below(ranks.at(place).into())).collect();
            Open { ranks, places, open }
        };
        let mut chosen = cover::choose(lags, 0, &mut sample(1));
        let mut open = sample(1 + APART / 2);
        let fails = |open: &&Set| {
            open.iter().map(|word| word.count_ones() as usize).sum::<usize>() >= CANDIDATES
        };
        let enough = chosen.iter().position(|&lag| {
            open.add(lag);
            open.open.iter().filter(fails).count() <= open.open.len() / FAILING
        });
        chosen.truncate(enough.map_or(chosen.len(), |last| last + 1));
        chosen.sort_unstable();
        let rest = lags.iter().filter(|lag| chosen.binary_search(lag).is_err());
        self.rest = rest.copied().collect();
        self.cover = chosen;
    }

    /// Decides a block; false where a rank is greater than [`GREATEST`].
    #[inline(always)]
    pub(super) fn decide<L: Lanes>(&self, lags: &Lags, ranks: &mut Ranks, place: usize) -> bool {
        let mut block = self.candidates::<L>(ranks, place);
        self.ask_rest::<L>(&mut block, ranks, place);
        for j in 0..LANES {
            let at = place + j;
            let mut rank = None;
            for k in 0..block.found[j] {
                let candidate = block.candidates[k][j];
                if block.differs[k][j] != 0 && !near_shows(&lags.near, ranks, at, candidate) {
                    rank = Some(candidate.into());
                    break;
                }
            }
            let rank = rank.or_else(|| self.next(lags, ranks, at, &block.sets, j));
            let Some(rank) = rank.or_else(|| least(lags, ranks, at)) else { return false };
            if usize::from(rank) >= ranks.limit() {
                ranks.widen();
            }
            ranks.set(at, Some(rank));
        }
        true
    }

    /// The least ranks that the lags with sets do not show.
    #[inline(always)]
    fn candidates<L: Lanes>(&self, ranks: &Ranks, place: usize) -> Block {
        let mut block = Block {
            sets: [[u64::MAX; LANES]; SPANS.len()],
            candidates: [[u8::MAX; LANES]; CANDIDATES],
            found: [0; LANES],
            differs: [[0; LANES]; CANDIDATES],
        };
        for (span, &(first, count)) in SPANS.iter().enumerate() {
            block.sets[span] = match count {
                64 => self.sets::<L, 4>(ranks, place, first),
                _ => self.sets::<L, 2>(ranks, place, first),
            };
            for j in 0..LANES {
                let mut left = !block.sets[span][j];
                while left != 0 && block.found[j] < CANDIDATES {
                    let candidate = first + left.trailing_zeros() as u8;
                    block.candidates[block.found[j]][j] = candidate;
                    block.found[j] += 1;
                    left &= left - 1;
                }
            }
            if block.found == [CANDIDATES; LANES] {
                break;
            }
        }
        block
    }

    /// Asks the other lags for the candidates.
    #[inline(always)]
    fn ask_rest<L: Lanes>(&self, block: &mut Block, ranks: &Ranks, place: usize) {
        let mut candidates = [L::splat(0); CANDIDATES];
        let mut differs = [L::splat(u8::MAX); CANDIDATES];
        for k in 0..CANDIDATES {
            candidates[k] = L::load(&block.candidates[k]);
        }
        for row in Rows::<L>::low(ranks, place, &self.rest, 0) {
            for k in 0..CANDIDATES {
                differs[k] = differs[k].min(row.xor(candidates[k]));
            }
        }
        for k in 0..CANDIDATES {
            block.differs[k] = differs[k].bytes();
        }
    }

    /// The least rank of the spans that no lag shows, where all candidates are shown.
    fn next(
        &self,
        lags: &Lags,
        ranks: &Ranks,
        place: usize,
        sets: &[[u64; LANES]],
        j: usize,
    ) -> Option<u16> {
        let shown = shown(self.rest.iter().chain(&lags.near), ranks, place);
        for (&(first, _), sets) in SPANS.iter().zip(sets) {
            let mut left = !sets[j];
            while left != 0 {
                let rank = usize::from(first) + left.trailing_zeros() as usize;
                if !shown[rank] {
                    return Some(rank as u16);
                }
                left &= left - 1;
            }
        }
        None
    }

    /// For each heap of a block the ranks from one on that lags show: 16 for each window.
    #[inline(always)]
    fn sets<L: Lanes, const WINDOWS: usize>(
        &self,
        ranks: &Ranks,
        place: usize,
        first: u8,
    ) -> [u64; LANES] {
        let mut sets = [[L::splat(0); 2]; WINDOWS];
        L::add_to_sets::<WINDOWS>(&mut sets, Rows::low(ranks, place, &self.cover, first));
        // Ranks beyond the windows are not looked at.
        let mut words = [[255; 8]; LANES];
        for k in 0..WINDOWS {
            for half in 0..2 {
                let bytes = sets[k][half].bytes();
                for j in 0..LANES {
                    words[j][2 * k + half] = bytes[j];
                }
            }
        }
        words.map(u64::from_le_bytes)
    }
}

/// The ranks below one.
fn below(rank: usize) -> Set {
    array::from_fn(|word| match rank.saturating_sub(64 * word) {
        below @ ..64 => (1 << below) - 1,
        _ => u64::MAX,
    })
}

/// Whether a lag shows a rank of the heap at a place.
#[inline(always)] // which closures are not
fn near_shows(lags: &[Lag], ranks: &Ranks, place: usize, rank: u8) -> bool {
    let mut shows = false;
    for lag in lags {
        shows |= ranks.low[place - lag.lag as usize] ^ lag.rank as u8 == rank;
    }
    shows
}

/// Which ranks lags show of the heap at a place.
fn shown<'l>(
    lags: impl Iterator<Item = &'l Lag>,
    ranks: &Ranks,
    place: usize,
) -> [bool; GREATEST + 1] {
    let mut shown = [false; GREATEST + 1];
    for lag in lags {
        shown[usize::from(ranks.low[place - lag.lag as usize] ^ lag.rank as u8)] = true;
    }
    shown
}

/// The least rank that no lag shows of the heap at a place.
fn least(lags: &Lags, ranks: &Ranks, place: usize) -> Option<u16> {
    let shown = shown(lags.far.iter().chain(&lags.near), ranks, place);
    shown.iter().position(|&shown| !shown).map(|rank| rank as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::lanes::{Plain, Work, dispatch};

    struct Deciding<'b>(&'b Blocks, &'b Lags, &'b mut Ranks, usize);

    impl Work for Deciding<'_> {
        const MANY_ROWS: bool = true;
        type Out = bool;

        #[inline(always)]
        fn run<L: Lanes>(self) -> bool {
            self.0.decide::<L>(self.1, self.2, self.3)
        }
    }

    /// Numbers that look random.
    fn numbers() -> impl FnMut(usize) -> usize {
        let mut random = grundy_base::Random::new(1);
        move |bound| random.below(bound)
    }

    /// By the definition, with lags that were chosen well and others, with few options and with
    /// options for every rank.
    #[test]
    fn blocks_are_decided_by_all_lags() {
        const HEAPS: usize = 1 << 17;
        let mut number = numbers();
        let (mut decided, mut refused, mut above) = (0, 0, 0);
        for (count, most) in [(5, 8), (40, 30), (300, 60), (700, 120), (900, 190), (6000, 256)] {
            for (same_before, wide) in [(false, false), (false, true), (true, true)] {
                let most = if wide { most } else { most.min(128) };
                let mut ranks = Ranks::new(0);
                ranks.set_len(HEAPS);
                if wide {
                    ranks.widen();
                }
                let place = HEAPS - 3 * LANES;
                for heap in 0..place {
                    let rank = if same_before && heap + 40_000 < place { 3 } else { number(most) };
                    ranks.set(heap, Some(rank as u16));
                }
                let mut lags = Lags::default();
                for _ in 0..count {
                    let lag = if number(9) == 0 { 1 + number(40) } else { 1 + number(60_000) };
                    lags.push(lag, number(most) as u16);
                }
                let mut blocks = Blocks::default();
                assert!(blocks.get_ready(&lags, &ranks, place));
                for block in 0..3 {
                    let place = place + block * LANES;
                    let mut expected = ranks.clone();
                    let mut last = 0;
                    for at in place..place + LANES {
                        let all = lags.far.iter().chain(&lags.near);
                        let shown: Vec<u16> =
                            all.map(|lag| expected.at(at - lag.lag as usize) ^ lag.rank).collect();
                        let rank = (0..).find(|rank| !shown.contains(rank)).unwrap();
                        if usize::from(rank) >= expected.limit() {
                            expected.widen();
                        }
                        expected.set(at, Some(rank));
                        last = last.max(rank);
                    }
                    let mut plain = ranks.clone();
                    let fits = blocks.decide::<Plain>(&lags, &mut plain, place);
                    assert_eq!(dispatch(Deciding(&blocks, &lags, &mut ranks, place)), fits);
                    assert_eq!(fits, last <= 255);
                    if !fits {
                        refused += 1;
                        break;
                    }
                    decided += 1;
                    above += usize::from(last >= 192);
                    for ranks in [&plain, &ranks] {
                        assert!((place..place + LANES).all(|at| ranks.at(at) == expected.at(at)));
                    }
                }
            }
        }
        assert!(decided > 30 && refused > 0, "{decided} decided, {refused} refused, {above} above");
    }

    /// A sample may meet ranks from 256 on that no block looks at.
    #[test]
    fn great_ranks_far_behind_are_no_obstacle() {
        const HEAPS: usize = 1 << 17;
        let mut number = numbers();
        let mut ranks = Ranks::new(0);
        ranks.set_len(HEAPS);
        ranks.widen();
        let place = HEAPS - LANES;
        for heap in 0..place {
            let most = if heap + 1000 < place { 2000 } else { 100 };
            ranks.set(heap, Some(number(most) as u16));
        }
        let mut lags = Lags::default();
        (0..300).for_each(|_| lags.push(1 + number(999), number(100) as u16));
        let mut blocks = Blocks::default();
        assert!(blocks.get_ready(&lags, &ranks, place));
        assert!(blocks.decide::<Plain>(&lags, &mut ranks, place));
        lags.push(1500, 0);
        assert!(!blocks.get_ready(&lags, &ranks, place), "a lag that reaches them");
    }
}
