//! Crosscut in numbers: the discs of the player to move and those of the other,
//! as the symmetry of the board shows them that gives the least number.

use super::Crosscut;
use crate::board::discs::Discs;
use crate::board::word::Word;
use crate::outcome::Fate;
use crate::player::Player;
use crate::ruleset::{Flow, Packed};

impl<K: Word> Crosscut<K> {
    fn area(&self) -> u32 {
        (self.width * self.height) as u32
    }

    #[inline]
    fn least(&self, discs: [u64; 2]) -> K {
        self.symmetries.least(discs, |discs| K::of_sets(self.area(), discs))
    }
}

impl<K: Word> Packed for Crosscut<K> {
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
        let over = self.over(own, other);
        if over.is_none() {
            let moves = self.moves(own, other);
            moves.for_each(|(own, other)| option(0, self.least([other, own])));
        }
        over
    }

    /// The images that differ, each with either player to move.
    fn orbit(&self, key: K) -> u32 {
        2 * self.symmetries.orbit(key.sets(self.area()))
    }

    // A disc on the perimeter only turns others over. That never goes in a circle, for
    // the lines that go are shorter than the longest that comes.
    fn flow(&self) -> Flow {
        Flow::Level
    }

    fn tier(&self, key: K) -> u32 {
        let [own, other] = key.sets(self.area());
        (own | other).count_ones()
    }
}
