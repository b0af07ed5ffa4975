//! The two players, and pairs with one thing for each player.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two players: A and B of the 5-tuple, called Left and Right in the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// A of the 5-tuple; moves first in most boxed games (X, White, Vertical).
    Left,
    /// B of the 5-tuple.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// `left` or `right`, as scripts read it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Player::Left => "left",
            Player::Right => "right",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

/// A pair with one thing for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByPlayer<T> {
    /// Left's.
    pub left: T,
    /// Right's.
    pub right: T,
}

impl<T> ByPlayer<T> {
    /// Calls `make` for each player, Left first.
    pub fn new(mut make: impl FnMut(Player) -> T) -> Self {
        ByPlayer { left: make(Player::Left), right: make(Player::Right) }
    }

    /// The same with the roles exchanged.
    #[must_use]
    pub fn swap(self) -> Self {
        ByPlayer { left: self.right, right: self.left }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::Left => &mut self.left,
            Player::Right => &mut self.right,
        }
    }
}
