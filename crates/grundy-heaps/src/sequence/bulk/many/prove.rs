//! Proves that all rare values below the values of heaps are options.
//!
//! For each frequent rank there is a bit set of the heaps with it. A split that takes a number of
//! tokens and leaves a certain part makes one rare rank an option of all heaps of a window whose
//! other part is in one of these sets: 512 heaps by a few instructions. For each rare rank, the
//! splits are chosen that show it for most heaps; the other heaps are looked at one by one, with
//! all splits. As any part will do, sizes are chosen so that sets move by whole bytes.

use super::super::REACH;
use super::super::buffer::Buffer;
use super::super::cover::{self, Shown};
use crate::sequence::lanes::{LANES, Lanes};
use crate::sequence::ranks::{Lag, Ranks};

/// Words of the set of the heaps of a window.
const WORDS: usize = 8;
/// Heaps of a window.
const WINDOW: usize = 64 * WORDS;
/// Number of ranks with a set of heaps.
const SETS: usize = 16;
/// Number of heaps whose sets are made at a time: they must fit into a cache.
const STRETCH: usize = 1 << 18;
/// A chosen split takes and leaves in its first part no more than this; this number of heaps is
/// always kept.
const SPAN: usize = REACH;
/// Pairs of parts that are looked at together.
const PAIRS: usize = 2 * LANES;

/// A set of heaps of a window, a bit each.
type Window = [u64; WORDS];

/// Options with a rare value.
#[derive(Clone)]
pub(super) struct Proof {
    /// Taking from a heap.
    takes: Vec<Lag>,
    /// What is taken before a split.
    splits: Vec<usize>,
    /// The ranks of the first heaps, as parts of splits; from the last one to heap 0, because the
    /// other parts are in order from the first.
    parts: Ranks,
    /// The ranks that most heaps have.
    frequent: Vec<u16>,
    /// For each rare rank the splits that show it for most heaps.
    cover: Vec<Vec<Split>>,
    /// How many stretches of heaps were proved.
    times: u32,
}

/// A split that is an option of each heap whose other part is in a set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Split {
    /// The place of its rank among the frequent ones.
    set: u32,
    /// What is taken and what is left in the first part, in bytes of a set.
    back: u32,
}

/// For each frequent rank the heaps that have it, a bit each, from [`SPAN`] before a place.
struct Sets {
    bits: Vec<u8>,
    /// Bytes of a set.
    len: usize,
}

/// Up to which rare rank the heaps of a window need ranks.
#[derive(Default)]
struct Needs {
    all: Window,
    /// For each rank the heaps that need all ranks below it, but not this one.
    ends: Vec<Window>,
}

/// Heaps whose required rank is not shown yet.
struct Open<'s> {
    sets: &'s Sets,
    /// Places from one window to the next.
    apart: usize,
    windows: Vec<Window>,
}

impl Sets {
    /// The sets of the heaps at some places.
    #[inline(always)]
    fn new<L: Lanes>(ranks: &Ranks, frequent: &[u16], from: usize, to: usize) -> Sets {
        let start = from - SPAN;
        let words = (to - start).div_ceil(64);
        // Windows end behind the last heap.
        let len = 8 * (words + WORDS);
        let mut bits = vec![0; len * frequent.len()];
        for (set, rank) in bits.chunks_exact_mut(len).zip(frequent) {
            let [low, high] = rank.to_le_bytes();
            for word in 0..words {
                let at = start + 64 * word;
                let mut heaps = equal::<L>(&ranks.low, at, low);
                if ranks.wide() {
                    heaps &= equal::<L>(&ranks.high, at, high);
                }
                set[8 * word..][..8].copy_from_slice(&heaps.to_le_bytes());
            }
        }
        Sets { bits, len }
    }

