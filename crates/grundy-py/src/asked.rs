//! Questions about a game whose rules may fail or learn.

use std::time::Instant;

use grundy::solve::partitioned::Failure;
use grundy::{Limits, Stopped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{self, GrundyError};
use crate::game::Game;
use crate::own::is_own;
use crate::work::{Within, run_keeping};

/// The exception of a failure.
pub(crate) fn failed(failure: Failure) -> PyErr {
    match failure {
        Failure::Stopped(stopped) => error::stopped(stopped),
        turn @ Failure::Turn { .. } => PyValueError::new_err(turn.to_string()),
        other => GrundyError::new_err(other.to_string()),
    }
}

/// Does work on a game. If the rules have learned from a fault, so that another attempt may
/// succeed, reads the game again and repeats the work.
///
/// # Errors
///
/// The failure of the work, or the fault of the rules.
pub(crate) fn ask<T: Send>(
    py: Python<'_>,
    game: Game,
    within: Within,
    work: impl Fn(&Game, &Limits<'_>) -> Result<T, Failure> + Sync,
) -> PyResult<T> {
    ask_keeping(py, game, within, work, |_| Ok(None))
}

/// Asks like [`ask`]; what was found before a signal is kept as by [`run_keeping`].
pub(crate) fn ask_keeping<T: Send>(
    py: Python<'_>,
    mut game: Game,
    mut within: Within,
    work: impl Fn(&Game, &Limits<'_>) -> Result<T, Failure> + Sync,
    partial: impl Fn(T) -> PyResult<Option<Py<PyAny>>>,
) -> PyResult<T> {
    /// The greatest number of attempts: a game that learns more often does not end.
    const MOST: usize = 100;
    let (begun, time) = (Instant::now(), within.time);
    for attempt in 1.. {
        let own = is_own(game.rules());
        let partial = |found: Result<T, Failure>| found.map_or(Ok(None), &partial);
        let found = run_keeping(py, within, own, |limits| work(&game, limits), partial)?;
        let fault = match (game.rules().failure(), found) {
            (None, Ok(found)) => return Ok(found),
            (Some(fault), _) | (None, Err(Failure::Stopped(Stopped::Rules(fault)))) => fault,
            (None, Err(failure)) => return Err(failed(failure)),
        };
        if !fault.again || attempt == MOST {
            return Err(error::rules(fault));
        }
        game = game.read_again(py)?;
        within.time = time.map(|time| (time - begun.elapsed().as_secs_f64()).max(0.0));
    }
    unreachable!("the last attempt returns")
}
