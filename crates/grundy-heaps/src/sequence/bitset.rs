//! Grundy values of heaps that may fall into any number of parts, with sets of
//! values as bits.
//!
//! The sums of the values of p parts that make n tokens are those of p − 1
//! parts that make less, each added to the value of the smallest part. Adding a
//! value to all members of a set changes places of words and, six times at
//! most, of bits in them.
//!
//! Whether one value is an option needs no such set: one bit of the sums of the other parts says
//! it for each smallest part. Some additions show nearly all options; then the least value that is
//! not shown is looked for. What shows rare options of a heap nearly always shows those of the
//! next, as in the sparse space phenomenon: such parts are tried first.
//!
//! Time: for n heaps that fall into three parts at most, some n² bits to set or to look at, where
//! adding all sets would take n³/100 words; n² additions of sets for each number of parts beyond,
//! and for tails of three parts and more. Memory: for each number of parts p ≥ 2 below the
//! greatest, a set for each of the last 1/(p + 1) of the heaps, with two bits for each value up to
//! the greatest.

use grundy_base::{Code, Limits, Progress, Stopped};

/// A set of values, a bit each.
type Set = Vec<u64>;

/// Adding this number of words of a set takes as long as looking for one value in it.
const LOOK: usize = 2;
/// The most sizes kept of parts that have shown an option.
const MOST_USEFUL: usize = 1 << 12;
/// Number of heaps without a look for values, after looking took longer than adding all sets.
const PAUSE: usize = 15;

/// The sequence of a code, without a limit on parts.
pub(super) struct Bitset {
    code: Code,
    values: Vec<u32>,
    /// For p = 2, 3, …, up to one less than the most parts that the code allows.
    sums: Vec<Sums>,
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
    /// The sets below this one are forgotten.
    first: usize,
}

/// Tokens split into one part more than [`Sums`] have.
struct Split<'s> {
    /// The sums of all parts but the smallest, by what these make; up to all tokens.
    sets: &'s [Set],
    /// The greatest size of the smallest part.
    greatest: usize,
}

impl Sums {
    /// Splits `tokens` into one part more.
    fn one_more(&self, tokens: usize) -> Split<'_> {
        Split { sets: &self.sets[..tokens], greatest: tokens / (self.parts + 1) }
    }

    /// Adds the next set, and forgets those that are too small once `left` tokens or more are left.
    fn push(&mut self, set: Set, left: usize) {
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
        size <= self.greatest
    }

    /// The sums of all parts but one of a size.
    fn others(&self, size: usize) -> &[u64] {
        &self.sets[self.sets.len() - size]
    }

    /// The values of all parts, by their size, that can be the smallest, and the sums of the others.
    fn smallest(&self, values: &[u32]) -> impl Iterator<Item = (u32, &[u64])> {
        let sets = self.sets[self.sets.len() - self.greatest..].iter().rev();
        values[1..=self.greatest].iter().copied().zip(sets.map(|set| &set[..]))
    }
}

impl Bitset {
    pub(super) fn new(code: &Code) -> Bitset {
        let most = code.most_parts() as usize;
        let sums = |parts| Sums { parts, sets: vec![Set::new()], first: 0 };
        let sums = (2..most).map(sums).collect();
        let parts = if code.tail().is_empty() { 0 } else { most };
        let tails = vec![vec![vec![0]; code.tail().len()]; parts];
        Bitset {
            code: code.clone(),
            values: vec![0],
            sums,
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
                let sets = self.sums.iter_mut().flat_map(|sums| &mut sums.sets[sums.first..]);
                let sets = sets.chain(self.tails.iter_mut().flatten());
                sets.for_each(|set| set.resize(words, 0));
            }
            let left = (n + 1).saturating_sub(self.code.digits().len());
            for place in 0..self.sums.len() {
                let set = self.sums(place + 2, n);
                self.sums[place].push(set, left);
            }
            work += n + (self.useful.added + self.code.tail().len()) * self.words;
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
        let sets: usize = self.sums.iter().map(|sums| sums.sets.len() - sums.first).sum();
        (8 * words * sets + (4 + 24 * self.sums.len()) * self.values.len()) as u64
    }

