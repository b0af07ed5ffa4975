//! The textbook method, for comparison: reversed moves, a count of open options for each position,
//! and a queue of decided positions.

use grundy::graph::Arena;
use grundy::{End, Verdict};

/// The winner from each node of an arena without ties under normal play, and the number of moves;
/// none for draws.
pub(super) fn verdicts(arena: &Arena) -> Vec<Option<Verdict>> {
    let mut starts = vec![0u32; arena.len() + 1];
    for &option in arena.all_options() {
        starts[option as usize + 1] += 1;
    }
    for i in 0..arena.len() {
        starts[i + 1] += starts[i];
    }
    let mut filled = starts.clone();
    let mut before = vec![0u32; arena.edges()];
    for node in arena.nodes() {
        for &option in arena.options(node) {
            before[filled[option as usize] as usize] = node;
            filled[option as usize] += 1;
        }
    }
    let mut open: Vec<u32> = arena.nodes().map(|node| arena.options(node).len() as u32).collect();
    let mut verdicts: Vec<Option<Verdict>> = arena
        .nodes()
        .map(|node| match arena.end(node) {
            Some(End::Won(player)) if player == arena.mover(node) => Some(Verdict::Win(0)),
            Some(_) => Some(Verdict::Loss(0)),
            None => (open[node as usize] == 0).then_some(Verdict::Loss(0)),
        })
        .collect();
    let decided = |&node: &u32| verdicts[node as usize].is_some();
    let mut queue: Vec<u32> = arena.nodes().filter(decided).collect();
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        let (wins, moves) = match verdicts[node as usize] {
            Some(Verdict::Win(moves)) => (true, moves),
            Some(Verdict::Loss(moves)) => (false, moves),
            _ => continue,
        };
        let row = starts[node as usize] as usize..starts[node as usize + 1] as usize;
        for &asker in &before[row] {
            if verdicts[asker as usize].is_some() {
                continue;
            }
            open[asker as usize] -= 1;
            let verdict = if wins != arena.turn_passes(asker, node) {
                Verdict::Win(moves + 1)
            } else if open[asker as usize] == 0 {
                Verdict::Loss(moves + 1)
            } else {
                continue;
            };
            verdicts[asker as usize] = Some(verdict);
            queue.push(asker);
        }
    }
    verdicts
}
