//! Answers by a forward search alone: with a strategy that brings about the result (a weak
//! solution), or with a file that the search goes on from.

use std::path::Path;
use std::{fs, io};

use super::findings::{Facet, Findings};
use super::learning::{fault_of, learning};
use super::methods::ForwardSearch;
use super::options::Question;
use super::{Answer, Options};
use crate::game::Game;
use crate::saved;
use crate::solve::partitioned::Failure;
use crate::solve::verify::Refused;
use crate::solve::verify::strategy::Strategy;
use grundy_base::{Fate, Fault, Player, Stopped};

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

impl NotSearched {
    /// Why there is no search of a game.
    fn of(game: &dyn Game) -> Self {
        let fault = game.failure().map(|fault| Failure::from(Stopped::from(fault)));
        fault.map_or(NotSearched::Sum, NotSearched::Failure)
    }

    /// The fault of rules that ended the search.
    fn fault(&mut self) -> Option<&mut Fault> {
        match self {
            NotSearched::Failure(failure) => fault_of(failure),
            _ => None,
        }
    }
}

/// Whether a forward search plays a game, so that strategies of it can be saved.
#[must_use]
pub fn is_searched(game: &dyn Game, options: &Options<'_>) -> bool {
    ForwardSearch::plays(&Question::new(game, options))
}

/// Searches until the answer is proved, or a limit is reached.
fn answer<'q>(
    search: &mut ForwardSearch<'q>,
    game: &'q dyn Game,
    options: &'q Options<'q>,
) -> Result<Answer, NotSearched> {
    let mut findings = Findings::new(Question::new(game, options));
    let found = search.work(&options.limits, &mut findings, &|found| {
        found.missing().all(|facet| facet == Facet::Margin)
    });
    if let Some(contradiction) = findings.contradiction() {
        return Err(contradiction.into());
    }
    match found {
        Ok(_) => {
            let mut answer = findings.answer();
            // A strategy wins by any margin.
            answer.missing.retain(|facet| *facet != Facet::Margin);
            Ok(answer)
        }
        Err(Failure::Stopped(stopped)) => so_far(search, findings, stopped),
        Err(failure) => Err(failure.into()),
    }
}

/// What is proved when the time is up or the user has asked to stop; other reasons, such as rules
/// that fail, are errors.
fn so_far<'q>(
    search: &ForwardSearch<'q>,
    mut findings: Findings<'q>,
    stopped: Stopped,
) -> Result<Answer, NotSearched> {
    match stopped {
        Stopped::Time { .. } | Stopped::Interrupted { .. } => {
            search.so_far(&mut findings);
            Ok(Answer { stopped: Some(stopped), ..findings.answer() })
        }
        stopped => Err(Failure::from(stopped).into()),
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
) -> Result<(Answer, Vec<Strategy>), NotSearched> {
    learning(game, NotSearched::fault, options.learned, |game| {
        let mut search = ForwardSearch::new(game, options).ok_or_else(|| NotSearched::of(game))?;
        let answer = answer(&mut search, game, options)?;
        if answer.stopped.is_some() {
            return Ok((answer, Vec::new()));
        }
        match search.strategies() {
            Ok(strategies) => Ok((answer, strategies.unwrap_or_default())),
            Err(Refused::Stopped(Stopped::Rules(fault))) => {
                Err(Failure::from(Stopped::from(fault)).into())
            }
            Err(Refused::Stopped(stopped)) => {
                Ok((Answer { stopped: Some(stopped), ..answer }, Vec::new()))
            }
            Err(refused) => Err(refused.into()),
        }
    })
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
) -> Result<Answer, NotSearched> {
    let taught = saved::taught_by_search(game, file)?;
    let mut began = false;
    learning(taught.as_deref().unwrap_or(game), NotSearched::fault, options.learned, |game| {
        let mut search = ForwardSearch::new(game, options).ok_or_else(|| NotSearched::of(game))?;
        // The file speaks of other keys.
        if std::mem::replace(&mut began, true) && file.exists() {
            fs::remove_file(file)?;
        }
        search.keep_in(file, &saved::learned(game))?;
        let answer = answer(&mut search, game, options);
        search.keep()?;
        answer
    })
}

/// The move that strategies have in a position, by its number among the moves, and what it is
/// proved to bring about at least for the player who makes it; moves of winning strategies come
/// first.
#[must_use]
pub fn chosen_by(strategies: &[Strategy], game: &dyn Game, mover: Player) -> Option<(usize, Fate)> {
    let position = game.position();
    let of_mover = strategies.iter().filter(|strategy| strategy.promise.player == mover);
    let found = of_mover.filter_map(|strategy| {
        Some((strategy.choice(&position)?.option as usize, strategy.promise.fate))
    });
    found.max_by_key(|(_, fate)| *fate == Fate::Win)
}
