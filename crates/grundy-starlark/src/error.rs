//! Why a file cannot be read, or a call has no value.

use std::fmt;

use crate::span::Span;

/// Bytes of a message that are kept.
const LONGEST: usize = 1 << 16;

/// Why a file cannot be read, or a call has no value.
#[derive(Clone, Debug)]
pub struct Error(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    kind: ErrorKind,
    message: String,
    span: Option<Span>,
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file is no Starlark.
    Syntax,
    /// The file does something that is not possible.
    Value,
    /// More functions call each other than may.
    Depth,
    /// More memory is needed than may be used.
    Memory,
    /// The watcher of the call has stopped it.
    Stopped,
}

impl Error {
    /// An error of a value.
    #[cold]
    pub(crate) fn new(message: impl Into<String>) -> Error {
        Error::of(ErrorKind::Value, message)
    }

    #[cold]
    pub(crate) fn of(kind: ErrorKind, message: impl Into<String>) -> Error {
        let mut message = message.into();
        if message.len() > LONGEST {
            message.truncate(message.floor_char_boundary(LONGEST));
            message.push('…');
        }
        Error(Box::new(Parts { kind, message, span: None }))
    }

    /// The error of an operator that this type does not have.
    #[cold]
    pub(crate) fn unsupported(op: &str, of: &str) -> Error {
        Error::new(format!("operation `{op}` not supported on type `{of}`"))
    }

    /// The error of an operator that these types do not have.
    #[cold]
    pub(crate) fn unsupported_with(op: &str, left: &str, right: &str) -> Error {
        Error::new(format!("operation `{op}` not supported for types `{left}` and `{right}`"))
    }

    /// A syntax error at a place.
    #[cold]
    pub(crate) fn syntax(message: impl Into<String>, span: Span) -> Error {
        Error::of(ErrorKind::Syntax, message).at(span)
    }

    /// Places the error, unless it has a place.
    #[cold]
    #[must_use]
    pub(crate) fn at(mut self, span: Span) -> Error {
        self.0.span.get_or_insert(span);
        self
    }

    /// What kind of error it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where in the file.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.0.span
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}
