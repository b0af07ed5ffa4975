//! `grundy equal`: whether two games are equal, so that one can replace the other in any sum.

use std::io::Write;

use anyhow::{Result, bail};
use grundy::answer::{Equality, equal};
use grundy::format::{json, text};

use crate::limits::LimitArgs;
use crate::output::{Format, OutputArgs};
use crate::solution;

/// Say whether two games are equal, which means that the player who starts loses G − H
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy equal 'nim(3,5)' 'nim(6)'
  grundy equal 'kayles(5)' '*4'
  grundy equal 'domineering(2x2)' '{1|-1}'

Equal games can replace each other in any sum. The answer is `undecided` only for loopy
games with too many positions to compare.")]
pub(crate) struct Args {
    /// The first game, in which a player who cannot move loses
    #[arg(value_name = "G")]
    first: String,

    /// The second game
    #[arg(value_name = "H")]
    second: String,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Compares the two games.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let (first, second) = (args.limits.game(&args.first)?, args.limits.game(&args.second)?);
    for game in [&first, &second] {
        if game.has_ends() {
            bail!("{} has ends of its own and cannot be part of a sum", game.text());
        }
    }
    let found = args.limits.run_raw(|limits| equal(&*first, &*second, &limits));
    let Equality { equal, reason } = found.map_err(solution::explain)?;
    let shown = match args.output.format() {
        Format::Json => format!(
            "{{\"first\":{},\"second\":{},\"equal\":{},\"reason\":{}}}\n",
            json::string(&first.text()),
            json::string(&second.text()),
            equal.map_or("null".to_string(), |equal| equal.to_string()),
            json::string(&reason),
        ),
        Format::Text => {
            let (style, word) = match equal {
                Some(true) => (text::WIN, "equal"),
                Some(false) => (text::LOSS, "not equal"),
                None => (text::DRAW, "undecided"),
            };
            format!("{}: {reason}\n", text::paint(style, word))
        }
    };
    args.output.write(out, &shown)
}
