//! Outcomes from the bottom up: retrograde analysis with counters.
//!
//! The textbook finds W and L by sweeping over all positions until nothing
//! changes. Here each move is looked at once: a position that is decided tells
//! those that lead to it, and one whose last hope is gone has lost (Ströhlein
//! 1970; Thompson 1986). What is never decided is drawn.

use crate::graph::{Arena, Node};
use crate::limits::{Limits, Progress, Stopped};
use crate::outcome::{Convention, End, Verdict};
use crate::solve::Outcomes;

/// Decides every node of an arena, with remoteness.
///
/// Time: proportional to nodes and moves.
pub fn retrograde(
    arena: &Arena,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Outcomes, Stopped> {
    let n = arena.len();
    let mut outcomes = Outcomes::drawn(n);
    let bytes = arena.bytes() + 4 * (arena.edges() + 5 * n) as u64;
    limits.room(bytes, n)?;
    let reverse = Reverse::new(arena);
    let mut hopes: Vec<u32> = Vec::with_capacity(n);
    let mut level: Vec<Node> = Vec::new();
    let mut ties: Vec<Node> = Vec::new();
    for node in arena.nodes() {
        let degree = arena.options(node).len() as u32;
        hopes.push(degree);
        let verdict = match arena.end(node) {
            Some(End::Won(player)) if player == arena.mover(node) => Verdict::Win(0),
            Some(End::Won(_)) => Verdict::Loss(0),
            Some(End::Tie) => {
                ties.push(node);
                continue;
            }
            None if degree > 0 => continue,
            None if convention == Convention::Normal => Verdict::Loss(0),
            None => Verdict::Win(0),
        };
        outcomes.set(node, verdict);
        level.push(node);
    }

    let mut done = 0;
    let mut decided = vec![false; n];
    for &node in level.iter().chain(&ties) {
        decided[node as usize] = true;
    }
    let mut moves = 0;
    while !level.is_empty() {
        moves += 1;
        let mut next = Vec::new();
        for &node in &level {
            if done % Limits::STRIDE == 0 {
                limits.check(Progress { stage: "solving", positions: done, bytes })?;
            }
            done += 1;
            let mover_wins = matches!(outcomes.verdict(node), Verdict::Win(_));
            for &parent in reverse.parents(node) {
                if decided[parent as usize] {
                    continue;
                }
                let verdict = if mover_wins != arena.turn_passes(parent, node) {
                    Verdict::Win(moves)
                } else {
                    hopes[parent as usize] -= 1;
                    if hopes[parent as usize] > 0 {
                        continue;
                    }
                    Verdict::Loss(moves)
                };
                decided[parent as usize] = true;
                outcomes.set(parent, verdict);
                next.push(parent);
            }
        }
        level = next;
    }

    moves = 0;
    while !ties.is_empty() {
        for &node in &ties {
            outcomes.set(node, Verdict::Draw(Some(moves)));
        }
        moves += 1;
        let mut next = Vec::new();
        for &node in &ties {
            for &parent in reverse.parents(node) {
                if !decided[parent as usize] {
                    decided[parent as usize] = true;
                    next.push(parent);
                }
            }
        }
        ties = next;
    }
    Ok(outcomes)
}

/// The moves of an arena, by where they lead.
struct Reverse {
    offsets: Vec<u32>,
    parents: Vec<Node>,
}

impl Reverse {
    fn new(arena: &Arena) -> Self {
        let mut offsets = vec![0u32; arena.len() + 2];
        for &option in arena.all_options() {
            offsets[option as usize + 2] += 1;
        }
        for i in 2..offsets.len() {
            offsets[i] += offsets[i - 1];
        }
        let mut parents = vec![0; arena.edges()];
        for node in arena.nodes() {
            for &option in arena.options(node) {
                let at = &mut offsets[option as usize + 1];
                parents[*at as usize] = node;
                *at += 1;
            }
        }
        Reverse { offsets, parents }
    }

    fn parents(&self, node: Node) -> &[Node] {
        &self.parents
            [self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize]
    }
}
