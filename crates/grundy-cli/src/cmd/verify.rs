//! `grundy verify`: checks saved solutions from the rules alone.

mod certificates;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use grundy::Game;
use grundy::answer::{self, Solved};
use grundy::format::solution::{Reader, SaveError, write};
use grundy::format::text::{WIN, group, paint};
use grundy::format::{certificate, json};
use grundy::solve::verify::Refused;
use grundy::solve::verify::positions::{self, Extent};

use crate::limits::{self, LimitArgs};
use crate::output::{self, Format, OutputArgs};
use crate::rules;
use crate::solution::weak::{self, Weak};
use crate::solution::{self, Opened};

/// Check a saved solution or certificate from the rules alone
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy solve 'nim(3,4,5)' --save nim.solution
  grundy verify nim.solution
  grundy period kayles --certificate kayles.json
  grundy verify kayles.json
  grundy verify octal-4.certificates --sample 100
  grundy verify four.strategy               a strategy for who wins or draws
  grundy verify four.positions              every position of a large game
  grundy verify four.parquet --sample 1M    a million of them, chosen at random

Every entry is checked against the definitions, with code that is independent of the
solvers, except for the automaton that proves arithmetic periods. If one entry is wrong,
the file is refused and the entry is named. For a certificate of a period, the values of
the first heaps are computed again by definition, later ones are sampled, and every value
that the theorem needs is compared.")]
pub(crate) struct Args {
    /// A file written by `solve --save` or `period --certificate`, or all parts of a solution
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// For a file of all positions, or of many certificates, check only this many, chosen at random
    #[arg(long, value_name = "N", value_parser = limits::parse_positive)]
    sample: Option<usize>,

    /// The seed of the random choice of --sample
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample", value_parser = limits::parse_whole::<u64>)]
    seed: u64,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Checks the file.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let path = &args.files[0];
    let name = path.display();
    if solution::is_solution(&solution::start(path)?) {
        return positions(args, out);
    }
    if args.files.len() > 1 {
        bail!("{name} has no parts: name it alone");
    }
    if weak::is_strategy(&solution::start(path)?) {
        return strategy(args, path, out);
    }
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let mut file = BufReader::new(file);
    let start = file.fill_buf().with_context(|| format!("cannot read {name}"))?;
    if start.is_empty() {
        bail!("{name} is empty: `grundy solve GAME --save FILE` writes a solution");
    }
    if certificate::is_certificate(start) {
        return certificates::verify(args, file, out);
    }
    if args.sample.is_some() {
        bail!("{name} is checked whole: leave out --sample");
    }
    let reader = Reader::open(file).map_err(|error| anyhow!("{name}: {error}"))?;
    let header = reader.header().clone();
    for (known_as, source) in &header.rules {
        rules::embedded(known_as, source).with_context(|| format!("{name}: line 1"))?;
    }
    let game = args.limits.game(&header.game).with_context(|| format!("{name}: line 1"))?;
    let checked = args.limits.run_raw(|limits| reader.verify(&*game, &limits));
    let entries = checked.map_err(|refused| match refused {
        Refused::Stopped(stopped) => limits::explain(&stopped),
        refused => anyhow!("{name} is refused: {refused}"),
    })?;
    let game = game.text();
    let shown = match args.output.format() {
        Format::Json => format!(
            "{{\"file\":{},\"game\":{},\"convention\":\"{}\",\"entries\":{entries},\"verified\":true}}\n",
            json::string(&name.to_string()),
            json::string(&game),
            header.convention.word(),
        ),
        Format::Text => {
            format!("{}: all {} entries of {game} hold\n", paint(WIN, "verified"), group(entries))
        }
    };
    args.output.write(out, &shown)
}

/// Checks the strategies of a weak solution.
fn strategy(args: &Args, path: &Path, out: &mut impl Write) -> Result<()> {
    if args.sample.is_some() {
        bail!("{} is checked whole: leave out --sample", path.display());
    }
    let opened = Weak::open(path, &args.limits)?;
    opened.verify(path, &args.limits)?;
    let strategies = &opened.solution.strategies;
    let shown = match args.output.format() {
        Format::Json => serde_json::json!({
            "file": path.display().to_string(),
            "game": opened.game.text(),
            "convention": opened.solution.convention.word(),
            "strategies": strategies.iter().map(weak::json).collect::<Vec<_>>(),
            "verified": true,
        })
        .to_string(),
        Format::Text => strategies
            .iter()
            .map(|strategy| {
                format!(
                    "{}: {}, by {} moves for {} positions",
                    paint(WIN, "verified"),
                    weak::words(strategy),
                    group(strategy.choices.len()),
                    group(strategy.positions as usize),
                )
            })
            .collect::<Vec<_>>()
            .join("\n"),
    };
    args.output.write(out, &(shown + "\n"))
}

/// Checks all positions of a large game.
fn positions(args: &Args, out: &mut impl Write) -> Result<()> {
    let name = args.files[0].display();
    let opened = Opened::open(&args.files)?;
    let extent = match args.sample {
        None => Extent::All,
        Some(count) => Extent::Sample { count: count as u64, seed: args.seed },
    };
    let all = opened.counts().keys();
    let goal = args.sample.map_or(all, |count| all.min(count as u64));
    let checked = args.limits.run_towards(Some(goal), |limits| opened.verify(extent, &limits));
    let entries = checked.map_err(|refused| match refused {
        positions::Refused::Failure(failure) => solution::explain(failure),
        refused => anyhow!("{name} is refused: {refused}"),
    })?;
    let game = opened.game.text();
    let shown = match args.output.format() {
        Format::Json => {
            let seed = args.sample.map_or(String::new(), |_| format!("\"seed\":{},", args.seed));
            format!(
                "{{\"file\":{},\"game\":{},\"convention\":\"{}\",\"entries\":{entries},\
                 \"of\":{all},{seed}\"verified\":true}}\n",
                json::string(&name.to_string()),
                json::string(&game),
                opened.convention.word(),
            )
        }
        Format::Text if entries < all => format!(
            "{}: a random sample of {} of the {} entries of {game} holds (seed {})\n",
            paint(WIN, "verified"),
            group(entries as usize),
            group(all as usize),
            args.seed,
        ),
        Format::Text => {
            let entries = group(entries as usize);
            format!("{}: all {entries} entries of {game} hold\n", paint(WIN, "verified"))
        }
    };
    args.output.write(out, &shown)
}

/// Saves the solution of a whole game.
pub(super) fn save(
    path: &Path,
    game: &dyn Game,
    solved: &Solved,
    convention: grundy::Convention,
    limits: &LimitArgs,
) -> Result<()> {
    let Solved { play, outcomes } = solved;
    output::save(path, |file| {
        let written = limits.run_raw(|limits| -> Result<(), SaveError> {
            let values = answer::values_of_positions(game, play, convention, &limits)?;
            write(file, game, play, outcomes, values.as_deref(), convention, &limits)
        });
        written.map_err(|error| match error {
            SaveError::Io(error) => error,
            error => io::Error::other(error),
        })
    })
}
