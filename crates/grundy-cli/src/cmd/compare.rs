//! `grundy compare`: the first heap at which the Grundy values of two games differ.

use std::io::Write;

use anyhow::{Result, anyhow};
use grundy::answer::compare_heaps;
use grundy::format::{json, table};

use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{Format, OutputArgs};

/// Find the first heap at which the Grundy values of two heap games differ
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy compare 'octal(0.161)' 'octal(0.36)'
  grundy compare kayles 'octal(0.771)'
  grundy compare dawsons-chess dawsons-kayles --shift 1

If both periods are proved by the values up to N, the answer holds for all heaps.")]
pub(crate) struct Args {
    /// A ruleset on heaps, with its parameters
    first: String,

    /// The ruleset to compare it with
    second: String,

    /// The largest heap to compare
    #[arg(short = 'n', long = "to", value_name = "N", default_value_t = 4000, value_parser = limits::parse_whole::<usize>)]
    last: usize,

    /// Compare g(n) of the first with g(n + S) of the second
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true)]
    shift: i64,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Prints the first difference.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let (first, second) = (input::table_ruleset(&args.first)?, input::table_ruleset(&args.second)?);
    let names = (first.ruleset(), second.ruleset());
    input::heap_rules(&*first)?;
    input::heap_rules(&*second)?;
    let nothing = || {
        anyhow!(
            "there is nothing to compare with --shift {} up to {}: name a greater --to",
            args.shift,
            args.last
        )
    };
    let found = args
        .limits
        .run_heaps(|limits| compare_heaps(&*first, &*second, args.last, args.shift, &limits))?;
    let found = found.ok_or_else(nothing)?;
    let shown = match args.output.format() {
        Format::Json => json::comparison(&names.0, &names.1, args.shift, &found) + "\n",
        Format::Text => table::comparison(&found),
    };
    args.output.write(out, &shown)
}
