//! Finite games in which play may come back: positions by number.

use grundy_base::{ByPlayer, Player};

/// A game by its positions and both players' options there. Positions are numbered
/// from 0 as they are added, and cycles are allowed.
///
/// ```
/// use grundy_base::Player;
/// use grundy_values::LoopyGraph;
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
    pub(super) nodes: Vec<ByPlayer<Vec<u32>>>,
}

/// The number of a position together with the player to move.
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
    /// If one of them is missing.
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

    /// Puts another graph beside this one; returns by how much its numbers have grown.
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

    /// The part that play from a position can reach; the position gets the number 0.
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

    /// For each position, whether every position that play can reach from it, in any order of
    /// moves, is a stopper.
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

    /// The positions in an order where each comes after its options, without the positions from
    /// which play can come back.
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
}

/// Options in order, each once.
pub(super) fn sorted(mut options: Vec<u32>) -> Vec<u32> {
    options.sort_unstable();
    options.dedup();
    options
}
