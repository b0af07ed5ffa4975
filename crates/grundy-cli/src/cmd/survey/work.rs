//! Examines games in several threads, and saves each result.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};
use grundy::solve::survey;
use grundy::{Limits, Progress, Stopped};

use super::Args;
use super::budget::thread_time;
use super::journal::Journal;
use crate::input;
use crate::limits;
use grundy::format::survey::SurveyRecord;

/// The time between two checks whether the user wants to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Examines these games, each with the budget. If the user stops the work, the finished results are
/// in the journal.
pub(super) fn examine(
    args: &Args,
    games: &[String],
    budget: Duration,
    journal: &mut Journal,
) -> Result<()> {
    if games.is_empty() {
        return Ok(());
    }
    let threads = args.limits.thread_count().min(games.len());
    let memory = args.limits.memory_limit() / threads as u64;
    let positions = args.heaps.or(args.limits.max_positions).unwrap_or(usize::MAX);
    let each = Limits { memory, positions, ..Limits::default() };
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (done, results) = mpsc::channel();
    let examined = args.limits.run_towards(Some(games.len() as u64), |limits| {
        thread::scope(|scope| {
            for _ in 0..threads {
                let (done, next, over, each) = (done.clone(), &next, &over, &each);
                scope.spawn(move || {
                    while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let found = one(game, budget, each, over);
                        if over.load(Ordering::Relaxed) || done.send(found).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(done);
            let kept = keep(&results, &limits, journal);
            over.store(true, Ordering::Relaxed);
            kept
        })
    });
    let flushed = journal.flush();
    examined.map_err(|error| match journal.path() {
        Some(path) => anyhow!(
            "{error:#}\nwhat is done is kept in {}: the same command goes on",
            path.display()
        ),
        None => anyhow!("{error:#}; with --save FILE a survey can be stopped and goes on"),
    })?;
    flushed
}

/// Puts finished results into the journal, until all is done or a limit is reached.
fn keep(
    results: &mpsc::Receiver<Result<SurveyRecord>>,
    limits: &Limits<'_>,
    journal: &mut Journal,
) -> Result<()> {
    let mut positions = 0;
    loop {
        match results.recv_timeout(LOOK) {
            Ok(record) => {
                journal.add(record?)?;
                positions += 1;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        let progress = Progress { stage: "games", positions, bytes: 0 };
        // If a game takes too much memory, only its own work ends.
        Limits { full: None, ..*limits }
            .check(progress)
            .map_err(|stopped| limits::explain(&stopped))?;
    }
}

/// Examines one game until its budget is spent, or all work is `over`.
fn one(game: &str, budget: Duration, each: &Limits<'_>, over: &AtomicBool) -> Result<SurveyRecord> {
    let ruleset = input::ruleset(game)?;
    let rules = input::heap_rules(&*ruleset)?;
    let start = thread_time();
    let spent = AtomicBool::new(false);
    let look = |_: Progress| {
        if thread_time() - start > budget || over.load(Ordering::Relaxed) {
            spent.store(true, Ordering::Relaxed);
        }
    };
    let limits = Limits { interrupted: Some(&spent), progress: Some(&look), ..*each };
    let found =
        survey::examine(rules, &limits).map_err(|stopped: Stopped| anyhow!("{game}: {stopped}"))?;
    Ok(SurveyRecord::new(game.to_string(), &rules.kind(), found, budget, thread_time() - start))
}
