//! Hex and the Game of Y: put stones on cells, and connect sides of the board by a chain.

mod notation;
mod packed;
mod shape;
mod tactics;

use std::marker::PhantomData;

use grundy_base::{ByPlayer, End, Player};
use grundy_ruleset::Ruleset;
use grundy_ruleset::board::grid;
use grundy_ruleset::board::word::Word;
use grundy_ruleset::words::{InWords, Words};

pub use notation::{hex, y};
pub use shape::Shape;

/// Put a stone on an empty cell; a chain of stones that touches all of a
/// player's sides wins. Positions are packed in keys of type `K`.
///
/// Hex is by Piet Hein (1942) and John Nash (1948), the Game of Y by Claude
/// Shannon (about 1952). A board that is full has one winner in both.
#[derive(Clone, Debug)]
pub struct Connection<K> {
    shape: Shape,
    cells: u32,
    /// The neighbours of each cell.
    near: Box<[u64]>,
    /// The sides that a player has to connect, as sets of cells.
    sides: ByPlayer<Vec<u64>>,
    keys: PhantomData<K>,
}

/// Stones as sets of cells, numbered row by row from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones {
    left: u64,
    right: u64,
}

impl InWords for Stones {
    type Words = Words<2>;

    fn to_words(&self) -> Words<2> {
        Words([self.left, self.right])
    }

    fn from_words(&Words([left, right]): &Words<2>) -> Stones {
        Stones { left, right }
    }
}

impl Stones {
    const fn both(self) -> u64 {
        self.left | self.right
    }

    const fn of(self, player: Player) -> u64 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }
}

impl<K: Word> Connection<K> {
    /// The greatest number of cells of a board whose positions fit in keys.
    pub const MOST_CELLS: usize = (K::BITS as usize - 1) / 2;

    /// A board of at least one cell; none if its positions do not fit in keys.
    #[must_use]
    pub fn new(shape: Shape) -> Option<Self> {
        let cells = shape.count().filter(|count| (1..=Self::MOST_CELLS).contains(count))?;
        let set =
            |cells: &mut dyn Iterator<Item = usize>| cells.fold(0, |set, cell| set | 1 << cell);
        let near = shape
            .cells()
            .map(|(x, y)| set(&mut (0..6).filter_map(|way| shape.beside(x, y, way))))
            .collect();
        let sides = ByPlayer::new(|player| {
            let side = |side| set(&mut (0..cells).filter(|&cell| shape.touches(cell, side)));
            shape.sides(player).map(side).collect()
        });
        Some(Connection { shape, cells: cells as u32, near, sides, keys: PhantomData })
    }

    fn all(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.cells)
    }

    /// Whether a chain of these stones touches all of the player's sides.
    fn joins(&self, stones: u64, player: Player) -> bool {
        let sides = &self.sides[player];
        let mut rest = stones;
        while rest & sides[0] != 0 {
            let starts = rest & sides[0];
            // With two sides, all chains can be grown at once: any that reaches the other side
            // wins. With three sides, one chain must touch all.
            let mut part = if sides.len() == 2 { starts } else { starts & starts.wrapping_neg() };
            let mut fresh = part;
            while fresh != 0 {
                let more = self.near[fresh.trailing_zeros() as usize] & rest & !part;
                part |= more;
                fresh = fresh & (fresh - 1) | more;
            }
            if sides[1..].iter().all(|side| part & side != 0) {
                return true;
            }
            rest &= !part;
        }
        false
    }
}

