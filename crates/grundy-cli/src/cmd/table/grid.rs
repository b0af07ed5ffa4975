//! Tables of games in one or two numbers, for `grundy table`.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use grundy::answer::{Cell, Options, Solver};
use grundy::format::grid::Grid;
use grundy::language::Template;
use grundy::solve::pairs::pair_values;
use grundy::{Convention, Limits, PairRules, Stopped, oeis};

use super::{Args, Format, latex};
use crate::output::{self, OutputArgs};
use crate::{input, limits, solution};

/// The numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    from: Option<u64>,
    to: u64,
}

impl Range {
    /// Reads `1..5`, or `5`.
    pub(super) fn parse(text: &str) -> Result<Range, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<u64>();
            number.map_err(|_| format!("{text:?} is no number: expected 5, or 1..5"))
        };
        let range = match text.split_once("..") {
            Some((from, to)) => Range { from: Some(number(from)?), to: number(to)? },
            None => Range { from: None, to: number(text)? },
        };
        match range.from.is_some_and(|from| from > range.to) {
            true => Err("the first number is beyond the last".to_string()),
            false => Ok(range),
        }
    }

    fn first(self) -> u64 {
        self.from.unwrap_or(0)
    }
}

/// The greatest number if none is given: for games in two numbers, in one, and on pairs of heaps.
const LAST: u64 = 6;
const LAST_OF_ONE: u64 = 20;
const LAST_OF_PAIRS: u64 = 20;

impl Args {
    /// The ranges of the rows and of the columns. A game in one number has a single row.
    fn ranges(&self, last: u64) -> Result<[Range; 2]> {
        let to = self.last.unwrap_or(last);
        let range = Range { from: self.from, to };
        for range in [self.rows, self.columns].into_iter().map(|one| one.unwrap_or(range)) {
            if range.first() > range.to {
                bail!(
                    "--from {} is beyond the greatest number, {}, which -n names",
                    range.first(),
                    range.to
                );
            }
        }
        Ok([self.rows.unwrap_or(range), self.columns.unwrap_or(range)])
    }

    /// Refuses options that apply only to single heaps.
    fn for_numbers(&self, name: &str) -> Result<()> {
        let one_heap = [
            (self.code.is_some(), "--code"),
            (self.parity.is_some(), "--parity"),
            (self.save.is_some(), "--save"),
        ];
        match one_heap.iter().find(|(given, _)| *given) {
            Some((_, option)) => {
                bail!("{name} is not played on single heaps, which {option} is for: kayles is")
            }
            None => Ok(()),
        }
    }
}

/// The template for a ruleset that is named without numbers.
pub(super) fn template_of(ruleset: &str) -> Option<Template> {
    Template::for_ruleset(ruleset, &|text| input::game(text, &Limits::default()).ok())
}

/// Prints the table of a template.
pub(super) fn run(args: &Args, template: &Template, out: &mut impl Write) -> Result<()> {
    let name = template.to_string();
    args.for_numbers(&name)?;
    let is_line = template.letters().len() == 1;
    if is_line && (args.rows.is_some() || args.columns.is_some()) {
        bail!("{name} has one number: --from and -n choose its range, not --rows and --columns");
    }
    let [rows, columns] = args.ranges(if is_line { LAST_OF_ONE } else { LAST })?;
    let rows = if is_line { Range { from: Some(0), to: 0 } } else { rows };
    let Found { cells, failure } = found(args, template, rows, columns)?;
    let mut grid = Grid {
        ruleset: name,
        letters: template.letters().to_vec(),
        first_row: rows.first(),
        first_column: columns.first(),
        cells,
        oeis: None,
    };
    if args.from.is_none() {
        grid.trim(!is_line && rows.from.is_none(), columns.from.is_none());
    }
    write(args, &grid, out)?;
    match failure {
        Some(failure) => Err(failure),
        None => whole(&grid),
    }
}

/// The entries of a table.
struct Found {
    cells: Vec<Vec<Cell>>,
    /// The first failure of rules. Its entry is left open.
    failure: Option<anyhow::Error>,
}

/// Finds the entries; an error if none of the texts is a game.
fn found(args: &Args, template: &Template, rows: Range, columns: Range) -> Result<Found> {
    let (mut refused, mut failure, mut games) = (None, None, 0usize);
    let mut solver = Solver::default();
    let ranges = [rows, columns].map(|range| range.first()..=range.to);
    let fill = |limits: Limits<'_>| {
        let mut entry = |text: &str| {
            limits.go_on(games).ok()?;
            Some(match input::game(text, &limits) {
                Ok(game) => {
                    games += 1;
                    let options = Options {
                        convention: args.misere.then_some(Convention::Misere),
                        limits: args.of_cell(&limits),
                        learned: Some(&crate::rules::learned),
                        ..Options::default()
                    };
                    let outcome = args.outcomes || args.p_positions;
                    solver.cell(&*game, outcome, &options).unwrap_or_else(|error| {
                        let text = text.to_string();
                        failure.get_or_insert(solution::explain(error).context(text));
                        Cell::Open
                    })
                }
                Err(error) => {
                    refused.get_or_insert(error);
                    Cell::NoPosition
                }
            })
        };
        Ok::<_, Stopped>(template.cells(ranges, &mut entry))
    };
    let cells = args.limits.modest().run(fill)?.map_err(|too_large| anyhow!(too_large))?;
    match refused {
        Some(refused) if games == 0 => Err(refused),
        _ => Ok(Found { cells, failure }),
    }
}

