//! Keys of Go, for positions of stones, closed points and passes, without earlier boards.

use std::marker::PhantomData;
use std::sync::Arc;

use super::{Go, Position, Repetition, Stones};
use grundy_base::{End, Fate, Player};
use grundy_ruleset::board::symmetry::Symmetries;
use grundy_ruleset::{Flow, Key, Packed, Ruleset};

/// Go on a board, under a rule about repetition that does not look at earlier
/// boards, in keys of type `K`.
///
/// A key has two sets of points, the stones of each player; closed points are in both. Without komi
/// the rules are the same for both players, and the player to move is always Left. With komi the
/// key also has the player to move. A position has the least key of its symmetric images.
#[derive(Clone, Debug)]
pub struct GoOnBoard<R: Repetition, K> {
    rules: Go<R>,
    points: u32,
    symmetries: Arc<Symmetries>,
    keys: PhantomData<K>,
}

/// The greatest number of passes that is distinguished: keys tell none, one, and two or more.
const MOST_PASSES: u8 = 2;

impl<R: Repetition, K: Key> GoOnBoard<R, K> {
    /// The packed form of rules; none if they store earlier boards, or if positions do not fit
    /// in keys.
    #[must_use]
    pub fn new(rules: Go<R>) -> Option<Self> {
        let points = rules.points.count() as u32;
        if R::KEEPS_BOARDS || 2 * points + 3 > K::BITS {
            return None;
        }
        let symmetries = Symmetries::new(rules.points.width, rules.points.height, true);
        Some(Self { rules, points, symmetries: Arc::new(symmetries), keys: PhantomData })
    }

    /// The number of passes in the low bits and, with komi, the player to move above it.
    fn state(&self, key: K) -> u8 {
        (key.number() >> (2 * self.points)) as u8
    }
}

impl<R: Repetition, K: Key> Ruleset for GoOnBoard<R, K> {
    type Position = Position<R::Memory>;

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

impl<R: Repetition, K: Key> Packed for GoOnBoard<R, K> {
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
        let closed = R::forbidden(&position.memory);
        self.symmetries.least([x | closed, o | closed], key)
    }

    fn unpack(&self, key: K) -> Option<(Self::Position, Player)> {
        // Closed points are in both sets.
        let ([x, o], state) = (key.sets(self.points), self.state(key));
        let mover = if state >> 2 == 0 { Player::Left } else { Player::Right };
        let closed = x & o;
        let position = Position {
            stones: Stones { x: x & !closed, o: o & !closed },
            passes: state & 3,
            memory: R::remember(&self.rules.points, closed, &[]),
        };
        Some((position, mover))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let (position, mover) = self.unpack(key)?;
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

    /// The number of different images; without komi each counts twice, with either player to move.
    fn orbit(&self, key: K) -> u32 {
        self.symmetries.orbit(key.sets(self.points)) * if self.rules.half_komi == 0 { 2 } else { 1 }
    }

    fn flow(&self) -> Flow {
        match (R::CLOSES_POINTS, self.rules.passes) {
            (false, _) => Flow::Loopy,
            (true, false) => Flow::Stepwise,
            (true, true) => Flow::Rising,
        }
    }

    /// The number of points played; passes are counted in smaller units.
    fn tier(&self, key: K) -> u32 {
        let [x, o] = key.sets(self.points);
        let played = (x | o).count_ones();
        match self.rules.passes {
            false => played,
            true => u32::from(MOST_PASSES) * played + u32::from(self.state(key) & 3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::go::{Once, Points, Repeat, Superko};
    use grundy_ruleset::law::check;

    fn rules<R: Repetition>(width: usize, height: usize, repetition: R) -> Go<R> {
        let points = Points::new(width, height).unwrap();
        Go { points, suicide: false, passes: true, half_komi: 0, repetition }
    }

    fn keys_are_held_to<R: Repetition>(repetition: R) {
        for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (1, 4), (3, 2)] {
            for (suicide, passes, half_komi) in [
                (false, true, 0),
                (true, true, 0),
                (false, false, 0),
                (true, false, 0),
                (false, true, 1),
                (true, false, 3),
            ] {
                let rules = Go { suicide, passes, half_komi, ..rules(width, height, repetition) };
                let narrow = GoOnBoard::<R, u64>::new(rules).unwrap();
                let wide = GoOnBoard::<R, u128>::new(rules).unwrap();
                for player in Player::BOTH {
                    let found = check(&narrow, (&Position::default(), player), 100_000);
                    assert_eq!(check(&wide, (&Position::default(), player), 100_000), found);
                }
            }
        }
    }

    #[test]
    fn keys_stand_for_the_moves_of_the_rules() {
        keys_are_held_to(Repeat);
        keys_are_held_to(Once);
    }

    #[test]
    fn the_keys_are_as_wide_as_the_board_needs() {
        assert!(GoOnBoard::<Repeat, u64>::new(rules(5, 6, Repeat)).is_some());
        assert!(GoOnBoard::<Repeat, u64>::new(rules(6, 6, Repeat)).is_none());
        assert!(GoOnBoard::<Once, u128>::new(rules(6, 6, Once)).is_some());
        assert!(GoOnBoard::<Once, u128>::new(rules(8, 8, Once)).is_none());
    }

    #[test]
    fn what_remembers_boards_has_no_keys() {
        assert!(GoOnBoard::<Superko, u128>::new(rules(1, 1, Superko)).is_none());
    }
}
