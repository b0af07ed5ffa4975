//! `grundy solve --batch`: one game per line, answered by several threads in the order of
//! the lines.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use grundy::answer::Solver;
use grundy::bounded::{BoundedLines, LONGEST_LINE};

use crate::limits::{self, LimitArgs};

/// How to answer a line under its own limits, and how to print a failure.
pub(super) struct Lines<'a> {
    pub(super) answer: &'a (dyn Fn(&str, &LimitArgs, &mut Solver) -> Result<String> + Sync),
    pub(super) failure: &'a (dyn Fn(&str, &str) -> String + Sync),
}

/// The greatest number of lines that may wait for an earlier, slow line.
const WAITING: usize = 1 << 12;

/// The limit on the bytes of waiting lines, if there are several.
const MOST_WAITING: u64 = 4 * LONGEST_LINE;

/// The time between two checks of an idle thread whether the batch is over.
const LOOK: Duration = Duration::from_millis(50);

/// A line, and the place for its answer.
struct Job {
    line: io::Result<String>,
    answered: mpsc::Sender<Answered>,
}

/// A line that was read but whose answer is not printed yet.
struct WaitingLine {
    answer: Receiver<Answered>,
    bytes: u64,
}

/// The bytes of the lines that are waiting, and the signal that there is room.
#[derive(Default)]
struct RoomForLines {
    taken: Mutex<u64>,
    freed: Condvar,
}

impl RoomForLines {
    fn taken(&self) -> MutexGuard<'_, u64> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room.
    fn take(&self, bytes: u64) {
        let is_full = |taken: &mut u64| *taken > 0 && *taken + bytes > MOST_WAITING;
        let taken = self.freed.wait_while(self.taken(), is_full);
        *taken.unwrap_or_else(PoisonError::into_inner) += bytes;
    }

    fn free(&self, bytes: u64) {
        *self.taken() -= bytes;
        self.freed.notify_one();
    }
}

enum Answered {
    Line(String),
    Failed(String),
    /// The reason: the line could not be read, or the user has asked to stop.
    Stopped(anyhow::Error),
}

/// Answers every line of standard input, each under these limits, and all of them within
/// `time_all`. Each answer is flushed when there is no other line to read yet, so that a
/// program can wait for it before it sends the next line.
pub(super) fn run(
    limits: &LimitArgs,
    time_all: Option<Duration>,
    lines: &Lines<'_>,
    out: &mut impl Write,
) -> Result<()> {
    let (jobs, work) = mpsc::sync_channel(WAITING);
    let (waiting, answers) = mpsc::sync_channel(WAITING);
    // The thread is not joined, because it may wait for a line that never comes.
    let room = Arc::new(RoomForLines::default());
    let reader = room.clone();
    thread::spawn(move || read(&jobs, &waiting, &reader));
    let (work, over) = (Mutex::new(work), AtomicBool::new(false));
    let deadline = time_all.map(|time| (time, Instant::now() + time));
    let threads = limits.thread_count();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut solver = Solver::default();
                while let Some(job) = next(&work, &over) {
                    let found = answer(job.line, limits, threads, deadline, lines, &mut solver);
                    // When the batch was stopped, nobody receives the answer.
                    let _ = job.answered.send(found);
                }
            });
        }
        let written = write(&answers, &room, out);
        over.store(true, Ordering::Relaxed);
        written
    })
}

/// Reads the lines; bytes that are not text become characters that no game contains.
fn read(jobs: &SyncSender<Job>, waiting: &SyncSender<WaitingLine>, room: &RoomForLines) {
    let mut input = BoundedLines::new(io::stdin().lock(), LONGEST_LINE);
    loop {
        let line = match input.next_bytes() {
            Ok(None) => return,
            Ok(Some(bytes)) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => Err(error),
        };
        let last = line.is_err();
        let (answered, answer) = mpsc::channel();
        let bytes = line.as_ref().map_or(0, |line| line.len() as u64);
        room.take(bytes);
        if waiting.send(WaitingLine { answer, bytes }).is_err()
            || jobs.send(Job { line, answered }).is_err()
            || last
        {
            return;
        }
    }
}

/// The next line; none if there is none, or if the batch is over.
fn next(work: &Mutex<Receiver<Job>>, over: &AtomicBool) -> Option<Job> {
    while !over.load(Ordering::Relaxed) {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner);
        match work.recv_timeout(LOOK) {
            Ok(job) => return Some(job),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}

fn answer(
    line: io::Result<String>,
    limits: &LimitArgs,
    threads: usize,
    deadline: Option<(Duration, Instant)>,
    lines: &Lines<'_>,
    solver: &mut Solver,
) -> Answered {
    let line = match line.context("cannot read standard input") {
        Ok(line) => line,
        Err(error) => return Answered::Stopped(error),
    };
    let left = deadline.map(|(all, end)| (all, end.saturating_duration_since(Instant::now())));
    let found = match left {
        Some((all, Duration::ZERO)) => {
            Err(anyhow!("the time limit of {all:?} for all lines was reached"))
        }
        left => {
            let limits = limits.share(threads, left.map(|(_, left)| left)).beginning_now();
            (lines.answer)(&line, &limits, solver)
        }
    };
    match found {
        Ok(answer) => Answered::Line(answer),
        Err(error) if limits::interrupted() => Answered::Stopped(error),
        Err(error) => {
            let error = error.to_string();
            let first = error.lines().next().unwrap_or_default();
            Answered::Failed((lines.failure)(&line, first))
        }
    }
}

/// Writes the answers in the order of the lines.
fn write(answers: &Receiver<WaitingLine>, room: &RoomForLines, out: &mut impl Write) -> Result<()> {
    let (mut lines, mut failed) = (0usize, 0usize);
    loop {
        let answer = match answers.try_recv() {
            Err(TryRecvError::Empty) => {
                out.flush()?;
                answers.recv().ok()
            }
            answer => answer.ok(),
        };
        let Some(WaitingLine { answer, bytes }) = answer else { break };
        lines += 1;
        let answered = match answer.try_recv() {
            Err(TryRecvError::Empty) => {
                out.flush()?;
                answer.recv().ok()
            }
            answered => answered.ok(),
        };
        match answered {
            Some(Answered::Line(line)) => writeln!(out, "{line}")?,
            Some(Answered::Failed(line)) => {
                failed += 1;
                writeln!(out, "{line}")?;
            }
            Some(Answered::Stopped(error)) => {
                out.flush()?;
                return Err(error.context(format!("stopped in line {lines}")));
            }
            None => bail!("line {lines} was lost: a thread has failed"),
        }
        room.free(bytes);
    }
    out.flush()?;
    if failed > 0 {
        bail!("{failed} of {lines} lines could not be answered");
    }
    Ok(())
}
