//! The component graph: positions that do not split, and options that are sums of them.

use std::hash::Hash;

use super::foresight::Foresight;
use super::intern::Interner;
use super::{Arena, Node};
use grundy_base::{ByPlayer, Limits, Player, Progress, Stopped};
use grundy_ruleset::{Position, Rules};

/// Both players' options of every component; an option is a sum of nodes, and
/// the empty sum is worth nothing.
///
/// In an impartial graph only Left's options are stored, which are Right's too.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    impartial: bool,
    options: ByPlayer<Options>,
}

/// The options of one player: `rows[u]..rows[u + 1]` are the numbers of the options of `u`, and
/// `sums[i]..sums[i + 1]` are the terms of option `i`.
#[derive(Clone, Debug)]
struct Options {
    rows: Vec<u32>,
    sums: Vec<u32>,
    terms: Vec<Node>,
}

impl Default for Options {
    fn default() -> Self {
        Options { rows: vec![0], sums: vec![0], terms: Vec::new() }
    }
}

impl Options {
    fn close_sum(&mut self) -> Result<(), Stopped> {
        let limit = u64::from(u32::MAX);
        let end = u32::try_from(self.terms.len());
        self.sums.push(end.map_err(|_| Stopped::Numbering { what: "terms of options", limit })?);
        Ok(())
    }

    /// Completes a node. The number of options fits in `u32`, because otherwise `close_sum` would
    /// have failed for all but empty sums.
    fn close_node(&mut self) {
        self.rows.push((self.sums.len() - 1) as u32);
    }

    fn bytes(&self) -> u64 {
        4 * (self.rows.capacity() + self.sums.capacity() + self.terms.capacity()) as u64
    }

    fn append(&mut self, other: &Options, offset: Node) {
        let (sums, terms) = ((self.sums.len() - 1) as u32, self.terms.len() as u32);
        self.rows.extend(other.rows[1..].iter().map(|row| row + sums));
        self.sums.extend(other.sums[1..].iter().map(|sum| sum + terms));
        self.terms.extend(other.terms.iter().map(|term| term + offset));
    }
}

impl Graph {
    /// The graph of an impartial arena: positions stay whole.
    #[must_use]
    pub fn from_impartial(arena: &Arena) -> Option<Graph> {
        arena.impartial().then(|| {
            let sums = (0..=arena.edges() as u32).collect();
            let left = Options {
                rows: arena.offsets().to_vec(),
                sums,
                terms: arena.all_options().to_vec(),
            };
            Graph { impartial: true, options: ByPlayer { left, right: Options::default() } }
        })
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.options.left.rows.len() - 1
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All nodes.
    pub fn nodes(&self) -> std::ops::Range<Node> {
        0..self.len() as Node
    }

    /// Whether both players have the same options everywhere.
    #[must_use]
    pub fn impartial(&self) -> bool {
        self.impartial
    }

    /// The options of a node, each a sum of nodes.
    pub fn options(&self, node: Node, player: Player) -> impl ExactSizeIterator<Item = &[Node]> {
        let player = if self.impartial { Player::Left } else { player };
        let Options { rows, sums, terms } = &self.options[player];
        let row = rows[node as usize] as usize..rows[node as usize + 1] as usize;
        row.map(|i| &terms[sums[i] as usize..sums[i + 1] as usize])
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.options.left.bytes() + self.options.right.bytes()
    }

    /// Adds another graph, and returns the number by which its node numbers have grown. The result
    /// is impartial if both graphs were.
    pub fn append(&mut self, other: &Graph) -> Node {
        let offset = self.len() as Node;
        if self.is_empty() {
            *self = other.clone();
            return 0;
        }
        if self.impartial && !other.impartial {
            self.options.right = self.options.left.clone();
            self.impartial = false;
        }
        self.options.left.append(&other.options.left, offset);
        if !self.impartial {
            let right = if other.impartial { Player::Left } else { Player::Right };
            self.options.right.append(&other.options[right], offset);
        }
        offset
    }

    /// The graph with the roles of the players exchanged.
    #[must_use]
    pub fn negative(self) -> Graph {
        if self.impartial { self } else { Graph { options: self.options.swap(), ..self } }
    }

    /// Whether alternating play ends from every node, whoever moves first.
    #[must_use]
    pub fn is_stopper(&self) -> bool {
        // The numbers of options left for each node and mover, and for each node and mover those
        // whose option it is.
        let place =
            |node: Node, mover: Player| 2 * node as usize + usize::from(mover == Player::Right);
        let mut open = vec![0u32; 2 * self.len()];
        let mut turned: Vec<Vec<usize>> = vec![Vec::new(); 2 * self.len()];
        for node in self.nodes() {
            for mover in Player::BOTH {
                for &term in self.options(node, mover).flatten() {
                    open[place(node, mover)] += 1;
                    turned[place(term, mover.opponent())].push(place(node, mover));
                }
            }
        }
        let mut ended: Vec<usize> = (0..open.len()).filter(|&at| open[at] == 0).collect();
        let mut count = 0;
        while let Some(at) = ended.pop() {
            count += 1;
            for &before in &turned[at] {
                open[before] -= 1;
                if open[before] == 0 {
                    ended.push(before);
                }
            }
        }
        count == open.len()
    }

    /// The nodes in an order in which every node comes after all terms of its options; none if play
    /// can go on for ever.
    #[must_use]
    pub fn topological_order(&self) -> Option<Vec<Node>> {
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut state = vec![NEW; self.len()];
        let mut order = Vec::with_capacity(self.len());
        let mut stack: Vec<(Node, bool)> = Vec::new();
        for root in self.nodes() {
            stack.push((root, false));
            while let Some((node, left)) = stack.pop() {
                if left {
                    state[node as usize] = DONE;
                    order.push(node);
                    continue;
                }
                match state[node as usize] {
                    DONE => continue,
                    OPEN => return None,
                    _ => state[node as usize] = OPEN,
                }
                stack.push((node, true));
                for player in Player::BOTH {
                    if self.impartial && player == Player::Right {
                        continue;
                    }
                    for &term in self.options(node, player).flatten() {
                        match state[term as usize] {
                            NEW => stack.push((term, false)),
                            // Open means an ancestor: an open node that only waits on the stack is
                            // never marked open.
                            OPEN => return None,
                            _ => {}
                        }
                    }
                }
            }
        }
        Some(order)
    }
}

/// A component graph with the positions of its nodes.
pub struct Components<P> {
    /// The graph.
    pub graph: Graph,
    /// The start as a sum of nodes.
    pub start: Vec<Node>,
    /// The position of each node, and the node of each position.
    pub index: Index<P>,
}

grundy_base::debug! {
    impl[P] Components<P>: "Components", |found| nodes = found.graph.len(), start = found.start;
}

/// Positions by node, and nodes by position.
pub struct Index<P>(Interner<P>);

grundy_base::debug! {
    impl[P] Index<P>: "Index";
}

impl<P: Eq + Hash> Index<P> {
    /// The position of a node.
    #[must_use]
    pub fn position(&self, node: Node) -> &P {
        self.0.get(node).0
    }

