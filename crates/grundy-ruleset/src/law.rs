//! Checks that a [`Packed`] ruleset keeps its promises, position by position, against its
//! [`Ruleset`](super::Ruleset). For tests.
//!
//! Most of this does not depend on the type of the ruleset and is compiled once.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hashbrown::HashSet;

use super::{Flow, Key, Packed};
use grundy_base::{End, Fate, Player};

/// Checks every promise of [`Packed`] for the positions that play reaches from `start`, at
/// most `most` of them. Returns the numbers of keys, of positions with their players to
/// move, and of moves between keys.
///
/// # Panics
///
/// When a promise is broken.
pub fn check<R: Packed>(
    rules: &R,
    start: (&R::Position, Player),
    most: usize,
) -> (usize, usize, usize) {
    let mut seen = HashSet::new();
    seen.insert((start.0.clone(), start.1));
    let mut open: VecDeque<_> = seen.iter().cloned().collect();
    let mut promises = Promises {
        flow: rules.flow(),
        kinds: rules.kinds(),
        dense: rules.dense(),
        keys_rise: rules.keys_rise(),
        keys: BTreeMap::new(),
        members: BTreeMap::new(),
        ended: BTreeSet::new(),
    };
    while let Some((position, mover)) = open.pop_front() {
        let key = rules.pack(&position, mover);
        let (shown, to_move) = rules.unpack(key).expect("the position of a key");
        let tiered = |key: R::Key| Tiered { key: key.number(), tier: rules.tier(key) };
        let mut expanded = Vec::new();
        let fate = rules.expand(key, |kind, option| expanded.push((kind, option.number())));
        let mut options = Vec::new();
        let end = rules.end(&position, mover);
        if end.is_none() {
            for option in rules.options(&position, mover) {
                let next = rules.turn(&option).unwrap_or(mover.opponent());
                let to = rules.pack(&option, next);
                let passes = rules.alternates() || rules.passes_turn(key, to);
                assert_eq!(passes, next != mover, "turn: {key:?} to {to:?}");
                options.push(tiered(to));
                if seen.len() < most && seen.insert((option.clone(), next)) {
                    open.push_back((option, next));
                }
            }
        }
        promises.hold(&Entry {
            at: tiered(key),
            again: rules.pack(&shown, to_move).number(),
            end: end.map(|end| match end {
                End::Tie => Fate::Draw,
                End::Won(player) if player == mover => Fate::Win,
                End::Won(_) => Fate::Loss,
            }),
            fate,
            expanded,
            options,
        });
    }
    let key = |number| R::Key::from_number(number).expect("a number that was a key");
    // Numbers that are no keys must not panic either.
    for number in (0..u128::BITS).flat_map(|bit| [1 << bit, u128::MAX >> bit, 0x9e37 << bit]) {
        let key = R::Key::from_number(number);
        if let Some((position, mover)) = key.and_then(|key| rules.position(key)) {
            rules.end(&position, mover);
            rules.options(&position, mover).for_each(drop);
        }
    }
    if seen.len() < most {
        promises.each_orbit(&|number| rules.orbit(key(number)));
    }
    if rules.has_parents() {
        promises.each_parent(&|number, parents| {
            rules.parents(key(number), |parent| {
                parents.insert(parent.number());
            });
        });
    }
    let moves = promises.keys.values().map(BTreeSet::len).sum();
    (promises.keys.len(), seen.len(), moves)
}

/// Checks, tier by tier from these keys to the end of play, that the moves of each kind
/// keep the order of keys.
///
/// # Panics
///
/// When the moves of a kind do not keep the order.
pub fn kinds_keep_the_order<R: Packed>(rules: &R, starts: &[R::Key]) {
    let mut tier = starts.to_vec();
    while !tier.is_empty() {
        tier.sort_unstable();
        tier.dedup();
        let mut found = vec![Vec::new(); rules.kinds()];
        for &key in &tier {
            rules.expand(key, |kind, option| found[kind].push(option));
        }
        assert!(found.iter().all(|keys| keys.is_sorted()));
        tier = found.concat();
    }
}

/// A key with its tier.
#[derive(Debug)]
struct Tiered {
    key: u128,
    tier: u32,
}

/// What the ruleset and its packed form give for a position.
struct Entry {
    at: Tiered,
    /// The key of the position that was unpacked from the key.
    again: u128,
    end: Option<Fate>,
    fate: Option<Fate>,
    expanded: Vec<(usize, u128)>,
    /// The options by the rules.
    options: Vec<Tiered>,
}

struct Promises {
    flow: Flow,
    kinds: usize,
    dense: Option<u64>,
    keys_rise: bool,
    /// The options of each key.
    keys: BTreeMap<u128, BTreeSet<u128>>,
    /// The number of positions with each key.
    members: BTreeMap<u128, u32>,
    ended: BTreeSet<u128>,
}

impl Promises {
    fn hold(&mut self, entry: &Entry) {
        let Entry { at, again, end, fate, expanded, options } = entry;
        let Tiered { key, tier } = *at;
        *self.members.entry(key).or_default() += 1;
        assert_eq!(*again, key, "packing what was unpacked");
        assert_eq!(fate, end, "the end of {key:#x}");
        let found: BTreeSet<u128> = expanded.iter().map(|&(_, option)| option).collect();
        for (kind, _) in expanded {
            assert!(*kind < self.kinds, "a move of kind {kind} at {key:#x}");
        }
        if fate.is_some() {
            assert!(found.is_empty(), "moves from the end {key:#x}");
            self.ended.insert(key);
        } else {
            for to in options {
                let fits = match self.flow {
                    Flow::Loopy => true,
                    Flow::Level => to.tier >= tier,
                    Flow::Rising => to.tier > tier,
                    Flow::Stepwise => to.tier == tier + 1,
                };
                assert!(fits, "a move from {at:x?} to {to:x?}");
                assert!(!self.keys_rise || to.key > key, "a move from {at:x?} to {to:x?}");
            }
            let expected = options.iter().map(|option| option.key).collect();
            assert_eq!(found, expected, "the moves of {key:#x}");
        }
        if let Some(known) = self.keys.insert(key, found.clone()) {
            assert_eq!(known, found, "the moves of positions with the key {key:#x}");
        }
        assert!(self.dense.is_none_or(|keys| key < keys.into()), "{key:#x} is not below the end");
    }

    /// Must be called when all positions are known.
    fn each_orbit(&self, orbit: &dyn Fn(u128) -> u32) {
        for (key, count) in &self.members {
            let orbit = orbit(*key);
            assert!(orbit >= *count, "{key:#x} stands for {count} positions, not {orbit}");
        }
    }

    fn each_parent(&self, parents: &dyn Fn(u128, &mut BTreeSet<u128>)) {
        let mut before: BTreeMap<u128, BTreeSet<u128>> = BTreeMap::new();
        for (from, options) in &self.keys {
            for to in options {
                before.entry(*to).or_default().insert(*from);
            }
        }
        for key in self.keys.keys() {
            let mut found = BTreeSet::new();
            parents(*key, &mut found);
            // Parents that play does not reach, and ended positions, are allowed.
            found.retain(|parent| self.keys.contains_key(parent) && !self.ended.contains(parent));
            assert_eq!(found, before.remove(key).unwrap_or_default(), "the parents of {key:#x}");
        }
    }
}
