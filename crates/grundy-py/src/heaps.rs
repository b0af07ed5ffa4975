//! Grundy values of heaps.

use grundy::answer::Solver;
use grundy::format::json::{self, HeapsOf};
use grundy::format::plot::Survey;
use grundy::format::words::Words;
use grundy::{Convention, Game as Position, Limits, catalogue, known_octal, oeis};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{self, NoValueError};
use crate::own::is_own;
use crate::work::{Within, run};

/// Reads a ruleset on heaps; `octal=0.77` is short for `octal(0.77)`.
pub(crate) fn ruleset(text: &str) -> PyResult<Box<dyn Position>> {
    let text = match text.split_once('=') {
        Some((name, parameters)) if !text.contains('(') => format!("{name}({parameters})"),
        _ => text.to_string(),
    };
    let game = catalogue::parse_ruleset(&text).map_err(|why| error::parse(&text, &why))?;
    match game.heaps() {
        Some(_) => Ok(game),
        None => Err(NoValueError::new_err(format!("{text} is not played on heaps"))),
    }
}

/// g(0), …, g(last) of a game on heaps, as an array of 32-bit numbers that is not copied.
#[pyfunction]
pub(crate) fn table<'py>(
    py: Python<'py>,
    text: &str,
    last: usize,
    within: Within,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let game = ruleset(text)?;
    let compute = |limits: &Limits<'_>| {
        let mut sequence = grundy::solve::sequence::Sequence::default();
        let Some((rules, _)) = game.heaps() else { return Ok(Vec::new()) };
        sequence.extend(rules, last, limits)?;
        let mut values = sequence.into_values();
        values.truncate(last + 1);
        Ok(values)
    };
    let values = run(py, within, is_own(&*game), compute)?.map_err(error::stopped)?;
    Ok(PyArray1::from_vec(py, values))
}

/// The period of a game on heaps, as JSON.
#[pyfunction]
pub(crate) fn period_json(
    py: Python<'_>,
    text: &str,
    last: u64,
    within: Within,
) -> PyResult<String> {
    let game = ruleset(text)?;
    let look = |limits: &Limits<'_>| {
        let mut solver = Solver::default();
        let (found, seen) = solver.prove_period(&*game, last, limits)?;
        let open = !found.as_ref().is_some_and(|found| found.proved);
        let automatic = if open { solver.automatic(&*game, limits)? } else { None };
        let kind = game.heaps().map(|(rules, _)| rules.kind());
        let known = kind.as_ref().and_then(known_octal::known);
        let oeis = oeis::find(&game.ruleset(), kind.as_ref());
        let name = game.ruleset();
        let of = HeapsOf::new(&name, Convention::Normal);
        Ok(json::period(of, found.as_ref(), seen, known.as_ref(), oeis, automatic))
    };
    run(py, within, is_own(&*game), look)?.map_err(error::stopped)
}

/// The Grundy values of the heaps from `first` to `last` as a picture in SVG.
#[pyfunction]
pub(crate) fn plot_svg(
    py: Python<'_>,
    text: &str,
    first: u64,
    last: u64,
    within: Within,
) -> PyResult<String> {
    let game = ruleset(text)?;
    if first > last {
        return Err(PyValueError::new_err("the first heap is larger than the last"));
    }
    let draw = |limits: &Limits<'_>| {
        let Some((rules, _)) = game.heaps() else { return Ok(String::new()) };
        let survey = Survey::new(&game.ruleset(), &rules.kind(), first, last);
        Ok(survey.complete(rules, limits)?.svg(&Words::default()))
    };
    run(py, within, is_own(&*game), draw)?.map_err(error::stopped)
}
