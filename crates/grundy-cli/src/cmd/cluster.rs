//! `grundy solve --cluster`: one of several processes that solve a game together. Each
//! writes the part of the solution that its threads have found.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use grundy::answer::{self, Answer};
use grundy::files::Reserved;
use grundy::game::Large;
use grundy::solve::partitioned::{Fabric, Failure, Positions, Settings, Shared};
use grundy::{Game, Limits, Stopped, saved};
use grundy_cluster::{Cluster, ClusterError, Hosts, Job, Secret};

use crate::limits::{self, LimitArgs, parse_time, parse_whole};
use crate::output;
use crate::solution::explain;

/// Options for solving with other processes.
#[derive(clap::Args)]
pub(super) struct ClusterArgs {
    /// Solve together with other processes; this file has one line host:port for each process
    #[arg(long, value_name = "FILE", help_heading = "Large games", requires = "process", conflicts_with_all = ["batch", "top_down"])]
    cluster: Option<PathBuf>,

    /// The line of this process in the --cluster file, counted from 0
    #[arg(long, value_name = "K", help_heading = "Large games", requires = "cluster", value_parser = parse_whole::<usize>)]
    process: Option<usize>,

    /// The file of the secret that all processes share; not needed on loopback addresses
    #[arg(long, value_name = "FILE", help_heading = "Large games", requires = "cluster")]
    secret: Option<PathBuf>,

    /// How long to wait for the other processes to start [default: 60s]
    #[arg(long, value_name = "TIME", help_heading = "Large games", requires = "cluster", value_parser = parse_time)]
    wait: Option<Duration>,
}

/// The default time to wait for the other processes.
const WAIT: Duration = Duration::from_secs(60);

/// How long to wait for a process that is ending to release its checkpoint folder.
const END: Duration = Duration::from_secs(20);

impl ClusterArgs {
    pub(super) fn is_wanted(&self) -> bool {
        self.cluster.is_some()
    }

    /// The cluster that the options name; each of its processes saves a part.
    pub(super) fn team(&self, save: Option<&Path>) -> Result<Option<Team>> {
        let (Some(file), Some(process)) = (&self.cluster, self.process) else { return Ok(None) };
        let hosts = Hosts::read(file)?;
        if process >= hosts.len() {
            let last = hosts.len() - 1;
            bail!(
                "there is no process {process} in {}: processes are numbered from 0, the last is {last}",
                file.display()
            );
        }
        let secret = self.secret.as_deref().map(Secret::read).transpose()?;
        let part = save.map(|path| part(path, process, hosts.len())).transpose()?;
        let _reserved = part.as_deref().map(output::reserve).transpose()?.flatten();
        let wait = self.wait.unwrap_or(WAIT);
        Ok(Some(Team { hosts, process, secret, wait, part, _reserved }))
    }
}

/// The file of one process's part: `four.1.positions` of `four.positions`.
fn part(path: &Path, process: usize, processes: usize) -> Result<PathBuf> {
    match output::ending(Some(path)).as_deref() {
        Some("positions") => {}
        Some("parquet") => bail!(
            "the processes of a cluster write parts, and a table has none: save .positions, then \
             `grundy merge -o {} PART…`",
            path.display()
        ),
        _ => bail!(
            "a cluster saves positions: the file's name must end in .positions (for example --save four.positions)"
        ),
    }
    // All numbers have the same width, so that a pattern lists them in order.
    let width = (processes - 1).to_string().len();
    Ok(path.with_extension(format!("{process:0width$}.positions")))
}

/// One process of a cluster.
pub(super) struct Team {
    hosts: Hosts,
    process: usize,
    secret: Option<Secret>,
    wait: Duration,
    part: Option<PathBuf>,
    /// Keeps other processes from writing the part meanwhile.
    _reserved: Option<Reserved>,
}

impl Team {
    /// The number of this process's lock in a folder, and how long to wait for it.
    pub(super) fn lock(&self) -> (usize, Duration) {
        (self.process, END)
    }

