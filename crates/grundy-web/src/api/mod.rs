//! The HTTP API, for the page and for other clients. Responses are JSON, the same that
//! the program prints with `--format json`, or SVG.

mod asked;
mod calculate;
mod games;
mod own;
mod pictures;
mod play;
mod questions;
mod typeset;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use grundy::{Convention, Game, Limits, language};
use moka::future::Cache;

use crate::config::{Config, Reader, Solution};
use crate::error::ApiError;
use crate::judges::Judges;
use crate::pool::Pool;

/// The state that all requests share.
pub(crate) struct Inner {
    pool: Pool,
    judges: Judges,
    /// A cache of responses by request.
    answers: Cache<String, Arc<str>>,
    own: own::Own,
    reader: Option<Reader>,
    solutions: Arc<[Solution]>,
    input: usize,
    patience: Duration,
}

/// A shared handle to this state.
pub(crate) type App = Arc<Inner>;

impl Inner {
    fn new(config: &Config, pool: Pool) -> Self {
        // Responses are small beside the solved games.
        let (judges, answers) = (config.cache / 4 * 3, config.cache / 4);
        let answers = Cache::builder()
            .weigher(|asked: &String, answer: &Arc<str>| (asked.len() + answer.len()) as u32)
            .max_capacity(answers)
            .build();
        Inner {
            pool,
            judges: Judges::new(judges),
            answers,
            own: own::Own::new(config),
            reader: config.reader.clone(),
            solutions: config.solutions.clone().into(),
            input: config.request.input,
            patience: config.patience,
        }
    }

    /// Limit on the bytes that a client may send.
    pub(crate) fn input(&self) -> usize {
        self.input
    }

    /// How long a client may take to send them.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }
}

/// The routes of the API.
pub(crate) fn routes(config: &Config, pool: Pool) -> Router {
    Router::new()
        .route("/api/games", get(games::games))
        .route("/api/functions", get(games::functions))
        .route("/api/openapi.json", get(openapi))
        .route("/api/play", post(play::play))
        .route("/api/think", post(play::think))
        .route("/api/own", post(own::own))
        .route("/api/read", post(questions::read))
        .route("/api/solve", get(questions::solve))
        .route("/api/value", get(questions::value))
        .route("/api/table", get(questions::table))
        .route("/api/period", get(questions::period))
        .route("/api/calculate", post(calculate::calculate))
        .route("/api/graph", get(pictures::graph))
        .route("/api/board", get(pictures::board))
        .route("/api/plot", get(pictures::plot))
        .route("/api/thermograph", get(pictures::thermograph))
        .route("/api/{*path}", get(nothing).post(nothing))
        .with_state(Arc::new(Inner::new(config, pool)))
}

pub(crate) async fn nothing() -> ApiError {
    ApiError::not_found()
}

async fn openapi() -> Reply {
    Reply::Json(include_str!("../openapi.json").into())
}

/// A response that is already serialised.
pub(crate) enum Reply {
    Json(Arc<str>),
    Svg(String),
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let (kind, body) = match self {
            Reply::Json(text) => ("application/json", text.to_string()),
            Reply::Svg(text) => ("image/svg+xml", text),
        };
        ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response()
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
