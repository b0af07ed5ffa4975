//! What is proved of a game whose search was stopped.

use crate::solve::proof::Bounds;
use grundy_base::Fate;

/// What is proved for a player who starts, if that is not yet everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSide {
    /// What the player brings about at least, and at most.
    pub bounds: Bounds,
    /// The moves that look best.
    pub best: Vec<OpenBest>,
    /// Moves that follow each other, each proved to keep what is known.
    pub line: Vec<String>,
}

impl OpenSide {
    /// Whether a move keeps what is proved for the player.
    #[must_use]
    pub fn is_proved(&self, best: &OpenBest) -> bool {
        self.bounds.at_least != Fate::Loss && best.bounds.at_least == self.bounds.at_least
    }
}

/// A move that not everything is proved about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenBest {
    /// What players call the move.
    pub name: String,
    /// The game after it, as it is written.
    pub to: String,
    /// What the player who makes it brings about at least, and at most.
    pub bounds: Bounds,
}
