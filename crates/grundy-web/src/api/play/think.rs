//! A move in a position that is too large to solve: what a search thinks of each move.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use grundy::solve::proof::{Bounds, Thought, Thoughts};
use grundy::{Convention, Game, Limits, Player, answer};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::{First, Line};
use crate::api::asked::Sent;
use crate::api::{App, Reply, convention, json};
use crate::config::Known;
use crate::error::{ApiError, Body};

/// A game, the moves that were made, and how long to think about the next one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Asked {
    game: String,
    #[serde(default)]
    misere: bool,
    #[serde(default)]
    first: First,
    #[serde(default)]
    moves: Vec<u32>,
    #[serde(default = "usual")]
    milliseconds: u64,
}

/// The usual time to think, in milliseconds.
const fn usual() -> u64 {
    2000
}

#[derive(Serialize)]
struct Answer {
    /// The index of the best move.
    best: usize,
    /// The weak solution that has this move.
    file: Option<String>,
    moves: Vec<ThoughtJson>,
}

#[derive(Serialize)]
struct ThoughtJson {
    index: usize,
    /// What the player who moves is proved to bring about.
    at_least: &'static str,
    at_most: &'static str,
    /// The share of the points that the player is expected to get.
    score: f32,
    /// Lines of play that were looked at after the move.
    lines: u32,
}

fn to_json(Thoughts { moves, best }: Thoughts) -> Answer {
    let thought = |(index, Thought { bounds, score, lines, .. }): (usize, Thought)| ThoughtJson {
        index,
        at_least: bounds.at_least.word(),
        at_most: bounds.at_most.word(),
        score,
        lines,
    };
    Answer { best, file: None, moves: moves.into_iter().enumerate().map(thought).collect() }
}

/// The move of a weak solution; nothing is said of the others.
fn by_strategy(
    known: &[Known],
    game: &dyn Game,
    (mover, convention): (Player, Convention),
) -> Option<Answer> {
    let ruleset = game.ruleset();
    let fits = |known: &&Known| known.ruleset == ruleset && known.convention == convention;
    let chosen = |known: &Known| {
        let (best, fate) = answer::chosen(&known.strategies, game, mover)?;
        let unknown = Thought { bounds: Bounds::UNKNOWN, score: 0.5, lines: 0, lasts: None };
        let mut moves = vec![unknown; game.options(mover).len()];
        moves.get_mut(best)?.bounds.at_least = fate;
        Some(Answer { file: Some(known.name.clone()), ..to_json(Thoughts { moves, best }) })
    };
    known.iter().filter(fits).find_map(chosen)
}

/// What the search thinks; `told` is given what it thinks meanwhile.
fn search(
    known: &[Known],
    asked: &Asked,
    limits: &Limits<'_>,
    told: &mut dyn FnMut(Thoughts),
) -> Result<Arc<str>, ApiError> {
    let line = Line::walk(&asked.game, Player::from(asked.first), &asked.moves, limits)?;
    let (game, mover) = line.last();
    let convention = convention(asked.misere, line.start());
    if let Some(answer) = by_strategy(known, game, (mover, convention)) {
        return Ok(json(&answer));
    }
    // Half of the memory is for the tree.
    let Some(mut searching) = game.thinking(convention, limits.memory / 2) else {
        return Err(ApiError::unanswerable(
            "sums, and games of very many moves, are not searched".to_string(),
        ));
    };
    if game.option_at(mover, 0).is_none() || game.end(mover).is_some() {
        return Err(ApiError::unanswerable(format!("{} has no move", game.text())));
    }
    // The rest of the time is for what comes after the search.
    let most = limits.time.map_or(Duration::MAX, |(_, time)| time / 4 * 3);
    let time = Duration::from_millis(asked.milliseconds).min(most);
    let thoughts = searching.think(mover, time, limits, &mut |found| told(found.clone()))?;
    Ok(json(&to_json(thoughts)))
}

/// One answer after the time, or events until then, whichever the client accepts.
pub(in crate::api) async fn think(
    State(app): State<App>,
    headers: HeaderMap,
    Sent(asked): Sent<Asked>,
) -> Result<Response, ApiError> {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    if !accepts.is_some_and(|kinds| kinds.contains("text/event-stream")) {
        let known = app.known.clone();
        let found = app.pool.run(move |limits| search(&known, &asked, limits, &mut |_| {}));
        let found = found.await?;
        return Ok(Reply::Json(found).into_response());
    }
    let (send, receive) = mpsc::unbounded_channel();
    let work = tokio::spawn(async move {
        let (meanwhile, known) = (send.clone(), app.known.clone());
        let found = app.pool.run(move |limits| {
            let mut tell = |thoughts| {
                // If nobody listens any more, the work is about to be cancelled.
                let _ = meanwhile.send(event("thinking", &json(&to_json(thoughts))));
            };
            search(&known, &asked, limits, &mut tell)
        });
        let last = match found.await {
            Ok(found) => event("thought", &found),
            Err(error) => event("error", &json(&Body::from(error))),
        };
        let _ = send.send(last);
    });
    Ok(Sse::new(Events { receive, work }).into_response())
}

fn event(name: &str, data: &str) -> Event {
    Event::default().event(name).data(data)
}

/// Events of work that is cancelled when nobody listens any more.
struct Events {
    receive: mpsc::UnboundedReceiver<Event>,
    work: JoinHandle<()>,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receive.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.work.abort();
    }
}
