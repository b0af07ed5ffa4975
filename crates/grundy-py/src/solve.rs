//! Who wins, how, and in how many moves: as the JSON of the command line.

use grundy::answer::{Answer, Options, Whole, solve_any_size, values_of_positions};
use grundy::format::{self, json, picture, svg};
use grundy::solve::partitioned::Failure;
use grundy::{Convention, Game as Position, Limits, Stopped};
use pyo3::prelude::*;

use crate::error::{self, GrundyError};
use crate::game::wanted;
use crate::own::is_own;
use crate::work::{Within, run};

/// The convention that is asked for, or that of the game.
fn convention(misere: bool, game: &dyn Position) -> Convention {
    if misere { Convention::Misere } else { game.convention() }
}

/// A failure of packed positions.
pub(crate) fn failed(failure: Failure) -> PyErr {
    match failure {
        Failure::Stopped(stopped) => error::stopped(stopped),
        other => GrundyError::new_err(other.to_string()),
    }
}

/// Solves a game; `whole` lists all positions in any case.
#[pyfunction]
pub(crate) fn solve_json(
    game: &Bound<'_, PyAny>,
    misere: bool,
    whole: bool,
    strategy: bool,
    remoteness: bool,
    within: Within,
) -> PyResult<String> {
    let (py, game) = (game.py(), wanted(game)?);
    let rules = game.rules();
    let solve = |limits: &Limits<'_>| {
        let options = Options {
            convention: convention(misere, rules),
            remoteness,
            limits: *limits,
            whole: if whole || strategy { Whole::Always } else { Whole::Auto },
            ..Options::default()
        };
        let answered = solve_any_size(rules, &options)?;
        match answered.stopped {
            Some(stopped) => Err(Failure::Stopped(stopped)),
            None => Ok(json::answer(&answered.answer, strategy)),
        }
    };
    let found = run(py, within, is_own(rules), solve)?.map_err(failed)?;
    match rules.failure() {
        Some(fault) => Err(error::rules(fault)),
        None => Ok(found),
    }
}

/// The graph of alternating play, with verdicts and values.
fn drawn<T: Send>(
    game: &Bound<'_, PyAny>,
    misere: bool,
    max_nodes: usize,
    within: Within,
    write: impl FnOnce(&picture::Picture) -> T + Send,
) -> PyResult<T> {
    let (py, game) = (game.py(), wanted(game)?);
    let rules = game.rules();
    let draw = |limits: &Limits<'_>| -> Result<T, Stopped> {
        let convention = convention(misere, rules);
        let whole = Whole::Always;
        let options = Options { convention, limits: *limits, whole, ..Options::default() };
        let answer: Answer = grundy::answer::solve(rules, &options)?;
        let Some(solved) = answer.solved else {
            return Err(Stopped::Positions { limit: limits.positions, reached: 0 });
        };
        let values = values_of_positions(rules, &solved.play, convention, limits)?;
        let options = picture::Options { max_nodes, convention, ..picture::Options::default() };
        Ok(write(&picture::picture(&solved.play, &solved.outcomes, values.as_deref(), &options)))
    };
    let found = run(py, within, is_own(rules), draw)?.map_err(error::stopped)?;
    match rules.failure() {
        Some(fault) => Err(error::rules(fault)),
        None => Ok(found),
    }
}

/// The graph of play as JSON.
#[pyfunction]
pub(crate) fn graph_json(
    game: &Bound<'_, PyAny>,
    misere: bool,
    max_nodes: usize,
    within: Within,
) -> PyResult<String> {
    drawn(game, misere, max_nodes, within, format::graph_json::write)
}

/// The graph of play as SVG.
#[pyfunction]
pub(crate) fn graph_svg(
    game: &Bound<'_, PyAny>,
    misere: bool,
    max_nodes: usize,
    within: Within,
) -> PyResult<String> {
    drawn(game, misere, max_nodes, within, svg::write)
}
