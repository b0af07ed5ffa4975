//! `grundy search`: all positions of a size whose value satisfies a condition.

mod export;
mod journal;
#[cfg(feature = "parquet")]
mod parquet;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use grundy::search::{Batch, Counts, Plan, Query, QueryError, Row, SearchError, search};

use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{self, OutputArgs};
use crate::solution::NO_TABLES;
use journal::Journal;

/// List all positions of a board size whose value satisfies a condition
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy search domineering --size 3x3 --where 'temperature > 1'
  grundy search clobber --size 1..3x1..4 --where 'outcome == P and not G == 0' --columns G,birthday
  grundy search toads-and-frogs --size 1..8 --where 'G == *2' --all
  grundy search domineering --size 4x4 --columns value,thermograph -o 4x4.csv
  grundy search amazons --size 2x4 --where 'atomic_weight > 2' -o found.parquet

A condition is any expression of `grundy repl` that is true or false. G is the position;
a function without parentheses is applied to it: `temperature` is `temperature(G)`. If the
condition is undefined for a position (it has no atomic weight, say), the position is
counted but not listed.

Of positions that are equal by a symmetry of the rules only one is listed, unless --all is
given.

With -o, results are kept in FILE.search until the search is complete. If it is stopped,
the same command resumes it.")]
pub(crate) struct Args {
    /// The ruleset, with its parameters if it has any
    ruleset: String,

    /// Board sizes as WIDTHxHEIGHT, such as 2x6 or 1..3x4; for strips and heaps 8 or 1..8
    #[arg(long, value_name = "SIZES")]
    size: String,

    /// List only positions for which this is true
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    condition: Option<String>,

    /// The expressions to print for each position
    #[arg(
        long,
        value_name = "EXPR,…",
        default_value = "value, outcome, mean, temperature",
        allow_hyphen_values = true
    )]
    columns: String,

    /// The characters that a square may hold [default: the usual ones of the ruleset]
    #[arg(long, value_name = "CHARACTERS")]
    squares: Option<String>,

    /// List every position, also if a symmetry makes it equal to another one
    #[arg(long)]
    all: bool,

    /// Output format [default: text, or given by the extension of --output]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Write the list to this file, and keep a journal so that a stopped search can be resumed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// An aligned table
    Text,
    /// For scripts: the counts, and an object for each position
    Json,
    /// A header line, and a line for each position
    Csv,
    /// A table for pandas, DuckDB and Polars
    Parquet,
}

