//! Grundy values of heaps that are taken from and split in two, many at once.
//!
//! With values parted into rare and common ones ([`super::classes`]), the
//! common options of a heap are those with a rare part, and the value is the
//! least common one that is no option, unless a smaller rare one is no option
//! either. That such a rare one is an option is shown by a few common parts
//! tried with every heap, else by looking for a split; where there is none,
//! the heap is a new rare one. So every value is exact, whatever the mask.
//!
//! Heaps are worked on in blocks of 32. A rare part r and a number i that is
//! taken before a split make a *lag* i + r: each heap n of the block has the
//! option g(n − lag) ⊕ g(r). Lags of 32 or more look at finished heaps only and
//! are tried for the whole block at once, with the ranks of values as bytes.
//!
//! Time: a few processor cycles for 32 heaps, a lag and 64 ranks, so n·r for r
//! rare heaps; memory: three or four bytes a heap.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use super::classes::{Classes, common_parity};
use super::lanes::{LANES, Lanes, Work, dispatch};
use super::ranks::{Lags, Options, PASS, Ranks, meets, near_options, options, sums};
use grundy_base::{Code, Limits, Progress, Stopped};

/// What is known of a block before its heaps are decided one by one.
#[derive(Default)]
struct Block {
    common: Vec<Options>,
    rare: Vec<Options>,
}

/// The values of a game whose moves leave at most two heaps.
pub(super) struct Sparse {
    wholes: Vec<usize>,
    takes: Vec<usize>,
    splits: Vec<usize>,
    /// The two parts of a split must differ.
    unequal: bool,
    values: Vec<u16>,
    classes: Classes,
    ranks: Ranks,
    rares: Vec<u32>,
    /// Options with a common value.
    lags: Lags,
    /// Some of the options with a rare value.
    cover: Lags,
    /// Options of heaps to come that the lags leave out: taking all of a heap, taking from a rare
    /// heap, and splits with a rare heap of the same block.
    extra: Vec<(usize, u16)>,
    choose_at: usize,
    block: Block,
}

impl Sparse {
    /// Goes on from the first values, some hundred at least, of a code that
    /// splits heaps in two.
    pub(super) fn new(code: &Code, values: Vec<u16>) -> Sparse {
        let heaps = values.len();
        Sparse::chosen_by(code, values, heaps)
    }

    /// The same, with rare values told from common ones by the first `heaps` heaps.
    pub(super) fn chosen_by(code: &Code, values: Vec<u16>, heaps: usize) -> Sparse {
        let margin = code.most_taken() + 2 * LANES;
        let mut sparse = Sparse {
            wholes: code.leaving(0).collect(),
            takes: code.leaving(1).collect(),
            splits: code.leaving(2).collect(),
            unequal: code.is_unequal(),
            values,
            classes: Classes::choose(&[0, 1], None),
            ranks: Ranks::new(margin),
            rares: Vec::new(),
            lags: Lags::default(),
            cover: Lags::default(),
            extra: Vec::new(),
            choose_at: 0,
            block: Block::default(),
        };
        sparse.choose(heaps);
        sparse
    }

    /// By how many of the first heaps rare values were told from common ones.
    pub(super) fn chosen(&self) -> usize {
        self.choose_at / 2
    }

    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    pub(super) fn classes(&self) -> Classes {
        self.classes
    }

    pub(super) fn rares(&self) -> &[u32] {
        &self.rares
    }

    /// Whether rare values are frequent enough that the definition is faster.
    pub(super) fn is_dense(&self) -> bool {
        5 * self.rares.len() > 2 * self.values.len()
    }

    /// Extends the values to at least `heaps` heaps; false where they outgrow
    /// the numbers stored.
    pub(super) fn extend(&mut self, heaps: usize, limits: &Limits<'_>) -> Result<bool, Stopped> {
        let mut blocks = 0;
        while self.values.len() < heaps {
            if self.values.len() >= self.choose_at {
                self.choose(self.values.len());
            }
            if !dispatch(NextBlock(self)) {
                return Ok(false);
            }
            blocks += 1;
            // With many rare values blocks take some tenths of a second.
            if blocks % 8 == 0 {
                let bytes = 4 * self.values.capacity() as u64;
                limits.check(Progress { stage: "heaps", positions: self.values.len(), bytes })?;
            }
        }
        Ok(true)
    }

