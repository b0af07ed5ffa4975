//! `grundy verify`: saved solutions, checked from the rules alone.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use grundy::Game;
use grundy::answer::Answer;

use crate::limits::LimitArgs;

/// Check a saved solution from the rules alone
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy solve 'nim(3,4,5)' --save nim.solution
  grundy verify nim.solution")]
pub(crate) struct Args {
    /// A file written by `grundy solve --save`
    file: PathBuf,

    #[command(flatten)]
    limits: LimitArgs,
}

/// Checks the file.
pub(crate) fn run(_args: &Args, _out: &mut impl Write) -> Result<()> {
    bail!("not yet")
}

/// Saves a solution.
pub(crate) fn save(
    _path: &Path,
    _game: &dyn Game,
    _answer: &Answer,
    _limits: &LimitArgs,
) -> Result<()> {
    bail!("not yet")
}
