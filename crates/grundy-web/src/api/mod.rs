//! The HTTP API, for the page and for other clients. Responses are JSON, the same that
//! the program prints with `--format json`, or SVG.

mod asked;
mod calculate;
mod explorer;
mod games;
mod own;
mod pictures;
mod play;
mod questions;
mod streamed;
mod typeset;

use std::sync::Arc;
use std::time::Duration;

use grundy::{Convention, Game, Limits, language};

pub(crate) use self::asked::{Request, RequestBody};
use crate::cache::SizedCache;
use crate::config::{Config, Reader};
use crate::error::ApiError;
use crate::judges::Judges;
use crate::pool::Pool;
use crate::reply::Reply;
use crate::solutions::Solutions;

/// The state that all requests share.
pub(crate) struct Inner {
    pool: Pool,
    judges: Judges,
    /// A cache of responses by request.
    answers: SizedCache<String, Arc<str>>,
    own: own::Own,
    reader: Option<Reader>,
    solutions: Arc<Solutions>,
    /// The longest search for a move.
    thinking: Duration,
    /// The limit on the bytes that a client may send.
    input: usize,
    /// The time that a client may take to send them.
    #[cfg(feature = "server")]
    patience: Duration,
}

/// A shared handle to this state.
pub(crate) type App = Arc<Inner>;

/// The state of an API with its own caches.
pub(crate) fn app(config: &Config, pool: Pool) -> App {
    // Responses are small compared with the solved games.
    let has_threads = !matches!(pool, Pool::Here(_));
    Arc::new(Inner {
        pool,
        judges: Judges::new(config.cache / 2),
        answers: SizedCache::new(config.cache / 4),
        own: own::Own::new(config),
        reader: config.reader.clone(),
        solutions: Arc::new(Solutions::new(config, has_threads)),
        thinking: config.thinking,
        input: config.request.input,
        #[cfg(feature = "server")]
        patience: config.patience,
    })
}

impl Inner {
    /// Stores the answer to a request.
    fn keep(&self, request: String, answer: &Arc<str>) {
        let bytes = (request.len() + answer.len()) as u64;
        drop(self.answers.insert(request, answer.clone(), bytes));
    }
}

/// Whether a path belongs to the API.
pub(crate) fn has(path: &str) -> bool {
    path.strip_prefix("/api/").is_some_and(|rest| !rest.is_empty())
}

/// Answers a request.
pub(crate) async fn answer(app: &App, request: Request<'_>) -> Reply {
    routed(app, request).await.unwrap_or_else(Reply::from)
}

async fn routed(app: &App, request: Request<'_>) -> Result<Reply, ApiError> {
    match request.path {
        "/api/games" => request.is_get().map(|()| games::games()),
        "/api/boards" => request.is_get().map(|()| games::boards()),
        "/api/ruleset" => games::ruleset(request.query(app)?),
        "/api/functions" => request.is_get().map(|()| games::functions()),
        "/api/openapi.json" => {
            request.is_get().map(|()| Reply::json(include_str!("../openapi.json")))
        }
        "/api/play" => play::play(app, request.json(app).await?).await,
        "/api/think" => play::think(app, request.streams, request.json(app).await?).await,
        "/api/own" => own::own(app, request.json(app).await?).await,
        "/api/read" => questions::read(app, request.json(app).await?).await,
        "/api/solve" => questions::solve(app, request.streams, request.query(app)?).await,
        "/api/value" => questions::value(app, request.query(app)?).await,
        "/api/options" => explorer::options(app, request.query(app)?).await,
        "/api/table" => questions::table(app, request.query(app)?).await,
        "/api/period" => questions::period(app, request.query(app)?).await,
        "/api/calculate" => {
            calculate::calculate(app, request.streams, request.json(app).await?).await
        }
        "/api/graph" => pictures::graph(app, request.query(app)?).await,
        "/api/board" => pictures::board(app, request.query(app)?).await,
        "/api/plot" => pictures::plot(app, request.query(app)?).await,
        "/api/thermograph" => pictures::thermograph(app, request.query(app)?).await,
        path => {
            if has(path) {
                request.is_get_or_post()?;
            }
            Err(ApiError::not_found())
        }
    }
}

/// Reads a game: a position, a value, or a sum of these.
fn game(text: &str, limits: &Limits<'_>) -> Result<Box<dyn Game>, ApiError> {
    Ok(language::game(text, limits)?)
}

/// Misère play if it is requested, otherwise the convention of the game.
fn convention(misere: bool, game: &dyn Game) -> Convention {
    if misere { Convention::Misere } else { game.convention() }
}

/// Plain structs of numbers and text always serialise.
fn json(value: &impl serde::Serialize) -> Arc<str> {
    serde_json::to_string(value).unwrap_or_default().into()
}
