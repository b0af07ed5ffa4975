//! Positions packed in integers of a fixed size, for games with hundreds of millions of
//! positions or more.

use crate::{Key, Ruleset};
use grundy_base::{Fate, Player};

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

    /// Whether a position of the ruleset has a key. Positions that play does not reach may have
    /// none, such as those on another board.
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
    /// Keys may be repeated. The first argument of `option` is the kind of the move, a number below
    /// [`Packed::kinds`]. A player without a move need not be reported as an end: the convention
    /// decides. Called only for positions that play reaches from a position where it is not over.
    fn expand(&self, key: Self::Key, option: impl FnMut(usize, Self::Key)) -> Option<Fate>;

    /// Expands many keys, one after the other. Calls `found` with each option, and after the last
    /// option of a key with the result there, if play is over.
    ///
    /// For rules that compute many positions together faster than one at a time.
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

    /// Gives [`Ruleset::options`] and [`Ruleset::end`] for the positions of keys, for verification,
    /// without code of [`expand`](Packed::expand). Returns false if that can only be done by
    /// [unpacking](Packed::unpack) each key.
    ///
    /// Implemented by rulesets that remember every position that is unpacked.
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

    /// A number that no move decreases, such as the number of stones on the board. It should be
    /// small and start near 0.
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

    /// The part of a solution in which a key is stored: its tier. [Dense](Packed::dense) keys are
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

    /// How positions are packed, for rulesets that have several ways. Saved keys can be used only
    /// by rules that return the same text.
    fn packing(&self) -> String {
        String::new()
    }

    /// Upper bound on the number of keys, as far as known.
    fn most(&self) -> u128 {
        self.dense().map_or(u128::MAX, u128::from)
    }

    /// Whether every move leads to a greater key.
    fn keys_rise(&self) -> bool {
        false
    }
}
