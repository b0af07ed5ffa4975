//! Othello on small boards: enclose the opponent's discs to turn them over.

mod notation;
mod packed;
mod tactics;

use grundy_base::{End, Player};
use grundy_ruleset::Ruleset;
use grundy_ruleset::board::discs::{Discs, Keys};
use grundy_ruleset::board::grid;
use grundy_ruleset::board::word::Word;

pub use notation::entry;

/// What counts at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Discs, and for the winner the empty squares too (World Othello Federation).
    Squares,
    /// Discs only.
    Discs,
}

/// Othello (Lewis Waterman and John Mollett, Reversi, 1883; Goro Hasegawa,
/// 1971). Positions are packed in keys of type `K`.
#[derive(Clone, Debug)]
pub struct Othello<K> {
    width: usize,
    height: usize,
    count: Count,
    all: u64,
    /// For each of the four directions of lines: the shift of a step, and the squares from
    /// which a step forward, and back, stays on the board.
    steps: [(u32, u64, u64); 4],
    keys: Keys<K>,
}

impl<K: Word> Othello<K> {
    /// A board with even sides from 2 to 8; none for other sides, or if its
    /// positions do not fit in keys.
    #[must_use]
    pub fn new(width: usize, height: usize, count: Count) -> Option<Self> {
        let even = |side: usize| (2..=8).contains(&side) && side.is_multiple_of(2);
        if !even(width) || !even(height) {
            return None;
        }
        let keys = Keys::new(width, height)?;
        let all = u64::MAX >> (64 - width * height);
        let first = (0..height).fold(0, |set, y| set | 1u64 << (y * width));
        let (off_first, off_last) = (all & !first, all & !(first << (width - 1)));
        let row = width as u32;
        let steps = [
            (1, off_last, off_first),
            (row, all, all),
            (row + 1, off_last, off_first),
            (row - 1, off_first, off_last),
        ];
        Some(Othello { width, height, count, all, steps, keys })
    }

    /// The starting position: two discs of each player in the middle, on the diagonals.
    #[must_use]
    pub fn first(&self) -> Discs {
        let square = |x: usize, y: usize| 1 << (y * self.width + x);
        let (x, y) = (self.width / 2, self.height / 2);
        Discs {
            left: square(x, y - 1) | square(x - 1, y),
            right: square(x - 1, y - 1) | square(x, y),
        }
    }

    /// The eight steps as functions of sets; steps over an edge are dropped.
    #[inline]
    fn ways(&self) -> impl Iterator<Item = impl Fn(u64) -> u64> {
        self.steps.iter().flat_map(move |&(by, forward, back)| {
            [true, false].map(move |ahead| {
                move |set: u64| {
                    if ahead { (set & forward) << by & self.all } else { (set & back) >> by }
                }
            })
        })
    }

    /// The squares on which a disc turns over discs of the opponent.
    #[inline]
    fn squares(&self, own: u64, other: u64) -> u64 {
        let ends = self.ways().map(|step| {
            let (mut enclosed, mut line) = (0, step(own) & other);
            while line != 0 {
                enclosed |= line;
                line = step(line) & other & !enclosed;
            }
            step(enclosed)
        });
        ends.fold(0, |all, ends| all | ends) & self.all & !(own | other)
    }

    /// The discs that a new own disc turns over.
    #[inline]
    fn turned(&self, own: u64, other: u64, disc: u64) -> u64 {
        let lines = self.ways().map(|step| {
            let (mut line, mut next) = (0, step(disc));
            while next & other != 0 {
                line |= next;
                next = step(next);
            }
            if next & own == 0 { 0 } else { line }
        });
        lines.fold(0, |all, line| all | line)
    }

    /// The discs of the mover and of the opponent after each move.
    fn moves(&self, own: u64, other: u64) -> impl Iterator<Item = (u64, u64)> {
        let squares = self.squares(own, other);
        // A player passes only without a legal square, and only if the opponent has one.
        let pass = squares == 0 && self.squares(other, own) != 0;
        let discs = grid::numbers(squares).map(move |square| {
            let turned = self.turned(own, other, 1 << square);
            (own | turned | 1 << square, other & !turned)
        });
        discs.chain(pass.then_some((own, other)))
    }

    /// Whether neither player has a legal square.
    #[inline]
    fn over(&self, own: u64, other: u64) -> bool {
        self.squares(own, other) == 0 && self.squares(other, own) == 0
    }

