//! Components of sums, by number.

use smallvec::SmallVec;

/// A component of a sum: its number in a [`Pool`](super::pool::Pool), and whether the players are
/// exchanged in it. In a component that is its own negative they never are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Part(u32);

impl Part {
    /// Numbers are below this: 31 bits.
    pub(super) const MOST: usize = 1 << 31;

    pub(super) fn new(number: u32) -> Part {
        Part(number << 1)
    }

    /// The part with another number and the same sign.
    pub(super) fn renumbered(self, number: u32) -> Part {
        Part(number << 1 | self.0 & 1)
    }

    pub(super) fn number(self) -> u32 {
        self.0 >> 1
    }

    pub(super) fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    pub(super) fn negated(self) -> Part {
        Part(self.0 ^ 1)
    }
}

/// The components of a few games.
pub(super) type Parts = SmallVec<[Part; 6]>;
