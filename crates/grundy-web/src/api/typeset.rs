//! Values, typeset as in books.

use grundy::format::typeset;
use serde::Serialize;

/// A value for people, and for papers.
#[derive(Serialize)]
pub(super) struct Typeset {
    unicode: String,
    /// The value for math mode.
    latex: String,
}

impl Typeset {
    /// The typeset forms of a value's plain text.
    pub(super) fn of(value: &str) -> Self {
        Typeset { unicode: typeset::unicode(value), latex: typeset::latex(value) }
    }
}
