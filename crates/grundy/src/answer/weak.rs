//! Answers by a forward search alone: with a strategy that brings the result about (a weak
//! solution), or with a file from which the search goes on.

use std::io;
use std::path::Path;

use super::any_size::so_far;
use super::{Answered, ForwardSearch, Options};
use crate::game::Game;
use crate::outcome::Fate;
use crate::player::Player;
use crate::solve::partitioned::Failure;
use crate::solve::verify::Refused;
use crate::solve::verify::strategy::Strategy;

/// Why a game was not searched, or there is no strategy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotSearched {
    /// A limit was reached, or rules failed, before anything could be said.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The game is a sum, or has too many moves.
    #[error("a forward search plays one game, not a sum, of at most 2^17 moves")]
    Sum,
    /// A strategy was not found.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The file of a search cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// Searches until the answer is proved, or a limit is reached.
fn answer(search: &mut ForwardSearch<'_>) -> Result<Answered, NotSearched> {
    let mut effort = 1 << 21;
    loop {
        match search.go_on(effort) {
            Ok(Some(answer)) => return Ok(Answered { answer, stopped: None }),
            Ok(None) => effort = effort.saturating_mul(8),
            Err(stopped) => return Ok(so_far(search, stopped)?),
        }
    }
}

/// Says who wins by a forward search, with a strategy for each player who wins or draws;
/// none where the search was stopped.
///
/// # Errors
///
/// As [`NotSearched`].
pub fn solve_weakly(
    game: &dyn Game,
    options: &Options<'_>,
) -> Result<(Answered, Vec<Strategy>), NotSearched> {
    let mut search = ForwardSearch::new(game, options).ok_or(NotSearched::Sum)?;
    let answered = answer(&mut search)?;
    if answered.stopped.is_some() {
        return Ok((answered, Vec::new()));
    }
    match search.strategies() {
        Ok(strategies) => Ok((answered, strategies.unwrap_or_default())),
        Err(Refused::Stopped(stopped)) => Ok((so_far(&search, stopped)?, Vec::new())),
        Err(refused) => Err(refused.into()),
    }
}

/// Says who wins by a forward search that is kept in a file. If the file is there, the search
/// goes on from it.
///
/// # Errors
///
/// As [`NotSearched`].
pub fn solve_with_file(
    game: &dyn Game,
    options: &Options<'_>,
    file: &Path,
) -> Result<Answered, NotSearched> {
    let mut search = ForwardSearch::new(game, options).ok_or(NotSearched::Sum)?;
    search.keep_in(file)?;
    let answered = answer(&mut search);
    search.keep()?;
    answered
}

/// The move that strategies have in a position, by its number among the moves, and what it is
/// proved to bring about at least for the player who makes it; that of a winning strategy
/// before others.
#[must_use]
pub fn chosen_by(strategies: &[Strategy], game: &dyn Game, mover: Player) -> Option<(usize, Fate)> {
    let position = game.position();
    let of_mover = strategies.iter().filter(|strategy| strategy.promise.player == mover);
    let found = of_mover.filter_map(|strategy| {
        Some((strategy.choice(&position)?.option as usize, strategy.promise.fate))
    });
    found.max_by_key(|(_, fate)| *fate == Fate::Win)
}
