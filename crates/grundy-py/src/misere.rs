//! Values and quotients under misère play, as the JSON of the command line.

use grundy::Limits;
use grundy::answer::{add_heaps, misere_facts, misere_quotient};
use grundy::format::misere::{self, Shown};
use grundy::solve::partitioned::Failure;
use grundy::solve::quotient::{Quotient, QuotientError};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::asked::ask;
use crate::error::{self, GrundyError, NoValueError};
use crate::game::{Game, wanted};
use crate::heaps;
use crate::own::is_own;
use crate::work::{Within, run_keeping};

/// A failure to find a quotient as one of other work.
fn failure(error: QuotientError) -> Failure {
    match error {
        QuotientError::Stopped(stopped) => Failure::Stopped(stopped),
        other => Failure::Lost(other.to_string()),
    }
}

/// The genus, the form and the value of a game; with its quotient if that is wanted.
#[pyfunction]
pub(crate) fn misere_json(
    game: &Bound<'_, PyAny>,
    quotient: bool,
    within: Within,
) -> PyResult<String> {
    let find = |game: &Game, limits: &Limits<'_>| -> Result<Option<String>, Failure> {
        let (rules, text) = (game.rules(), game.rules().text());
        let Some(facts) = misere_facts(rules, limits)? else { return Ok(None) };
        let found = match quotient {
            true => misere_quotient(rules, limits).map_err(failure)?,
            false => None,
        };
        let names = |game: usize| {
            found.as_ref().map_or_else(String::new, |found| found.components[game].clone())
        };
        let shown = found.as_ref().map(|found| Shown {
            game: &text,
            quotient: &found.quotient,
            names: &names,
            heaps: false,
            period: None,
            table: true,
        });
        let element = found.as_ref().map(|found| found.quotient.sum(&found.start));
        Ok(Some(misere::json(&text, Some(&facts), element, shown.as_ref())))
    };
    let game_of = wanted(game)?;
    let text = game_of.rules().text();
    ask(game.py(), game_of, within, find)?.ok_or_else(|| {
        NoValueError::new_err(format!(
            "{text} has no value under misère play: that takes an impartial game that always ends, \
             without rules for winning; solve(game, misere=True) says who wins"
        ))
    })
}

/// The quotient of the heaps of a ruleset, up to the last one or until a period is proved.
#[pyfunction]
pub(crate) fn quotient_json(
    ruleset: &Bound<'_, PyAny>,
    last: Option<usize>,
    within: Within,
) -> PyResult<String> {
    let (py, game) = (ruleset.py(), heaps::wanted(ruleset)?);
    let find = |limits: &Limits<'_>| {
        let mut quotient = Quotient::default();
        let Some((rules, _)) = game.heaps() else { return (String::new(), Ok(())) };
        let ended = add_heaps(&mut quotient, rules, last, limits);
        let name = game.ruleset();
        let period = quotient.period(&rules.kind());
        let shown = Shown {
            game: &name,
            quotient: &quotient,
            names: &|heap| heap.to_string(),
            heaps: true,
            period: period.as_ref(),
            table: true,
        };
        (misere::json(&name, None, None, Some(&shown)), ended)
    };
    let partial = |(found, _): (String, _)| found.into_py_any(py).map(Some);
    let (found, ended) = run_keeping(py, within, is_own(&*game), find, partial)?;
    match ended {
        Ok(()) => Ok(found),
        Err(QuotientError::Stopped(stopped)) => {
            Err(error::with_found(py, error::stopped(stopped), Some(found.into_py_any(py)?)))
        }
        Err(other) => Err(GrundyError::new_err(other.to_string())),
    }
}
