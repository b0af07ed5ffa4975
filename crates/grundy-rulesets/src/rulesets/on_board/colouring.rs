//! Keys of Col and Snort on a board of fixed size: the squares that the player to move may colour,
//! and the squares that the opponent may. The key is the least over all symmetric images.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::rulesets::colouring::{BoardColouring, May, Rule, may, reserve};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::grid;
use grundy_ruleset::board::squares::Stones;
use grundy_ruleset::board::symmetry::Symmetries;
use grundy_ruleset::{Flow, Key, Packed, Ruleset};

/// Col or Snort on a board of fixed size, with keys of type `K`.
#[derive(Clone, Debug)]
pub struct ColouringOnBoard<K> {
    rules: BoardColouring,
    /// A board of this size.
    board: Stones,
    area: u32,
    /// The neighbours of each square.
    near: Box<[u64]>,
    symmetries: Arc<Symmetries>,
    keys: PhantomData<K>,
}

impl<K: Key> ColouringOnBoard<K> {
    /// The rules on boards of the size of this one; none if it has no squares, or if two sets
    /// of its squares do not fit in a key.
    #[must_use]
    pub fn new(rule: Rule, board: &Stones) -> Option<Self> {
        let area = board.area();
        if area == 0 || 2 * area > K::BITS {
            return None;
        }
        let (width, height) = board.sides();
        Some(Self {
            rules: BoardColouring::new(rule),
            board: *board,
            area,
            near: (0..area).map(|square| board.beside(1 << square) as u64).collect(),
            symmetries: Arc::new(Symmetries::new(width, height, true)),
            keys: PhantomData,
        })
    }
}

impl<K: Key> Ruleset for ColouringOnBoard<K> {
    type Position = Stones;

    fn options(&self, board: &Stones, player: Player) -> impl Iterator<Item = Stones> {
        self.rules.options(board, player)
    }
}

impl<K: Key> Packed for ColouringOnBoard<K> {
    type Key = K;

    /// Whether a position is on a board of this size.
    fn holds(&self, board: &Stones) -> bool {
        board.sides() == self.board.sides()
    }

    fn pack(&self, board: &Stones, mover: Player) -> K {
        let May { left, right } = may(board);
        let sets = [left as u64, right as u64];
        let sets = if mover == Player::Left { sets } else { [sets[1], sets[0]] };
        self.symmetries.least(sets, |sets| K::of_sets(self.area, sets))
    }

    fn unpack(&self, key: K) -> Option<(Stones, Player)> {
        let [left, right] = key.sets(self.area).map(u128::from);
        Some((reserve(&self.board, May { left, right }), Player::Left))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let [own, other] = key.sets(self.area);
        for square in grid::numbers(own) {
            let (region, near) = (1 << square, self.near[square]);
            let (own_loses, other_loses) = match self.rules.rule {
                Rule::Col => (region | near, region),
                Rule::Snort => (region, region | near),
            };
            let sets = [other & !other_loses, own & !own_loses];
            option(0, self.symmetries.least(sets, |sets| K::of_sets(self.area, sets)));
        }
        None
    }

    /// The number of different images, each with either player to move.
    fn orbit(&self, key: K) -> u32 {
        2 * self.symmetries.orbit(key.sets(self.area))
    }

    fn flow(&self) -> Flow {
        Flow::Rising
    }

    /// The number of squares that players may no longer colour, summed over both players.
    fn tier(&self, key: K) -> u32 {
        2 * self.area - key.sets(self.area).map(u64::count_ones).iter().sum::<u32>()
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
        for rule in [Rule::Col, Rule::Snort] {
            let read = |text: &str| BoardColouring::new(rule).read(Text::new(text)).unwrap();
            for text in ["3x3", "4x2", "1x5", "l.r|#.l", "32x1", "1x32"] {
                let board = read(text);
                let most = if text.contains("32") { 400 } else { 60_000 };
                for player in Player::BOTH {
                    let rules = ColouringOnBoard::<u64>::new(rule, &board).unwrap();
                    let found = check(&rules, (&board, player), most);
                    let wide = ColouringOnBoard::<u128>::new(rule, &board).unwrap();
                    assert_eq!(check(&wide, (&board, player), most), found, "{text}");
                }
            }
            let start = read("3x3");
            let rules = ColouringOnBoard::<u64>::new(rule, &start).unwrap();
            let (keys, positions, _) = check(&rules, (&start, Player::Left), 60_000);
            assert!(16 * keys > positions && 4 * keys < positions, "{keys} of {positions}");
            assert!(ColouringOnBoard::<u64>::new(rule, &read("11x3")).is_none());
        }
    }
}
