//! Positions as integers, by their structure: they are numbers, texts, booleans, None and tuples
//! of these, and what they look like is learned from some of them.
//!
//! - [`code`]: such a value as bytes.
//! - `shape`: what values look like, and the digits of each.
//! - `layout`: how digits are packed into words.
//! - `tiers`: sums over digits that no move decreases.

pub mod code;
pub(crate) mod layout;
pub(crate) mod shape;
pub(crate) mod tiers;

use std::fmt;

use grundy::Flow;
use grundy::stated::tiers::Tiers;

use layout::Layout;
pub use shape::Seen;

/// How the positions of a game are packed into integers, and which tiers they have.
pub struct Structure {
    layout: Layout,
    tiers: Option<Tiers>,
}

impl fmt::Debug for Structure {
    /// The same for the same integers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Structure").field(&self.layout).finish()
    }
}

impl Structure {
    /// The structure of a game whose positions look like `seen`, with the start `start` and these
    /// moves, each from one position to another. With `said` all positions are pairs: the tier that
    /// the rules give, and the position.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn new(
        seen: &Seen,
        said: bool,
        start: &[u8],
        moves: &[(Vec<u8>, Vec<u8>)],
    ) -> Result<Structure, &'static str> {
        const LONG: &str = "positions are too long";
        let shape = seen.shape().ok_or("positions are of several kinds")?;
        let layout = Layout::new(shape).filter(|layout| layout.bits() <= 128).ok_or(LONG)?;
        let tiers = tiers::find(&layout, said, start, moves);
        Ok(Structure { layout, tiers })
    }

    /// Bits of an integer, at most 128.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.layout.bits()
    }

    /// The number of positions within what was seen.
    #[must_use]
    pub fn most(&self) -> u128 {
        self.layout.most()
    }

    /// The integer of a position; none if it is not within what was seen.
    #[must_use]
    pub fn number(&self, position: &[u8]) -> Option<u128> {
        self.layout.number(position)
    }

    /// The position of an integer; none if there is none.
    #[must_use]
    pub fn position(&self, number: u128) -> Option<Vec<u8>> {
        let bytes = number.to_le_bytes();
        let (own, beyond) = bytes.split_at(self.layout.width);
        self.layout.unpack(own).filter(|_| beyond.iter().all(|&byte| byte == 0))
    }

    /// How moves change the tier.
    #[must_use]
    pub fn flow(&self) -> Flow {
        self.tiers.as_ref().map_or(Flow::Loopy, Tiers::flow)
    }

    /// The tier of the position with an integer.
    #[must_use]
    pub fn tier(&self, number: u128) -> u32 {
        self.tiers.as_ref().map_or(0, |tiers| tiers.of(number))
    }

    /// Whether a move from one position to another, by their integers, keeps to the order of
    /// tiers.
    #[must_use]
    pub fn allows(&self, from: u128, to: u128) -> bool {
        self.tiers.as_ref().is_none_or(|tiers| tiers.allow(tiers.sum(from), tiers.sum(to)))
    }
}
