//! Grundy values of a component graph, by mex.

use crate::graph::Graph;
use crate::player::Player;
use crate::value::{Mex, Nimber};

/// The Grundy value of every node of an impartial graph without loops; none
/// when the graph is partizan or play can go on for ever.
///
/// The value of a position is the least one that no option has, and the value
/// of a sum is the nim-sum (Sprague 1935, Grundy 1939). Time: proportional to
/// the terms of all options.
#[must_use]
pub fn grundy_values(graph: &Graph) -> Option<Vec<Nimber>> {
    if !graph.impartial() {
        return None;
    }
    let mut values = vec![Nimber::ZERO; graph.len()];
    let mut mex = Mex::default();
    for node in graph.topological_order()? {
        let options = graph.options(node, Player::Left);
        let worth = |sum: &[u32]| sum.iter().map(|&term| values[term as usize]).sum::<Nimber>().0;
        values[node as usize] = Nimber(mex.of(options.map(worth)));
    }
    Some(values)
}
