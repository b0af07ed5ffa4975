//! `grundy plot`: Grundy values of heaps as a picture.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use grundy::answer::Solver;
use grundy::format::plot::Plot;

use crate::input;
use crate::limits::LimitArgs;
use crate::output::{OutputArgs, save};

/// Draw the Grundy values of heaps, g(n) against n, with rare values and the period
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy plot kayles -n 200 -o kayles.svg
  grundy plot grundys-game -n 100000 -o grundy.png

Where heaps are more than pixels, exactly the pixels that hold a heap are dots.")]
pub(crate) struct Args {
    /// A ruleset played on heaps, with its parameters
    ruleset: String,

    /// The greatest heap
    #[arg(short = 'n', long = "to", value_name = "N", default_value_t = 1000)]
    last: usize,

    /// Write to a file: .svg or .png
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Output format [default: by the ending of --output, or svg]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A picture that can be enlarged
    Svg,
    /// A picture of pixels
    Png,
}

/// So many heaps are looked at, even if fewer are drawn: they may prove a period.
const FEW: usize = 1000;

/// Draws the picture.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let format = format(args)?;
    let ruleset = input::ruleset(&args.ruleset)?;
    let name = ruleset.ruleset();
    let Some((rules, _)) = ruleset.heaps() else { return Err(super::table::not_heaps(&name)) };
    let kind = rules.kind();
    let mut solver = Solver::default();
    let reach = args.last.max(FEW);
    args.limits.run(|limits| {
        solver.table(&*ruleset, reach, &limits)?;
        limits.room(Plot::bytes(reach), reach)
    })?;
    let plot = Plot::new(&name, solver.known(&*ruleset, reach), args.last, &kind);
    match (format, &args.output) {
        (Format::Svg, output) => OutputArgs::to(output.clone()).write(out, &plot.svg()),
        (Format::Png, Some(path)) => {
            let picture = plot.png().context("cannot draw the picture")?;
            save(path, |file| file.write_all(&picture))
        }
        (Format::Png, None) => bail!("a PNG is no text: name a file with --output"),
    }
}

fn format(args: &Args) -> Result<Format> {
    let ending = args.output.as_ref().and_then(|path| path.extension()?.to_str());
    Ok(match (args.format, ending) {
        (Some(format), _) => format,
        (None, Some("svg")) => Format::Svg,
        (None, Some("png")) => Format::Png,
        (None, None) if args.output.is_none() => Format::Svg,
        (None, _) => bail!("--output must end in .svg or .png, or --format be given"),
    })
}
