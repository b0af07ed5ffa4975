//! The solvers against the textbook: W and L of both players, found by
//! sweeping over all positions until nothing changes.

use crate::tables::{Row, Table, tables};
use grundy::graph::Node;
use grundy::solve::Outcomes;
use grundy::solve::retrograde::{Way, retrograde_by};
use grundy::solve::top_down::top_down;
use grundy::{Convention, End, Limits, Player, Random, Verdict};
use proptest::prelude::*;

/// The definition, word by word.
///
/// W_A: Left is to move and some option is in L_B or W_A, whoever is to move
/// there; L_A: Left is to move and all options are in W_B or L_A; and so for
/// B. A round adds all positions at once, so that the round in which a
/// position is added is its remoteness.
fn textbook(table: &Table, convention: Convention) -> Vec<Verdict> {
    let n = table.rows.len();
    let mut verdicts: Vec<Option<Verdict>> = table
        .rows
        .iter()
        .map(|row| match row.end {
            Some(End::Won(player)) if player == row.mover => Some(Verdict::Win(0)),
            Some(End::Won(_)) => Some(Verdict::Loss(0)),
            Some(End::Tie) => None,
            None if !row.options.is_empty() => None,
            None if convention == Convention::Normal => Some(Verdict::Loss(0)),
            None => Some(Verdict::Win(0)),
        })
        .collect();
    // Whether the player to move at `from` wins, or loses, by going to `to`.
    let leads = |verdicts: &[Option<Verdict>], from: usize, to: Node, to_win: bool| {
        let passes = table.impartial || table.rows[from].mover != table.rows[to as usize].mover;
        match verdicts[to as usize] {
            Some(Verdict::Win(_)) => to_win != passes,
            Some(Verdict::Loss(_)) => to_win == passes,
            _ => false,
        }
    };
    for round in 1.. {
        let mut next = verdicts.clone();
        for (node, row) in table.rows.iter().enumerate() {
            if verdicts[node].is_some() || row.end.is_some() {
                continue;
            }
            if row.options.iter().any(|&to| leads(&verdicts, node, to, true)) {
                next[node] = Some(Verdict::Win(round));
            } else if row.options.iter().all(|&to| leads(&verdicts, node, to, false)) {
                next[node] = Some(Verdict::Loss(round));
            }
        }
        if next == verdicts {
            break;
        }
        verdicts = next;
    }
    // What is left is drawn; moves to the nearest tie through draws.
    let mut ties: Vec<Option<u32>> = vec![None; n];
    for (node, row) in table.rows.iter().enumerate() {
        if row.end == Some(End::Tie) {
            ties[node] = Some(0);
        }
    }
    for round in 1.. {
        let mut next = ties.clone();
        for (node, row) in table.rows.iter().enumerate() {
            let open = verdicts[node].is_none() && ties[node].is_none();
            if open && row.options.iter().any(|&to| ties[to as usize].is_some()) {
                next[node] = Some(round);
            }
        }
        if next == ties {
            break;
        }
        ties = next;
    }
    (0..n).map(|node| verdicts[node].unwrap_or(Verdict::Draw(ties[node]))).collect()
}

fn retrograde_ways(table: &Table, convention: Convention) -> [Vec<Verdict>; 2] {
    let arena = table.arena();
    [Way::Both, Way::Backward].map(|way| {
        let solved: Outcomes = retrograde_by(way, &arena, convention, &Limits::default()).unwrap();
        solved.iter().collect()
    })
}

