//! `grundy period`: whether Grundy values repeat.

use std::io::Write;

use anyhow::Result;
use grundy::answer::Solver;
use grundy::format::{json, table};

use crate::input;
use crate::limits::LimitArgs;
use crate::output::{Format, OutputArgs};

/// Find the period of the Grundy values of heaps, and say whether it is proved
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy period kayles
  grundy period 'subtraction(2..5)'
  grundy period 'octal(0.07)' --max 1000 --format json")]
pub(crate) struct Args {
    /// A ruleset played on heaps, with its parameters
    ruleset: String,

    /// Look at heaps up to this one
    #[arg(long, value_name = "N", default_value_t = 4000)]
    max: usize,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Prints the period.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let ruleset = input::ruleset(&args.ruleset)?;
    let name = ruleset.ruleset();
    if ruleset.heaps().is_none() {
        return Err(super::table::not_heaps(&name));
    }
    let mut solver = Solver::default();
    let found = args.limits.run(|limits| solver.period(&*ruleset, args.max, &limits))?;
    let values = solver.known(&*ruleset, args.max);
    let shown = match args.output.format() {
        Format::Json => json::period(&name, values, found.as_ref()) + "\n",
        Format::Text => table::period(&name, values, found.as_ref()),
    };
    args.output.write(out, &shown)
}
