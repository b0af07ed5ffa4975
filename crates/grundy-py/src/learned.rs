//! What play has shown of the keys of a game that Python states.

use serde::{Deserialize, Serialize};

/// What play has shown of a game that samples did not. States are bytes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Learned {
    /// States that did not look like those seen before.
    pub(crate) beyond: Vec<Vec<u8>>,
    /// Moves that went back where all others went on.
    pub(crate) moves: Vec<(Vec<u8>, Vec<u8>)>,
    /// A move did not pass the turn.
    pub(crate) keeps_turn: bool,
    /// A state has no bytes.
    pub(crate) unkeyed: Option<String>,
}
