//! Hex and the Game of Y: put stones on cells, and connect sides of the board by a chain.

mod finding;
mod inferior;
#[cfg(test)]
mod large;
mod links;
mod notation;
mod packed;
mod shape;
#[cfg(test)]
mod small;
mod tactics;

use std::marker::PhantomData;

use grundy_base::{ByPlayer, Convention, End, Fate, Player};
use grundy_ruleset::Theorem;
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::{Key, Ruleset};

pub use notation::{hex, y};
pub use shape::Shape;

/// Hex or the Game of Y: put a stone on an empty cell; a chain of stones that touches all of a
/// player's sides wins. Boards are sets of type `B`, and positions are packed in keys of type `K`,
/// which is `()` for boards that are too large.
///
/// Hex is by Piet Hein (1942) and John Nash (1948), the Game of Y by Claude Shannon (about 1952).
/// In both games a full board has one winner.
#[derive(Clone, Debug)]
pub struct Connection<K, B = u64> {
    shape: Shape,
    cells: u32,
    /// The neighbours of each cell.
    near: Box<[B]>,
    /// The sides that a player has to connect, as sets of cells.
    sides: ByPlayer<Vec<B>>,
    keys: PhantomData<K>,
}

/// Stones as sets of cells, numbered row by row from the top.
pub type Stones<B = u64> = Discs<B>;

impl<K: Key> Connection<K> {
    /// The greatest number of cells of a board whose positions fit in keys.
    pub const MOST_CELLS: usize = (K::BITS as usize - 1) / 2;

    /// A board of at least one cell; none if its positions do not fit in keys.
    #[must_use]
    pub fn new(shape: Shape) -> Option<Self> {
        Connection::of_at_most(Self::MOST_CELLS, shape)
    }
}

impl<B: Bits> Connection<(), B> {
    /// A board of at least one cell, without keys; none if it has more cells than a set can
    /// hold.
    #[must_use]
    pub fn without_keys(shape: Shape) -> Option<Self> {
        Connection::of_at_most(B::BITS as usize, shape)
    }
}

impl<K, B: Bits> Connection<K, B> {
    fn of_at_most(most: usize, shape: Shape) -> Option<Self> {
        let cells = shape.count().filter(|count| (1..=most).contains(count))?;
        let near = shape.cells().map(|(x, y)| {
            let near = (0..6).filter_map(|way| shape.beside(x, y, way));
            B::of(near.map(|cell| cell as u32))
        });
        let near = near.collect();
        let sides = ByPlayer::new(|player| {
            let side = |side| {
                let cells = (0..cells).filter(|&cell| shape.touches(cell, side));
                B::of(cells.map(|cell| cell as u32))
            };
            shape.sides(player).map(side).collect()
        });
        Some(Connection { shape, cells: cells as u32, near, sides, keys: PhantomData })
    }

    fn all(&self) -> B {
        B::low(self.cells)
    }

    /// The neighbours of some cells.
    fn beside(&self, cells: B) -> B {
        cells.squares().fold(B::EMPTY, |near, cell| near | self.near[cell as usize])
    }

    /// The chains of `own` stones that some of them belong to, and the cells beside these.
    fn connected(&self, some: B, own: B) -> (B, B) {
        let (mut chain, mut fresh, mut around) = (B::EMPTY, some, B::EMPTY);
        while !fresh.is_empty() {
            chain |= fresh;
            let beside = self.beside(fresh);
            around |= beside & !own;
            fresh = beside & own & !chain;
        }
        (chain, around)
    }

    /// Whether a chain of these stones touches all of the player's sides.
    fn joins(&self, stones: B, player: Player) -> bool {
        let sides = &self.sides[player];
        let mut rest = stones;
        while !(rest & sides[0]).is_empty() {
            let starts = rest & sides[0];
            // With two sides, all chains can be grown at once: any chain that reaches the other
            // side wins. With three sides, a single chain must touch all.
            let starts = if sides.len() == 2 { starts } else { starts.lowest() };
            let (part, _) = self.connected(starts, rest);
            if sides[1..].iter().all(|&side| !(part & side).is_empty()) {
                return true;
            }
            rest &= !part;
        }
        false
    }

    /// Stones of a chain that touches all of the player's sides, and would not without any one of
    /// them; empty if there is no such chain.
    fn winning_chain(&self, stones: B, player: Player) -> B {
        if !self.joins(stones, player) {
            return B::low(0);
        }
        stones.singles().fold(stones, |chain, stone| {
            let less = chain & !stone;
            if self.joins(less, player) { less } else { chain }
        })
    }
}

impl<K: Send + Sync, B: Bits> Ruleset for Connection<K, B> {
    type Position = Stones<B>;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &stones: &Stones<B>, player: Player) -> impl Iterator<Item = Stones<B>> {
        (self.all() & !stones.all()).singles().map(move |cell| stones.with(player, cell))
    }

    fn end(&self, stones: &Stones<B>, mover: Player) -> Option<End> {
        let joins = |player: &Player| self.joins(stones.owned(*player), *player);
        [mover.opponent(), mover].into_iter().find(joins).map(End::Won)
    }

    fn stones(&self, &Stones { left, right }: &Stones<B>) -> Option<[u32; 2]> {
        Some([left, right].map(B::count))
    }

    /// The player who begins on an empty board with equal sides wins: a strategy of the second
    /// player could be used by the first one too (Nash).
    fn theorem(
        &self,
        stones: &Stones<B>,
        _: Player,
        convention: Convention,
    ) -> Option<Theorem<Stones<B>>> {
        let source = match self.shape {
            Shape::Hex { width, height } if width == height => {
                "John Nash, Some games and machines for playing them, 1952"
            }
            Shape::Hex { .. } => return None,
            Shape::Y { .. } => {
                "Martin Gardner, The Scientific American Book of Mathematical Puzzles and \
                 Diversions, chapter 8"
            }
        };
        // Smaller boards are searched at once, with all winning moves.
        const SEARCHED: u32 = 28;
        let tells =
            self.cells > SEARCHED && stones.all().is_empty() && convention == Convention::Normal;
        let fate = Fate::Win;
        tells.then(|| Theorem { fate, best: Vec::new(), complete: false, source })
    }

    /// The position with the colours exchanged; in Hex also reflected in the long diagonal,
    /// which exchanges the sides.
    fn negative(&self, &Stones { left, right }: &Stones<B>) -> Option<Stones<B>> {
        match self.shape {
            Shape::Y { .. } => Some(Stones { left: right, right: left }),
            Shape::Hex { width, height } => (width == height).then(|| {
                let width = width as u32;
                let reflected = |cell| cell % width * width + cell / width;
                let reflect = |set: B| B::of(set.squares().map(reflected));
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
    fn keys<K: Key>(rules: &Connection<K>) -> [usize; 2] {
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
    fn a_winning_chain_has_no_stone_too_many() {
        let rules = Connection::<u64>::new(Shape::Hex { width: 3, height: 3 }).unwrap();
        let deciding = |text: &str| {
            let scene = rules.scene(&rules.read(Text::new(text)).unwrap());
            let name = |&place: &usize| scene.places[place].name.clone();
            scene.deciding.iter().map(name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(deciding("XX.|.XO|OXO"), "b1 b2 b3");
        assert_eq!(deciding("XX.|..O|OXO"), "");
        assert_eq!(deciding("X.O|OO.|X.X"), "c1 a2 b2");
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
        // Two chains together touch all sides, but neither does alone.
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
