//! What play has shown about the keys of a game that Python states.

use serde::{Deserialize, Serialize};

/// What play has shown about a game that samples had not. States are bytes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Learned {
    /// States that did not look like those seen before.
    pub(crate) beyond: Vec<Vec<u8>>,
    /// Moves that went back where all others went on.
    pub(crate) moves: Vec<(Vec<u8>, Vec<u8>)>,
    /// Whether a move did not pass the turn.
    pub(crate) keeps_turn: bool,
    /// The state that has no bytes, if there is one, in a message.
    pub(crate) unkeyed: Option<String>,
}
