//! The best moves from a position, and the strategies s_A and s_B.

use hashbrown::{HashMap, HashSet};

use super::{Best, Side, Solved};
use crate::game::{Move, StartMove};
use crate::graph::Node;
use grundy_base::{Player, Verdict};

/// What a player who starts brings about, from the verdicts of all positions.
pub(super) fn side(solved: &Solved, starter: Player) -> Option<Side> {
    let Solved { play, outcomes } = solved;
    let start = play.starts[starter]?;
    let verdict = outcomes.verdict(start.node);
    let best = match &play.moves {
        None => best_moves(solved, start.node)
            .into_iter()
            .map(|(option, verdict)| Best {
                name: play.move_name(start.node, option, start.mirrored),
                position: play.position(option, start.mirrored),
                to: play.text(option, start.mirrored),
                fate: verdict.fate(),
                remoteness: verdict.remoteness(),
            })
            .collect(),
        Some(moves) => {
            let judged: HashMap<Node, Verdict> =
                best_moves(solved, start.node).into_iter().collect();
            let mut seen = HashSet::new();
            let mut best: Vec<(Verdict, Best)> = moves[starter]
                .iter()
                .filter_map(|StartMove { node, name, game }| {
                    let verdict = *judged.get(node)?;
                    let (fate, remoteness) = (verdict.fate(), verdict.remoteness());
                    let (position, to) = (game.position(), game.text());
                    let best = Best { name: name.clone(), position, to, fate, remoteness };
                    seen.insert(best.to.clone()).then_some((verdict, best))
                })
                .collect();
            best.sort_by_key(|(verdict, _)| verdict.rank());
            best.into_iter().map(|(_, best)| best).collect()
        }
    };
    let remoteness = verdict.remoteness();
    Some(Side { remoteness, best, complete: true, ..Side::of(verdict.fate()) })
}

/// The same from the player's moves and the result of each.
pub(super) fn side_from_moves(verdict: Verdict, moves: Vec<(Move, Verdict)>) -> Side {
    let mut best = moves;
    best.retain(|(_, there)| there.fate() == verdict.fate());
    best.sort_by_key(|(_, there)| there.rank());
    let best = best.into_iter().map(|(option, there)| Best {
        name: option.name,
        position: option.to.position(),
        to: option.to.text(),
        fate: there.fate(),
        remoteness: there.remoteness(),
    });
    let (fate, remoteness) = (verdict.fate(), verdict.remoteness());
    Side { remoteness, best: best.collect(), complete: true, ..Side::of(fate) }
}

/// All moves from a node with the result of each for the player who makes it, in the order of the
/// rules, repeats left out.
#[must_use]
pub fn judged_moves(solved: &Solved, node: Node) -> Vec<(Node, Verdict)> {
    let Solved { play, outcomes } = solved;
    let mut seen = HashSet::new();
    play.arena
        .options(node)
        .iter()
        .filter(|option| seen.insert(**option))
        .map(|&option| {
            let there = outcomes.verdict(option);
            let passes = play.arena.turn_passes(node, option);
            (option, if passes { there.reversed() } else { there })
        })
        .collect()
}

/// The same, the best first.
#[must_use]
pub fn ranked_moves(solved: &Solved, node: Node) -> Vec<(Node, Verdict)> {
    let mut moves = judged_moves(solved, node);
    moves.sort_by_key(|(_, verdict)| verdict.rank());
    moves
}

/// The moves from a node that keep its result, the best first.
#[must_use]
pub fn best_moves(solved: &Solved, node: Node) -> Vec<(Node, Verdict)> {
    let fate = solved.outcomes.verdict(node).fate();
    let mut moves = ranked_moves(solved, node);
    moves.retain(|(_, verdict)| verdict.fate() == fate);
    moves
}

/// What to do at one node: a line of the strategies s_A and s_B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The node.
    pub node: Node,
    /// What the player to move brings about.
    pub verdict: Verdict,
    /// The moves that keep it so, the best first.
    pub best: Vec<Node>,
}

/// The complete strategies of both players: what to do at every node.
pub fn strategy(solved: &Solved) -> impl Iterator<Item = Entry> {
    solved.play.arena.nodes().map(|node| Entry {
        node,
        verdict: solved.outcomes.verdict(node),
        best: best_moves(solved, node).into_iter().map(|(option, _)| option).collect(),
    })
}
