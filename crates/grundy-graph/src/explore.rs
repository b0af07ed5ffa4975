//! Explores play: numbers all positions that play reaches from a start.

use std::hash::Hash;

use super::foresight::Foresight;
use super::intern::{Interner, Key};
use super::{Arena, ArenaBuilder, Node};
use grundy_base::{ByPlayer, End, Limits, Player, Progress, Stopped};
use grundy_ruleset::{Position, Rules};

/// The node where play starts in an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The node.
    pub node: Node,
    /// Whether the node stands for the same game with the players exchanged: what it says about
    /// Left then holds for Right.
    pub mirrored: bool,
}

/// The positions that alternating play reaches, numbered.
pub struct Explored<P> {
    /// The moves between the positions.
    pub arena: Arena,
    /// The nodes where play starts when Left, or Right, starts; none for a player whose turn it is
    /// not, in games that say whose turn it is.
    pub starts: ByPlayer<Option<Start>>,
    /// The number of distinct positions, whoever is to move.
    pub positions: usize,
    interner: Interner<P>,
}

grundy_base::debug! {
    impl[P] Explored<P>: "Explored", |explored| positions = explored.positions, starts = explored.starts;
}

impl<P: Eq + Hash> Explored<P> {
    /// The position of a node.
    #[must_use]
    pub fn position(&self, node: Node) -> &P {
        self.interner.get(node).0
    }

    /// The node of a position with `mover` to move, if play reaches it.
    #[must_use]
    pub fn find(&self, position: &P, mover: Player) -> Option<Node> {
        self.interner.find(position, tag(mover, self.arena.impartial()))
    }

    /// Sets the starts of these players at `start`, which has nodes for them.
    fn start_at(&mut self, start: &P, movers: &[Player]) {
        for &mover in movers {
            self.starts[mover] =
                self.find(start, mover).map(|node| Start { node, mirrored: false });
        }
    }

    /// The arena and the position of each node, without the index from positions to nodes.
    #[must_use]
    pub fn into_parts(self) -> (Arena, Vec<P>) {
        (self.arena, self.interner.into_positions())
    }
}

/// Options that were found but are not numbered yet. Their places in the interner are prefetched as
/// they come, so that memory looks for all of them at once.
struct Frontier<P> {
    interner: Interner<P>,
    arena: ArenaBuilder,
    /// Memory of positions outside of their own slot, such as long vectors.
    outside: u64,
    found: Vec<(P, Key)>,
    /// For each node whose options are complete: the number of options found by then, its mover,
    /// and whether it is an end.
    nodes: Vec<(usize, Player, Option<End>)>,
}

impl<P: Position> Frontier<P> {
    /// The number of options, or of nodes, that are numbered together.
    const ENOUGH: usize = 64;

    fn is_open(&self) -> bool {
        self.found.len() < Self::ENOUGH && self.nodes.len() < Self::ENOUGH
    }

    fn add(&mut self, option: P, tag: u8) {
        let key = self.interner.key(&option, tag);
        self.interner.ask_for_slot(key);
        self.found.push((option, key));
    }

    /// Numbers the options; a node that has more options stays open in the arena.
    fn number(&mut self, rules: &dyn Rules<P>, limits: &Limits<'_>) -> Result<(), Stopped> {
        let Frontier { interner, arena, outside, found, nodes } = self;
        found.iter().for_each(|(_, key)| interner.ask_for_position(*key));
        let mut found = found.drain(..);
        let mut place = 0;
        let mut number = |option: P, key: Key, arena: &mut ArenaBuilder| {
            let known = interner.len();
            let node = interner.intern(option, key);
            arena.option(node);
            if interner.len() > known {
                let bytes = rules.bytes(interner.get(node).0);
                *outside += bytes.saturating_sub(size_of::<P>()) as u64;
                limits.count(interner.distinct())?;
                if interner.len() > Node::MAX as usize {
                    let limit = u64::from(Node::MAX);
                    return Err(Stopped::Numbering { what: "positions", limit });
                }
            }
            Ok(())
        };
        for (until, mover, end) in nodes.drain(..) {
            for (option, key) in found.by_ref().take(until - place) {
                number(option, key, arena)?;
            }
            arena.close(mover, end)?;
            place = until;
        }
        for (option, key) in found {
            number(option, key, arena)?;
        }
        limits.room(interner.bytes().1 + arena.bytes() + *outside, interner.distinct())
    }

    fn look(&self, positions: usize, limits: &Limits<'_>) -> Result<(), Stopped> {
        let bytes = self.interner.bytes().0 + self.arena.bytes() + self.outside;
        limits.check(Progress { stage: "exploring", positions, bytes })
    }
}

fn tag(mover: Player, impartial: bool) -> u8 {
    u8::from(mover == Player::Right && !impartial)
}

fn mover_of(tag: u8) -> Player {
    if tag == 0 { Player::Left } else { Player::Right }
}

