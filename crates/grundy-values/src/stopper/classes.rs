//! Partition refinement: which positions have the same moves, and graphs with one position for each
//! class of these.

use std::mem;

use super::graph::{LoopyGraph, sorted};
use grundy_base::{ByPlayer, Limits, Player, Progress, Stopped};

impl LoopyGraph {
    /// A class for each position: positions of one class have options in the same classes, and are
    /// the same game. Classes are numbered by structure alone, so that equal games have the same
    /// numbers in all graphs that hold the same classes.
    ///
    /// Positions to which play cannot come back get their classes one height after the other. For
    /// the rest, a partition is refined.
    fn classes(&self, limits: &Limits<'_>) -> Result<(Vec<u32>, usize), Stopped> {
        let mut class = vec![u32::MAX; self.len()];
        let mut count = 0usize;
        let mut heights: Vec<Vec<u32>> = Vec::new();
        let mut height = vec![0usize; self.len()];
        for node in self.loopless() {
            let options = Player::BOTH.into_iter().flat_map(|player| self.options(node, player));
            let own = options.map(|&option| height[option as usize] + 1).max().unwrap_or(0);
            height[node as usize] = own;
            if heights.len() <= own {
                heights.resize(own + 1, Vec::new());
            }
            heights[own].push(node);
        }
        let mut looked_at = 0;
        for nodes in heights {
            let step = looked_at / Limits::STRIDE;
            let options = |&node: &u32| Player::BOTH.map(|p| self.options(node, p).len());
            looked_at += nodes.iter().flat_map(options).sum::<usize>() + nodes.len();
            if looked_at / Limits::STRIDE > step {
                self.check(count, limits)?;
            }
            let keys = self.keys(&nodes, &class);
            for group in keys.chunk_by(|a, b| a.sides == b.sides) {
                group.iter().for_each(|key| class[key.node as usize] = count as u32);
                count += 1;
            }
        }
        let count = self.classes_of_rest(&mut class, count, limits)?;
        Ok((class, count))
    }

    /// Gives classes, from `first` on, to the nodes that have none (`u32::MAX`), and keeps the
    /// others; returns the number of classes.
    pub(super) fn classes_of_rest(
        &self,
        class: &mut [u32],
        first: usize,
        limits: &Limits<'_>,
    ) -> Result<usize, Stopped> {
        let count = self.refine(class, first, limits)?;
        // The numbers depend on how many positions a class has. Where each has one, they
        // depend on the structure alone.
        let mut fewest = LoopyGraph { nodes: vec![ByPlayer::default(); count] };
        for node in self.nodes().filter(|&node| class[node as usize] as usize >= first) {
            for player in Player::BOTH {
                let options = self.options(node, player).iter();
                fewest.nodes[class[node as usize] as usize][player] =
                    sorted(options.map(|&option| class[option as usize]).collect());
            }
        }
        let known = |number: usize| if number < first { number as u32 } else { u32::MAX };
        let mut numbers: Vec<u32> = (0..count).map(known).collect();
        fewest.refine(&mut numbers, first, limits)?;
        class.iter_mut().for_each(|class| *class = numbers[*class as usize]);
        Ok(count)
    }

