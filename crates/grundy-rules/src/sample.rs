//! What positions of play look like, as the compiler needs it.

use grundy::Fault;
use grundy::stated::{self, Sampled, Stated};

use crate::conventions::Role;
use crate::game::{FileGame, Learned};
use crate::structure::code;
use crate::structure::shape::Seen;

/// Moves that are kept.
const MOVES: usize = 20_000;

/// What some positions are like.
#[derive(Debug)]
pub(crate) struct Sample {
    /// What was seen of the values that keys are made of: positions, each behind its tier if the
    /// file has `tier`.
    pub(crate) seen: Seen,
    /// Some moves, each from one position to another.
    pub(crate) moves: Vec<(Vec<u8>, Vec<u8>)>,
}

/// What positions of a game look like, in a sample of play and in all that has been learned.
///
/// # Errors
///
/// If the rules fail.
pub(crate) fn sample(game: &FileGame) -> Result<Sample, Fault> {
    let Learned { mut seen, mut tiers, lessons, mut moves } = game.learned();
    seen.learn(&mut &game.start()[..]);
    stated::sample(game, |met| {
        match met {
            Sampled::Position(position, is_near) => {
                if let Some(tier) = game.tier(position)? {
                    tiers.learn(&mut &code::number(tier)[..]);
                }
                if is_near {
                    game.equals(position)?.iter().for_each(|equal| {
                        seen.learn(&mut &equal[..]);
                    });
                }
            }
            Sampled::Move { from, to, .. } => {
                seen.learn(&mut &to[..]);
                if moves.len() < MOVES {
                    moves.push((from.to_vec(), to.to_vec()));
                }
            }
        }
        Ok(())
    })?;
    let has_tiers = game.rules().script.has(Role::Tier);
    let mut seen = if has_tiers { Seen::pair(tiers, seen) } else { seen };
    // Play that has gone beyond a sample will go further.
    seen.widen(lessons);
    Ok(Sample { seen, moves })
}
