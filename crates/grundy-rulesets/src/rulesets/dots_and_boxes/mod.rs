//! Dots and Boxes: draw lines between dots, close boxes, and move again.

#[cfg(test)]
mod large;
mod nimstring;
mod notation;
mod packed;
mod score;
mod strings;
mod table;

use std::cmp::Ordering;

use grundy_base::{End, Player};
use grundy_ruleset::Ruleset;
use grundy_ruleset::words::{InWords, turn_from_number, turn_to_number};
use table::Edges;

pub use nimstring::{Nimstring, nimstring};
pub use notation::entry;

/// Dots and Boxes (Édouard Lucas, La Pipopipette, 1889). Edges are sets of type `B`.
#[derive(Clone, Copy, Debug)]
pub struct DotsAndBoxes<B = u64> {
    width: u32,
    height: u32,
    /// The top edge of each box.
    tops: B,
}

/// The drawn edges, and the boxes that Left has closed.
///
/// Edges are numbered as they are written: the row of edges above the first row of boxes,
/// then the vertical edges of these boxes, and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Drawn<B = u64> {
    edges: B,
    /// The number of boxes that Left has closed; Right has closed the other closed boxes.
    left: u8,
    /// The player to move; none if either may begin.
    turn: Option<Player>,
}

impl<B: Edges> InWords for Drawn<B> {
    type Words = B::Words;

    #[inline]
    fn to_words(&self) -> B::Words {
        B::store([self.edges], [u64::from(self.left) << 8 | turn_to_number(self.turn)])
    }

    #[inline]
    fn from_words(words: &B::Words) -> Self {
        let ([edges], [rest]) = B::restore(words);
        Drawn { edges, left: (rest >> 8) as u8, turn: turn_from_number(rest & 0xff) }
    }
}

/// The number of bits of a key for a number of boxes.
const BOXES: u32 = 5;

impl<B: Edges> DotsAndBoxes<B> {
    /// A board of at least one box; none if it has more edges than sets can hold here.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let fits = |&boxes: &usize| (1..=B::MOST as usize).contains(&boxes);
        let boxes = width.checked_mul(height).filter(fits)?;
        if 2 * boxes + width + height > B::MOST as usize {
            return None;
        }
        let (width, height) = (width as u32, height as u32);
        let row = B::low(width);
        let tops = (0..height).fold(B::EMPTY, |set, y| set | row << (y * (2 * width + 1)));
        Some(DotsAndBoxes { width, height, tops })
    }

    /// The number of boxes.
    const fn boxes(&self) -> u32 {
        self.width * self.height
    }

    /// The number of edges.
    const fn edges(&self) -> u32 {
        2 * self.boxes() + self.width + self.height
    }

    fn all(&self) -> B {
        B::low(self.edges())
    }

    /// The number of boxes that these edges close.
    #[inline]
    fn closed(&self, edges: B) -> u32 {
        let sides = edges >> self.width & edges >> (self.width + 1);
        (edges & sides & edges >> (2 * self.width + 1) & self.tops).count()
    }

    /// The four edges of a box, given by its top edge.
    fn around(&self, top: u32) -> B {
        B::of([0, self.width, self.width + 1, 2 * self.width + 1].map(|edge| top + edge))
    }

    fn of(&self, drawn: &Drawn<B>, player: Player) -> u32 {
        match player {
            Player::Left => drawn.left.into(),
            Player::Right => self.closed(drawn.edges) - u32::from(drawn.left),
        }
    }
}