impl<K: Word> Ruleset for Connection<K> {
    type Position = Stones;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &stones: &Stones, player: Player) -> impl Iterator<Item = Stones> {
        let Stones { left, right } = stones;
        grid::numbers(self.all() & !stones.both()).map(move |cell| match player {
            Player::Left => Stones { left: left | 1 << cell, right },
            Player::Right => Stones { left, right: right | 1 << cell },
        })
    }

    fn end(&self, stones: &Stones, mover: Player) -> Option<End> {
        let joins = |player: &Player| self.joins(stones.of(*player), *player);
        [mover.opponent(), mover].into_iter().find(joins).map(End::Won)
    }

    fn stones(&self, &Stones { left, right }: &Stones) -> Option<[u32; 2]> {
        Some([left, right].map(u64::count_ones))
    }

    /// The position with the colours exchanged; in Hex also reflected in the long diagonal,
    /// which exchanges the sides.
    fn negative(&self, &Stones { left, right }: &Stones) -> Option<Stones> {
        match self.shape {
            Shape::Y { .. } => Some(Stones { left: right, right: left }),
            Shape::Hex { width, height } => (width == height).then(|| {
                let reflect = |set| {
                    let cell = |cell| cell % width * width + cell / width;
                    grid::numbers(set).fold(0, |image, number| image | 1 << cell(number))
                };
                Stones { left: reflect(right), right: reflect(left) }
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Text;
    use grundy_ruleset::law::{check, kinds_keep_the_order};
    use grundy_ruleset::{Notation, Packed};

    fn hex(width: usize, height: usize) -> Connection<u64> {
        Connection::new(Shape::Hex { width, height }).unwrap()
    }

    fn y(side: usize) -> Connection<u64> {
        Connection::new(Shape::Y { side }).unwrap()
    }

    /// The number of keys when either player starts.
    fn keys<K: Word>(rules: &Connection<K>) -> [usize; 2] {
        Player::BOTH.map(|player| check(rules, (&Stones::default(), player), 100_000).0)
    }

    #[test]
    fn keys_are_the_positions_of_an_independent_search() {
        // Counted by a search over strings of cells.
        assert_eq!(keys(&hex(1, 1)), [2, 2]);
        assert_eq!(keys(&hex(2, 2)), [32, 32]);
        assert_eq!(keys(&hex(3, 2)), [221, 243]);
        assert_eq!(keys(&hex(2, 3)), [243, 221]);
        assert_eq!(keys(&hex(3, 3)), [5514, 5514]);
        assert_eq!([1, 2, 3, 4].map(|side| keys(&y(side))[0]), [2, 13, 257, 16505]);
        let wide = Connection::<u128>::new(Shape::Hex { width: 3, height: 2 }).unwrap();
        assert_eq!(keys(&wide), [221, 243]);
    }

    #[test]
    fn a_full_board_has_one_winner() {
        for rules in [hex(3, 3), hex(4, 2), hex(2, 4), y(3), y(4)] {
            for left in 0..=rules.all() {
                let right = rules.all() & !left;
                let joins = Player::BOTH
                    .map(|p| rules.joins(if p == Player::Left { left } else { right }, p));
                assert_ne!(joins[0], joins[1], "{}", rules.print(&Stones { left, right }));
            }
        }
    }

    #[test]
    fn chains_join_sides_and_not_stones() {
        let over = |rules: &Connection<u64>, text: &str| {
            rules.end(&rules.read(Text::new(text)).unwrap(), Player::Left)
        };
        assert_eq!(over(&hex(3, 3), ".X.|X..|X.."), Some(End::Won(Player::Left)));
        assert_eq!(over(&hex(3, 3), "X..|.X.|.X."), None);
        assert_eq!(over(&hex(3, 3), "..O|OO.|..."), Some(End::Won(Player::Right)));
        assert_eq!(over(&hex(3, 3), "O..|.O.|..O"), None);
        // Two chains together touch all sides, and neither does alone.
        assert_eq!(over(&y(4), "X|..|X..|X.X."), None);
        assert_eq!(over(&y(4), ".|..|XXX|X..."), Some(End::Won(Player::Left)));
    }

    #[test]
    fn kinds_keep_the_order_of_keys() {
        let rules = hex(3, 2);
        let starts = Player::BOTH.map(|player| rules.pack(&Stones::default(), player));
        kinds_keep_the_order(&rules, &starts);
    }
}
