//! The onside and the offside of a position from which play may come back.

use crate::graph::{Graph, Node};
use crate::player::Player;
use crate::value::{Forms, LoopyGraph, NoSides, Sided};

/// What the sum of these nodes is worth, under normal play; none if an option of a node
/// that can be reached is a sum of several nodes, which the positions as wholes are not.
///
/// Time: that of [`Sided::from_graph`] for each node of the sum.
///
/// # Errors
///
/// As [`Sided::from_graph`] and [`Sided::sum`].
pub fn sides(
    graph: &Graph,
    start: &[Node],
    forms: &mut Forms<'_>,
) -> Result<Option<Sided>, NoSides> {
    let Some((loopy, end)) = as_loopy(graph) else { return Ok(None) };
    let mut sum: Option<Sided> = None;
    let over = [end];
    for &node in if start.is_empty() { &over } else { start } {
        let term = Sided::from_graph(&loopy.reached(node), forms)?;
        sum = Some(match sum {
            None => term,
            Some(sum) => sum.sum(&term, forms)?,
        });
    }
    Ok(sum)
}

/// The same graph by single positions, and the number of the one that is over.
fn as_loopy(graph: &Graph) -> Option<(LoopyGraph, Node)> {
    let mut loopy = LoopyGraph::default();
    for _ in graph.nodes() {
        loopy.add();
    }
    let end = loopy.add();
    for node in graph.nodes() {
        for player in Player::BOTH {
            for sum in graph.options(node, player) {
                match sum {
                    [] => loopy.add_option(node, player, end),
                    [option] => loopy.add_option(node, player, *option),
                    _ => return None,
                }
            }
        }
    }
    Some((loopy, end))
}
