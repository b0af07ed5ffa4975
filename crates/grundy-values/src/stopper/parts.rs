//! Strongly connected components of a directed graph.

/// Strongly connected parts, each behind the parts that it leads to.
#[derive(Default)]
pub(super) struct Parts {
    nodes: Vec<u32>,
    /// Where each part ends among the nodes.
    ends: Vec<usize>,
}

impl Parts {
    /// The parts that can be reached from some nodes (Tarjan, Depth-first search and linear graph
    /// algorithms, SIAM Journal on Computing 1, 1972). `next` gives a node's option by its number,
    /// from 0 on.
    ///
    /// Time: proportional to nodes and options. Memory: 12 to 28 bytes a node.
    pub(super) fn new(
        nodes: usize,
        roots: impl IntoIterator<Item = u32>,
        next: impl Fn(u32, usize) -> Option<u32>,
    ) -> Parts {
        /// The mark of a node whose part is complete.
        const DONE: u32 = u32::MAX;
        let mut parts = Parts::default();
        // When a node was first seen, from 1 on, and the first node known to be in the same part.
        let mut lowest = vec![0u32; nodes];
        let mut seen = 0;
        let mut waiting: Vec<u32> = Vec::new();
        let mut path: Vec<(u32, u32, usize)> = Vec::new();
        for root in roots {
            let mut entered = (lowest[root as usize] == 0).then_some(root);
            loop {
                if let Some(node) = entered.take() {
                    seen += 1;
                    lowest[node as usize] = seen;
                    waiting.push(node);
                    path.push((node, seen, 0));
                }
                let Some((node, time, option)) = path.last_mut() else { break };
                let (node, time) = (*node, *time);
                if let Some(to) = next(node, *option) {
                    *option += 1;
                    match lowest[to as usize] {
                        0 => entered = Some(to),
                        DONE => {}
                        low => lowest[node as usize] = lowest[node as usize].min(low),
                    }
                    continue;
                }
                path.pop();
                let low = lowest[node as usize];
                if let Some((before, ..)) = path.last() {
                    // DONE, for complete parts, is greater than all.
                    let low = if low == time { DONE } else { low };
                    lowest[*before as usize] = lowest[*before as usize].min(low);
                }
                if low == time {
                    while let Some(member) = waiting.pop() {
                        lowest[member as usize] = DONE;
                        parts.nodes.push(member);
                        if member == node {
                            break;
                        }
                    }
                    parts.ends.push(parts.nodes.len());
                }
            }
        }
        parts
    }

    /// The nodes of each part.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.nodes[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use crate::stopper::testing::Random;

    /// Parts from the definition: nodes that lead to each other.
    #[test]
    fn parts_are_what_leads_to_each_other() {
        let mut random = Random::new(1);
        for _ in 0..300 {
            let nodes = 1 + random.below(9);
            let mut options: Vec<Vec<u32>> = vec![Vec::new(); nodes];
            for options in &mut options {
                options.extend((0..random.below(4)).map(|_| random.below(nodes) as u32));
            }
            let mut leads = vec![vec![false; nodes]; nodes];
            for (node, options) in options.iter().enumerate() {
                leads[node][node] = true;
                options.iter().for_each(|&to| leads[node][to as usize] = true);
            }
            for via in 0..nodes {
                for from in 0..nodes {
                    for to in 0..nodes {
                        leads[from][to] |= leads[from][via] && leads[via][to];
                    }
                }
            }
            let option = |node: u32, place: usize| options[node as usize].get(place).copied();
            let parts = Parts::new(nodes, 0..nodes as u32, option);
            let mut place = vec![usize::MAX; nodes];
            for (number, part) in parts.iter().enumerate() {
                part.iter().for_each(|&node| place[node as usize] = number);
            }
            for a in 0..nodes {
                for b in 0..nodes {
                    assert_eq!(place[a] == place[b], leads[a][b] && leads[b][a], "{options:?}");
                    assert!(!leads[a][b] || place[b] <= place[a], "{options:?}");
                }
            }
        }
    }
}
