//! The sets of a game over all its positions, as the JSON of the command line.

use grundy::format::sets;
use grundy::solve::partitioned::Failure;
use grundy::{Convention, Limits};
use pyo3::prelude::*;

use crate::asked::ask;
use crate::game::{Game, wanted};
use crate::work::Within;

/// W_A, L_A, W_B, L_B, the draws, and the strategies s_A and s_B.
#[pyfunction]
pub(crate) fn sets_json(game: &Bound<'_, PyAny>, misere: bool, within: Within) -> PyResult<String> {
    let find = |game: &Game, limits: &Limits<'_>| -> Result<String, Failure> {
        let convention = if misere { Convention::Misere } else { game.rules().convention() };
        Ok(sets::json(&grundy::answer::sets(game.rules(), convention, limits)?).to_string())
    };
    ask(game.py(), wanted(game)?, within, find)
}