    /// The points of the first player less those of the other one, when play is over.
    #[inline]
    fn points(&self, own: u64, other: u64) -> i32 {
        let lead = own.count_ones() as i32 - other.count_ones() as i32;
        match self.count {
            Count::Squares => {
                let empty = (self.all & !(own | other)).count_ones() as i32;
                lead + lead.signum() * empty
            }
            Count::Discs => lead,
        }
    }
}

impl<K: Word> Ruleset for Othello<K> {
    type Position = Discs;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &discs: &Discs, player: Player) -> impl Iterator<Item = Discs> {
        let (own, other) = discs.seen_by(player);
        self.moves(own, other).map(move |(own, other)| Discs::of(player, own, other))
    }

    fn end(&self, discs: &Discs, _: Player) -> Option<End> {
        self.over(discs.left, discs.right).then(|| match self.points(discs.left, discs.right) {
            1.. => End::Won(Player::Left),
            0 => End::Tie,
            _ => End::Won(Player::Right),
        })
    }

    fn negative(&self, discs: &Discs) -> Option<Discs> {
        Some(discs.exchanged())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Text;
    use grundy_ruleset::law::check;
    use grundy_ruleset::{Notation, Packed};

    /// Width, height, and the numbers of keys and of positions with a player to
    /// move, counted by a search over strings of squares.
    const KNOWN: [(usize, usize, usize, usize); 3] =
        [(2, 4, 3, 5), (4, 2, 3, 5), (4, 4, 12_351, 62_789)];

    fn rules(width: usize, height: usize) -> Othello<u64> {
        Othello::new(width, height, Count::Squares).unwrap()
    }

    #[test]
    fn keys_and_positions_are_those_of_an_independent_search() {
        for (width, height, keys, positions) in KNOWN {
            let rules = rules(width, height);
            for player in Player::BOTH {
                let found = check(&rules, (&rules.first(), player), 200_000);
                assert_eq!((found.0, found.1), (keys, positions), "{width}x{height}");
            }
        }
        let wide = Othello::<u128>::new(2, 4, Count::Squares).unwrap();
        assert_eq!(check(&wide, (&wide.first(), Player::Left), 1000).0, KNOWN[0].2);
    }

    #[test]
    fn discs_are_turned_in_all_directions_and_not_over_edges() {
        let rules = Othello::<u128>::new(6, 6, Count::Squares).unwrap();
        let at = |text: &str| rules.read(Text::new(text)).unwrap();
        let after = |text: &str, square: usize| {
            let Discs { left, right } = at(text);
            let turned = rules.turned(left, right, 1 << square);
            rules.print(&Discs { left: left | turned | 1 << square, right: right & !turned })
        };
        let star = "X..X..|.O.O.X|..OOO.|XOO.OX|..OOO.|.X.X.X";
        assert_eq!(after(star, 21), "X..X..|.X.X.X|..XXX.|XXXXXX|..XXX.|.X.X.X");
        // A line that ends in nothing stays.
        let open = "X..X..|.O.O.X|..OOO.|XOO.OX|..OOO.|.X.X..";
        assert_eq!(after(open, 21), "X..X..|.X.X.X|..XXX.|XXXXXX|..XXO.|.X.X..");
        // The ends of one row and the next are not neighbours.
        assert_eq!(rules.squares(at("....XO|......|......|......|......|......").left, 1 << 5), 0);
        let mover = at("OO....|X.....|......|......|......|......");
        assert_eq!(rules.squares(mover.left, mover.right), 0);
    }

    #[test]
    fn only_who_has_no_square_passes() {
        let rules = rules(4, 2);
        let at = |text: &str| rules.read(Text::new(text)).unwrap();
        let start = rules.first();
        assert!(rules.options(&start, Player::Left).all(|next| next != start));
        let blocked = at("XO..|XXXX");
        assert_eq!(rules.options(&blocked, Player::Right).collect::<Vec<_>>(), [blocked]);
        assert_eq!(rules.end(&blocked, Player::Right), None);
        let next: Vec<Discs> = rules.options(&blocked, Player::Left).collect();
        assert_eq!(next, [at("XXX.|XXXX")]);
        assert_eq!(rules.end(&next[0], Player::Right), Some(End::Won(Player::Left)));
        assert_eq!(rules.end(&at("XXOO|XXOO"), Player::Left), Some(End::Tie));
        let key = rules.pack(&blocked, Player::Right);
        assert!(rules.tier(key) < rules.tier(rules.pack(&blocked, Player::Left)));
    }
}
