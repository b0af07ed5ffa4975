//! The two searches in turns, until one of them has the answer to a question.

use super::Prover;
use super::worker::{ALL, Found};
use grundy_base::{Limits, Stopped};
use grundy_ruleset::Method;

/// A question about a node, and how far the search for the answer is.
pub(super) struct Question {
    pub(super) goal: i8,
    /// Number of moves that alpha-beta looks ahead in its next turn.
    left: u32,
    /// Number of nodes that each search visits in its next turn.
    nodes: u64,
}

/// Nodes that each of two searches visits in its first turn.
const TURN: u64 = 1 << 12;

impl<N: Clone + Send + Sync> Prover<N> {
    pub(super) fn question(&self, goal: i8) -> Question {
        Question { goal, left: if self.tree.ends() { ALL } else { 1 }, nodes: TURN }
    }

    /// Whether the value of a node is at least the goal; none when `most_visited` nodes are
    /// visited, and it is no longer worth while.
    pub(super) fn decide(
        &mut self,
        node: &N,
        question: &mut Question,
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        loop {
            let found = self.turn(node, question, most_visited, limits)?;
            if found.is_some() || self.visited() >= most_visited {
                return Ok(found);
            }
        }
    }

    /// The same, where each of the two searches has one turn. What they find is in one table.
    pub(super) fn turn(
        &mut self,
        node: &N,
        question: &mut Question,
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        let Question { goal, left, nodes } = question;
        let method = self.tree.method();
        let alone = self.tree.ends() && method != Method::InTurns;
        let nodes =
            if alone { u64::MAX } else { std::mem::replace(nodes, nodes.saturating_mul(2)) };
        if !alone {
            self.tree.prepare(self.visited(), limits)?;
        }
        let end = |visited: u64| most_visited.min(visited.saturating_add(nodes));
        if method != Method::ProofNumbers {
            let end = end(self.visited());
            while let Some(found) = self.reaches(node, *goal, *left, end, limits)? {
                if !found.bounded {
                    return Ok(Some(found));
                }
                *left += 1;
            }
        }
        if method != Method::AlphaBeta {
            return self.narrowly((node, *goal), end(self.visited()), limits);
        }
        Ok(None)
    }
}
