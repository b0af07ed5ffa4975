//! `grundy list`: all positions of a game of one's own, as the page keeps them. It is
//! what `grundy serve` asks a confined process for.

use std::io::{self, Read, Write};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use grundy::stated::{Listing, Rules};

use crate::limits::LimitArgs;
use crate::rules;

/// List all positions of a game whose rules stand in standard input, as JSON
#[derive(clap::Args)]
#[command(hide = true)]
pub(crate) struct Args {
    /// The name of the file that the rules are said to stand in: .star or .kif
    file: String,

    #[command(flatten)]
    limits: LimitArgs,
}

/// Lists the positions.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text).context("cannot read standard input")?;
    let statement = rules::load(&args.file, &text)?;
    let game = statement.state(None).map_err(|error| anyhow!("{error}"))?;
    let rules = Rules::new("listed", Arc::clone(&statement), game);
    let listing = args.limits.run_raw(|limits| Listing::of(&*statement, &rules, &limits));
    // Whoever reads this on a page cannot raise a limit.
    let listing = listing.map_err(|stopped| anyhow!("{stopped}"))?;
    serde_json::to_writer(out, &listing)?;
    Ok(())
}
