//! Crosscut: a line from edge to edge wins, and a longer line captures a shorter one that
//! it crosses.

mod notation;
mod packed;

use std::iter;
use std::sync::Arc;

use grundy_base::{End, Fate, Player};
use grundy_ruleset::board::discs::{Discs, Keys};
use grundy_ruleset::board::squares::{BESIDE, Step};
use grundy_ruleset::{Key, Ruleset};

pub use notation::entry;

/// Crosscut (Mark Steere, 2023). The discs lie inside the perimeter, whose squares are
/// empty after every move. Positions are packed in keys of type `K`.
#[derive(Clone, Debug)]
pub struct Crosscut<K> {
    /// The sides of the board without the perimeter.
    width: usize,
    height: usize,
    /// The complete rows and columns.
    lines: Arc<[u64]>,
    keys: Keys<K>,
}

/// A column and a row of the whole board, perimeter included, counted from 0.
type At = (usize, usize);

impl<K: Key> Crosscut<K> {
    /// A board with sides from 3 to 10, perimeter included; none for other sides, or if
    /// its positions do not fit in keys.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        if !(3..=10).contains(&width) || !(3..=10).contains(&height) {
            return None;
        }
        let (width, height) = (width - 2, height - 2);
        let keys = Keys::new(width, height)?;
        let row = (0..width).fold(0, |set, x| set | 1u64 << x);
        let column = (0..height).fold(0, |set, y| set | 1u64 << (y * width));
        let rows = (0..height).map(|y| row << (y * width));
        let lines = rows.chain((0..width).map(|x| column << x)).collect();
        Some(Crosscut { width, height, lines, keys })
    }

    /// The square as a set; empty on the perimeter.
    #[inline]
    fn disc(&self, (x, y): At) -> u64 {
        let inside = (1..=self.width).contains(&x) && (1..=self.height).contains(&y);
        if inside { 1 << ((y - 1) * self.width + x - 1) } else { 0 }
    }

    /// The squares in one direction from a square, up to the perimeter, the square itself not
    /// included.
    #[inline]
    fn way(&self, (x, y): At, (right, down): Step) -> impl Iterator<Item = u64> {
        let step = move |&(x, y): &At| {
            Some((x.checked_add_signed(right.into())?, y.checked_add_signed(down.into())?))
        };
        iter::successors(step(&(x, y)), step).map(|at| self.disc(at)).take_while(|&disc| disc != 0)
    }

    /// Discs of the opponent that lie in a row or a column, without gaps, between a square and
    /// an own disc.
    fn flanked(&self, own: u64, other: u64, at: At) -> u64 {
        let lines = BESIDE.into_iter().map(|step| {
            let mut line = 0;
            for disc in self.way(at, step) {
                match () {
                    () if disc & other != 0 => line |= disc,
                    () if disc & own != 0 => return line,
                    () => break,
                }
            }
            0
        });
        lines.fold(0, |all, line| all | line)
    }

    /// The length of the longest line of a set through one of the squares `through`.
    fn longest(&self, set: u64, through: u64) -> usize {
        let squares = self.squares().filter(|&at| self.disc(at) & through != 0);
        let length = |at: At, (right, down): Step| {
            let way = |step| self.way(at, step).take_while(|disc| disc & set != 0).count();
            way((right, down)) + 1 + way((-right, -down))
        };
        squares.map(|at| length(at, (1, 0)).max(length(at, (0, 1)))).max().unwrap_or_default()
    }

    /// All squares, perimeter included.
    fn squares(&self) -> impl Iterator<Item = At> {
        let width = self.width + 2;
        (0..width * (self.height + 2)).map(move |square| (square % width, square / width))
    }

    /// The discs of the player and of the opponent after the player puts a disc on a square;
    /// none if that is not allowed.
    fn put(&self, own: u64, other: u64, at: At) -> Option<(u64, u64)> {
        let disc = self.disc(at);
        if disc & (own | other) != 0 {
            return None;
        }
        let flanked = self.flanked(own, other, at);
        let grown = own | flanked | disc;
        // Either all flanked discs are turned over, or none. They are turned over if the longest
        // line made (a disc on the perimeter does not count) is longer than the longest line
        // cut.
        let turns =
            flanked != 0 && self.longest(grown, flanked | disc) > self.longest(other, flanked);
        match turns {
            true => Some((grown, other & !flanked)),
            false => (disc != 0).then_some((own | disc, other)),
        }
    }

    /// The discs of both players after each disc that the player can put.
    fn puts(&self, own: u64, other: u64) -> impl Iterator<Item = (u64, u64)> {
        self.squares().filter_map(move |at| self.put(own, other, at))
    }

    /// The discs of both players after each move. A player passes only if no disc can be put,
    /// and only if the opponent can put one.
    fn moves(&self, own: u64, other: u64) -> impl Iterator<Item = (u64, u64)> {
        let mut puts = self.puts(own, other).peekable();
        let pass = puts.peek().is_none() && self.puts(other, own).next().is_some();
        puts.chain(pass.then_some((own, other)))
    }

    /// Whether a complete row or column is in the set.
    #[inline]
    fn has_line(&self, set: u64) -> bool {
        self.lines.iter().any(|line| set & line == *line)
    }

    /// The result for the player to move, if play is over.
    fn over(&self, own: u64, other: u64) -> Option<Fate> {
        match () {
            // If both players have lines, which play cannot reach, the last move decides.
            () if self.has_line(other) => Some(Fate::Loss),
            () if self.has_line(own) => Some(Fate::Win),
            () => self.moves(own, other).next().is_none().then_some(Fate::Draw),
        }
    }
}

