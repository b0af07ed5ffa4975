//! Finite games in which play may come back: positions by number.

use crate::limits::{Limits, Progress, Stopped};
use crate::player::{ByPlayer, Player};

/// A game by its positions and both players' options there. Positions are numbered
/// from 0 as they are added, and cycles are allowed.
///
/// ```
/// use grundy::Player;
/// use grundy::value::LoopyGraph;
///
/// // over = {0 | over}
/// let mut graph = LoopyGraph::default();
/// let (over, zero) = (graph.add(), graph.add());
/// graph.add_option(over, Player::Left, zero);
/// graph.add_option(over, Player::Right, over);
/// assert!(graph.is_stopper());
/// assert_eq!(graph.options(over, Player::Right), [over]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LoopyGraph {
    nodes: Vec<ByPlayer<Vec<u32>>>,
}

/// Positions in which it is somebody's turn, by number.
pub(super) fn turn(node: u32, mover: Player) -> usize {
    2 * node as usize + usize::from(mover == Player::Right)
}

impl LoopyGraph {
    /// Adds a position without options and says its number.
    pub fn add(&mut self) -> u32 {
        self.nodes.push(ByPlayer::default());
        (self.nodes.len() - 1) as u32
    }

    /// Lets a player move from one position to another; both have to be there.
    ///
    /// # Panics
    ///
    /// If they are not.
    pub fn add_option(&mut self, from: u32, player: Player, to: u32) {
        assert!((to as usize) < self.len(), "an option is a position of the graph");
        self.nodes[from as usize][player].push(to);
    }

    /// The options of a player.
    #[must_use]
    pub fn options(&self, node: u32, player: Player) -> &[u32] {
        &self.nodes[node as usize][player]
    }

