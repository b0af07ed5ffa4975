//! The layers around every route: access control and security headers.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::config::Config;
use crate::error::ApiError;

/// The page may load only its own files, and no site may frame it.
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

/// The routes with these layers around them.
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

/// The host names that a private server accepts.
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

    /// Whether the host of a request is one of the names, and its origin too, if it has one.
    fn asks(&self, headers: &HeaderMap) -> bool {
        // An unreadable value matches no name. All values count if a header is repeated.
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

/// Against DNS rebinding and cross-site requests: a page of another site must not reach a
/// private server through a name that resolves to this machine, nor send it anything.
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