    /// The value of the next heap, with the options by the tail of the code.
    fn next_value(&mut self, mut options: Set) -> u32 {
        let n = self.values.len();
        let mut useful = std::mem::take(&mut self.useful);
        let mut adder = std::mem::take(&mut self.adder);
        // Splits into three parts and more.
        let mut splits = Vec::new();
        for (taken, &digit) in self.code.digits().iter().enumerate().take(n + 1) {
            let rest = n - taken;
            if digit & 1 == 1 && rest == 0 {
                add(&mut options, 0);
            }
            if digit & 2 == 2 && rest > 0 {
                add(&mut options, self.values[rest]);
            }
            if digit & 4 == 4 {
                match self.sums.first().and_then(|sums| sums.sets.get(rest)) {
                    Some(set) => union(&mut options, set),
                    None => union(&mut options, &self.sums(2, rest)),
                }
            }
            let more = self.sums.iter().filter(|sums| digit >> (sums.parts + 1) & 1 == 1);
            splits.extend(more.map(|sums| sums.one_more(rest)));
        }
        let found = match useful.pause {
            0 => self.look(&mut options, &splits, &mut useful, &mut adder),
            _ => None,
        };
        let value = found.unwrap_or_else(|| {
            for (part, set) in splits.iter().flat_map(|split| split.smallest(&self.values)) {
                adder.add(set, part);
            }
            adder.add_to(&mut options);
            useful.pause = useful.pause.checked_sub(1).unwrap_or(PAUSE);
            missing(&options, 0)
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
                adder.add(split.others(size), self.values[size]);
            }
        }
        adder.add_to(options);
        let all: usize = splits.iter().map(|split| split.greatest).sum();
        let (mut value, mut looks, mut useful_looks) = (0, 0, 0);
        loop {
            value = missing(options, value);
            if value as usize >= 64 * self.words {
                break;
            }
            let shows = |&size: &u32| {
                let (size, other) = (size as usize, value ^ self.values[size as usize]);
                splits.iter().any(|split| split.fits(size) && has(split.others(size), other))
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
                let found = splits.iter().find_map(|split| {
                    let mut smallest = split.smallest(&self.values);
                    smallest.position(|(part, set)| has(set, value ^ part))
                });
                let Some(place) = found else { break };
                place as u32 + 1
            };
            sizes.insert(0, size);
            sizes.truncate(MOST_USEFUL);
            add(options, value);
        }
        let adding = *added * splits.len() * self.words;
        *added = match useful_looks * LOOK > adding {
            true => (*added + *added / 8 + 1).min(sizes.len()),
            false => *added - *added / 32,
        };
        Some(value)
    }

    /// Adds what is reached by the tail of the code.
    fn tail_options(&mut self, n: usize, options: &mut Set) {
        let (first, length) = (self.code.digits().len(), self.code.tail().len());
        if length == 0 || n < first {
            return;
        }
        if self.code.digit(n as u64) & 1 == 1 {
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
        for (place, &digit) in self.code.tail().iter().enumerate() {
            // Taking first + place, and whole lengths more.
            let remainder = (n % length + 2 * length - first % length - place) % length;
            for parts in (1..=self.tails.len()).filter(|parts| digit >> parts & 1 == 1) {
                union(options, &self.tails[parts - 1][remainder]);
            }
        }
    }

    /// The sums of the values of `parts` parts, two or more, that make `tokens` tokens.
    fn sums(&self, parts: usize, tokens: usize) -> Set {
        let mut all = vec![0; self.words];
        match parts {
            2 => (1..=tokens / 2)
                .for_each(|one| add(&mut all, self.values[one] ^ self.values[tokens - one])),
            _ => {
                let mut adder = Adder::default();
                let split = self.sums[parts - 3].one_more(tokens);
                split.smallest(&self.values).for_each(|(part, set)| adder.add(set, part));
                adder.add_to(&mut all);
            }
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

fn has(set: &[u64], value: u32) -> bool {
    set[value as usize / 64] >> (value % 64) & 1 == 1
}

fn add(set: &mut Set, value: u32) {
    set[value as usize / 64] |= 1 << (value % 64);
}

fn union(set: &mut Set, other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// Sets whose members are each to be added to a value, before bits change places within words: sets
/// with values equal modulo 64 change them together.
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
    /// Adds the sum of `value` and each member of `set`.
    fn add(&mut self, set: &[u64], value: u32) {
        let (low, high) = (value as usize % 64, value as usize / 64);
        let sums = &mut self.by_low[low];
        self.used |= 1 << low;
        sums.resize(set.len(), 0);
        for (k, word) in set.iter().enumerate() {
            sums[k ^ high] |= word;
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

    #[test]
    fn two_parts_are_as_the_definition_says() {
        for digits in [&[0, 7, 7][..], &[0, 0, 0, 7], &[4, 4], &[0, 6], &[4, 3, 0, 5]] {
            let code = Code::new(digits.to_vec());
            let mut bitset = Bitset::new(&code);
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
            let mut bitset = Bitset::new(&code);
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
            let (mut one, mut all) = (Bitset::new(&code), Bitset::new(&code));
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
            let mut bitset = Bitset::new(&code);
            bitset.extend(&[], 60, &Limits::default()).unwrap();
            assert_eq!(bitset.values(), values, "{code:?}");
        }
    }
}