    /// The node of a position that does not split, if it was reached.
    #[must_use]
    pub fn find(&self, position: &P) -> Option<Node> {
        self.0.find(position, 0)
    }
}

/// Numbers every component that any sequence of moves, by either player,
/// reaches from `start`.
///
/// Positions are split into components where `split` is set; otherwise they
/// stay whole, and every sum has one term.
pub fn explore_components<P: Position>(
    rules: &dyn Rules<P>,
    start: &P,
    split: bool,
    limits: &Limits<'_>,
) -> Result<Components<P>, Stopped> {
    let impartial = rules.impartial();
    let mut interner = Interner::new(rules.numbering());
    let mut long = 0u64;
    let mut parts =
        |position: P, interner: &mut Interner<P>, sum: &mut Vec<Node>| -> Result<u64, Stopped> {
            let mut add = |part: P| {
                let (known, key) = (interner.len(), interner.key(&part, 0));
                let node = interner.intern(part, key);
                sum.push(node);
                if interner.len() > known {
                    let bytes = rules.bytes(interner.get(node).0);
                    long += bytes.saturating_sub(size_of::<P>()) as u64;
                }
            };
            if split {
                rules.each_component(position, &mut add);
            } else {
                add(position);
            }
            limits.count(interner.len())?;
            Ok(long)
        };

    let mut graph = Graph { impartial, options: ByPlayer::default() };
    let mut sum = Vec::new();
    // Memory of positions outside of their own slot, such as long vectors.
    let mut outside = parts(start.clone(), &mut interner, &mut sum)?;
    let start = sum;
    let mut next = 0;
    let look = |interner: &Interner<_>, bytes: u64, positions| {
        let (held, needed) = interner.bytes();
        limits.room(needed + bytes, interner.len())?;
        limits.check(Progress { stage: "exploring components", positions, bytes: held + bytes })
    };
    // Positions and moves since the limits were last checked.
    let mut work = Limits::STRIDE;
    let mut foresight = Foresight::default();
    while next < interner.len() {
        foresight.look(rules, (next, interner.len()), limits.threads, |node| {
            let position = interner.get(node as Node).0;
            Player::BOTH
                .into_iter()
                .take(2 - usize::from(impartial))
                .map(|player| (position.clone(), player))
        });
        let position = interner.get(next as Node).0.clone();
        for player in Player::BOTH {
            if !(impartial && player == Player::Right) {
                rules.try_each_move(&position, player, |option, _| {
                    work += 1;
                    if work >= Limits::STRIDE {
                        work = 0;
                        look(&interner, graph.bytes() + outside, next)?;
                    }
                    let options = &mut graph.options[player];
                    outside = parts(option, &mut interner, &mut options.terms)?;
                    options.close_sum()
                })?;
            }
            work += 1;
            graph.options[player].close_node();
        }
        limits.room(interner.bytes().1 + graph.bytes() + outside, interner.len())?;
        next += 1;
    }
    Ok(Components { graph, start, index: Index(interner) })
}
