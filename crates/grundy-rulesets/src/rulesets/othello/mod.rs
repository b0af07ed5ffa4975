//! Othello: enclose the opponent's discs to turn them over.

#[cfg(test)]
mod large;
mod notation;
mod packed;
mod tactics;

use grundy_base::{End, Player};
use grundy_ruleset::board::discs::{Discs, Keys};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::{Key, Ruleset};

pub use notation::entry;

/// What a player's points are at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The player's discs and, for the winner, the empty squares too (World Othello Federation).
    Squares,
    /// Discs only.
    Discs,
}

/// Othello (Lewis Waterman and John Mollett, Reversi, 1883; Goro Hasegawa,
/// 1971). Boards are sets of type `B`; `K` are the [`Keys`] in which positions are packed, or
/// `()` for boards that are too large.
#[derive(Clone, Debug)]
pub struct Othello<K, B = u64> {
    width: usize,
    height: usize,
    count: Count,
    all: B,
    /// For each of the four directions of lines: the shift of a step, and the squares from
    /// which a step forward, and back, stays on the board.
    steps: [(u32, B, B); 4],
    keys: K,
}

/// The greatest side of a board whose positions are packed.
const PACKED: usize = 8;

/// The greatest side of a board.
pub const LONGEST: usize = 16;

impl<W: Key> Othello<Keys<W>> {
    /// A board with even sides from 2 to 8; none for other sides, or if its
    /// positions do not fit in keys.
    #[must_use]
    pub fn new(width: usize, height: usize, count: Count) -> Option<Self> {
        if width.max(height) > PACKED {
            return None;
        }
        let keys = Keys::new(width, height)?;
        Othello::with_keys([width, height], count, keys)
    }
}

impl<B: Bits> Othello<(), B> {
    /// A board with even sides from 2 to 16, without keys; none for other sides, or if it has
    /// more squares than a set can hold.
    #[must_use]
    pub fn without_keys(width: usize, height: usize, count: Count) -> Option<Self> {
        Othello::with_keys([width, height], count, ())
    }
}

impl<K, B: Bits> Othello<K, B> {
    fn with_keys([width, height]: [usize; 2], count: Count, keys: K) -> Option<Self> {
        let even = |side: usize| (2..=LONGEST).contains(&side) && side.is_multiple_of(2);
        if !even(width) || !even(height) || width * height > B::BITS as usize {
            return None;
        }
        let all = B::low((width * height) as u32);
        let first = B::FIRST_COLUMNS[width] & all;
        let row = width as u32;
        let (off_first, off_last) = (all & !first, all & !(first << (row - 1)));
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
    pub fn first(&self) -> Discs<B> {
        let square = |x: usize, y: usize| B::only((y * self.width + x) as u32);
        let (x, y) = (self.width / 2, self.height / 2);
        Discs {
            left: square(x, y - 1) | square(x - 1, y),
            right: square(x - 1, y - 1) | square(x, y),
        }
    }

    /// The eight steps as functions of sets; steps over an edge are dropped.
    #[inline]
    fn ways(&self) -> impl Iterator<Item = impl Fn(B) -> B> {
        self.steps.iter().flat_map(move |&(by, forward, back)| {
            [true, false].map(move |ahead| {
                move |set: B| {
                    if ahead { (set & forward) << by & self.all } else { (set & back) >> by }
                }
            })
        })
    }

    /// The squares on which a disc turns over discs of the opponent.
    #[inline]
    fn squares(&self, own: B, other: B) -> B {
        let ends = self.ways().map(|step| {
            let (mut enclosed, mut line) = (B::EMPTY, step(own) & other);
            while !line.is_empty() {
                enclosed |= line;
                line = step(line) & other & !enclosed;
            }
            step(enclosed)
        });
        ends.fold(B::EMPTY, |all, ends| all | ends) & self.all & !(own | other)
    }

    /// The discs that a new own disc turns over.
    #[inline]
    fn turned(&self, own: B, other: B, disc: B) -> B {
        let lines = self.ways().map(|step| {
            let (mut line, mut next) = (B::EMPTY, step(disc));
            while !(next & other).is_empty() {
                line |= next;
                next = step(next);
            }
            if (next & own).is_empty() { B::EMPTY } else { line }
        });
        lines.fold(B::EMPTY, |all, line| all | line)
    }

    /// The discs of the mover and of the opponent after each move.
    fn moves(&self, own: B, other: B) -> impl Iterator<Item = (B, B)> {
        let squares = self.squares(own, other);
        // A player passes only without a legal square, and only if the opponent has one.
        let pass = squares.is_empty() && !self.squares(other, own).is_empty();
        let discs = squares.singles().map(move |disc| {
            let turned = self.turned(own, other, disc);
            (own | turned | disc, other & !turned)
        });
        discs.chain(pass.then_some((own, other)))
    }

    /// Whether neither player has a legal square.
    #[inline]
    fn over(&self, own: B, other: B) -> bool {
        self.squares(own, other).is_empty() && self.squares(other, own).is_empty()
    }

    /// The points of the first player less those of the other player, when play is over.
    #[inline]
    fn points(&self, own: B, other: B) -> i32 {
        let lead = own.count() as i32 - other.count() as i32;
        match self.count {
            Count::Squares => {
                let empty = (self.all & !(own | other)).count() as i32;
                lead + lead.signum() * empty
            }
            Count::Discs => lead,
        }
    }
}

impl<K: Send + Sync, B: Bits> Ruleset for Othello<K, B> {
    type Position = Discs<B>;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &discs: &Discs<B>, player: Player) -> impl Iterator<Item = Discs<B>> {
        let (own, other) = discs.seen_by(player);
        self.moves(own, other).map(move |(own, other)| Discs::of(player, own, other))
    }

    fn end(&self, discs: &Discs<B>, _: Player) -> Option<End> {
        self.over(discs.left, discs.right).then(|| match self.points(discs.left, discs.right) {
            1.. => End::Won(Player::Left),
            0 => End::Tie,
            _ => End::Won(Player::Right),
        })
    }

    fn negative(&self, discs: &Discs<B>) -> Option<Discs<B>> {
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

    fn rules(width: usize, height: usize) -> Othello<Keys<u64>> {
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
        let wide = Othello::<Keys<u128>>::new(2, 4, Count::Squares).unwrap();
        assert_eq!(check(&wide, (&wide.first(), Player::Left), 1000).0, KNOWN[0].2);
    }

    #[test]
    fn discs_are_turned_in_all_directions_and_not_over_edges() {
        let rules = Othello::<Keys<u128>>::new(6, 6, Count::Squares).unwrap();
        let at = |text: &str| rules.read(Text::new(text)).unwrap();
        let after = |text: &str, square: usize| {
            let Discs { left, right } = at(text);
            let turned = rules.turned(left, right, 1 << square);
            rules.print(&Discs { left: left | turned | 1 << square, right: right & !turned })
        };
        let star = "X..X..|.O.O.X|..OOO.|XOO.OX|..OOO.|.X.X.X";
        assert_eq!(after(star, 21), "X..X..|.X.X.X|..XXX.|XXXXXX|..XXX.|.X.X.X");
        // A line of discs without an own disc at its end is not turned over.
        let open = "X..X..|.O.O.X|..OOO.|XOO.OX|..OOO.|.X.X..";
        assert_eq!(after(open, 21), "X..X..|.X.X.X|..XXX.|XXXXXX|..XXO.|.X.X..");
        // The end of a row and the start of the next are not neighbours.
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
