//! The threads of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::Prover;
use super::numbers::ByNumbers;
use super::shared::{Halt, Shared};
use super::worker::{Found, Worker};
use grundy_base::{Limits, Progress, Stopped};

/// What a worker does.
type Work<'w, W, N> = dyn Fn(&mut W, &Shared<'_, N>) -> Result<Found, Halt> + Sync + 'w;

/// What the limits call this work.
const STAGE: &str = "searching";
/// Searches of fewer nodes are not worth starting threads.
const SOON: u64 = 1 << 15;

impl<N: Clone + Send + Sync> Prover<N> {
    /// Whether the value of a node is at least `goal` within `left` moves; none when `most_visited`
    /// nodes are visited, and it is no longer worth while.
    pub(super) fn reaches(
        &mut self,
        node: &N,
        goal: i8,
        left: u32,
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        if !self.may_begin(most_visited, limits)? {
            return Ok(None);
        }
        let threads = limits.threads.max(1);
        if threads > 1 {
            let alone = Limits { threads: 1, ..*limits };
            let soon = most_visited.min(self.visited() + SOON);
            let found = self.search((node, goal, left), soon, &alone)?;
            if found.is_some() || soon == most_visited {
                return Ok(found);
            }
        }
        self.search((node, goal, left), most_visited, limits)
    }

    /// Whether there is work left to do. A search of few nodes never looks at the limits itself.
    fn may_begin(&self, most_visited: u64, limits: &Limits<'_>) -> Result<bool, Stopped> {
        if self.visited() >= most_visited {
            return Ok(false);
        }
        let positions = self.visited() as usize;
        let bytes = self.bytes() + self.tree.held();
        limits.check(Progress { stage: STAGE, positions, bytes })?;
        Ok(true)
    }

    /// The same, by as many threads as there may be.
    fn search(
        &mut self,
        (node, goal, left): (&N, i8, u32),
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        let mut workers = std::mem::take(&mut self.workers);
        workers.resize_with(limits.threads.max(workers.len()).max(1), Worker::new);
        let found = self.by_threads(&mut workers, most_visited, limits, &|worker, shared| {
            worker.search(shared, node, goal, left)
        });
        workers.iter_mut().for_each(|worker| _ = worker.meter.count(&self.visited));
        self.workers = workers;
        found
    }

    /// Whether the value of a node is at least `goal`, by proof numbers.
    pub(super) fn narrowly(
        &mut self,
        (node, goal): (&N, i8),
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        if !self.may_begin(most_visited, limits)? {
            return Ok(None);
        }
        let mut workers = std::mem::take(&mut self.by_numbers);
        workers.resize_with(limits.threads.max(workers.len()).max(1), ByNumbers::new);
        let found = self.by_threads(&mut workers, most_visited, limits, &|worker, shared| {
            worker.search(shared, node, goal)
        });
        workers.iter_mut().for_each(|worker| _ = worker.meter.count(&self.visited));
        self.by_numbers = workers;
        found
    }

    /// Lets workers search until one of them is done.
    fn by_threads<W: Send>(
        &self,
        workers: &mut [W],
        most_visited: u64,
        limits: &Limits<'_>,
        work: &Work<'_, W, N>,
    ) -> Result<Option<Found>, Stopped> {
        let threads = limits.threads.max(1);
        let done = AtomicBool::new(false);
        let shared = &Shared {
            tree: &*self.tree,
            table: &self.table,
            limits,
            stage: STAGE,
            many: threads > 1,
            busy: &self.busy,
            visited: &self.visited,
            exact: self.exact,
            keeper: self.keeper.as_ref(),
            most_visited,
            done: &done,
        };
        let work = |worker: &mut W| {
            let found = work(worker, shared);
            done.store(true, Ordering::Relaxed);
            found
        };
        let work = &work;
        let found: Vec<Result<Found, Halt>> = match &mut workers[..threads] {
            [worker] => vec![work(worker)],
            workers => thread::scope(|scope| {
                let threads: Vec<_> =
                    workers.iter_mut().map(|worker| scope.spawn(move || work(worker))).collect();
                threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
            }),
        };
        if threads > 1 {
            self.busy.iter().for_each(|place| place.store(0, Ordering::Relaxed));
        }
        if let Some(fault) = self.tree.failure() {
            return Err(fault.into());
        }
        let mut stopped = None;
        for found in found {
            match found {
                Ok(found) => return Ok(Some(found)),
                Err(Halt::Enough) => {}
                Err(Halt::Stopped(why)) => stopped = Some(why),
            }
        }
        stopped.map_or(Ok(None), Err)
    }
}
