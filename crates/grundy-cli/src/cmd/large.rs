//! `grundy solve` for large games: packed positions, several threads, files for what does
//! not fit in memory, and checkpoints.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use grundy::answer::{self, Answer};
use grundy::game::Large;
use grundy::solve::partitioned::{Checkpoint, Failure, Settings};
use grundy::{Convention, Game, Stopped};

use super::cluster::{ClusterArgs, Team};
use super::plan;
use super::solve::Args;
use crate::limits::LimitArgs;
use crate::output;
use crate::solution::{self, explain};

/// Options for games with very many positions.
#[derive(clap::Args)]
pub(crate) struct LargeArgs {
    /// Write a checkpoint to this folder after each round; the same command resumes from it
    #[arg(long, value_name = "DIR", help_heading = "Large games", conflicts_with_all = ["batch", "top_down"])]
    checkpoint: Option<PathBuf>,

    /// Store data that does not fit in memory in this folder [default: the folder of --save]
    #[arg(long, value_name = "DIR", help_heading = "Large games", conflicts_with_all = ["batch", "top_down"])]
    disk: Option<PathBuf>,

    /// Do not solve; print the method that would be used, the reasons, and its memory use
    #[arg(long, help_heading = "Large games", conflicts_with_all = ["batch", "top_down", "strategy", "explain"])]
    pub(super) explain_plan: bool,

    #[command(flatten)]
    cluster: ClusterArgs,
}

/// The game with packed positions, if an option asks for it.
pub(super) fn asked(args: &Args, game: &dyn Game) -> Result<Option<Box<dyn Large>>> {
    let LargeArgs { checkpoint, disk, explain_plan, cluster } = &args.large;
    let saved = args.save.as_deref().is_some_and(solution::holds_positions);
    if !saved && checkpoint.is_none() && disk.is_none() && !explain_plan && !cluster.is_wanted() {
        return Ok(None);
    }
    let large = game.large().ok_or_else(|| {
        anyhow!("positions of {} cannot be packed into 64 or 128 bits", game.ruleset())
            .context("the game cannot be solved this way")
    })?;
    if args.strategy || args.explain {
        bail!("--strategy and --explain are for games whose positions are kept in memory");
    }
    Ok(Some(large))
}

/// Says how the game would be solved.
pub(super) fn explain_plan(args: &Args, game: &dyn Game, large: &dyn Large) -> Result<String> {
    args.limits.run_raw(|limits| {
        let memory = limits.memory;
        let (spill, checkpoint) = (spill(args), checkpoint(args, game));
        let settings = Settings { convention: args.convention(game), limits, spill, checkpoint };
        let plan = large.plan(large.threads(&settings), &settings);
        Ok(plan::show(game, &plan, memory, args.output.format()))
    })
}

fn checkpoint(args: &Args, game: &dyn Game) -> Option<Checkpoint> {
    let job = || job(game, args.convention(game));
    let folder = args.large.checkpoint.clone();
    folder.map(|folder| Checkpoint { folder, job: job() })
}

/// The folder for data that does not fit in memory, if one was named.
fn spill(args: &Args) -> Option<PathBuf> {
    let beside = |file: &Path| match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    args.large.disk.clone().or_else(|| args.save.as_deref().map(beside))
}

/// Solves the game with its positions packed.
pub(super) fn solve(
    args: &Args,
    game: &dyn Game,
    large: &dyn Large,
    limits: &LimitArgs,
) -> Result<Answer> {
    let checkpoint = checkpoint(args, game);
    let team = args.large.cluster.team(args.save.as_deref())?;
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
    let (convention, spill) = (args.convention(game), spill(args));
    let disk = spill.is_some();
    let settings = Settings { convention, spill, checkpoint, ..Settings::default() };
    if let Some(team) = team {
        return team.solve(game, large, settings, limits);
    }
    let positions = limits
        .run_raw(|limits| large.solve(&Settings { limits, ..settings }))
        .map_err(|failure| match failure {
            Failure::Stopped(Stopped::Memory { .. }) if !disk => anyhow!(
                "{}, or name a folder for what it does not hold with --disk",
                explain(failure)
            ),
            _ => explain(failure),
        })?;
    if let Some(path) = &args.save {
        solution::save(path, game, convention, &positions, limits)
            .with_context(|| format!("cannot save {}", path.display()))?;
    }
    let mut find = large.finder(&positions);
    let counts = positions.counts();
    let answer = answer::from_positions(game, convention, counts, &mut find).map_err(explain)?;
    answer.context("the positions are not those of the game")
}

/// A single process does not wait for another one to release the folder.
const ALONE: Duration = Duration::ZERO;

/// Identifies what a checkpoint belongs to.
fn job(game: &dyn Game, convention: Convention) -> String {
    format!("{} {} grundy {}", game.text(), convention.word(), env!("CARGO_PKG_VERSION"))
}
