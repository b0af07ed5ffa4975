//! `grundy survey`: what a fixed budget finds of each game of a family.

mod budget;
mod export;
mod journal;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
mod picture;
mod work;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use grundy::solve::survey::{self, Family, Surveyed};
use serde_json::json;

use self::journal::Journal;
use crate::limits::{self, LimitArgs};
use crate::output;
use crate::solution::NO_TABLES;
use grundy::format::survey::{self as record, SurveyStatus, SurveyTable};

/// Look for the period of every octal or hexadecimal game of up to N digits
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy survey octal --digits 2
  grundy survey octal --digits 3 --budget 2s --save octal-3.survey -o octal-3.csv
  grundy survey octal --digits 4 --save octal-4.survey --nearest 200 --times 100 -o octal-4.html
  grundy survey hexadecimal --digits 2 -o hexadecimal-2.parquet

Games with the same standard form have the same values, and are examined once. Each has the budget of processor time in one thread, and its share of
--memory. With --save every game that is done is kept, and the same command goes on after a stop;
a larger --budget looks again at the games that are open.")]
pub(crate) struct Args {
    /// The family of games
    #[arg(value_enum)]
    family: Games,

    /// The greatest number of digits behind the point
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4))]
    digits: u32,

    /// Processor time for each game
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = limits::parse_budget)]
    budget: Duration,

    /// Examine about this many heaps of each game: values come in blocks
    #[arg(long, value_name = "N", value_parser = limits::parse_positive)]
    heaps: Option<usize>,

    /// Look again at this many of the open games, those that look nearest to settling
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = limits::parse_whole::<usize>)]
    nearest: usize,

    /// The factor by which --nearest multiplies the budget of each of them
    #[arg(long, value_name = "FACTOR", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,

    /// Keep what is found in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Write certificates of all periods that are not published to this file, a line for each
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,

    /// Output format [default: text, or given by the extension of --output]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write the table to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Games {
    /// Digits below 8: heaps may be split in two
    Octal,
    /// Digits below 16: heaps may be split in three
    Hexadecimal,
}

impl Games {
    fn family(self) -> Family {
        match self {
            Games::Octal => Family::Octal,
            Games::Hexadecimal => Family::Hexadecimal,
        }
    }

    /// The name of the ruleset.
    fn name(self) -> &'static str {
        match self {
            Games::Octal => "octal",
            Games::Hexadecimal => "hexadecimal",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Counts, and an aligned table
    Text,
    /// For scripts: the counts, and an object for each game
    Json,
    /// A header line, and a line for each game
    Csv,
    /// A table for pandas, DuckDB and Polars
    Parquet,
    /// A page with a picture and a table that can be sorted
    Html,
    /// The picture alone
    Svg,
}

/// Examines the games.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let format = args.format();
    if format == Format::Parquet && !cfg!(feature = "parquet") {
        bail!(NO_TABLES);
    }
    if format == Format::Parquet && args.output.is_none() {
        bail!("a Parquet table is written to a file: -o FILE");
    }
    let files = [&args.save, &args.output, &args.certificates].map(Option::as_deref);
    for (at, path) in files.iter().enumerate().filter_map(|(at, path)| Some((at, (*path)?))) {
        if files[..at].contains(&Some(path)) {
            bail!("{} is named twice: each thing needs a file of its own", path.display());
        }
    }
    let written = [&args.output, &args.certificates].into_iter().flatten();
    let _reserved = written.map(|path| output::reserve(path)).collect::<Result<Vec<_>>>()?;
    let games = survey::games(args.family.family(), args.digits);
    let mut journal = Journal::open(args.save.as_deref(), &args.header())?;
    examine(args, &games, &mut journal)?;
    let table = SurveyTable::new(args.family.name(), args.digits, &games, journal.records());
    if let Some(path) = &args.certificates {
        output::save(path, |file| table.certificates(file))?;
    }
    write(&table, format, args.output.as_deref(), out)?;
    match table.rows.iter().find(|row| row.status == SurveyStatus::Contradicts) {
        Some(row) => bail!("the period of {} is not the one that is published", row.record.game),
        None => Ok(()),
    }
}

/// Examines all games with the budget, and the nearest open games with a greater one.
fn examine(args: &Args, games: &[Surveyed], journal: &mut Journal) -> Result<()> {
    let names: Vec<String> = games.iter().map(|game| record::name(game.code())).collect();
    let missing = |budget: Duration, journal: &Journal, names: &[String]| -> Vec<String> {
        let done = |name: &&String| {
            let record = journal.records().get(*name);
            record
                .is_some_and(|found| found.period.is_some() || found.budget >= budget.as_secs_f64())
        };
        names.iter().filter(|name| !done(name)).cloned().collect()
    };
    let first = missing(args.budget, journal, &names);
    work::examine(args, &first, args.budget, journal)?;
    let longer = args.budget * args.times;
    let nearest = journal.nearest(args.family.name(), longer, args.nearest);
    let second = missing(longer, journal, &nearest);
    work::examine(args, &second, longer, journal)
}

fn write(
    table: &SurveyTable<'_>,
    format: Format,
    path: Option<&Path>,
    out: &mut impl Write,
) -> Result<()> {
    let write = |out: &mut (dyn Write + Send)| match format {
        Format::Text => export::text(table, out),
        Format::Json => export::json(table, out),
        Format::Csv => export::csv(table, out),
        Format::Html => page::write(table, out),
        Format::Svg => Ok(out.write_all(picture::svg(table).as_bytes())?),
        #[cfg(feature = "parquet")]
        Format::Parquet => parquet::write(table, out),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => bail!(NO_TABLES),
    };
    match path {
        Some(path) => output::save(path, |file| write(file).map_err(std::io::Error::other)),
        None => {
            let mut text = Vec::new();
            write(&mut text)?;
            Ok(out.write_all(&text)?)
        }
    }
}

impl Args {
    /// The header of the journal, which identifies the survey.
    fn header(&self) -> serde_json::Value {
        let mut header = json!({ "survey": self.family.name(), "digits": self.digits });
        if let Some(heaps) = self.heaps {
            header["heaps"] = json!(heaps);
        }
        header
    }

    fn format(&self) -> Format {
        let ending = output::ending(self.output.as_deref());
        self.format.unwrap_or(match ending.as_deref() {
            Some("json") => Format::Json,
            Some("csv") => Format::Csv,
            Some("parquet") => Format::Parquet,
            Some("html") => Format::Html,
            Some("svg") => Format::Svg,
            _ => Format::Text,
        })
    }
}
