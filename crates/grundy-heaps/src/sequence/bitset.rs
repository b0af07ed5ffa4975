//! Grundy values of heaps that may fall into any number of parts, with sets of
//! values as bits.
//!
//! The sums of the values of p parts that make n tokens are those of p − 1
//! parts that make less, each added to the value of the smallest part. Adding a
//! value to all members of a set changes places of words and, six times at
//! most, of bits in them.
//!
//! Whether one value is an option needs no such set: one bit of the sums of the other parts says
//! it for each smallest part, and the greatest of these sums nearly always that the bit is not set.
//! Where three parts must differ, a bit that stands for the smallest part and what it leaves of
//! the others is not enough: then pairs are looked at. Some additions show nearly all options; then the least value that is
//! not shown is looked for. What shows rare options of a heap nearly always shows those of the
//! next, as in the sparse space phenomenon: such parts are tried first.
//!
//! Time: for n heaps that fall into three parts at most, some n² bits to set or to look at, where
//! adding all sets would take n³/100 words; n² additions of sets for each number of parts beyond,
//! and for tails of three parts and more. Memory: for each number of parts p ≥ 2 below the
//! greatest, a set for each of the last 1/(p + 1) of the heaps, with two bits for each value up to
//! the greatest.

use super::moves::{Moves, Rest};
use grundy_base::{Limits, Progress, Stopped};

/// A set of values, a bit each.
type Set = Vec<u64>;

/// Adding this number of words of a set takes as long as looking for one value in it.
const LOOK: usize = 2;
/// Adding this number of words takes as long as looking for one value in sets that are in no order.
const LOOK_ALONE: usize = 8;
/// The most sizes kept of parts that have shown an option.
const MOST_USEFUL: usize = 1 << 12;
/// Number of heaps without a look for values, after looking took longer than adding all sets.
const PAUSE: usize = 15;

/// The sequence of rules, without a limit on parts.
pub(super) struct Bitset {
    moves: Moves,
    values: Vec<u32>,
    /// For p = 2, 3, …, up to one less than the most parts.
    sums: Vec<Sums>,
    /// For two parts that differ, where heaps are split into three that do.
    unequal: Option<Sums>,
    /// For p = 1, 2, …: the sums of p parts that make what the tail of a code may leave, by the
    /// remainder of the tokens in the tail's length.
    ///
    /// All rests of the same remainder meet the same digit of the tail.
    tails: Vec<Vec<Set>>,
    /// Words of a set.
    words: usize,
    useful: Useful,
    adder: Adder,
}

/// Sizes of smallest parts that have shown options.
#[derive(Default)]
struct Useful {
    /// The last first.
    sizes: Vec<u32>,
    /// Number of these whose sums are added to sets before values are looked for.
    added: usize,
    /// Number of heaps left for which no value is looked for.
    pause: usize,
}

/// The sums of the values of `parts` parts, by the tokens that they make.
struct Sums {
    parts: usize,
    sets: Vec<Set>,
    /// The greatest member of each set.
    greatest: Vec<u32>,
    /// The sets below this one are forgotten.
    first: usize,
}

/// Tokens split into one part more than [`Sums`] have.
struct Split<'s> {
    /// The sums of all parts but the smallest, by what these make; up to all tokens.
    sets: &'s [Set],
    /// The greatest of these sums.
    greatest: &'s [u32],
    /// The greatest size of the smallest part.
    most: usize,
    /// Whether the three parts must differ.
    unequal: bool,
}

impl Sums {
    fn new(parts: usize) -> Sums {
        Sums { parts, sets: vec![Set::new()], greatest: vec![0], first: 0 }
    }

    /// Splits `tokens` into one part more.
    fn one_more(&self, tokens: usize, unequal: bool) -> Split<'_> {
        let (sets, greatest) = (&self.sets[..tokens], &self.greatest[..tokens]);
        Split { sets, greatest, most: tokens / (self.parts + 1), unequal }
    }

    /// Adds the next set, and forgets those that are too small once `left` tokens or more are left.
    fn push(&mut self, set: Set, left: usize) {
        self.greatest.push(last(&set));
        self.sets.push(set);
        let needed = left - left / (self.parts + 1);
        while self.first < needed {
            self.sets[self.first] = Set::new();
            self.first += 1;
        }
    }
}

