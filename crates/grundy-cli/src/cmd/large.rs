//! `grundy solve` for games of very many positions: packed, by threads, with
//! files for what memory does not hold and for going on after a crash.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use grundy::answer::{self, Answer};
use grundy::solve::partitioned::{Checkpoint, Settings};
use grundy::{Convention, Game};

use super::cluster::{ClusterArgs, Team};
use super::solve::Args;
use crate::output;
use crate::solution::{self, explain};

/// How games of very many positions are solved.
#[derive(clap::Args)]
pub(crate) struct LargeArgs {
    /// Commit each round to this folder; the same command goes on from there
    #[arg(long, value_name = "DIR", help_heading = "Large games", conflicts_with_all = ["batch", "top_down"])]
    checkpoint: Option<PathBuf>,

    /// Put what memory does not hold into files of this folder; the folder of --save, if not given
    #[arg(long, value_name = "DIR", help_heading = "Large games", conflicts_with_all = ["batch", "top_down"])]
    disk: Option<PathBuf>,

    #[command(flatten)]
    cluster: ClusterArgs,
}

/// Solves the game packed, where that is asked for.
pub(super) fn solve(args: &Args, game: &dyn Game) -> Result<Option<Answer>> {
    let LargeArgs { checkpoint, disk, cluster } = &args.large;
    let saved = args.save.as_deref().is_some_and(solution::holds_positions);
    if !saved && checkpoint.is_none() && disk.is_none() && !cluster.is_wanted() {
        return Ok(None);
    }
    let large = game.large().ok_or_else(|| {
        anyhow!("positions of {} cannot be packed into 64 or 128 bits", game.ruleset())
            .context("the game cannot be solved this way")
    })?;
    if args.strategy || args.explain {
        bail!("--strategy and --explain are for games whose positions are kept in memory");
    }
    let checkpoint = checkpoint
        .as_ref()
        .map(|folder| Checkpoint { folder: folder.clone(), job: job(game, args.convention()) });
    let team = cluster.team(args.save.as_deref())?;
    // Open, and so locked, until all is done.
    let _lock = match &checkpoint {
        Some(Checkpoint { folder, .. }) => {
            let (process, patience) = team.as_ref().map_or((0, ALONE), Team::lock);
            Some(output::lock_folder(folder, &format!("lock-{process}"), patience)?)
        }
        None => None,
    };
    if let Some(Checkpoint { folder, .. }) = &checkpoint
        && let Some(round) = Checkpoint::round(folder)?
    {
        eprintln!("grundy: going on after round {round} in {}", folder.display());
    }
    let folder = args.save.as_deref().and_then(Path::parent).filter(|dir| dir != &Path::new(""));
    let spill = disk.clone().unwrap_or_else(|| folder.unwrap_or(Path::new(".")).to_path_buf());
    let (convention, spill) = (args.convention(), Some(spill));
    let settings = Settings { convention, spill, checkpoint, ..Settings::default() };
    if let Some(team) = team {
        return team.solve(game, &*large, settings, &args.limits).map(Some);
    }
    let positions = args
        .limits
        .run_raw(|limits| large.solve(&Settings { limits, ..settings }))
        .map_err(explain)?;
    if let Some(path) = &args.save {
        solution::save(path, game, convention, &positions, &args.limits)
            .with_context(|| format!("cannot save {}", path.display()))?;
    }
    let mut find = large.finder(&positions);
    let answer =
        answer::from_positions(game, convention, positions.counts(), &mut find).map_err(explain)?;
    Ok(answer)
}

/// Nobody else is about to end who writes the same folder.
const ALONE: Duration = Duration::ZERO;

/// What makes a solution another one.
fn job(game: &dyn Game, convention: Convention) -> String {
    format!("{} {} grundy {}", game.text(), convention.word(), env!("CARGO_PKG_VERSION"))
}
