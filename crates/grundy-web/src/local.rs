//! The API without a socket: one request at a time is answered in the thread that asks.

use std::fmt;
use std::future::Future;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::api::{self, App};
use crate::config::Config;
use crate::inline::{InlineAnswer, respond};
use crate::pool::Pool;

/// Answers the requests of the HTTP API in this process, from any number of threads. Games
/// that this process has registered in its catalogue are known, and files may be read.
///
/// ```
/// use grundy_web::{Api, Config};
///
/// let api = Api::new(&Config::new(([127, 0, 0, 1], 0).into()));
/// let stop = std::sync::atomic::AtomicBool::new(false);
/// let answer = api.answer("GET", "/api/value?expr=nim(3,5)", Vec::new(), &stop).unwrap();
/// assert_eq!((answer.status, &answer.kind[..]), (200, "application/json"));
/// assert!(String::from_utf8(answer.body).unwrap().contains("*6"));
/// ```
pub struct Api {
    app: App,
}

impl fmt::Debug for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Api")
    }
}

impl Api {
    /// An API with its own caches and the limits of the configuration, whose address does not
    /// matter.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        Api { app: api::app(config, Pool::new(config)) }
    }

    /// Answers a request: a path with its query, and a body of JSON, which is empty for `GET`. A
    /// caller that sets `stop` no longer waits for the answer. No work goes on after this function
    /// has returned.
    ///
    /// # Errors
    ///
    /// [`Interrupted`](io::ErrorKind::Interrupted) after `stop` was raised, and what the system
    /// refuses. What the API itself refuses is an answer.
    pub fn answer(
        &self,
        method: &str,
        address: &str,
        body: Vec<u8>,
        stop: &AtomicBool,
    ) -> io::Result<InlineAnswer> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .thread_stack_size(8 << 20)
            .enable_time()
            .build()?;
        runtime.block_on(async {
            tokio::select! {
                answer = respond(&self.app, method, address, body) => Ok(answer),
                () = raised(stop) => Err(io::ErrorKind::Interrupted.into()),
            }
        })
    }
}

/// Completes soon after the flag is set.
fn raised(stop: &AtomicBool) -> impl Future<Output = ()> {
    /// The time between two looks at the flag.
    const OFTEN: Duration = Duration::from_millis(50);
    async {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(OFTEN).await;
        }
    }
}
