//! `grundy merge`: joins the parts of a solution, and converts between its file formats.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use grundy::format::text::{WIN, group, paint};

use crate::limits::LimitArgs;
use crate::output;
use crate::solution::{self, Opened};

/// Join the parts of a solution into one file, or convert between .positions and .parquet
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy merge -o four.positions four.*.positions
  grundy merge -o four.parquet four.positions     a table for pandas, DuckDB, Polars

The result is byte for byte the file that a single process would have written.")]
pub(crate) struct Args {
    /// All parts of a solution, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,

    /// The file to write: a Parquet table if it ends in .parquet
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    limits: LimitArgs,
}

/// Writes the file.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let _reserved = output::reserve(&args.output)?;
    solution::holds_positions(&args.output)?;
    let opened = Opened::open(&args.parts)?;
    let (game, convention, positions) = opened.into_positions(&args.limits)?;
    solution::save(&args.output, &*game, convention, &positions, &args.limits)?;
    writeln!(
        out,
        "{}: {} entries of {}",
        paint(WIN, "merged"),
        group(positions.counts().keys() as usize),
        game.text()
    )?;
    Ok(())
}
