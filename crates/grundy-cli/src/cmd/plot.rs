//! `grundy plot`: Grundy values of heaps as a picture.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use grundy::format::plot::{Plot, Survey};
use grundy::format::values::{Values, ValuesError};
use grundy::format::words::Words;
use grundy::{Game, Limits, Progress};

use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{self, OutputArgs};

/// Plot the Grundy values g(n) of heaps against n, with the period, its exceptions, and rare values
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy plot kayles -n 200 -o kayles.svg
  grundy plot grundys-game -n 100000 -o grundy.png
  grundy plot 'octal(0.106)' --from 38000000 -n 1000000000 -o 106.png
  grundy plot --values 106.values -o 106.svg

If there are more heaps than pixels, a pixel is dark if at least one heap falls on it, and
darker for more heaps. Memory does not limit the number of heaps. Rare values and a period
are looked for among the first four million heaps.")]
pub(crate) struct Args {
    /// The ruleset: a game on heaps, with its parameters
    #[arg(required_unless_present = "values")]
    ruleset: Option<String>,

    /// The largest heap [default: 1000, or the last heap in the --values file]
    #[arg(short = 'n', long = "to", value_name = "N", value_parser = limits::parse_whole::<u64>)]
    last: Option<u64>,

    /// The first heap to plot
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = limits::parse_whole::<u64>)]
    from: u64,

    /// Read the values from this file written by `grundy table --save`
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,

    /// Write the picture to this .svg or .png file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Output format [default: given by the extension of --output, or svg]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A vector picture
    Svg,
    /// A pixel picture
    Png,
}

/// The largest heap by default. At least this number of heaps is read from a file even if fewer are
/// drawn, because they may prove a period.
const FEW: u64 = 1000;
/// The greatest possible last heap; larger ones cannot be reached one by one.
const MOST: u64 = 1 << 62;

/// Draws the picture.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let format = format(args)?;
    if matches!(format, Format::Png) {
        output::check_png(args.output.as_deref())?;
    }
    let plot = match &args.values {
        Some(path) => stored(args, path)?,
        None => {
            let ruleset = input::table_ruleset(args.ruleset.as_deref().unwrap_or_default())?;
            let last = args.last.unwrap_or(FEW);
            let (rules, survey) = (input::heap_rules(&*ruleset)?, survey(args, &*ruleset, last)?);
            let goal = Some(last.saturating_add(1));
            let plot = args.limits.run_towards(goal, |limits| survey.complete(rules, &limits));
            plot.map_err(|stopped| limits::explain_heaps(&stopped))?
        }
    };
    match (format, &args.output) {
        (Format::Svg, output) => {
            OutputArgs::to(output.clone()).write(out, plot.svg(&Words::default()))
        }
        #[cfg(not(feature = "png"))]
        (Format::Png, _) => bail!(output::NO_PNG),
        #[cfg(feature = "png")]
        (Format::Png, Some(path)) => {
            let picture = plot.png().context("cannot draw the picture")?;
            output::save(path, |file| file.write_all(&picture))
        }
        #[cfg(feature = "png")]
        (Format::Png, None) => bail!(output::NO_FILE),
    }
}

/// A survey of the heaps that were asked for.
fn survey(args: &Args, ruleset: &dyn Game, last: u64) -> Result<Survey> {
    let from = args.from;
    if from > last {
        bail!("--from {from} is beyond the greatest heap, {last}, which -n names");
    }
    if last > MOST {
        bail!("heaps above {MOST} are not reached");
    }
    Ok(Survey::new(&ruleset.ruleset(), &input::heap_rules(ruleset)?.kind(), from, last))
}

/// A plot of the values in a file.
fn stored(args: &Args, path: &Path) -> Result<Plot> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    let explain = |error: ValuesError| match error {
        ValuesError::Stopped(stopped) => limits::explain_heaps(&stopped),
        error => anyhow!("{name}: {error}"),
    };
    let mut values = Values::open(file).map_err(explain)?;
    let ruleset = input::table_ruleset(values.ruleset()).with_context(|| name.to_string())?;
    if let Some(asked) = &args.ruleset {
        let asked = input::table_ruleset(asked)?.ruleset();
        if asked != ruleset.ruleset() {
            bail!("{name}: values of {}, not of {asked}: leave out RULESET", ruleset.ruleset());
        }
    }
    let Some(greatest) = values.heaps().checked_sub(1) else {
        bail!("{name} has no values: `grundy table --save` adds some")
    };
    let last = args.last.unwrap_or(greatest);
    if last > greatest {
        bail!("{name} has the values of heaps up to {greatest}; `grundy table --save` adds more");
    }
    let mut survey = survey(args, &*ruleset, last)?;
    let read = args.limits.run_towards(Some(last + 1), |limits| {
        read(&mut values, &mut survey, last.max(FEW).min(greatest), &limits)
    });
    read.map_err(explain)?;
    Ok(survey.finish())
}

/// Feeds the values of a file to a survey.
fn read(
    values: &mut Values<File>,
    survey: &mut Survey,
    last: u64,
    limits: &Limits<'_>,
) -> Result<(), ValuesError> {
    const STRETCH: u64 = 1 << 18;
    limits.room(Survey::bytes(last), 0)?;
    let mut heap = 0;
    while heap <= last {
        let heaps = (last - heap + 1).min(STRETCH);
        survey.add(heap, &values.read(heap, heaps as usize)?);
        heap = survey.wants(heap + heaps);
        let reached = heap as usize;
        limits.check(Progress {
            stage: "heaps",
            positions: reached,
            bytes: Survey::bytes(heap),
        })?;
        limits.count(reached)?;
    }
    Ok(())
}

fn format(args: &Args) -> Result<Format> {
    let ending = output::ending(args.output.as_deref());
    Ok(match (args.format, ending.as_deref()) {
        (Some(format), _) => format,
        (None, Some("svg")) => Format::Svg,
        (None, Some("png")) => Format::Png,
        (None, None) if args.output.is_none() => Format::Svg,
        (None, _) => bail!("--output must end in .svg or .png, or --format be given"),
    })
}