/// Lists the positions.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let query = Query {
        ruleset: &args.ruleset,
        size: &args.size,
        squares: args.squares.as_deref(),
        condition: args.condition.as_deref(),
        columns: &args.columns,
        all: args.all,
    };
    let plan = query.plan().map_err(|error| explain_query(&query, &error))?;
    let format = args.format();
    let journal = args.output.as_deref().filter(|path| output::is_file(path));
    if format == Format::Parquet && !cfg!(feature = "parquet") {
        bail!(NO_TABLES);
    }
    if format == Format::Parquet && args.output.is_none() {
        bail!("a Parquet table is written to a file: -o FILE");
    }
    let _reserved = args.output.as_deref().map(output::reserve).transpose()?;
    let found = match journal {
        Some(path) => to_journal(args, &query, &plan, path)?,
        None => in_memory(args, &plan)?,
    };
    found.write(&query, &plan, format, args.output.as_deref(), out)?;
    if let Rows::Kept(journal) = found.rows {
        journal.remove()?;
    }
    match found.failed {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// The results of a search.
struct Found {
    counts: Counts,
    rows: Rows,
    /// The error that ended the search early.
    failed: Option<anyhow::Error>,
}

enum Rows {
    Listed(Vec<Row>),
    Kept(Journal),
}

impl Rows {
    fn each(&self, visit: &mut dyn FnMut(&Row) -> Result<()>) -> Result<()> {
        match self {
            Rows::Listed(rows) => rows.iter().try_for_each(visit),
            Rows::Kept(journal) => journal.each(visit),
        }
    }
}

/// Continues the search from the journal of a file.
fn to_journal(args: &Args, query: &Query<'_>, plan: &Plan, path: &Path) -> Result<Found> {
    let mut journal = Journal::open(path, query, plan)?;
    let from = journal.counts().done;
    if from > 0 {
        eprintln!("grundy: going on from position {from} of {}", plan.len());
    }
    let searched = args.limits.run_towards(Some(plan.len()), |limits| {
        search(plan, from, &limits, &mut |batch| journal.append(batch))
    });
    // The mark is written even if the work was stopped.
    journal.mark()?;
    let kept = journal.path().display();
    searched.map_err(|error| match error {
        SearchError::Taken(error) => error,
        error => {
            anyhow!("{:#}\nwhat was found is kept in {kept}: the same command goes on", end(error))
        }
    })?;
    Ok(Found { counts: journal.counts().clone(), rows: Rows::Kept(journal), failed: None })
}

/// Searches with the rows in memory; if a limit is reached, the rows found so far are shown.
fn in_memory(args: &Args, plan: &Plan) -> Result<Found> {
    let mut counts = Counts::default();
    let mut rows: Vec<Row> = Vec::new();
    let mut bytes = 0;
    let searched = args.limits.run_towards(Some(plan.len()), |limits| {
        search(plan, 0, &limits, &mut |batch: Batch| {
            counts.add(batch.counts);
            bytes += batch.rows.iter().map(Row::bytes).sum::<u64>();
            rows.extend(batch.rows);
            limits.room(bytes, rows.len())
        })
    });
    let failed = searched.err().map(|error| {
        let why = match error {
            SearchError::Taken(stopped) => limits::explain(&stopped),
            error => end(error),
        };
        let done = counts.done;
        anyhow!("{why:#}\n{done} of {} positions were looked at; with -o FILE a search can be stopped and goes on", plan.len())
    });
    Ok(Found { counts, rows: Rows::Listed(rows), failed })
}

/// The error for a search that ended early.
fn end<E: std::fmt::Display>(error: SearchError<E>) -> anyhow::Error {
    match error {
        SearchError::Stopped(stopped) => limits::explain(&stopped),
        error => anyhow!("{error}"),
    }
}

/// The error with a caret under its place.
pub(super) fn explain_query(query: &Query<'_>, error: &QueryError) -> anyhow::Error {
    let (option, text, error) = match error {
        QueryError::Ruleset(error) => ("", query.ruleset, error),
        QueryError::Size(error) => ("--size: ", query.size, error),
        QueryError::Squares(error) => ("--squares: ", query.squares.unwrap_or_default(), error),
        QueryError::Condition(error) => ("--where: ", query.condition.unwrap_or_default(), error),
        QueryError::Columns(error) => ("--columns: ", query.columns, error),
        other => return anyhow!("{other}"),
    };
    anyhow!("{option}{:#}", input::point(text, error))
}

impl Args {
    /// The chosen format, or the format of the file's extension.
    fn format(&self) -> Format {
        let ending = output::ending(self.output.as_deref());
        self.format.unwrap_or(match ending.as_deref() {
            Some("json") => Format::Json,
            Some("csv") => Format::Csv,
            Some("parquet") => Format::Parquet,
            _ => Format::Text,
        })
    }
}

impl Found {
    /// Writes all rows to a file, or to standard output.
    fn write(
        &self,
        query: &Query<'_>,
        plan: &Plan,
        format: Format,
        path: Option<&Path>,
        out: &mut impl Write,
    ) -> Result<()> {
        let write = |out: &mut (dyn Write + Send)| match format {
            Format::Text => export::text(self, plan, out),
            Format::Json => export::json(self, query, plan, out),
            Format::Csv => export::csv(self, plan, out),
            #[cfg(feature = "parquet")]
            Format::Parquet => parquet::write(self, plan, out),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => Err(anyhow!(NO_TABLES)),
        };
        match path {
            Some(path) => output::save(path, |file| write(file).map_err(std::io::Error::other))?,
            None => {
                let mut text = Vec::new();
                write(&mut text)?;
                out.write_all(&text)?;
            }
        }
        if let Some((game, why)) = &self.counts.example {
            let unanswered = self.counts.unanswered;
            eprintln!(
                "grundy: the condition has no answer for {unanswered} positions, such as {game}: {why}"
            );
        }
        // A stream gets only the table.
        if path.is_some_and(output::is_file) {
            let _ = OutputArgs::to(None).write(out, &(export::summary(self, plan) + "\n"));
        }
        Ok(())
    }
}
