//! Onsides and offsides of positions from which play may come back, and whether two
//! positions are equal.

use grundy_base::{Limits, Player, Progress, Stopped};
use grundy_graph::{Graph, Node};
use grundy_values::{Forms, LoopyGraph, Sided};

/// What the sum of these nodes is worth, under normal play; none if a node that can be reached has
/// an option that is a sum of several nodes: graphs of whole positions have none.
///
/// Time: that of [`Sided::from_graph`] for each node of the sum.
///
/// # Errors
///
/// If a limit is reached.
pub fn sides(
    graph: &Graph,
    start: &[Node],
    forms: &mut Forms<'_>,
) -> Result<Option<Sided>, Stopped> {
    let over = [graph.len() as Node];
    let mut sum: Option<Sided> = None;
    for &node in if start.is_empty() { &over } else { start } {
        let Some(loopy) = as_loopy(graph, node, forms.limits())? else { return Ok(None) };
        let term = Sided::from_graph(&loopy, forms)?;
        sum = Some(match sum {
            None => term,
            Some(sum) => sum.sum(&term, forms)?,
        });
    }
    Ok(sum)
}

/// Whether two positions may stand for each other in every sum, under normal play, whether or not
/// their values are stoppers; none if an option of a node is a sum of several nodes.
///
/// Time: some looks at all pairs of nodes. Memory: 20 bytes a pair.
///
/// # Errors
///
/// If a limit is reached.
pub fn are_equal(
    [(first, a), (second, b)]: [(&Graph, Node); 2],
    limits: &Limits<'_>,
) -> Result<Option<bool>, Stopped> {
    let (Some(first), Some(second)) = (as_loopy(first, a, limits)?, as_loopy(second, b, limits)?)
    else {
        return Ok(None);
    };
    let (first, second) = (first.reached(0), second.reached(0));
    Ok(Some(first.at_least(&second, limits)? && second.at_least(&first, limits)?))
}

/// The graph with single positions as options, `root` and 0 exchanged, and the end of play as its
/// last position; none if an option is a sum of several nodes.
fn as_loopy(graph: &Graph, root: Node, limits: &Limits<'_>) -> Result<Option<LoopyGraph>, Stopped> {
    let mut loopy = LoopyGraph::default();
    for _ in graph.nodes() {
        loopy.add();
    }
    let end = loopy.add();
    let place = |node| match node {
        0 => root,
        _ if node == root => 0,
        _ => node,
    };
    for node in graph.nodes() {
        let positions = node as usize;
        if positions.is_multiple_of(Limits::STRIDE) {
            let bytes = graph.bytes() + 160 * graph.len() as u64;
            limits.room(bytes, positions)?;
            limits.check(Progress { stage: "copying", positions, bytes })?;
        }
        for player in Player::BOTH {
            for sum in graph.options(node, player) {
                let option = match sum {
                    [] => end,
                    &[option] => option,
                    _ => return Ok(None),
                };
                loopy.add_option(place(node), player, place(option));
            }
        }
    }
    Ok(Some(loopy))
}
