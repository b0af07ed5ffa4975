//! Limits on work: positions, memory, time, and the user's wish to stop.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::error::Fault;

/// Work stopped before the answer was complete.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// The limit on positions was reached.
    Positions {
        /// The limit that was given.
        limit: usize,
        /// Positions found.
        reached: usize,
    },
    /// The next step would need more memory than allowed.
    Memory {
        /// The limit that was given, in bytes.
        limit: u64,
        /// Bytes that the next step would have held.
        needed: u64,
        /// Positions found.
        reached: usize,
    },
    /// The time was up.
    Time {
        /// The limit that was given.
        limit: Duration,
        /// Positions done.
        reached: usize,
    },
    /// The user asked to stop.
    Interrupted {
        /// Positions done.
        reached: usize,
    },
    /// The rules of the game are faulty.
    Rules(Fault),
    /// Numbers of nodes and edges, and values of heaps, have 32 bits.
    Numbering {
        /// The things that there are too many of.
        what: &'static str,
        /// The greatest number.
        limit: u64,
    },
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Positions { limit, reached } => {
                write!(f, "more than {limit} positions: the limit was reached after {reached}")
            }
            Stopped::Memory { limit, needed, reached } => write!(
                f,
                "more than {limit} bytes of memory, {needed}, would be needed: stopped after \
                 {reached} positions"
            ),
            Stopped::Time { limit, reached } => {
                let limit = if limit.is_zero() { "0s".to_string() } else { format!("{limit:?}") };
                write!(f, "the time limit of {limit} was reached after {reached} positions")
            }
            Stopped::Interrupted { reached } => {
                write!(f, "interrupted after {reached} positions")
            }
            Stopped::Rules(fault) => fault.fmt(f),
            Stopped::Numbering { what, limit } => {
                write!(f, "more than {limit} {what}: numbers of 32 bits cannot hold them")
            }
        }
    }
}

impl Error for Stopped {}

impl From<Fault> for Stopped {
    fn from(fault: Fault) -> Self {
        Stopped::Rules(fault)
    }
}

/// How far a long piece of work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done, such as "exploring".
    pub stage: &'static str,
    /// Positions done in this stage.
    pub positions: usize,
    /// Bytes held.
    pub bytes: u64,
}

/// Limits that long work checks now and then.
///
/// The default has no limit at all, but works in one thread.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Greatest number of positions.
    pub positions: usize,
    /// Greatest number of bytes.
    pub memory: u64,
    /// Threads that may work at the same time, in methods that can use them.
    pub threads: usize,
    /// When work started and how long it may take.
    pub time: Option<(Instant, Duration)>,
    /// Set from outside to stop the work.
    pub interrupted: Option<&'a AtomicBool>,
    /// Asked whether the whole program holds more memory than it may, including what is not
    /// counted.
    pub full: Option<&'a (dyn Fn() -> bool + Sync)>,
    /// Called now and then with the progress of the work.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            positions: usize::MAX,
            memory: u64::MAX,
            threads: 1,
            time: None,
            interrupted: None,
            full: None,
            progress: None,
        }
    }
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits")
            .field("positions", &self.positions)
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

impl Limits<'_> {
    /// How many units of work may pass between two calls of [`Limits::check`].
    pub const STRIDE: usize = 4096;

    /// The same limits, with at most `time` from now on.
    #[must_use]
    pub fn shortened(&self, time: Duration) -> Self {
        match self.time {
            Some((start, limit)) if limit.saturating_sub(start.elapsed()) <= time => *self,
            _ => Limits { time: Some((Instant::now(), time)), ..*self },
        }
    }

    /// Reports progress and fails when time is up, the program is full, or the user wants to stop.
    /// Cheap enough for every few thousand positions.
    pub fn check(&self, progress: Progress) -> Result<(), Stopped> {
        if let Some(report) = self.progress {
            report(progress);
        }
        self.go_on(progress.positions)
    }

    /// Fails when time is up, the program is full, or the user wants to stop, after `reached`
    /// positions.
    pub fn go_on(&self, reached: usize) -> Result<(), Stopped> {
        if self.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted { reached });
        }
        if let Some((start, limit)) = self.time
            && start.elapsed() > limit
        {
            return Err(Stopped::Time { limit, reached });
        }
        match self.full {
            Some(is_full) if is_full() => {
                Err(Stopped::Memory { limit: self.memory, needed: self.memory, reached })
            }
            _ => Ok(()),
        }
    }

    /// Fails when holding `needed` bytes is more than allowed.
    pub fn room(&self, needed: u64, reached: usize) -> Result<(), Stopped> {
        if needed > self.memory {
            return Err(Stopped::Memory { limit: self.memory, needed, reached });
        }
        Ok(())
    }

    /// Fails when `reached` positions are too many.
    pub fn count(&self, reached: usize) -> Result<(), Stopped> {
        if reached > self.positions {
            return Err(Stopped::Positions { limit: self.positions, reached: reached - 1 });
        }
        Ok(())
    }
}
