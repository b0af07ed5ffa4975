//! What is known of values before the rules run.

/// A value that is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Known {
    None,
    Bool(bool),
    Int(i64),
    Text(String),
    Tuple(Vec<Known>),
}

impl Known {
    /// What is known of both values, if the types of joined values have the same word for it.
    pub(super) fn same(a: &Option<Known>, b: &Option<Known>) -> Option<Known> {
        a.as_ref().filter(|a| Some(*a) == b.as_ref()).cloned()
    }
}
