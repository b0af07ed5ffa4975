//! `grundy solve` for large games: packed positions, several threads, files for what does
//! not fit in memory, and checkpoints.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use grundy::answer::{self, Answer, Options, learning};
use grundy::game::Large;
use grundy::solve::partitioned::{Checkpoint, Failure, Settings};
use grundy::{Convention, Game, Stopped, saved};

use super::cluster::{ClusterArgs, Team};
use super::plan::{self, Found};
use crate::limits::LimitArgs;
use crate::output::{self, Format};
use crate::rules::{self, fault_of};
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

    /// Do not solve; print the methods that would be used, the reasons, and how all positions would
    /// be listed
    #[arg(long, help_heading = "Large games", conflicts_with_all = ["batch", "top_down", "strategy", "explain"])]
    pub(super) explain_plan: bool,

    #[command(flatten)]
    cluster: ClusterArgs,
}

impl LargeArgs {
    /// Whether several processes share the work.
    pub(super) fn is_shared(&self) -> bool {
        self.cluster.is_wanted()
    }
}

/// What to solve, and how.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) game: &'a dyn Game,
    /// The game as it was typed.
    pub(super) text: &'a str,
    pub(super) convention: Convention,
    pub(super) args: &'a LargeArgs,
    /// The file in which the solution is saved.
    pub(super) save: Option<&'a Path>,
}

/// The game with packed positions, if an option asks for it; an error if `shows_all`, which means
/// that all positions are to be shown.
fn asked(task: Task<'_>, shows_all: bool) -> Result<Option<Box<dyn Large>>> {
    let LargeArgs { checkpoint, disk, cluster, .. } = task.args;
    let saved = task.save.map_or(Ok(false), solution::holds_positions)?;
    if !saved && checkpoint.is_none() && disk.is_none() && !cluster.is_wanted() {
        return Ok(None);
    }
    let large = packed(task)?.ok_or_else(|| {
        if let Some(why) = Found::of(task.text).hindrance() {
            return anyhow!("{why}").context("the rules cannot be compiled");
        }
        let why = match task.game.sources().first() {
            Some((_, source)) => format!("; `grundy check {}` says why", source.file),
            None => String::new(),
        };
        let ruleset = task.game.ruleset();
        anyhow!("positions of {ruleset} cannot be packed into 64 or 128 bits{why}; --save FILE.solution keeps small games")
            .context("the game cannot be solved this way")
    })?;
    if shows_all {
        bail!(
            "--strategy, --explain and --sets are for games whose positions are kept in memory: leave them \
             out, or name no file of positions"
        );
    }
    Ok(Some(large))
}

/// The game with packed positions; none if it does not pack them.
fn packed(task: Task<'_>) -> Result<Option<Box<dyn Large>>> {
    if let Some(folder) = &task.args.checkpoint {
        saved::recall_learned(task.game, folder).map_err(explain)?;
    }
    Ok(task.game.large())
}

/// Prints which methods would answer, and how all positions would be listed.
pub(super) fn explain_plan(
    task: Task<'_>,
    options: &Options<'_>,
    format: Format,
) -> Result<String> {
    let offers = answer::plan(task.game, options);
    let limits = options.limits;
    let packed = packed(task)?.map(|large| {
        let (spill, checkpoint) = (spill(task), checkpoint(task, &*large));
        let settings = Settings { convention: task.convention, limits, spill, checkpoint };
        large.plan(large.threads(&settings), &settings)
    });
    let found = Found::of(task.text);
    Ok(plan::show(task.game, &offers, packed.as_ref(), limits.memory, format, &found))
}

fn checkpoint(task: Task<'_>, large: &dyn Large) -> Option<Checkpoint> {
    let folder = task.args.checkpoint.as_deref();
    folder.map(|folder| saved::checkpoint(task.game, task.convention, large, folder))
}

/// The folder for data that does not fit in memory, if one was given.
fn spill(task: Task<'_>) -> Option<PathBuf> {
    let beside = |file: &Path| match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    task.args.disk.clone().or_else(|| task.save.map(beside))
}

/// Solves the game with packed positions, if an option asks for it. The inner result says whether
/// the positions could be saved.
pub(super) fn solve(
    task: Task<'_>,
    shows_all: bool,
    limits: &LimitArgs,
) -> Result<Option<(Answer, Result<()>)>> {
    learning(task.game, fault_of, Some(&rules::learned), |game| {
        let task = Task { game, ..task };
        let large = asked(task, shows_all)?;
        large.map(|large| solve_packed(task, &*large, limits)).transpose()
    })
}

fn solve_packed(
    task: Task<'_>,
    large: &dyn Large,
    limits: &LimitArgs,
) -> Result<(Answer, Result<()>)> {
    let Task { game, convention, args, save, .. } = task;
    let checkpoint = checkpoint(task, large);
    let team = args.cluster.team(save)?;
    // The lock file is open, and so locked, until all is done.
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
    let spill = spill(task);
    let disk = spill.is_some();
    let settings = Settings { convention, spill, checkpoint, ..Settings::default() };
    if let Some(team) = team {
        return Ok((team.solve(game, large, settings, limits)?, Ok(())));
    }
    let folder = args.checkpoint.as_deref();
    let positions = limits
        .run_raw(|limits| large.solve(&Settings { limits, ..settings }))
        .map_err(|failure| match failure {
            Failure::Stopped(Stopped::Rules(fault)) if fault.again => {
                // The folder has other keys; the next attempt begins anew.
                match folder.map_or(Ok(()), |folder| saved::keep_learned(game, folder)) {
                    Ok(()) => fault.into(),
                    Err(error) => explain(error),
                }
            }
            Failure::Stopped(Stopped::Memory { .. }) if !disk => anyhow!(
                "{}, or name a folder for what it does not hold with --disk",
                explain(failure)
            ),
            _ => explain(failure),
        })?;
    let saved = save.map_or(Ok(()), |path| {
        solution::save(path, game, convention, &positions, limits)
            .with_context(|| format!("cannot save {}", path.display()))
    });
    let mut find = large.finder(&positions);
    let counts = positions.counts();
    let answer = answer::from_positions(game, convention, counts, &mut find).map_err(explain)?;
    Ok((answer.context("the positions are not those of the game")?, saved))
}

/// The time to wait: a single process does not wait for another one to release the folder.
const ALONE: Duration = Duration::ZERO;
