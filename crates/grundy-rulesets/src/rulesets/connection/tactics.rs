//! Hex and the Game of Y as a forward search plays them: with the connections that nobody can prevent,
//! and without moves that are no better than others.
//!
//! The player to move wins with a semi connection of the sides, and must otherwise play into all the
//! carriers of those of the other player (Ryan Hayward, Yngvi Björnsson and others, Solving 7×7 Hex
//! with domination, fill-in, and virtual connections, 2005).

use std::cmp::Reverse;

use super::finding::{Effort, Finding, Joined};
use super::inferior::{Filled, Open};
use super::{Connection, Shape, Stones};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Method, Step};

/// A position whose dead and captured cells have stones, with the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<B> {
    stones: Stones<B>,
    mover: Player,
}

/// The rules, for a search.
#[derive(Clone)]
pub(super) struct Tactics<K, B>(pub(super) Connection<K, B>);

impl<K, B: Bits> Tactics<K, B> {
    pub(super) fn node(&self, stones: Stones<B>, mover: Player) -> Node<B> {
        Node { stones: self.0.filled(stones).stones, mover }
    }

    /// Some of these moves, with the stones after them: of moves that give the player each other's
    /// cells one, and none that is worse.
    fn best_of(&self, moves: B, stones: Stones<B>, mover: Player) -> Vec<(u32, Stones<B>)> {
        let after = |cell| (cell, self.0.filled(stones.with(mover, B::only(cell))));
        let gained = |filled: &Filled<B>| filled.dead | filled.stones.owned(mover);
        let mut all: Vec<(u32, Filled<B>)> = moves.squares().map(after).collect();
        all.sort_by_key(|(_, filled)| Reverse(gained(filled).count()));
        let mut covered = B::EMPTY;
        all.retain(|(cell, filled)| {
            let is_new = !covered.holds(*cell);
            covered |= if is_new { gained(filled) } else { B::EMPTY };
            is_new
        });
        all.into_iter().map(|(cell, filled)| (cell, filled.stones)).collect()
    }
}

impl<K: Send + Sync, B: Finding> Forward<Node<B>> for Tactics<K, B> {
    fn expand(
        &self,
        &Node { stones, mover }: &Node<B>,
        steps: &mut Vec<Step<Node<B>>>,
    ) -> Option<Fate> {
        let (rules, other) = (&self.0, mover.opponent());
        if rules.joins(stones.owned(other), other) {
            return Some(Fate::Loss);
        }
        if rules.joins(stones.owned(mover), mover) {
            return Some(Fate::Win);
        }
        let empty = rules.all() & !stones.all();
        let effort = Effort::of(empty.count());
        let must = B::with_connections(|connections| {
            connections.find(rules, stones, mover, effort);
            if connections.joined() != Joined::Not {
                return Err(Fate::Win);
            }
            connections.find(rules, stones, other, effort);
            match connections.joined() {
                Joined::Virtually => Err(Fate::Loss),
                _ => Ok(connections.must_play() & empty),
            }
        });
        let must = match must {
            Err(fate) => return Some(fate),
            Ok(must) => must,
        };
        let open = Open::new(rules, stones);
        let vulnerable = open.vulnerable(mover);
        let moves = if vulnerable == empty { must } else { must & !vulnerable };
        let currents = open.currents();
        let before = steps.len();
        for (cell, to) in self.best_of(moves, stones, mover) {
            if rules.joins(to.owned(mover), mover) {
                steps.truncate(before);
                return Some(Fate::Win);
            }
            /// For each unit of current, of which no cell has more than six.
            const RANKS: f32 = 5000.0;
            let rank = (currents[cell as usize] * RANKS) as i16;
            let to = Node { stones: to, mover: other };
            steps.push(Step { to, turns: true, slot: cell as u16 + 1, rank });
        }
        if steps.len() == before { Some(Fate::Loss) } else { None }
    }

    fn method(&self) -> Method {
        Method::ProofNumbers
    }

    fn is_slow(&self) -> bool {
        true
    }

    /// Half a turn of a rhomb keeps the players' sides.
    fn hash(&self, &Node { stones, mover }: &Node<B>) -> u128 {
        let Stones { left, right } = stones;
        let turned = |set: B| match self.0.shape {
            Shape::Hex { .. } => set.turn(self.0.cells),
            Shape::Y { .. } => set,
        };
        hash_of(&(stones.min(Stones { left: turned(left), right: turned(right) }), mover))
    }

    fn ends(&self) -> bool {
        true
    }
}
