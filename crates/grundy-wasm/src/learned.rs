//! What play has shown about a game that a sample had not.

use crate::seen::Seen;

/// Facts that later keys must take into account.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learned {
    /// The bytes seen in positions; none if nothing was learned about them.
    pub(crate) seen: Option<Seen>,
    /// Moves that went back to an earlier tier, or not to a later one.
    pub(crate) moves: Vec<(Vec<u8>, Vec<u8>)>,
    /// The highest tier that the module has given.
    pub(crate) highest: u32,
    /// Whether a move did not pass the turn.
    pub(crate) keeps_turn: bool,
    /// Whether a position has no negative, or has a negative in another tier.
    pub(crate) no_negative: bool,
}