impl Args {
    /// The limits of one entry.
    fn of_cell<'a>(&self, limits: &Limits<'a>) -> Limits<'a> {
        /// The limit if the command has none.
        const ALONE: Duration = Duration::from_secs(10);
        let left = limits.time.map(|(began, time)| time.saturating_sub(began.elapsed()) / 2);
        limits.shortened(self.time_cell.or(left).unwrap_or(ALONE))
    }
}

/// Prints the table of a game on pairs of heaps.
pub(super) fn pairs(
    args: &Args,
    name: &str,
    rules: &dyn PairRules,
    out: &mut impl Write,
) -> Result<()> {
    args.for_numbers(name)?;
    let ranges @ [rows, columns] = args.ranges(LAST_OF_PAIRS)?;
    let last = rows.to.max(columns.to);
    let found = args
        .limits
        .run_raw(|limits| pair_values(rules, usize::try_from(last).unwrap_or(usize::MAX), &limits));
    let found = found.map_err(|stopped| limits::explain_heaps(&stopped))?;
    let cell = |a: u64, b: u64| match rules.is_position([a, b]) {
        true => Cell::Nimber(found[a as usize][b as usize].into()),
        false => Cell::NoPosition,
    };
    let row = |a: u64| (columns.first()..=columns.to).map(|b| cell(a, b)).collect();
    let whole = ranges.iter().all(|range| range.first() == 0);
    let grid = Grid {
        ruleset: name.to_string(),
        letters: vec!['A', 'B'],
        first_row: rows.first(),
        first_column: columns.first(),
        cells: (rows.first()..=rows.to).map(row).collect(),
        oeis: oeis::find(name, None).filter(|_| whole && !args.p_positions),
    };
    write(args, &grid, out)
}

/// Writes a table in the format that was asked for.
fn write(args: &Args, grid: &Grid, out: &mut impl Write) -> Result<()> {
    let output = OutputArgs::to(args.output.clone());
    let shown = match (args.format(), args.p_positions) {
        (Format::Json, false) => grid.json() + "\n",
        (Format::Json, true) => grid.p_positions_json() + "\n",
        (Format::Csv, false) => grid.csv(),
        (Format::Csv, true) => grid.p_positions_csv(),
        (Format::Text, false) => grid.text(),
        (Format::Text, true) => grid.p_positions(),
        (Format::Latex, false) => {
            let (heads, rows) = grid.rows();
            latex(if grid.is_line() { "n" } else { "" }, &heads, rows.into_iter())
        }
        (Format::Latex, true) => {
            let places = grid.places(Cell::is_p);
            let places = places.map(|place| match &place[..] {
                [one] => one.to_string(),
                several => {
                    let numbers: Vec<String> = several.iter().map(u64::to_string).collect();
                    format!("({})", numbers.join(","))
                }
            });
            format!("${}$\n", places.collect::<Vec<_>>().join(", "))
        }
        (Format::Bfile, _) => bfile(grid, args.p_positions)?,
        (Format::Svg, _) => grid.svg(),
        (Format::Png, _) => {
            output::check_png(args.output.as_deref())?;
            return png(grid, &output, out);
        }
    };
    output.write(out, &shown)
}

#[cfg(feature = "png")]
fn png(grid: &Grid, output: &OutputArgs, out: &mut impl Write) -> Result<()> {
    use anyhow::Context as _;

    let picture = grundy::format::raster::png(&grid.svg()).context("cannot draw the picture")?;
    output.write_bytes(out, &picture)
}

#[cfg(not(feature = "png"))]
fn png(_: &Grid, _: &OutputArgs, _: &mut impl Write) -> Result<()> {
    bail!(output::NO_PNG)
}

/// A sequence in the format of the OEIS.
fn bfile(grid: &Grid, p_positions: bool) -> Result<String> {
    if !grid.is_line() {
        bail!(
            "a b-file is for one sequence: {} has a table of pairs; --format csv writes it",
            grid.ruleset
        );
    }
    if p_positions {
        let places = grid.places(Cell::is_p).flatten().enumerate();
        return Ok(places.map(|(i, n)| format!("{i} {n}\n")).collect());
    }
    let cells = (grid.first_column..).zip(grid.cells.iter().flatten());
    let lines = cells.map(|(n, cell)| match cell {
        Cell::Nimber(value) => Ok(format!("{n} {value}\n")),
        cell => {
            let is = cell.text().unwrap_or("missing".to_string());
            Err(anyhow!(
                "a b-file has whole numbers only: the value at {n} is {is}; --format csv writes any"
            ))
        }
    });
    lines.collect()
}

/// An error if some entries are not decided.
fn whole(grid: &Grid) -> Result<()> {
    let open = grid.places(|cell| *cell == Cell::Open).count();
    let all: usize = grid.cells.iter().map(Vec::len).sum();
    match open {
        0 => Ok(()),
        _ if limits::interrupted() => bail!("interrupted: {open} of {all} entries are not decided"),
        _ => bail!(
            "{open} of {all} entries were not decided within the limits; raise them with \
             --time-cell, --time, --memory or --max-positions"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_read_with_or_without_its_first_number() {
        assert_eq!(Range::parse("5"), Ok(Range { from: None, to: 5 }));
        assert_eq!(Range::parse("2..5"), Ok(Range { from: Some(2), to: 5 }));
        for wrong in ["", "x", "5..2", "..", "1..", "-1", "1...3"] {
            assert!(Range::parse(wrong).is_err(), "{wrong}");
        }
    }
}
