//! A game whose ruleset is chosen at run time.
//!
//! This is the one place where a ruleset's type is erased. What leaves here is
//! plain: numbered graphs, text, and other games.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::error::{ParseError, Text};
use crate::graph::{
    Arena, Components, Explored, Graph, Index, Node, Start, explore, explore_components,
};
use crate::limits::{Limits, Progress, Stopped};
use crate::outcome::{Convention, End};
use crate::player::{ByPlayer, Player};
use crate::ruleset::{HeapRules, Notation, PairRules, Ruleset, Sizes};
use crate::scene::{Scene, Token};
use crate::solve::fold::{FoldError, Folder, Shared, fold};
use crate::solve::top_down::{TopDown, top_down};
use crate::solve::verify::{Claims, Refused, verify};
use crate::value::{Form, Forms};

/// A position together with its ruleset.
pub trait Game: Send + Sync {
    /// The game as it is written; reading it gives the game back.
    fn text(&self) -> String;

    /// The position as it is written, without its ruleset.
    fn position(&self) -> String;

    /// The ruleset as it is written, without a position.
    fn ruleset(&self) -> String;

    /// The position as a person sees it on a table.
    fn drawing(&self) -> String;

    /// Whether both players always have the same moves.
    fn impartial(&self) -> bool;

    /// Whether the rules end play, so that the game has no value in a sum.
    fn has_ends(&self) -> bool;

