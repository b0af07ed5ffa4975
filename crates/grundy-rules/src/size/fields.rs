//! The digits of keys.

use grundy::stated::Keys;

use crate::keys::Compiled;
use crate::structure::shape::Part;

/// How keys are taken apart: into the digits of the position and, behind them, the player to
/// move.
#[derive(Debug)]
pub(crate) struct Fields {
    /// The groups of each word, the least significant first: the first digit, the number of
    /// digits, and the bits of the group.
    words: Vec<Vec<(usize, usize, u32)>>,
    radices: Vec<u64>,
    /// Whether the player to move is a part of keys.
    has_mover: bool,
    /// Whether all combinations of digits are positions.
    all: bool,
}

impl Fields {
    pub(crate) fn new(rules: &Compiled) -> Fields {
        let layout = rules.layout();
        let group = |group: &crate::structure::layout::Group| {
            (group.first, group.count, group.radix.trailing_zeros())
        };
        let words = layout.words.iter();
        let words = words.map(|groups| groups.iter().rev().map(group).collect()).collect();
        let mut parts = Vec::new();
        layout.shape.parts(&mut parts);
        // After a length or a None, some digits may have no meaning.
        let all = parts.iter().all(|part| matches!(part, Part::Number | Part::Letter(_)));
        let radices = layout.radices().to_vec();
        Fields { words, radices, has_mover: rules.has_mover(), all }
    }

    /// How many values each digit has.
    pub(crate) fn radices(&self) -> impl Iterator<Item = u64> {
        self.radices.iter().copied().chain([2])
    }

    /// The digits of a key.
    pub(crate) fn digits(&self, key: u128, digits: &mut Vec<u64>) {
        digits.clear();
        digits.resize(self.radices.len() + 1, 0);
        let position = if self.has_mover { key >> 1 } else { key };
        for (word, groups) in self.words.iter().enumerate().take(2) {
            let mut word = (position >> (64 * word)) as u64;
            for &(first, count, bits) in groups {
                let mut number = word & ((1 << bits) - 1);
                word >>= bits;
                for place in (first..first + count).rev() {
                    digits[place] = number % self.radices[place];
                    number /= self.radices[place];
                }
            }
        }
        if self.has_mover {
            digits[self.radices.len()] = (key & 1) as u64;
        }
    }

    /// The key with these digits; none if that is no position.
    pub(crate) fn key(&self, rules: &Compiled, digits: &[u64]) -> Option<u128> {
        let mut position = 0;
        for (at, groups) in self.words.iter().enumerate().take(2) {
            let mut word = 0;
            for &(first, count, bits) in groups.iter().rev() {
                let places = first..first + count;
                let part = self.radices[places.clone()].iter().zip(&digits[places]);
                let number = part.fold(0, |number, (radix, digit)| number * radix + digit);
                word = word << bits | number;
            }
            position |= u128::from(word) << (64 * at);
        }
        let key = match self.has_mover {
            true => position << 1 | u128::from(digits[self.radices.len()]),
            false => position,
        };
        let is_key = || {
            let (position, mover) = rules.unpack(key)?;
            (rules.pack(&position, mover).ok()?? == key).then_some(())
        };
        (self.all || is_key().is_some()).then_some(key)
    }
}
