//! What play has shown of a game that a sample did not.

use crate::seen::Seen;

/// What keys that are made later have to take into account.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learned {
    /// What bytes are like.
    pub(crate) seen: Option<Seen>,
    /// Moves that went back to an earlier tier, or not on to a later one.
    pub(crate) moves: Vec<(Vec<u8>, Vec<u8>)>,
    /// The highest tier that the module has said.
    pub(crate) highest: u32,
    /// A move did not pass the turn.
    pub(crate) keeps_turn: bool,
    /// A position has no negative, or one of another tier.
    pub(crate) no_negative: bool,
}
