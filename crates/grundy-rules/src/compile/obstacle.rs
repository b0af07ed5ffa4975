//! Why a function cannot be compiled, and where.

use grundy_starlark::syntax::Span;

/// Why a function cannot be compiled.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle {
    /// The bytes of the file.
    pub(crate) span: std::ops::Range<usize>,
    pub(crate) why: String,
    /// What to write instead.
    pub(crate) help: Option<String>,
}

pub(super) type Lowered<T> = Result<T, Obstacle>;

impl Obstacle {
    pub(super) fn with_help(self, help: &str) -> Obstacle {
        Obstacle { help: Some(help.to_string()), ..self }
    }
}

/// Where errors are reported: in the file, even for the functions of the library.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blame {
    /// The place of the call, if the function is one of the library.
    pub(super) fixed: Option<Span>,
}

impl Blame {
    pub(super) fn obstacle(&self, why: String) -> Obstacle {
        let span = self.fixed.unwrap_or_default();
        Obstacle { span: range(span), why, help: None }
    }
}

pub(super) fn range(span: Span) -> std::ops::Range<usize> {
    span.begin as usize..span.end as usize
}
