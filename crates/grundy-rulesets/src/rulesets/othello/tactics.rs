//! Othello as a forward search plays it: on two bit boards, with a handicap.

use super::Othello;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::board::word::Word;
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Step};
use grundy_solve::proof::{ByHandicaps, Pointed};
use grundy_solve::score::{Margins, Scoring};

/// A position, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    own: u64,
    other: u64,
    /// The player wins by a lead of more points than these.
    handicap: i8,
}

/// The rules, with what a search needs to have ready.
#[derive(Clone, Debug)]
pub(super) struct Tactics<K> {
    rules: Othello<K>,
    corners: u64,
}

/// With fewer free squares moves are not ranked: it takes longer than it saves.
const LAST: u32 = 5;

impl<K: Word> Tactics<K> {
    pub(super) fn new(rules: Othello<K>) -> Self {
        let bottom = rules.width * (rules.height - 1);
        let row = 1 | 1 << (rules.width - 1);
        Tactics { corners: row | row << bottom, rules }
    }

    /// The other player's few moves, and corners, are good.
    #[inline]
    fn rank(&self, own: u64, other: u64, put: u64) -> i16 {
        let replies = self.rules.squares(other, own).count_ones() as i16;
        let corner = if put & self.corners != 0 { 3 } else { 0 };
        corner - replies
    }
}

impl<K: Word> Forward<Node> for Tactics<K> {
    fn expand(&self, node: &Node, steps: &mut Vec<Step<Node>>) -> Option<Fate> {
        let &Node { own, other, handicap } = node;
        let mut squares = self.rules.squares(own, other);
        if squares == 0 {
            if self.rules.squares(other, own) == 0 {
                return Some(match self.rules.points(own, other) - i32::from(handicap) {
                    1.. => Fate::Win,
                    0 => Fate::Draw,
                    _ => Fate::Loss,
                });
            }
            let to = Node { own: other, other: own, handicap: -handicap };
            steps.push(Step { to, turns: true, slot: 0, rank: 0 });
            return None;
        }
        let ranked = (self.rules.all & !(own | other)).count_ones() >= LAST;
        while squares != 0 {
            let put = squares & squares.wrapping_neg();
            squares ^= put;
            let turned = self.rules.turned(own, other, put);
            let (own, other) = (own | turned | put, other & !turned);
            let rank = if ranked { self.rank(own, other, put) } else { 0 };
            let to = Node { own: other, other: own, handicap: -handicap };
            let slot = put.trailing_zeros() as u16 + 1;
            steps.push(Step { to, turns: true, slot, rank });
        }
        None
    }

    fn hash(&self, node: &Node) -> u128 {
        hash_of(node)
    }

    fn ends(&self) -> bool {
        true
    }
}

impl<K: Word> Othello<K> {
    /// The lead in discs, and in points when play is over.
    fn so_far(&self, own: u64, other: u64) -> i32 {
        match self.over(own, other) {
            true => self.points(own, other),
            false => own.count_ones() as i32 - other.count_ones() as i32,
        }
    }
}

impl<K: Word> Scoring for Othello<K> {
    fn lead(&self, discs: &Discs) -> i64 {
        self.so_far(discs.left, discs.right).into()
    }

    fn decides(&self) -> bool {
        false
    }

    fn margins(&self) -> impl Margins<Discs> {
        ByHandicaps::new(Tactics::new(self.clone()))
    }
}

impl<K: Word> Pointed<Discs, Node> for Tactics<K> {
    fn node(&self, discs: &Discs, mover: Player, handicap: i64) -> Node {
        let (own, other) = discs.seen_by(mover);
        Node { own, other, handicap: handicap as i8 }
    }

    fn lead(&self, discs: &Discs, player: Player) -> i64 {
        let (own, other) = discs.seen_by(player);
        self.rules.so_far(own, other).into()
    }

    fn most(&self) -> i64 {
        self.rules.all.count_ones().into()
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::collections::HashMap;

    use super::super::Count;
    use super::*;
    use grundy_base::Limits;
    use grundy_ruleset::{Notation, Ruleset};

    /// The lead of the player to move at the end, by the definition: a count of characters.
    fn by_definition(
        rules: &Othello<u64>,
        at: (Discs, Player),
        known: &mut HashMap<(Discs, Player), i32>,
    ) -> i32 {
        if let Some(&lead) = known.get(&at) {
            return lead;
        }
        let (discs, mover) = at;
        let options: Vec<Discs> = rules.options(&discs, mover).collect();
        let leads =
            options.into_iter().map(|to| -by_definition(rules, (to, mover.opponent()), known));
        let lead = leads.max().unwrap_or_else(|| {
            let board = rules.print(&discs);
            let number = |disc| board.matches(disc).count() as i32;
            let [mine, theirs] = if mover == Player::Left { ["X", "O"] } else { ["O", "X"] };
            let (mine, theirs) = (number(mine), number(theirs));
            let winners = if rules.count == Count::Squares { number(".") } else { 0 };
            match mine.cmp(&theirs) {
                Ordering::Greater => mine + winners - theirs,
                Ordering::Equal => 0,
                Ordering::Less => mine - theirs - winners,
            }
        });
        known.insert(at, lead);
        lead
    }

    #[test]
    fn margins_are_those_of_the_definition() {
        // What Left gains who starts is by a search over strings of squares; Feinstein's 11 to 3
        // on four by four counts discs.
        for (width, height, count, first) in
            [(4, 4, Count::Squares, -10), (4, 4, Count::Discs, -8), (2, 6, Count::Squares, 0)]
        {
            let rules = Othello::<u64>::new(width, height, count).unwrap();
            let mut known = HashMap::new();
            let found = by_definition(&rules, (rules.first(), Player::Left), &mut known);
            assert_eq!(found, first, "{width}x{height} {count:?}");
            let mut search = rules.margins();
            let tactics = Tactics::new(rules.clone());
            let mut compared = 0;
            for (number, ((discs, mover), &lead)) in known.iter().enumerate() {
                if number % 7 > 0 && known.len() > 1000 {
                    continue;
                }
                let margin = search.margin(discs, *mover, &Limits::default()).unwrap();
                let before = tactics.lead(discs, *mover);
                assert_eq!(margin + before, i64::from(lead), "{}", rules.print(discs));
                for bound in [margin, margin + 1] {
                    let reaches = search.reaches(discs, *mover, bound, &Limits::default());
                    assert_eq!(reaches, Ok(margin >= bound), "{}", rules.print(discs));
                }
                compared += 1;
            }
            assert!(compared > 2, "{width}x{height}: {compared}");
        }
    }
}
