//! Othello in numbers: the discs of the player to move and those of the other,
//! as the symmetry of the board shows them that gives the least number.

use std::cmp::Ordering;

use super::Othello;
use crate::board::discs::Discs;
use crate::board::word::Word;
use crate::outcome::Fate;
use crate::player::Player;
use crate::ruleset::{Flow, Packed};

impl<K: Word> Othello<K> {
    fn area(&self) -> u32 {
        (self.width * self.height) as u32
    }

    #[inline]
    fn least(&self, discs: [u64; 2]) -> K {
        self.symmetries.least(discs, |discs| K::of_sets(self.area(), discs))
    }
}

impl<K: Word> Packed for Othello<K> {
    type Key = K;

    fn pack(&self, discs: &Discs, mover: Player) -> K {
        let (own, other) = discs.seen_by(mover);
        self.least([own, other])
    }

    fn unpack(&self, key: K) -> Option<(Discs, Player)> {
        let [left, right] = key.sets(self.area());
        Some((Discs { left, right }, Player::Left))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let [own, other] = key.sets(self.area());
        let mut moves = self.moves(own, other).peekable();
        if moves.peek().is_none() {
            return Some(match own.count_ones().cmp(&other.count_ones()) {
                Ordering::Greater => Fate::Win,
                Ordering::Less => Fate::Loss,
                Ordering::Equal => Fate::Draw,
            });
        }
        moves.for_each(|(own, other)| option(0, self.least([other, own])));
        None
    }

    /// The images that differ, each with either player to move.
    fn orbit(&self, key: K) -> u32 {
        2 * self.symmetries.orbit(key.sets(self.area()))
    }

    fn flow(&self) -> Flow {
        Flow::Rising
    }

    /// Twice the number of discs, and one more where a disc can be put: who has
    /// just passed leaves the other a square.
    fn tier(&self, key: K) -> u32 {
        let [own, other] = key.sets(self.area());
        2 * (own | other).count_ones() + u32::from(self.squares(own, other) != 0)
    }
}
