//! Keys of Hex and Y: the occupied cells, Left's cells, and which player began.

use super::{Connection, Stones};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::grid;
use grundy_ruleset::{Flow, Key, Packed};

impl<K: Key> Connection<K> {
    /// The player to move, computed from the player who began and the occupied cells.
    fn mover(right_began: bool, taken: u64) -> Player {
        match right_began ^ (taken.count_ones() % 2 == 1) {
            false => Player::Left,
            true => Player::Right,
        }
    }
}

impl<K: Key> Packed for Connection<K> {
    type Key = K;

    /// The key has the player who began, instead of the player to move. The player who began does
    /// not change during play, so the moves to a given cell keep the order of keys in a tier.
    fn pack(&self, stones: &Stones, mover: Player) -> K {
        let taken = stones.all();
        let right_began = Self::mover(false, taken) != mover;
        K::join(self.cells, right_began, taken, stones.left)
    }

    fn unpack(&self, key: K) -> Option<(Stones, Player)> {
        let (right_began, taken, left) = key.part(self.cells);
        Some((Stones { left, right: taken & !left }, Self::mover(right_began, taken)))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let (stones, mover) = self.unpack(key)?;
        let other = mover.opponent();
        if self.joins(stones.owned(other), other) {
            return Some(Fate::Loss);
        }
        if self.joins(stones.owned(mover), mover) {
            return Some(Fate::Win);
        }
        let (wide, left) = (key.number(), u128::from(mover == Player::Left));
        for cell in grid::numbers(self.all() & !stones.all()) {
            option(cell, K::of(wide + (1 << self.cells | left) * (1 << cell)));
        }
        None
    }

    fn kinds(&self) -> usize {
        self.cells as usize
    }

    fn flow(&self) -> Flow {
        Flow::Stepwise
    }

    fn tier(&self, key: K) -> u32 {
        key.part(self.cells).1.count_ones()
    }
}