    /// The coarsest partition of the nodes without a class in which all nodes of a class have
    /// options in the same classes.
    ///
    /// A class is split by the classes of the options, and the nodes that lead to a new class are
    /// looked at again. The largest part keeps the class, so that this happens to a node at most as
    /// often as the logarithm of their number (after Hopcroft, An n log n algorithm for minimizing
    /// states in a finite automaton, 1971). Nothing here depends on the numbers of positions.
    fn refine(
        &self,
        class: &mut [u32],
        first: usize,
        limits: &Limits<'_>,
    ) -> Result<usize, Stopped> {
        let is_open = |node: &u32| class[*node as usize] == u32::MAX;
        let mut open: Vec<u32> = self.nodes().filter(is_open).collect();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.len()];
        for &node in &open {
            let options = Player::BOTH.into_iter().flat_map(|player| self.options(node, player));
            for option in options.filter(|option| is_open(option)) {
                before[*option as usize].push(node);
            }
        }
        let mut partition = Partition::new(&open, class, first);
        let (mut seen, mut looked_at) = (vec![false; self.len()], 0);
        while !open.is_empty() {
            let step = looked_at / Limits::STRIDE;
            looked_at += open.len();
            if looked_at / Limits::STRIDE > step {
                self.check(first + partition.ends.len(), limits)?;
            }
            let keys = self.keys(&open, class);
            open.clear();
            for keys in keys.chunk_by(|a, b| a.class == b.class) {
                for node in partition.split(keys, class) {
                    for &from in &before[node as usize] {
                        if !mem::replace(&mut seen[from as usize], true) {
                            open.push(from);
                        }
                    }
                }
            }
            open.iter().for_each(|&node| seen[node as usize] = false);
        }
        Ok(first + partition.ends.len())
    }

    fn check(&self, classes: usize, limits: &Limits<'_>) -> Result<(), Stopped> {
        let bytes = 160 * self.len() as u64;
        limits.check(Progress { stage: "comparing positions", positions: classes, bytes })
    }

    /// These positions in order, by their classes and the classes of their options.
    fn keys(&self, nodes: &[u32], class: &[u32]) -> Vec<Key> {
        let of = |node: u32, player| {
            let options = self.options(node, player).iter();
            sorted(options.map(|&option| class[option as usize]).collect())
        };
        let key = |&node: &u32| {
            let sides = Player::BOTH.map(|player| of(node, player));
            Key { class: class[node as usize], sides, node }
        };
        let mut keys: Vec<Key> = nodes.iter().map(key).collect();
        keys.sort_unstable();
        keys
    }

    /// The same game, as position 0 of the smallest graph with the same moves, numbered by
    /// structure alone: two graphs become the same if the game trees of their positions 0 are
    /// equal. Repeated options are left out.
    pub(super) fn smallest(&self, limits: &Limits<'_>) -> Result<LoopyGraph, Stopped> {
        if self.is_empty() {
            return Ok(LoopyGraph::default());
        }
        Ok(self.smallest_of(vec![0], limits)?.0)
    }

    /// The same games, as positions of the smallest graph with the same moves, numbered by
    /// structure alone; and where they are now.
    pub(super) fn smallest_of(
        &self,
        mut roots: Vec<u32>,
        limits: &Limits<'_>,
    ) -> Result<(LoopyGraph, Vec<u32>), Stopped> {
        let (class, count) = self.classes(limits)?;
        let mut merged = LoopyGraph { nodes: vec![ByPlayer::default(); count] };
        for node in self.nodes() {
            for player in Player::BOTH {
                let options = self.options(node, player).iter();
                merged.nodes[class[node as usize] as usize][player] =
                    sorted(options.map(|&option| class[option as usize]).collect());
            }
        }
        roots.iter_mut().for_each(|root| *root = class[*root as usize]);
        let (reached, roots) = merged.reached_from(&roots);
        // Classes that are not reached must have no influence on the numbers.
        match reached.len() == count {
            true => Ok((reached, roots)),
            false => reached.smallest_of(roots, limits),
        }
    }
}
/// A position, its class, and the classes of its options.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    class: u32,
    sides: [Vec<u32>; 2],
    node: u32,
}

/// Positions by class.
struct Partition {
    /// The number of the first class.
    first: usize,
    members: Vec<u32>,
    /// Where a position stands among them.
    place: Vec<u32>,
    /// Where the members of each class start and end.
    ends: Vec<[usize; 2]>,
}

impl Partition {
    /// All of these in one class.
    fn new(nodes: &[u32], class: &mut [u32], first: usize) -> Self {
        let mut place = vec![0; class.len()];
        for (i, &node) in (0..).zip(nodes) {
            place[node as usize] = i;
            class[node as usize] = first as u32;
        }
        let ends = if nodes.is_empty() { Vec::new() } else { vec![[0, nodes.len()]] };
        Partition { first, members: nodes.to_vec(), place, ends }
    }