    /// Heaps of the window, `behind` places on, whose rank `split` shows.
    #[inline(always)]
    fn shown(&self, behind: usize, split: Split) -> Window {
        let at = (SPAN + behind) / 8 - split.back as usize + split.set as usize * self.len;
        let bytes: &[u8; 8 * WORDS] = self.bits[at..at + 8 * WORDS].try_into().expect("as many");
        let mut window = [0; WORDS];
        for word in 0..WORDS {
            let bytes = bytes[8 * word..][..8].try_into().expect("eight bytes");
            window[word] = u64::from_le_bytes(bytes);
        }
        window
    }

    /// Takes out the heaps whose rank is shown by splits.
    #[inline(always)]
    fn show(&self, behind: usize, splits: &[Split], open: &mut Window) {
        /// Splits between two looks whether any heap is left.
        const TURN: usize = 4;
        let mut left = *open;
        for turn in splits.chunks(TURN) {
            for &split in turn {
                let shown = self.shown(behind, split);
                for word in 0..WORDS {
                    left[word] &= !shown[word];
                }
            }
            if left == [0; WORDS] {
                break;
            }
        }
        *open = left;
    }
}

impl Needs {
    /// Sets the window to the heaps at some places.
    fn set(&mut self, buffer: &Buffer, from: usize, to: usize) {
        self.all = [0; WORDS];
        self.ends.clear();
        for (j, place) in (from..to).enumerate() {
            // Heaps at even places are even.
            let below = buffer.classes.rares_below(place as u64, buffer.ranks.at(place)).into();
            if self.ends.len() <= below {
                self.ends.resize(below + 1, [0; WORDS]);
            }
            self.all[j / 64] |= 1 << (j % 64);
            self.ends[below][j / 64] |= 1 << (j % 64);
        }
    }

    /// The heaps that need a rank, if these need those below.
    #[inline(always)]
    fn next(&self, rank: usize, mut before: Window) -> Window {
        for word in 0..WORDS {
            before[word] &= !self.ends[rank][word];
        }
        before
    }
}

impl Shown for Open<'_> {
    type By = Split;

    #[inline(always)]
    fn gain(&self, split: Split) -> u32 {
        let mut gain = 0;
        for (window, open) in self.windows.iter().enumerate() {
            let shown = self.sets.shown(self.apart * window, split);
            for word in 0..WORDS {
                gain += (open[word] & shown[word]).count_ones();
            }
        }
        gain
    }

    #[inline(always)]
    fn add(&mut self, split: Split) {
        for (window, open) in self.windows.iter_mut().enumerate() {
            self.sets.show(self.apart * window, &[split], open);
        }
    }
}

impl Proof {
    /// A proof with the ranks of the first heaps.
    pub(super) fn new(takes: Vec<Lag>, splits: Vec<usize>, first: Ranks) -> Proof {
        let parts = backwards(first);
        let (frequent, cover) = (Vec::new(), Vec::new());
        Proof { takes, splits, parts, frequent, cover, times: 0 }
    }

    /// Lets splits have parts among these heaps from 0 on.
    pub(super) fn look_at(&mut self, first: Ranks) {
        self.parts = backwards(first);
    }

    #[cfg(test)]
    pub(super) fn takes(&self) -> usize {
        self.takes.len()
    }

    #[cfg(test)]
    pub(super) fn forget(&mut self) {
        self.parts.low.fill(u8::MAX);
        self.parts.high.fill(u8::MAX);
        self.cover.clear();
    }

    /// Proves the heaps of a buffer from a place on; cuts the buffer, and returns false, where a
    /// heap is not proved.
    #[inline(always)]
    pub(super) fn prove<L: Lanes>(&mut self, buffer: &mut Buffer, from: usize) -> bool {
        if buffer.ranks.wide() && !self.parts.wide() {
            self.parts.widen();
        }
        let end = buffer.known;
        for from in (from..end).step_by(STRETCH) {
            if !self.prove_stretch::<L>(buffer, from, end.min(from + STRETCH)) {
                return false;
            }
        }
        true
    }

