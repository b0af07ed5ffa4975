//! Smith–Fraenkel values of an impartial graph in which play may go on for ever.

use crate::graph::{Graph, Node};
use crate::limits::{Limits, Progress, Stopped};
use crate::player::Player;
use crate::value::{LoopyNimber, Nimber};

/// The value of every node of an impartial graph; none when the graph is
/// partizan or an option is a sum of other than one node.
///
/// A node is worth *m when m is the mex of the finite values among its options
/// and every other option has an option worth *m, which takes the move back
/// (Smith 1966; Fraenkel and Perl 1975). The values *0, *1, … are given out
/// one after the other; each round is a retrograde analysis among the nodes
/// that have options of all smaller values. What is left is ∞(K).
///
/// Time: moves times one more than the greatest nimber.
pub fn loopy_values(
    graph: &Graph,
    limits: &Limits<'_>,
) -> Result<Option<Vec<LoopyNimber>>, Stopped> {
    let plain = |node| graph.options(node, Player::Left).all(|sum| sum.len() == 1);
    if !graph.impartial() || !graph.nodes().all(plain) {
        return Ok(None);
    }
    let n = graph.len();
    let options = |node: Node| graph.options(node, Player::Left).map(|sum| sum[0]);
    let mut parents: Vec<Vec<Node>> = vec![Vec::new(); n];
    for node in graph.nodes() {
        for option in options(node) {
            parents[option as usize].push(node);
        }
    }

    let mut label: Vec<Option<u64>> = vec![None; n];
    for round in 0.. {
        limits.check(Progress { stage: "labelling", positions: n, bytes: graph.bytes() })?;
        // Only a node that has options of all smaller values can get this one.
        let candidate: Vec<bool> = graph
            .nodes()
            .map(|node| {
                let mut smaller: Vec<u64> =
                    options(node).filter_map(|option| label[option as usize]).collect();
                smaller.sort_unstable();
                smaller.dedup();
                label[node as usize].is_none() && smaller.len() as u64 == round
            })
            .collect();
        if !candidate.contains(&true) {
            break;
        }
        // Options that are neither labelled nor known to revert.
        let mut pending: Vec<usize> = graph
            .nodes()
            .map(|node| options(node).filter(|&option| label[option as usize].is_none()).count())
            .collect();
        // Nodes with an option worth this round's value.
        let mut reverts = vec![false; n];
        let mut ready: Vec<Node> = graph
            .nodes()
            .filter(|&node| candidate[node as usize] && pending[node as usize] == 0)
            .collect();
        while let Some(node) = ready.pop() {
            label[node as usize] = Some(round);
            for &parent in &parents[node as usize] {
                if label[parent as usize].is_some() || reverts[parent as usize] {
                    continue;
                }
                reverts[parent as usize] = true;
                for &above in &parents[parent as usize] {
                    pending[above as usize] -= 1;
                    let free = label[above as usize].is_none() && !reverts[above as usize];
                    if pending[above as usize] == 0 && candidate[above as usize] && free {
                        ready.push(above);
                    }
                }
            }
        }
    }

    let value = |node: Node| match label[node as usize] {
        Some(nimber) => LoopyNimber::Finite(Nimber(nimber)),
        None => LoopyNimber::Infinite(
            options(node).filter_map(|option| label[option as usize]).map(Nimber).collect(),
        ),
    };
    Ok(Some(graph.nodes().map(value).collect()))
}
