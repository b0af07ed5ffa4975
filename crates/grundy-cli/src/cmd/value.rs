//! `grundy value`: what a position is worth in a sum.

use std::io::Write;

use anyhow::{Result, bail};
use grundy::answer::Solver;
use grundy::format::json;

use crate::input;
use crate::limits::LimitArgs;
use crate::output::{Format, OutputArgs};

/// Print what a game is worth in a sum: a nimber, or ∞(K) where play may never end
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy value 'nim(3,4,5)'                 *2
  grundy value 'kayles(7) + nim(2)'
  grundy value 'octal(0.77; 12)' --format json")]
pub(crate) struct Args {
    /// An impartial game, or a sum of such
    game: String,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Prints the value.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let game = input::game(&args.game)?;
    let found = args.limits.run(|limits| Solver::default().value(&*game, &limits))?;
    let Some((value, _)) = found else {
        let why = if game.has_ends() { "has ends of its own" } else { "is not impartial" };
        bail!("{} {why}: its value is not a nimber", game.text());
    };
    let shown = match args.output.format() {
        Format::Text => value.to_string(),
        Format::Json => json::value(&game.text(), &value),
    };
    args.output.write(out, &format!("{shown}\n"))
}
