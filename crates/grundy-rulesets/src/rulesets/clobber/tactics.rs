//! Clobber as a forward search plays it: on bit boards, as a sum of groups.
//!
//! Groups of stones that do not touch are added, and groups equal to zero are dropped. The hash of
//! a node is the sum of the hashes of its groups up to symmetry. The hash of the negative of a
//! group is the negative of its hash, so a group and its negative cancel. Small groups have the
//! hash of their canonical form, so groups of equal value have equal hashes. If all groups are
//! small, the ups and nimbers, or the atomic weights, often say who wins: in an all-small game a
//! player who is two ups ahead wins (Winning Ways, chapter 8).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::cache::{Cache, Key};
use super::shape::Stones;
use super::worth::{UP, Worth};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares;
use grundy_ruleset::board::squares::{LEFT, RIGHT};
use grundy_ruleset::{Forward, Method, Step};

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    stones: Stones,
    mover: Player,
    /// Four times the number of moves of each player, but moves in groups with a known value count
    /// once.
    moves: u16,
    hash: u128,
}

/// A group of stones and its worth for Left.
#[derive(Clone, Copy, Debug)]
struct Part {
    stones: Stones,
    worth: Worth,
}

type Parts = SmallVec<[Part; 16]>;

/// Groups added.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    signed: u128,
    unsigned: u128,
    ups: i32,
    nimber: u8,
    /// The number of groups that are not ups and nimbers.
    others: i32,
    /// The number of groups whose atomic weight is not known.
    unknown: i32,
    weight: [i32; 2],
    moves: i32,
}

impl Total {
    #[inline]
    fn add(&mut self, part: &Part) {
        self.signed = self.signed.wrapping_add(part.worth.signed);
        self.change(part, 1);
    }

    #[inline]
    fn remove(&mut self, part: &Part) {
        self.signed = self.signed.wrapping_sub(part.worth.signed);
        self.change(part, -1);
    }

    /// Adds or removes the parts of a total for which adding and removing differ only in `sign`.
    #[inline]
    fn change(&mut self, Part { stones, worth }: &Part, sign: i32) {
        self.unsigned ^= worth.unsigned;
        self.ups += sign * i32::from(worth.ups);
        self.nimber ^= worth.nimber;
        self.others += sign * i32::from(!worth.is_compact());
        self.unknown += sign * i32::from(worth.weight.is_none());
        let weight = worth.weight.unwrap_or_default();
        self.weight = [0, 1].map(|side| self.weight[side] + sign * i32::from(weight[side]));
        let each = if worth.weight.is_some() { 1 } else { 4 };
        self.moves += sign * each * stones.moves() as i32;
    }

    /// The result for a player to move; none if it is not plain.
    #[inline]
    fn fate(&self, mover: Player) -> Option<Fate> {
        let left = mover == Player::Left;
        if self.others == 0 {
            // Two ups are greater than every nimber, and one up is greater than every nimber but *.
            let wins = match if left { self.ups } else { -self.ups } {
                0 => self.nimber != 0,
                -1 => self.nimber == 1,
                ups => ups > 0,
            };
            return Some(if wins { Fate::Win } else { Fate::Loss });
        }
        if self.unknown > 0 {
            return None;
        }
        let [least, most] = self.weight;
        let [least, most] = if left { [least, most] } else { [-most, -least] };
        if least >= UP {
            return Some(Fate::Win);
        }
        (most <= -2 * UP).then_some(Fate::Loss)
    }

    /// The hash for a player to move: Right to move is Left to move in the negative.
    #[inline]
    fn hash(&self, mover: Player) -> u128 {
        const UPS: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        const NIMBERS: u128 = 0xd6e8_feb8_6659_fd93_a076_1d64_78bd_642f;
        let signed = self.signed.wrapping_add(UPS.wrapping_mul(self.ups as u128));
        let signed = if mover == Player::Left { signed } else { signed.wrapping_neg() };
        signed ^ self.unsigned ^ NIMBERS.wrapping_mul(self.nimber.into())
    }
}

/// The number of squares in a row of a bit board, and of rows.
const SIDE: usize = 8;

