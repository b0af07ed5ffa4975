//! Answers that are reported as they are found.
//!
//! The answer is sent when it is complete, or as a stream to clients that accept events: events
//! with the findings so far, then `answer` or `error`.

use std::sync::Arc;

use grundy::Limits;

#[cfg(feature = "server")]
use self::events::streamed;
use super::App;
use crate::error::ApiError;
use crate::here::Told;
use crate::pool::Pool;
use crate::reply::Reply;

/// An answer as JSON.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) json: Arc<str>,
    /// Whether it also answers later requests.
    pub(super) keep: bool,
}

/// Receives nothing as soon as a request is known to have an answer, and then, as JSON, the
/// findings so far.
pub(super) type Report<'r> = dyn FnMut(Option<Arc<str>>) + Send + 'r;

/// Answers a request, whose key in the cache is `key`, with a stream if `streams` and there are
/// threads. `name` is the name of the events before the answer.
pub(super) async fn answer(
    app: &App,
    streams: bool,
    name: &'static str,
    key: String,
    work: impl Fn(&Limits<'_>, &mut Report<'_>) -> Result<Found, ApiError> + Send + Sync + 'static,
) -> Result<Reply, ApiError> {
    match &app.pool {
        #[cfg(feature = "server")]
        Pool::Threads(threads) => streamed(app, threads, streams, name, key, work).await,
        Pool::Here(here) => {
            let _ = streams;
            if let Some(known) = app.answers.get(&key) {
                return Ok(Reply::json(&*known));
            }
            let teller = here.teller();
            let mut tell = |so_far: Option<Arc<str>>| {
                if let Some(so_far) = so_far {
                    teller(Told::Event(name, &so_far));
                }
            };
            let found = here.part(1, |limits| work(limits, &mut tell))?;
            Ok(Reply::json(&*app.found(key, found)))
        }
    }
}

impl super::Inner {
    /// The text of an answer, which is stored if it may be.
    fn found(&self, key: String, Found { json, keep }: Found) -> Arc<str> {
        if keep {
            self.keep(key, &json);
        }
        json
    }
}

#[cfg(feature = "server")]
mod events {
    use std::future::ready;

    use super::*;
    use crate::api::json;
    use crate::events::{Events, NextEvent, event};
    use crate::threads::{Said, Task, Threads};

    /// Answers a request when its turn comes: with a stream, or with the answer alone.
    pub(super) async fn streamed(
        app: &App,
        threads: &Threads,
        streams: bool,
        name: &'static str,
        key: String,
        work: impl Fn(&Limits<'_>, &mut Report<'_>) -> Result<Found, ApiError> + Send + Sync + 'static,
    ) -> Result<Reply, ApiError> {
        if let Some(known) = app.answers.get(&key) {
            return Ok(match streams {
                true => {
                    let last = NextEvent::new(ready((event("answer", &known), None)));
                    Reply::events(Events::new(last))
                }
                false => Reply::json(&*known),
            });
        }
        let mut task = threads.reporting(move |limits, report| work(limits, report));
        if !streams {
            return Ok(Reply::json(&*app.found(key, task.end().await?)));
        }
        // A request without an answer has an error's status, not a stream.
        let first = match task.next().await {
            Said::End(Err(error)) => return Err(error),
            said => said,
        };
        let stream = Stream { app: app.clone(), name, key, task };
        Ok(Reply::events(Events::new(stream.next(Some(first)))))
    }

    /// Work that is streamed. It ends when this value is dropped.
    struct Stream {
        app: App,
        name: &'static str,
        key: String,
        task: Task<Option<Arc<str>>, Found>,
    }

    impl Stream {
        /// The next event, made from `said` if there is something.
        fn next(mut self, said: Option<Said<Option<Arc<str>>, Found>>) -> NextEvent {
            NextEvent::new(async move {
                let mut said = match said {
                    Some(said) => said,
                    None => self.task.next().await,
                };
                loop {
                    match said {
                        Said::SoFar(None) => said = self.task.next().await,
                        Said::SoFar(Some(found)) => {
                            break (event(self.name, &found), Some(self.next(None)));
                        }
                        Said::End(Ok(found)) => {
                            break (event("answer", &self.app.found(self.key, found)), None);
                        }
                        Said::End(Err(error)) => {
                            break (event("error", &json(&error.body())), None);
                        }
                    }
                }
            })
        }
    }
}
