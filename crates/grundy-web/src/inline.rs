//! The API for one request at a time, which is answered in the thread that asks: in a browser
//! there are no others.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tower::ServiceExt;

use crate::api;
use crate::config::Config;
use crate::error::ApiError;
use crate::here::{Here, Told};
use crate::pool::Pool;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The media type of the body.
    pub kind: String,
    /// The whole body.
    pub body: Vec<u8>,
}

/// Answers the requests of the HTTP API without threads, and without a runtime for them.
///
/// ```
/// use grundy_web::{Config, Inline};
///
/// let config = Config::new(([127, 0, 0, 1], 0).into());
/// let api = Inline::new(&config, |_| {});
/// let answer = api.answer("GET", "/api/value?expr=nim(3,5)", Vec::new());
/// assert_eq!((answer.status, &answer.kind[..]), (200, "application/json"));
/// assert!(String::from_utf8(answer.body).unwrap().contains("*6"));
/// ```
#[derive(Debug)]
pub struct Inline {
    routes: Router,
}

impl Inline {
    /// An API with its own caches and the limits of the configuration, whose address does not
    /// matter. `tell` hears of requests while they are answered.
    #[must_use]
    pub fn new(config: &Config, tell: impl Fn(Told<'_>) + Send + Sync + 'static) -> Self {
        let pool = Pool::Here(Here::new(config, Arc::new(tell)));
        Inline { routes: api::routes(config, pool).fallback(api::nothing) }
    }

    /// Answers a request: a path with its query, and a body of JSON, which is empty for `GET`.
    #[must_use]
    pub fn answer(&self, method: &str, address: &str, body: Vec<u8>) -> Answer {
        let answered = respond(&self.routes, method, address, body).now_or_never();
        // Work that is done here is done when it is asked for, and nothing else is waited for.
        answered.unwrap_or_else(|| {
            let refused = read(ApiError::internal().into_response()).now_or_never();
            refused.unwrap_or(Answer { status: 500, kind: String::new(), body: Vec::new() })
        })
    }
}

/// The answer of routes to a request.
pub(crate) async fn respond(routes: &Router, method: &str, address: &str, body: Vec<u8>) -> Answer {
    let request = Request::builder()
        .method(method)
        .uri(address)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body));
    let response = match request {
        Ok(request) => match routes.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        },
        Err(error) => ApiError::bad_request(error.to_string()).into_response(),
    };
    read(response).await
}

async fn read(response: Response) -> Answer {
    let kind = response.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_string();
    let status = response.status().as_u16();
    // A body that breaks off is one that the API itself has made: there is none.
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default();
    Answer { status, kind, body: body.into() }
}
