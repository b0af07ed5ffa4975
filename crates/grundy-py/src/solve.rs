//! Who wins, how, and in how many moves, in the JSON of the command line.

use grundy::answer::{Options, Wanted, values_of_positions};
use grundy::format::{self, json, picture, svg};
use grundy::solve::partitioned::Failure;
use grundy::{Convention, Game as Position, Limits, Player, Stopped};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::asked::{ask, ask_keeping};
use crate::game::{Game, wanted};
use crate::work::Within;

/// The requested convention, or the convention of the game.
fn convention(misere: bool, game: &dyn Position) -> Convention {
    if misere { Convention::Misere } else { game.convention() }
}

/// Solves a game; `whole` lists all positions in any case. Where a limit is reached, the answer says
/// so.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn solve_json(
    game: &Bound<'_, PyAny>,
    misere: bool,
    player: Option<&str>,
    moves: Option<&str>,
    whole: bool,
    strategy: bool,
    remoteness: bool,
    within: Within,
) -> PyResult<String> {
    let starter = match player {
        None => None,
        Some("left") => Some(Player::Left),
        Some("right") => Some(Player::Right),
        Some(_) => return Err(PyValueError::new_err("player is 'left' or 'right'")),
    };
    if moves.is_some_and(|moves| moves != "best" && moves != "all") {
        return Err(PyValueError::new_err("moves is 'best' or 'all'"));
    }
    let game_of = wanted(game)?;
    let solve = |game: &Game, limits: &Limits<'_>| {
        let options = Options {
            convention: Some(convention(misere, game.rules())),
            starter,
            wanted: Wanted {
                positions: whole || strategy,
                remoteness,
                moves: moves == Some("best"),
                every_move: moves == Some("all"),
                ..Wanted::WINNER
            },
            limits: *limits,
            ..Options::default()
        };
        let answer = grundy::answer::solve(game.rules(), &options)?;
        Ok(json::answer(&answer, json::Also { strategy, ..json::Also::default() }))
    };
    let py = game.py();
    ask_keeping(py, game_of, within, solve, |found| found.into_py_any(py).map(Some))
}

/// The graph of alternating play, with verdicts and values.
fn drawn<T: Send>(
    game: &Bound<'_, PyAny>,
    misere: bool,
    max_nodes: usize,
    within: Within,
    write: impl Fn(&picture::Picture) -> T + Sync,
) -> PyResult<T> {
    let draw = |game: &Game, limits: &Limits<'_>| -> Result<T, Failure> {
        let rules = game.rules();
        let convention = convention(misere, rules);
        let (asked, wanted) = (Some(convention), Wanted::POSITIONS);
        let options = Options { convention: asked, limits: *limits, wanted, ..Options::default() };
        let answer = grundy::answer::solve(rules, &options)?.whole()?;
        let Some(solved) = answer.solved else {
            return Err(Stopped::Positions { limit: limits.positions, reached: 0 }.into());
        };
        let values = values_of_positions(rules, &solved.play, convention, limits)?;
        let options = picture::Options { max_nodes, convention, ..picture::Options::default() };
        Ok(write(&picture::picture(&solved.play, &solved.outcomes, values.as_deref(), &options)))
    };
    ask(game.py(), wanted(game)?, within, draw)
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
