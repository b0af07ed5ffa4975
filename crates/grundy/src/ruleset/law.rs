//! What every [`Packed`] ruleset promises, checked position by position from
//! its [`Ruleset`](super::Ruleset). For tests.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Flow, Packed};
use crate::outcome::{End, Fate};
use crate::player::Player;

/// Goes through the positions that play reaches from `start`, at most `most`
/// of them, and checks all that [`Packed`] says of each. Gives the number of
/// keys, of positions with their players to move, and of moves between keys.
///
/// # Panics
///
/// When a promise is broken.
pub(crate) fn check<R: Packed>(
    rules: &R,
    start: (&R::Position, Player),
    most: usize,
) -> (usize, usize, usize) {
    let mut seen = BTreeSet::from([(start.0.clone(), start.1)]);
    let mut open: VecDeque<_> = seen.iter().cloned().collect();
    let mut keys: BTreeMap<R::Key, BTreeSet<R::Key>> = BTreeMap::new();
    let mut members: BTreeMap<R::Key, u32> = BTreeMap::new();
    let mut ended = BTreeSet::new();
    let mut ranks: BTreeMap<u64, R::Key> = BTreeMap::new();
    while let Some((position, mover)) = open.pop_front() {
        let key = rules.pack(&position, mover);
        *members.entry(key).or_default() += 1;
        let (shown, to_move) = rules.unpack(key);
        assert_eq!(rules.pack(&shown, to_move), key, "packing what was unpacked");

        let end = rules.end(&position, mover).map(|end| match end {
            End::Tie => Fate::Draw,
            End::Won(player) if player == mover => Fate::Win,
            End::Won(_) => Fate::Loss,
        });
        let (mut found, mut kinds) = (BTreeSet::new(), 0);
        let fate = rules.expand(key, |kind, option| {
            kinds = kinds.max(kind + 1);
            found.insert(option);
        });
        assert_eq!(fate, end, "the end of {key:?}");
        assert!(kinds <= rules.kinds(), "a move of kind {} at {key:?}", kinds - 1);
        if fate.is_some() {
            assert!(found.is_empty(), "moves from the end {key:?}");
            ended.insert(key);
        } else {
            let mut expected = BTreeSet::new();
            for option in rules.options(&position, mover) {
                let next = rules.turn(&option).unwrap_or(mover.opponent());
                let to = rules.pack(&option, next);
                let passes = rules.alternates() || rules.passes_turn(key, to);
                assert_eq!(passes, next != mover, "turn: {key:?} to {to:?}");
                let (tier, later) = (rules.tier(key), rules.tier(to));
                assert!(
                    match rules.flow() {
                        Flow::Loopy => true,
                        Flow::Level => later >= tier,
                        Flow::Rising => later > tier,
                        Flow::Stepwise => later == tier + 1,
                    },
                    "a move from tier {tier} to tier {later}: {key:?} to {to:?}"
                );
                if rules.ranks_rise() {
                    assert!(rules.rank(to) > rules.rank(key), "ranks: {key:?} to {to:?}");
                }
                expected.insert(to);
                if seen.len() < most && seen.insert((option.clone(), next)) {
                    open.push_back((option, next));
                }
            }
            assert_eq!(found, expected, "the moves of {key:?}");
        }
        if let Some(known) = keys.insert(key, found.clone()) {
            assert_eq!(known, found, "the moves of positions with the key {key:?}");
        }
        if let Some(count) = rules.ranks() {
            let rank = rules.rank(key);
            assert!(rank < count, "rank {rank} of {key:?}");
            assert_eq!(rules.unrank(rank), Some(key), "the key of rank {rank}");
            assert_eq!(*ranks.entry(rank).or_insert(key), key, "two keys of rank {rank}");
        }
    }
    let complete = seen.len() < most;
    if complete {
        for (key, count) in &members {
            assert!(
                rules.orbit(*key) >= *count,
                "{key:?} stands for {count} positions, not {}",
                rules.orbit(*key)
            );
        }
    }
    if rules.has_parents() {
        let mut before: BTreeMap<R::Key, BTreeSet<R::Key>> = BTreeMap::new();
        for (from, options) in &keys {
            for to in options {
                before.entry(*to).or_default().insert(*from);
            }
        }
        for key in keys.keys() {
            let mut found = BTreeSet::new();
            rules.parents(*key, |parent| {
                found.insert(parent);
            });
            // Positions of no play are allowed, and ends.
            found.retain(|parent| keys.contains_key(parent) && !ended.contains(parent));
            assert_eq!(found, before.remove(key).unwrap_or_default(), "the parents of {key:?}");
        }
    }
    let moves = keys.values().map(BTreeSet::len).sum();
    (keys.len(), seen.len(), moves)
}
