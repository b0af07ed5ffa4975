//! Keys of Teeko are ranks: first by the least image of the stones of the player to move, then by
//! the opponent's stones on the remaining squares.
//!
//! After a move, the stones of the new player to move are unchanged, and they determine the image.
//! So all moves of a position are generated in the same image.

use super::tables::{Class, Tables};
use super::{STONES, Stones, Teeko};
use grundy_base::{Fate, Player};
use grundy_ruleset::{Flow, Packed};

/// Calls `square` with each square of a set, as a set of one.
#[inline]
fn each(mut set: u32, mut square: impl FnMut(u32)) {
    while set != 0 {
        square(set & set.wrapping_neg());
        set &= set - 1;
    }
}

impl Tables {
    /// The least image of a set under some symmetries.
    #[inline]
    fn least(&self, squares: u32, symmetries: u8) -> u32 {
        let mut least = u32::MAX;
        each(symmetries.into(), |symmetry| {
            let symmetry = symmetry.trailing_zeros() as usize;
            least = least.min(self.symmetries.image(squares, symmetry));
        });
        least
    }

    #[inline]
    fn key(&self, own: u32, other: u32) -> u64 {
        let set = self.set(own);
        self.number(self.class(set), self.least(other, set.symmetries)).into()
    }

    /// The key of a position in which the stones of the player to move are the least of their
    /// class.
    #[inline]
    fn key_of(&self, own: &Class, other: u32) -> u64 {
        let other = match own.stabiliser {
            1 => other,
            stabiliser => self.least(other, stabiliser),
        };
        self.number(own, other).into()
    }

    /// Calls `found` with the set after each step of a stone to one of these free squares.
    #[inline]
    fn each_step(&self, stones: u32, free: u32, mut found: impl FnMut(u32)) {
        each(stones, |stone| {
            let near = self.around[stone.trailing_zeros() as usize] & free;
            each(near, |square| found(stones ^ stone ^ square));
        });
    }
}

impl Packed for Teeko {
    type Key = u64;

    fn pack(&self, stones: &Stones, mover: Player) -> u64 {
        let (own, other) = stones.seen_by(mover);
        self.tables.key(own, other)
    }

    fn unpack(&self, key: u64) -> Option<(Stones, Player)> {
        (key < self.tables.count()).then(|| {
            let (x, o) = self.tables.stones(key);
            (Stones { x, o }, Player::Left)
        })
    }

    #[inline]
    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (own, other) = self.tables.stones(key);
        let waiting = self.tables.set(other);
        if waiting.is_goal(self.goals) {
            return Some(Fate::Loss);
        }
        if self.tables.set(own).is_goal(self.goals) {
            return Some(Fate::Win);
        }
        let next = self.tables.class(waiting);
        let symmetry = waiting.symmetries.trailing_zeros() as usize;
        let own = self.tables.symmetries.image(own, symmetry);
        let free = !(own | next.least) & ((1 << self.tables.squares) - 1);
        if own.count_ones() < STONES {
            each(free, |square| option(0, self.tables.key_of(next, own | square)));
        } else {
            self.tables.each_step(own, free, |own| option(0, self.tables.key_of(next, own)));
        }
        None
    }

    fn orbit(&self, key: u64) -> u32 {
        let (own, other) = self.tables.stones(key);
        let (all, stabiliser) = (8, self.tables.class(self.tables.set(own)).stabiliser);
        let mut same = 0;
        each(stabiliser.into(), |symmetry| {
            let image = self.tables.symmetries.image(other, symmetry.trailing_zeros() as usize);
            same += u32::from(image == other);
        });
        2 * all / same
    }

    fn flow(&self) -> Flow {
        Flow::Level
    }

    /// The number of stones on the board.
    #[inline]
    fn tier(&self, key: u64) -> u32 {
        self.tables.tier(key)
    }

    fn has_parents(&self) -> bool {
        true
    }

    #[inline]
    fn parents(&self, key: u64, mut parent: impl FnMut(u64)) {
        let (own, other) = self.tables.stones(key);
        each(other, |stone| parent(self.tables.key(other ^ stone, own)));
        if own.count_ones() == STONES {
            let free = !(own | other) & ((1 << self.tables.squares) - 1);
            self.tables.each_step(other, free, |other| parent(self.tables.key(other, own)));
        }
    }

    fn dense(&self) -> Option<u64> {
        Some(self.tables.count())
    }
}
