//! The component graph of a game, with the names of its nodes.

use std::sync::Arc;

use super::Game;
use grundy_base::Player;
use grundy_graph::{Components, Graph, Index, Node};
use grundy_ruleset::{Position, Rules, Written};

/// The components of a game, numbered.
pub struct Parts {
    /// The options of every component.
    pub graph: Graph,
    /// The game as a sum of nodes.
    pub start: Vec<Node>,
    names: Box<dyn PartNames>,
}

grundy_base::debug! {
    impl[] Parts: "Parts", |parts| nodes = parts.graph.len(), start = parts.start;
}

impl Parts {
    pub(super) fn new<P: Position + 'static>(
        (rules, position): (Arc<dyn Written<P>>, P),
        game: GameOf<P>,
        split: bool,
        found: Components<P>,
    ) -> Parts {
        let Components { graph, start: nodes, index } = found;
        Parts {
            graph,
            start: nodes,
            names: Box::new(PartsOf { rules, position, game, split, index }),
        }
    }

    /// The component at a node as a game.
    #[must_use]
    pub fn game(&self, node: Node) -> Box<dyn Game> {
        self.names.game(node)
    }

    /// The game after each move of a player from the start, without repeats, and its
    /// components.
    #[must_use]
    pub fn moves(&self, player: Player) -> Vec<PartMove> {
        self.names.moves(player)
    }
}

/// The game after a move, and its components.
pub type PartMove = (Box<dyn Game>, Vec<Node>);

/// The names of the components of a game, and the games after its moves.
trait PartNames: Send + Sync {
    fn game(&self, node: Node) -> Box<dyn Game>;
    fn moves(&self, player: Player) -> Vec<PartMove>;
}

/// Makes a game of a position.
type GameOf<P> = Box<dyn Fn(P) -> Box<dyn Game> + Send + Sync>;

struct PartsOf<P: Position> {
    rules: Arc<dyn Written<P>>,
    /// The start.
    position: P,
    game: GameOf<P>,
    split: bool,
    index: Index<P>,
}

impl<P: Position + 'static> PartNames for PartsOf<P> {
    fn game(&self, node: Node) -> Box<dyn Game> {
        (self.game)(self.index.position(node).clone())
    }

    fn moves(&self, player: Player) -> Vec<PartMove> {
        let mut moves = Vec::new();
        let mut seen = hashbrown::HashSet::new();
        let rules: &dyn Rules<P> = &*self.rules;
        // Exploring has asked for these moves already.
        let _ = rules.each_option(&self.position, player, |option| {
            if !seen.insert(option.clone()) {
                return;
            }
            // Exploring has numbered the components of every option.
            let mut parts = Vec::new();
            if self.split {
                rules.each_component(option.clone(), &mut |part| {
                    parts.extend(self.index.find(&part));
                });
            } else {
                parts.extend(self.index.find(&option));
            }
            moves.push(((self.game)(option), parts));
        });
        moves
    }
}
