//! `grundy list`, hidden: lists all positions of a rule file's game, for the page.
//! `grundy serve` runs it in a confined process.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use grundy::Stopped;
use grundy::stated::{Listing, StatedRules};
use serde::{Deserialize, Serialize};

use crate::limits::LimitArgs;
use crate::rules;

/// What the confined process says.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Listed {
    /// Which limit was reached.
    Limit {
        limit: String,
    },
    Game(Box<Listing>),
}

/// List all positions of a game whose rule file is read from standard input, as JSON
#[derive(clap::Args)]
#[command(hide = true)]
pub(crate) struct Args {
    /// The name of the rule file, for messages and its language: .star, .kif or .wasm
    file: String,

    #[command(flatten)]
    limits: LimitArgs,
}

/// Lists the positions.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let bytes = rules::read_from(io::stdin().lock()).context("cannot read standard input")?;
    let statement = rules::load(&args.file, &bytes)?;
    let game = statement.state(None).map_err(|error| anyhow!("{error}"))?;
    let rules = StatedRules::new("listed", Arc::clone(&statement), game);
    let listing = args.limits.run_raw(|limits| Listing::of(&*statement, &rules, &limits));
    let listed = match listing {
        Ok(listing) => Listed::Game(Box::new(listing)),
        Err(Stopped::Rules(fault)) => bail!("{fault}"),
        // The message is shown on a page, where limits cannot be raised.
        Err(limit) => Listed::Limit { limit: limit.to_string() },
    };
    serde_json::to_writer(out, &listed)?;
    Ok(())
}
