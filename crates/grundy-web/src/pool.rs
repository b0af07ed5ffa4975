//! The work queue: a few requests at a time, under limits, cancelled when the client disconnects.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use grundy::Limits;
use tokio::sync::Semaphore;

use crate::config::{Config, RequestLimits};
use crate::error::ApiError;

/// Runs tasks on threads for blocking work.
pub(crate) struct Pool {
    workers: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    limits: RequestLimits,
}

impl Pool {
    pub(crate) fn new(config: &Config) -> Self {
        Pool {
            workers: Arc::new(Semaphore::new(config.workers.max(1))),
            waiting: AtomicUsize::new(0),
            most_waiting: config.waiting,
            limits: config.request,
        }
    }

    /// Runs a task when its turn comes. If the returned future is dropped, because the
    /// client has disconnected, the task is cancelled.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Limits<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.part(1, work).await
    }

    /// As [`Pool::run`], for one of `of` tasks of a request, which share its time limit.
    pub(crate) async fn part<T: Send + 'static>(
        &self,
        of: u32,
        work: impl FnOnce(&Limits<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = self.turn().await?;
        let gone = Gone(Arc::new(AtomicBool::new(false)));
        let (flag, allowed) = (gone.0.clone(), self.limits);
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
            catch_unwind(AssertUnwindSafe(|| work(&limits)))
        });
        match done.await {
            Ok(Ok(result)) => result,
            // The panic's own message is on standard error.
            _ => Err(ApiError::internal()),
        }
    }

    async fn turn(&self) -> Result<tokio::sync::OwnedSemaphorePermit, ApiError> {
        let _place = Place::take(&self.waiting, self.most_waiting).ok_or_else(ApiError::busy)?;
        self.workers.clone().acquire_owned().await.map_err(|_| ApiError::internal())
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
