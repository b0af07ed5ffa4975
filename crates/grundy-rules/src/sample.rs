//! What positions of play look like, as the compiler needs it.

use grundy::Fault;
use grundy::stated::{self, Sampled, Stated};

use crate::compile::shape::Seen;
use crate::game::{Game, Learned};

/// Moves that are kept.
const MOVES: usize = 20_000;

/// What some positions are like.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) seen: Seen,
    /// Some moves, each from one position to another.
    pub(crate) moves: Vec<(Vec<u8>, Vec<u8>)>,
}

/// What positions of a game look like, in a sample of play and in all that has been learned.
///
/// # Errors
///
/// If the rules fail.
pub(crate) fn sample(game: &Game) -> Result<Sample, Fault> {
    let Learned { mut seen, lessons, mut moves } = game.learned();
    seen.learn(&mut &game.start()[..]);
    stated::sample(game, |met| {
        if let Sampled::Move { from, to, .. } = met {
            seen.learn(&mut &to[..]);
            if moves.len() < MOVES {
                moves.push((from.to_vec(), to.to_vec()));
            }
        }
        Ok(())
    })?;
    // Where play has gone beyond a sample, it goes on.
    seen.widen(lessons);
    Ok(Sample { seen, moves })
}
