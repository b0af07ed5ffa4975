//! Positions that play reaches, found by the interpreter: what the compiler learns the shape of
//! positions from.

use std::collections::{HashSet, VecDeque};

use grundy::stated::{Found, Stated};
use grundy::{Fault, Player};

use crate::code;
use crate::compile::shape::Seen;
use crate::conventions::Role;
use crate::game::{Game, Learned};

/// Positions next to the start.
const FEW: usize = 1000;
/// Lines of random play, and the most moves in one.
const LINES: usize = 300;
const LENGTH: usize = 200;
/// Positions that are expanded in all lines together.
const EXPANDED: usize = 12_000;
/// Moves that are kept.
const MOVES: usize = 20_000;

/// What some positions are like.
#[derive(Debug)]
pub(crate) struct Sample {
    /// Of what keys are made of: positions, each behind its tier if the file has `tier`.
    pub(crate) seen: Seen,
    /// Some moves, each from one position to another.
    pub(crate) moves: Vec<(Vec<u8>, Vec<u8>)>,
}

/// A sample of the positions of a game: those next to the start, and those of lines of random
/// play. The same for the same game, on every machine.
///
/// # Errors
///
/// If the rules fail.
pub(crate) fn sample(game: &Game) -> Result<Sample, Fault> {
    let Learned { seen, tiers, lessons, moves } = game.learned();
    let mut walk = Walk { game, seen, tiers, moves, found: Found::default() };
    let movers: &[Player] = if game.impartial() { &Player::BOTH[..1] } else { &Player::BOTH };
    let turn = game.turn(&game.start())?;
    let movers: Vec<Player> =
        movers.iter().copied().filter(|&mover| turn.is_none_or(|turn| turn == mover)).collect();
    walk.seen.learn(&mut &game.start()[..]);
    let mut known = HashSet::new();
    let mut queue: VecDeque<(Vec<u8>, Player)> = VecDeque::new();
    for &mover in &movers {
        known.insert((game.start(), mover));
        queue.push_back((game.start(), mover));
    }
    while let Some((position, mover)) = queue.pop_front() {
        walk.images(&position)?;
        for option in walk.options(&position, mover)? {
            if !known.contains(&option) {
                known.insert(option.clone());
                queue.push_back(option);
            }
        }
        if known.len() > FEW {
            break;
        }
    }
    let all = queue.is_empty();
    let mut expanded = 0;
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for line in 0..LINES {
        if all || expanded > EXPANDED {
            break;
        }
        let mut place = (game.start(), movers[line % movers.len()]);
        for _ in 0..LENGTH {
            let mut options = walk.options(&place.0, place.1)?;
            expanded += 1;
            if options.is_empty() {
                break;
            }
            // Marsaglia's xorshift.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            place = options.swap_remove((random % options.len() as u64) as usize);
        }
    }
    // Where play has gone beyond a sample, it goes on.
    let Walk { seen, tiers, moves, .. } = walk;
    let has_tiers = game.rules().script.has(Role::Tier);
    let mut seen = if has_tiers { Seen::pair(tiers, seen) } else { seen };
    seen.widen(lessons);
    Ok(Sample { seen, moves })
}

struct Walk<'a> {
    game: &'a Game,
    seen: Seen,
    tiers: Seen,
    moves: Vec<(Vec<u8>, Vec<u8>)>,
    found: Found,
}

impl Walk<'_> {
    /// Learns from the images and the negative of a position.
    fn images(&mut self, position: &[u8]) -> Result<(), Fault> {
        let images = self.game.images(position)?;
        images.into_iter().chain(self.game.negative(position)?).for_each(|image| {
            self.seen.learn(&mut &image[..]);
        });
        Ok(())
    }

    /// The options of a position, each with the player to move. Learns from all of them.
    fn options(&mut self, position: &[u8], mover: Player) -> Result<Vec<(Vec<u8>, Player)>, Fault> {
        if let Some(tier) = self.game.tier(position)? {
            self.tiers.learn(&mut &code::number(tier)[..]);
        }
        self.found.clear();
        self.game.expand(&[(position, mover)], &mut self.found)?;
        let impartial = self.game.impartial();
        let then = if impartial { mover } else { mover.opponent() };
        let mut options = Vec::new();
        for (_, listed) in self.found.positions() {
            for (option, turn) in listed {
                self.seen.learn(&mut &option[..]);
                if self.moves.len() < MOVES {
                    self.moves.push((position.to_vec(), option.to_vec()));
                }
                options.push((option.to_vec(), turn.unwrap_or(then)));
            }
        }
        Ok(options)
    }
}
