//! Who wins, in two bits a node: small enough to stay in the processor's cache.

use grundy_base::huge::Huge;
use grundy_graph::Node;

/// Every even bit.
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555;

/// The state of each node: 0 undecided, 1 or 2 who wins there.
///
/// In a partizan arena 1 stands for Left and 2 for Right; in an impartial one
/// 1 stands for the player to move and 2 for the other. Ties stay 0: like a
/// node that is never decided they neither win nor lose.
pub(super) struct Known {
    words: Huge<u64>,
    len: usize,
}

impl Known {
    /// Nodes in a word.
    pub(super) const WORD: usize = 32;

    /// `len` undecided nodes.
    pub(super) fn new(len: usize) -> Self {
        Known { words: Huge::zeroed(len.div_ceil(Self::WORD)), len }
    }

    /// The states, 32 a word.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The state of a node in the two lowest bits, other states above them.
    #[inline(always)]
    pub(super) fn window(&self, node: Node) -> u64 {
        // The shift is taken modulo 64.
        self.words[node as usize / Self::WORD].wrapping_shr(node << 1)
    }

    /// The state of a node.
    #[inline(always)]
    pub(super) fn get(&self, node: Node) -> u64 {
        self.window(node) & 3
    }

    /// Sets the state of an undecided node.
    #[inline(always)]
    pub(super) fn learn(&mut self, node: Node, state: u64) {
        self.words[node as usize / Self::WORD] |= state.wrapping_shl(node << 1);
    }

    /// Becomes a copy.
    pub(super) fn copy_from(&mut self, other: &Known) {
        self.words.copy_from_slice(&other.words);
    }

    /// For each word, the even bits of the undecided nodes.
    pub(super) fn unknown(&self) -> impl Iterator<Item = u64> {
        self.words.iter().enumerate().map(|(i, word)| {
            let nodes = (self.len - i * Self::WORD).min(Self::WORD);
            !(word | word >> 1) & EVEN & (u64::MAX >> (64 - 2 * nodes))
        })
    }

    /// The nodes that are known now and were not known `before`, and who wins there.
    pub(super) fn learnt(&self, before: Option<&Known>) -> impl Iterator<Item = (Node, u64)> {
        self.words.iter().enumerate().flat_map(move |(i, &word)| {
            let mut new = word & !before.map_or(0, |before| before.words[i]);
            std::iter::from_fn(move || {
                let bit = if new == 0 { return None } else { new.trailing_zeros() };
                new &= new - 1;
                Some((i as Node * Self::WORD as Node + bit / 2, 1 + u64::from(bit & 1)))
            })
        })
    }

    /// The even bits of the unknown nodes before this one in its word.
    #[inline(always)]
    pub(super) fn unknown_before(&self, node: Node) -> u64 {
        let word = self.words[node as usize / Self::WORD];
        !(word | word >> 1) & EVEN & !u64::MAX.wrapping_shl(node << 1)
    }

    /// Bytes held.
    pub(super) fn bytes(len: usize) -> u64 {
        8 * len.div_ceil(Self::WORD) as u64
    }
}
