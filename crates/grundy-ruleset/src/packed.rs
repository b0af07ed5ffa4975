//! Positions packed in integers of a fixed size, for games with hundreds of millions of
//! positions or more.

use std::fmt::Debug;
use std::hash::Hash;

use bytemuck::Pod;

use super::Ruleset;
use crate::forward::{hash_of, hash_of_word};
use grundy_base::{Fate, Player};

/// An integer, or a few words, that encodes a position.
pub trait Key: Pod + Ord + Hash + Debug + Send + Sync {
    /// A hash whose high bits depend on all bits of the key.
    fn mix(self) -> u64;

    /// A hash of 128 bits, whose upper 64 bits are different for different keys of at
    /// most 64 bits.
    fn hash128(self) -> u128;

    /// The difference `other - self`, for `self <= other`, as its low and its high word.
    fn distance(self, other: Self) -> [u64; 2];

    /// The key plus a difference: the inverse of [`Key::distance`].
    #[must_use]
    fn further(self, by: [u64; 2]) -> Self;

    /// The key as an integer.
    fn number(self) -> u128;

    /// The key of an integer, if it is in range.
    fn from_number(number: u128) -> Option<Self>;

    /// Radix digit `digit`, the eleven bits from bit `11 * digit` on. Keys are ordered by
    /// their digits, the highest digit first.
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
    fn hash128(self) -> u128 {
        hash_of_word(self)
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
    fn hash128(self) -> u128 {
        hash_of(&(self as u64, (self >> 64) as u64))
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

/// What [`Packed::expand_all`] finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expanded<K> {
    /// An option of the present key, and the kind of the move.
    Option(usize, K),
    /// The present key has no more options. If play is over there, the result for the player
    /// to move.
    Done(Option<Fate>),
}

/// What [`Packed::define`] finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defined<K> {
    /// An option of the present key, and whether the turn passes to the opponent.
    Option(K, bool),
    /// The present key has no more options. If play is over there, the result for the player
    /// to move.
    Done(Option<Fate>),
    /// The present number is no key.
    NoKey,
}

/// Whether play can return to an earlier position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It can.
    Loopy,
    /// No move leads to an earlier tier; within a tier play can return.
    Level,
    /// Every move leads to a later tier.
    Rising,
    /// Every move leads to the next tier.
    Stepwise,
}

/// A ruleset that encodes each position, with the player to move, as a key, and generates
/// moves on keys.
///
/// A key may stand for several positions, such as symmetric ones or a position and its
/// negative, if the result for the player to move and its remoteness are the same for all.
/// A law test compares the moves of keys with [`Ruleset::options`].
///
/// Only [`pack`](Packed::pack), [`unpack`](Packed::unpack) and
/// [`expand`](Packed::expand) are required. The others are hints: they
/// choose a cheaper method and never change an answer.
pub trait Packed: Ruleset {
    /// The type of keys; [`u64`] if it is wide enough.
    type Key: Key;

    /// Whether all positions have keys; they do not if the board is too large.
    fn fits(&self) -> bool {
        true
    }

    /// Whether a position of the ruleset has a key. Positions that play does not reach may
    /// have none, for example those with another board.
    fn holds(&self, _position: &Self::Position) -> bool {
        true
    }

    /// The key of a position with `mover` to move.
    fn pack(&self, position: &Self::Position, mover: Player) -> Self::Key;

    /// A position that the key stands for, and the player to move.
    ///
    /// Unlike the other methods, this may be called with a number that is no key. The result
    /// is then none, or any position that has another key.
    fn unpack(&self, key: Self::Key) -> Option<(Self::Position, Player)>;

    /// As [`unpack`](Packed::unpack), but always none for a number that is no key.
    fn position(&self, key: Self::Key) -> Option<(Self::Position, Player)> {
        self.unpack(key).filter(|(position, mover)| self.pack(position, *mover) == key)
    }

    /// If play is over, returns the result for the player to move. Otherwise calls `option`
    /// with the key of each position that a move reaches.
    ///
    /// Keys may be repeated. The first argument of `option` is the kind of the move, a
    /// number below [`Packed::kinds`]. That the player to move has no move need not be
    /// reported as an end: the convention decides. Called only for positions that play
    /// reaches from one in which it is not over.
    fn expand(&self, key: Self::Key, option: impl FnMut(usize, Self::Key)) -> Option<Fate>;

