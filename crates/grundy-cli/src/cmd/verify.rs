//! `grundy verify`: saved solutions, checked from the rules alone.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use grundy::Game;
use grundy::answer::{self, Solved};
use grundy::format::json;
use grundy::format::solution::{self, Reader, SaveError};
use grundy::format::text::{WIN, group, paint};
use grundy::solve::verify::Refused;

use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{self, Format, OutputArgs};

/// Check a saved solution from the rules alone
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy solve 'nim(3,4,5)' --save nim.solution
  grundy verify nim.solution

Every entry is checked against the definitions: no code is shared with the
solvers. A file with one wrong entry is refused, and the entry named.")]
pub(crate) struct Args {
    /// A file written by `grundy solve --save`
    file: PathBuf,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Checks the file.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let name = args.file.display();
    let file = File::open(&args.file).with_context(|| format!("cannot read {name}"))?;
    let reader = Reader::open(BufReader::new(file)).map_err(|error| anyhow!("{name}: {error}"))?;
    let header = reader.header().clone();
    let game = input::game(&header.game).with_context(|| format!("{name}: line 1"))?;
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
            solution::write(file, game, play, outcomes, values.as_deref(), convention, &limits)
        });
        written.map_err(|error| match error {
            SaveError::Io(error) => error,
            error => io::Error::other(error),
        })
    })
}
