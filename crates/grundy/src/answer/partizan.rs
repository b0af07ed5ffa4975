//! What a partizan game is worth.

use super::Facts;

/// The value of a partizan game under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartizanValue {
    /// The value of a game that always ends.
    Short(Facts),
    /// The value of a game that can go on for ever: a stopper, or its onside and offside, as it is
    /// printed.
    Loopy(String),
}

impl PartizanValue {
    /// The value as it is printed.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            PartizanValue::Short(facts) => &facts.value,
            PartizanValue::Loopy(text) => text,
        }
    }

    /// What is known of it, if there is a canonical form.
    #[must_use]
    pub fn facts(&self) -> Option<&Facts> {
        match self {
            PartizanValue::Short(facts) => Some(facts),
            PartizanValue::Loopy(_) => None,
        }
    }
}