    /// The moves of many keys, one key after the other: calls `found` with each option, and
    /// when it is done with a key with the end of play there, if play is over.
    ///
    /// For rules that are asked about many positions faster than about one at a time.
    #[inline]
    fn expand_all(&self, keys: &[Self::Key], mut found: impl FnMut(Expanded<Self::Key>)) {
        for &key in keys {
            let end = self.expand(key, |kind, option| found(Expanded::Option(kind, option)));
            found(Expanded::Done(end));
        }
    }

    /// Whether a number is the key of a position.
    fn is_key(&self, key: Self::Key) -> bool {
        self.position(key).is_some()
    }

    /// What [`Ruleset::options`] and [`Ruleset::end`] say of the positions of keys, for
    /// verification: shares no code with [`expand`](Packed::expand). False if there is no such
    /// way but to [`unpack`](Packed::unpack) each key.
    ///
    /// For rulesets that remember every position that is unpacked.
    fn define(&self, _keys: &[Self::Key], _found: impl FnMut(Defined<Self::Key>)) -> bool {
        false
    }

    /// The number of kinds of moves. If the moves of each kind keep the order of keys, for
    /// example by adding a constant, the keys found need no sorting.
    fn kinds(&self) -> usize {
        1
    }

    /// Whether every move passes the turn to the opponent.
    #[inline]
    fn alternates(&self) -> bool {
        true
    }

    /// Whether the move from one key to another passes the turn to the opponent. Called only
    /// if players do not [alternate](Packed::alternates).
    #[inline]
    fn passes_turn(&self, _from: Self::Key, _to: Self::Key) -> bool {
        true
    }

    /// The number of positions, each with its player to move, that the key stands for.
    #[inline]
    fn orbit(&self, _key: Self::Key) -> u32 {
        1
    }

    /// Appends the [orbit](Packed::orbit) of each key.
    fn orbits(&self, keys: &[Self::Key], orbits: &mut Vec<u32>) {
        orbits.extend(keys.iter().map(|&key| self.orbit(key)));
    }

    /// Whether play can return to an earlier position, and how moves change
    /// [`Packed::tier`].
    fn flow(&self) -> Flow {
        Flow::Loopy
    }

    /// A number that no move decreases, such as the number of stones on the board; small,
    /// starting near 0.
    #[inline]
    fn tier(&self, _key: Self::Key) -> u32 {
        0
    }

    /// The tier of a key; 0 for all keys of a [`Flow::Loopy`] game.
    #[inline]
    fn in_tier(&self, key: Self::Key) -> u32 {
        match self.flow() {
            Flow::Loopy => 0,
            _ => self.tier(key),
        }
    }

    /// The part of a solution that stores a key: its tier. [Dense](Packed::dense) keys are
    /// stored all together, because neighbouring keys are similar.
    #[inline]
    fn shelf(&self, key: Self::Key) -> u32 {
        match self.dense() {
            Some(_) => 0,
            None => self.in_tier(key),
        }
    }

    /// Whether [`Packed::parents`] is implemented.
    fn has_parents(&self) -> bool {
        false
    }

    /// Calls `parent` with every key from which a move reaches `key`. Repeats are allowed, and
    /// so are keys that play never reaches and keys of ended positions; all others must have
    /// a move to `key`.
    fn parents(&self, _key: Self::Key, _parent: impl FnMut(Self::Key)) {}

    /// One more than the greatest key, if nearly all smaller numbers are keys, so that an
    /// array indexed by key pays off.
    fn dense(&self) -> Option<u64> {
        None
    }

    /// How positions are packed, if that is not always the same: saved keys are of use only for
    /// rules that say the same.
    fn packing(&self) -> String {
        String::new()
    }

    /// There are at most so many keys, as far as that is known.
    fn most(&self) -> u128 {
        self.dense().map_or(u128::MAX, u128::from)
    }

    /// Whether every move leads to a greater key.
    fn keys_rise(&self) -> bool {
        false
    }
}
