//! Games beside each other: whether they are equal, and where their heaps differ.

use grundy::Limits;
use grundy::answer::{compare_heaps, equal as are_equal};
use grundy::format::json;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::asked::failed;
use crate::error::{self, NoValueError};
use crate::game::wanted;
use crate::heaps;
use crate::own::is_own;
use crate::work::{Within, run};

/// Whether two games are equal, and why.
#[pyfunction]
pub(crate) fn equal(
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    within: Within,
) -> PyResult<(Option<bool>, String)> {
    let py = first.py();
    let (first, second) = (wanted(first)?, wanted(second)?);
    let both = [first.rules(), second.rules()];
    if let Some(game) = both.into_iter().find(|game| game.has_ends()) {
        let why = format!("{} has ends of its own and cannot be part of a sum", game.text());
        return Err(NoValueError::new_err(why));
    }
    let own = both.into_iter().any(is_own);
    let compare = |limits: &Limits<'_>| are_equal(first.rules(), second.rules(), limits);
    let found = run(py, within, own, compare)?;
    if let Some(fault) = both.into_iter().find_map(|game| game.failure()) {
        return Err(error::rules(fault));
    }
    let found = found.map_err(failed)?;
    Ok((found.equal, found.reason))
}

/// The first heap at which the values of two games differ, as JSON.
#[pyfunction]
pub(crate) fn compare_json(
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    last: usize,
    shift: i64,
    within: Within,
) -> PyResult<String> {
    let py = first.py();
    let (first, second) = (heaps::wanted(first)?, heaps::wanted(second)?);
    let own = is_own(&*first) || is_own(&*second);
    let compare = |limits: &Limits<'_>| compare_heaps(&*first, &*second, last, shift, limits);
    let found = run(py, within, own, compare)?.map_err(error::stopped)?;
    let nothing = || PyValueError::new_err("there is nothing to compare: name a greater last heap");
    let found = found.ok_or_else(nothing)?;
    Ok(json::comparison(&first.ruleset(), &second.ruleset(), shift, &found))
}
