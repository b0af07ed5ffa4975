//! Surveys of families of heap games, as tables.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arrow_array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt64Array};
use grundy::format::survey::{SURVEY_COLUMNS, SurveyRecord, SurveyTable, name};
use grundy::solve::survey::{Family, Surveyed, examine, games};
use grundy::{Limits, Stopped, catalogue};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value;

use crate::error::{self, GrundyError};
use crate::rows::Rows;
use crate::work::{Within, run_keeping};

type Records = BTreeMap<String, SurveyRecord>;

/// What a budget in seconds finds of each game of a family.
#[pyfunction]
pub(crate) fn survey(
    py: Python<'_>,
    family: &str,
    digits: u32,
    budget: f64,
    within: Within,
) -> PyResult<Rows> {
    let (of, family) = match family {
        "octal" => (Family::Octal, "octal"),
        "hexadecimal" => (Family::Hexadecimal, "hexadecimal"),
        _ => return Err(PyValueError::new_err("family is 'octal' or 'hexadecimal'")),
    };
    if !(1..=4).contains(&digits) {
        return Err(PyValueError::new_err("digits go from 1 to 4"));
    }
    let budget = Duration::try_from_secs_f64(budget)
        .map_err(|_| PyValueError::new_err("budget is a number of seconds"))?;
    let games = games(of, digits);
    let look = |limits: &Limits<'_>| all(&games, budget, limits);
    let rows = |records: &Records| table(&SurveyTable::new(family, digits, &games, records));
    let partial = |(found, _): (Records, _)| rows(&found)?.into_py_any(py).map(Some);
    let (found, ended) = run_keeping(py, within, false, look, partial)?;
    let found = rows(&found)?;
    match ended {
        Ok(()) => Ok(found),
        Err(stopped) => {
            let found = found.into_py_any(py)?;
            Err(error::with_found(py, error::stopped(stopped), Some(found)))
        }
    }
}

/// Examines games in several threads; what is done before a limit stays.
fn all(
    games: &[Surveyed],
    budget: Duration,
    limits: &Limits<'_>,
) -> (Records, Result<(), Stopped>) {
    let threads = limits.threads.clamp(1, games.len().max(1));
    let memory = limits.memory / threads as u64;
    let (next, found) = (AtomicUsize::new(0), Mutex::new((Records::new(), Ok(()))));
    let work = || {
        while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            let game = name(game.code());
            let record = limits.go_on(0).and_then(|()| one(&game, budget, memory, limits));
            // What a limit has cut short is not what the budget finds.
            let record = record.and_then(|record| limits.go_on(0).map(|()| record));
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match record {
                Ok(Some(record)) => drop(found.0.insert(game, record)),
                Ok(None) => {}
                Err(stopped) => {
                    found.1 = Err(stopped);
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn one(
    game: &str,
    budget: Duration,
    memory: u64,
    limits: &Limits<'_>,
) -> Result<Option<SurveyRecord>, Stopped> {
    let Ok(ruleset) = catalogue::parse_ruleset(game) else { return Ok(None) };
    let Some((rules, _)) = ruleset.heaps() else { return Ok(None) };
    let begun = Instant::now();
    let end = limits
        .time
        .map_or(budget, |(start, time)| budget.min(time.saturating_sub(start.elapsed())));
    let found = examine(rules, &Limits { memory, time: Some((begun, end)), ..*limits })?;
    Ok(Some(SurveyRecord::new(game.to_string(), &rules.kind(), found, budget, begun.elapsed())))
}

/// The columns of the program's table.
fn table(table: &SurveyTable<'_>) -> PyResult<Rows> {
    let mut columns = Vec::new();
    for (name, of) in SURVEY_COLUMNS {
        let cells: Vec<Value> = table.rows.iter().map(|line| of(line)).collect();
        let array: ArrayRef = match cells.iter().find(|cell| !cell.is_null()) {
            Some(Value::Bool(_)) => {
                Arc::new(BooleanArray::from_iter(cells.iter().map(Value::as_bool)))
            }
            Some(Value::String(_)) => {
                Arc::new(StringArray::from_iter(cells.iter().map(Value::as_str)))
            }
            Some(Value::Number(number)) if number.is_f64() => {
                Arc::new(Float64Array::from_iter(cells.iter().map(Value::as_f64)))
            }
            _ => Arc::new(UInt64Array::from_iter(cells.iter().map(Value::as_u64))),
        };
        columns.push((name, array, true));
    }
    let batch = RecordBatch::try_from_iter_with_nullable(columns);
    let batch = batch.map_err(|why| GrundyError::new_err(why.to_string()))?;
    Ok(Rows::of(batch, format!("{} games of up to {} digits", table.family, table.digits)))
}
