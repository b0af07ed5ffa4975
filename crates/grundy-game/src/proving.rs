//! Who wins, by a forward search: for games that are too large to list.

use std::sync::Arc;

use super::of::Of;
use crate::limits::{Limits, Stopped};
use crate::outcome::{Convention, End, Fate};
use crate::player::Player;
use crate::ruleset::{Forward, Position};
use crate::solve::proof::{Bounds, Prover};

/// A node near the start: the position, or the one after the move with this number, as
/// [`Game::moves`](super::Game::moves) counts the moves of the player who starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// Who starts.
    pub starter: Player,
    /// The first move, if it was made.
    pub option: Option<usize>,
}

/// A forward search of one game. What it has found is kept from question to question.
pub trait Proving: Send {
    /// Proves what the player to move brings about, with about so many more visits of
    /// nodes. `proved` is told each time that something new is known.
    ///
    /// # Errors
    ///
    /// When a limit is reached; what was proved until then has been told.
    fn prove(
        &mut self,
        at: Near,
        effort: u64,
        limits: &Limits<'_>,
        proved: &mut dyn FnMut(Bounds),
    ) -> Result<Bounds, Stopped>;

    /// What is known of the player to move without more search.
    fn known(&self, at: Near) -> Bounds;

    /// Whether the move gives the turn to the other player.
    fn passes_turn(&self, at: Near) -> bool;

    /// Nodes visited so far.
    fn visited(&self) -> u64;

    /// How the search works, in a few words.
    fn method(&self) -> &'static str;
}

/// Makes a search of a position, under a convention and with a table of at most so many
/// bytes.
pub(super) type Search<P> = Arc<dyn Fn(&Of<P>, Convention, u64) -> Box<dyn Proving> + Send + Sync>;

/// Makes the node of a position with the player to move.
type NodeOf<P, N> = dyn Fn(&P, Player) -> N + Send;

/// A search of the positions near one.
struct ProvingOf<P, N> {
    of: Of<P>,
    options: [Vec<P>; 2],
    prover: Prover<N>,
    node: Box<NodeOf<P, N>>,
    method: &'static str,
}

/// A search of positions whose nodes are made by `node`.
pub(super) fn proving<P: Position + 'static, N: Clone + Send + Sync + 'static>(
    of: &Of<P>,
    (tree, memory): (Arc<dyn Forward<N>>, u64),
    node: impl Fn(&P, Player) -> N + Send + 'static,
    method: &'static str,
) -> Box<dyn Proving> {
    Box::new(ProvingOf {
        of: of.clone(),
        options: Player::BOTH.map(|player| of.distinct_options(player, usize::MAX).0),
        prover: Prover::new(tree, memory),
        node: Box::new(node),
        method,
    })
}

impl<P: Position, N: Clone + Send + Sync> ProvingOf<P, N> {
    /// The position, and the player to move.
    fn at(&self, Near { starter, option }: Near) -> (&P, Player) {
        match option {
            None => (&self.of.position, starter),
            Some(number) => {
                let option = &self.options[usize::from(starter == Player::Right)][number];
                (option, self.of.rules.turn(option).unwrap_or(starter.opponent()))
            }
        }
    }

    /// The result where the rules end play.
    fn over(&self, at: Near) -> Option<Fate> {
        let (position, mover) = self.at(at);
        self.of.rules.end(position, mover).map(|end| match end {
            End::Tie => Fate::Draw,
            End::Won(player) if player == mover => Fate::Win,
            End::Won(_) => Fate::Loss,
        })
    }
}

impl<P: Position, N: Clone + Send + Sync> Proving for ProvingOf<P, N> {
    fn prove(
        &mut self,
        at: Near,
        effort: u64,
        limits: &Limits<'_>,
        proved: &mut dyn FnMut(Bounds),
    ) -> Result<Bounds, Stopped> {
        if let Some(fate) = self.over(at) {
            let bounds = Bounds { at_least: fate, at_most: fate };
            proved(bounds);
            return Ok(bounds);
        }
        let (position, mover) = self.at(at);
        let node = (self.node)(position, mover);
        let found = self.prover.prove(&node, effort, limits, proved);
        match self.of.rules.failure() {
            Some(fault) => Err(Stopped::Rules(fault)),
            None => found,
        }
    }

    fn known(&self, at: Near) -> Bounds {
        if let Some(fate) = self.over(at) {
            return Bounds { at_least: fate, at_most: fate };
        }
        let (position, mover) = self.at(at);
        self.prover.known(&(self.node)(position, mover))
    }

    fn passes_turn(&self, at: Near) -> bool {
        self.at(at).1 != at.starter
    }

    fn visited(&self) -> u64 {
        self.prover.visited()
    }

    fn method(&self) -> &'static str {
        self.method
    }
}
