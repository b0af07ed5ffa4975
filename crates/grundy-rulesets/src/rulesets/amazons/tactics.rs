//! Amazons as a forward search plays it: on bit boards, with the regions that one player has
//! alone as numbers of moves.
//!
//! In a region without queens of the other player a player has as many moves as fill it best.
//! These are counted and dropped. In the other regions a player makes at most as many moves as
//! there are free squares that the own queens reach while the other player's stand still: who
//! has more moves for certain than the other player at most wins (Müller and Tegos,
//! Experiments in computer Amazons, 2002).

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

use grundy_base::huge::SharedLines;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::eight::{DIRECTIONS, SIDE, around, each_image, shifted};
use grundy_ruleset::board::squares;
use grundy_ruleset::board::squares::{FREE, Stones, stone};
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Method, Step};

/// A position: queens of the player to move and of the other player, and free squares, without
/// the regions that were counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    own: u64,
    other: u64,
    free: u64,
    /// Moves of the player to move elsewhere, less those of the other player.
    spare: i8,
    /// Squares that the queens of both players can move to.
    reach: [u8; 2],
    hash: u128,
}

/// What moves a player can make more than the other one, in all.
#[derive(Clone, Copy, Default)]
struct Bounds {
    least: i32,
    most: i32,
}

/// Boards of at most eight by eight squares.
#[derive(Clone)]
pub(super) struct Tactics {
    /// Regions of one player, and how many moves fill them.
    filled: Arc<OnceLock<SharedLines>>,
}

const LINES: usize = 1 << 14;

/// Positions that are looked at to see how a region is filled.
const EFFORT: u32 = 3000;

impl Tactics {
    /// The search of boards like this one; none if it is too large.
    pub(super) fn of(board: &Stones) -> Option<Self> {
        let (width, height) = board.sides();
        (width <= SIDE && height <= SIDE).then(|| Tactics { filled: Arc::default() })
    }

    /// The node of a position.
    pub(super) fn node(&self, board: &Stones, mover: Player) -> Node {
        let (width, _) = board.sides();
        let set = |content| {
            squares::members(board.holding(content)).fold(0, |set, square| {
                let square = square as usize;
                set | 1 << (SIDE * (square / width) + square % width)
            })
        };
        let [own, other] = [mover, mover.opponent()].map(|player| set(stone(player)));
        self.counted(own, other, set(FREE), 0).0.finished()
    }

    /// A node without the regions whose moves can be counted, with the bounds.
    #[inline]
    fn counted(&self, own: u64, other: u64, free: u64, spare: i32) -> (Node, Bounds) {
        let mut kept = 0;
        let (mut spare, mut most) = (spare, [0; 2]);
        let mut least = 0;
        let mut rest = own | other;
        while rest != 0 {
            let region = connected(rest & rest.wrapping_neg(), free | own | other);
            rest &= !region;
            let [a, b, free] = [own, other, free].map(|set| set & region);
            if free == 0 {
                continue;
            }
            if a == 0 || b == 0 {
                let sign = if b == 0 { 1 } else { -1 };
                let (found, exact) = self.filled(a | b, free);
                if exact {
                    spare += sign * found as i32;
                    continue;
                }
                kept |= region;
                least += sign * found as i32;
                let open = (free.count_ones() - found) as i32;
                most[usize::from(sign < 0)] += open;
                continue;
            }
            kept |= region;
            for (side, queens) in [a, b].into_iter().enumerate() {
                let part = connected(queens, free | queens);
                most[side] += (part & free).count_ones() as i32;
            }
        }
        let [own, other, free] = [own, other, free].map(|set| set & kept);
        let bounds = Bounds { least: spare + least - most[1], most: spare + least + most[0] };
        (Node { own, other, free, spare: spare as i8, reach: [0; 2], hash: 0 }, bounds)
    }

    /// How many moves a player has in a region without queens of the other player, and
    /// whether that is exact; otherwise it is at least so many.
    fn filled(&self, queens: u64, free: u64) -> (u32, bool) {
        let key = queens.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ free;
        let key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let key = key ^ key >> 32 ^ queens.rotate_left(40);
        let lines = self.filled.get_or_init(|| SharedLines::zeroed(LINES)).lines();
        let line = &lines[(key >> 7) as usize % LINES];
        let at = (key as usize & 3) * 2;
        let [check, known] = [0, 1].map(|word| line.0[at + word].load(Ordering::Relaxed));
        if check ^ known == key && known != 0 {
            return (known as u32 >> 1 & 0xff, known & 1 != 0);
        }
        let mut effort = EFFORT;
        let found = fill(queens, free, 0, &mut effort);
        let exact = effort > 0 || found == free.count_ones();
        let known = u64::from(found << 1 | u32::from(exact) | 1 << 30);
        line.0[at].store(key ^ known, Ordering::Relaxed);
        line.0[at + 1].store(known, Ordering::Relaxed);
        (found, exact)
    }
}

