//! Moves that are taken back: moves that were seen show what moves change.
//!
//! A move changes some digits of a position. What it changes, from what and into what, is a
//! pattern; where a position has the digits after the move, the pattern gives a position before it.
//! The rules are then asked whether such a move exists, so that nothing but a predecessor is ever
//! found. Predecessors may be missed if their pattern was not seen. The share of missed ones is
//! measured, on moves from which nothing was learned.

use std::collections::{HashMap, HashSet};

use super::fields::Fields;
use super::pairs::Pairs;
use crate::keys::Compiled;

/// A digit that a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Change {
    place: u32,
    before: u64,
    after: u64,
}

/// Patterns of moves.
pub(crate) struct Undo<'a> {
    rules: &'a Compiled,
    fields: Fields,
    known: HashSet<Box<[Change]>>,
    /// The patterns, by their first change: its place, and the digit after the move.
    by_first: HashMap<(u32, u64), Vec<Box<[Change]>>>,
    /// Pairs of digits of the positions that moves lead to.
    pairs: Pairs,
    digits: [Vec<u64>; 2],
}

/// No more patterns are learned.
const PATTERNS: usize = 1 << 17;

impl<'a> Undo<'a> {
    pub(crate) fn new(rules: &'a Compiled) -> Undo<'a> {
        let (known, by_first) = (HashSet::new(), HashMap::new());
        let fields = Fields::new(rules);
        let pairs = Pairs::new(&fields);
        Undo { rules, fields, known, by_first, pairs, digits: [Vec::new(), Vec::new()] }
    }

    /// The pattern of a move between two keys.
    fn pattern(&mut self, from: u128, to: u128) -> Box<[Change]> {
        let [before, after] = &mut self.digits;
        self.fields.digits(from, before);
        self.fields.digits(to, after);
        let pairs = before.iter().zip(&*after).zip(0..);
        pairs
            .filter(|((before, after), _)| before != after)
            .map(|((&before, &after), place)| Change { place, before, after })
            .collect()
    }

    /// Learns from a position that play reaches.
    pub(crate) fn meet(&mut self, key: u128) {
        self.pairs.learn(&self.fields, key);
    }

    /// Ends learning.
    pub(crate) fn conclude(&mut self) {
        self.pairs.conclude();
    }

    /// Learns from a move between two keys.
    pub(crate) fn learn(&mut self, from: u128, to: u128) {
        let pattern = self.pattern(from, to);
        let Some(first) = pattern.first() else { return };
        if self.known.len() < PATTERNS && !self.known.contains(&pattern) {
            self.by_first.entry((first.place, first.after)).or_default().push(pattern.clone());
            self.known.insert(pattern);
        }
    }

    /// Whether the pattern of a move is known, and the move leads to a position like the seen ones.
    pub(crate) fn knows(&mut self, from: u128, to: u128) -> bool {
        let pattern = self.pattern(from, to);
        self.known.contains(&pattern) && self.pairs.allow(&self.fields, to)
    }

    /// Appends what may be predecessors of a key.
    pub(crate) fn candidates(&mut self, key: u128, found: &mut Vec<u128>) {
        let [digits, _] = &mut self.digits;
        self.fields.digits(key, digits);
        for place in 0..digits.len() {
            let Some(patterns) = self.by_first.get(&(place as u32, digits[place])) else {
                continue;
            };
            for pattern in patterns {
                if pattern.iter().any(|change| digits[change.place as usize] != change.after) {
                    continue;
                }
                pattern.iter().for_each(|change| digits[change.place as usize] = change.before);
                let key = self.fields.key(self.rules, digits);
                found.extend(key.filter(|&key| self.pairs.allow(&self.fields, key)));
                pattern.iter().for_each(|change| digits[change.place as usize] = change.after);
            }
        }
    }
}
