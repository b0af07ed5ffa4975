//! The API for one request at a time, answered in the thread that asks: in a browser there are no
//! others.

use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use crate::api::{self, App, Request, RequestBody};
use crate::config::Config;
use crate::error::ApiError;
use crate::here::{Here, Told};
use crate::pool::Pool;
use crate::reply::{Reply, ReplyBody};

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineAnswer {
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
pub struct Inline {
    app: App,
}

impl fmt::Debug for Inline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Inline")
    }
}

impl Inline {
    /// An API with its own caches and the limits of the configuration, whose address does not
    /// matter. `tell` receives reports on requests while they are being answered.
    #[must_use]
    pub fn new(config: &Config, tell: impl Fn(Told<'_>) + Send + Sync + 'static) -> Self {
        let pool = Pool::Here(Here::new(config, Arc::new(tell)));
        Inline { app: api::app(config, pool) }
    }

    /// Answers a request: a path with its query, and a body of JSON, which is empty for `GET`.
    #[must_use]
    pub fn answer(&self, method: &str, address: &str, body: Vec<u8>) -> InlineAnswer {
        let answer = pin!(respond(&self.app, method, address, body));
        match answer.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => answer,
            // Work here is done when it is asked for, and there is nothing else to wait for.
            Poll::Pending => ApiError::internal().into(),
        }
    }
}

/// The answer of an API to a request.
pub(crate) async fn respond(app: &App, method: &str, address: &str, body: Vec<u8>) -> InlineAnswer {
    if !address.starts_with('/') || address.bytes().any(|byte| byte <= b' ' || byte == 0x7f) {
        return ApiError::bad_request("an address is a path with a query, without spaces").into();
    }
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let body = RequestBody::Whole(body);
    let request = Request { method, path, query, is_json: true, streams: false, body };
    let answer = InlineAnswer::from(api::answer(app, request).await);
    if method == "HEAD" { InlineAnswer { body: Vec::new(), ..answer } } else { answer }
}

impl From<Reply> for InlineAnswer {
    fn from(reply: Reply) -> InlineAnswer {
        let kind = reply.header("content-type").unwrap_or_default().to_string();
        let body = match reply.body {
            ReplyBody::Whole(body) => body.into_owned(),
            // A caller in this process does not ask for a stream.
            #[cfg(feature = "server")]
            ReplyBody::Events(_) => Vec::new(),
        };
        InlineAnswer { status: reply.status, kind, body }
    }
}

impl From<ApiError> for InlineAnswer {
    fn from(error: ApiError) -> InlineAnswer {
        Reply::from(error).into()
    }
}
