//! What the threads of one search share, and what each of them counts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::keep::Keeper;
use super::table::Table;
use grundy_base::{Limits, Progress, Stopped};
use grundy_ruleset::Forward;

/// What the threads of one search share.
pub(super) struct Shared<'s, N> {
    pub(super) tree: &'s dyn Forward<N>,
    pub(super) table: &'s Table,
    pub(super) limits: &'s Limits<'s>,
    /// What the limits call this work.
    pub(super) stage: &'static str,
    /// Whether there is more than one thread.
    pub(super) many: bool,
    /// Nodes that some thread is searching, by their hashes.
    pub(super) busy: &'s [AtomicU64],
    /// Nodes visited by all threads, now and before.
    pub(super) visited: &'s AtomicU64,
    /// The file that keeps the table.
    pub(super) keeper: Option<&'s Mutex<Keeper>>,
    /// Whether results hold for exactly this number of moves left, as where moves are counted.
    pub(super) exact: bool,
    /// Stop when this number of nodes is visited.
    pub(super) most_visited: u64,
    /// Set as soon as one thread is done.
    pub(super) done: &'s AtomicBool,
}

impl<N> Shared<'_, N> {
    /// Whether a thread is searching a node.
    pub(super) fn is_busy(&self, hash: u128) -> bool {
        let tag = (hash >> 64) as u64;
        self.busy[tag as usize % self.busy.len()].load(Ordering::Relaxed) == tag
    }

    /// Marks a node that is being searched.
    pub(super) fn set_busy(&self, hash: u128) {
        let tag = (hash >> 64) as u64;
        self.busy[tag as usize % self.busy.len()].store(tag, Ordering::Relaxed);
    }

    /// No longer searches a node.
    pub(super) fn not_busy(&self, hash: u128) {
        let tag = (hash >> 64) as u64;
        let place = &self.busy[tag as usize % self.busy.len()];
        let _ = place.compare_exchange(tag, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Stops a thread whose work is no longer needed.
pub(super) enum Halt {
    Stopped(Stopped),
    /// Another thread is done, or enough nodes are visited.
    Enough,
}

/// Nodes after which the limits are looked at, at most, where each may take memory.
const HOLDING: u64 = 64;

/// Counts the nodes that a thread visits, and looks at the limits now and then.
pub(super) struct Meter {
    /// Nodes visited by this thread.
    pub(super) visited: u64,
    /// The part of it that the other threads know of.
    reported: u64,
    /// Number of nodes between two looks at the limits: they take a few milliseconds, also where a
    /// single node takes as long.
    stride: u64,
    looked: Instant,
}

impl Meter {
    pub(super) fn new() -> Self {
        Meter { visited: 0, reported: 0, stride: 1, looked: Instant::now() }
    }

    /// Counts a node; `bytes` are held besides the table.
    #[inline]
    pub(super) fn visit<N>(&mut self, shared: &Shared<'_, N>, bytes: u64) -> Result<(), Halt> {
        self.visited += 1;
        if self.visited - self.reported >= self.stride {
            self.report(shared, bytes)?;
        }
        Ok(())
    }

    /// Adds the nodes visited that are not yet counted.
    pub(super) fn count(&mut self, visited: &AtomicU64) -> u64 {
        let more = self.visited - self.reported;
        self.reported = self.visited;
        visited.fetch_add(more, Ordering::Relaxed) + more
    }

    /// Tells the other threads how many nodes were visited, and looks at the limits; `bytes`
    /// are held besides the table.
    fn report<N>(&mut self, shared: &Shared<'_, N>, bytes: u64) -> Result<(), Halt> {
        let visited = self.count(shared.visited);
        let took = self.looked.elapsed();
        self.looked += took;
        if took < Duration::from_millis(1) {
            self.stride = (2 * self.stride).min(Limits::STRIDE as u64);
        } else if took > Duration::from_millis(20) {
            self.stride = (self.stride / 2).max(1);
        }
        if shared.done.load(Ordering::Relaxed) || visited > shared.most_visited {
            return Err(Halt::Enough);
        }
        // What was found since then proves nothing, and is not kept.
        if let Some(fault) = shared.tree.failure() {
            return Err(Halt::Stopped(fault.into()));
        }
        if let Some(Ok(mut keeper)) = shared.keeper.map(Mutex::try_lock) {
            keeper.keep(shared.table);
        }
        if shared.tree.held() > 0 {
            self.stride = self.stride.min(HOLDING);
        }
        let held = shared.tree.held() + bytes;
        let bytes = shared.table.bytes() + held;
        if held > 0 {
            shared.limits.room(bytes, visited as usize).map_err(Halt::Stopped)?;
        }
        let progress = Progress { stage: shared.stage, positions: visited as usize, bytes };
        shared.limits.check(progress).map_err(Halt::Stopped)
    }
}
