//! Positions packed in integers of a fixed size, for games whose positions
//! number in the hundreds of millions.

use std::fmt::Debug;
use std::hash::Hash;

use bytemuck::Pod;

use super::Ruleset;
use crate::outcome::Fate;
use crate::player::Player;

/// An integer, or a few words, that stands for a position.
pub trait Key: Pod + Ord + Hash + Debug + Send + Sync {
    /// A number whose high bits depend on all bits of the key.
    fn mix(self) -> u64;

    /// The number `other - self`, for `self <= other`, as its low and its high half.
    fn distance(self, other: Self) -> [u64; 2];

    /// The key that many further on: the inverse of [`Key::distance`].
    #[must_use]
    fn further(self, by: [u64; 2]) -> Self;

    /// The key as a number.
    fn number(self) -> u128;

    /// The key that is this number, if one is.
    fn from_number(number: u128) -> Option<Self>;

    /// The eleven bits from bit `11 * digit` on; the order of keys is that of
    /// these digits from the highest down.
    fn digit(self, digit: u32) -> usize;
}

/// Bit mixing of two multiplications (after Pelle Evensen's and David
/// Stafford's finalizers).
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}

impl Key for u64 {
    #[inline]
    fn number(self) -> u128 {
        self.into()
    }

    #[inline]
    fn from_number(number: u128) -> Option<u64> {
        number.try_into().ok()
    }

    #[inline]
    fn mix(self) -> u64 {
        mix(self)
    }

    #[inline]
    fn distance(self, other: u64) -> [u64; 2] {
        [other - self, 0]
    }

    #[inline]
    fn further(self, [by, _]: [u64; 2]) -> u64 {
        self.wrapping_add(by)
    }

    #[inline]
    fn digit(self, digit: u32) -> usize {
        (self >> (11 * digit)) as usize & 0x7ff
    }
}

impl Key for u128 {
    #[inline]
    fn number(self) -> u128 {
        self
    }

    #[inline]
    fn from_number(number: u128) -> Option<u128> {
        Some(number)
    }

    #[inline]
    fn mix(self) -> u64 {
        mix(self as u64 ^ mix((self >> 64) as u64))
    }

    #[inline]
    fn distance(self, other: u128) -> [u64; 2] {
        let by = other - self;
        [by as u64, (by >> 64) as u64]
    }

    #[inline]
    fn further(self, [low, high]: [u64; 2]) -> u128 {
        self.wrapping_add(u128::from(high) << 64 | u128::from(low))
    }

    #[inline]
    fn digit(self, digit: u32) -> usize {
        (self >> (11 * digit)) as usize & 0x7ff
    }
}

/// Whether play can come back to where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It may.
    Loopy,
    /// No move leads to an earlier tier; in a tier it may.
    Level,
    /// Every move leads to a later tier.
    Rising,
    /// Every move leads to the next tier.
    Stepwise,
}

/// A ruleset that gives each position, with the player to move, as a number,
/// and makes its moves on the numbers.
///
/// A key may stand for several positions that a symmetry of the rules makes
/// equal, also for one and its negative: who wins, for the player to move, and
/// in how many moves must be the same for all. A law test holds the moves of
/// keys to those of [`Ruleset::options`].
///
/// Only [`pack`](Packed::pack), [`unpack`](Packed::unpack) and
/// [`expand`](Packed::expand) are required. The others are hints: they
/// choose a cheaper method and never change an answer.
pub trait Packed: Ruleset {
    /// What stands for a position. [`u64`] where it fits.
    type Key: Key;

    /// Whether all positions have keys: boards may be too large.
    fn fits(&self) -> bool {
        true
    }

    /// Whether a position has a key, where all that play reaches have: others of
    /// the ruleset may have another board.
    fn holds(&self, _position: &Self::Position) -> bool {
        true
    }

    /// The key of a position with `mover` to move.
    fn pack(&self, position: &Self::Position, mover: Player) -> Self::Key;

    /// A position that the key stands for, and who is to move. For a number that
    /// is no key, of which alone of these methods this one may be asked, nothing,
    /// or any position that has another key.
    fn unpack(&self, key: Self::Key) -> Option<(Self::Position, Player)>;

    /// The same, and for a number that is no key nothing.
    fn position(&self, key: Self::Key) -> Option<(Self::Position, Player)> {
        self.unpack(key).filter(|(position, mover)| self.pack(position, *mover) == key)
    }

    /// Says whether play is over, and for the player to move how; if not,
    /// calls `option` with the key of each position that a move reaches.
    ///
    /// Keys may be repeated. With each goes the kind of the move, a number
    /// below [`Packed::kinds`]. A player to move who has no move need not be
    /// reported as an end: the convention decides. Asked only of positions that
    /// play reaches from one in which it is not over.
    fn expand(&self, key: Self::Key, option: impl FnMut(usize, Self::Key)) -> Option<Fate>;

    /// How many kinds of moves there are. Where moves of a kind keep the order
    /// of keys, as moves do that add the same number to each, nothing needs
    /// to be sorted.
    fn kinds(&self) -> usize {
        1
    }

    /// Whether every move gives the turn to the other player.
    #[inline]
    fn alternates(&self) -> bool {
        true
    }

    /// Whether the move from one key to another gives the turn to the other
    /// player. Asked only where players do not alternate.
    #[inline]
    fn passes_turn(&self, _from: Self::Key, _to: Self::Key) -> bool {
        true
    }

    /// How many positions, each with its player to move, the key stands for.
    #[inline]
    fn orbit(&self, _key: Self::Key) -> u32 {
        1
    }

    /// Whether play can come back, and what [`Packed::tier`] says of it.
    fn flow(&self) -> Flow {
        Flow::Loopy
    }

    /// A number that play never takes back, such as how many stones lie on the
    /// board: small, starting near 0.
    #[inline]
    fn tier(&self, _key: Self::Key) -> u32 {
        0
    }

    /// The tier of a key, where tiers mean something; 0, where they do not.
    #[inline]
    fn in_tier(&self, key: Self::Key) -> u32 {
        match self.flow() {
            Flow::Loopy => 0,
            _ => self.tier(key),
        }
    }

    /// Where a solution has a key: by its tier, but all keys that are
    /// [dense](Packed::dense) together, as those beside each other are alike.
    #[inline]
    fn shelf(&self, key: Self::Key) -> u32 {
        match self.dense() {
            Some(_) => 0,
            None => self.in_tier(key),
        }
    }

    /// Whether [`Packed::parents`] finds the positions before a move.
    fn has_parents(&self) -> bool {
        false
    }

    /// Calls `parent` with every key from which a move reaches `key`; some may
    /// be repeated. Keys are allowed from which no play ever comes, and those
    /// of positions in which play is over; others must have that move.
    fn parents(&self, _key: Self::Key, _parent: impl FnMut(Self::Key)) {}

    /// One more than the greatest key, where so few numbers below are no keys that
    /// a table of all of them is worth while.
    fn dense(&self) -> Option<u64> {
        None
    }

    /// Whether every move leads to a greater key.
    fn keys_rise(&self) -> bool {
        false
    }
}