    /// The same for the heaps at some places.
    #[inline(always)]
    fn prove_stretch<L: Lanes>(&mut self, buffer: &mut Buffer, from: usize, end: usize) -> bool {
        // Which ranks are frequent changes, ever more slowly.
        if self.times == 0 || self.times.is_power_of_two() {
            self.choose::<L>(buffer, from, end);
        }
        self.times += 1;

        let sets = Sets::new::<L>(&buffer.ranks, &self.frequent, from, end);
        let (mut needs, mut missing) = (Needs::default(), Vec::new());
        for place in (from..end).step_by(WINDOW) {
            needs.set(buffer, place, end.min(place + WINDOW));
            let words = needs.ends.len().div_ceil(64);
            missing.clear();
            missing.resize(WINDOW * words, 0u64);
            let mut needed = needs.all;
            for rank in 0..needs.ends.len() {
                needed = needs.next(rank, needed);
                let mut open = needed;
                let splits = self.cover.get(rank).map_or(&[][..], |splits| splits);
                sets.show(place - from, splits, &mut open);
                for word in 0..WORDS {
                    while open[word] != 0 {
                        let heap = 64 * word + open[word].trailing_zeros() as usize;
                        missing[heap * words + rank / 64] |= 1 << (rank % 64);
                        open[word] &= open[word] - 1;
                    }
                }
            }
            for (word, &missing) in missing.iter().enumerate() {
                let (heap, word) = (word / words, word % words);
                let mut missing = missing;
                while missing != 0 {
                    let rank = (64 * word) as u16 + missing.trailing_zeros() as u16;
                    if !self.is_option::<L>(buffer, place + heap, rank) {
                        // Snapshots start at even heaps.
                        buffer.known = place + heap / LANES * LANES;
                        return false;
                    }
                    missing &= missing - 1;
                }
            }
        }
        true
    }

    /// Chooses splits that show most rare values to be options, judged by the heaps at some places.
    #[inline(always)]
    fn choose<L: Lanes>(&mut self, buffer: &Buffer, from: usize, end: usize) {
        /// Windows by which they are chosen.
        const SAMPLE: usize = 32;
        /// A split costs some cycles a window, a rank not shown some tens.
        const WORTH: u32 = SAMPLE as u32 / 16;
        /// The most parts of a rank to choose from.
        const PARTS: usize = 64;
        /// Greater rare ranks are looked for heap by heap.
        const RANKS: usize = 1 << 10;

        let ranks = &buffer.ranks;
        let mut counts: Vec<(u32, u16)> = Vec::new();
        for place in end - SPAN..end {
            let rank = ranks.at(place);
            for rank in counts.len()..=rank.into() {
                counts.push((0, rank as u16));
            }
            counts[usize::from(rank)].0 += 1;
        }
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts.truncate(SETS);
        self.frequent = counts.into_iter().map(|(_, rank)| rank).collect();

        let mut parts: Vec<Vec<u32>> = Vec::new();
        for back in (8..SPAN).step_by(8) {
            for &taken in self.splits.iter().filter(|&&taken| taken < back) {
                let place = (self.parts.low.len() - 1).checked_sub(back - taken);
                let Some(place) = place.filter(|&place| !self.parts.rare_at(place)) else {
                    continue;
                };
                let rank = usize::from(self.parts.at(place));
                parts.resize(parts.len().max(rank + 1), Vec::new());
                if parts[rank].len() < PARTS {
                    parts[rank].push(back as u32 / 8);
                }
            }
        }

        let apart = (end - from).div_ceil(SAMPLE).next_multiple_of(WINDOW);
        let sets = Sets::new::<L>(ranks, &self.frequent, from, end);
        let mut needs = Vec::new();
        for place in (from..end).step_by(apart) {
            let mut window = Needs::default();
            window.set(buffer, place, end.min(place + WINDOW));
            needs.push(window);
        }
        let most = needs.iter().map(|window| window.ends.len()).max().unwrap_or(0).min(RANKS);
        for window in &mut needs {
            window.ends.resize(most.max(window.ends.len()), [0; WORDS]);
        }
        let mut needed: Vec<Window> = needs.iter().map(|window| window.all).collect();
        self.cover.clear();
        for rank in 0..most {
            let mut splits = Vec::new();
            for (set, &frequent) in (0..).zip(&self.frequent) {
                let parts = parts.get(rank ^ usize::from(frequent)).map_or(&[][..], |parts| parts);
                splits.extend(parts.iter().map(|&back| Split { set, back }));
            }
            for (needed, needs) in needed.iter_mut().zip(&needs) {
                *needed = needs.next(rank, *needed);
            }
            let mut open = Open { sets: &sets, apart, windows: needed.clone() };
            self.cover.push(cover::choose(&splits, WORTH, &mut open));
        }
    }

