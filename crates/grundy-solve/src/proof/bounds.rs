//! What is proved of a position.

use super::worker::Found;
use grundy_base::Fate;

/// What is proved of the result for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The player brings about at least this.
    pub at_least: Fate,
    /// The player brings about at most this.
    pub at_most: Fate,
}

impl Bounds {
    /// Nothing is proved.
    pub const UNKNOWN: Bounds = Bounds { at_least: Fate::Loss, at_most: Fate::Win };

    /// The result, once it is proved.
    #[must_use]
    pub fn fate(self) -> Option<Fate> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The same for the other player.
    #[must_use]
    pub const fn reversed(self) -> Bounds {
        Bounds { at_least: self.at_most.reversed(), at_most: self.at_least.reversed() }
    }

    /// What two bounds say together.
    #[must_use]
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds {
            at_least: fate(self.at_least.value().max(other.at_least.value())),
            at_most: fate(self.at_most.value().min(other.at_most.value())),
        }
    }

    /// Whether the player brings about at least this.
    #[must_use]
    pub fn ensures(self, fate: Fate) -> bool {
        self.at_least.value() >= fate.value()
    }

    /// Whether the player cannot bring about as much as this.
    #[must_use]
    pub fn rules_out(self, fate: Fate) -> bool {
        self.at_most.value() < fate.value()
    }

    /// Orders bounds from best to worst for the player that they speak of.
    #[must_use]
    pub fn rank(self) -> (i8, i8) {
        (-self.at_least.value(), -self.at_most.value())
    }

    /// The bounds with what was found about a goal.
    pub(super) fn with(self, goal: i8, Found { value, bounded }: Found) -> Bounds {
        match (bounded, value >= goal) {
            (true, _) => self,
            (false, true) => self.and(Bounds { at_least: fate(value), at_most: Fate::Win }),
            (false, false) => self.and(Bounds { at_least: Fate::Loss, at_most: fate(value) }),
        }
    }
}

pub(super) const fn fate(value: i8) -> Fate {
    match value {
        ..0 => Fate::Loss,
        0 => Fate::Draw,
        1.. => Fate::Win,
    }
}
