//! The components of a game, numbered.

use super::{Game, Of};
use crate::graph::{Components, Graph, Index, Node};
use crate::player::Player;
use crate::ruleset::Notation;

/// The components of a game, numbered.
pub struct Parts {
    /// The options of every component.
    pub graph: Graph,
    /// The game as a sum of nodes.
    pub start: Vec<Node>,
    names: Box<dyn PartNames>,
}

impl Parts {
    pub(super) fn new<R: Notation>(
        start: Of<R>,
        split: bool,
        found: Components<R::Position>,
    ) -> Parts {
        let Components { graph, start: nodes, index } = found;
        Parts { graph, start: nodes, names: Box::new(PartsOf { start, split, index }) }
    }

    /// The component at a node as a game.
    #[must_use]
    pub fn game(&self, node: Node) -> Box<dyn Game> {
        self.names.game(node)
    }

    /// The game after each move of a player from the start, repeats left out,
    /// and the components of each.
    #[must_use]
    pub fn moves(&self, player: Player) -> Vec<PartMove> {
        self.names.moves(player)
    }
}

/// The game after a move, and its components.
pub type PartMove = (Box<dyn Game>, Vec<Node>);

/// What the components of a game are called, and what its moves leave.
trait PartNames: Send + Sync {
    fn game(&self, node: Node) -> Box<dyn Game>;
    fn moves(&self, player: Player) -> Vec<PartMove>;
}

struct PartsOf<R: Notation> {
    start: Of<R>,
    split: bool,
    index: Index<R::Position>,
}

impl<R: Notation> PartNames for PartsOf<R> {
    fn game(&self, node: Node) -> Box<dyn Game> {
        self.start.other(self.index.position(node).clone())
    }

    fn moves(&self, player: Player) -> Vec<PartMove> {
        let Of { rules, position, .. } = &self.start;
        let parts = |option: R::Position| -> Vec<Node> {
            // Exploring has numbered the components of every option.
            let find = |part: R::Position| self.index.find(&part);
            if self.split {
                rules.components(option).filter_map(find).collect()
            } else {
                find(option).into_iter().collect()
            }
        };
        let mut seen = hashbrown::HashSet::new();
        rules
            .options(position, player)
            .filter(|option| seen.insert(option.clone()))
            .map(|option| (self.start.other(option.clone()), parts(option)))
            .collect()
    }
}
