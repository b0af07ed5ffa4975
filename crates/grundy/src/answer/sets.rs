//! The sets W_A, L_A, W_B, L_B and the draws of a game, and the strategies s_A and s_B as maps.

use super::methods::all;
use super::{Solved, best_moves};
use crate::game::Game;
use crate::graph::Node;
use crate::solve::verify::theorems::ClaimedSets;
use grundy_base::{ByPlayer, Convention, Fate, Limits, Player, Stopped, Verdict};

/// Every position of a game by what the player to move brings about, for each player.
#[derive(Debug)]
pub struct Sets {
    solved: Solved,
    /// Whether the positions are all of C, as the rules list them, and not only what play reaches.
    pub listed: bool,
}

/// Finds the sets of a game: over all positions that the rules list, or else over all that
/// alternating play reaches, whoever starts.
///
/// # Errors
///
/// If a limit is reached, or the rules fail.
pub fn sets(game: &dyn Game, convention: Convention, limits: &Limits<'_>) -> Result<Sets, Stopped> {
    Ok(Sets { solved: all(game, convention, limits)?, listed: game.is_listed() })
}

impl Sets {
    /// Number of positions, whoever is to move.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.solved.play.positions
    }

    /// The positions with `mover` to move in which this is brought about: W, L, or the draws.
    pub fn members(&self, mover: Player, fate: Fate) -> impl Iterator<Item = Node> {
        let brings = move |&node: &Node| self.solved.outcomes.verdict(node).fate() == fate;
        self.nodes(mover).filter(brings)
    }

    /// The strategy of `mover`: for each position of W in which play goes on, the fastest winning
    /// move.
    pub fn strategy(&self, mover: Player) -> impl Iterator<Item = (Node, Node)> {
        let best = |node: Node| Some((node, best_moves(&self.solved, node).first()?.0));
        self.members(mover, Fate::Win).filter_map(best)
    }

    /// The position of a node, as the ruleset prints it.
    #[must_use]
    pub fn name(&self, node: Node) -> String {
        self.solved.play.position(node, false)
    }

    /// The sets as claims, which [`Game::check_theorems`] checks.
    #[must_use]
    pub fn claims(&self) -> ByPlayer<ClaimedSets> {
        ByPlayer::new(|mover| {
            let mut claims = ClaimedSets::default();
            for node in self.nodes(mover) {
                let name = self.name(node);
                match self.solved.outcomes.verdict(node) {
                    Verdict::Win(moves) => drop(claims.won.insert(name, moves)),
                    Verdict::Loss(moves) => drop(claims.lost.insert(name, moves)),
                    Verdict::Draw(_) => drop(claims.drawn.insert(name)),
                }
            }
            let names = |(from, to)| (self.name(from), self.name(to));
            claims.strategy = self.strategy(mover).map(names).collect();
            claims
        })
    }

    /// Bytes of the claims, about.
    #[must_use]
    pub fn bytes_of_claims(&self) -> u64 {
        const ENTRY: u64 = 2 * size_of::<(String, String)>() as u64;
        let length = |node: Node| self.name(node).len() as u64;
        let nodes = Player::BOTH.into_iter().flat_map(|mover| self.nodes(mover));
        nodes.map(|node| ENTRY + 3 * length(node)).sum()
    }

    /// The nodes with this player to move; all nodes in an impartial game.
    fn nodes(&self, mover: Player) -> impl Iterator<Item = Node> {
        let arena = &self.solved.play.arena;
        arena.nodes().filter(move |&node| arena.impartial() || arena.mover(node) == mover)
    }
}
