//! The verdict of every node of an arena.

use grundy_base::Verdict;
use grundy_base::huge::Huge;
use grundy_graph::Node;

/// One verdict a node, for the player to move there. Four bytes a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Remoteness above two bits: 0 endless draw, 1 win, 2 loss, 3 draw that ends.
    packed: Huge<u32>,
}

impl Outcomes {
    /// Endless draws everywhere.
    #[must_use]
    pub fn drawn(nodes: usize) -> Self {
        Outcomes { packed: Huge::zeroed(nodes) }
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// True when there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// What the player to move brings about.
    #[must_use]
    pub fn verdict(&self, node: Node) -> Verdict {
        let packed = self.packed[node as usize];
        let moves = packed >> 2;
        match packed & 3 {
            0 => Verdict::Draw(None),
            1 => Verdict::Win(moves),
            2 => Verdict::Loss(moves),
            _ => Verdict::Draw(Some(moves)),
        }
    }

    /// Replaces a verdict. Remoteness must be below 2^30.
    pub fn set(&mut self, node: Node, verdict: Verdict) {
        self.packed[node as usize] = match verdict {
            Verdict::Draw(None) => 0,
            Verdict::Win(moves) => moves << 2 | 1,
            Verdict::Loss(moves) => moves << 2 | 2,
            Verdict::Draw(Some(moves)) => moves << 2 | 3,
        };
    }

    /// The packed verdicts.
    pub(super) fn packed_mut(&mut self) -> &mut [u32] {
        &mut self.packed
    }

    /// All verdicts, by node.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Verdict> {
        (0..self.len() as Node).map(|node| self.verdict(node))
    }
}
