//! Hex as a forward search plays it: with connections that nobody can prevent.
//!
//! A player to move who has a semi connection between the two sides wins. Otherwise the player must
//! move into the carriers of all semi connections between the other player's sides (Ryan Hayward,
//! Yngvi Björnsson and others, Solving 7×7 Hex with domination, fill-in, and virtual connections,
//! 2005).

use super::finding::{Effort, Finding, Joined};
use super::{Connection, Shape, Stones};
use grundy_base::{Fate, Player};
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Method, Step};

/// A position with the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<B> {
    stones: Stones<B>,
    mover: Player,
}

/// The rules for a search.
pub(super) struct Tactics<K, B>(Connection<K, B>);

impl<K, B: Finding> Tactics<K, B> {
    /// The search for these rules; none if they are not the rules of Hex.
    pub(super) fn new(rules: Connection<K, B>) -> Option<Self> {
        matches!(rules.shape, Shape::Hex { .. }).then_some(Tactics(rules))
    }

    pub(super) fn node(stones: Stones<B>, mover: Player) -> Node<B> {
        Node { stones, mover }
    }

    fn off_centre(&self, cell: usize) -> i16 {
        let Shape::Hex { width, height } = self.0.shape else { return 0 };
        let (x, y) = (cell % width, cell / width);
        let (x, y) = ((2 * x + 1) as i16 - width as i16, (2 * y + 1) as i16 - height as i16);
        // Twice the hexagonal distance.
        x.abs().max(y.abs()).max((x + y).abs())
    }

    /// For each cell, the number of empty cells on the shortest way from a side to it, the cell
    /// itself not counted; `u8::MAX` for cells with stones and cells that no way reaches.
    fn distances(&self, stones: Stones<B>, player: Player, side: usize) -> Vec<u8> {
        let rules = &self.0;
        let (own, empty) = (stones.owned(player), rules.all() & !stones.all());
        let mut distances = vec![u8::MAX; rules.cells as usize];
        let (mut seen, mut layer) = (B::EMPTY, rules.sides[player][side]);
        for distance in 0.. {
            // Own stones cost nothing.
            let mut chain = layer & own & !seen;
            let mut reached = chain;
            while !chain.is_empty() {
                let more = rules.near[chain.first() as usize] & !seen & !reached;
                layer |= more;
                reached |= more & own;
                chain = chain.rest() | more & own;
            }
            let fresh = layer & empty & !seen;
            if (reached | fresh).is_empty() {
                break;
            }
            fresh.squares().for_each(|cell| distances[cell as usize] = distance);
            seen |= reached | fresh;
            layer = rules.beside(fresh) & !seen;
        }
        distances
    }
}

impl<K: Send + Sync, B: Finding> Forward<Node<B>> for Tactics<K, B> {
    fn expand(
        &self,
        &Node { stones, mover }: &Node<B>,
        steps: &mut Vec<Step<Node<B>>>,
    ) -> Option<Fate> {
        let rules = &self.0;
        let other = mover.opponent();
        if rules.joins(stones.owned(other), other) {
            return Some(Fate::Loss);
        }
        if rules.joins(stones.owned(mover), mover) {
            return Some(Fate::Win);
        }
        let empty = rules.all() & !stones.all();
        let effort = Effort::of_each(empty.count());
        let must = B::with_connections(|connections| {
            connections.find(rules, stones, mover, effort);
            if connections.joined() != Joined::Not {
                return Err(Fate::Win);
            }
            connections.find(rules, stones, other, effort);
            match connections.joined() {
                Joined::Virtually => Err(Fate::Loss),
                _ => Ok(connections.must_play()),
            }
        });
        let moves = match must {
            Err(fate) => return Some(fate),
            Ok(must) => empty & must,
        };
        if moves.is_empty() {
            return Some(Fate::Loss);
        }
        let paths = [mover, other]
            .map(|player| [self.distances(stones, player, 0), self.distances(stones, player, 1)]);
        let before = steps.len();
        for cell in moves.squares().map(|cell| cell as usize) {
            let to = stones.with(mover, B::only(cell as u32));
            let (joined, replies) = B::with_connections(|connections| {
                connections.find(rules, to, mover, effort);
                (connections.joined(), connections.must_play() & empty)
            });
            if joined == Joined::Virtually {
                steps.truncate(before);
                return Some(Fate::Win);
            }
            let length = |[from, to]: &[Vec<u8>; 2]| i16::from(from[cell]) + i16::from(to[cell]);
            let length = length(&paths[0]) + length(&paths[1]);
            let rank = -(replies.count() as i16) * 16 - 4 * length - self.off_centre(cell);
            let to = Node { stones: to, mover: other };
            steps.push(Step { to, turns: true, slot: cell as u16 + 1, rank });
        }
        None
    }

    fn method(&self) -> Method {
        Method::ProofNumbers
    }

    fn is_slow(&self) -> bool {
        true
    }

    /// The board after half a turn, on which the players keep their sides, has the same hash.
    fn hash(&self, &Node { stones, mover }: &Node<B>) -> u128 {
        let turned = |set: B| set.turn(self.0.cells);
        let image = Stones { left: turned(stones.left), right: turned(stones.right) };
        hash_of(&(stones.min(image), mover))
    }

    fn ends(&self) -> bool {
        true
    }
}