/// The squares of a set that are connected to some.
#[inline]
fn connected(from: u64, set: u64) -> u64 {
    let mut part = from;
    loop {
        let more = part | around(part) & set;
        if more == part {
            return part;
        }
        part = more;
    }
}

/// The squares that a queen sees.
#[inline]
fn seen(from: u64, free: u64) -> u64 {
    let mut all = 0;
    for direction in 0..DIRECTIONS {
        let mut at = shifted(from, direction) & free;
        while at != 0 {
            all |= at;
            at = shifted(at, direction) & free;
        }
    }
    all
}

/// How many moves fill a region best: the greatest number that was found with so much effort,
/// at least `enough` only if there is one of so many.
fn fill(queens: u64, free: u64, enough: u32, effort: &mut u32) -> u32 {
    let reached = connected(queens, free | queens) & free;
    let most = reached.count_ones();
    if most <= enough || *effort == 0 {
        return 0;
    }
    *effort -= 1;
    let mut best = 0;
    // The square that the queen leaves is the best one to close, as a rule.
    for near in [true, false] {
        let mut movers = queens;
        while movers != 0 {
            let from = movers & movers.wrapping_neg();
            movers &= !from;
            let mut targets = seen(from, reached);
            if near {
                targets &= around(from);
            }
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets &= !to;
                let open = (reached | from) & !to;
                let mut arrows = if near { from } else { seen(to, open) };
                if !near && around(from) & to != 0 {
                    arrows &= !from;
                }
                while arrows != 0 {
                    let arrow = arrows & arrows.wrapping_neg();
                    arrows &= !arrow;
                    let wanted = enough.max(best).saturating_sub(1);
                    let after = fill(queens & !from | to, open & !arrow, wanted, effort);
                    best = best.max(1 + after);
                    if best == most {
                        return best;
                    }
                }
            }
        }
    }
    best
}

impl Node {
    /// Completes a node that is searched.
    #[inline]
    fn finished(self) -> Node {
        let reach = [self.own, self.other].map(|queens| {
            let (mut rest, mut reach) = (queens, 0);
            while rest != 0 {
                reach += seen(rest & rest.wrapping_neg(), self.free).count_ones();
                rest &= rest - 1;
            }
            reach.min(255) as u8
        });
        let mut least = [u64::MAX; 2];
        let sets = [self.own | self.free, self.other | self.free];
        if sets != [0; 2] {
            each_image(sets, |image| least = least.min(image));
        }
        let hash = hash_of(&(least[0], least[1], self.spare as u64));
        Node { reach, hash, ..self }
    }
}

impl Bounds {
    /// The result for the player to move.
    #[inline]
    fn fate(self) -> Option<Fate> {
        match self {
            Bounds { least: 1.., .. } => Some(Fate::Win),
            Bounds { most: ..=0, .. } => Some(Fate::Loss),
            _ => None,
        }
    }
}

