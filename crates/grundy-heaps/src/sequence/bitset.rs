//! Grundy values of heaps that may fall into any number of parts, with sets of
//! values as bits.
//!
//! The sums of the values of p parts that make n tokens are those of p − 1
//! parts that make less, each added to the value of the last part. Adding a
//! value to all members of a set changes places of words and, six times at
//! most, of bits in them.
//!
//! Time: for n heaps, n² additions of sets where two or three parts are made,
//! n² more for each number of parts beyond; memory: a set a heap for each
//! number of parts below the greatest, of an eighth of twice the greatest value
//! in bytes.

use crate::code::Code;
use crate::limits::{Limits, Progress, Stopped};

/// A set of values, a bit each.
type Set = Vec<u64>;

/// The sequence of a code, without a limit on parts.
pub(super) struct Bitset {
    code: Code,
    values: Vec<u32>,
    /// For two parts and more, one less than the code's greatest number: the
    /// sums of so many parts, by the tokens that they make.
    sums: Vec<Vec<Set>>,
    /// For one part and more: the sums of so many parts that make what the tail
    /// of a code may leave, by the remainder of the tokens in the tail's length.
    ///
    /// All rests of the same remainder meet the same digit of the tail.
    tails: Vec<Vec<Set>>,
    /// Words of a set.
    words: usize,
}

impl Bitset {
    pub(super) fn new(code: &Code) -> Bitset {
        let stored = code.most_parts().saturating_sub(2) as usize;
        let sums = vec![vec![Set::new()]; stored];
        let parts = if code.tail().is_empty() { 0 } else { code.most_parts() as usize };
        let tails = vec![vec![vec![0]; code.tail().len()]; parts];
        Bitset { code: code.clone(), values: vec![0], sums, tails, words: 1 }
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Extends the values to heaps up to `last`.
    pub(super) fn extend(&mut self, last: usize, limits: &Limits<'_>) -> Result<(), Stopped> {
        let mut work = 0;
        while self.values.len() <= last {
            let n = self.values.len();
            let mut options = vec![0; self.words];
            for (taken, &digit) in self.code.digits().iter().enumerate().take(n + 1) {
                let rest = n - taken;
                if digit & 1 == 1 && rest == 0 {
                    add(&mut options, 0);
                }
                if digit & 2 == 2 && rest > 0 {
                    add(&mut options, self.values[rest]);
                }
                for parts in 2..u8::BITS {
                    if digit >> parts & 1 == 1 {
                        union(&mut options, &self.sums(parts as usize, rest));
                    }
                }
            }
            self.tail_options(n, &mut options);
            let full = options.iter().take_while(|word| **word == u64::MAX).count();
            let value = 64 * full as u32 + options.get(full).map_or(0, |word| word.trailing_ones());
            self.values.push(value);
            // Sums of values have no more bits than these.
            let words = (value as usize + 1).next_power_of_two().div_ceil(64);
            if words > self.words {
                self.words = words;
                let sets = self.sums.iter_mut().chain(&mut self.tails).flatten();
                sets.for_each(|set| set.resize(words, 0));
            }
            for parts in 0..self.sums.len() {
                let set = self.sums(parts + 2, n);
                self.sums[parts].push(set);
            }
            work += (n + self.code.tail().len()) * self.words;
            if work >= 1 << 18 {
                work = 0;
                let sets = self.sums.len() * self.words * 8 + 4;
                let bytes = (n * sets) as u64;
                limits.room(bytes, n)?;
                limits.check(Progress { stage: "heaps", positions: n, bytes })?;
            }
        }
        Ok(())
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

    /// The sums of the values of so many parts, two or more, that make so many
    /// tokens.
    fn sums(&self, parts: usize, tokens: usize) -> Set {
        let mut all = vec![0; self.words];
        for one in 1..tokens {
            let (value, rest) = (self.values[one], tokens - one);
            match parts {
                2 if 2 * one > tokens => break,
                2 => add(&mut all, value ^ self.values[rest]),
                _ => add_to_each(&mut all, &self.sums[parts - 3][rest], value),
            }
        }
        all
    }
}

fn add(set: &mut Set, value: u32) {
    set[value as usize / 64] |= 1 << (value % 64);
}

fn union(set: &mut Set, other: &Set) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// Adds the sum of `value` and each member of `other`.
fn add_to_each(set: &mut Set, other: &Set, value: u32) {
    /// Which bits stand first in pairs of 1, 2, …, 32.
    const FIRST: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (k, &word) in other.iter().enumerate() {
        let mut word = word;
        for (bit, first) in FIRST.iter().enumerate() {
            if value >> bit & 1 == 1 {
                word = (word & first) << (1 << bit) | word >> (1 << bit) & first;
            }
        }
        set[k ^ (value / 64) as usize] |= word;
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
            bitset.extend(1500, &Limits::default()).unwrap();
            let expected = definition(&code, 1500);
            assert!(bitset.values().iter().copied().eq(expected.into_iter().map(u32::from)));
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
            bitset.extend(60, &Limits::default()).unwrap();
            assert_eq!(bitset.values(), values, "{code:?}");
        }
    }
}