impl Split<'_> {
    /// Whether the smallest part can have a size.
    fn fits(&self, size: usize) -> bool {
        size <= self.most
    }

    /// The sums of all parts but one of a size.
    fn others(&self, size: usize) -> &[u64] {
        &self.sets[self.sets.len() - size]
    }

    /// The value that a split seems to have by a pair with a second part of this size, where the
    /// parts must differ.
    fn doubted(&self, size: usize, values: &[u32]) -> Option<u32> {
        let third = self.sets.len().checked_sub(2 * size).filter(|_| self.unequal)?;
        (third > 0 && third != size).then(|| values[third])
    }

    /// Whether a part of this size and others have a value.
    fn shows(&self, size: usize, value: u32, values: &[u32]) -> bool {
        let other = value ^ values[size];
        let tokens = self.sets.len() - size;
        other <= self.greatest[tokens]
            && has(&self.sets[tokens], other)
            && (self.doubted(size, values) != Some(value) || {
                let mut pairs = (1..tokens.div_ceil(2)).map(|one| (one, tokens - one));
                pairs.any(|(one, two)| {
                    one != size && two != size && values[one] ^ values[two] == other
                })
            })
    }

    /// The size of the smallest part with which the parts have a value.
    fn find(&self, value: u32, values: &[u32]) -> Option<usize> {
        /// So many are compared at once.
        const BLOCK: usize = 64;
        let parts = values[1..=self.most].chunks(BLOCK);
        let greatest = self.greatest[self.sets.len() - self.most..].rchunks(BLOCK);
        (1..).step_by(BLOCK).zip(parts.zip(greatest)).find_map(|(first, (parts, greatest))| {
            let may = parts.iter().zip(greatest.iter().rev());
            let may = may.fold(false, |any, (part, most)| any | (value ^ part <= *most));
            let mut sizes = first..first + parts.len();
            if may { sizes.find(|&size| self.shows(size, value, values)) } else { None }
        })
    }

    /// Adds the sums of a part of this size and others, but not a value that is doubted.
    fn add_to(&self, adder: &mut Adder, size: usize, values: &[u32]) {
        let part = values[size];
        let doubted = self.doubted(size, values).map(|value| value ^ part);
        adder.add(self.others(size), part, doubted);
    }
}

