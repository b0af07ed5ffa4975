//! Places in a file.

/// A range of bytes of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub begin: u32,
    /// The byte behind the last.
    pub end: u32,
}

impl Span {
    /// The bytes from one place to another.
    #[must_use]
    pub fn new(begin: usize, end: usize) -> Span {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { begin: place(begin), end: place(end) }
    }
}