    /// Divides the values anew into rare and common ones, by those of the first `heaps` heaps.
    fn choose(&mut self, heaps: usize) {
        self.choose_at = 2 * heaps;
        let parity = common_parity(self.splits.iter().copied());
        self.classes = Classes::choose(&self.values[..heaps], parity);
        self.part();
    }

    /// Sets up all that follows from the classes.
    fn part(&mut self) {
        let heaps = self.values.len();
        let classes = self.classes;
        let is_rare = |n: usize| classes.is_rare(n as u64, self.values[n]);
        self.rares = (1..heaps).filter(|&n| is_rare(n)).map(|n| n as u32).collect();

        let most = self.values.iter().map(|&value| classes.rank(value)).max().unwrap_or(0);
        self.ranks = Ranks::new(self.ranks.margin);
        if most >= 96 {
            self.ranks.widen();
        }
        self.ranks.set_len(heaps);
        for n in 1..heaps {
            self.ranks.set(n, (!is_rare(n)).then(|| classes.rank(self.values[n])));
        }

        self.lags = Lags::default();
        self.cover = Lags::default();
        for &taken in &self.takes {
            let lags =
                if classes.shift_keeps(taken as u64) { &mut self.lags } else { &mut self.cover };
            lags.push(taken, 0);
        }
        let wholes = self.wholes.iter().filter(|&&taken| taken >= heaps);
        self.extra = wholes.map(|&taken| (taken, 0)).collect();
        for &rare in &self.rares {
            let rare = rare as usize;
            for &taken in &self.splits {
                self.lags.push(taken + rare, classes.rank(self.values[rare]));
            }
            let takes = self.takes.iter().filter(|&taken| rare + taken >= heaps);
            self.extra.extend(takes.map(|taken| (rare + taken, self.values[rare])));
        }
        self.lags.far.sort_unstable_by_key(|lag| lag.lag);
        // Parts below a third of the heap: never both halves of a split.
        let wanted = (4 * usize::from(most)).clamp(64, 2048);
        let commons: Vec<usize> = (LANES..heaps / 3).filter(|&n| !is_rare(n)).collect();
        if !commons.is_empty() {
            for k in 0..wanted {
                // Spread evenly, at places without a pattern.
                let at = (k as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
                let part = commons[((at * commons.len() as u64) >> 32) as usize];
                for &taken in &self.splits {
                    self.cover.push(taken + part, classes.rank(self.values[part]));
                }
            }
            self.cover.far.sort_unstable_by_key(|lag| lag.lag);
        }
    }

    /// Decides the next 32 heaps; false where a rank is too large.
    #[inline(always)]
    fn block<L: Lanes>(&mut self) -> bool {
        let first = self.values.len();
        self.block.common.clear();
        self.block.rare.clear();
        self.ranks.set_len(first + LANES);
        self.extra.retain(|(heap, _)| *heap >= first);
        let mut found = [0; LANES];
        let mut from = 0;
        while from < LANES {
            for j in from..LANES {
                let Some(rank) = self.least_common::<L>(first, j) else { return false };
                found[j] = rank;
                self.ranks.set(first + j, Some(rank));
            }
            // Not by `find_map`: closures are not compiled for the lanes' instructions.
            let mut first_rare = None;
            for j in from..LANES {
                first_rare = self.rare::<L>(first, j, found[j]).map(|rank| (j, rank));
                if first_rare.is_some() {
                    break;
                }
            }
            let end = first_rare.map_or(LANES, |(j, _)| j);
            self.values
                .extend((from..end).map(|j| self.classes.common((first + j) as u64, found[j])));
            from = end;
            if let Some((j, rank)) = first_rare {
                self.add_rare(first, first + j, self.classes.rare((first + j) as u64, rank));
                from += 1;
            }
        }
        true
    }

    fn add_rare(&mut self, first: usize, heap: usize, value: u16) {
        self.values.push(value);
        self.rares.push(heap as u32);
        self.ranks.set(heap, None);
        self.extra.extend(self.takes.iter().map(|taken| (heap + taken, value)));
        for &taken in &self.splits {
            self.lags.push(heap + taken, self.classes.rank(value));
            // The other part is one of the first heaps.
            for n in heap + taken + 1..first + LANES {
                self.extra.push((n, value ^ self.values[n - taken - heap]));
            }
        }
    }

    /// The least rank of a common value that is no option.
    #[inline(always)]
    fn least_common<L: Lanes>(&mut self, first: usize, j: usize) -> Option<u16> {
        let heap = first + j;
        let place = self.ranks.margin + heap;
        for pass in 0.. {
            if PASS * pass >= self.ranks.limit() {
                if self.ranks.wide() {
                    return None;
                }
                self.ranks.widen();
            }
            if pass == self.block.common.len() {
                let options = options::<L>(&self.ranks, place - j, &self.lags.far, pass);
                self.block.common.push(options);
            }
            let mut options = self.block.common[pass][j];
            options |= near_options(&self.ranks, place, &self.lags.near, pass);
            for &(n, value) in &self.extra {
                let rank = usize::from(self.classes.rank(value));
                if n == heap && rank / PASS == pass && !self.classes.is_rare(n as u64, value) {
                    options |= 1 << (rank % PASS);
                }
            }
            if options != u64::MAX {
                return Some((PASS * pass) as u16 + options.trailing_ones() as u16);
            }
        }
        None
    }

    /// The rank of the least rare value below a common one that is no option,
    /// if there is one.
    #[inline(always)]
    fn rare<L: Lanes>(&mut self, first: usize, j: usize, rank: u16) -> Option<u16> {
        let heap = first + j;
        let place = self.ranks.margin + heap;
        let below = usize::from(self.classes.rares_below(heap as u64, rank));
        let mut missing: Vec<u16> = Vec::new();
        for pass in 0..below.div_ceil(PASS) {
            if pass == self.block.rare.len() {
                let options = options::<L>(&self.ranks, place - j, &self.cover.far, pass);
                self.block.rare.push(options);
            }
            let options =
                self.block.rare[pass][j] | near_options(&self.ranks, place, &self.cover.near, pass);
            let wanted = below - PASS * pass;
            let wanted = if wanted >= PASS { u64::MAX } else { (1 << wanted) - 1 };
            let mut open = wanted & !options;
            while open != 0 {
                missing.push((PASS * pass) as u16 + open.trailing_zeros() as u16);
                open &= open - 1;
            }
        }
        if missing.is_empty() {
            return None;
        }
        self.find_splits::<L>(heap, &mut missing);
        if missing.is_empty() {
            return None;
        }
        // Options of other kinds: a rare heap is left, or two.
        for &(n, value) in &self.extra {
            if n == heap && self.classes.is_rare(n as u64, value) {
                let rank = self.classes.rank(value);
                missing.retain(|missing| *missing != rank);
            }
        }
        for &taken in &self.splits {
            let Some(rest) = heap.checked_sub(taken) else { continue };
            for &part in &self.rares {
                let part = part as usize;
                if 2 * part > rest || missing.is_empty() {
                    break;
                }
                if self.ranks.rare_at(self.ranks.margin + rest - part)
                    && !(self.unequal && 2 * part == rest)
                    && rest > part
                {
                    let rank = self.classes.rank(self.values[part] ^ self.values[rest - part]);
                    missing.retain(|missing| *missing != rank);
                }
            }
        }
        missing.iter().copied().min()
    }

    /// Strikes out the ranks of splits into two common heaps.
    #[inline(always)]
    fn find_splits<L: Lanes>(&mut self, heap: usize, missing: &mut Vec<u16>) {
        const CHUNK: usize = 2 * LANES;
        let ranks = &self.ranks;
        let last = |taken: usize| match heap.checked_sub(taken) {
            Some(rest) if self.unequal => rest.saturating_sub(1) / 2,
            Some(rest) => rest / 2,
            None => 0,
        };
        let most = self.splits.iter().map(|&taken| last(taken)).max().unwrap_or(0);
        let mut part = 1;
        while part <= most {
            for &taken in &self.splits {
                let last = last(taken);
                if part > last {
                    continue;
                }
                let (a, b) = (ranks.margin + part, ranks.margin + heap - taken - part);
                if part + CHUNK - 1 > last {
                    for step in 0..=last - part {
                        if !ranks.rare_at(a + step) && !ranks.rare_at(b - step) {
                            let rank = ranks.at(a + step) ^ ranks.at(b - step);
                            missing.retain(|missing| *missing != rank);
                        }
                    }
                } else {
                    let low = sums::<L>((&ranks.low, a), (&ranks.low, b));
                    let mut high = [L::splat(0); 2];
                    if ranks.wide() {
                        high = sums::<L>((&ranks.high, a), (&ranks.high, b));
                    }
                    let mut at = 0;
                    while at < missing.len() {
                        // Two rare heaps look like a split of rank 0.
                        let found = meets(low, high, missing[at])
                            && (missing[at] > 0
                                || (0..CHUNK).any(|step| {
                                    !ranks.rare_at(a + step)
                                        && ranks.at(a + step) == ranks.at(b - step)
                                }));
                        if found {
                            missing.swap_remove(at);
                        } else {
                            at += 1;
                        }
                    }
                }
                if missing.is_empty() {
                    return;
                }
            }
            part += CHUNK;
        }
    }
}

/// Decides the next block.
struct NextBlock<'s>(&'s mut Sparse);

