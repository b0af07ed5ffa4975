//! The place where requests are worked on: separate threads, or the thread that asks.

use grundy::Limits;

#[cfg(feature = "server")]
use crate::config::Config;
use crate::error::ApiError;
use crate::here::Here;
#[cfg(feature = "server")]
use crate::threads::Threads;

/// The place where work is done.
pub(crate) enum Pool {
    /// In the thread that asks.
    Here(Here),
    /// A few requests at a time, in threads.
    #[cfg(feature = "server")]
    Threads(Threads),
}

impl Pool {
    #[cfg(feature = "server")]
    pub(crate) fn new(config: &Config) -> Self {
        Pool::Threads(Threads::new(config))
    }

    /// Runs a task when its turn comes, and perhaps once more. If the returned future is dropped,
    /// because the client has disconnected, the task is cancelled.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl Fn(&Limits<'_>) -> Result<T, ApiError> + Send + Sync + 'static,
    ) -> Result<T, ApiError> {
        self.part(1, work).await
    }

    /// As [`Pool::run`], for one of `of` tasks of a request, which share its time limit.
    pub(crate) async fn part<T: Send + 'static>(
        &self,
        of: u32,
        work: impl Fn(&Limits<'_>) -> Result<T, ApiError> + Send + Sync + 'static,
    ) -> Result<T, ApiError> {
        match self {
            Pool::Here(here) => here.part(of, work),
            #[cfg(feature = "server")]
            Pool::Threads(threads) => threads.part(of, work).await,
        }
    }
}
