//! Who wins, by a forward search: for games that are too large to list.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::of::Of;
use crate::limits::{Limits, Stopped};
use crate::outcome::{Convention, End, Fate};
use crate::player::Player;
use crate::ruleset::{Forward, Position};
use crate::solve::proof::{Bounds, Prover, Thoughts};

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

    /// Makes the table as large as is of use for so many nodes, within the limit. A table
    /// that is replaced is forgotten.
    fn expect(&mut self, nodes: u64);

    /// What is known of the player to move without more search.
    fn known(&self, at: Near) -> Bounds;

    /// Whose turn it is there.
    fn mover(&self, at: Near) -> Player;

    /// Moves from there on, by name, of which each keeps what is known, as far as that
    /// reaches.
    fn line(&self, at: Near) -> Vec<String>;

    /// Thinks about the moves of a player who starts, which must be some, for so long;
    /// they are given in the order of [`Game::moves`](super::Game::moves). `thinking` is told
    /// now and then what is thought so far.
    ///
    /// # Errors
    ///
    /// When the work is interrupted, or rules fail; not when the time is up.
    fn think(
        &mut self,
        starter: Player,
        time: Duration,
        limits: &Limits<'_>,
        thinking: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, Stopped>;

    /// Nodes visited so far.
    fn visited(&self) -> u64;

    /// Bytes of the transposition table.
    fn bytes(&self) -> u64;

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

    /// What is known of a position without more search.
    fn known_at(&self, position: &P, mover: Player) -> Bounds {
        match self.over(position, mover) {
            Some(fate) => Bounds { at_least: fate, at_most: fate },
            None => self.prover.known(&(self.node)(position, mover)),
        }
    }

    /// The result where the rules end play.
    fn over(&self, position: &P, mover: Player) -> Option<Fate> {
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
        let (position, mover) = self.at(at);
        if let Some(fate) = self.over(position, mover) {
            let bounds = Bounds { at_least: fate, at_most: fate };
            proved(bounds);
            return Ok(bounds);
        }
        let node = (self.node)(position, mover);
        let found = self.prover.prove(&node, effort, limits, proved);
        match self.of.rules.failure() {
            Some(fault) => Err(Stopped::Rules(fault)),
            None => found,
        }
    }

    fn expect(&mut self, nodes: u64) {
        self.prover.expect(nodes);
    }

    fn known(&self, at: Near) -> Bounds {
        let (position, mover) = self.at(at);
        self.known_at(position, mover)
    }

    fn mover(&self, at: Near) -> Player {
        self.at(at).1
    }

    fn line(&self, at: Near) -> Vec<String> {
        const LONGEST: usize = 200;
        let (mut line, rules) = (Vec::new(), &self.of.rules);
        let (position, mut mover) = self.at(at);
        let mut position = position.clone();
        let mut been = hashbrown::HashSet::new();
        while line.len() < LONGEST && been.insert((position.clone(), mover)) {
            let known = self.known_at(&position, mover);
            let mut best = None;
            if self.over(&position, mover).is_none() {
                rules.each_move(&position, mover, &mut |option, next| {
                    let after = self.known_at(&option, next);
                    let after = if next == mover { after } else { after.reversed() };
                    let keeps = after.at_least == known.at_least && known != Bounds::UNKNOWN;
                    if keeps && best.is_none() {
                        best = Some((option, next));
                    }
                    ControlFlow::Continue(())
                });
            }
            let Some((option, next)) = best else { break };
            line.push(rules.move_name(&position, &option, mover));
            (position, mover) = (option, next);
        }
        line
    }

    fn think(
        &mut self,
        starter: Player,
        time: Duration,
        limits: &Limits<'_>,
        thinking: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, Stopped> {
        let numbers = 0..self.options[usize::from(starter == Player::Right)].len();
        let moves: Vec<(N, bool)> = numbers
            .map(|number| {
                let (position, mover) = self.at(Near { starter, option: Some(number) });
                ((self.node)(position, mover), mover != starter)
            })
            .collect();
        let found = self.prover.think(&moves, time, limits, thinking);
        match self.of.rules.failure() {
            Some(fault) => Err(Stopped::Rules(fault)),
            None => found,
        }
    }

    fn visited(&self) -> u64 {
        self.prover.visited()
    }

    fn bytes(&self) -> u64 {
        self.prover.bytes()
    }

    fn method(&self) -> &'static str {
        self.method
    }
}
