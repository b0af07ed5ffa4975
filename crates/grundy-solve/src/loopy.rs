//! Smith–Fraenkel values of an impartial graph in which play may go on for ever.
//!
//! Read [`loopy_values`].

use grundy_base::{Limits, Player, Progress, Stopped};
use grundy_graph::{Graph, Node};
use grundy_values::{LoopyNimber, Mex, Nimber};

/// The value of every node of an impartial graph; none when the graph is
/// partizan or an option is a sum of other than one node.
///
/// A node is worth *m when m is the mex of the finite values among its options
/// and every other option has an option worth *m, which takes the move back
/// (Smith 1966; Fraenkel and Perl 1975). Nodes from which play must end are
/// worth their mex, as ever. The others are given *0, *1, … one after the
/// other; each round is a retrograde analysis among the nodes that have
/// options of all smaller values. What is left is ∞(K).
///
/// Time: proportional to nodes and moves, and to the moves that lead to a node
/// of the loopy part times the finite values among the options of that node.
pub fn loopy_values(
    graph: &Graph,
    limits: &Limits<'_>,
) -> Result<Option<Vec<LoopyNimber>>, Stopped> {
    let plain = |node| graph.options(node, Player::Left).all(|sum| sum.len() == 1);
    if !graph.impartial() || !graph.nodes().all(plain) {
        return Ok(None);
    }
    let options = |node: Node| graph.options(node, Player::Left).map(|sum| sum[0]);
    let moves: usize = graph.nodes().map(|node| options(node).len()).sum();
    let bytes = graph.bytes() + 4 * moves as u64 + 40 * graph.len() as u64;
    limits.room(bytes, graph.len())?;
    let parents = Parents::new(graph.len(), || graph.nodes().map(options), moves);
    let mut labels = Labels {
        label: vec![NONE; graph.len()],
        open: graph.nodes().map(|node| options(node).len() as u32).collect(),
        parents,
        limits,
        bytes,
        work: 0,
        done: 0,
    };
    let by_label = labels.peel(options)?;
    labels.rounds(&by_label)?;

    let label = labels.label;
    let value = |node: Node| match label[node as usize] {
        NONE => LoopyNimber::Infinite(
            options(node)
                .filter(|&option| label[option as usize] != NONE)
                .map(|option| Nimber(label[option as usize].into()))
                .collect(),
        ),
        nimber => LoopyNimber::Finite(Nimber(nimber.into())),
    };
    Ok(Some(graph.nodes().map(value).collect()))
}

/// Stands for no label; a node has fewer options than this.
const NONE: u32 = u32::MAX;

/// Steps between two looks at the limits.
const WORK: usize = 1 << 16;

/// The moves of a graph by where they lead.
struct Parents {
    rows: Vec<u32>,
    parents: Vec<Node>,
}

impl Parents {
    /// A counting sort of the moves.
    fn new<O, R>(nodes: usize, rows_of: impl Fn() -> R, moves: usize) -> Self
    where
        O: Iterator<Item = Node>,
        R: Iterator<Item = O>,
    {
        let mut rows = vec![0u32; nodes + 2];
        for option in rows_of().flatten() {
            rows[option as usize + 2] += 1;
        }
        for i in 2..rows.len() {
            rows[i] += rows[i - 1];
        }
        let mut parents = vec![0; moves];
        for (node, options) in rows_of().enumerate() {
            for option in options {
                let at = &mut rows[option as usize + 1];
                parents[*at as usize] = node as Node;
                *at += 1;
            }
        }
        Parents { rows, parents }
    }

    fn row(&self, node: Node) -> std::ops::Range<usize> {
        self.rows[node as usize] as usize..self.rows[node as usize + 1] as usize
    }
}

struct Labels<'a> {
    label: Vec<u32>,
    /// How many moves of a node lead to nodes without label.
    open: Vec<u32>,
    parents: Parents,
    limits: &'a Limits<'a>,
    bytes: u64,
    work: usize,
    done: usize,
}

