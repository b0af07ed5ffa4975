//! Kalah as a forward search plays it: on the bowls, with a handicap.

use super::{Bowls, Kalah, Seeds};
use grundy_base::{Fate, Player};
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Key, Step};
use grundy_solve::proof::{ByHandicaps, Pointed};
use grundy_solve::score::{Margins, Scoring};

/// A position as seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    bowls: Bowls,
    /// The player wins if the lead is greater than this number of seeds.
    handicap: i16,
}

impl<K: Key> Kalah<K> {
    /// The seeds in the player's own pits and in those of the opponent.
    #[inline]
    fn in_pits(&self, bowls: &Bowls) -> [i32; 2] {
        [0, self.pits + 1].map(|first| {
            bowls[first..first + self.pits].iter().map(|&seeds| i32::from(seeds)).sum()
        })
    }

    /// The seeds in the player's store, less those in the opponent's.
    #[inline]
    fn stored(&self, bowls: &Bowls) -> i32 {
        i32::from(bowls[self.pits]) - i32::from(bowls[2 * self.pits + 1])
    }
}

impl<K: Key> Forward<Node> for Kalah<K> {
    fn expand(
        &self,
        &Node { bowls, handicap }: &Node,
        steps: &mut Vec<Step<Node>>,
    ) -> Option<Fate> {
        let [own, other] = self.in_pits(&bowls);
        if own == 0 || other == 0 {
            let lead = self.stored(&bowls) + own - other;
            return Some(match lead - i32::from(handicap) {
                1.. => Fate::Win,
                0 => Fate::Draw,
                _ => Fate::Loss,
            });
        }
        for pit in (0..self.pits).filter(|&pit| bowls[pit] > 0) {
            let mut after = bowls;
            let again = self.sow(&mut after, pit);
            // Seeds gained at once are good, and so is another move.
            let rank = 2 * (self.stored(&after) - self.stored(&bowls)) as i16 + i16::from(again);
            let to = match again {
                true => Node { bowls: after, handicap },
                false => Node { bowls: self.turned(&after), handicap: -handicap },
            };
            steps.push(Step { to, turns: !again, slot: pit as u16 + 1, rank });
        }
        None
    }

    /// Compares the goal with the least and the greatest lead that the seeds still in pits allow.
    fn brings(&self, Node { bowls, handicap }: &Node, goal: Fate) -> Option<bool> {
        let (lead, [own, other]) = (self.stored(bowls), self.in_pits(bowls));
        let needed = i32::from(*handicap) + i32::from(goal == Fate::Win);
        if lead - own - other >= needed {
            return Some(true);
        }
        (lead + own + other < needed).then_some(false)
    }

    fn hash(&self, node: &Node) -> u128 {
        hash_of(node)
    }

    fn ends(&self) -> bool {
        true
    }
}

impl<K: Key> Scoring for Kalah<K> {
    fn lead(&self, seeds: &Seeds) -> i64 {
        self.stored(&seeds.bowls).into()
    }

    fn decides(&self) -> bool {
        false
    }

    fn margins(&self) -> impl Margins<Seeds> {
        ByHandicaps::new(*self)
    }
}

impl<K: Key> Pointed<Seeds, Node> for Kalah<K> {
    fn node(&self, seeds: &Seeds, mover: Player, handicap: i64) -> Node {
        Node { bowls: self.seen_by(seeds, mover), handicap: handicap as i16 }
    }

    fn lead(&self, seeds: &Seeds, player: Player) -> i64 {
        self.stored(&self.seen_by(seeds, player)).into()
    }

    fn most(&self) -> i64 {
        self.all() as i64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use grundy_base::Limits;
    use grundy_ruleset::{Notation, Ruleset};

    /// The lead of the player to move at the end, by the definition.
    fn by_definition(
        rules: &Kalah<u64>,
        at: (Seeds, Player),
        known: &mut HashMap<(Seeds, Player), i32>,
    ) -> i32 {
        if let Some(&lead) = known.get(&at) {
            return lead;
        }
        let (seeds, mover) = at;
        let lead = if rules.end(&seeds, mover).is_some() {
            // Seeds that are left in pits go to their owner.
            let bowls = rules.seen_by(&seeds, mover);
            let side = |from: usize| -> i32 {
                bowls[from..=from + rules.pits].iter().map(|&seeds| i32::from(seeds)).sum()
            };
            side(0) - side(rules.pits + 1)
        } else {
            let options: Vec<Seeds> = rules.options(&seeds, mover).collect();
            let leads = options.into_iter().map(|to| match rules.turn(&to).unwrap() {
                next if next == mover => by_definition(rules, (to, next), known),
                next => -by_definition(rules, (to, next), known),
            });
            leads.max().unwrap()
        };
        known.insert(at, lead);
        lead
    }

    #[test]
    fn margins_are_those_of_the_definition() {
        let sizes = [(1, 3), (2, 2), (2, 4), (3, 2), (4, 1)].into_iter();
        for ((pits, seeds), empty) in sizes.flat_map(|size| [(size, true), (size, false)]) {
            let rules = Kalah::<u64>::new(pits, seeds, empty).unwrap();
            let mut known = HashMap::new();
            by_definition(&rules, (rules.start().unwrap(), Player::Left), &mut known);
            let mut search = rules.margins();
            for ((seeds, mover), &lead) in &known {
                let margin = search.margin(seeds, *mover, &Limits::default()).unwrap();
                let before = Pointed::lead(&rules, seeds, *mover);
                assert_eq!(margin + before, i64::from(lead), "{}", rules.print(seeds));
                for bound in [margin, margin + 1] {
                    let reaches = search.reaches(seeds, *mover, bound, &Limits::default());
                    assert_eq!(reaches, Ok(margin >= bound), "{}", rules.print(seeds));
                }
            }
        }
    }
}