/// The search on boards of at most eight by eight squares. Clones share the cache.
#[derive(Clone)]
pub(super) struct Tactics {
    /// Groups of at most this number of stones are valued.
    small: u32,
    /// The greatest number of bytes for the cache, when it is needed.
    room: Arc<AtomicU64>,
    cache: Arc<OnceLock<Cache>>,
}

/// The number of bytes for the cache if none is given.
const ROOM: u64 = 16 << 20;

impl Tactics {
    /// The search for boards of this size; none if the board is too large.
    pub(super) fn of(board: &squares::Stones) -> Option<Self> {
        let (width, height) = board.sides();
        let stones = (board.holding(LEFT) | board.holding(RIGHT)).count_ones();
        // With each additional stone there are a fourth fewer nodes, but many more groups to value.
        (width <= SIDE && height <= SIDE).then(|| Tactics::new((stones / 3).clamp(6, 10)))
    }

    fn new(small: u32) -> Self {
        Tactics { small, room: Arc::new(ROOM.into()), cache: Arc::default() }
    }

    fn cache(&self) -> &Cache {
        self.cache.get_or_init(|| Cache::new(self.room.load(Ordering::Relaxed), self.small))
    }

    /// The node of a position.
    pub(super) fn node(&self, board: &squares::Stones, mover: Player) -> Node {
        let (width, _) = board.sides();
        let set = |content| {
            board.holding(content).squares().fold(0, |set, square| {
                let square = square as usize;
                set | 1 << (SIDE * (square / width) + square % width)
            })
        };
        let stones = Stones { left: set(LEFT), right: set(RIGHT) };
        sum(Total::default(), &[], &self.parts(stones), mover).0
    }

    /// The groups of stones that are not zero.
    fn parts(&self, stones: Stones) -> Parts {
        let (cache, mut parts) = (self.cache(), Parts::new());
        stones.each_part(|stones| {
            let worth = cache.worth(stones, cache.key(stones));
            parts.extend((worth != Worth::ZERO).then_some(Part { stones, worth }));
        });
        parts
    }
}

/// The node of a sum of groups. The groups of `before` are already in `total`, and those of `added`
/// are added to it. Groups that are each other's negatives are left out.
#[inline]
fn sum(mut total: Total, before: &[Part], added: &[Part], mover: Player) -> (Node, Total) {
    let all = before.iter().chain(added);
    let mut stones = all.fold(Stones::default(), |all, part| all.with(part.stones));
    for (place, part) in added.iter().enumerate() {
        let negative = part.worth.negated();
        let mut others = before.iter().chain(&added[..place]);
        let other = others.find(|other| other.worth == negative && stones.has(other.stones));
        match other {
            Some(other) => {
                total.remove(other);
                stones = stones.without(part.stones).without(other.stones);
            }
            None => total.add(part),
        }
    }
    let node = Node { stones, mover, moves: total.moves as u16, hash: total.hash(mover) };
    (node, total)
}

impl Forward<Node> for Tactics {
    fn expand(&self, node: &Node, steps: &mut Vec<Step<Node>>) -> Option<Fate> {
        let (mover, other) = (node.mover, node.mover.opponent());
        let (cache, start) = (self.cache(), steps.len());
        let mut parts = self.parts(node.stones);
        let mut total = Total::default();
        parts.iter().for_each(|part| total.add(part));
        if let Some(fate) = total.fate(mover) {
            return Some(fate);
        }
        // The groups after each move. They are all loaded from memory at the same time.
        let mut groups: SmallVec<[(Stones, Key); 64]> = SmallVec::new();
        let mut moves: SmallVec<[(usize, usize); 64]> = SmallVec::new();
        for (place, part) in parts.iter().enumerate() {
            // Of several equal groups one is enough.
            if parts[..place].iter().any(|other| other.worth == part.worth) {
                continue;
            }
            part.stones.each_move(mover, |after| {
                after.each_part(|stones| groups.push((stones, cache.key(stones))));
                moves.push((place, groups.len()));
            });
        }
        let (mut added, mut first, last) = (Parts::new(), 0, parts.len() - 1);
        for (place, end) in moves {
            added.clear();
            for &(stones, key) in &groups[first..end] {
                let worth = cache.worth(stones, key);
                added.extend((worth != Worth::ZERO).then_some(Part { stones, worth }));
            }
            first = end;
            let mut others = total;
            others.remove(&parts[place]);
            parts.swap(place, last);
            let (to, after) = sum(others, &parts[..last], &added, other);
            parts.swap(place, last);
            match after.fate(other) {
                Some(Fate::Loss) => {
                    steps.truncate(start);
                    return Some(Fate::Win);
                }
                Some(_) => {}
                None if steps[start..].iter().any(|step| step.to.hash == to.hash) => {}
                None => steps.push(Step { to, turns: true, slot: 0, rank: 0 }),
            }
        }
        (steps.len() == start).then_some(Fate::Loss)
    }

