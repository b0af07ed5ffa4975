//! On any small arena, with loops, ends, ties and moves that keep the turn, retrograde analysis
//! gives the same results as sweeping over all nodes until nothing changes, as textbooks describe
//! it.

#![no_main]

use grundy::graph::{Arena, ArenaBuilder};
use grundy::solve::retrograde::retrograde;
use grundy::{Convention, End, Limits, Player, Verdict};
use libfuzzer_sys::fuzz_target;

/// The greatest number of nodes: more nodes find no further faults.
const MOST_NODES: usize = 24;

fuzz_target!(|input: &[u8]| {
    let Some((arena, convention)) = arena(input) else { return };
    let outcomes = retrograde(&arena, convention, &Limits::default()).expect("there is no limit");
    let expected = sweep(&arena, convention);
    let found: Vec<Verdict> = arena.nodes().map(|node| outcomes.verdict(node)).collect();
    assert_eq!(found, expected, "{convention:?} {arena:?}");
});

/// First byte: impartial, misère. Second: the number of nodes. Then for each
/// node a byte with its mover and end, one with the number of options, and the options.
fn arena(input: &[u8]) -> Option<(Arena, Convention)> {
    let mut bytes = input.iter().copied();
    let head = bytes.next()?;
    let impartial = head & 1 == 1;
    let convention = if head & 2 == 2 { Convention::Misere } else { Convention::Normal };
    let nodes = 1 + bytes.next()? as usize % MOST_NODES;
    let mut build = ArenaBuilder::new(impartial);
    for _ in 0..nodes {
        let tag = bytes.next().unwrap_or(0);
        let mover = if tag & 1 == 0 || impartial { Player::Left } else { Player::Right };
        let end = match tag >> 1 & 15 {
            0 => Some(End::Won(Player::Left)),
            1 => Some(End::Won(Player::Right)),
            2 => Some(End::Tie),
            _ => None,
        };
        let degree = if end.is_some() { 0 } else { bytes.next().unwrap_or(0) % 5 };
        let options: Vec<u32> =
            (0..degree).map(|_| u32::from(bytes.next().unwrap_or(0)) % nodes as u32).collect();
        build.node(mover, end, options).ok()?;
    }
    Some((build.finish(), convention))
}

/// Wins and losses by their remoteness, one move more in every sweep; then
/// ties in the same way among what is left.
fn sweep(arena: &Arena, convention: Convention) -> Vec<Verdict> {
    let mut known: Vec<Option<Verdict>> = arena
        .nodes()
        .map(|node| match arena.end(node) {
            Some(End::Tie) => Some(Verdict::Draw(Some(0))),
            Some(End::Won(player)) if player == arena.mover(node) => Some(Verdict::Win(0)),
            Some(End::Won(_)) => Some(Verdict::Loss(0)),
            None if !arena.options(node).is_empty() => None,
            None if convention == Convention::Normal => Some(Verdict::Loss(0)),
            None => Some(Verdict::Win(0)),
        })
        .collect();
    // The result for the mover at `node` after going to `option`, if that is decided.
    let after = |known: &[Option<Verdict>], node: u32, option: u32| {
        let verdict = known[option as usize]?;
        Some(if arena.turn_passes(node, option) { verdict.reversed() } else { verdict })
    };
    for moves in 1..=arena.len() as u32 {
        let before = known.clone();
        for node in arena.nodes().filter(|&node| before[node as usize].is_none()) {
            let mut options = arena.options(node).iter().map(|&to| after(&before, node, to));
            if options.clone().any(|verdict| matches!(verdict, Some(Verdict::Win(_)))) {
                known[node as usize] = Some(Verdict::Win(moves));
            } else if options.all(|verdict| matches!(verdict, Some(Verdict::Loss(_)))) {
                known[node as usize] = Some(Verdict::Loss(moves));
            }
        }
    }
    for moves in 1..=arena.len() as u32 {
        let before = known.clone();
        for node in arena.nodes().filter(|&node| before[node as usize].is_none()) {
            let mut options = arena.options(node).iter().map(|&to| after(&before, node, to));
            if options.any(|verdict| matches!(verdict, Some(Verdict::Draw(Some(_))))) {
                known[node as usize] = Some(Verdict::Draw(Some(moves)));
            }
        }
    }
    known.into_iter().map(|verdict| verdict.unwrap_or(Verdict::Draw(None))).collect()
}
