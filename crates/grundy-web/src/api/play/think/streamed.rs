//! Thoughts as a stream of events, for clients that accept it.

use std::future::ready;

use super::{Answer, Asked, THINKING, consider};
use crate::api::{App, json};
use crate::error::ApiError;
use crate::events::{Events, NextEvent, event};
use crate::reply::Reply;
use crate::threads::{Said, Task, Threads};

/// Answers a request, when its turn comes: a stream, or the last thoughts alone.
pub(super) async fn think(
    app: &App,
    threads: &Threads,
    streams: bool,
    key: String,
    asked: Asked,
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
    let task = threads.reporting(move |limits, report| consider(&asked, limits, report));
    let mut task = task.await?;
    if !streams {
        let answer = json(&task.end().await?);
        app.keep(key, &answer);
        return Ok(Reply::json(&*answer));
    }
    // A request without an answer has an error's status, not a stream.
    let first = match task.next().await {
        Said::End(Err(error)) => return Err(error),
        said => said,
    };
    let search = StreamedSearch { app: app.clone(), key, task };
    Ok(Reply::events(Events::new(search.next(Some(first)))))
}

/// A search that is streamed. It ends when this is dropped.
struct StreamedSearch {
    app: App,
    key: String,
    task: Task<Option<Answer>, Answer>,
}

impl StreamedSearch {
    /// The next event, from what was said already if there is something.
    fn next(mut self, said: Option<Said<Option<Answer>, Answer>>) -> NextEvent {
        NextEvent::new(async move {
            let mut said = match said {
                Some(said) => said,
                None => self.task.next().await,
            };
            while let Said::SoFar(None) = said {
                said = self.task.next().await;
            }
            match said {
                Said::SoFar(thought) => (event(THINKING, &json(&thought)), Some(self.next(None))),
                Said::End(Ok(thought)) => {
                    let answer = json(&thought);
                    self.app.keep(self.key, &answer);
                    (event("answer", &answer), None)
                }
                Said::End(Err(error)) => (event("error", &json(&error.body())), None),
            }
        })
    }
}
