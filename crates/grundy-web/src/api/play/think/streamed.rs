//! Thoughts as a stream of events, for clients that accept it.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use super::{Answer, Asked, THINKING, consider};
use crate::api::{App, Reply, json};
use crate::error::ApiError;
use crate::pool::Pool;
use crate::threads::{Said, Task};

/// Thinks about the next move of a game, when the turn of this request comes.
async fn begin(app: &App, asked: Asked) -> Result<Task<Option<Answer>, Answer>, ApiError> {
    let Pool::Threads(threads) = &app.pool else { return Err(ApiError::internal()) };
    threads.reporting(move |limits, report| consider(&asked, limits, report)).await
}

/// Answers a request: a stream, or the last thoughts alone.
pub(super) async fn think(
    app: App,
    headers: &HeaderMap,
    key: String,
    asked: Asked,
) -> Result<Response, ApiError> {
    let streams = accepts_events(headers);
    if let Some(known) = app.answers.get(&key).await {
        return Ok(match streams {
            true => Sse::new(stream::iter([event("answer", &known)])).into_response(),
            false => Reply::Json(known).into_response(),
        });
    }
    let mut task = begin(&app, asked).await?;
    if !streams {
        let answer = json(&task.end().await?);
        app.answers.insert(key, answer.clone()).await;
        return Ok(Reply::Json(answer).into_response());
    }
    // A request without an answer has an error's status, not a stream.
    let first = match task.next().await {
        Said::End(Err(error)) => return Err(error),
        said => said,
    };
    let stream = Streamed { app, key, task };
    let events = stream::unfold(Some((stream, Some(first))), |state| async {
        let (mut stream, first) = state?;
        let (event, ended) = stream.next(first).await;
        Some((event, (!ended).then_some((stream, None))))
    });
    // While nothing is said, a comment shows whether the client is still there.
    let alive = KeepAlive::new().interval(Duration::from_millis(500));
    Ok(Sse::new(events).keep_alive(alive).into_response())
}

/// A search that is streamed. It ends when this is dropped.
struct Streamed {
    app: App,
    key: String,
    task: Task<Option<Answer>, Answer>,
}

impl Streamed {
    /// The next event, from what was said already if there is something, and whether it is the
    /// last.
    async fn next(&mut self, said: Option<Said<Option<Answer>, Answer>>) -> (OneEvent, bool) {
        let mut said = match said {
            Some(said) => said,
            None => self.task.next().await,
        };
        while let Said::SoFar(None) = said {
            said = self.task.next().await;
        }
        match said {
            Said::SoFar(thought) => (event(THINKING, &json(&thought)), false),
            Said::End(Ok(thought)) => {
                let answer = json(&thought);
                self.app.answers.insert(self.key.clone(), answer.clone()).await;
                (event("answer", &answer), true)
            }
            Said::End(Err(error)) => (event("error", &json(&error.body())), true),
        }
    }
}

/// An event as the stream has it: none fails.
type OneEvent = Result<Event, Infallible>;

fn event(name: &str, data: &str) -> OneEvent {
    Ok(Event::default().event(name).data(data))
}

/// Whether a client asks for a stream of events.
fn accepts_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut kinds = accepted.flat_map(|value| value.split(','));
    kinds.any(|kind| kind.split(';').next().unwrap_or_default().trim() == "text/event-stream")
}
