//! Positions from which play may come back: their onsides and offsides, and whether two
//! are equal.

use crate::graph::{Graph, Node};
use crate::limits::{Limits, Stopped};
use crate::player::Player;
use crate::value::{Forms, LoopyGraph, Sided};

/// What the sum of these nodes is worth, under normal play; none if an option of a node
/// that can be reached is a sum of several nodes, which the positions as wholes are not.
///
/// Time: that of [`Sided::from_graph`] for each node of the sum.
///
/// # Errors
///
/// Where a limit is reached.
pub fn sides(
    graph: &Graph,
    start: &[Node],
    forms: &mut Forms<'_>,
) -> Result<Option<Sided>, Stopped> {
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

/// Whether two positions may stand for each other in every sum, under normal play, be
/// they worth stoppers or not; none if an option of a node is a sum of several nodes.
///
/// Time: some looks at all pairs of nodes. Memory: 20 bytes a pair.
///
/// # Errors
///
/// Where a limit is reached.
pub fn are_equal(
    [(first, a), (second, b)]: [(&Graph, Node); 2],
    limits: &Limits<'_>,
) -> Result<Option<bool>, Stopped> {
    let (Some((first, _)), Some((second, _))) = (as_loopy(first), as_loopy(second)) else {
        return Ok(None);
    };
    let (first, second) = (first.reached(a), second.reached(b));
    Ok(Some(first.at_least(&second, limits)? && second.at_least(&first, limits)?))
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
