//! Layers: how far down each node stands.

use super::Size;

/// The widest row of nodes, in pixels, before a layer breaks into several.
const WIDEST_ROW: f64 = 1500.0;
/// The same for large graphs, to be multiplied by the root of their size, so
/// that pictures grow in both directions.
const WIDEST_OF_LARGE: f64 = 110.0;

/// Longest distance from a node that nothing leads to, so that every edge goes
/// down; none when the graph has a cycle. `edges` lists the ends of each node's
/// edges.
#[must_use]
pub fn longest_path(edges: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut waiting = vec![0usize; edges.len()];
    for &to in edges.iter().flatten() {
        waiting[to] += 1;
    }
    let mut ready: Vec<usize> = (0..edges.len()).filter(|&node| waiting[node] == 0).collect();
    let mut layers = vec![0; edges.len()];
    let mut done = 0;
    while let Some(node) = ready.pop() {
        done += 1;
        for &to in &edges[node] {
            layers[to] = layers[to].max(layers[node] + 1);
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.push(to);
            }
        }
    }
    (done == edges.len()).then_some(layers)
}

/// Fewest edges from any of the `starts`; nodes that these do not lead to start afresh in layer 0,
/// in order.
#[must_use]
pub fn breadth_first(edges: &[Vec<usize>], starts: &[usize]) -> Vec<usize> {
    let mut layers: Vec<Option<usize>> = vec![None; edges.len()];
    let mut queue = std::collections::VecDeque::new();
    for &start in starts {
        layers[start] = Some(0);
        queue.push_back(start);
    }
    let mut rest = 0..edges.len();
    loop {
        while let Some(node) = queue.pop_front() {
            let below = layers[node].map_or(0, |layer| layer + 1);
            for &to in &edges[node] {
                if layers[to].is_none() {
                    layers[to] = Some(below);
                    queue.push_back(to);
                }
            }
        }
        let Some(new) = rest.find(|&node| layers[node].is_none()) else { break };
        layers[new] = Some(0);
        queue.push_back(new);
    }
    layers.into_iter().map(|layer| layer.unwrap_or(0)).collect()
}

/// Layers in the order of their keys, without gaps.
#[must_use]
pub fn ranked<K: Ord>(keys: &[K]) -> Vec<usize> {
    let mut sorted: Vec<&K> = keys.iter().collect();
    sorted.sort();
    sorted.dedup();
    keys.iter().map(|key| sorted.partition_point(|other| *other < key)).collect()
}

/// The row of each node and the number of rows: a layer that is too wide for one row is distributed
/// over several, as bricks are laid.
pub(super) fn rows(sizes: &[Size], layers: &[usize]) -> (Vec<usize>, usize) {
    let count = layers.iter().max().map_or(0, |&most| most + 1);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (node, &layer) in layers.iter().enumerate() {
        members[layer].push(node);
    }
    let mut row = vec![0; layers.len()];
    let widest = WIDEST_ROW.max(WIDEST_OF_LARGE * (layers.len() as f64).sqrt());
    let mut next = 0;
    for nodes in members {
        let width: f64 = nodes.iter().map(|&node| sizes[node].room() + super::place::GAP).sum();
        let rows = ((width / widest).ceil() as usize).max(1);
        for (i, node) in nodes.into_iter().enumerate() {
            row[node] = next + i % rows;
        }
        next += rows;
    }
    (row, next)
}

impl Size {
    /// Width with the room at its sides.
    #[must_use]
    pub fn room(&self) -> f64 {
        self.before + self.width + self.after
    }
}
