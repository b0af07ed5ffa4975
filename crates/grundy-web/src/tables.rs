//! Tables of all positions of a game, for games that are too large for a request: one is solved at a
//! time, in the background, and kept for all clients.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy::game::Large;
use grundy::solve::partitioned::Settings;
use grundy::{Convention, Game, Limits, Progress, catalogue};
use serde::Serialize;

use crate::cache::SizedCache;
use crate::config::{Config, Known, Solution};

/// Tables that a limit has stopped and that are remembered.
const MOST_STOPPED: usize = 1000;

/// A ruleset with its parameters, and the convention of play.
type TableKey = (String, Convention);

/// The tables that are solved, and the one that is being solved.
pub(crate) struct Tables(Arc<TableWork>);

struct TableWork {
    /// The limit on the keys of a table.
    keys: u64,
    memory: u64,
    time: Duration,
    threads: usize,
    solved: SizedCache<TableKey, Arc<Solution>>,
    state: Mutex<TableState>,
    /// Set when the server ends.
    stop: AtomicBool,
}

#[derive(Default)]
struct TableState {
    solving: Option<Solving>,
    /// Tables that a limit has stopped: they are not begun again.
    stopped: HashSet<TableKey>,
}

struct Solving {
    key: TableKey,
    progress: Arc<TableProgress>,
}

#[derive(Default)]
struct TableProgress {
    found: AtomicUsize,
    decides: AtomicBool,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct TableSoFar {
    /// The positions that are found.
    positions: usize,
    /// Whether all are found, and it is being decided who wins them.
    deciding: bool,
}

impl TableProgress {
    fn see(&self, progress: Progress) {
        match progress.stage {
            "exploring" => drop(self.found.fetch_max(progress.positions, Ordering::Relaxed)),
            _ => self.decides.store(true, Ordering::Relaxed),
        }
    }

    fn so_far(&self) -> TableSoFar {
        TableSoFar {
            positions: self.found.load(Ordering::Relaxed),
            deciding: self.decides.load(Ordering::Relaxed),
        }
    }
}

impl Tables {
    /// No tables yet; those that are solved may take `bytes` bytes. Without threads there are none.
    pub(crate) fn new(config: &Config, bytes: u64, has_threads: bool) -> Self {
        Tables(Arc::new(TableWork {
            keys: if has_threads { config.tables.keys } else { 0 },
            memory: config.request.memory,
            time: config.tables.time,
            threads: config.workers.div_ceil(2),
            solved: SizedCache::new(bytes),
            state: Mutex::default(),
            stop: AtomicBool::new(false),
        }))
    }

    /// The table of a ruleset, if it is solved.
    pub(crate) fn get(&self, ruleset: &str, convention: Convention) -> Option<Arc<Solution>> {
        self.0.solved.get(&(ruleset.to_string(), convention))
    }

    /// Begins to solve the table of a game if none is being solved. Returns how far it is
    /// if it is being solved or may be the next one, and nothing if there will be none.
    pub(crate) fn begin(&self, game: &dyn Game, convention: Convention) -> Option<TableSoFar> {
        let key = (game.ruleset(), convention);
        // A table that begins where the ruleset does has the positions of all who play it.
        let start = catalogue::parse(&key.0).unwrap_or_else(|_| game.boxed());
        let large = start.large().filter(|large| large.most() <= u128::from(self.0.keys))?;
        let mut state = self.0.state();
        if state.stopped.contains(&key) || self.0.solved.get(&key).is_some() {
            return None;
        }
        let progress = Arc::new(TableProgress::default());
        if let Some(solving) = &state.solving {
            return Some(if solving.key == key { &solving.progress } else { &progress }.so_far());
        }
        let (work, solving, seen) = (self.0.clone(), key.clone(), progress.clone());
        let thread = std::thread::Builder::new().name("table".to_string()).spawn(move || {
            // A panic must not keep others from their tables.
            let solve = AssertUnwindSafe(|| work.solve(large, &solving, &seen));
            let solution = catch_unwind(solve).ok().flatten();
            let mut state = work.state();
            state.solving = None;
            if let Some((solution, bytes)) = solution {
                drop(work.solved.insert(solving.clone(), Arc::new(solution), bytes));
            }
            if work.solved.get(&solving).is_none() {
                if state.stopped.len() == MOST_STOPPED {
                    state.stopped.clear();
                }
                state.stopped.insert(solving);
            }
        });
        thread.ok()?;
        let so_far = progress.so_far();
        state.solving = Some(Solving { key, progress });
        Some(so_far)
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

impl TableWork {
    /// The table with its bytes, about; none if a limit is reached.
    fn solve(
        &self,
        large: Box<dyn Large>,
        (ruleset, convention): &TableKey,
        progress: &TableProgress,
    ) -> Option<(Solution, u64)> {
        let look = |seen: Progress| progress.see(seen);
        let limits = Limits {
            memory: self.memory,
            threads: self.threads,
            time: Some((Instant::now(), self.time)),
            interrupted: Some(&self.stop),
            progress: Some(&look),
            ..Limits::default()
        };
        let convention = *convention;
        let settings = Settings { convention, limits, ..Settings::default() };
        let positions = large.solve(&settings).ok()?;
        let bytes = positions.counts().positions();
        let known = Known::all(large, positions);
        Some((Solution { file: None, ruleset: ruleset.clone(), convention, known }, bytes))
    }

    fn state(&self) -> MutexGuard<'_, TableState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
