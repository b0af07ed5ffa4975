//! Work in threads, under limits, cancelled when the client disconnects. Long work can report its
//! results so far.
//!
//! There are two lanes. A task begins in the short lane and may work there for [`SHORT`], so that
//! easy questions never wait behind hard ones. Then it continues in the long lane if a turn is free
//! there. Otherwise it stops, waits for a turn and begins anew, so that no task holds memory while
//! it waits.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::Limits;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::{JoinError, JoinHandle, JoinSet};

use crate::config::BEYOND;
use crate::config::{Config, RequestLimits};
use crate::error::ApiError;

/// How long a task may work in the short lane, and how long it may stay there: on a busy processor
/// it works only part of the time.
const SHORT: Duration = BEYOND.saturating_mul(2);
const LONGEST_STAY: Duration = Duration::from_millis(500);

/// Runs tasks in threads that may block.
pub(crate) struct Threads(Arc<TaskLanes>);

impl Threads {
    pub(crate) fn new(config: &Config) -> Self {
        let lane = || TaskLane::new(config.workers.max(1), config.waiting);
        Threads(Arc::new(TaskLanes { short: lane(), long: lane(), limits: config.request }))
    }

    /// Does one of `of` tasks of a request, which share its time limit, when its turn comes.
    pub(crate) async fn part<T: Send + 'static>(
        &self,
        of: u32,
        work: impl Fn(&Limits<'_>) -> Result<T, ApiError> + Send + Sync + 'static,
    ) -> Result<T, ApiError> {
        self.begin(of, move |limits, _: &mut (dyn FnMut(()) + Send)| work(limits)).end().await
    }