    /// Solves the game with the other processes. All print the same answer after all parts
    /// are written.
    pub(super) fn solve(
        self,
        game: &dyn Game,
        large: &dyn Large,
        settings: Settings<'_>,
        limits: &LimitArgs,
    ) -> Result<Answer> {
        let Team { hosts, process, secret, wait, part, .. } = &self;
        let (processes, convention) = (hosts.len(), settings.convention);
        let folder = settings.checkpoint.as_ref().map(|checkpoint| checkpoint.folder.clone());
        let job = Job {
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: game.text(),
            convention,
            options: options(part.is_some(), folder.is_some(), saved::digests(game, large)),
        };
        let keys = answer::keys_of_answer(game).map_err(explain)?;
        let found = limits.run_raw(|limits| {
            let memory = limits.memory.saturating_mul(processes as u64);
            let settings = Settings { limits: Limits { memory, ..limits }, ..settings };
            let shares = Shares::new(limits.threads);
            let work = |fabric: &mut dyn Fabric| -> Result<Shared, Failure> {
                let share = large.work(fabric, &settings)?;
                let shared = large.share(fabric, &share, &keys)?;
                if let (Some(path), Some(all)) = (part, shares.bring(share)?) {
                    let which = Some([*process, processes]);
                    let about = saved::about(game, convention, &all, which);
                    all.write(path, &about, &settings.limits)?;
                }
                // No process ends before all parts are written.
                fabric.finish(0, &mut |_, _| Ok(()))?;
                Ok(shared)
            };
            let cluster = Cluster::new(hosts, *process, limits.threads).patience(*wait);
            let cluster = match secret {
                Some(secret) => cluster.secret(secret.clone()),
                None => cluster,
            };
            let cluster = match limits.interrupted {
                Some(flag) => cluster.interrupted(flag),
                None => cluster,
            };
            cluster.run(&job, |mut fabric| {
                work(&mut fabric).map_err(|failure| own(failure, processes))
            })
        });
        let shared = found
            .map_err(|error| failed(error, folder.as_deref()))?
            .pop()
            .context("the process has no threads")?;
        let mut find = |key| Ok(shared.verdict(key));
        let answer = answer::from_positions(game, convention, shared.counts(), &mut find);
        if let Some(path) = part {
            eprintln!(
                "grundy: part {process} of {processes} is in {}; grundy merge joins the parts",
                path.display()
            );
        }
        answer.map_err(explain)?.context("positions of the game have no keys")
    }
}

/// The settings besides the game that all processes must share, as shown in a refusal.
fn options(save: bool, checkpoint: bool, digests: Vec<String>) -> String {
    let given = [("--save", save), ("--checkpoint", checkpoint)].into_iter();
    let given: Vec<&str> = given.filter(|(_, is)| *is).map(|(name, _)| name).collect();
    [vec![given.join(" ")], digests].concat().join(", ")
}

/// Collects the results of the threads of this process.
struct Shares {
    threads: usize,
    found: Mutex<Vec<Positions>>,
}

impl Shares {
    fn new(threads: usize) -> Self {
        Shares { threads, found: Mutex::new(Vec::new()) }
    }

    /// Adds the result of a thread. The last thread receives all results.
    fn bring(&self, share: Positions) -> Result<Option<Positions>, Failure> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.push(share);
        if found.len() < self.threads {
            return Ok(None);
        }
        let all = Positions::joined(mem::take(&mut *found));
        let odd = || Failure::Lost("shares of one game differ in the width of keys".to_string());
        all.map(Some).ok_or_else(odd)
    }
}

/// Puts the limit of this process into a memory error; the solver counts for the whole cluster.
fn own(failure: Failure, processes: usize) -> Failure {
    let processes = processes as u64;
    match failure {
        Failure::Stopped(Stopped::Memory { limit, needed, reached }) => {
            let (limit, needed) = (limit / processes, needed / processes);
            Stopped::Memory { limit, needed, reached }.into()
        }
        failure => failure,
    }
}

/// The error, with the checkpoint from which the work can resume.
fn failed(error: ClusterError, checkpoint: Option<&Path>) -> anyhow::Error {
    let (error, begun) = match error {
        ClusterError::Failed(Failure::Lost(_)) if limits::interrupted() => {
            (anyhow!("interrupted"), true)
        }
        ClusterError::Failed(failure) => (explain(failure), true),
        error @ ClusterError::NoSecret { .. } => {
            (anyhow!("{error}: give all processes one by --secret FILE"), false)
        }
        error => (anyhow!("{error}"), false),
    };
    match checkpoint {
        Some(folder) if begun => anyhow!(
            "{error}; started again, all processes go on after the last round in {}",
            folder.display()
        ),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_on_memory_is_told_as_it_was_given() {
        let stopped = Stopped::Memory { limit: 4 << 20, needed: 5 << 20, reached: 7 };
        let told = failed(ClusterError::Failed(own(stopped.into(), 4)), None).to_string();
        assert!(told.starts_with("more than 1.0 MB of memory would be needed"), "{told}");
    }

    #[test]
    fn parts_stand_in_order() {
        let names = |count| -> Vec<PathBuf> {
            (0..count)
                .map(|process| part(Path::new("a/b.positions"), process, count).unwrap())
                .collect()
        };
        assert_eq!(names(2), [Path::new("a/b.0.positions"), Path::new("a/b.1.positions")]);
        assert!(names(11).is_sorted());
    }
}
