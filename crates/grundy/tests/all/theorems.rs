//! Theorems of the field, on random games.

use std::time::{Duration, Instant};

use crate::tables::tables;
use grundy::graph::{Graph, Node, explore, explore_components};
use grundy::solve::loopy::loopy_values;
use grundy::solve::mex::grundy_values;
use grundy::solve::retrograde::retrograde;
use grundy::value::{LoopyNimber, Nimber};
use grundy::{Convention, Limits, Outcome, Player, Ruleset, Verdict};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// W, L and the draws are disjoint by the type of a verdict; this is the
    /// rest of what they promise.
    #[test]
    fn won_positions_have_a_lost_option_and_lost_ones_only_won_options(table in tables()) {
        let arena = table.arena();
        let solved = retrograde(&arena, Convention::Normal, &Limits::default()).unwrap();
        // What the player to move at `from` makes of an option.
        let seen = |from: Node, to: Node| {
            let verdict = solved.verdict(to);
            if arena.turn_passes(from, to) { verdict.reversed() } else { verdict }
        };
        for node in arena.nodes() {
            let mut options = arena.options(node).iter().map(|&to| seen(node, to));
            match solved.verdict(node) {
                Verdict::Win(0) | Verdict::Loss(0) | Verdict::Draw(Some(0)) => {
                    prop_assert!(options.len() == 0);
                }
                Verdict::Win(moves) => prop_assert!(options.any(|v| v == Verdict::Win(moves - 1))),
                Verdict::Loss(moves) => {
                    let soonest = |v| matches!(v, Verdict::Loss(m) if m < moves);
                    prop_assert!(options.clone().all(soonest));
                    prop_assert!(options.any(|v| v == Verdict::Loss(moves - 1)));
                }
                Verdict::Draw(_) => {
                    prop_assert!(options.clone().all(|v| !matches!(v, Verdict::Win(_))));
                    prop_assert!(options.any(|v| matches!(v, Verdict::Draw(_))));
                }
            }
        }
    }
}

/// An impartial graph as lists of options, and the sum of some of its nodes.
#[derive(Clone, Debug)]
struct Lists(Vec<Vec<Node>>);

impl Ruleset for Lists {
    type Position = Vec<Node>;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, sum: &Vec<Node>, _: Player) -> impl Iterator<Item = Vec<Node>> {
        sum.iter().enumerate().flat_map(move |(i, &term)| {
            self.0[term as usize].iter().map(move |&option| {
                let mut next = sum.clone();
                next[i] = option;
                next
            })
        })
    }
}

impl Lists {
    /// The graph whose node numbers are those of the lists: a start that leads
    /// everywhere is put before all, and left out again by the caller's eyes.
    fn graph(&self) -> (Graph, Vec<Node>) {
        let mut lists = self.clone();
        let start = lists.0.len() as Node;
        lists.0.push((0..start).collect());
        let explored = explore_components(&lists, &vec![start], false, &Limits::default()).unwrap();
        // The start is node 0 and its options follow in their order, unless it has none.
        (explored.graph, (1..=start).collect())
    }

    fn nimbers(&self) -> Option<Vec<Nimber>> {
        let (graph, nodes) = self.graph();
        let values = grundy_values(&graph)?;
        Some(nodes.iter().map(|&node| values[node as usize]).collect())
    }

    fn loopy(&self) -> Vec<LoopyNimber> {
        let (graph, nodes) = self.graph();
        let values = loopy_values(&graph, &Limits::default()).unwrap().unwrap();
        nodes.iter().map(|&node| values[node as usize].clone()).collect()
    }

    /// Who wins a sum, by playing it.
    fn outcome(&self, sum: &[Node]) -> Outcome {
        let explored = explore(self, &sum.to_vec(), &Limits::default()).unwrap();
        let solved = retrograde(&explored.arena, Convention::Normal, &Limits::default()).unwrap();
        match solved.verdict(explored.starts.left.unwrap().node) {
            Verdict::Win(_) => Outcome::N,
            Verdict::Loss(_) => Outcome::P,
            Verdict::Draw(_) => Outcome::D,
        }
    }

    /// The Grundy value of a sum of whole positions, by mex alone.
    fn nimber_of_sum(&self, sum: &[Node]) -> Nimber {
        let explored = explore_components(self, &sum.to_vec(), false, &Limits::default()).unwrap();
        grundy_values(&explored.graph).unwrap()[explored.start[0] as usize]
    }
}

/// Graphs without loops: options have smaller numbers.
fn acyclic() -> impl Strategy<Value = Lists> {
    prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..5), 1..10)
        .prop_map(|rows| {
            let list = |(node, row): (usize, Vec<prop::sample::Index>)| match node {
                0 => Vec::new(),
                _ => row.iter().map(|index| index.index(node) as Node).collect(),
            };
            Lists(rows.into_iter().enumerate().map(list).collect())
        })
}

