//! Keys of Toads and Frogs on strips of fixed length: the animals of the player to move,
//! always shown as toads, and those of the opponent.

use std::marker::PhantomData;

use crate::rulesets::toads_and_frogs::{Pond, ToadsAndFrogs};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::grid;
use grundy_ruleset::{Flow, Key, Packed, Ruleset};

/// Toads and Frogs on strips of fixed length, with keys of type `K`.
#[derive(Clone, Copy, Debug)]
pub struct ToadsAndFrogsOnStrip<K> {
    length: u32,
    keys: PhantomData<K>,
}

impl<K: Key> ToadsAndFrogsOnStrip<K> {
    /// The rules on strips of the length of this one; none if it has no squares, or if two
    /// sets of its squares do not fit in a key.
    #[must_use]
    pub fn new(pond: &Pond) -> Option<Self> {
        let length = u32::from(pond.length);
        (length > 0 && 2 * length <= K::BITS).then_some(Self { length, keys: PhantomData })
    }

    fn all(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.length)
    }

    /// The strip reversed.
    fn mirror(&self, animals: u64) -> u64 {
        animals.reverse_bits() >> (u64::BITS - self.length)
    }
}

impl<K: Key> Ruleset for ToadsAndFrogsOnStrip<K> {
    type Position = Pond;

    fn options(&self, pond: &Pond, player: Player) -> impl Iterator<Item = Pond> {
        ToadsAndFrogs.options(pond, player)
    }
}

impl<K: Key> Packed for ToadsAndFrogsOnStrip<K> {
    type Key = K;

    /// Whether a position is on a strip of this length.
    fn holds(&self, pond: &Pond) -> bool {
        u32::from(pond.length) == self.length
    }

    fn pack(&self, &Pond { toads, frogs, .. }: &Pond, mover: Player) -> K {
        let sets = match mover {
            Player::Left => [toads, frogs],
            Player::Right => [frogs, toads].map(|animals| self.mirror(animals)),
        };
        K::of_sets(self.length, sets)
    }

    fn unpack(&self, key: K) -> Option<(Pond, Player)> {
        let [toads, frogs] = key.sets(self.length);
        Some((Pond { toads, frogs, length: self.length as u8 }, Player::Left))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let [toads, frogs] = key.sets(self.length);
        let empty = self.all() & !(toads | frogs);
        let other = self.mirror(frogs);
        let jumps = toads & frogs >> 1 & empty >> 2;
        for (movers, far) in [(toads & empty >> 1, 1), (jumps, 2)] {
            for at in grid::numbers(movers) {
                let toads = toads ^ (1 | 1 << far) << at;
                option(0, K::of_sets(self.length, [other, self.mirror(toads)]));
            }
        }
        None
    }

    /// The position with Left to move, and its negative with Right to move.
    fn orbit(&self, _: K) -> u32 {
        2
    }

    fn flow(&self) -> Flow {
        Flow::Rising
    }

    /// The sum of the distances of all animals from their end of the strip.
    fn tier(&self, key: K) -> u32 {
        let [toads, frogs] = key.sets(self.length);
        let far = |animals: u64| grid::numbers(animals).sum::<usize>();
        (far(toads) + far(self.mirror(frogs))) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Text;
    use grundy_ruleset::Notation;
    use grundy_ruleset::law::check;

    #[test]
    fn keys_stand_for_the_moves_of_the_rules() {
        let long = format!("TTTT{}FFFF", ".".repeat(24));
        for text in ["T.F", "TT..FF", "TTT..FFF", "TF.TF.", "T....", "F", ".", &long] {
            let pond = ToadsAndFrogs.read(Text::new(text)).unwrap();
            let most = if text == long { 400 } else { 60_000 };
            for player in Player::BOTH {
                let rules = ToadsAndFrogsOnStrip::<u64>::new(&pond).unwrap();
                let found = check(&rules, (&pond, player), most);
                let wide = ToadsAndFrogsOnStrip::<u128>::new(&pond).unwrap();
                assert_eq!(check(&wide, (&pond, player), most), found, "{text}");
            }
        }
        let pond = |length: usize| ToadsAndFrogs.read(Text::new(&".".repeat(length))).unwrap();
        assert!(ToadsAndFrogsOnStrip::<u64>::new(&pond(33)).is_none());
        assert!(ToadsAndFrogsOnStrip::<u128>::new(&pond(64)).is_some());
        assert!(ToadsAndFrogsOnStrip::<u64>::new(&pond(0)).is_none());
    }

    #[test]
    fn a_position_and_its_negative_have_one_key() {
        let pond = ToadsAndFrogs.read(Text::new("TT.F.F.")).unwrap();
        let rules = ToadsAndFrogsOnStrip::<u64>::new(&pond).unwrap();
        let negative = ToadsAndFrogs.negative(&pond).unwrap();
        assert_eq!(rules.pack(&pond, Player::Left), rules.pack(&negative, Player::Right));
        assert_ne!(rules.pack(&pond, Player::Left), rules.pack(&pond, Player::Right));
    }
}