    /// Whether a rare rank is that of an option of the heap at a place: by taking, or by a split
    /// into one of the first heaps and a kept one that is not smaller.
    #[inline(always)]
    fn is_option<L: Lanes>(&self, buffer: &Buffer, at: usize, rank: u16) -> bool {
        /// Parts that are looked at with one number taken, and then with the next.
        const TURN: usize = 64 * PAIRS;

        let (parts, ranks) = (&self.parts, &buffer.ranks);
        for take in &self.takes {
            if ranks.at(at - take.lag as usize) ^ take.rank == rank {
                return true;
            }
        }
        let [low, high] = rank.to_le_bytes();
        // All but heap 0.
        let last = parts.low.len() - 1;
        for done in (0..last).step_by(TURN) {
            for &taken in &self.splits {
                let (end, other_end) = (last - done, at.saturating_sub(taken + done));
                let left = end.min(other_end.saturating_sub(buffer.kept)).min(TURN);
                let mut some = parts.low[end - left..end].as_rchunks::<PAIRS>().1;
                let mut others = ranks.low[other_end - left..other_end].as_rchunks::<PAIRS>().1;
                let chunks = some.len();
                while let Some((pair, mut found)) = last_sum::<L>(some, others, low) {
                    if ranks.wide() {
                        let back = PAIRS * (chunks - pair);
                        let other = (&ranks.high[..], other_end - back);
                        found &= sums::<L>((&parts.high, end - back), other, high);
                    }
                    if found != 0 {
                        return true;
                    }
                    (some, others) = (&some[..pair], &others[..pair]);
                }
            }
        }
        false
    }
}

/// The last of these places where some pairs have this sum without carries, and which pairs: a bit
/// each.
#[inline(always)] // closures would not be inlined
fn last_sum<L: Lanes>(a: &[[u8; PAIRS]], b: &[[u8; PAIRS]], sum: u8) -> Option<(usize, u64)> {
    let b = &b[..a.len()];
    for last in (0..a.len()).rev() {
        let found = L::sums(&a[last], &b[last], sum);
        if found != 0 {
            return Some((last, found));
        }
    }
    None
}

/// Which of the pairs of bytes from two places on have this sum without carries: a bit each.
#[inline(always)] // as above
fn sums<L: Lanes>((a, from): (&[u8], usize), (b, other): (&[u8], usize), sum: u8) -> u64 {
    let pairs = a[from..from + PAIRS].try_into().expect("as many bytes");
    L::sums(pairs, b[other..other + PAIRS].try_into().expect("as many bytes"), sum)
}

/// Which of 64 bytes from a place on are this one: a bit each.
#[inline(always)] // as above
fn equal<L: Lanes>(bytes: &[u8], at: usize, byte: u8) -> u64 {
    sums::<L>((bytes, at), (&[0; PAIRS], 0), byte)
}