impl Labels<'_> {
    fn check(&mut self, steps: usize) -> Result<(), Stopped> {
        self.work += steps;
        if self.work >= WORK {
            self.work = 0;
            let progress = Progress { stage: "labelling", positions: self.done, bytes: self.bytes };
            self.limits.check(progress)?;
        }
        Ok(())
    }

    /// Labels the nodes from which play must end with their mex, and gives
    /// them back in the order of their labels.
    fn peel<O: Iterator<Item = Node>>(
        &mut self,
        options: impl Fn(Node) -> O,
    ) -> Result<Vec<Node>, Stopped> {
        let mut mex = Mex::default();
        let mut order: Vec<Node> = Vec::new();
        order.extend((0..self.open.len() as Node).filter(|&node| self.open[node as usize] == 0));
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            let worth = options(node).map(|option| u64::from(self.label[option as usize]));
            self.label[node as usize] = mex.of(worth) as u32;
            let row = self.parents.row(node);
            self.done = next;
            self.check(1 + row.len())?;
            for i in row {
                let parent = self.parents.parents[i];
                self.open[parent as usize] -= 1;
                if self.open[parent as usize] == 0 {
                    order.push(parent);
                }
            }
        }
        order.sort_by_key(|&node| self.label[node as usize]);
        Ok(order)
    }

    /// Gives *0, *1, … to what is left. `peeled` are the nodes that have their
    /// labels, in the order of these.
    fn rounds(&mut self, peeled: &[Node]) -> Result<(), Stopped> {
        let nodes = self.label.len();
        let mut peeled = peeled.iter().copied().peekable();
        // For each node, the last round in which it had an option worth that round's value; and the
        // last round in which its moves led to such nodes, with the number of these moves.
        let mut reverts = vec![NONE; nodes];
        let mut answered = vec![(NONE, 0u32); nodes];
        // Only a node with options of all smaller values can get a value.
        let mut candidate: Vec<bool> = self.label.iter().map(|&label| label == NONE).collect();
        let mut candidates: Vec<Node> = Vec::new();
        candidates.extend((0..nodes as Node).filter(|&node| candidate[node as usize]));
        let mut ready: Vec<Node> = Vec::new();
        let mut told: Vec<Node> = Vec::new();
        for round in 0.. {
            if candidates.is_empty() {
                break;
            }
            self.check(candidates.len())?;
            while let Some(node) = peeled.next_if(|&node| self.label[node as usize] == round) {
                told.push(node);
            }
            let mut fresh = true;
            loop {
                // For each node worth *m: nodes that lead to it revert to *m, and nodes that lead
                // there have one option less to fear.
                while let Some(node) = told.pop() {
                    for i in self.parents.row(node) {
                        let parent = self.parents.parents[i];
                        let at = parent as usize;
                        if self.label[at] != NONE || reverts[at] == round {
                            continue;
                        }
                        reverts[at] = round;
                        let row = self.parents.row(parent);
                        self.check(1 + row.len())?;
                        for i in row {
                            let above = self.parents.parents[i];
                            let at = above as usize;
                            if !candidate[at] {
                                continue;
                            }
                            let (when, count) = &mut answered[at];
                            *count = if *when == round { *count + 1 } else { 1 };
                            *when = round;
                            if *count == self.open[at] && !fresh {
                                ready.push(above);
                            }
                        }
                    }
                }
                if fresh {
                    // Labels from the peeled part are all told: ask everybody once.
                    fresh = false;
                    ready.extend(candidates.iter().copied().filter(|&node| {
                        let (when, count) = answered[node as usize];
                        self.open[node as usize] == if when == round { count } else { 0 }
                    }));
                }
                let Some(node) = ready.pop() else { break };
                // All of its options are answered, so it cannot revert later.
                if reverts[node as usize] == round || self.label[node as usize] != NONE {
                    continue;
                }
                self.label[node as usize] = round;
                self.done += 1;
                told.push(node);
            }
            // What got this round's value is no longer open in the next round.
            candidates.retain(|&node| {
                let at = node as usize;
                if self.label[at] == round {
                    for i in self.parents.row(node) {
                        self.open[self.parents.parents[i] as usize] -= 1;
                    }
                }
                candidate[at] = self.label[at] == NONE && reverts[at] == round;
                candidate[at]
            });
        }
        Ok(())
    }
}