    /// Splits a class by the keys of some of its members; the other members have no such keys.
    /// Returns the positions with a new class.
    fn split(&mut self, keys: &[Key], class: &mut [u32]) -> Vec<u32> {
        let own = keys[0].class as usize - self.first;
        let [start, end] = self.ends[own];
        let mut parts: Vec<Vec<u32>> = keys
            .chunk_by(|a, b| a.sides == b.sides)
            .map(|part| part.iter().map(|key| key.node).collect())
            .collect();
        let largest = parts.iter().map(Vec::len).max().unwrap_or(0);
        let others = end - start - keys.len();
        if others < largest {
            // Fewer members have no key than have one, so they may be visited.
            let mut rest = self.members[start..end].to_vec();
            let mut with_key: Vec<u32> = keys.iter().map(|key| key.node).collect();
            with_key.sort_unstable();
            rest.retain(|node| with_key.binary_search(node).is_err());
            let stays = parts.iter().position(|part| part.len() == largest).unwrap_or(0);
            parts.remove(stays);
            if !rest.is_empty() {
                parts.insert(0, rest);
            }
        }
        for part in &parts {
            self.take(own, part, class);
        }
        parts.concat()
    }

    /// Makes some members of a class a new class.
    fn take(&mut self, own: usize, part: &[u32], class: &mut [u32]) {
        let end = self.ends[own][1];
        for (i, &node) in part.iter().enumerate() {
            let (from, to) = (self.place[node as usize] as usize, end - 1 - i);
            self.members.swap(from, to);
            self.place[self.members[from] as usize] = from as u32;
            self.place[node as usize] = to as u32;
            class[node as usize] = (self.first + self.ends.len()) as u32;
        }
        self.ends[own][1] = end - part.len();
        self.ends.push([end - part.len(), end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stopper::testing::{Random, downhill, layers};

    /// Which positions have the same moves, from the definition: two differ if an option of one
    /// differs from all options of the other.
    fn alike(graph: &LoopyGraph) -> Vec<Vec<bool>> {
        let mut alike = vec![vec![true; graph.len()]; graph.len()];
        loop {
            let before = alike.clone();
            for a in graph.nodes() {
                for b in graph.nodes() {
                    let matched = |player, a, b| {
                        let same = |x: &u32, y: &u32| before[*x as usize][*y as usize];
                        let mut options = graph.options(a, player).iter();
                        options.all(|x| graph.options(b, player).iter().any(|y| same(x, y)))
                    };
                    alike[a as usize][b as usize] =
                        Player::BOTH.iter().all(|&p| matched(p, a, b) && matched(p, b, a));
                }
            }
            if alike == before {
                return alike;
            }
        }
    }

    /// The same graph with its positions in another order, except position 0.
    fn shuffled(graph: &LoopyGraph, random: &mut Random) -> LoopyGraph {
        let mut to: Vec<u32> = graph.nodes().collect();
        for i in (2..to.len()).rev() {
            to.swap(i, 1 + random.below(i));
        }
        let mut shuffled = graph.clone();
        for node in graph.nodes() {
            for player in Player::BOTH {
                let options = graph.options(node, player).iter().rev();
                let options = options.map(|&option| to[option as usize]).collect();
                shuffled.set_options(to[node as usize], player, options);
            }
        }
        shuffled
    }

    #[test]
    fn classes_are_what_has_the_same_moves() {
        let (mut random, limits) = (Random::new(6), Limits::default());
        let (mut same, mut different) = (0, 0);
        for round in 0..3_000 {
            let graph = match round % 3 {
                0 => downhill(&mut random, 2 + round % 10),
                kind => layers(&mut random, kind),
            };
            // The graph twice, so that there are equal positions to find.
            let mut twice = graph.clone();
            let second = twice.append(&graph);
            for node in graph.nodes().filter(|_| random.below(4) == 0) {
                let options = graph.options(node, Player::Left).iter();
                let options = options.map(|option| option + second).collect();
                twice.set_options(node, Player::Left, options);
            }
            let (class, count) = twice.classes(&limits).unwrap();
            let alike = alike(&twice);
            for a in 0..twice.len() {
                assert!((class[a] as usize) < count);
                for b in 0..twice.len() {
                    assert_eq!(class[a] == class[b], alike[a][b], "{a} {b} {twice:?}");
                    *if alike[a][b] { &mut same } else { &mut different } += 1;
                }
            }
            let smallest = twice.smallest(&limits).unwrap();
            assert!(smallest.len() <= graph.len());
            assert_eq!(shuffled(&twice, &mut random).smallest(&limits).unwrap(), smallest);
            assert_eq!(smallest.smallest(&limits).unwrap(), smallest);
        }
        assert!(same > 50_000 && different > 200_000, "{same} {different}");
    }
}