impl Bitset {
    pub(super) fn new(moves: Moves) -> Bitset {
        let most = moves.most_parts(false);
        let sums = (2..most).map(Sums::new).collect();
        let unequal = (moves.most_parts(true) > 2).then(|| Sums::new(2));
        let parts = if moves.tail().is_empty() { 0 } else { most };
        let tails = vec![vec![vec![0]; moves.tail().len()]; parts];
        Bitset {
            moves,
            values: vec![0],
            sums,
            unequal,
            tails,
            words: 1,
            useful: Useful::default(),
            adder: Adder::default(),
        }
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Extends the values to heaps up to `last`; where a value is `known`, only its sums are found.
    pub(super) fn extend(
        &mut self,
        known: &[u32],
        last: usize,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut work = 0;
        while self.values.len() <= last {
            let n = self.values.len();
            let mut options = vec![0; self.words];
            self.tail_options(n, &mut options);
            let value = known.get(n).copied().unwrap_or_else(|| self.next_value(options));
            self.values.push(value);
            // Sums of values have no more bits than these.
            let words = (value as usize + 1).next_power_of_two().div_ceil(64);
            if words > self.words {
                limits.room(self.bytes(words), n)?;
                self.words = words;
                let sums = self.sums.iter_mut().chain(&mut self.unequal);
                let sets = sums.flat_map(|sums| &mut sums.sets[sums.first..]);
                let sets = sets.chain(self.tails.iter_mut().flatten());
                sets.for_each(|set| set.resize(words, 0));
            }
            let left = (n + 1).saturating_sub(self.moves.reach());
            for place in 0..self.sums.len() {
                let set = self.sums(place + 2, n);
                self.sums[place].push(set, left);
            }
            let pairs = self.unequal.is_some().then(|| self.pairs(n, true));
            if let (Some(sums), Some(set)) = (&mut self.unequal, pairs) {
                sums.push(set, left);
            }
            work += n + (self.useful.added + self.moves.tail().len()) * self.words;
            if work >= 1 << 18 {
                work = 0;
                let bytes = self.bytes(self.words);
                limits.room(bytes, n)?;
                limits.check(Progress { stage: "heaps", positions: n, bytes })?;
            }
        }
        Ok(())
    }

    /// Bytes of all that is held, with `words` words in a set.
    fn bytes(&self, words: usize) -> u64 {
        let sums = || self.sums.iter().chain(&self.unequal);
        let sets: usize = sums().map(|sums| sums.sets.len() - sums.first).sum();
        (8 * words * sets + (4 + 28 * sums().count()) * self.values.len()) as u64
    }

    /// The value of the next heap, with the options by the tail of the code.
    fn next_value(&mut self, mut options: Set) -> u32 {
        let n = self.values.len();
        let mut useful = std::mem::take(&mut self.useful);
        let mut adder = std::mem::take(&mut self.adder);
        let mut single = Vec::new();
        self.moves.single(&self.values, &mut |value| single.push(value));
        single.into_iter().for_each(|value| add(&mut options, value));
        // In three parts and more.
        let mut splits = Vec::new();
        self.moves.rests(n, &mut |Rest { tokens, digit, unequal }| {
            if digit & 1 == 1 && tokens == 0 {
                add(&mut options, 0);
            }
            if digit & 2 == 2 && tokens > 0 {
                add(&mut options, self.values[tokens]);
            }
            let sums = if unequal { self.unequal.as_slice() } else { &self.sums };
            if digit & 4 == 4 {
                match sums.first().and_then(|sums| sums.sets.get(tokens)) {
                    Some(set) if tokens >= sums[0].first => union(&mut options, set),
                    _ => union(&mut options, &self.pairs(tokens, unequal)),
                }
            }
            let more = sums.iter().filter(|sums| digit >> (sums.parts + 1) & 1 == 1);
            splits.extend(more.map(|sums| sums.one_more(tokens, unequal)));
        });
        let found = match useful.pause {
            0 => self.look(&mut options, &splits, &mut useful, &mut adder),
            _ => None,
        };
        let value = found.unwrap_or_else(|| {
            for split in &splits {
                (1..=split.most).for_each(|size| split.add_to(&mut adder, size, &self.values));
            }
            adder.add_to(&mut options);
            useful.pause = useful.pause.checked_sub(1).unwrap_or(PAUSE);
            let mut value = missing(&options, 0);
            while splits.iter().filter(|split| split.unequal).any(|split| {
                let doubted = |size: &usize| split.doubted(*size, &self.values) == Some(value);
                let mut sizes = (1..=split.most).filter(doubted);
                sizes.any(|size| split.shows(size, value, &self.values))
            }) {
                add(&mut options, value);
                value = missing(&options, value);
            }
            value
        });
        (self.useful, self.adder) = (useful, adder);
        value
    }

    /// The least value that is neither among the options so far nor made by a split; none if
    /// looking takes as long as adding all sets.
    fn look(
        &self,
        options: &mut Set,
        splits: &[Split<'_>],
        useful: &mut Useful,
        adder: &mut Adder,
    ) -> Option<u32> {
        let Useful { sizes, added, .. } = useful;
        for split in splits {
            let sizes = sizes.iter().take(*added).map(|&size| size as usize);
            for size in sizes.filter(|&size| split.fits(size)) {
                split.add_to(adder, size, &self.values);
            }
        }
        adder.add_to(options);
        let all: usize = splits.iter().map(|split| split.most).sum();
        let (mut value, mut looks, mut useful_looks) = (0, 0, 0);
        loop {
            value = missing(options, value);
            if value as usize >= 64 * self.words {
                break;
            }
            let shows = |&size: &u32| {
                let size = size as usize;
                let shows = |split: &Split<'_>| split.shows(size, value, &self.values);
                splits.iter().any(|split| split.fits(size) && shows(split))
            };
            let known = sizes.iter().skip(*added).position(shows);
            let size = if let Some(place) = known {
                useful_looks += place * splits.len();
                sizes.remove(*added + place)
            } else {
                looks += all;
                if looks + useful_looks > all * self.words / LOOK {
                    return None;
                }
                let found = splits.iter().find_map(|split| split.find(value, &self.values));
                let Some(size) = found else { break };
                size as u32
            };
            sizes.insert(0, size);
            sizes.truncate(MOST_USEFUL);
            add(options, value);
        }
        let adding = *added * splits.len() * self.words;
        *added = match useful_looks * LOOK_ALONE > adding {
            true => (*added + *added / 8 + 1).min(sizes.len()),
            false => *added - *added / 32,
        };
        Some(value)
    }

    /// Adds what is reached by the tail of the code.
    fn tail_options(&mut self, n: usize, options: &mut Set) {
        let (first, length) = (self.moves.reach(), self.moves.tail().len());
        if length == 0 || n < first {
            return;
        }
        // All n tokens are taken.
        if self.moves.tail()[(n - first) % length] & 1 == 1 {
            add(options, 0);
        }
        // The greatest rest that the tail leaves is new.
        let rest = n - first;
        for parts in 1..=self.tails.len() {
            let sums = match parts {
                1 if rest == 0 => continue,
                1 => {
                    add(&mut self.tails[0][rest % length], self.values[rest]);
                    continue;
                }
                _ => self.sums(parts, rest),
            };
            union(&mut self.tails[parts - 1][rest % length], &sums);
        }
        for (place, &digit) in self.moves.tail().iter().enumerate() {
            // Taking first + place, and whole lengths more.
            let remainder = (n % length + 2 * length - first % length - place) % length;
            for parts in (1..=self.tails.len()).filter(|parts| digit >> parts & 1 == 1) {
                union(options, &self.tails[parts - 1][remainder]);
            }
        }
    }

    /// The sums of the values of `parts` parts, two or more, that make `tokens` tokens.
    fn sums(&self, parts: usize, tokens: usize) -> Set {
        if parts == 2 {
            return self.pairs(tokens, false);
        }
        let mut all = vec![0; self.words];
        let mut adder = Adder::default();
        let split = self.sums[parts - 3].one_more(tokens, false);
        (1..=split.most).for_each(|size| split.add_to(&mut adder, size, &self.values));
        adder.add_to(&mut all);
        all
    }

    /// The sums of the values of two parts that make so many tokens.
    fn pairs(&self, tokens: usize, unequal: bool) -> Set {
        let mut all = vec![0; self.words];
        let half = tokens.saturating_sub(1) / 2;
        let (ones, others) = (&self.values[1..=half], &self.values[tokens - half..tokens]);
        for (one, other) in ones.iter().zip(others.iter().rev()) {
            add(&mut all, one ^ other);
        }
        if tokens > 0 && tokens.is_multiple_of(2) && !unequal {
            add(&mut all, 0);
        }
        all
    }
}

/// The least value, from one on, that is not in a set.
fn missing(set: &[u64], from: u32) -> u32 {
    let start = from as usize / 64;
    let full = start + set[start..].iter().take_while(|word| **word == u64::MAX).count();
    64 * full as u32 + set.get(full).map_or(0, |word| word.trailing_ones())
}

/// The greatest value in a set; 0 where there is none.
fn last(set: &[u64]) -> u32 {
    let word = set.iter().rposition(|word| *word != 0);
    word.map_or(0, |word| 64 * word as u32 + set[word].ilog2())
}

fn has(set: &[u64], value: u32) -> bool {
    set[value as usize / 64] >> (value % 64) & 1 == 1
}

fn add(set: &mut Set, value: u32) {
    set[value as usize / 64] |= 1 << (value % 64);
}

fn union(set: &mut Set, other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// Adds words to a set of as many, each at its place with the bits of `high` flipped.
fn exchange(set: &mut [u64], words: &[u64], high: usize) {
    /// Words of a block; within blocks the compiler knows the places.
    const BLOCK: usize = 8;
    fn within<const FLIPPED: usize>(set: &mut [u64], words: &[u64], high: usize) {
        let (blocks, _) = words.as_chunks::<BLOCK>();
        let (to, _) = set.as_chunks_mut::<BLOCK>();
        for (number, block) in blocks.iter().enumerate() {
            let to = &mut to[number ^ (high / BLOCK)];
            for (place, word) in block.iter().enumerate() {
                to[place ^ FLIPPED] |= word;
            }
        }
    }
    if words.len() < BLOCK {
        words.iter().enumerate().for_each(|(place, word)| set[place ^ high] |= word);
        return;
    }
    let within = match high % BLOCK {
        0 => within::<0>,
        1 => within::<1>,
        2 => within::<2>,
        3 => within::<3>,
        4 => within::<4>,
        5 => within::<5>,
        6 => within::<6>,
        _ => within::<7>,
    };
    within(set, words, high);
}

/// Sets of which each member is to be added to a value, before bits change places within words:
/// those of the same value modulo 64 change them together.
struct Adder {
    by_low: [Set; 64],
    /// The sets that are not empty, a bit each.
    used: u64,
}

impl Default for Adder {
    fn default() -> Adder {
        Adder { by_low: [const { Set::new() }; 64], used: 0 }
    }
}

impl Adder {
    /// Adds the sum of `value` and each member of a set of so many words but one.
    fn add(&mut self, set: &[u64], value: u32, but: Option<u32>) {
        let (low, high) = (value as usize % 64, value as usize / 64);
        let sums = &mut self.by_low[low];
        self.used |= 1 << low;
        sums.resize(set.len(), 0);
        let but = but.map(|but| ((but as usize / 64) ^ high, 1 << (but % 64)));
        let before = but.map_or(0, |(place, _)| sums[place]);
        exchange(sums, set, high);
        if let Some((place, bit)) = but
            && before & bit == 0
        {
            sums[place] &= !bit;
        }
    }

    /// Adds all sums to a set, and forgets them.
    fn add_to(&mut self, set: &mut Set) {
        /// The bits that stand first in pairs of 1, 2, …, 32.
        const FIRST: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0f0f_0f0f_0f0f_0f0f,
            0x00ff_00ff_00ff_00ff,
            0x0000_ffff_0000_ffff,
            0x0000_0000_ffff_ffff,
        ];
        for (bit, first) in FIRST.into_iter().enumerate() {
            let width = 1 << bit;
            let used = self.used;
            for low in (width..64).step_by(2 * width).filter(|low| used >> low & 1 == 1) {
                let (before, from) = self.by_low.split_at_mut(low);
                let (to, from) = (&mut before[low - width], &mut from[0]);
                to.resize(from.len(), 0);
                for (to, from) in to.iter_mut().zip(&*from) {
                    *to |= (from & first) << width | from >> width & first;
                }
                from.clear();
                self.used |= 1 << (low - width);
            }
        }
        union(set, &self.by_low[0]);
        self.by_low[0].clear();
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::sparse::tests::definition;
    use super::*;
    use grundy_base::Code;

    #[test]
    fn two_parts_are_as_the_definition_says() {
        for digits in [&[0, 7, 7][..], &[0, 0, 0, 7], &[4, 4], &[0, 6], &[4, 3, 0, 5]] {
            let code = Code::new(digits.to_vec());
            let mut bitset = Bitset::new(Moves::Code(code.clone()));
            bitset.extend(&[], 1500, &Limits::default()).unwrap();
            let expected = definition(&code, 1500);
            assert!(bitset.values().iter().copied().eq(expected.into_iter().map(u32::from)));
        }
    }

    /// With enough heaps that sets have several words, also where no token may be taken.
    #[test]
    fn three_parts_of_many_heaps_are_as_the_definition_says() {
        const LAST: usize = 400;
        for digits in [&[0, 15, 6][..], &[0, 13, 14, 13], &[0, 8], &[8, 0, 3]] {
            let code = Code::new(digits.to_vec());
            let mut bitset = Bitset::new(Moves::Code(code.clone()));
            let mut values: Vec<u32> = vec![0];
            while values.len() <= LAST {
                let n = values.len();
                let mut options = [false; 4 * LAST];
                for (rest, digit) in (0..=n).rev().zip(digits) {
                    options[0] |= digit & 1 == 1 && rest == 0;
                    if digit & 2 == 2 && rest > 0 {
                        options[values[rest] as usize] = true;
                    }
                    for a in 1..=rest / 2 {
                        if digit & 4 == 4 {
                            options[(values[a] ^ values[rest - a]) as usize] = true;
                        }
                        for b in (a..=(rest - a) / 2).filter(|_| digit & 8 == 8) {
                            options[(values[a] ^ values[b] ^ values[rest - a - b]) as usize] = true;
                        }
                    }
                }
                values.push(options.iter().position(|option| !option).unwrap() as u32);
                bitset.extend(&[], n, &Limits::default()).unwrap();
                assert_eq!(bitset.values()[n], values[n], "{digits:?} at {n}");
            }
            assert!(bitset.words >= 2);
        }
    }

    /// Values that are looked for one by one are those by adding all sets.
    #[test]
    fn single_values_are_as_all_sets_say() {
        for (digits, last) in
            [(&[0, 15, 6][..], 3000), (&[0, 13, 14, 13], 3000), (&[16, 3, 8], 500)]
        {
            let code = Code::new(digits.to_vec());
            let (mut one, mut all) =
                (Bitset::new(Moves::Code(code.clone())), Bitset::new(Moves::Code(code.clone())));
            all.useful.pause = usize::MAX;
            let mut looked = 0;
            for n in 1..=last {
                one.extend(&[], n, &Limits::default()).unwrap();
                looked += usize::from(one.useful.pause == 0);
            }
            all.extend(&[], last, &Limits::default()).unwrap();
            assert_eq!(one.values(), all.values(), "{digits:?}");
            assert!(all.useful.sizes.is_empty());
            assert!(looked > last / 20 && one.useful.sizes.len() > 5, "{digits:?}: {looked}");
        }
    }

    /// Three and four parts, and tails, from all ways to part a heap.
    #[test]
    fn many_parts_are_as_the_definition_says() {
        fn sums(values: &[u32], parts: u32, tokens: usize, sum: u32, all: &mut Vec<u32>) {
            match parts {
                0 if tokens == 0 => all.push(sum),
                0 => {}
                _ => (1..=tokens).for_each(|one| {
                    sums(values, parts - 1, tokens - one, sum ^ values[one], all);
                }),
            }
        }
        let finite = [&[0, 8][..], &[8, 8], &[0, 15, 12], &[0, 0, 9, 7], &[16, 3], &[0, 24, 1]];
        let finite = finite.map(|digits| Code::new(digits.to_vec()));
        let tails: [(&[u8], &[u8]); 10] = [
            (&[0], &[3]),
            (&[0, 1, 2], &[3, 4]),
            (&[4], &[0, 7]),
            (&[0], &[0, 0, 1]),
            (&[0, 6], &[2, 1, 4]),
            (&[4], &[3]),
            (&[8, 3], &[0, 8]),
            (&[0, 1], &[7]),
            (&[0], &[15, 0, 4, 8]),
            (&[0, 0, 24], &[16, 5]),
        ];
        let tails = tails.map(|(digits, tail)| Code::repeating(digits.to_vec(), tail.to_vec()));
        for code in finite.into_iter().chain(tails) {
            let digits = |taken: usize| code.digit(taken as u64);
            let mut values: Vec<u32> = vec![0];
            for n in 1..=60 {
                let mut options = Vec::new();
                // The heap itself is no part of it.
                values.push(0);
                for taken in 0..=n {
                    for parts in (0..8).filter(|parts| digits(taken) >> parts & 1 == 1) {
                        sums(&values, parts, n - taken, 0, &mut options);
                    }
                }
                values[n] = (0..).find(|value| !options.contains(value)).unwrap();
            }
            let mut bitset = Bitset::new(Moves::Code(code.clone()));
            bitset.extend(&[], 60, &Limits::default()).unwrap();
            assert_eq!(bitset.values(), values, "{code:?}");
        }
    }
}