    /// Begins a task that reports its progress.
    pub(crate) fn reporting<R: Clone + Send + Sync + 'static, T: Send + 'static>(
        &self,
        work: impl Fn(&Limits<'_>, &mut (dyn FnMut(R) + Send)) -> Result<T, ApiError>
        + Send
        + Sync
        + 'static,
    ) -> Task<R, T> {
        self.begin(1, work)
    }

    fn begin<R: Clone + Send + Sync + 'static, T: Send + 'static>(
        &self,
        of: u32,
        work: impl Fn(&Limits<'_>, &mut (dyn FnMut(R) + Send)) -> Result<T, ApiError>
        + Send
        + Sync
        + 'static,
    ) -> Task<R, T> {
        let (report, reports) = watch::channel(None);
        let (lanes, work) = (self.0.clone(), Arc::new(work));
        let mut done = JoinSet::new();
        done.spawn(async move {
            let report = Arc::new(report);
            lanes
                .pass(|turn| {
                    let (work, report) = (work.clone(), report.clone());
                    lanes.run(turn, of, move |limits| {
                        work(limits, &mut |reported| drop(report.send(Some(reported))))
                    })
                })
                .await
        });
        Task { reports, done }
    }
}

/// The lanes, and the limits of a request.
struct TaskLanes {
    short: TaskLane,
    long: TaskLane,
    limits: RequestLimits,
}

impl TaskLanes {
    /// The result of the task that `run` starts, in one lane or in both.
    async fn pass<T>(
        &self,
        run: impl Fn(OwnedSemaphorePermit) -> TaskRun<T>,
    ) -> Result<T, ApiError> {
        let mut short = run(self.short.turn().await?);
        tokio::select! {
            done = &mut short.done => return ended(done),
            () = short.is_long.notified() => {}
            () = tokio::time::sleep(LONGEST_STAY) => {}
        }
        if let Ok(turn) = self.long.turns.clone().try_acquire_owned() {
            short.change(turn);
            return ended((&mut short.done).await);
        }
        short.stop();
        // Its result is not used: it may have been stopped before it was complete.
        let _ = (&mut short.done).await;
        drop(short);
        let mut long = run(self.long.turn().await?);
        ended((&mut long.done).await)
    }

    /// Begins to work in a thread. The turn is held until the work ends, even if nobody waits for
    /// its result.
    fn run<T: Send + 'static>(
        &self,
        turn: OwnedSemaphorePermit,
        of: u32,
        work: impl FnOnce(&Limits<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> TaskRun<T> {
        let (allowed, stop, turn) = (self.limits, Arc::default(), Arc::new(Mutex::new(turn)));
        let is_long = Arc::new(Notify::new());
        let (flag, held, tell) = (Arc::clone(&stop), turn.clone(), is_long.clone());
        let done = tokio::task::spawn_blocking(move || {
            let _held = held;
            let flag: &AtomicBool = &flag;
            let begun = thread_time();
            let look = |_| {
                if thread_time().saturating_sub(begun) > SHORT {
                    tell.notify_one();
                }
            };
            work(&Limits {
                positions: allowed.positions,
                memory: allowed.memory,
                time: Some((Instant::now(), allowed.time / of)),
                interrupted: Some(flag),
                progress: Some(&look),
                ..Limits::default()
            })
        });
        TaskRun { done, stop, is_long, turn }
    }
}

/// The processor time that this thread has taken; the time that has passed, if the system does not
/// tell.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn thread_time() -> Duration {
    static BEGIN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

/// Turns for a few tasks at a time. Other tasks wait in order; if too many wait, a task is refused.
struct TaskLane {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl TaskLane {
    fn new(turns: usize, most_waiting: usize) -> Self {
        let turns = Arc::new(Semaphore::new(turns));
        TaskLane { turns, waiting: AtomicUsize::new(0), most_waiting }
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let _place = Place::take(&self.waiting, self.most_waiting).ok_or_else(ApiError::busy)?;
        self.turns.clone().acquire_owned().await.map_err(|_| ApiError::internal())
    }
}

/// Work in a thread. It is stopped when this value is dropped.
struct TaskRun<T> {
    done: JoinHandle<Result<T, ApiError>>,
    stop: Arc<AtomicBool>,
    /// Notified when the work has taken longer than the short lane allows.
    is_long: Arc<Notify>,
    turn: Arc<Mutex<OwnedSemaphorePermit>>,
}

impl<T> TaskRun<T> {
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes a turn of another lane, and gives back the turn of this one.
    fn change(&self, turn: OwnedSemaphorePermit) {
        *self.turn.lock().unwrap_or_else(PoisonError::into_inner) = turn;
    }
}

impl<T> Drop for TaskRun<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A running task. It is cancelled when this value is dropped.
pub(crate) struct Task<R, T> {
    reports: watch::Receiver<Option<R>>,
    /// The task that passes through the lanes.
    done: JoinSet<Result<T, ApiError>>,
}

/// A message from a task.
pub(crate) enum Said<R, T> {
    /// Its progress.
    SoFar(R),
    /// Its result, which is the last message.
    End(Result<T, ApiError>),
}

impl<R: Clone, T: 'static> Task<R, T> {
    /// Waits for the next report, or the end. A late caller misses all reports but the last; the
    /// task never waits.
    pub(crate) async fn next(&mut self) -> Said<R, T> {
        while self.reports.changed().await.is_ok() {
            if let Some(report) = self.reports.borrow_and_update().clone() {
                return Said::SoFar(report);
            }
        }
        Said::End(self.end().await)
    }

    /// Waits for the end.
    pub(crate) async fn end(&mut self) -> Result<T, ApiError> {
        match self.done.join_next().await {
            Some(Ok(result)) => result,
            _ => Err(ApiError::internal()),
        }
    }
}

fn ended<T>(done: Result<Result<T, ApiError>, JoinError>) -> Result<T, ApiError> {
    // The message of a panic itself is on standard error.
    done.unwrap_or_else(|_| Err(ApiError::internal()))
}

/// A place in the queue.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Option<Self> {
        let taken = waiting.fetch_add(1, Ordering::Relaxed);
        let place = Place(waiting);
        (taken <= most).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use grundy::{Progress, Stopped};
    use tokio::time::timeout;

    use super::*;

    /// An event that takes longer counts as missing.
    const LONG: Duration = Duration::from_secs(60);

    /// Tasks for a server with one worker, and the number of tasks that are running.
    struct TaskTrial {
        threads: Threads,
        working: Arc<AtomicUsize>,
    }

    impl TaskTrial {
        fn new(waiting: usize, time: Duration) -> TaskTrial {
            let config = Config { workers: 1, waiting, ..Config::new(([127, 0, 0, 1], 0).into()) };
            let request = RequestLimits { time, ..config.request };
            let threads = Threads::new(&Config { request, ..config });
            TaskTrial { threads, working: Arc::default() }
        }

        /// Begins a task that works until it is stopped, and returns the reason.
        fn heavy(&self) -> Task<(), Stopped> {
            let working = self.working.clone();
            self.threads.reporting(move |limits, _| {
                working.fetch_add(1, Ordering::Relaxed);
                let stopped = loop {
                    std::thread::sleep(Duration::from_millis(1));
                    let progress = Progress { stage: "waiting", positions: 0, bytes: 0 };
                    if let Err(stopped) = limits.check(progress) {
                        break stopped;
                    }
                };
                working.fetch_sub(1, Ordering::Relaxed);
                Ok(stopped)
            })
        }

        /// Waits until `long` tasks are running in the long lane, and none in the short lane.
        async fn until_settled(&self, long: usize) {
            let settled = async {
                loop {
                    let TaskLanes { short, long: lane, .. } = &*self.threads.0;
                    let free = [short, lane].map(|lane| lane.turns.available_permits());
                    let waits = short.waiting.load(Ordering::Relaxed) > 0;
                    let working = self.working.load(Ordering::Relaxed);
                    if free == [1, 1 - long] && working == long && !waits {
                        break;
                    }
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            timeout(LONG, settled).await.unwrap();
        }
    }

    fn run(test: impl Future<Output = ()>) {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        runtime.worker_threads(1).enable_time().build().unwrap().block_on(test);
    }

    #[test]
    fn short_tasks_do_not_wait_for_long_ones() {
        run(async {
            let trial = TaskTrial::new(100, 100 * LONG);
            let heavy: Vec<_> = (0..10).map(|_| trial.heavy()).collect();
            let light = trial.threads.part(1, |_| Ok(7));
            assert_eq!(timeout(LONG, light).await.unwrap().unwrap(), 7);
            trial.until_settled(1).await;
            drop(heavy);
            trial.until_settled(0).await;
        });
    }

    #[test]
    fn work_that_nobody_waits_for_stops() {
        run(async {
            let trial = TaskTrial::new(100, 100 * LONG);
            let [mut first, second] = [trial.heavy(), trial.heavy()];
            trial.until_settled(1).await;
            assert!(timeout(2 * SHORT, first.end()).await.is_err());
            drop(first);
            // The second task has its turn.
            tokio::time::sleep(SHORT).await;
            trial.until_settled(1).await;
            drop(second);
            trial.until_settled(0).await;
        });
    }

    #[test]
    fn a_task_that_waited_has_all_of_its_time() {
        run(async {
            let time = 4 * SHORT;
            let trial = TaskTrial::new(100, time);
            let tasks = [trial.heavy(), trial.heavy(), trial.heavy()];
            for mut task in tasks {
                // It is not stopped, as it was in the short lane, but ends by itself.
                let stopped = timeout(LONG, task.end()).await.unwrap().unwrap();
                assert_eq!(stopped, Stopped::Time { limit: time, reached: 0 });
            }
        });
    }

    #[test]
    fn who_would_wait_too_long_is_refused_and_short_tasks_are_not() {
        run(async {
            let trial = TaskTrial::new(2, 100 * LONG);
            let mut tasks = Vec::new();
            for _ in 0..4 {
                tasks.push(trial.heavy());
                tokio::time::sleep(2 * SHORT).await;
            }
            trial.until_settled(1).await;
            let refused = timeout(LONG, trial.heavy().end()).await.unwrap().unwrap_err();
            assert!(serde_json::to_string(&refused).unwrap().contains("busy"));
            assert_eq!(trial.threads.part(1, |_| Ok(7)).await.unwrap(), 7);
        });
    }
}
