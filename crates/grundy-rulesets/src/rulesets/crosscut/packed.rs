//! Keys of Crosscut.

use super::Crosscut;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::{Flow, Key, Packed};

impl<K: Key> Packed for Crosscut<K> {
    type Key = K;

    fn pack(&self, discs: &Discs, mover: Player) -> K {
        self.keys.pack(discs, mover)
    }

    fn unpack(&self, key: K) -> Option<(Discs, Player)> {
        Some(self.keys.unpack(key))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let [own, other] = self.keys.sets(key);
        let over = self.over(own, other);
        if over.is_none() {
            let moves = self.moves(own, other);
            moves.for_each(|(own, other)| option(0, self.keys.least([other, own])));
        }
        over
    }

    fn orbit(&self, key: K) -> u32 {
        self.keys.orbit(key)
    }

    // A disc on the perimeter keeps the number of discs, so it stays in the tier. Such moves
    // cannot repeat: every line that is cut is shorter than the longest line that is made.
    fn flow(&self) -> Flow {
        Flow::Level
    }

    fn tier(&self, key: K) -> u32 {
        let [own, other] = self.keys.sets(key);
        (own | other).count_ones()
    }
}