impl<K: Key> Ruleset for Crosscut<K> {
    type Position = Discs;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &discs: &Discs, player: Player) -> impl Iterator<Item = Discs> {
        let (own, other) = discs.seen_by(player);
        self.moves(own, other).map(move |(own, other)| Discs::of(player, own, other))
    }

    fn end(&self, discs: &Discs, mover: Player) -> Option<End> {
        let (own, other) = discs.seen_by(mover);
        Some(match self.over(own, other)? {
            Fate::Win => End::Won(mover),
            Fate::Loss => End::Won(mover.opponent()),
            Fate::Draw => End::Tie,
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
    use grundy_ruleset::Notation;
    use grundy_ruleset::law::check;

    /// Width, height, and the numbers of keys and of positions with a player to move
    /// once Left has begun, counted by a search over strings of squares.
    const KNOWN: [(usize, usize, usize, usize); 6] = [
        (3, 5, 3, 4),
        (4, 4, 9, 47),
        (5, 4, 100, 474),
        (4, 6, 696, 4001),
        (5, 5, 1716, 19_540),
        (4, 7, 5109, 30_216),
    ];

    fn rules(width: usize, height: usize) -> Crosscut<u64> {
        Crosscut::new(width, height).unwrap()
    }

    #[test]
    fn keys_and_positions_are_those_of_an_independent_search() {
        for (width, height, keys, positions) in KNOWN {
            let rules = rules(width, height);
            for player in Player::BOTH {
                let found = check(&rules, (&Discs::default(), player), 100_000);
                assert_eq!((found.0, found.1), (keys, positions), "{width}x{height}");
            }
        }
        let wide = Crosscut::<u128>::new(4, 4).unwrap();
        assert_eq!(check(&wide, (&Discs::default(), Player::Left), 1000).0, KNOWN[1].2);
    }

    /// The board after Left has put a disc; none if that is not allowed.
    fn after(text: &str, at: At) -> Option<String> {
        let rows: Vec<&str> = text.split('|').collect();
        let rules = Crosscut::<u128>::new(rows[0].len() + 2, rows.len() + 2).unwrap();
        let Discs { left, right } = rules.read(Text::new(text)).unwrap();
        let (left, right) = rules.put(left, right, at)?;
        Some(rules.print(&Discs { left, right }))
    }

    #[test]
    fn a_line_is_cut_by_a_longer_one_only() {
        let put = |text, at| after(text, at).unwrap();
        // Three cut two, but they do not cut three.
        assert_eq!(put("..O..|.XO..|.....", (4, 2)), "..O..|.XXX.|.....");
        assert_eq!(put("..O..|.XO..|..O..", (4, 2)), "..O..|.XOX.|..O..");
        // Own discs on the line count, both before and behind.
        assert_eq!(put("..O..|XXO..|..O..", (4, 2)), "..O..|XXXX.|..O..");
        assert_eq!(put("..O..|.XO.X|..O..", (4, 2)), "..O..|.XXXX|..O..");
        // A longer line across, which a disc becomes part of, counts too.
        assert_eq!(put("..OX.|.XO..|..OX.|...X.", (4, 2)), "..OX.|.XXX.|..OX.|...X.");
        // All flanked discs are turned over, or none.
        assert_eq!(put(".....|..O..|XO.OX|..O..|..X..", (3, 3)), ".....|..O..|XXXXX|..X..|..X..");
        assert_eq!(
            put(".O...|.OX..|.O...|.OO..|XO.OX|.....", (3, 5)),
            ".O...|.OX..|.O...|.OO..|XOXOX|....."
        );
        // Discs with an open end or a gap are not flanked.
        assert_eq!(put("XO.O.|.....|.....", (3, 1)), "XXXO.|.....|.....");
        assert_eq!(put("X.O..|.....|.....", (4, 1)), "X.OX.|.....|.....");
        assert_eq!(after("X....|.....|.....", (1, 1)), None);
    }

    #[test]
    fn a_disc_on_the_perimeter_turns_over_and_is_taken_away() {
        let put = |text, at| after(text, at);
        assert_eq!(put("OX..|....", (0, 1)).as_deref(), Some("XX..|...."));
        assert_eq!(put("..O.|..X.", (3, 0)).as_deref(), Some("..X.|..X."));
        // The disc on the perimeter does not count: two do not cut two, but three do.
        assert_eq!(put("OX..|O...", (0, 1)), None);
        assert_eq!(put("OXX.|O...", (0, 1)).as_deref(), Some("XXX.|O..."));
        assert_eq!(put("OX..|....", (1, 0)), None);
        assert_eq!(put("....|....", (0, 1)), None);
        assert_eq!(put("....|....", (0, 0)), None);
    }

    #[test]
    fn only_who_can_put_no_disc_passes() {
        let rules = Crosscut::<u128>::new(8, 8).unwrap();
        let at = |text: &str| rules.read(Text::new(text)).unwrap();
        let full = at("XXOOOX|OOOXOO|OOXOXO|XOOXOO|XOOOOX|XXOOXX");
        assert_eq!(rules.end(&full, Player::Left), None);
        assert_eq!(rules.options(&full, Player::Left).collect::<Vec<_>>(), [full]);
        assert!(rules.options(&full, Player::Right).all(|next| next != full));
    }

    #[test]
    fn the_first_line_across_wins() {
        let rules = rules(4, 5);
        let at = |text: &str| rules.read(Text::new(text)).unwrap();
        let line = at("XX|OX|XO");
        assert_eq!(rules.end(&line, Player::Right), Some(End::Won(Player::Left)));
        assert_eq!(rules.end(&line, Player::Left), Some(End::Won(Player::Left)));
        let both = at("XX|OO|..");
        assert_eq!(rules.end(&both, Player::Right), Some(End::Won(Player::Left)));
        assert_eq!(rules.end(&both, Player::Left), Some(End::Won(Player::Right)));
    }
}