fn assert_solvers_agree_with(expected: &[Verdict], table: &Table, convention: Convention) {
    for found in retrograde_ways(table, convention) {
        assert_eq!(found, expected);
    }
    for (node, expected) in expected.iter().enumerate().take(40) {
        let mover = table.rows[node].mover;
        let limits = Limits::default();
        let found = top_down(table, &(node as Node), mover, convention, &limits).unwrap();
        let found = format!("{:?}", found.answer).to_lowercase();
        assert_eq!(found, expected.fate().word(), "node {node}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn retrograde_and_top_down_are_the_textbook(table in tables(), misere: bool) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        assert_solvers_agree_with(&textbook(&table, convention), &table, convention);
    }
}

/// Steps back and forth on a line, so that play is long.
fn line(n: usize, impartial: bool, wide: usize) -> Table {
    let rows = (0..n)
        .map(|node| {
            let mover = if impartial || node % 3 == 0 { Player::Left } else { Player::Right };
            let mut options = vec![node.saturating_sub(1) as Node; usize::from(node > 0)];
            options.extend(std::iter::repeat_n(node.saturating_sub(1) as Node, wide));
            Row { mover, end: (node == 0).then_some(End::Won(Player::Left)), options }
        })
        .map(|row| if row.end.is_some() { Row { options: vec![], ..row } } else { row })
        .collect();
    Table { impartial, rows }
}

#[test]
fn long_lines_are_the_textbook() {
    for (impartial, wide) in [(true, 0), (false, 0), (true, 200), (false, 126), (false, 127)] {
        let table = line(300, impartial, wide);
        for convention in [Convention::Normal, Convention::Misere] {
            assert_solvers_agree_with(&textbook(&table, convention), &table, convention);
        }
    }
}

#[test]
fn a_line_of_a_million_moves_takes_linear_time() {
    let table = line(1_000_001, true, 0);
    for found in retrograde_ways(&table, Convention::Normal) {
        assert_eq!(found[1_000_000], Verdict::Win(1_000_000));
        assert_eq!(found[999_999], Verdict::Loss(999_999));
    }
}

#[test]
fn an_empty_arena_has_no_outcomes() {
    let table = Table { impartial: false, rows: Vec::new() };
    assert_solvers_agree_with(&[], &table, Convention::Normal);
}

#[test]
fn large_dense_and_thin_arenas_are_the_textbook() {
    for (nodes, reach, ends) in [(30_000, 30_000, 10), (30_000, 40, 1), (20_000, 20_000, 70)] {
        for impartial in [false, true] {
            let mut random = Random::new(nodes as u64 + ends as u64);
            let rows = (0..nodes)
                .map(|node| {
                    let right = !impartial && random.below(2) == 1;
                    let mover = if right { Player::Right } else { Player::Left };
                    let end = match random.below(100) {
                        roll if roll < ends => {
                            Some(End::Won([Player::Left, Player::Right][roll % 2]))
                        }
                        99 => Some(End::Tie),
                        _ => None,
                    };
                    let degree = if end.is_some() { 0 } else { 1 + random.below(7) };
                    let step = |_| ((node + 1 + random.below(reach)) % nodes) as Node;
                    Row { mover, end, options: (0..degree).map(step).collect() }
                })
                .collect();
            let table = Table { impartial, rows };
            let expected = textbook(&table, Convention::Normal);
            for found in retrograde_ways(&table, Convention::Normal) {
                assert!(found == expected, "{nodes} {reach} {ends} {impartial}");
            }
        }
    }
}

#[test]
fn the_comparison_refuses_one_wrong_verdict() {
    let table = line(20, true, 0);
    let right = textbook(&table, Convention::Normal);
    for node in 0..right.len() {
        let mut wrong = right.clone();
        wrong[node] = match wrong[node] {
            Verdict::Win(moves) => Verdict::Win(moves + 1),
            other => other.reversed(),
        };
        let refused = std::panic::catch_unwind(|| {
            assert_solvers_agree_with(&wrong, &table, Convention::Normal);
        });
        assert!(refused.is_err(), "node {node}");
    }
}

#[test]
fn limits_stop_the_work() {
    let arena = line(100_000, true, 0).arena();
    let little = Limits { memory: 1000, ..Limits::default() };
    let stopped = retrograde_by(Way::Both, &arena, Convention::Normal, &little);
    assert!(matches!(stopped, Err(grundy::Stopped::Memory { .. })));
    let flag = std::sync::atomic::AtomicBool::new(true);
    let now = Limits { interrupted: Some(&flag), ..Limits::default() };
    let stopped = retrograde_by(Way::Both, &arena, Convention::Normal, &now);
    assert!(matches!(stopped, Err(grundy::Stopped::Interrupted { .. })));
}