impl Forward<Node> for Tactics {
    fn expand(&self, node: &Node, steps: &mut Vec<Step<Node>>) -> Option<Fate> {
        let &Node { own, other, free, spare, .. } = node;
        let (_, bounds) = self.counted(own, other, free, spare.into());
        if let Some(fate) = bounds.fate() {
            return Some(fate);
        }
        let start = steps.len();
        let mut movers = own;
        while movers != 0 {
            let from = movers & movers.wrapping_neg();
            movers &= !from;
            let mut targets = seen(from, free);
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets &= !to;
                let open = (free | from) & !to;
                let mut arrows = seen(to, open);
                while arrows != 0 {
                    let arrow = arrows & arrows.wrapping_neg();
                    arrows &= !arrow;
                    let queens = own & !from | to;
                    let (after, bounds) =
                        self.counted(other, queens, open & !arrow, -i32::from(spare));
                    match bounds.fate() {
                        Some(Fate::Loss) => {
                            steps.truncate(start);
                            return Some(Fate::Win);
                        }
                        Some(_) => {}
                        None => {
                            let to = after.finished();
                            steps.push(Step { to, turns: true, slot: 0, rank: 0 });
                        }
                    }
                }
            }
        }
        if spare > 0 {
            let (after, bounds) = self.counted(other, own, free, 1 - i32::from(spare));
            match bounds.fate() {
                Some(Fate::Loss) => {
                    steps.truncate(start);
                    return Some(Fate::Win);
                }
                Some(_) => {}
                None => {
                    let to = after.finished();
                    steps.push(Step { to, turns: true, slot: 0, rank: -1 });
                }
            }
        }
        (steps.len() == start).then_some(Fate::Loss)
    }

    fn over(&self, node: &Node) -> Option<Fate> {
        /// With more free squares there are thousands of steps.
        const FEW: u32 = 32;
        let &Node { own, other, free, spare, .. } = node;
        match free.count_ones() {
            ..=FEW => self.expand(node, &mut Vec::new()),
            _ => self.counted(own, other, free, spare.into()).1.fate(),
        }
    }

    /// From the squares that the queens can move to: these numbers were found to serve well.
    fn mobility(&self, node: &Node) -> Option<[u32; 2]> {
        let spare = u32::from(node.spare.unsigned_abs());
        let [own, other] = node.reach.map(|reach| u32::from(reach) + 1);
        let (own, other) = if node.spare > 0 { (own + spare, other) } else { (own, other + spare) };
        Some([own * own * 3 / 4, other * other * 4 / 3])
    }

    fn method(&self) -> Method {
        Method::ProofNumbers
    }

    fn ends(&self) -> bool {
        true
    }

    fn hash(&self, node: &Node) -> u128 {
        node.hash
    }
}

#[cfg(test)]
mod tests {
    use hashbrown::HashMap;

    use super::*;
    use crate::rulesets::amazons::Amazons;
    use grundy_base::{Limits, Text};
    use grundy_ruleset::{Notation, Ruleset};
    use grundy_solve::proof::Prover;

    type Board = squares::Stones;

    /// Whether the player to move wins, by the definition.
    fn wins(board: Board, mover: Player, known: &mut HashMap<(Board, Player), bool>) -> bool {
        if let Some(&known) = known.get(&(board, mover)) {
            return known;
        }
        let mut options = Amazons.options(&board, mover);
        let wins = options.any(|option| !wins(option, mover.opponent(), known));
        known.insert((board, mover), wins);
        wins
    }

    /// Boards with random queens and gaps.
    fn boards(count: u64) -> impl Iterator<Item = Board> {
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        let mut below = move |most: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 20) % most
        };
        (0..count).map(move |_| {
            let sizes = [[4, 2], [5, 2], [3, 3], [7, 1], [4, 3]];
            let [width, height] = sizes[below(5) as usize];
            let queens = 2 + below(5);
            let row = |below: &mut dyn FnMut(u64) -> u64| -> String {
                let square = |_| match below(20) {
                    free if free >= 2 * queens => '.',
                    queen if queen < queens => 'x',
                    queen if queen + 1 < 2 * queens => 'o',
                    _ => '#',
                };
                (0..width).map(square).collect()
            };
            let rows: Vec<String> = (0..height).map(|_| row(&mut below)).collect();
            Amazons.read(Text::new(&rows.join("|"))).unwrap()
        })
    }

    #[test]
    fn boards_are_won_by_whom_the_definition_says() {
        let mut won = [0; 2];
        for board in boards(if cfg!(debug_assertions) { 300 } else { 5_000 }) {
            let mut known = HashMap::new();
            {
                let tactics = Tactics::of(&board).unwrap();
                let mut prover = Prover::new(Arc::new(tactics.clone()), 1 << 22);
                for mover in Player::BOTH {
                    let node = tactics.node(&board, mover);
                    let limits = Limits::default();
                    let bounds = prover.prove(&node, u64::MAX, &limits, &mut |_| {}).unwrap();
                    let expected = wins(board, mover, &mut known);
                    let fate = if expected { Fate::Win } else { Fate::Loss };
                    assert_eq!(bounds.fate(), Some(fate), "{} {mover:?}", Amazons.print(&board));
                    won[usize::from(expected)] += 1;
                }
            }
        }
        assert!(won.iter().all(|&count| 4 * count > won[0] + won[1]), "{won:?}");
    }
}
