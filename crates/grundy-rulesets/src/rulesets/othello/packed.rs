//! Keys of Othello.

use super::Othello;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::discs::{Discs, Keys};
use grundy_ruleset::{Flow, Key, Packed};

impl<K: Key> Packed for Othello<Keys<K>> {
    type Key = K;

    fn pack(&self, discs: &Discs, mover: Player) -> K {
        self.keys.pack(discs, mover)
    }

    fn unpack(&self, key: K) -> Option<(Discs, Player)> {
        Some(self.keys.unpack(key))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let [own, other] = self.keys.sets(key);
        let mut moves = self.moves(own, other).peekable();
        if moves.peek().is_none() {
            return Some(match self.points(own, other) {
                1.. => Fate::Win,
                0 => Fate::Draw,
                _ => Fate::Loss,
            });
        }
        moves.for_each(|(own, other)| option(0, self.keys.least([other, own])));
        None
    }

    fn orbit(&self, key: K) -> u32 {
        self.keys.orbit(key)
    }

    fn flow(&self) -> Flow {
        Flow::Rising
    }

    /// Twice the number of discs, plus one if the player to move can put a disc. After a pass, the
    /// opponent can put one, so the number grows.
    fn tier(&self, key: K) -> u32 {
        let [own, other] = self.keys.sets(key);
        2 * (own | other).count_ones() + u32::from(self.squares(own, other) != 0)
    }
}
