//! Keys of Clobber on a fixed board: the stones of the player to move and of the opponent. A
//! position has the least key of its symmetric images.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::rulesets::clobber::Clobber;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::grid;
use grundy_ruleset::board::squares::{FREE, LEFT, MISSING, RIGHT, Stones, stone};
use grundy_ruleset::board::symmetry::Symmetries;
use grundy_ruleset::{Flow, Key, Packed, Ruleset};

/// Clobber on a fixed board, with keys of type `K`.
#[derive(Clone, Debug)]
pub struct ClobberOnBoard<K> {
    /// The board with its stones removed.
    empty: Stones,
    area: u32,
    width: u32,
    first: u64,
    symmetries: Arc<Symmetries>,
    keys: PhantomData<K>,
}

impl<K: Key> ClobberOnBoard<K> {
    /// The rules on the board of a position; none if the board has no squares, or if two sets
    /// of its squares do not fit in a key.
    #[must_use]
    pub fn new(board: &Stones) -> Option<Self> {
        let (width, height) = board.sides();
        let area = board.area();
        if area == 0 || 2 * area > K::BITS {
            return None;
        }
        let missing = board.holding(MISSING);
        let symmetries = Symmetries::new(width, height, true).fixing(missing as u64);
        Some(Self {
            empty: board.put(!missing, FREE),
            area,
            width: width as u32,
            first: (0..height).fold(0, |set, y| set | 1 << (y * width)),
            symmetries: Arc::new(symmetries),
            keys: PhantomData,
        })
    }
}

impl<K: Key> Ruleset for ClobberOnBoard<K> {
    type Position = Stones;

    fn options(&self, board: &Stones, player: Player) -> impl Iterator<Item = Stones> {
        Clobber(PhantomData).options(board, player)
    }
}

impl<K: Key> Packed for ClobberOnBoard<K> {
    type Key = K;

    /// Whether a position has the same missing squares.
    fn holds(&self, board: &Stones) -> bool {
        board.put(!board.holding(MISSING), FREE) == self.empty
    }

    fn pack(&self, board: &Stones, mover: Player) -> K {
        let stones = [mover, mover.opponent()].map(|player| board.holding(stone(player)) as u64);
        self.symmetries.least(stones, |stones| K::of_sets(self.area, stones))
    }

    fn unpack(&self, key: K) -> Option<(Stones, Player)> {
        let [own, other] = key.sets(self.area).map(u128::from);
        Some((self.empty.put(own, LEFT).put(other, RIGHT), Player::Left))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let [own, other] = key.sets(self.area);
        // The stones of the opponent with an own stone at the left, at the right, above and below.
        let (off_first, width) = (!self.first, self.width);
        let ways = [
            (1, own << 1 & other & off_first, true),
            (1, (own & off_first) >> 1 & other, false),
            (width, own.checked_shl(width).unwrap_or(0) & other, true),
            (width, own.checked_shr(width).unwrap_or(0) & other, false),
        ];
        for (by, taken, ahead) in ways {
            for to in grid::numbers(taken) {
                let (to, from) = (1 << to, if ahead { 1 << to >> by } else { 1 << to << by });
                let stones = [other & !to, own & !from | to];
                option(0, self.symmetries.least(stones, |stones| K::of_sets(self.area, stones)));
            }
        }
        None
    }

    /// The number of different images, each with either player to move.
    fn orbit(&self, key: K) -> u32 {
        2 * self.symmetries.orbit(key.sets(self.area))
    }

    fn flow(&self) -> Flow {
        Flow::Stepwise
    }

    /// The number of squares without a stone.
    fn tier(&self, key: K) -> u32 {
        let [own, other] = key.sets(self.area);
        self.area - (own | other).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Text;
    use grundy_ruleset::Notation;
    use grundy_ruleset::law::check;

    fn board(text: &str) -> Stones {
        Clobber::<u128>::default().read(Text::new(text)).unwrap()
    }

    #[test]
    fn keys_stand_for_the_moves_of_the_rules() {
        for text in ["3x3", "3x2", "4x2", "xoxoxo", "x|o|x|x|o", "xx.|.ox|o#x", "32x1", "1x32"] {
            let board = board(text);
            let most = if text.contains("32") { 400 } else { 60_000 };
            for player in Player::BOTH {
                let rules = ClobberOnBoard::<u64>::new(&board).unwrap();
                let found = check(&rules, (&board, player), most);
                let wide = ClobberOnBoard::<u128>::new(&board).unwrap();
                assert_eq!(check(&wide, (&board, player), most), found, "{text}");
            }
        }
        let start = board("3x3");
        let rules = ClobberOnBoard::<u64>::new(&start).unwrap();
        let (keys, positions, _) = check(&rules, (&start, Player::Left), 60_000);
        assert!(8 * keys > positions && 2 * keys < positions, "{keys} of {positions}");
        assert!(ClobberOnBoard::<u64>::new(&board("11x3")).is_none());
        assert!(ClobberOnBoard::<u128>::new(&board("8x8")).is_some());
        assert!(ClobberOnBoard::<u64>::new(&Stones::default()).is_none());
    }
}
