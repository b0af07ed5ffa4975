//! `grundy solve` for games of very many positions: packed, by threads, with
//! files for what memory does not hold and for going on after a crash.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use grundy::answer::{self, Answer};
use grundy::game::Large;
use grundy::solve::partitioned::{Checkpoint, Settings};
use grundy::{Convention, Game};

use super::plan;
use super::solve::Args;
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

    /// Do not solve: say which method would, why, and what memory it takes
    #[arg(long, help_heading = "Large games", conflicts_with_all = ["batch", "top_down", "strategy", "explain"])]
    pub(super) explain_plan: bool,
}

/// The game with its positions packed, where that is asked for.
pub(super) fn asked(args: &Args, game: &dyn Game) -> Result<Option<Box<dyn Large>>> {
    let LargeArgs { checkpoint, disk, explain_plan } = &args.large;
    let saved = args.save.as_deref().is_some_and(solution::holds_positions);
    if !saved && checkpoint.is_none() && disk.is_none() && !explain_plan {
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
        let (spill, checkpoint) = (Some(spill(args)), checkpoint(args, game));
        let settings = Settings { convention: args.convention(), limits, spill, checkpoint };
        let plan = large.plan(large.threads(&settings), &settings);
        Ok(plan::show(game, &plan, memory, args.output.format()))
    })
}

fn checkpoint(args: &Args, game: &dyn Game) -> Option<Checkpoint> {
    let job = || job(game, args.convention());
    let folder = args.large.checkpoint.clone();
    folder.map(|folder| Checkpoint { folder, job: job() })
}

/// Where to put what memory does not hold.
fn spill(args: &Args) -> PathBuf {
    let folder = args.save.as_deref().and_then(Path::parent).filter(|dir| dir != &Path::new(""));
    args.large.disk.clone().unwrap_or_else(|| folder.unwrap_or(Path::new(".")).to_path_buf())
}

/// Solves the game with its positions packed.
pub(super) fn solve(args: &Args, game: &dyn Game, large: &dyn Large) -> Result<Answer> {
    let checkpoint = checkpoint(args, game);
    if let Some(Checkpoint { folder, .. }) = &checkpoint
        && let Some(round) = Checkpoint::round(folder)?
    {
        eprintln!("grundy: going on after round {round} in {}", folder.display());
    }
    let positions = args
        .limits
        .run_raw(|limits| {
            let convention = args.convention();
            let spill = Some(spill(args));
            large.solve(&Settings { convention, limits, spill, checkpoint })
        })
        .map_err(explain)?;
    if let Some(path) = &args.save {
        solution::save(path, game, args.convention(), &positions, &args.limits)
            .with_context(|| format!("cannot save {}", path.display()))?;
    }
    let answer = answer::from_positions(game, args.convention(), &positions).map_err(explain)?;
    answer.context("the positions are not those of the game")
}

/// What makes a solution another one.
fn job(game: &dyn Game, convention: Convention) -> String {
    format!("{} {} grundy {}", game.text(), convention.word(), env!("CARGO_PKG_VERSION"))
}
