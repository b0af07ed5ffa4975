//! The arena: positions with the player to move, and the moves between them.

use super::Node;
use grundy_base::{End, Player, Stopped};

/// The graph of alternating play.
///
/// A node is a position together with the player to move. In an impartial game it does not matter
/// who moves: a node is the position alone, and "the player to move" is called Left. Nodes are
/// stored as compressed rows: 5 bytes a node and 4 bytes a move.
#[derive(Clone, Debug)]
pub struct Arena {
    impartial: bool,
    /// `offsets[u]..offsets[u + 1]` are the moves from `u`.
    offsets: Vec<u32>,
    options: Vec<Node>,
    /// Bit 0: Right is to move. Bits 1 and 2: 0 play goes on, 1 Left has won,
    /// 2 Right has won, 3 tie.
    tags: Vec<u8>,
}

impl Arena {
    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tags.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    /// The number of moves.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.options.len()
    }

    /// All nodes.
    pub fn nodes(&self) -> std::ops::Range<Node> {
        0..self.tags.len() as Node
    }

    /// Whether the mover does not matter, and every move passes the turn.
    #[must_use]
    pub fn impartial(&self) -> bool {
        self.impartial
    }

    /// The nodes that one move reaches; none if play has ended.
    #[must_use]
    pub fn options(&self, node: Node) -> &[Node] {
        let row = self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize;
        &self.options[row]
    }

    /// The starts of the rows in [`Arena::all_options`], and the end of the last one.
    #[must_use]
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// The options of all nodes, row after row.
    #[must_use]
    pub fn all_options(&self) -> &[Node] {
        &self.options
    }

    /// For each node: bit 0, Right is to move; bits 1 and 2, 0 play goes on,
    /// 1 Left has won, 2 Right has won, 3 tie.
    #[must_use]
    pub fn tags(&self) -> &[u8] {
        &self.tags
    }

    /// The player to move; Left in an impartial game.
    #[must_use]
    pub fn mover(&self, node: Node) -> Player {
        if self.tags[node as usize] & 1 == 0 { Player::Left } else { Player::Right }
    }

    /// How the rules end play here; none if play goes on.
    #[must_use]
    pub fn end(&self, node: Node) -> Option<End> {
        match self.tags[node as usize] >> 1 {
            0 => None,
            1 => Some(End::Won(Player::Left)),
            2 => Some(End::Won(Player::Right)),
            _ => Some(End::Tie),
        }
    }

    /// Whether a move from `from` to `to` passes the turn to the other player.
    #[must_use]
    pub fn turn_passes(&self, from: Node, to: Node) -> bool {
        self.impartial || (self.tags[from as usize] ^ self.tags[to as usize]) & 1 == 1
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (4 * (self.offsets.capacity() + self.options.capacity()) + self.tags.capacity()) as u64
    }
}

/// Builds an [`Arena`] node by node.
///
/// ```
/// use grundy_base::Player;
/// use grundy_graph::ArenaBuilder;
///
/// // A token that goes back and forth, and may leave from node 1.
/// let mut build = ArenaBuilder::new(true);
/// build.node(Player::Left, None, [1]).unwrap();
/// build.node(Player::Left, None, [0, 2]).unwrap();
/// build.node(Player::Left, None, []).unwrap();
/// let arena = build.finish();
/// assert_eq!((arena.len(), arena.edges()), (3, 3));
/// assert_eq!(arena.options(1), [0, 2]);
/// ```
#[derive(Debug)]
pub struct ArenaBuilder {
    arena: Arena,
}

impl ArenaBuilder {
    /// An arena without nodes; if it is `impartial`, the mover does not matter.
    #[must_use]
    pub fn new(impartial: bool) -> Self {
        ArenaBuilder {
            arena: Arena { impartial, offsets: vec![0], options: Vec::new(), tags: Vec::new() },
        }
    }

    /// An arena without nodes, with room for `nodes` nodes and `edges` edges.
    #[must_use]
    pub fn with_capacity(impartial: bool, nodes: usize, edges: usize) -> Self {
        let mut build = ArenaBuilder::new(impartial);
        build.arena.offsets.reserve_exact(nodes);
        build.arena.tags.reserve_exact(nodes);
        build.arena.options.reserve_exact(edges);
        build
    }

    /// Adds the next node: the player to move, how play ends there if it does, and the options,
    /// which may be nodes that are added later.
    pub fn node(
        &mut self,
        mover: Player,
        end: Option<End>,
        options: impl IntoIterator<Item = Node>,
    ) -> Result<(), Stopped> {
        self.arena.options.extend(options);
        self.close(mover, end)
    }

    /// Adds one option of the node that [`ArenaBuilder::close`] will complete.
    #[inline]
    pub(super) fn option(&mut self, option: Node) {
        self.arena.options.push(option);
    }

    /// Completes the node whose options were added last.
    #[inline]
    pub(super) fn close(&mut self, mover: Player, end: Option<End>) -> Result<(), Stopped> {
        let edges = u32::try_from(self.arena.options.len())
            .map_err(|_| Stopped::Numbering { what: "moves", limit: u64::from(u32::MAX) })?;
        let end = match end {
            None => 0,
            Some(End::Won(Player::Left)) => 1,
            Some(End::Won(Player::Right)) => 2,
            Some(End::Tie) => 3,
        };
        self.arena.tags.push(u8::from(mover == Player::Right) | end << 1);
        self.arena.offsets.push(edges);
        Ok(())
    }

    /// The number of bytes held so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.arena.bytes()
    }

    /// The arena. Every option must name one of its nodes.
    ///
    /// # Panics
    ///
    /// When an option names a node that was never added.
    #[must_use]
    pub fn finish(self) -> Arena {
        let nodes = self.arena.tags.len() as u64;
        assert!(
            self.arena.options.iter().all(|&option| u64::from(option) < nodes),
            "an option names a node that was never added"
        );
        self.arena
    }
}
