//! Go in numbers, where boards may repeat, so that nothing has to be remembered
//! but the stones and the passes.

use std::marker::PhantomData;
use std::sync::Arc;

use super::{Go, Position, Repeat, Stones};
use crate::board::symmetry::Symmetries;
use crate::board::word::Word;
use crate::outcome::{End, Fate};
use crate::player::Player;
use crate::ruleset::{Packed, Ruleset};

/// Go on a board and without a rule about repetition, in keys of type `K`.
///
/// Without komi the rules are the same for both, and a key has the stones of the
/// player to move and those of the other. With komi it says who moves. Of the
/// images of a board it has the one that gives the least number.
#[derive(Clone, Debug)]
pub struct GoOnBoard<K> {
    rules: Go<Repeat>,
    points: u32,
    symmetries: Arc<Symmetries>,
    keys: PhantomData<K>,
}

/// Passes that are told apart: none, one, and two or more.
const MOST_PASSES: u8 = 2;

impl<K: Word> GoOnBoard<K> {
    /// The same rules; none where positions do not fit in keys.
    #[must_use]
    pub fn new(rules: Go<Repeat>) -> Option<Self> {
        let points = rules.points.count() as u32;
        let symmetries = Symmetries::new(rules.points.width, rules.points.height, true);
        (2 * points + 3 <= K::BITS).then(|| Self {
            rules,
            points,
            symmetries: Arc::new(symmetries),
            keys: PhantomData,
        })
    }

    /// The stones of the player who is seen as Left, and those of the other.
    fn parts(&self, key: K) -> [u64; 2] {
        let wide = key.wide();
        [wide >> self.points, wide].map(|set| set as u64 & self.rules.points.all)
    }
}

impl<K: Word> Ruleset for GoOnBoard<K> {
    type Position = Position<PhantomData<()>>;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(
        &self,
        position: &Self::Position,
        player: Player,
    ) -> impl Iterator<Item = Self::Position> {
        self.rules.options(position, player)
    }

    fn end(&self, position: &Self::Position, mover: Player) -> Option<End> {
        self.rules.end(position, mover)
    }

    fn negative(&self, position: &Self::Position) -> Option<Self::Position> {
        self.rules.negative(position)
    }
}

impl<K: Word> Packed for GoOnBoard<K> {
    type Key = K;

    fn pack(&self, position: &Self::Position, mover: Player) -> K {
        let komi = self.rules.half_komi != 0;
        let Stones { x, o } = match mover {
            Player::Right if !komi => position.stones.exchanged(),
            _ => position.stones,
        };
        let right = u128::from(komi && mover == Player::Right);
        let state = right << 2 | u128::from(position.passes.min(MOST_PASSES));
        let key = |[x, o]: [u64; 2]| {
            K::of((state << self.points | u128::from(x)) << self.points | u128::from(o))
        };
        self.symmetries.least([x, o], key)
    }

    fn unpack(&self, key: K) -> (Self::Position, Player) {
        let [x, o] = self.parts(key);
        let state = (key.wide() >> (2 * self.points)) as u8;
        let mover = if state >> 2 == 0 { Player::Left } else { Player::Right };
        let passes = state & 3;
        (Position { stones: Stones { x, o }, passes, memory: PhantomData }, mover)
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let (position, mover) = self.unpack(key);
        if let Some(end) = self.rules.end(&position, mover) {
            return Some(match end {
                End::Tie => Fate::Draw,
                End::Won(player) if player == mover => Fate::Win,
                End::Won(_) => Fate::Loss,
            });
        }
        let next = mover.opponent();
        self.rules.options(&position, mover).for_each(|to| option(0, self.pack(&to, next)));
        None
    }

    /// The images that differ, without komi each with either player to move.
    fn orbit(&self, key: K) -> u32 {
        self.symmetries.orbit(self.parts(key)) * if self.rules.half_komi == 0 { 2 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::law::check;
    use crate::rulesets::go::Points;

    #[test]
    fn keys_stand_for_the_moves_of_the_rules() {
        for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (1, 4), (3, 2)] {
            for (suicide, passes, half_komi) in [
                (false, true, 0),
                (true, true, 0),
                (false, false, 0),
                (false, true, 1),
                (true, false, 3),
            ] {
                let points = Points::new(width, height).unwrap();
                let rules = Go { points, suicide, passes, half_komi, repetition: Repeat };
                let narrow = GoOnBoard::<u64>::new(rules).unwrap();
                let wide = GoOnBoard::<u128>::new(rules).unwrap();
                for player in Player::BOTH {
                    let found = check(&narrow, (&Position::default(), player), 100_000);
                    assert_eq!(check(&wide, (&Position::default(), player), 100_000), found);
                }
            }
        }
        let rules = |width, height| {
            let points = Points::new(width, height).unwrap();
            Go { points, suicide: false, passes: true, half_komi: 0, repetition: Repeat }
        };
        assert!(GoOnBoard::<u64>::new(rules(5, 6)).is_some());
        assert!(GoOnBoard::<u64>::new(rules(6, 6)).is_none());
        assert!(GoOnBoard::<u128>::new(rules(8, 8)).is_none());
    }
}
