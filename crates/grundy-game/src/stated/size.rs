//! How many positions a whole game has, as far as that is known.

use serde::Serialize;

/// How many positions play reaches, each with the player to move where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// All positions were visited.
    Exactly(u64),
    /// Estimated from samples.
    About {
        /// The estimate.
        positions: f64,
        /// In 19 of 20 games the true number is within this part of the estimate.
        error: f64,
    },
    /// A lower bound.
    AtLeast(f64),
}

impl Size {
    /// The number of positions: the estimate, or the least number.
    #[must_use]
    pub fn positions(self) -> f64 {
        match self {
            Size::Exactly(positions) => positions as f64,
            Size::About { positions, .. } | Size::AtLeast(positions) => positions,
        }
    }
}
