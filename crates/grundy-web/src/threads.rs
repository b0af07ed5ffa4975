//! Work in threads: a few requests at a time, under limits, cancelled when the client disconnects.
//! Work that takes long may report what it has so far.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use grundy::Limits;
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinError, JoinHandle};

use crate::config::{Config, RequestLimits};
use crate::error::ApiError;

/// Runs tasks on threads for blocking work.
pub(crate) struct Threads {
    workers: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    limits: RequestLimits,
}

impl Threads {
    pub(crate) fn new(config: &Config) -> Self {
        Threads {
            workers: Arc::new(Semaphore::new(config.workers.max(1))),
            waiting: AtomicUsize::new(0),
            most_waiting: config.waiting,
            limits: config.request,
        }
    }

    /// Does one of `of` tasks of a request, which share its time limit, when its turn comes.
    pub(crate) async fn part<T: Send + 'static>(
        &self,
        of: u32,
        work: impl FnOnce(&Limits<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let task = self.begin(of, |limits, _: &mut dyn FnMut(())| work(limits));
        task.await?.end().await
    }

    /// Begins a task that reports how far it is; completes when its turn comes.
    pub(crate) async fn reporting<R: Clone + Send + Sync + 'static, T: Send + 'static>(
        &self,
        work: impl FnOnce(&Limits<'_>, &mut dyn FnMut(R)) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Task<R, T>, ApiError> {
        self.begin(1, work).await
    }

    async fn begin<R: Clone + Send + Sync + 'static, T: Send + 'static>(
        &self,
        of: u32,
        work: impl FnOnce(&Limits<'_>, &mut dyn FnMut(R)) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Task<R, T>, ApiError> {
        let turn = self.turn().await?;
        let gone = Gone(Arc::new(AtomicBool::new(false)));
        let (flag, allowed) = (gone.0.clone(), self.limits);
        let (report, reports) = watch::channel(None);
        let done = tokio::task::spawn_blocking(move || {
            // The permit is held until the task ends, even if the client has
            // disconnected.
            let _turn = turn;
            let limits = Limits {
                positions: allowed.positions,
                memory: allowed.memory,
                time: Some((Instant::now(), allowed.time / of)),
                interrupted: Some(&flag),
                ..Limits::default()
            };
            let mut report = |reported| drop(report.send(Some(reported)));
            catch_unwind(AssertUnwindSafe(|| work(&limits, &mut report)))
        });
        Ok(Task { reports, done, _gone: gone })
    }

    async fn turn(&self) -> Result<tokio::sync::OwnedSemaphorePermit, ApiError> {
        let _place = Place::take(&self.waiting, self.most_waiting).ok_or_else(ApiError::busy)?;
        self.workers.clone().acquire_owned().await.map_err(|_| ApiError::internal())
    }
}

/// A task at work. It is cancelled when this is dropped.
pub(crate) struct Task<R, T> {
    reports: watch::Receiver<Option<R>>,
    done: JoinHandle<std::thread::Result<Result<T, ApiError>>>,
    _gone: Gone,
}

/// What a task says.
pub(crate) enum Said<R, T> {
    /// How far it is.
    SoFar(R),
    /// Its result, the last that it says.
    End(Result<T, ApiError>),
}

impl<R: Clone, T> Task<R, T> {
    /// Waits for the next report, or the end. Whoever comes late misses the reports before
    /// the last one; the task never waits.
    pub(crate) async fn next(&mut self) -> Said<R, T> {
        while self.reports.changed().await.is_ok() {
            if let Some(report) = self.reports.borrow_and_update().clone() {
                return Said::SoFar(report);
            }
        }
        Said::End(ended((&mut self.done).await))
    }

    /// Waits for the end.
    pub(crate) async fn end(mut self) -> Result<T, ApiError> {
        ended((&mut self.done).await)
    }
}

fn ended<T>(
    done: Result<std::thread::Result<Result<T, ApiError>>, JoinError>,
) -> Result<T, ApiError> {
    match done {
        Ok(Ok(result)) => result,
        // The panic's own message is on standard error.
        _ => Err(ApiError::internal()),
    }
}

/// Sets the flag when it is dropped.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
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
