//! A sample of the positions and moves of a game, from play and from all that has been learned.

use grundy::stated::{self, Sampled, Stated};
use grundy::{Fault, Player};

use crate::game::ModuleGame;
use crate::seen::Seen;

/// The greatest number of moves that are kept.
const MOVES: usize = 20_000;

/// A sample of positions and moves.
#[derive(Debug)]
pub(crate) struct Sample {
    /// The bytes seen in positions.
    pub(crate) seen: Seen,
    /// Some moves: the player, the position before, and the position after.
    pub(crate) moves: Vec<(Player, Vec<u8>, Vec<u8>)>,
    /// Whether every move passes the turn.
    pub(crate) alternates: bool,
    /// Whether play that Right begins is the negative of play that Left begins, as far as negatives
    /// were checked.
    pub(crate) mirrors: bool,
}

/// Takes a sample of a game.
///
/// # Errors
///
/// If the module fails.
pub(crate) fn sample(game: &ModuleGame) -> Result<Sample, Fault> {
    let (start, learned) = (game.start(), game.learned());
    let mut seen = Seen::new(&start);
    if let Some(learned) = &learned.seen {
        seen.merge(learned);
    }
    let is_own_negative = || match game.negative(&start)? {
        Some(negative) => {
            Ok::<_, Fault>(represented(game, &negative)? == represented(game, &start)?)
        }
        None => Ok(false),
    };
    let mut sample = Sample {
        seen,
        moves: Vec::new(),
        alternates: !learned.keeps_turn,
        mirrors: !game.impartial() && !learned.no_negative && is_own_negative()?,
    };
    sample.seen.learn(&represented(game, &start)?);
    stated::sample(game, |met| {
        let Sampled::Move { from, mover, to, turn } = met else { return Ok(()) };
        sample.seen.learn(to);
        sample.seen.learn(&represented(game, to)?);
        // In an impartial game it does not matter whose turn it is.
        sample.alternates &= game.impartial() || turn != Some(mover);
        if sample.moves.len() < MOVES {
            sample.moves.push((mover, from.to_vec(), to.to_vec()));
        }
        if sample.mirrors {
            match game.negative(to)? {
                Some(negative) => sample.seen.learn(&represented(game, &negative)?),
                None => sample.mirrors = false,
            }
        }
        Ok(())
    })?;
    sample.mirrors &= sample.alternates;
    Ok(sample)
}

/// The representative of all images of a position.
pub(crate) fn represented(game: &ModuleGame, position: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut position = position.to_vec();
    game.represent(std::iter::once(&mut position[..]))?;
    Ok(position)
}
