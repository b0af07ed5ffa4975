//! Maximum matchings of graphs of at most 64 vertices (Edmonds 1965).

use std::collections::VecDeque;

use grundy_ruleset::board::graph::members;

/// The number of edges of a maximum matching of the subgraph on `set`; `neighbours` gives the
/// neighbours of each vertex.
pub(super) fn maximum(neighbours: &[u64], set: u64) -> u32 {
    let mut search = Search {
        neighbours,
        set,
        mate: vec![None; neighbours.len()],
        parent: vec![None; neighbours.len()],
        base: Vec::new(),
    };
    members(set).filter(|&root| search.augments(root.into())).count() as u32
}

struct Search<'a> {
    neighbours: &'a [u64],
    set: u64,
    mate: Vec<Option<usize>>,
    /// The vertex from which a vertex at an odd level, or in a blossom, was reached.
    parent: Vec<Option<usize>>,
    /// The base of the blossom that a vertex belongs to.
    base: Vec<usize>,
}

impl Search<'_> {
    /// Looks for an augmenting path from a vertex. If there is one, augments the matching along it.
    fn augments(&mut self, root: usize) -> bool {
        if self.mate[root].is_some() {
            return false;
        }
        self.parent.fill(None);
        self.base = (0..self.neighbours.len()).collect();
        let (mut even, mut queue) = (1u64 << root, VecDeque::from([root]));
        while let Some(from) = queue.pop_front() {
            for to in members(self.neighbours[from] & self.set).map(usize::from) {
                if self.base[from] == self.base[to] || self.mate[from] == Some(to) {
                    continue;
                }
                let outer = to == root || self.mate[to].is_some_and(|m| self.parent[m].is_some());
                if outer {
                    self.contract([from, to], &mut even, &mut queue);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    match self.mate[to] {
                        None => {
                            self.take(to);
                            return true;
                        }
                        Some(mate) => {
                            even |= 1 << mate;
                            queue.push_back(mate);
                        }
                    }
                }
            }
        }
        false
    }

    /// Exchanges the matched and the unmatched edges along the path that ends at `end`.
    fn take(&mut self, end: usize) {
        let mut at = Some(end);
        while let Some(vertex) = at {
            let before = self.parent[vertex];
            let next = before.and_then(|before| self.mate[before]);
            self.mate[vertex] = before;
            if let Some(before) = before {
                self.mate[before] = Some(vertex);
            }
            at = next;
        }
    }

    /// Makes an odd cycle one vertex, so that all its vertices become even.
    fn contract(&mut self, ends: [usize; 2], even: &mut u64, queue: &mut VecDeque<usize>) {
        let base = self.common_base(ends);
        let mut blossom = 0u64;
        let [from, to] = ends;
        for (mut vertex, mut child) in [(from, to), (to, from)] {
            while self.base[vertex] != base {
                let Some(mate) = self.mate[vertex] else { break };
                blossom |= 1 << self.base[vertex] | 1 << self.base[mate];
                self.parent[vertex] = Some(child);
                child = mate;
                let Some(next) = self.parent[mate] else { break };
                vertex = next;
            }
        }
        for vertex in 0..self.base.len() {
            if blossom >> self.base[vertex] & 1 == 1 {
                self.base[vertex] = base;
                if *even >> vertex & 1 == 0 {
                    *even |= 1 << vertex;
                    queue.push_back(vertex);
                }
            }
        }
    }

    /// The last base that lies on both paths to the root.
    fn common_base(&self, [from, to]: [usize; 2]) -> usize {
        let up = |vertex: usize| self.mate[vertex].and_then(|mate| self.parent[mate]);
        let (mut seen, mut at) = (0u64, Some(from));
        while let Some(vertex) = at.map(|vertex| self.base[vertex]) {
            seen |= 1 << vertex;
            at = up(vertex);
        }
        let mut vertex = self.base[to];
        while seen >> vertex & 1 == 0 {
            match up(vertex) {
                Some(next) => vertex = self.base[next],
                None => break,
            }
        }
        vertex
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of edges by the definition: the least vertex is unmatched, or matched along one
    /// of its edges.
    fn by_definition(neighbours: &[u64], set: u64) -> u32 {
        let Some(least) = members(set).next() else { return 0 };
        let rest = set & !(1 << least);
        let with = members(neighbours[usize::from(least)] & rest)
            .map(|other| 1 + by_definition(neighbours, rest & !(1 << other)));
        with.chain([by_definition(neighbours, rest)]).max().unwrap_or(0)
    }

    fn compare(vertices: usize, graph: u64) {
        let mut neighbours = vec![0u64; vertices];
        let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (bit, (a, b)) in pairs.enumerate() {
            if graph >> bit & 1 == 1 {
                neighbours[a] |= 1 << b;
                neighbours[b] |= 1 << a;
            }
        }
        let set = u64::MAX >> (64 - vertices);
        assert_eq!(maximum(&neighbours, set), by_definition(&neighbours, set), "{neighbours:?}");
    }

    #[test]
    fn matchings_are_those_of_the_definition_in_all_small_graphs_and_in_larger_ones() {
        for vertices in 1..=5 {
            (0..1 << (vertices * (vertices - 1) / 2)).for_each(|graph| compare(vertices, graph));
        }
        // Sparse graphs of 11 vertices have blossoms that lie within others.
        let mut random = grundy_base::Random::new(1);
        for _ in 0..3000 {
            compare(11, random.word() & random.word());
        }
    }
}
