//! Tables of games in one or two numbers, as the JSON of the command line.

use std::ops::RangeInclusive;

use grundy::answer::{Cell, Options, Solver};
use grundy::format::grid::Grid;
use grundy::language::{self, Template};
use grundy::solve::pairs::pair_values;
use grundy::{Convention, Limits, catalogue, oeis};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::asked::failed;
use crate::error;
use crate::own::is_own;
use crate::work::{Within, run};

/// The first and the last number, and whether the first one was chosen.
type Numbers = (u64, u64, bool);

/// A table of the values, or of who wins: `of` says whether of outcomes, and of misère play.
#[pyfunction]
pub(crate) fn grid_json(
    py: Python<'_>,
    text: &str,
    rows: Numbers,
    columns: Numbers,
    of: (bool, bool),
    within: Within,
) -> PyResult<String> {
    let (outcomes, misere) = of;
    if rows.0 > rows.1 || columns.0 > columns.1 {
        return Err(PyValueError::new_err("the first number is beyond the last"));
    }
    let ranges = [rows, columns].map(|(first, last, _)| first..=last);
    let template = Template::parse(text).map_err(|why| error::parse(text, &why))?;
    let template = match template {
        Some(template) => template,
        None => {
            let ruleset = catalogue::parse_ruleset(text);
            if let Ok(ruleset) = &ruleset
                && let Some(rules) = ruleset.pairs().filter(|_| !outcomes && !misere)
            {
                let last = rows.1.max(columns.1);
                let last = usize::try_from(last).unwrap_or(usize::MAX);
                let find = |limits: &Limits<'_>| pair_values(rules, last, limits);
                let found = run(py, within, is_own(&**ruleset), find)?.map_err(error::stopped)?;
                return Ok(pairs(
                    &ruleset.ruleset(),
                    ranges,
                    &|a, b| match rules.is_position([a, b]) {
                        true => Cell::Nimber(found[a as usize][b as usize].into()),
                        false => Cell::NoPosition,
                    },
                ));
            }
            let read = |text: &str| language::game(text, &Limits::default()).ok();
            let template = Template::for_ruleset(text, &read);
            let none = || format!("{text} has no sizes in two numbers: write them as A and B");
            template.ok_or_else(|| match ruleset {
                Err(why) => error::parse(text, &why),
                Ok(_) => PyValueError::new_err(none()),
            })?
        }
    };
    let is_line = template.letters().len() == 1;
    let [row_range, column_range] = ranges;
    let row_range = if is_line { 0..=0 } else { row_range };
    let (mut refused, mut failure, mut games) = (None, None, 0usize);
    let fill = |limits: &Limits<'_>| {
        let mut solver = Solver::default();
        let convention = misere.then_some(Convention::Misere);
        let mut entry = |text: &str| {
            limits.go_on(games).ok()?;
            Some(match language::game(text, limits) {
                Ok(game) => {
                    games += 1;
                    let options = Options { convention, limits: *limits, ..Options::default() };
                    solver.cell(&*game, outcomes, &options).unwrap_or_else(|why| {
                        failure.get_or_insert(why);
                        Cell::Open
                    })
                }
                Err(why) => {
                    refused.get_or_insert((text.to_string(), why));
                    Cell::NoPosition
                }
            })
        };
        template.cells([row_range.clone(), column_range.clone()], &mut entry)
    };
    let cells = run(py, within, false, fill)?.map_err(PyValueError::new_err)?;
    if let Some(failure) = failure {
        return Err(failed(failure));
    }
    if let Some((text, why)) = refused.filter(|_| games == 0) {
        return Err(error::language(&text, why));
    }
    let mut grid = Grid {
        ruleset: template.to_string(),
        letters: template.letters().to_vec(),
        first_row: *row_range.start(),
        first_column: *column_range.start(),
        cells,
        oeis: None,
    };
    grid.trim(!is_line && !rows.2, !columns.2);
    Ok(grid.json())
}

/// The table of a game on pairs of heaps.
fn pairs(
    name: &str,
    [rows, columns]: [RangeInclusive<u64>; 2],
    cell: &dyn Fn(u64, u64) -> Cell,
) -> String {
    let whole = *rows.start() == 0 && *columns.start() == 0;
    let (first_row, first_column) = (*rows.start(), *columns.start());
    let row = |a: u64| columns.clone().map(|b| cell(a, b)).collect();
    let grid = Grid {
        ruleset: name.to_string(),
        letters: vec!['A', 'B'],
        first_row,
        first_column,
        cells: rows.map(row).collect(),
        oeis: oeis::find(name, None).filter(|_| whole),
    };
    grid.json()
}
