//! `grundy table`: Grundy values of heaps.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use grundy::answer::Solver;
use grundy::format::{json, table};

use super::code::{self, Language};
use crate::input;
use crate::limits::LimitArgs;
use crate::output::OutputArgs;

/// Print the Grundy values g(0), g(1), … of heaps
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy table kayles -n 100
  grundy table 'subtraction(2..5)' -n 50
  grundy table 'octal(0.07)' -n 1000 --format json
  grundy table grundys-game -n 200 --format csv -o values.csv
  grundy table kayles --code cpp

With --code, no values are printed but a function sg(n) for programs: a formula
or a table of the period where that is proved, else the rules.")]
pub(crate) struct Args {
    /// A ruleset played on heaps, with its parameters
    ruleset: String,

    /// The greatest heap
    #[arg(short = 'n', long = "to", value_name = "N", default_value_t = 100)]
    last: usize,

    /// Output format [default: text, or by the ending of --output]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Print source code of a function sg(n) instead, to paste into a program
    #[arg(long, value_enum, value_name = "LANGUAGE", conflicts_with_all = ["last", "format"])]
    code: Option<Language>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Aligned rows, of the period's length where there is one
    Text,
    /// For scripts
    Json,
    /// A heading n,g and a line for each heap
    Csv,
    /// Lines "n g(n)", the b-file that the OEIS takes
    Bfile,
}

/// Prints the table.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let ruleset = input::ruleset(&args.ruleset)?;
    let name = ruleset.ruleset();
    let Some((rules, _)) = ruleset.heaps() else { return Err(not_heaps(&name)) };
    if let Some(language) = args.code {
        let shown = code::write(language, &*ruleset, rules, &args.limits)?;
        return OutputArgs::to(args.output.clone()).write(out, &shown);
    }
    let mut solver = Solver::default();
    args.limits.run(|limits| solver.table(&*ruleset, args.last, &limits).map(|_| ()))?;
    let values = solver.known(&*ruleset, args.last);
    let ending = args.output.as_ref().and_then(|path| path.extension()?.to_str());
    let format = args.format.unwrap_or(match ending {
        Some("json") => Format::Json,
        Some("csv") => Format::Csv,
        _ => Format::Text,
    });
    let shown = match format {
        Format::Json => json::table(&name, values) + "\n",
        Format::Csv => String::from("n,g\n") + &lines(values, ','),
        Format::Bfile => lines(values, ' '),
        Format::Text => table::text(&name, values, &rules.kind()),
    };
    OutputArgs::to(args.output.clone()).write(out, &shown)
}

/// A line for each heap.
fn lines(values: &[u32], between: char) -> String {
    let mut text = String::new();
    for (n, value) in values.iter().enumerate() {
        let _ = writeln!(text, "{n}{between}{value}");
    }
    text
}

/// The error for rulesets that are not played on heaps.
pub(super) fn not_heaps(name: &str) -> anyhow::Error {
    anyhow!("{name} is not played on single heaps: it has no table of Grundy values")
}
