//! What stands around every answer: who may ask, how much may be sent and how
//! slowly, and the headers that keep a browser from doing what it should not.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::api::App;
use crate::config::Config;
use crate::error::ApiError;

/// Nothing but what the page itself brings is loaded, and nobody may frame it.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The routes with all that stands around them.
pub(crate) fn around(routes: Router, config: &Config) -> Router {
    let mut routes = routes;
    if !config.public {
        let allowed = Arc::new(Allowed::new(config));
        routes = routes.layer(from_fn_with_state(allowed, only_local_names));
    }
    routes = routes.layer(CompressionLayer::new());
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        let value = HeaderValue::from_static(value);
        routes = routes.layer(SetResponseHeaderLayer::if_not_present(name, value));
    }
    routes
}

/// Names by which a private server may be called.
struct Allowed {
    hosts: Vec<String>,
}

impl Allowed {
    fn new(config: &Config) -> Self {
        let own = match config.address {
            SocketAddr::V4(address) => address.ip().to_string(),
            SocketAddr::V6(address) => format!("[{}]", address.ip()),
        };
        let names = ["localhost", "127.0.0.1", "[::1]", &own];
        Allowed { hosts: names.map(str::to_string).to_vec() }
    }

    /// Whether a request is for one of the names, and comes from a page of ours
    /// if it comes from a page.
    fn asks(&self, headers: &HeaderMap) -> bool {
        // What cannot be read is nobody's name, and each header counts that is there.
        let all = |name| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?"));
        let known = |host: &str| {
            let (name, port) = match host.rfind(':').filter(|at| !host[*at..].contains(']')) {
                Some(at) => (&host[..at], &host[at + 1..]),
                None => (host, ""),
            };
            let is_number = port.bytes().all(|digit| digit.is_ascii_digit());
            is_number && self.hosts.contains(&name.to_ascii_lowercase())
        };
        let site = |origin: &str| origin.split_once("://").is_some_and(|(_, host)| known(host));
        all(header::HOST).count() == 1
            && all(header::HOST).all(known)
            && all(header::ORIGIN).all(site)
    }
}

/// A page of somebody else's must not reach a private server through a name
/// that leads to this machine, nor send it anything.
async fn only_local_names(
    State(allowed): State<Arc<Allowed>>,
    request: Request,
    next: Next,
) -> Response {
    if !allowed.asks(request.headers()) {
        let message = "this server answers to names of this machine only";
        return ApiError::with_status(StatusCode::FORBIDDEN, message).into_response();
    }
    next.run(request).await
}

/// The JSON that a client sends, which must be small and must not dawdle.
pub(crate) struct Sent<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Sent<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let is_json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| value.starts_with("application/json"));
        // A form of somebody else's page cannot say so.
        if !is_json {
            let message = "expected a body of application/json";
            return Err(ApiError::with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let body = body(request, app.input(), app.patience()).await?;
        let read = serde_json::from_slice(&body);
        read.map(Sent).map_err(|error| ApiError::bad_request(format!("the body: {error}")))
    }
}

async fn body(request: Request, most: usize, patience: Duration) -> Result<Bytes, ApiError> {
    let read = axum::body::to_bytes(request.into_body(), most);
    let read = tokio::time::timeout(patience, read).await.map_err(|_| ApiError::slow())?;
    read.map_err(|_| {
        let message = format!("more than {most} bytes were sent");
        ApiError::with_status(StatusCode::PAYLOAD_TOO_LARGE, message)
    })
}
