//! Othello as a forward search plays it: on two bit boards, with a handicap.

use super::Othello;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Step};
use grundy_solve::proof::{ByHandicaps, Pointed};
use grundy_solve::score::{Margins, Scoring};

/// A position as seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node<B> {
    own: B,
    other: B,
    /// The player wins if the lead is greater than this number of points.
    handicap: i32,
}

/// The rules, with what a search needs.
#[derive(Clone, Debug)]
pub(super) struct Tactics<K, B> {
    rules: Othello<K, B>,
    corners: B,
}

/// With at most this number of free squares moves are not ranked: ranking takes longer than it
/// saves.
const LAST: u32 = 5;

impl<K, B: Bits> Tactics<K, B> {
    pub(super) fn new(rules: Othello<K, B>) -> Self {
        let bottom = (rules.width * (rules.height - 1)) as u32;
        let row = B::FIRST | B::only(rules.width as u32 - 1);
        Tactics { corners: row | row << bottom, rules }
    }

    /// Ranks a move: moves that leave the other player few moves are good, and so are corners.
    #[inline]
    fn rank(&self, own: B, other: B, put: B) -> i16 {
        let replies = self.rules.squares(other, own).count() as i16;
        let corner = if (put & self.corners).is_empty() { 0 } else { 3 };
        corner - replies
    }
}

impl<K: Send + Sync, B: Bits> Forward<Node<B>> for Tactics<K, B> {
    fn expand(&self, node: &Node<B>, steps: &mut Vec<Step<Node<B>>>) -> Option<Fate> {
        let &Node { own, other, handicap } = node;
        let squares = self.rules.squares(own, other);
        if squares.is_empty() {
            if self.rules.squares(other, own).is_empty() {
                return Some(match self.rules.points(own, other) - handicap {
                    1.. => Fate::Win,
                    0 => Fate::Draw,
                    _ => Fate::Loss,
                });
            }
            let to = Node { own: other, other: own, handicap: -handicap };
            steps.push(Step { to, turns: true, slot: 0, rank: 0 });
            return None;
        }
        let ranked = (self.rules.all & !(own | other)).count() >= LAST;
        for put in squares.singles() {
            let turned = self.rules.turned(own, other, put);
            let (own, other) = (own | turned | put, other & !turned);
            let rank = if ranked { self.rank(own, other, put) } else { 0 };
            let to = Node { own: other, other: own, handicap: -handicap };
            let slot = put.first() as u16 + 1;
            steps.push(Step { to, turns: true, slot, rank });
        }
        None
    }

    fn hash(&self, node: &Node<B>) -> u128 {
        hash_of(node)
    }

    fn ends(&self) -> bool {
        true
    }
}

impl<K, B: Bits> Othello<K, B> {
    /// The lead in discs; in points if play is over.
    fn so_far(&self, own: B, other: B) -> i32 {
        match self.over(own, other) {
            true => self.points(own, other),
            false => own.count() as i32 - other.count() as i32,
        }
    }
}

impl<K: Clone + Send + Sync + 'static, B: Bits> Scoring for Othello<K, B> {
    fn lead(&self, discs: &Discs<B>) -> i64 {
        self.so_far(discs.left, discs.right).into()
    }

    fn decides(&self) -> bool {
        false
    }

    fn margins(&self) -> impl Margins<Discs<B>> {
        ByHandicaps::new(Tactics::new(self.clone()))
    }
}

impl<K: Send + Sync, B: Bits> Pointed<Discs<B>, Node<B>> for Tactics<K, B> {
    fn node(&self, discs: &Discs<B>, mover: Player, handicap: i64) -> Node<B> {
        let (own, other) = discs.seen_by(mover);
        Node { own, other, handicap: handicap as i32 }
    }

    fn lead(&self, discs: &Discs<B>, player: Player) -> i64 {
        let (own, other) = discs.seen_by(player);
        self.rules.so_far(own, other).into()
    }

    fn most(&self) -> i64 {
        self.rules.all.count().into()
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::collections::HashMap;

    use super::super::Count;
    use super::*;
    use grundy_base::Limits;
    use grundy_ruleset::board::discs::Keys;
    use grundy_ruleset::{Notation, Ruleset};

    /// The lead of the player to move at the end, by the definition, which counts characters.
    fn by_definition(
        rules: &Othello<Keys<u64>>,
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
        // The gain of Left, who starts, was found by a search over strings of squares. Feinstein's
        // 11 to 3 on four by four squares counts discs.
        for (width, height, count, first) in
            [(4, 4, Count::Squares, -10), (4, 4, Count::Discs, -8), (2, 6, Count::Squares, 0)]
        {
            let rules = Othello::<Keys<u64>>::new(width, height, count).unwrap();
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
