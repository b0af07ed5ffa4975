//! Grundy values of heaps.

use grundy::answer::Solver;
use grundy::format::json::{self, HeapsOf};
use grundy::format::plot::Survey;
use grundy::format::words::Words;
use grundy::solve::period::{Seen, find_period};
use grundy::{Convention, Game as Position, Limits, catalogue, known_octal, oeis};
use numpy::PyArray1;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{self, NoValueError, ReadError};
use crate::game::Game;
use crate::own::is_own;
use crate::work::{Within, run, run_keeping};

/// A ruleset on heaps: that of a game, or of a text.
pub(crate) fn wanted(any: &Bound<'_, PyAny>) -> PyResult<Box<dyn Position>> {
    match any.cast::<Game>() {
        Ok(game) if game.get().rules().sources().is_empty() => {
            ruleset(&game.get().rules().ruleset())
        }
        Ok(game) => on_heaps(game.get().usable(any.py())?.rules().boxed()),
        Err(_) => ruleset(&any.extract::<String>()?),
    }
}

fn on_heaps(game: Box<dyn Position>) -> PyResult<Box<dyn Position>> {
    match game.heaps() {
        Some(_) => Ok(game),
        None => Err(NoValueError::new_err(format!("{} is not played on heaps", game.text()))),
    }
}

/// Reads a ruleset on heaps; `octal=0.77` is short for `octal(0.77)`.
pub(crate) fn ruleset(text: &str) -> PyResult<Box<dyn Position>> {
    let text = match text.split_once('=') {
        Some((name, parameters)) if !text.contains('(') => format!("{name}({parameters})"),
        _ => text.to_string(),
    };
    let game = catalogue::parse_ruleset(&text).map_err(|why| error::parse(&text, &why))?;
    let ruleset = game.ruleset();
    let alone = catalogue::parse_ruleset(&ruleset);
    if alone.is_ok_and(|alone| alone.text() != game.text()) {
        let why = format!("{text} is a position: name the ruleset, {ruleset}");
        return Err(ReadError::new_err(why));
    }
    on_heaps(game)
}

/// g(0), …, g(last) of a game on heaps, as an array of 32-bit numbers that is not copied.
#[pyfunction]
pub(crate) fn table<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, PyAny>,
    last: usize,
    within: Within,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let game = wanted(ruleset)?;
    let compute = |limits: &Limits<'_>| {
        let mut sequence = grundy::solve::sequence::Sequence::default();
        let Some((rules, _)) = game.heaps() else { return (Vec::new(), Ok(())) };
        let ended = sequence.extend(rules, last, limits);
        let mut values = sequence.into_values();
        values.truncate(last + 1);
        (values, ended)
    };
    let array = |values| PyArray1::from_vec(py, values);
    let partial = |(values, _)| Ok(Some(array(values).into_any().unbind()));
    let (values, ended) = run_keeping(py, within, is_own(&*game), compute, partial)?;
    match ended {
        Ok(()) => Ok(array(values)),
        Err(stopped) => {
            let found = array(values).into_any().unbind();
            Err(error::with_found(py, error::stopped(stopped), Some(found)))
        }
    }
}

/// The period of a game on heaps, as JSON.
#[pyfunction]
pub(crate) fn period_json(
    py: Python<'_>,
    ruleset: &Bound<'_, PyAny>,
    last: u64,
    within: Within,
) -> PyResult<String> {
    let game = wanted(ruleset)?;
    let look = |limits: &Limits<'_>| {
        let mut solver = Solver::default();
        let kind = game.heaps().map(|(rules, _)| rules.kind());
        let mut ended = Ok(());
        let (found, seen) = match solver.prove_period(&*game, last, limits) {
            Ok(found) => found,
            Err(stopped) => {
                ended = Err(stopped);
                let values = solver.known(&*game, usize::MAX);
                (kind.as_ref().and_then(|kind| find_period(values, kind)), Seen::of(values))
            }
        };
        let open = ended.is_ok() && !found.as_ref().is_some_and(|found| found.proved);
        let automatic = match open.then(|| solver.automatic(&*game, limits)).transpose() {
            Ok(automatic) => automatic.flatten(),
            Err(stopped) => {
                ended = Err(stopped);
                None
            }
        };
        let known = kind.as_ref().and_then(known_octal::known);
        let oeis = oeis::find(&game.ruleset(), kind.as_ref());
        let name = game.ruleset();
        let of = HeapsOf::new(&name, Convention::Normal);
        (json::period(of, found.as_ref(), seen, known.as_ref(), oeis, automatic), ended)
    };
    let partial = |(found, _): (String, _)| found.into_py_any(py).map(Some);
    let (found, ended) = run_keeping(py, within, is_own(&*game), look, partial)?;
    match ended {
        Ok(()) => Ok(found),
        Err(stopped) => {
            Err(error::with_found(py, error::stopped(stopped), Some(found.into_py_any(py)?)))
        }
    }
}

/// The Grundy values of the heaps from `first` to `last` as a picture in SVG.
#[pyfunction]
pub(crate) fn plot_svg(
    py: Python<'_>,
    ruleset: &Bound<'_, PyAny>,
    first: u64,
    last: u64,
    within: Within,
) -> PyResult<String> {
    let game = wanted(ruleset)?;
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
