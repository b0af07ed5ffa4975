//! The arena of alternating play, with the names of its nodes.

use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

use super::{Game, SUM, written_ruleset, written_sum};
use grundy_base::{ByPlayer, Player, Text};
use grundy_graph::{Arena, Explored, Node, Start};
use grundy_ruleset::{Position, Written};

/// Alternating play, numbered.
pub struct Play {
    /// Positions with the player to move, and the moves between them.
    pub arena: Arena,
    /// The starting node when Left, or Right, starts.
    pub starts: ByPlayer<Option<Start>>,
    /// Number of distinct positions, the player to move ignored.
    pub positions: usize,
    /// Each player's moves from the start in the game's own notation. Given for sums, whose
    /// nodes stand for positions only up to equal components.
    pub moves: Option<ByPlayer<Vec<StartMove>>>,
    names: Box<dyn Names>,
}

grundy_base::debug! {
    impl[] Play: "Play", |play| positions = play.positions, starts = play.starts;
}

/// A move from the start.
#[derive(Debug)]
pub struct StartMove {
    /// The node that it leads to.
    pub node: Node,
    /// Its name.
    pub name: String,
    /// The game after it.
    pub game: Box<dyn Game>,
}

impl Play {
    pub(super) fn new<P: Position + 'static>(
        rules: Arc<dyn Written<P>>,
        explored: Explored<P>,
    ) -> Play {
        let (starts, positions) = (explored.starts, explored.positions);
        let (arena, keys) = explored.into_parts();
        let names = NamesOf { rules, positions: keys, sorted: OnceLock::new() };
        Play { arena, starts, positions, moves: None, names: Box::new(names) }
    }

    /// The text of the game at a node, with the players exchanged if `mirrored`.
    #[must_use]
    pub fn text(&self, node: Node, mirrored: bool) -> String {
        self.names.text(node, mirrored)
    }

    /// The text of the position at a node, without its ruleset.
    #[must_use]
    pub fn position(&self, node: Node, mirrored: bool) -> String {
        self.names.position(node, mirrored)
    }

    /// A drawing of the position at a node for people.
    #[must_use]
    pub fn drawing(&self, node: Node, mirrored: bool) -> String {
        self.names.drawing(node, mirrored)
    }

    /// The node of a position of the game with `mover` to move, if play reaches it, and
    /// whether the node holds its negative. The first call sorts the positions and keeps 4
    /// bytes per node.
    #[must_use]
    pub fn find(&self, game: &dyn Game, mover: Player) -> Option<(Node, bool)> {
        self.names.find(game, mover, &self.arena)
    }

    /// The name of the move between two nodes.
    #[must_use]
    pub fn move_name(&self, from: Node, to: Node, mirrored: bool) -> String {
        let mover = self.arena.mover(from);
        let mover = if mirrored { mover.opponent() } else { mover };
        self.names.move_name(from, to, mover, mirrored)
    }

    /// The player to move at a node.
    #[must_use]
    pub fn mover(&self, node: Node, mirrored: bool) -> Player {
        let mover = self.arena.mover(node);
        if mirrored { mover.opponent() } else { mover }
    }
}

/// The names of the nodes of a graph.
trait Names: Send + Sync {
    fn text(&self, node: Node, mirrored: bool) -> String;
    fn position(&self, node: Node, mirrored: bool) -> String;
    fn drawing(&self, node: Node, mirrored: bool) -> String;
    fn move_name(&self, from: Node, to: Node, mover: Player, mirrored: bool) -> String;
    fn find(&self, game: &dyn Game, mover: Player, arena: &Arena) -> Option<(Node, bool)>;
}

struct NamesOf<P: Position> {
    rules: Arc<dyn Written<P>>,
    positions: Vec<P>,
    /// The nodes sorted by position, from the first lookup on.
    sorted: OnceLock<Vec<Node>>,
}

impl<P: Position> NamesOf<P> {
    fn node(&self, wanted: &P, mover: Player, arena: &Arena) -> Option<Node> {
        let at = |node: Node| &self.positions[node as usize];
        let sorted = self.sorted.get_or_init(|| {
            let mut sorted: Vec<Node> = arena.nodes().collect();
            // A trait object, so that sorting is compiled once for all types of positions.
            let order: &dyn Fn(&Node, &Node) -> Ordering = &|&a, &b| at(a).cmp(at(b));
            sorted.sort_unstable_by(order);
            sorted
        });
        let first = sorted.partition_point(|&node| at(node) < wanted);
        let same = sorted[first..].iter().copied().take_while(|&node| at(node) == wanted);
        same.into_iter().find(|&node| arena.impartial() || arena.mover(node) == mover)
    }

    fn at(&self, node: Node, mirrored: bool) -> P {
        let position = &self.positions[node as usize];
        // A mirrored start exists only where every position has a negative.
        let negative = if mirrored { self.rules.negative(position) } else { None };
        negative.unwrap_or_else(|| position.clone())
    }
}

impl<P: Position> Names for NamesOf<P> {
    fn text(&self, node: Node, mirrored: bool) -> String {
        self.rules.spell(&self.at(node, mirrored))
    }

    fn position(&self, node: Node, mirrored: bool) -> String {
        self.rules.print(&self.at(node, mirrored))
    }

    fn drawing(&self, node: Node, mirrored: bool) -> String {
        self.rules.draw(&self.at(node, mirrored))
    }

    fn move_name(&self, from: Node, to: Node, mover: Player, mirrored: bool) -> String {
        self.rules.move_name(&self.at(from, mirrored), &self.at(to, mirrored), mover)
    }

    fn find(&self, game: &dyn Game, mover: Player, arena: &Arena) -> Option<(Node, bool)> {
        // Nodes of a sum are sums of components; which term a component is in is lost.
        let written = match self.rules.name() {
            SUM => written_sum(game.written_components()),
            _ if game.ruleset() == written_ruleset(&*self.rules) => game.position(),
            _ => return None,
        };
        let position = self.rules.read(Text::new(&written)).ok()?;
        let straight = self.node(&position, mover, arena).map(|node| (node, false));
        straight.or_else(|| {
            let negative = self.rules.negative(&position)?;
            self.node(&negative, mover.opponent(), arena).map(|node| (node, true))
        })
    }
}