impl Work for NextBlock<'_> {
    const MANY_ROWS: bool = true;
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        self.0.block::<L>()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::lanes::Plain;
    use super::*;

    /// g(0), …, g(`last`) as the code says.
    pub(in super::super) fn definition(code: &Code, last: usize) -> Vec<u16> {
        let mut values: Vec<u16> = vec![0];
        for n in 1..=last {
            let mut options = vec![false; 2 * values.len() + 2];
            for (taken, digit) in code.digits().iter().enumerate().take(n + 1) {
                let rest = n - taken;
                options[0] |= digit & 1 == 1 && rest == 0;
                if digit & 2 == 2 && rest > 0 {
                    options[usize::from(values[rest])] = true;
                }
                for part in 1..=if digit & 4 == 4 { rest / 2 } else { 0 } {
                    if 2 * part < rest || !code.is_unequal() {
                        options[usize::from(values[part] ^ values[rest - part])] = true;
                    }
                }
            }
            values.push(options.iter().position(|option| !option).unwrap() as u16);
        }
        values
    }

    #[test]
    fn values_are_those_of_the_definition() {
        const LAST: usize = 3000;
        let codes = [
            "0.77",
            "0.07",
            "0.007",
            "0.6",
            "0.04",
            "0.16",
            "0.106",
            "0.165",
            "0.142",
            "0.356",
            "0.0007",
            "0.4",
            "0.444",
            "4.4",
            "4.0",
            "4.6",
            "0.0706",
            "4.07",
            "0.6060006",
            "0.1000000004",
        ];
        let mut all: Vec<Code> = codes
            .iter()
            .map(|text| Code::new(text.bytes().filter(|c| *c != b'.').map(|c| c - b'0').collect()))
            .collect();
        let far = |taken: usize, digit: u8| {
            let mut digits = vec![0, 0, 6];
            digits.resize(taken, 0);
            digits.push(digit);
            Code::new(digits)
        };
        all.extend([far(400, 1), far(417, 3), far(31, 7), far(700, 5), far(33, 2)]);
        all.extend(
            [vec![4], vec![0, 4], vec![0, 6, 4], vec![4, 2, 0, 6]]
                .map(|digits| Code::new(digits).unequal()),
        );
        for code in all {
            let expected = definition(&code, LAST);
            // From few values on, so that they are divided anew while there are many rare ones.
            let mut fast = Sparse::new(&code, expected[..300].to_vec());
            let mut plain = Sparse::new(&code, expected[..300].to_vec());
            assert!(fast.extend(LAST + 1, &Limits::default()).unwrap());
            while plain.values.len() <= LAST {
                if plain.values.len() >= plain.choose_at {
                    plain.choose(plain.values.len());
                }
                assert!(plain.block::<Plain>());
            }
            let differs = |values: &[u16]| (0..=LAST).find(|&n| values[n] != expected[n]);
            assert_eq!((differs(&fast.values), differs(&plain.values)), (None, None), "{code:?}");
        }
    }

    /// Any classes give the same values, only slower.
    #[test]
    fn a_bad_mask_costs_time_only() {
        let code = Code::new(vec![0, 0, 0, 7]);
        let expected = definition(&code, 1500);
        let mut sparse = Sparse::new(&code, expected[..300].to_vec());
        sparse.classes = Classes::choose(&[0, 1], None);
        sparse.part();
        sparse.choose_at = usize::MAX;
        sparse.extend(1501, &Limits::default()).unwrap();
        assert_eq!(sparse.values[..=1500], expected);
    }
}
