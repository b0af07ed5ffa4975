//! Gates: conjunctions of literals, each stored once (structural hashing). Gates that
//! simple laws show to be equal are the same literal.

use std::ops::Range;

use crate::slices::Slices;

/// A node or its negation: twice the number of the node, plus one if negated.
pub(crate) type Literal = u32;

pub(crate) const FALSE: Literal = 0;
pub(crate) const TRUE: Literal = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// The node with number 0.
    False,
    /// Whether a fact is true in the position.
    Fact(u32),
    /// Whether a move is made.
    Move(u32),
    /// A variable of a fixed-point iteration, which starts as false and grows.
    Variable,
    /// Whether all literals of a slice hold.
    Gate(u32),
}

/// A strongly connected component: variables that depend on each other, and the nodes
/// made for them.
#[derive(Clone, Debug)]
pub(crate) struct Knot {
    pub(crate) nodes: Range<u32>,
    /// For each variable: its node, the literal that it grows to, and the first node made
    /// after that literal.
    pub(crate) grows: Vec<(u32, Literal, u32)>,
}

/// Nodes in topological order: each comes after the nodes that it depends on, except for
/// the variables of a knot.
#[derive(Debug)]
pub(crate) struct Gates {
    pub(crate) nodes: Vec<Node>,
    inputs: Slices,
    /// The node of each gate.
    node: Vec<u32>,
    pub(crate) knots: Vec<Knot>,
    /// The nodes of each role's moves; exactly one of them is made.
    choices: [Vec<u32>; 2],
    /// For each node that is a move, its role.
    chooser: Vec<Option<u8>>,
}

impl Gates {
    pub(crate) fn new() -> Self {
        Gates {
            nodes: vec![Node::False],
            inputs: Slices::default(),
            node: Vec::new(),
            knots: Vec::new(),
            choices: [Vec::new(), Vec::new()],
            chooser: vec![None],
        }
    }

    fn node(&mut self, node: Node) -> Literal {
        self.nodes.push(node);
        2 * (self.nodes.len() as u32 - 1)
    }

    pub(crate) fn fact(&mut self, number: usize) -> Literal {
        self.chooser.push(None);
        self.node(Node::Fact(number as u32))
    }

    /// Moves must be added before the first gate or variable.
    pub(crate) fn choice(&mut self, number: usize, role: usize) -> Literal {
        self.chooser.push(Some(role as u8));
        self.choices[role].push(self.nodes.len() as u32);
        self.node(Node::Move(number as u32))
    }

    pub(crate) fn variable(&mut self) -> Literal {
        self.node(Node::Variable)
    }

    /// The literals that a gate joins.
    pub(crate) fn inputs(&self, gate: u32) -> &[Literal] {
        self.inputs.get(gate)
    }

    pub(crate) fn count(&self) -> usize {
        self.node.len()
    }

    /// Whether a literal implies this literal of a fact, as far as the gates show.
    pub(crate) fn implying(&self, fact: Literal) -> impl Fn(Literal) -> bool + use<> {
        // For each literal, whether it implies the fact.
        let mut implies = vec![false; 2 * self.nodes.len()];
        implies[FALSE as usize] = true;
        implies[fact as usize] = true;
        for (number, node) in self.nodes.iter().enumerate() {
            if let Node::Gate(gate) = node {
                let inputs = self.inputs(*gate);
                implies[2 * number] = inputs.iter().any(|&input| implies[input as usize]);
                implies[2 * number + 1] = inputs.iter().all(|&input| implies[input as usize ^ 1]);
            }
        }
        move |literal| implies[literal as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        self.inputs.bytes() + 8 * self.nodes.capacity() + 4 * self.node.capacity()
    }

    pub(crate) fn any(&mut self, mut literals: Vec<Literal>) -> Literal {
        literals.iter_mut().for_each(|literal| *literal ^= 1);
        self.all(literals) ^ 1
    }

    pub(crate) fn all(&mut self, mut literals: Vec<Literal>) -> Literal {
        if literals.contains(&FALSE) {
            return FALSE;
        }
        literals.retain(|&literal| literal != TRUE);
        literals.sort_unstable();
        literals.dedup();
        if literals.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return FALSE;
        }
        for role in 0..2 {
            if !self.choose(&mut literals, role) {
                return FALSE;
            }
        }
        match literals[..] {
            [] => return TRUE,
            [single] => return single,
            _ => {}
        }
        let (gate, new) = self.inputs.insert(&literals);
        if new {
            let literal = self.node(Node::Gate(gate));
            self.node.push(literal / 2);
        }
        2 * self.node[gate as usize]
    }

    /// Simplifies the literals of a role's moves, exactly one of them made. Returns false if they
    /// contradict each other.
    fn choose(&mut self, literals: &mut Vec<Literal>, role: usize) -> bool {
        let of_role = |&literal: &Literal| {
            self.chooser.get(literal as usize / 2).copied().flatten() == Some(role as u8)
        };
        let own: Vec<Literal> = literals.iter().copied().filter(of_role).collect();
        if own.is_empty() {
            return true;
        }
        let mut made = own.iter().filter(|&literal| literal & 1 == 0);
        if let Some(&move_made) = made.next() {
            if made.next().is_some() {
                return false;
            }
            // If one move is made, all others are not.
            literals.retain(|literal| *literal == move_made || !of_role(literal));
            return true;
        }
        if 2 * own.len() <= self.choices[role].len() {
            return true;
        }
        // More than half of the moves are excluded: the disjunction of the others is shorter.
        literals.retain(|literal| !of_role(literal));
        let others = self.choices[role].iter().map(|&node| 2 * node);
        let others = others.filter(|&other| own.binary_search(&(other ^ 1)).is_err()).collect();
        literals.push(self.any(others));
        literals.sort_unstable();
        !literals.contains(&FALSE)
    }
}
