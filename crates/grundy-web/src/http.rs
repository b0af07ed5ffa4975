//! Requests and answers in HTTP: what is read from a request, and how an answer is sent.

use std::borrow::Cow;
use std::convert::Infallible;
use std::io::{self, Cursor, Read};
use std::pin::Pin;
use std::task::{Context, Poll};

use flate2::Compression;
use flate2::read::GzEncoder;
use hyper::body::{Bytes, Frame, Incoming, SizeHint};
use hyper::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue,
    IF_NONE_MATCH,
};
use hyper::http::StatusCode;

use crate::api::{self, App, Request, RequestBody};
use crate::config::Config;
use crate::events::Events;
use crate::guard::{Allowed, HEADERS};
use crate::page;
use crate::pool::Pool;
use crate::reply::{Reply, ReplyBody};

/// The service that answers requests over HTTP.
pub(crate) struct Service {
    app: App,
    allowed: Allowed,
}

impl Service {
    pub(crate) fn new(config: &Config) -> Self {
        Service { app: api::app(config, Pool::new(config)), allowed: Allowed::new(config) }
    }

    /// Answers a request.
    pub(crate) async fn answer(
        &self,
        request: hyper::Request<Incoming>,
    ) -> Result<hyper::Response<Sending>, Infallible> {
        let (asked, body) = request.into_parts();
        let takes_gzip = takes_gzip(&asked.headers);
        let reply = match self.allowed.check(&asked.headers) {
            Err(error) => error.into(),
            Ok(()) => {
                let request = Request {
                    method: asked.method.as_str(),
                    path: asked.uri.path(),
                    query: asked.uri.query().unwrap_or_default(),
                    is_json: is_json(&asked.headers),
                    streams: accepts_events(&asked.headers),
                    body: RequestBody::Coming(body),
                };
                if api::has(request.path) {
                    api::answer(&self.app, request).await
                } else {
                    let known = asked.headers.get(IF_NONE_MATCH).map(HeaderValue::as_bytes);
                    page::answer(&request, known, takes_gzip).unwrap_or_else(Reply::from)
                }
            }
        };
        Ok(response(reply, asked.method == "HEAD", takes_gzip))
    }
}

fn response(reply: Reply, head_only: bool, takes_gzip: bool) -> hyper::Response<Sending> {
    let packable = is_worth_packing(&reply);
    let varies = reply.header("vary").is_some();
    let mut about = reply.headers;
    if packable && !varies {
        about.push(("vary", "accept-encoding"));
    }
    let packs = packable && takes_gzip;
    if packs {
        about.push(("content-encoding", "gzip"));
    }
    for header in HEADERS {
        if !about.iter().any(|(name, _)| *name == header.0) {
            about.push(header);
        }
    }
    let mut headers = HeaderMap::with_capacity(about.len() + 1);
    for (name, value) in about {
        headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    let body = match reply.body {
        ReplyBody::Events(events) => Sending::Events(events),
        ReplyBody::Whole(body) => {
            let body = match body {
                Cow::Borrowed(body) => Bytes::from_static(body),
                Cow::Owned(body) => body.into(),
            };
            if !packs && reply.status != 304 {
                headers.insert(CONTENT_LENGTH, body.len().into());
            }
            match packs {
                _ if head_only => Sending::Whole(None),
                true => Sending::packed(body),
                false => Sending::Whole(Some(body)),
            }
        }
    };
    let mut response = hyper::Response::new(body);
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or_default();
    *response.headers_mut() = headers;
    response
}

/// Whether an answer is sent as gzip to clients that accept it.
fn is_worth_packing(reply: &Reply) -> bool {
    /// The length below which bodies do not become shorter.
    const LEAST: usize = 32;
    let ReplyBody::Whole(body) = &reply.body else { return false };
    let kind = reply.header("content-type").unwrap_or_default();
    let is_packed = kind.starts_with("image/") && kind != "image/svg+xml"
        || reply.header("content-encoding").is_some();
    body.len() >= LEAST && !is_packed
}

/// A body that is being sent.
pub(crate) enum Sending {
    /// None when it has been sent.
    Whole(Option<Bytes>),
    /// Packed as fast as the client takes it.
    Packed(Box<GzEncoder<Cursor<Bytes>>>),
    Events(Events),
}

impl Sending {
    fn packed(body: Bytes) -> Self {
        Sending::Packed(Box::new(GzEncoder::new(Cursor::new(body), Compression::default())))
    }
}

impl hyper::body::Body for Sending {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        /// The number of bytes of a part of a packed body.
        const PART: usize = 16 << 10;
        let part = match &mut *self {
            Sending::Whole(body) => body.take().map(Ok),
            Sending::Packed(encoder) => {
                let mut part = vec![0; PART];
                let read = encoder.read(&mut part).map(|read| {
                    part.truncate(read);
                    Bytes::from(part)
                });
                read.map(|part| (!part.is_empty()).then_some(part)).transpose()
            }
            Sending::Events(events) => std::task::ready!(events.poll_next(context)).map(Ok),
        };
        Poll::Ready(part.map(|part| part.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Sending::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Sending::Whole(body) => {
                SizeHint::with_exact(body.as_ref().map_or(0, Bytes::len) as u64)
            }
            Sending::Packed(_) | Sending::Events(_) => SizeHint::default(),
        }
    }
}

/// The parts of a header that lists alternatives, each with the text after its semicolon.
fn alternatives(
    headers: &HeaderMap,
    name: HeaderName,
) -> impl Iterator<Item = (&str, Option<&str>)> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(|part| match part.split_once(';') {
        Some((name, more)) => (name.trim(), Some(more.trim())),
        None => (part.trim(), None),
    })
}

/// Whether the client can unpack gzip, and does not prefer unpacked bodies.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let weight = |names: &[&str]| {
        let alike = alternatives(headers, ACCEPT_ENCODING)
            .filter(|(name, _)| names.iter().any(|known| name.eq_ignore_ascii_case(known)));
        let weights = alike.filter_map(|(_, weight)| match weight {
            None => Some(1.0),
            Some(weight) => weight.strip_prefix(['q', 'Q'])?.strip_prefix('=')?.parse().ok(),
        });
        weights.filter(|weight| (0.0..=1.0).contains(weight)).fold(0.0, f32::max)
    };
    let gzip = weight(&["gzip", "x-gzip"]);
    gzip > 0.0 && gzip >= weight(&["identity"])
}

/// Whether a client asks for a stream of events.
fn accepts_events(headers: &HeaderMap) -> bool {
    alternatives(headers, ACCEPT).any(|(kind, _)| kind == "text/event-stream")
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}