    /// Numbers the positions that alternating play reaches.
    fn explore(&self, limits: &Limits<'_>) -> Result<Play, Stopped>;

    /// Numbers the components that any play reaches; positions are split into
    /// components where `split` is set.
    fn components(&self, split: bool, limits: &Limits<'_>) -> Result<Parts, Stopped>;

    /// Says who wins when `mover` starts, looking at no more than it needs.
    fn top_down(
        &self,
        mover: Player,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<TopDown, Stopped>;

    /// Checks what a saved solution claims, from the rules alone.
    fn verify(
        &self,
        claims: &mut Claims<'_>,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused>;

    /// The canonical form of a game that ends, under normal play.
    fn form(&self, forms: &mut Forms<'_>, limits: &Limits<'_>) -> Result<Form, FoldError>;

    /// Whether play of alternating moves ends from every position that any
    /// play reaches. A game that is not one component has to be whole.
    fn is_stopper(&self, limits: &Limits<'_>) -> Result<bool, Stopped> {
        Ok(self.components(false, limits)?.graph.is_stopper())
    }

    /// The game after each move of a player, repeats left out.
    fn options(&self, player: Player) -> Vec<Box<dyn Game>>;

    /// The position as places with what lies on them.
    fn scene(&self) -> Scene;

    /// The moves of a player with what each does to the places of
    /// [`Game::scene`]: the same games in the same order as [`Game::options`].
    fn moves(&self, player: Player) -> Vec<Move> {
        self.moves_up_to(player, usize::MAX).0
    }

    /// The first of these moves, at most so many, and whether these are all.
    fn moves_up_to(&self, player: Player, most: usize) -> (Vec<Move>, bool);

    /// What a move of [`Game::moves`] leaves, by the move's number, and what
    /// players call it.
    fn option_at(&self, player: Player, number: usize) -> Option<(String, Box<dyn Game>)> {
        let mut moves = self.moves_up_to(player, number + 1).0;
        let found = (moves.len() > number).then(|| moves.swap_remove(number));
        found.map(|found| (found.name, found.to))
    }

    /// The number of the move that leads to a position, as it is written without
    /// its ruleset, if it is among the first `most`; none for sums.
    fn number_of(&self, _player: Player, _position: &str, _most: usize) -> Option<usize> {
        None
    }

    /// Whose turn it is, where the position says so.
    fn turn(&self) -> Option<Player>;

    /// Whether the rules end play with `mover` to move, and who has won.
    fn end(&self, mover: Player) -> Option<End>;

    /// The games that were added, each with its own ruleset; just this one
    /// where there is no sum.
    fn terms(&self) -> Vec<Box<dyn Game>>;

    /// The components of the position, each as it is written; with a minus
    /// before those in which the players are exchanged, where that matters.
    fn written_components(&self) -> Vec<String>;

    /// How the positions of a size are written, where they have one.
    fn sizes(&self) -> Option<Sizes> {
        None
    }

    /// What a square may hold, a character each, for games whose positions are
    /// written as rows of squares; empty for others.
    fn alphabet(&self) -> String {
        String::new()
    }

    /// The values of many positions of this ruleset, found by several threads
    /// together; none for a sum.
    fn valuer(&self) -> Option<Box<dyn Valuer>> {
        None
    }

    /// The rules for one heap and the sizes of the heaps, for games on heaps.
    fn heaps(&self) -> Option<(&dyn HeapRules, Vec<u64>)>;

    /// The rules for a pair of heaps, for games on such.
    fn pairs(&self) -> Option<&dyn PairRules> {
        None
    }

    /// The same game with other heaps, for games on heaps.
    fn with_heaps(&self, sizes: &[u64]) -> Option<Box<dyn Game>>;

    /// Another handle on the same game.
    fn boxed(&self) -> Box<dyn Game>;
}

/// A move as a player makes it.
#[derive(Debug)]
pub struct Move {
    /// What players call it.
    pub name: String,
    /// The game after it.
    pub to: Box<dyn Game>,
    /// What is done to the places of the scene before it: any one of these.
    pub tokens: Vec<Token>,
}

impl std::fmt::Debug for dyn Game + '_ {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

/// The values of many positions of one ruleset.
pub trait Valuer: Send + Sync {
    /// The part that one thread has in it.
    fn thread(&self) -> Box<dyn Valuing + '_>;

    /// Bytes held, as far as the threads have told.
    fn bytes(&self) -> u64;
}

/// One of the threads that find values together: what one has found, all know.
pub trait Valuing {
    /// The value of a position as it is written.
    ///
    /// # Errors
    ///
    /// Where the text is no position, and as [`Game::form`].
    fn value(
        &mut self,
        position: &str,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Result<Form, FoldError>, ParseError>;
}

struct ValuerOf<R: Ruleset> {
    rules: R,
    shared: Shared<R::Position>,
}

struct ValuingOf<'v, R: Ruleset> {
    rules: &'v R,
    folder: Folder<'v, R>,
}

impl<R: Notation> Valuer for ValuerOf<R> {
    fn thread(&self) -> Box<dyn Valuing + '_> {
        let folder = Folder::new(&self.rules, &self.shared);
        Box::new(ValuingOf { rules: &self.rules, folder })
    }

    fn bytes(&self) -> u64 {
        self.shared.bytes()
    }
}

impl<R: Notation> Valuing for ValuingOf<'_, R> {
    fn value(
        &mut self,
        position: &str,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Result<Form, FoldError>, ParseError> {
        let position = self.rules.read(Text::new(position))?;
        Ok(self.folder.fold(&position, forms, limits))
    }
}

/// Alternating play, numbered.
pub struct Play {
    /// Positions with the player to move, and the moves between them.
    pub arena: Arena,
    /// Where play starts when Left, or Right, starts.
    pub starts: ByPlayer<Option<Start>>,
    /// Distinct positions, whoever is to move.
    pub positions: usize,
    /// Each player's moves from the start as the game itself writes them,
    /// where nodes stand for positions only up to equal components, as in sums.
    pub moves: Option<ByPlayer<Vec<StartMove>>>,
    names: Box<dyn Names>,
}

/// A move from the start.
pub struct StartMove {
    /// The node that it leads to.
    pub node: Node,
    /// What players call it.
    pub name: String,
    /// The game after it.
    pub game: Box<dyn Game>,
}

impl Play {
    /// The game at a node, as it is written; with the players exchanged when
    /// `mirrored`.
    #[must_use]
    pub fn text(&self, node: Node, mirrored: bool) -> String {
        self.names.text(node, mirrored)
    }

    /// The position at a node without its ruleset.
    #[must_use]
    pub fn position(&self, node: Node, mirrored: bool) -> String {
        self.names.position(node, mirrored)
    }

    /// The position at a node as a person sees it.
    #[must_use]
    pub fn drawing(&self, node: Node, mirrored: bool) -> String {
        self.names.drawing(node, mirrored)
    }

    /// The node at which a position of the game stands with `mover` to move, if
    /// play reaches it; and whether it is the mirror of what the node says. The
    /// first call sorts the positions and keeps 4 bytes for each node.
    ///
    /// ```
    /// use grundy::{Limits, Player};
    ///
    /// let parse = |text| grundy::catalogue::parse(text).unwrap();
    /// let play = parse("nim(2) + kayles(4)").explore(&Limits::default()).unwrap();
    /// let (node, _) = play.find(&*parse("nim(2) + kayles(1,1)"), Player::Right).unwrap();
    /// assert_eq!(play.text(node, false), "nim(2) + kayles(1) + kayles(1)");
    /// assert!(play.find(&*parse("nim(3)"), Player::Left).is_none());
    /// ```
    #[must_use]
    pub fn find(&self, game: &dyn Game, mover: Player) -> Option<(Node, bool)> {
        self.names.find(game, mover, &self.arena)
    }

    /// What players call the move between two nodes.
    #[must_use]
    pub fn move_name(&self, from: Node, to: Node, mirrored: bool) -> String {
        let mover = self.arena.mover(from);
        let mover = if mirrored { mover.opponent() } else { mover };
        self.names.move_name(from, to, mover, mirrored)
    }

    /// Who is to move at a node.
    #[must_use]
    pub fn mover(&self, node: Node, mirrored: bool) -> Player {
        let mover = self.arena.mover(node);
        if mirrored { mover.opponent() } else { mover }
    }
}

/// The components of a game, numbered.
pub struct Parts {
    /// The options of every component.
    pub graph: Graph,
    /// The game as a sum of nodes.
    pub start: Vec<Node>,
    names: Box<dyn PartNames>,
}

impl Parts {
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
        let Of { rules, position } = &self.start;
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

/// What the ruleset of a sum is called.
pub(crate) const SUM: &str = "sum";

/// Terms, a minus before those that have one, as a sum is written.
pub(crate) fn written_sum(terms: impl IntoIterator<Item = String>) -> String {
    let mut sum = String::new();
    for term in terms {
        let (sign, term) = match term.strip_prefix('-') {
            Some(term) => (if sum.is_empty() { "-" } else { " - " }, term),
            None => (if sum.is_empty() { "" } else { " + " }, term.as_str()),
        };
        sum = sum + sign + term;
    }
    if sum.is_empty() { "0".to_string() } else { sum }
}

/// A ruleset as it is written, without a position.
fn ruleset<R: Notation>(rules: &R) -> String {
    let (name, parameters) = (rules.name(), rules.parameters());
    if parameters.is_empty() { name.to_string() } else { format!("{name}({parameters})") }
}

/// What the nodes of a graph are called.
trait Names: Send + Sync {
    fn text(&self, node: Node, mirrored: bool) -> String;
    fn position(&self, node: Node, mirrored: bool) -> String;
    fn drawing(&self, node: Node, mirrored: bool) -> String;
    fn move_name(&self, from: Node, to: Node, mover: Player, mirrored: bool) -> String;
    fn find(&self, game: &dyn Game, mover: Player, arena: &Arena) -> Option<(Node, bool)>;
}

struct NamesOf<R: Notation> {
    rules: R,
    positions: Vec<R::Position>,
    /// The nodes in the order of their positions, once one was looked for.
    sorted: OnceLock<Vec<Node>>,
}

impl<R: Notation> NamesOf<R> {
    fn node(&self, wanted: &R::Position, mover: Player, arena: &Arena) -> Option<Node> {
        let at = |node: Node| &self.positions[node as usize];
        let sorted = self.sorted.get_or_init(|| {
            let mut sorted: Vec<Node> = arena.nodes().collect();
            sorted.sort_unstable_by_key(|&node| at(node));
            sorted
        });
        let first = sorted.partition_point(|&node| at(node) < wanted);
        let same = sorted[first..].iter().copied().take_while(|&node| at(node) == wanted);
        same.into_iter().find(|&node| arena.impartial() || arena.mover(node) == mover)
    }

    fn at(&self, node: Node, mirrored: bool) -> R::Position {
        let position = &self.positions[node as usize];
        // A mirrored start exists only where every position has a negative.
        let negative = if mirrored { self.rules.negative(position) } else { None };
        negative.unwrap_or_else(|| position.clone())
    }
}

impl<R: Notation> Names for NamesOf<R> {
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
        // Nodes of a sum stand for sums of components, however these are put together.
        let written = match self.rules.name() {
            SUM => written_sum(game.written_components()),
            _ if game.ruleset() == ruleset(&self.rules) => game.position(),
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

/// A position of a ruleset whose type is known.
pub struct Of<R: Notation> {
    /// The ruleset.
    pub rules: R,
    /// The position.
    pub position: R::Position,
}

impl<R: Notation> Of<R> {
    fn other(&self, position: R::Position) -> Box<dyn Game> {
        Box::new(Of { rules: self.rules.clone(), position })
    }

    /// The positions after each move of a player, repeats left out.
    fn distinct_options(&self, player: Player) -> impl Iterator<Item = R::Position> {
        let mut seen = hashbrown::HashSet::new();
        let over = self.rules.end(&self.position, player).is_some();
        let options = (!over).then(|| self.rules.options(&self.position, player));
        options.into_iter().flatten().filter(move |option| seen.insert(option.clone()))
    }

    /// Fails at once where the options of one heap alone would need more
    /// memory, or numbers, than there are: nobody should wait until they fill it.
    fn refuse_huge_heaps(&self, limits: &Limits<'_>) -> Result<(), Stopped> {
        /// Options that are counted between two looks at the limits.
        const CHECKED: u64 = 1 << 16;
        let Some(rules) = self.rules.heaps() else { return Ok(()) };
        let each = size_of::<R::Position>() as u64;
        let most = (limits.memory / each).min(u64::from(Node::MAX));
        for size in self.rules.heap_sizes(&self.position) {
            let (mut options, mut stopped) = (0, Ok(()));
            let counted = rules.each_option(size, &mut |_| {
                options += 1;
                if options % CHECKED == 0 {
                    stopped = limits.check(Progress { stage: "options", positions: 0, bytes: 0 });
                }
                match options > most || stopped.is_err() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            stopped?;
            if counted.is_break() {
                limits.room(options.saturating_mul(each), 0)?;
                let limit = u64::from(Node::MAX);
                return Err(Stopped::Numbering { what: "options of a heap", limit });
            }
        }
        Ok(())
    }

    /// The play that was explored from this position.
    pub(crate) fn play(&self, explored: Explored<R::Position>) -> Play {
        let (starts, positions) = (explored.starts, explored.positions);
        let (arena, keys) = explored.into_parts();
        let names = NamesOf { rules: self.rules.clone(), positions: keys, sorted: OnceLock::new() };
        Play { arena, starts, positions, moves: None, names: Box::new(names) }
    }
}

impl<R: Notation> Game for Of<R> {
    fn text(&self) -> String {
        self.rules.spell(&self.position)
    }

    fn position(&self) -> String {
        self.rules.print(&self.position)
    }

    fn ruleset(&self) -> String {
        ruleset(&self.rules)
    }

    fn drawing(&self) -> String {
        self.rules.draw(&self.position)
    }

    fn impartial(&self) -> bool {
        self.rules.impartial()
    }

    fn has_ends(&self) -> bool {
        self.rules.has_ends()
    }

    fn explore(&self, limits: &Limits<'_>) -> Result<Play, Stopped> {
        self.refuse_huge_heaps(limits)?;
        Ok(self.play(explore(&self.rules, &self.position, limits)?))
    }

    fn components(&self, split: bool, limits: &Limits<'_>) -> Result<Parts, Stopped> {
        self.refuse_huge_heaps(limits)?;
        let Components { graph, start, index } =
            explore_components(&self.rules, &self.position, split, limits)?;
        let of = Of { rules: self.rules.clone(), position: self.position.clone() };
        Ok(Parts { graph, start, names: Box::new(PartsOf { start: of, split, index }) })
    }

    fn form(&self, forms: &mut Forms<'_>, limits: &Limits<'_>) -> Result<Form, FoldError> {
        self.refuse_huge_heaps(limits)?;
        fold(&self.rules, &self.position, forms, limits)
    }

    fn top_down(
        &self,
        mover: Player,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<TopDown, Stopped> {
        self.refuse_huge_heaps(limits)?;
        top_down(&self.rules, &self.position, mover, convention, limits)
    }

    fn verify(
        &self,
        claims: &mut Claims<'_>,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused> {
        verify(&self.rules, &self.position, claims, convention, limits)
    }

    fn options(&self, player: Player) -> Vec<Box<dyn Game>> {
        self.distinct_options(player).map(|option| self.other(option)).collect()
    }

    fn scene(&self) -> Scene {
        self.rules.scene(&self.position)
    }

    fn moves_up_to(&self, player: Player, most: usize) -> (Vec<Move>, bool) {
        let scene = self.rules.scene(&self.position);
        let mut options = self.distinct_options(player);
        let moves = options.by_ref().take(most).map(|option| Move {
            name: self.rules.move_name(&self.position, &option, player),
            tokens: self.rules.tokens(&scene, &self.position, &option, player),
            to: self.other(option),
        });
        (moves.collect(), options.next().is_none())
    }

    fn option_at(&self, player: Player, number: usize) -> Option<(String, Box<dyn Game>)> {
        let option = self.distinct_options(player).nth(number)?;
        Some((self.rules.move_name(&self.position, &option, player), self.other(option)))
    }

    fn number_of(&self, player: Player, position: &str, most: usize) -> Option<usize> {
        let wanted = self.rules.read(Text::new(position)).ok()?;
        self.distinct_options(player).take(most).position(|option| option == wanted)
    }

    fn turn(&self) -> Option<Player> {
        self.rules.turn(&self.position)
    }

    fn end(&self, mover: Player) -> Option<End> {
        self.rules.end(&self.position, mover)
    }

    fn terms(&self) -> Vec<Box<dyn Game>> {
        vec![self.boxed()]
    }

    fn written_components(&self) -> Vec<String> {
        if self.has_ends() {
            return vec![self.text()];
        }
        let parts = self.rules.components(self.position.clone());
        parts.map(|part| self.rules.spell(&part)).collect()
    }

    fn sizes(&self) -> Option<Sizes> {
        self.rules.sizes()
    }

    fn alphabet(&self) -> String {
        self.rules.alphabet()
    }

    fn valuer(&self) -> Option<Box<dyn Valuer>> {
        Some(Box::new(ValuerOf { rules: self.rules.clone(), shared: Shared::default() }))
    }

    fn heaps(&self) -> Option<(&dyn HeapRules, Vec<u64>)> {
        Some((self.rules.heaps()?, self.rules.heap_sizes(&self.position)))
    }

    fn pairs(&self) -> Option<&dyn PairRules> {
        self.rules.pairs()
    }

    fn with_heaps(&self, sizes: &[u64]) -> Option<Box<dyn Game>> {
        Some(self.other(self.rules.with_heap_sizes(sizes)?))
    }

    fn boxed(&self) -> Box<dyn Game> {
        self.other(self.position.clone())
    }
}
