//! Answers to requests, before they are sent.

use std::borrow::Cow;

#[cfg(feature = "server")]
use crate::events::Events;

/// An answer.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, &'static str)>,
    pub(crate) body: ReplyBody,
}

/// The body of an answer.
pub(crate) enum ReplyBody {
    Whole(Cow<'static, [u8]>),
    #[cfg(feature = "server")]
    Events(Events),
}

impl Reply {
    /// An answer without a body.
    pub(crate) fn empty(status: u16, headers: Vec<(&'static str, &'static str)>) -> Self {
        Reply { status, headers, body: ReplyBody::Whole(Cow::Borrowed(&[])) }
    }

    pub(crate) fn json(text: impl Into<String>) -> Self {
        Reply::new("application/json", text.into())
    }

    pub(crate) fn svg(text: String) -> Self {
        Reply::new("image/svg+xml", text)
    }

    #[cfg(feature = "server")]
    pub(crate) fn events(events: Events) -> Self {
        let headers = vec![("content-type", "text/event-stream"), ("cache-control", "no-cache")];
        Reply { status: 200, headers, body: ReplyBody::Events(events) }
    }

    fn new(kind: &'static str, text: String) -> Self {
        let headers = vec![("content-type", kind)];
        Reply { status: 200, headers, body: ReplyBody::Whole(Cow::Owned(text.into_bytes())) }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&'static str> {
        self.headers.iter().find(|header| header.0 == name).map(|header| header.1)
    }
}