/// Ranks from the last one to the first.
fn backwards(mut ranks: Ranks) -> Ranks {
    ranks.low.reverse();
    ranks.high.reverse();
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::classes::Classes;
    use crate::sequence::lanes::Plain;

    /// By the definition, with ranks in one byte and in two.
    #[test]
    fn a_split_shows_its_rank_of_the_heaps_whose_other_part_is_in_the_set() {
        const END: usize = SPAN + 3 * WINDOW + 100;
        for (most, greatest) in [(100, 77), (300, 299)] {
            let rank = |place: usize| (((place as u64 * 2_654_435_761) >> 12) % most) as u16;
            let mut ranks = Ranks::of((0..END).map(|place| Some(rank(place))), most > 128);
            ranks.low.resize(END + PAIRS, 0);
            ranks.high.resize(if ranks.wide() { END + PAIRS } else { 0 }, 0);
            let frequent = [1, 2, 30, greatest];
            let sets = Sets::new::<Plain>(&ranks, &frequent, SPAN, END);
            let mut seen = 0;
            for behind in [0, WINDOW, 3 * WINDOW] {
                for (set, back) in [(0, 1), (1, 5), (2, 8191), (3, 77)] {
                    let shown = sets.shown(behind, Split { set, back });
                    for heap in (0..WINDOW).filter(|heap| SPAN + behind + heap < END) {
                        let other = SPAN + behind + heap - 8 * back as usize;
                        let is_in = rank(other) == frequent[set as usize];
                        assert_eq!(shown[heap / 64] >> (heap % 64) & 1 == 1, is_in);
                        seen += usize::from(is_in);
                    }
                }
            }
            assert!(seen > 10);
        }
    }

    /// A heap needs the rare ranks below its value.
    #[test]
    fn heaps_need_the_rare_ranks_below_theirs() {
        let values: Vec<u16> = (0..4 * WINDOW).map(|heap| (heap * heap / 5 % 64) as u16).collect();
        let classes = Classes::choose(&values, None);
        let ranks = (0..4 * WINDOW).map(|heap| Some((heap % 29) as u16));
        let known = Ranks::of(ranks, false);
        let buffer = Buffer::new(classes, 4 * WINDOW, known, WINDOW, WINDOW);
        let mut needs = Needs::default();
        needs.set(&buffer, 1000, 1300);
        let mut needed = needs.all;
        for rank in 0..needs.ends.len() {
            needed = needs.next(rank, needed);
            for heap in 0..WINDOW {
                let place = 1000 + heap;
                let below = classes.rares_below(place as u64, buffer.ranks.at(place));
                let expected = heap < 300 && rank < usize::from(below);
                assert_eq!(needed[heap / 64] >> (heap % 64) & 1 == 1, expected, "{rank} of {heap}");
            }
        }
        assert!(needs.ends.len() > 5 && needed == [0; WORDS]);
    }

    /// By the definition, where many pairs of ranks agree in the low byte and few in both.
    #[test]
    fn options_of_great_ranks_are_those_of_all_splits() {
        const PARTS: usize = 1 << 13;
        const END: usize = 2 * PARTS;
        let mut random = grundy_base::Random::new(1);
        let mut number = |bound: usize| random.below(bound);
        let mut rank = || Some((number(12) << 8 | number(2)) as u16);
        // Heap 0 and rare heaps are no parts.
        let first: Vec<Option<u16>> =
            (0..=PARTS).map(|heap| rank().filter(|_| heap > 0 && heap % 5 != 0)).collect();
        // Ranks that are far apart: few sums are right, if any.
        let known: Vec<Option<u16>> =
            (0..END).map(|_| rank().map(|rank| rank & 1 | (rank >> 8 & 1) << 12)).collect();
        let classes = Classes::choose(&[1, 2, 4, 7], None);
        let proof = Proof::new(Vec::new(), vec![3], Ranks::of(first.iter().copied(), true));
        let known_ranks = Ranks::of(known.iter().copied(), true);
        let buffer = Buffer::new(classes, END, known_ranks, PARTS, WINDOW);
        let (mut yes, mut no) = (0, 0);
        for at in [END - 1, END - 70, END - 1000] {
            for rank in (0..32).flat_map(|high| [high << 8, high << 8 | 1]) {
                let sum = |part: usize| Some(first[part]? ^ known[at - 3 - part]?);
                let expected = (1..=PARTS).any(|part| sum(part) == Some(rank));
                assert_eq!(proof.is_option::<Plain>(&buffer, at, rank), expected, "{rank} at {at}");
                *(if expected { &mut yes } else { &mut no }) += 1;
            }
        }
        assert!(yes > 10 && no > 10, "{yes}, {no}");
    }
}
