//! Grundy values by mex, the minimum excludant, over a graph without loops.

use grundy_base::Player;
use grundy_base::prefetch::prefetch;
use grundy_graph::{Arena, Graph, Node};
use grundy_values::{Mex, Nimber};

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
    let values = values(graph.len(), |node| graph.options(node, Player::Left))?;
    Some(values.into_iter().map(|value| Nimber(value.into())).collect())
}

/// The Grundy value of every node of an arena, whose positions stay whole; none
/// when it is partizan or play can go on for ever. Beside the arena it takes 4
/// bytes a node.
#[must_use]
pub fn arena_values(arena: &Arena) -> Option<Vec<u32>> {
    let options = |node| arena.options(node).iter().map(std::slice::from_ref);
    arena.impartial().then(|| values(arena.len(), options))?
}

/// No value: a node with it would need that many options.
const NEW: u32 = u32::MAX;
/// No value yet: its options are being valued.
const OPEN: u32 = u32::MAX - 1;

/// The mex of every node, whose options are sums of nodes; none where there are loops.
///
/// Most moves lead to nodes with greater numbers, so nodes are valued from the last to the first.
/// An option without a value is valued before its node.
fn values<'a, O: Iterator<Item = &'a [Node]>>(
    nodes: usize,
    options: impl Fn(Node) -> O,
) -> Option<Vec<u32>> {
    /// The values for a node are fetched into the cache this number of nodes before.
    const AHEAD: Node = 8;
    let mut values = vec![NEW; nodes];
    let mut mex = Mex::default();
    let mut stack: Vec<Node> = Vec::new();
    for root in (0..nodes as Node).rev() {
        if root >= AHEAD {
            options(root - AHEAD).flatten().for_each(|&term| prefetch(&values, term as usize));
        }
        stack.push(root);
        while let Some(&node) = stack.last() {
            let value = values[node as usize];
            if value < OPEN {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let worth = |sum: &[Node]| {
                let mut nim_sum = 0;
                for &term in sum {
                    let value = values[term as usize];
                    if value >= OPEN {
                        stack.push(term);
                    }
                    nim_sum ^= value;
                }
                u64::from(nim_sum)
            };
            let found = mex.of(options(node).map(worth));
            if stack.len() == waiting {
                values[node as usize] = found as u32;
                stack.pop();
            } else if stack[waiting..].iter().any(|&term| values[term as usize] == OPEN) {
                // Open nodes are on the way here: play comes back to one.
                return None;
            } else {
                values[node as usize] = OPEN;
            }
        }
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::arena_values;
    use grundy_base::Player;
    use grundy_graph::{Arena, ArenaBuilder, Node};

    fn arena(rows: &[&[Node]]) -> Arena {
        let mut build = ArenaBuilder::new(true);
        for row in rows {
            build.node(Player::Left, None, row.iter().copied()).unwrap();
        }
        build.finish()
    }

    #[test]
    fn moves_may_lead_to_nodes_on_either_side() {
        assert_eq!(arena_values(&arena(&[&[1, 2, 3], &[3], &[1, 3], &[]])), Some(vec![3, 1, 2, 0]));
        assert_eq!(arena_values(&arena(&[&[], &[0, 3], &[0], &[2, 0]])), Some(vec![0, 1, 1, 2]));
    }

    #[test]
    fn loops_have_no_values() {
        for rows in [&[&[0][..]][..], &[&[], &[2], &[0, 1]], &[&[2], &[0], &[3, 1], &[]]] {
            assert_eq!(arena_values(&arena(rows)), None, "{rows:?}");
        }
    }
}