/// Numbers every position that alternating play reaches from `start`, whoever
/// starts, breadth first.
///
/// If exchanging the players leaves `start` unchanged, only Left's start is explored, and Right's
/// start is its mirror. Time: one hash look-up for each move.
pub fn explore<P: Position>(
    rules: &dyn Rules<P>,
    start: &P,
    limits: &Limits<'_>,
) -> Result<Explored<P>, Stopped> {
    explore_nearest(rules, start, usize::MAX, limits)
}

/// Explores like [`explore()`], but with the moves of at most `most` nodes, those nearest to the
/// start. Nodes that only these moves reach have no moves in the arena, though play may go on
/// there.
pub fn explore_nearest<P: Position>(
    rules: &dyn Rules<P>,
    start: &P,
    most: usize,
    limits: &Limits<'_>,
) -> Result<Explored<P>, Stopped> {
    let impartial = rules.impartial();
    let movers = match rules.turn(start) {
        Some(mover) => vec![mover],
        None if impartial || rules.negative(start).as_ref() == Some(start) => vec![Player::Left],
        None => Player::BOTH.to_vec(),
    };
    let roots = movers.iter().map(|&mover| (start.clone(), mover));
    let mut explored = explore_from(rules, &mut { roots }, most, limits)?;
    explored.start_at(start, &movers);
    if rules.turn(start).is_none() && movers.len() == 1 {
        let left = explored.starts.left;
        explored.starts.right = left.map(|left| Start { mirrored: !impartial, ..left });
    }
    Ok(explored)
}

/// Numbers every position that the rules list, with each player to move. If the rules list none,
/// numbers all positions that alternating play reaches from `start`, whoever starts. No start is a
/// mirror.
///
/// The nodes come in the order of the list, Left before Right. Those that are not in the list but
/// are reached by play follow.
///
/// # Errors
///
/// If a limit is reached, or the rules fail.
pub fn explore_all<P: Position>(
    rules: &dyn Rules<P>,
    start: &P,
    limits: &Limits<'_>,
) -> Result<Explored<P>, Stopped> {
    let impartial = rules.impartial();
    let listed = rules.listed().unwrap_or_else(|| vec![start.clone()]);
    limits.count(listed.len())?;
    limits.room((listed.len() * size_of::<P>()) as u64, 0)?;
    let movers = |position: &P| {
        let turn = rules.turn(position);
        let moves = move |player: &Player| match turn {
            Some(turn) => turn == *player,
            None => !impartial || *player == Player::Left,
        };
        Player::BOTH.into_iter().filter(moves)
    };
    let mut roots = listed.into_iter().flat_map(|position| {
        let movers = movers(&position);
        movers.map(move |mover| (position.clone(), mover))
    });
    let mut explored = explore_from(rules, &mut roots, usize::MAX, limits)?;
    explored.start_at(start, &movers(start).collect::<Vec<_>>());
    if impartial && rules.turn(start).is_none() {
        explored.starts.right = explored.starts.left;
    }
    Ok(explored)
}

/// Numbers the positions that alternating play reaches from `roots`, with the moves of at most
/// `most` nodes.
fn explore_from<P: Position>(
    rules: &dyn Rules<P>,
    roots: &mut dyn Iterator<Item = (P, Player)>,
    most: usize,
    limits: &Limits<'_>,
) -> Result<Explored<P>, Stopped> {
    let impartial = rules.impartial();
    let mut interner = Interner::new(rules.numbering());
    let arena = ArenaBuilder::new(impartial);
    for (root, mover) in roots {
        let key = interner.key(&root, tag(mover, impartial));
        interner.intern(root, key);
    }

    let mut frontier =
        Frontier { interner, arena, outside: 0, found: Vec::new(), nodes: Vec::new() };
    let (mut next, mut foresight) = (0, Foresight::default());
    // Positions and moves since the limits were last checked.
    let mut work = Limits::STRIDE;
    while next < frontier.interner.len() {
        let until =
            foresight.look(rules, (next, frontier.interner.len()), limits.threads, |node| {
                let (position, tag) = frontier.interner.get(node as Node);
                [(position.clone(), mover_of(tag))]
            });
        while next < until && frontier.is_open() {
            let (position, tag_here) = frontier.interner.get(next as Node);
            let mover = mover_of(tag_here);
            let end = rules.end(position, mover);
            if end.is_none() && next < most {
                let position = position.clone();
                rules.try_each_move(&position, mover, |option, next_mover| {
                    work += 1;
                    if work >= Limits::STRIDE {
                        work = 0;
                        frontier.number(rules, limits)?;
                        frontier.look(next, limits)?;
                    }
                    frontier.add(option, tag(next_mover, impartial));
                    Ok::<(), Stopped>(())
                })?;
            }
            work += 1;
            frontier.nodes.push((frontier.found.len(), mover, end));
            next += 1;
        }
        frontier.number(rules, limits)?;
    }
    let Frontier { interner, arena, .. } = frontier;
    let positions = interner.distinct();
    Ok(Explored { arena: arena.finish(), starts: ByPlayer::default(), positions, interner })
}
