//! Held against the graph, which finds and decides positions by other means.

use std::collections::BTreeMap;

use super::*;
use crate::graph::explore;
use crate::outcome::Verdict;
use crate::player::Player;
use crate::ruleset::Key;
use crate::ruleset::Notation;
use crate::rulesets::connect_four::ConnectFour;
use crate::rulesets::dodgem::Dodgem;
use crate::rulesets::tic_tac_toe::TicTacToe;
use crate::solve::retrograde::retrograde;

type Found<K> = BTreeMap<K, Verdict>;

/// What the graph says of each key.
fn by_graph<R: Packed>(
    rules: &R,
    start: &R::Position,
    convention: Convention,
) -> (Vec<R::Key>, Found<R::Key>) {
    let limits = Limits::default();
    let explored = explore(rules, start, &limits).unwrap();
    let outcomes = retrograde(&explored.arena, convention, &limits).unwrap();
    let found = explored.arena.nodes().map(|node| {
        let key = rules.pack(explored.position(node), explored.arena.mover(node));
        (key, outcomes.verdict(node))
    });
    let starts = explored.starts;
    let mut keys: Vec<_> = [
        starts.left.map(|_| Player::Left),
        starts.right.filter(|s| !s.mirrored).map(|_| Player::Right),
    ]
    .into_iter()
    .flatten()
    .map(|mover| rules.pack(start, mover))
    .collect();
    keys.dedup();
    (keys, found.collect())
}

fn collect<K: Key>(shares: &[Share<K>]) -> Found<K> {
    let mut all = BTreeMap::new();
    for share in shares {
        share.each(|key, code| assert!(all.insert(key, code.verdict()).is_none())).unwrap();
    }
    all
}

fn threads<R: Packed>(
    rules: &R,
    starts: &[R::Key],
    convention: Convention,
    count: usize,
) -> Vec<Share<R::Key>> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = Threads::group(count)
            .into_iter()
            .map(|fabric| {
                scope.spawn(move || {
                    solve(rules, starts, convention, fabric, &Limits::default()).unwrap()
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    })
}

fn check<R: Packed>(rules: &R, start: &R::Position) {
    for convention in [Convention::Normal, Convention::Misere] {
        let (starts, expected) = by_graph(rules, start, convention);
        for count in [1, 2, 3] {
            let found = collect(&threads(rules, &starts, convention, count));
            assert_eq!(found.len(), expected.len());
            for (key, verdict) in &expected {
                assert_eq!(found[key], *verdict, "{key:?} by {count} workers");
            }
        }
    }
}

#[test]
fn tiers_say_what_the_graph_says() {
    for (width, height, line) in [(3, 3, 3), (4, 3, 3), (1, 1, 1)] {
        let rules = TicTacToe::new(width, height, line).unwrap();
        check(&rules, &rules.start().unwrap());
    }
    for (width, height, line) in [(4, 4, 4), (3, 4, 3), (5, 2, 3)] {
        let rules = ConnectFour::new(width, height, line).unwrap();
        check(&rules, &rules.start().unwrap());
    }
}

#[test]
fn loops_are_what_the_graph_says() {
    for (side, cars) in [(3, 2), (4, 2), (3, 1)] {
        let rules = Dodgem::new(side, cars).unwrap();
        check(&rules, &rules.first());
    }
}
