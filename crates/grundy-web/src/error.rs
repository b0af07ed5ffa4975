//! Errors as clients see them.

use grundy::language::LanguageError;
use grundy::solve::partitioned::Failure;
use grundy::{ParseError, Stopped};
use serde::Serialize;

use crate::config::Unread;
use crate::reply::Reply;

/// An error response.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ApiError {
    #[serde(skip)]
    status: u16,
    /// The methods that would be allowed.
    #[serde(skip)]
    allowed: Option<&'static str>,
    kind: &'static str,
    message: String,
    /// The offset of the error in the text that was sent, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    /// The place of an illegal move among those that were sent.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

impl ApiError {
    fn new(status: u16, kind: &'static str, message: impl Into<String>) -> Self {
        let (allowed, message) = (None, message.into());
        ApiError { status, allowed, kind, message, at: None, step: None, help: None }
    }

    /// The body that a client receives.
    pub(crate) fn body(&self) -> Body<'_> {
        Body { error: self }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        ApiError::new(400, "bad-request", message)
    }

    /// A move that the rules do not allow, with its place among those that were sent.
    pub(crate) fn illegal(message: impl Into<String>, step: usize) -> Self {
        let illegal = ApiError::new(400, "illegal", message);
        ApiError { step: Some(step), ..illegal }
    }

    /// The request is well-formed but has no answer.
    pub(crate) fn unanswerable(message: impl Into<String>) -> Self {
        ApiError::new(422, "no-answer", message)
    }

    /// A fault in the rules that were sent: a message of several lines, with the place.
    pub(crate) fn rules(message: impl Into<String>) -> Self {
        ApiError::new(422, "rules", message)
    }

    /// The answer is larger than the limits allow.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        ApiError::new(422, "limit", message)
    }

    pub(crate) fn not_found() -> Self {
        ApiError::new(404, "not-found", "there is nothing here")
    }

    /// The address can only be used with other methods.
    pub(crate) fn not_allowed(allowed: &'static str) -> Self {
        let error = ApiError::new(405, "bad-request", "this method is not allowed here");
        ApiError { allowed: Some(allowed), ..error }
    }

    #[cfg(feature = "server")]
    pub(crate) fn busy() -> Self {
        let message = "too many requests are waiting: come again in a few seconds";
        ApiError::new(503, "busy", message)
    }

    #[cfg(feature = "server")]
    pub(crate) fn slow() -> Self {
        ApiError::new(408, "slow", "the request took too long to arrive")
    }

    pub(crate) fn with_status(status: u16, message: impl Into<String>) -> Self {
        ApiError::new(status, "bad-request", message)
    }

    /// A fault of the server. Its cause is printed on standard error, for the operator of the
    /// server.
    pub(crate) fn internal() -> Self {
        let message = "something went wrong here; the fault has been noted";
        ApiError::new(500, "internal", message)
    }
}

impl From<ParseError> for ApiError {
    fn from(error: ParseError) -> Self {
        if let Some(fault) = error.fault {
            return ApiError::rules(fault.to_string());
        }
        let message = format!("expected {}", error.expected);
        let parse = ApiError::new(400, "parse", message);
        ApiError { at: Some(error.at), help: error.help.and_then(without_commands), ..parse }
    }
}

impl From<Stopped> for ApiError {
    fn from(stopped: Stopped) -> Self {
        if let Stopped::Rules(fault) = stopped {
            return ApiError::rules(fault.to_string());
        }
        ApiError::limit(limit_sentence(&stopped))
    }
}

impl From<Unread> for ApiError {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Fault(fault) => ApiError::rules(fault),
            Unread::Limit(limit) => ApiError::limit(limit),
        }
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Turn { .. } => ApiError::bad_request(failure.to_string()),
            failure => failure.into_stopped().into(),
        }
    }
}

impl From<LanguageError> for ApiError {
    fn from(error: LanguageError) -> Self {
        match error {
            LanguageError::Parse(error) => error.into(),
            LanguageError::Stopped(stopped) => stopped.into(),
            other => {
                let at = other.at();
                ApiError { at, ..ApiError::unanswerable(other.to_string()) }
            }
        }
    }
}

/// Advice without commands of the program: clients of a server have no shell.
fn without_commands(help: String) -> Option<String> {
    let parts: Vec<&str> = help.split("; ").filter(|part| !part.contains("`grundy ")).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Which limit was reached, as a sentence.
pub(crate) fn limit_sentence(stopped: &Stopped) -> String {
    match stopped {
        Stopped::Memory { limit, reached, .. } => format!(
            "more than {} megabytes of memory would be needed: stopped after {reached} positions",
            limit >> 20
        ),
        other => other.to_string(),
    }
}

/// The body of an error response.
#[derive(Serialize)]
pub(crate) struct Body<'a> {
    error: &'a ApiError,
}

impl From<ApiError> for Reply {
    fn from(error: ApiError) -> Reply {
        if let Some(allowed) = error.allowed {
            return Reply::empty(error.status, vec![("allow", allowed)]);
        }
        let body = serde_json::to_string(&error.body()).unwrap_or_default();
        let mut reply = Reply { status: error.status, ..Reply::json(body) };
        if error.status == 503 {
            reply.headers.push(("retry-after", "3"));
        }
        reply
    }
}