    pub(super) fn set_options(&mut self, node: u32, player: Player, options: Vec<u32>) {
        self.nodes[node as usize][player] = options;
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True when there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn nodes(&self) -> std::ops::Range<u32> {
        0..self.nodes.len() as u32
    }

    /// Puts another graph beside this one and says by how much its numbers have grown.
    pub fn append(&mut self, other: &LoopyGraph) -> u32 {
        let offset = self.len() as u32;
        let moved = |options: &Vec<u32>| options.iter().map(|option| option + offset).collect();
        self.nodes
            .extend(other.nodes.iter().map(|node| ByPlayer::new(|player| moved(&node[player]))));
        offset
    }

    /// The graph with the roles of the players exchanged.
    #[must_use]
    pub fn negative(&self) -> LoopyGraph {
        LoopyGraph { nodes: self.nodes.iter().map(|node| node.clone().swap()).collect() }
    }

    /// The part that play from a position can reach, which gets the number 0.
    #[must_use]
    pub fn reached(&self, root: u32) -> LoopyGraph {
        self.reached_from(&[root]).0
    }

    /// The part that play from some positions can reach, and where they are in it.
    pub(super) fn reached_from(&self, roots: &[u32]) -> (LoopyGraph, Vec<u32>) {
        let mut number = vec![u32::MAX; self.len()];
        let mut order = Vec::new();
        let mut reach = |node: u32, order: &mut Vec<u32>| {
            let number = &mut number[node as usize];
            if *number == u32::MAX {
                *number = order.len() as u32;
                order.push(node);
            }
            *number
        };
        let roots = roots.iter().map(|&root| reach(root, &mut order)).collect();
        let mut nodes = Vec::new();
        while let Some(&node) = order.get(nodes.len()) {
            nodes.push(ByPlayer::new(|player| {
                let options = self.options(node, player).iter();
                options.map(|&option| reach(option, &mut order)).collect()
            }));
        }
        (LoopyGraph { nodes }, roots)
    }

    /// Whether alternating play ends from every position, whoever moves first.
    #[must_use]
    pub fn is_stopper(&self) -> bool {
        self.settled().iter().all(|&settled| settled)
    }

    /// Of each position whether all that play, in any order of moves, can reach from
    /// there is a stopper.
    pub(super) fn settled(&self) -> Vec<bool> {
        // From the ends of alternating play back: what remains can go on for ever.
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); 2 * self.len()];
        let mut open = vec![0u32; 2 * self.len()];
        for node in self.nodes() {
            for mover in Player::BOTH {
                let here = turn(node, mover);
                for &option in self.options(node, mover) {
                    open[here] += 1;
                    before[turn(option, mover.opponent())].push(here as u32);
                }
            }
        }
        let mut ended: Vec<usize> = (0..open.len()).filter(|&at| open[at] == 0).collect();
        while let Some(at) = ended.pop() {
            for &from in &before[at] {
                open[from as usize] -= 1;
                if open[from as usize] == 0 {
                    ended.push(from as usize);
                }
            }
        }
        let mut settled: Vec<bool> = self
            .nodes()
            .map(|node| Player::BOTH.iter().all(|&p| open[turn(node, p)] == 0))
            .collect();
        let mut unsettled: Vec<u32> =
            self.nodes().filter(|&node| !settled[node as usize]).collect();
        while let Some(node) = unsettled.pop() {
            for mover in Player::BOTH {
                for &from in &before[turn(node, mover.opponent())] {
                    let from = from / 2;
                    if settled[from as usize] {
                        settled[from as usize] = false;
                        unsettled.push(from);
                    }
                }
            }
        }
        settled
    }

    /// The positions in an order in which each comes after its options; none for those
    /// from which play can come back to where it was.
    pub(super) fn loopless(&self) -> Vec<u32> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.len()];
        let mut open = vec![0u32; self.len()];
        for node in self.nodes() {
            for mover in Player::BOTH {
                for &option in self.options(node, mover) {
                    open[node as usize] += 1;
                    before[option as usize].push(node);
                }
            }
        }
        let mut order: Vec<u32> = self.nodes().filter(|&node| open[node as usize] == 0).collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for &from in &before[node as usize] {
                open[from as usize] -= 1;
                if open[from as usize] == 0 {
                    order.push(from);
                }
            }
        }
        order
    }

    /// A class for each position: those of one class have options in the same classes,
    /// and are the same game. Classes are numbered by structure alone, so that equal
    /// games have the same numbers in all graphs that hold the same classes.
    ///
    /// What play cannot come back to gets its classes one height after the other. Of the
    /// rest, a partition is refined until nothing changes. Time: at most one pass over
    /// the rest for each of its classes.
    fn classes(&self, limits: &Limits<'_>) -> Result<(Vec<u32>, usize), Stopped> {
        let mut class = vec![u32::MAX; self.len()];
        let mut count = 0;
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
        for nodes in heights {
            count = self.refine(&nodes, &mut class, count);
        }
        let count = self.classes_of_rest(&mut class, count, limits)?;
        Ok((class, count))
    }

    /// Gives classes, from `first` on, to those that have none (`u32::MAX`), where those
    /// of the others stay; and says where they end.
    pub(super) fn classes_of_rest(
        &self,
        class: &mut [u32],
        first: usize,
        limits: &Limits<'_>,
    ) -> Result<usize, Stopped> {
        let rest: Vec<u32> =
            self.nodes().filter(|&node| class[node as usize] == u32::MAX).collect();
        for &node in &rest {
            class[node as usize] = first as u32;
        }
        let mut before = first + usize::from(!rest.is_empty());
        loop {
            let after = self.refine(&rest, class, first);
            if after == before {
                return Ok(after);
            }
            before = after;
            let bytes = (self.len() * 128) as u64;
            limits.check(Progress { stage: "comparing positions", positions: after, bytes })?;
        }
    }

    /// Gives classes from `first` on to these positions, by the classes that they and
    /// their options had before, and says where they end.
    fn refine(&self, nodes: &[u32], class: &mut [u32], first: usize) -> usize {
        let of = |node: u32, player| {
            let options = self.options(node, player).iter();
            sorted(options.map(|&option| class[option as usize]).collect())
        };
        let mut keys: Vec<_> = nodes
            .iter()
            .map(|&node| {
                let sides = [of(node, Player::Left), of(node, Player::Right)];
                (class[node as usize], sides, node)
            })
            .collect();
        keys.sort_unstable();
        let mut next = first;
        for (i, (before, sides, node)) in keys.iter().enumerate() {
            if i > 0 && (&keys[i - 1].0, &keys[i - 1].1) != (before, sides) {
                next += 1;
            }
            class[*node as usize] = next as u32;
        }
        next + usize::from(!keys.is_empty())
    }

    /// The same game, of position 0, by the fewest positions that have the same moves,
    /// numbered by structure alone: two graphs become the same if the game trees of
    /// their positions 0 are. Repeated options are left out.
    pub(super) fn smallest(&self, limits: &Limits<'_>) -> Result<LoopyGraph, Stopped> {
        if self.is_empty() {
            return Ok(LoopyGraph::default());
        }
        Ok(self.smallest_of(vec![0], limits)?.0)
    }

    /// The same games, of these positions, by the fewest positions that have the same
    /// moves, numbered by structure alone; and where they are now.
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
        // Classes that are not reached must leave no trace in the numbers.
        match reached.len() == count {
            true => Ok((reached, roots)),
            false => reached.smallest_of(roots, limits),
        }
    }
}

/// Options in order, each once.
pub(super) fn sorted(mut options: Vec<u32>) -> Vec<u32> {
    options.sort_unstable();
    options.dedup();
    options
}