/// Graphs with loops.
fn loopy() -> impl Strategy<Value = Lists> {
    prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..4), 1..9).prop_map(
        |rows| {
            let n = rows.len();
            let list = |row: Vec<prop::sample::Index>| {
                row.iter().map(|index| index.index(n) as Node).collect()
            };
            Lists(rows.into_iter().map(list).collect())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_sum_is_worth_the_nim_sum_and_equal_games_cancel(lists in acyclic()) {
        let values = lists.nimbers().unwrap();
        for g in 0..values.len() {
            prop_assert_eq!(lists.nimber_of_sum(&[g as Node]), values[g]);
            for h in 0..=g {
                let sum = [g as Node, h as Node];
                prop_assert_eq!(lists.nimber_of_sum(&sum), values[g] + values[h]);
                let cancels = lists.outcome(&sum) == Outcome::P;
                prop_assert_eq!(cancels, values[g] == values[h]);
            }
        }
    }

    #[test]
    fn a_reversible_move_changes_nothing(lists in acyclic(), extra: prop::sample::Index) {
        let values = lists.nimbers().unwrap();
        for u in 0..values.len() {
            // A new option that can be answered by going to what u is worth.
            for w in (0..u).filter(|&w| values[w] == values[u]) {
                let mut more = lists.clone();
                more.0.push(vec![w as Node, extra.index(u) as Node]);
                more.0[u].push(values.len() as Node);
                let now = more.nimbers().unwrap();
                prop_assert_eq!(&now[..values.len()], &values[..]);
                prop_assert_eq!(more.outcome(&[u as Node]), lists.outcome(&[u as Node]));
            }
        }
    }

    #[test]
    fn a_move_that_can_only_be_taken_back_saves_the_lost_and_changes_nothing_else(lists in loopy()) {
        let values = lists.loopy();
        for u in 0..values.len() {
            let mut more = lists.clone();
            more.0.push(vec![u as Node]);
            more.0[u].push(values.len() as Node);
            // Whoever has lost goes there and back for ever; anybody else gains
            // nothing, since the move leads to 0 or to a draw.
            if values[u] == Nimber(0).into() {
                prop_assert_eq!(more.outcome(&[u as Node]), Outcome::D);
            } else {
                prop_assert_eq!(&more.loopy()[..values.len()], &values[..]);
            }
        }
    }

    #[test]
    fn values_of_loopy_games_predict_every_sum(lists in loopy()) {
        let values = lists.loopy();
        let n = values.len();
        for a in 0..n {
            prop_assert_eq!(lists.outcome(&[a as Node]), values[a].outcome());
            for b in 0..=a {
                let two = values[a].clone() + values[b].clone();
                prop_assert_eq!(lists.outcome(&[a as Node, b as Node]), two.outcome());
                let c = (a + b) % n;
                let three = two + values[c].clone();
                let sum = [a as Node, b as Node, c as Node];
                prop_assert_eq!(lists.outcome(&sum), three.outcome());
            }
        }
    }

    #[test]
    fn without_loops_the_loopy_values_are_the_mex(lists in acyclic()) {
        let finite: Vec<LoopyNimber> =
            lists.nimbers().unwrap().into_iter().map(LoopyNimber::from).collect();
        prop_assert_eq!(lists.loopy(), finite);
    }
}

#[test]
fn a_wrong_value_is_seen_in_some_sum() {
    // Two heaps of one and two, and a token that may go round or leave.
    let lists = Lists(vec![vec![], vec![0], vec![0, 1], vec![3, 0], vec![4, 1]]);
    let values = lists.loopy();
    assert_eq!(values[3].to_string(), "∞(0)");
    assert_eq!(values[4].to_string(), "∞(1)");
    for (node, value) in values.iter().enumerate() {
        let wrong = value.clone() + Nimber(1).into();
        let seen = (0..3).any(|other| {
            let predicted = wrong.clone() + values[other].clone();
            lists.outcome(&[node as Node, other as Node]) != predicted.outcome()
        });
        assert!(seen, "node {node}");
    }
}

#[test]
fn long_loopy_play_is_valued_in_linear_time() {
    // A line on which every move can be taken back, with an end.
    let n = 100_000;
    let mut lists = vec![vec![]];
    lists.extend((1..n).map(|node: Node| vec![node - 1, (node + 1).min(n - 1)]));
    let started = Instant::now();
    let values = Lists(lists).loopy();
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert_eq!(values[0], Nimber(0).into());
    assert!(values[1..].iter().all(|value| value.nimber().is_none()));
}

#[test]
fn nimbers_in_the_hundreds_are_found_among_loops() {
    // Nim heaps of which each, if not empty, may also become a copy that can
    // only come back.
    let n: Node = 400;
    let copy = |k| (k > 0).then_some(n + k);
    let mut lists: Vec<Vec<Node>> = (0..n).map(|k| (0..k).chain(copy(k)).collect()).collect();
    lists.extend((0..n).map(|k| vec![k]));
    let values = Lists(lists).loopy();
    for k in 0..n {
        assert_eq!(values[k as usize], Nimber(k.into()).into());
    }
}
