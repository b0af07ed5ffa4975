//! `grundy table`: Grundy values of heaps, and of pairs of heaps.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use grundy::PairRules;
use grundy::answer::Solver;
use grundy::format::{json, table};
use grundy::solve::pairs::pair_values;

use crate::input;
use crate::limits::LimitArgs;
use crate::output::OutputArgs;

/// Print the Grundy values g(0), g(1), … of heaps, or g(a, b) of pairs of heaps
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy table kayles -n 100
  grundy table 'subtraction(2..5)' -n 50
  grundy table wythoff -n 20
  grundy table 'octal(0.07)' -n 1000 --format json
  grundy table grundys-game -n 200 --format csv -o values.csv")]
pub(crate) struct Args {
    /// A ruleset played on heaps, with its parameters
    ruleset: String,

    /// The greatest heap [default: 100, or 20 for pairs of heaps]
    #[arg(short = 'n', long = "to", value_name = "N")]
    last: Option<usize>,

    /// Output format [default: text, or by the ending of --output]
    #[arg(long, value_enum)]
    format: Option<Format>,

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
    /// A heading n,g and a line for each heap; a line for each first heap of pairs
    Csv,
    /// Lines "n g(n)", the b-file that the OEIS takes
    Bfile,
}

/// Prints the table.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let ruleset = input::ruleset(&args.ruleset)?;
    let name = ruleset.ruleset();
    if let Some(rules) = ruleset.pairs() {
        return pairs(args, &name, rules, out);
    }
    let Some((rules, _)) = ruleset.heaps() else { return Err(not_heaps(&name)) };
    let last = args.last.unwrap_or(100);
    let mut solver = Solver::default();
    args.limits.run(|limits| solver.table(&*ruleset, last, &limits).map(|_| ()))?;
    let values = solver.known(&*ruleset, last);
    let shown = match args.format() {
        Format::Json => json::table(&name, values) + "\n",
        Format::Csv => String::from("n,g\n") + &lines(values, ','),
        Format::Bfile => lines(values, ' '),
        Format::Text => table::text(&name, values, &rules.kind()),
    };
    OutputArgs::to(args.output.clone()).write(out, &shown)
}

/// Prints the table of a game on pairs of heaps.
fn pairs(args: &Args, name: &str, rules: &dyn PairRules, out: &mut impl Write) -> Result<()> {
    let last = args.last.unwrap_or(20);
    let rows = args.limits.run(|limits| pair_values(rules, last, &limits))?;
    let shown = match args.format() {
        Format::Json => json::pairs(name, &rows) + "\n",
        Format::Csv => {
            let comma =
                |cells: &mut dyn Iterator<Item = String>| cells.collect::<Vec<_>>().join(",");
            let mut text = format!("a,{}\n", comma(&mut (0..rows.len()).map(|b| b.to_string())));
            for (a, row) in rows.iter().enumerate() {
                let _ = writeln!(text, "{a},{}", comma(&mut row.iter().map(u32::to_string)));
            }
            text
        }
        Format::Bfile => bail!("a b-file is for one sequence: {name} has a table of pairs"),
        Format::Text => table::pairs(name, &rows),
    };
    OutputArgs::to(args.output.clone()).write(out, &shown)
}

impl Args {
    /// The format that was asked for, or that of the file.
    fn format(&self) -> Format {
        let ending = self.output.as_ref().and_then(|path| path.extension()?.to_str());
        self.format.unwrap_or(match ending {
            Some("json") => Format::Json,
            Some("csv") => Format::Csv,
            _ => Format::Text,
        })
    }
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
    anyhow!(
        "{name} is not played on single heaps that must change: it has no table of Grundy values"
    )
}