impl<B: Edges> Ruleset for DotsAndBoxes<B> {
    type Position = Drawn<B>;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &drawn: &Drawn<B>, player: Player) -> impl Iterator<Item = Drawn<B>> {
        let before = self.closed(drawn.edges);
        (self.all() & !drawn.edges).singles().map(move |edge| {
            let edges = drawn.edges | edge;
            let closed = (self.closed(edges) - before) as u8;
            let next = if closed == 0 { player.opponent() } else { player };
            let left = drawn.left + if player == Player::Left { closed } else { 0 };
            Drawn { edges, left, turn: Some(next) }
        })
    }

    fn end(&self, drawn: &Drawn<B>, _: Player) -> Option<End> {
        let [left, right] = Player::BOTH.map(|player| self.of(drawn, player));
        (drawn.edges == self.all()).then(|| match left.cmp(&right) {
            Ordering::Greater => End::Won(Player::Left),
            Ordering::Less => End::Won(Player::Right),
            Ordering::Equal => End::Tie,
        })
    }

    fn turn(&self, drawn: &Drawn<B>) -> Option<Player> {
        drawn.turn
    }

    fn negative(&self, drawn: &Drawn<B>) -> Option<Drawn<B>> {
        let left = self.of(drawn, Player::Right) as u8;
        Some(Drawn { left, turn: drawn.turn.map(Player::opponent), ..*drawn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::board::grid;
    use grundy_ruleset::law::{check, kinds_keep_the_order};
    use grundy_ruleset::{Notation, Packed};

    fn rules(width: usize, height: usize) -> DotsAndBoxes {
        DotsAndBoxes::new(width, height).unwrap()
    }

    /// Width, height, keys and positions, counted by a search over sets of edges.
    const KNOWN: [(usize, usize, usize, usize); 5] = [
        (1, 1, 16, 16),
        (2, 1, 141, 142),
        (1, 2, 141, 142),
        (3, 1, 1209, 1238),
        (2, 2, 5105, 5349),
    ];

    #[test]
    fn keys_are_the_positions_of_an_independent_search() {
        let counts = |width, height| {
            check(&rules(width, height), (&Drawn::default(), Player::Left), 300_000)
        };
        for (width, height, keys, positions) in KNOWN {
            let found = counts(width, height);
            assert_eq!((found.0, found.1), (keys, positions), "{width}x{height}");
        }
    }

    /// The edges above a box, at its left, at its right and below.
    fn box_edges(rules: &DotsAndBoxes, number: u32) -> [u32; 4] {
        let (x, y) = (number % rules.width, number / rules.width);
        let top = y * (2 * rules.width + 1) + x;
        [top, top + rules.width, top + rules.width + 1, top + 2 * rules.width + 1]
    }

    #[test]
    fn boxes_have_four_edges() {
        for (width, height) in [(1, 1), (3, 2), (2, 3), (4, 6), (19, 1), (1, 19)] {
            let rules = rules(width, height);
            for number in 0..rules.boxes() {
                let edges =
                    box_edges(&rules, number).iter().fold(0, |set, edge| set | 1u64 << edge);
                assert_eq!((edges.count_ones(), rules.closed(edges)), (4, 1));
                for edge in grid::numbers(edges) {
                    assert_eq!(rules.closed(edges ^ 1 << edge), 0);
                }
            }
            assert_eq!(rules.closed(rules.all()), rules.boxes());
        }
        assert!(DotsAndBoxes::<u64>::new(6, 5).is_none());
        assert!(DotsAndBoxes::<u64>::new(0, 3).is_none());
        assert!(DotsAndBoxes::<u64>::new(usize::MAX, 2).is_none());
        assert!(!rules(5, 5).fits() && rules(4, 6).fits());
    }

    #[test]
    fn who_closes_a_box_moves_again() {
        let rules = rules(2, 1);
        let at = |text: &str| rules.read(grundy_base::Text::new(text)).unwrap();
        // Both boxes lack the line between them.
        let both = at("--|I.I|--, left");
        let next: Vec<Drawn> = rules.options(&both, Player::Left).collect();
        assert_eq!(next, [at("--|III|--, 2-0, left")]);
        assert_eq!(rules.end(&next[0], Player::Left), Some(End::Won(Player::Left)));
        let one = at("--|II.|-., 1-0, right");
        let next: Vec<Drawn> = rules.options(&one, Player::Right).collect();
        assert_eq!(next, [at("--|III|-., 1-0, left"), at("--|II.|--, 1-0, left")]);
        assert_eq!(rules.negative(&one), Some(at("--|II.|-., 0-1, left")));
    }

    #[test]
    fn kinds_keep_the_order_of_keys() {
        let rules = rules(2, 1);
        kinds_keep_the_order(&rules, &[rules.pack(&Drawn::default(), Player::Left)]);
    }
}