    /// Computed from the number of moves, which is always the same for both players. Most positions
    /// with many moves are won by the player to move. The factors were found by experiment.
    fn mobility(&self, node: &Node) -> Option<[u32; 2]> {
        let moves = u32::from(node.moves);
        Some([moves / 3 + 1, 3 * moves / 16 + 1])
    }

    fn method(&self) -> Method {
        Method::ProofNumbers
    }

    fn adds(&self) -> bool {
        true
    }

    fn ends(&self) -> bool {
        true
    }

    fn may_hold(&self, bytes: u64) {
        self.room.store(bytes, Ordering::Relaxed);
    }

    fn held(&self) -> u64 {
        self.cache.get().map_or(0, Cache::bytes)
    }

    fn hash(&self, node: &Node) -> u128 {
        node.hash
    }
}

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;

    use hashbrown::HashMap;

    use super::*;
    use crate::rulesets::clobber::Clobber;
    use grundy_base::{Limits, Text};
    use grundy_ruleset::{Notation, Ruleset};
    use grundy_solve::proof::Prover;

    type Board = squares::Stones;

    /// Whether the player to move wins, by the definition.
    fn wins(board: Board, mover: Player, known: &mut HashMap<(Board, Player), bool>) -> bool {
        if let Some(&known) = known.get(&(board, mover)) {
            return known;
        }
        let mut options = Clobber(PhantomData).options(&board, mover);
        let wins = options.any(|option| !wins(option, mover.opponent(), known));
        known.insert((board, mover), wins);
        wins
    }

    /// Boards with random stones and gaps.
    fn boards(count: u64) -> impl Iterator<Item = Board> {
        let mut below = crate::testing::random(0x9e37_79b9_7f4a_7c15);
        (0..count).map(move |_| {
            let sizes = [[4, 4], [5, 3], [3, 5], [8, 2], [1, 8], [6, 3]];
            let [width, height] = sizes[below(6) as usize];
            let gaps = 1 + below(4);
            let row = |below: &mut dyn FnMut(u64) -> u64| -> String {
                let square = |_| match below(4 + gaps) {
                    0 | 1 => 'x',
                    2 | 3 => 'o',
                    4 => '#',
                    _ => '.',
                };
                (0..width).map(square).collect()
            };
            let rows: Vec<String> = (0..height).map(|_| row(&mut below)).collect();
            Clobber::<u128>::default().read(Text::new(&rows.join("|"))).unwrap()
        })
    }

    #[test]
    fn boards_are_won_by_whom_the_definition_says() {
        let mut won = [0; 2];
        for board in boards(if cfg!(debug_assertions) { 300 } else { 20_000 }) {
            let mut known = HashMap::new();
            for small in [0, 4, 8, 16] {
                let tactics = Tactics::new(small);
                let mut prover = Prover::new(Arc::new(tactics.clone()), 1 << 22);
                for mover in Player::BOTH {
                    let node = tactics.node(&board, mover);
                    let limits = Limits::default();
                    let bounds = prover.prove(&node, u64::MAX, &limits, &mut |_| {}).unwrap();
                    let expected = wins(board, mover, &mut known);
                    let fate = if expected { Fate::Win } else { Fate::Loss };
                    assert_eq!(
                        bounds.fate(),
                        Some(fate),
                        "{} {mover:?}",
                        Clobber::<u128>::default().print(&board)
                    );
                    won[usize::from(expected)] += 1;
                }
            }
        }
        assert!(won.iter().all(|&count| 4 * count > won[0] + won[1]), "{won:?}");
    }
}
