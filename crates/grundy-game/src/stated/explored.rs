//! A sample of the positions of a stated game, numbered, with their moves.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::{Expansions, Stated};
use grundy_base::{End, Fault, Limits, Player, Progress, Verdict};
use grundy_graph::ArenaBuilder;
use grundy_solve::retrograde::retrograde;

/// Positions that are expanded at a time.
const BATCH: usize = 4096;

/// Positions in breadth-first order.
#[derive(Debug)]
pub struct Explored {
    /// The positions, each with the player to move: first the expanded ones, then others that are
    /// reached from them.
    pub nodes: Vec<(Vec<u8>, Player)>,
    /// The options of the positions that were expanded, as indices of nodes.
    pub options: Vec<Vec<u32>>,
    ends: Vec<Option<End>>,
    /// The number of options of all positions together.
    pub moves: usize,
    /// The most options of a position.
    pub most_moves: usize,
    /// Whether all reachable positions were expanded.
    pub complete: bool,
    time: Duration,
}

impl Explored {
    /// Explores from these positions, with either player to move. At most `most`
    /// positions are expanded.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn new(
        game: &dyn Stated,
        starts: &[Vec<u8>],
        most: usize,
        limits: Option<&Limits<'_>>,
    ) -> Result<Explored, Fault> {
        let mut nodes = Vec::new();
        for start in starts {
            let turn = game.turn(start)?;
            for player in Player::BOTH {
                let other = turn.is_some_and(|turn| turn != player);
                let same = game.impartial() && player == Player::Right;
                if !other && !same {
                    nodes.push((start.clone(), player));
                }
            }
        }
        Explored::from(game, nodes, most, limits)
    }

    /// As `new`, from positions with the player to move.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn from(
        game: &dyn Stated,
        starts: Vec<(Vec<u8>, Player)>,
        most: usize,
        limits: Option<&Limits<'_>>,
    ) -> Result<Explored, Fault> {
        let impartial = game.impartial();
        let mut explored = Explored {
            nodes: starts,
            options: Vec::new(),
            ends: Vec::new(),
            moves: 0,
            most_moves: 0,
            complete: true,
            time: Duration::ZERO,
        };
        let mut numbers: HashMap<(Vec<u8>, Player), u32> =
            explored.nodes.iter().cloned().zip(0..).collect();
        let mut found = Expansions::default();
        let begun = Instant::now();
        while explored.options.len() < explored.nodes.len() {
            let done = explored.options.len();
            let progress = Progress { stage: "looking at positions", positions: done, bytes: 0 };
            let stopped = limits.is_some_and(|limits| limits.check(progress).is_err());
            if done >= most || stopped && done > 0 {
                explored.complete = false;
                break;
            }
            let batch = explored.nodes[done..].iter().take(BATCH.min(most - done));
            let asked: Vec<(&[u8], Player)> =
                batch.map(|(bytes, mover)| (&bytes[..], *mover)).collect();
            let movers: Vec<Player> = asked.iter().map(|(_, mover)| *mover).collect();
            found.clear();
            game.expand(&asked, &mut found)?;
            for (mover, (end, options)) in movers.into_iter().zip(found.positions()) {
                let mut numbered = Vec::new();
                for (bytes, turn) in options {
                    let then = match turn {
                        _ if impartial => mover,
                        Some(turn) => turn,
                        None => mover.opponent(),
                    };
                    let key = (bytes.to_vec(), then);
                    let number = *numbers.entry(key).or_insert_with_key(|key| {
                        explored.nodes.push(key.clone());
                        explored.nodes.len() as u32 - 1
                    });
                    numbered.push(number);
                }
                explored.moves += numbered.len();
                explored.most_moves = explored.most_moves.max(numbered.len());
                explored.options.push(numbered);
                explored.ends.push(end);
            }
        }
        explored.time = begun.elapsed();
        Ok(explored)
    }

    /// Positions expanded per second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.options.len() as f64 / self.time.as_secs_f64().max(1e-6)
    }

    /// Moves of the longest play; none if a position can repeat.
    #[must_use]
    pub fn longest(&self) -> Option<u32> {
        let count = self.options.len();
        let inside = |to: &&u32| (**to as usize) < count;
        let mut into = vec![0_u32; count];
        for &to in self.options.iter().flatten().filter(inside) {
            into[to as usize] += 1;
        }
        let mut order: Vec<usize> = (0..count).filter(|&node| into[node] == 0).collect();
        let mut moves = vec![0_u32; count];
        let mut done = 0;
        while done < order.len() {
            let node = order[done];
            done += 1;
            for to in self.options[node].iter().filter(inside).map(|&to| to as usize) {
                moves[to] = moves[to].max(moves[node] + 1);
                into[to] -= 1;
                if into[to] == 0 {
                    order.push(to);
                }
            }
        }
        (done == count).then(|| moves.into_iter().max().unwrap_or(0))
    }

    /// The verdict for the player to move in the first node, if all reachable positions
    /// were expanded.
    #[must_use]
    pub fn verdict(&self, game: &dyn Stated) -> Option<Verdict> {
        if !self.complete {
            return None;
        }
        let mut arena = ArenaBuilder::new(game.impartial());
        for (((_, mover), options), end) in self.nodes.iter().zip(&self.options).zip(&self.ends) {
            arena.node(*mover, *end, options.iter().copied()).ok()?;
        }
        let outcomes = retrograde(&arena.finish(), game.convention(), &Limits::default()).ok()?;
        Some(outcomes.verdict(0))
    }
}
