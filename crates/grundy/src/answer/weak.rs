//! Weak solutions: who wins, with a strategy that brings it about.

use super::any_size::so_far;
use super::{Answered, ForwardSearch, Options};
use crate::game::Game;
use crate::limits::Stopped;
use crate::solve::partitioned::Failure;
use crate::solve::verify::Refused;
use crate::solve::verify::strategy::Strategy;

/// Why there is no weak solution.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoStrategy {
    /// A limit was reached, or rules failed, before anything could be said.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The game is a sum, or has too many moves.
    #[error("a forward search plays one game, not a sum, of at most 2^17 moves")]
    NotSearched,
    /// A strategy was not found.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// Says who wins by a forward search, with a strategy for each player who wins or draws;
/// none where the search was stopped.
///
/// # Errors
///
/// As [`NoStrategy`].
pub fn solve_weakly(
    game: &dyn Game,
    options: &Options<'_>,
) -> Result<(Answered, Vec<Strategy>), NoStrategy> {
    let mut effort = 1 << 21;
    let mut search = ForwardSearch::new(game, options).ok_or(NoStrategy::NotSearched)?;
    loop {
        let stopped = |search: &ForwardSearch<'_>, stopped: Stopped| {
            so_far(search, stopped).map(|answered| (answered, Vec::new()))
        };
        match search.go_on(effort) {
            Ok(Some(answer)) => match search.strategies() {
                Ok(found) => {
                    let strategies = found.unwrap_or_default();
                    return Ok((Answered { answer, stopped: None }, strategies));
                }
                Err(Refused::Stopped(why)) => return Ok(stopped(&search, why)?),
                Err(refused) => return Err(refused.into()),
            },
            Ok(None) => effort = effort.saturating_mul(8),
            Err(why) => return Ok(stopped(&search, why)?),
        }
    }
}
