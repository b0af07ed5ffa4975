//! Exploring play: from a start and its rules to an arena.

use std::hash::Hash;

use super::intern::Interner;
use super::{Arena, ArenaBuilder, Node};
use crate::limits::{Limits, Progress, Stopped};
use crate::player::{ByPlayer, Player};
use crate::ruleset::Ruleset;

/// Where play starts in an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The node.
    pub node: Node,
    /// The node stands for the same game with the players exchanged: what it
    /// says of Left holds for Right.
    pub mirrored: bool,
}

/// The positions that alternating play reaches, numbered.
pub struct Explored<P> {
    /// The moves between them.
    pub arena: Arena,
    /// Where play starts when Left, or Right, starts; none for a player whose
    /// turn it is not, in games that say whose turn it is.
    pub starts: ByPlayer<Option<Start>>,
    /// Distinct positions, whoever is to move.
    pub positions: usize,
    interner: Interner<P>,
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

    /// The arena and the position of each node, without the means to find a
    /// node by its position.
    #[must_use]
    pub fn into_parts(self) -> (Arena, Vec<P>) {
        (self.arena, self.interner.into_positions())
    }
}

fn tag(mover: Player, impartial: bool) -> u8 {
    u8::from(mover == Player::Right && !impartial)
}

/// Numbers every position that alternating play reaches from `start`, whoever
/// starts, breadth first.
///
/// Where exchanging the players leaves `start` as it is, only Left's start is
/// explored, and Right's is its mirror. Time: one hash look-up a move.
pub fn explore<R: Ruleset>(
    rules: &R,
    start: &R::Position,
    limits: &Limits<'_>,
) -> Result<Explored<R::Position>, Stopped> {
    let impartial = rules.impartial();
    let mut interner = Interner::new(rules.numbering());
    let mut arena = ArenaBuilder::new(impartial);
    let mut starts = ByPlayer::default();
    let movers = match rules.turn(start) {
        Some(mover) => vec![mover],
        None if impartial || rules.negative(start).as_ref() == Some(start) => vec![Player::Left],
        None => Player::BOTH.to_vec(),
    };
    for &mover in &movers {
        let node = interner.intern(start.clone(), tag(mover, impartial));
        starts[mover] = Some(Start { node, mirrored: false });
    }
    if rules.turn(start).is_none() && movers.len() == 1 {
        starts.right = starts.left.map(|left| Start { mirrored: !impartial, ..left });
    }

    // What positions hold outside their own slot, such as long vectors.
    let mut outside = 0u64;
    let mut next = 0;
    let look = |interner: &Interner<_>, arena: &ArenaBuilder, outside: u64, positions| {
        let (held, needed) = interner.bytes();
        let rest = arena.bytes() + outside;
        limits.room(needed + rest, interner.distinct())?;
        limits.check(Progress { stage: "exploring", positions, bytes: held + rest })
    };
    // Positions and moves since the last look at the limits.
    let mut work = Limits::STRIDE;
    while next < interner.len() {
        let (position, tag_here) = interner.get(next as Node);
        let mover = if tag_here == 0 { Player::Left } else { Player::Right };
        let end = rules.end(position, mover);
        if end.is_none() {
            let position = position.clone();
            for option in rules.options(&position, mover) {
                work += 1;
                if work >= Limits::STRIDE {
                    work = 0;
                    look(&interner, &arena, outside, next)?;
                }
                let next_mover = rules.turn(&option).unwrap_or(mover.opponent());
                let known = interner.len();
                let extra = rules.bytes(&option).saturating_sub(size_of::<R::Position>());
                arena.option(interner.intern(option, tag(next_mover, impartial)));
                if interner.len() > known {
                    outside += extra as u64;
                    limits.count(interner.distinct())?;
                    if interner.len() > Node::MAX as usize {
                        let limit = u64::from(Node::MAX);
                        return Err(Stopped::Numbering { what: "positions", limit });
                    }
                }
            }
        }
        work += 1;
        arena.close(mover, end)?;
        limits.room(interner.bytes().1 + arena.bytes() + outside, interner.distinct())?;
        next += 1;
    }
    let positions = interner.distinct();
    Ok(Explored { arena: arena.finish(), starts, positions, interner })
}
