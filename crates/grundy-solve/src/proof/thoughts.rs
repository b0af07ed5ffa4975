//! What a player thinks of moves, and what searches for the best of them have in common.

use std::cmp::Reverse;

use super::bounds::Bounds;
use grundy_base::{Fate, Player, Stopped};

/// What a player thinks of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// What the player who makes the move is proved to bring about.
    pub bounds: Bounds,
    /// The share of the points (1 for a win, ½ for a draw) that the player is expected to
    /// get, from 0 to 1; where moves are searched by mobility, the share of the moves of both
    /// players that the player is expected to have.
    pub score: f32,
    /// Lines of play that began with the move; none where moves are searched by mobility.
    pub lines: u32,
    /// Least number of moves that it still takes, if a short search has proved a win or a loss.
    pub lasts: Option<u32>,
}

impl Thought {
    /// Orders moves from best to worst: proved wins, the short ones first, then by how much
    /// they were looked into, then proved losses, the long ones first.
    pub(super) fn rank(&self) -> (i8, u32, Reverse<u32>, i32) {
        let lasts = self.lasts.unwrap_or(u32::MAX);
        let (proved, lasts) = match self.bounds.fate() {
            Some(Fate::Win) => (-1, lasts),
            Some(Fate::Loss) => (1, u32::MAX - lasts),
            // A proved draw is a move like others, with a score that is certain.
            Some(Fate::Draw) | None => (0, 0),
        };
        (proved, lasts, Reverse(self.lines), (-1e6 * self.score) as i32)
    }
}

/// What the search thinks of all moves of a player.
#[derive(Clone, Debug)]
pub struct Thoughts<M = (Player, String)> {
    /// In the order in which the moves were given.
    pub moves: Vec<Thought>,
    /// The number of the best one.
    pub best: usize,
    /// The moves that are expected: the best one, and how play goes on. A [`Prover`](super::Prover)
    /// gives the hashes of the nodes after the best move.
    pub line: Vec<M>,
}

impl<M> Thoughts<M> {
    /// The same thoughts with this line.
    #[must_use]
    pub fn with_line<L>(&self, line: Vec<L>) -> Thoughts<L> {
        Thoughts { moves: self.moves.clone(), best: self.best, line }
    }
}

/// A move to think about.
#[derive(Clone, Debug)]
pub struct Candidate<N> {
    /// The node after the move.
    pub to: N,
    /// Whether the other player is to move there.
    pub turns: bool,
    /// Whether play is over there.
    pub over: bool,
}

impl<N> Candidate<N> {
    /// What is known of the player to move there, for the player who makes the move.
    pub(super) fn before(&self, known: Bounds) -> Bounds {
        if self.turns { known.reversed() } else { known }
    }
}

/// How moves are searched that are not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// Monte Carlo tree search.
    Lines,
    /// Alpha-beta search by mobility.
    Mobility,
}

/// Given the positions visited and the bytes held, whether there is time left.
pub(super) type Check<'a> = dyn FnMut(u64, u64) -> Result<bool, Stopped> + 'a;

/// A search for the best of some moves.
pub(super) trait Searching {
    /// Searches on for a while. Returns whether more can be found.
    fn go_on(&mut self, check: &mut Check<'_>) -> Result<bool, Stopped>;

    /// What is thought of the move with this number.
    fn thought(&self, number: usize) -> Thought;

    /// The hashes of the nodes that are expected after the move with this number.
    fn line(&self, _number: usize) -> Vec<u128> {
        Vec::new()
    }
}
