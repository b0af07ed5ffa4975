//! Amazons as a forward search plays it: on bit boards, where regions of one player are replaced by
//! numbers of moves.
//!
//! In a region without queens of the other player, a player has as many moves as the best way to
//! fill the region. These moves are counted and the region is dropped. In the other regions a
//! player makes at most as many moves as there are free squares that the player's queens reach
//! while the other player's queens stand still. A player who has more certain moves than the
//! greatest number that the other player can have wins (Müller and Tegos, Experiments in computer
//! Amazons, 2002).

use std::marker::PhantomData;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

use grundy_base::huge::SharedLines;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::eight::{DIRECTIONS, Square, around, each_image, shifted};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares::{FREE, Stones, stone};
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Method, Step};

/// A position: queens of the player to move and of the other player, and free squares, without
/// the regions that were counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<B> {
    own: B,
    other: B,
    free: B,
    /// Moves of the player to move in the counted regions, less the other player's moves there.
    spare: i16,
    /// For each player, the number of squares that the queens can move to.
    reach: [u8; 2],
    hash: u128,
}

/// Bounds on the number of moves that a player can make in all, less those of the other player.
#[derive(Clone, Copy, Default)]
struct Bounds {
    least: i32,
    most: i32,
}

/// Boards that fit on the square board of a set: at most eight by eight squares in 64 bits.
#[derive(Clone)]
pub(super) struct Tactics<B> {
    /// The number of moves that fill a region of one player, for regions met before.
    filled: Arc<OnceLock<SharedLines>>,
    sets: PhantomData<B>,
}

const LINES: usize = 1 << 14;

/// The number of positions that are looked at to see how a region is filled.
const EFFORT: u32 = 3000;

impl<B: Square> Tactics<B> {
    /// The search for boards of this size; none if the board is too large.
    pub(super) fn of<W: Bits>(board: &Stones<W>) -> Option<Self> {
        let (width, height) = board.sides();
        let fits = width.max(height) <= B::SIDE as usize;
        fits.then(|| Tactics { filled: Arc::default(), sets: PhantomData })
    }

    /// The node of a position.
    pub(super) fn node<W: Bits>(&self, board: &Stones<W>, mover: Player) -> Node<B> {
        let (width, _) = board.sides();
        let set = |content| {
            let width = width as u32;
            let place = |square: u32| B::SIDE * (square / width) + square % width;
            B::of(board.holding(content).squares().map(place))
        };
        let [own, other] = [mover, mover.opponent()].map(|player| set(stone(player)));
        self.counted(own, other, set(FREE), 0).0.finished()
    }

    /// A node without the regions whose moves can be counted, and its bounds.
    #[inline]
    fn counted(&self, own: B, other: B, free: B, spare: i32) -> (Node<B>, Bounds) {
        let mut kept = B::EMPTY;
        let (mut spare, mut most) = (spare, [0; 2]);
        let mut least = 0;
        let mut rest = own | other;
        while !rest.is_empty() {
            let region = connected(rest.lowest(), free | own | other);
            rest &= !region;
            let [a, b, free] = [own, other, free].map(|set| set & region);
            if free.is_empty() {
                continue;
            }
            if a.is_empty() || b.is_empty() {
                let sign = if b.is_empty() { 1 } else { -1 };
                let (found, exact) = self.filled(a | b, free);
                if exact {
                    spare += sign * found as i32;
                    continue;
                }
                kept |= region;
                least += sign * found as i32;
                let open = (free.count() - found) as i32;
                most[usize::from(sign < 0)] += open;
                continue;
            }
            kept |= region;
            for (side, queens) in [a, b].into_iter().enumerate() {
                let part = connected(queens, free | queens);
                most[side] += (part & free).count() as i32;
            }
        }
        let [own, other, free] = [own, other, free].map(|set| set & kept);
        let bounds = Bounds { least: spare + least - most[1], most: spare + least + most[0] };
        (Node { own, other, free, spare: spare as i16, reach: [0; 2], hash: 0 }, bounds)
    }

    /// The number of moves that a player has in a region without queens of the other player, and
    /// whether it is exact; otherwise it is a lower bound.
    fn filled(&self, queens: B, free: B) -> (u32, bool) {
        let [queens_key, free_key] = [queens, free].map(mixed);
        let key = queens_key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ free_key;
        let key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let key = key ^ key >> 32 ^ queens_key.rotate_left(40);
        let lines = self.filled.get_or_init(|| SharedLines::zeroed(LINES)).lines();
        let line = &lines[(key >> 7) as usize % LINES];
        let at = (key as usize & 3) * 2;
        let [check, known] = [0, 1].map(|word| line.0[at + word].load(Ordering::Relaxed));
        if check ^ known == key && known != 0 {
            return (known as u32 >> 1 & 0xff, known & 1 != 0);
        }
        let mut effort = EFFORT;
        let found = fill(queens, free, 0, &mut effort);
        let exact = effort > 0 || found == free.count();
        let known = u64::from(found << 1 | u32::from(exact) | 1 << 30);
        line.0[at].store(key ^ known, Ordering::Relaxed);
        line.0[at + 1].store(known, Ordering::Relaxed);
        (found, exact)
    }
}

/// The words of a set combined into one; the set itself if it is one word.
#[inline]
fn mixed<B: Bits>(set: B) -> u64 {
    let words = (1..B::BITS / u64::BITS).map(|number| set.word(number));
    words.fold(set.word(0), |all, word| {
        all.wrapping_mul(0x9fb2_1c65_1e98_df25).rotate_left(31) ^ word
    })
}

/// The squares of `from`, and the squares of `set` that are connected to them.
#[inline]
fn connected<B: Square>(from: B, set: B) -> B {
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
fn seen<B: Square>(from: B, free: B) -> B {
    let mut all = B::EMPTY;
    for direction in 0..DIRECTIONS {
        let mut at = shifted(from, direction) & free;
        while !at.is_empty() {
            all |= at;
            at = shifted(at, direction) & free;
        }
    }
    all
}

/// The number of moves that fill a region best: the greatest number found while `effort` lasts. The
/// result is above `enough` only if that number of moves exists.
fn fill<B: Square>(queens: B, free: B, enough: u32, effort: &mut u32) -> u32 {
    let reached = connected(queens, free | queens) & free;
    let most = reached.count();
    if most <= enough || *effort == 0 {
        return 0;
    }
    *effort -= 1;
    let mut best = 0;
    // The square that the queen leaves is usually the best one to close.
    for near in [true, false] {
        for from in queens.singles() {
            let mut targets = seen(from, reached);
            if near {
                targets &= around(from);
            }
            for to in targets.singles() {
                let open = (reached | from) & !to;
                let mut arrows = if near { from } else { seen(to, open) };
                if !near && !(around(from) & to).is_empty() {
                    arrows &= !from;
                }
                for arrow in arrows.singles() {
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

impl<B: Square> Node<B> {
    /// Completes a node that will be searched.
    #[inline]
    fn finished(self) -> Self {
        let reach = [self.own, self.other].map(|queens| {
            let reach: u32 = queens.singles().map(|queen| seen(queen, self.free).count()).sum();
            reach.min(255) as u8
        });
        let mut least = [!B::EMPTY; 2];
        let sets = [self.own | self.free, self.other | self.free];
        if sets != [B::EMPTY; 2] {
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

impl<B: Square> Forward<Node<B>> for Tactics<B> {
    fn expand(&self, node: &Node<B>, steps: &mut Vec<Step<Node<B>>>) -> Option<Fate> {
        let &Node { own, other, free, spare, .. } = node;
        let (_, bounds) = self.counted(own, other, free, spare.into());
        if let Some(fate) = bounds.fate() {
            return Some(fate);
        }
        let start = steps.len();
        for from in own.singles() {
            for to in seen(from, free).singles() {
                let open = (free | from) & !to;
                for arrow in seen(to, open).singles() {
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

    fn over(&self, node: &Node<B>) -> Option<Fate> {
        /// With more free squares than this there are thousands of steps.
        const FEW: u32 = 32;
        let &Node { own, other, free, spare, .. } = node;
        match free.count() {
            ..=FEW => self.expand(node, &mut Vec::new()),
            _ => self.counted(own, other, free, spare.into()).1.fate(),
        }
    }

    /// Computed from the numbers of squares that the queens can move to. The factors were found by
    /// experiment.
    fn mobility(&self, node: &Node<B>) -> Option<[u32; 2]> {
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

    fn hash(&self, node: &Node<B>) -> u128 {
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

    type Board = Stones;

    /// Whether the player to move wins, by the definition.
    fn wins(board: Board, mover: Player, known: &mut HashMap<(Board, Player), bool>) -> bool {
        if let Some(&known) = known.get(&(board, mover)) {
            return known;
        }
        let mut options = Amazons(PhantomData).options(&board, mover);
        let wins = options.any(|option| !wins(option, mover.opponent(), known));
        known.insert((board, mover), wins);
        wins
    }

    /// Boards with random queens and gaps.
    fn boards(count: u64) -> impl Iterator<Item = Board> + Clone {
        let mut below = crate::testing::random(0x9e37_79b9_7f4a_7c15);
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
            Amazons(PhantomData).read(Text::new(&rows.join("|"))).unwrap()
        })
    }

    fn are_won_by_whom_the_definition_says<B: Square>(boards: impl Iterator<Item = Board>) {
        let mut won = [0; 2];
        for board in boards {
            let mut known = HashMap::new();
            {
                let tactics = Tactics::<B>::of(&board).unwrap();
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
                        Amazons(PhantomData).print(&board)
                    );
                    won[usize::from(expected)] += 1;
                }
            }
        }
        assert!(won.iter().all(|&count| 4 * count > won[0] + won[1]), "{won:?}");
    }

    #[test]
    fn boards_are_won_by_whom_the_definition_says() {
        let count = if cfg!(debug_assertions) { 300 } else { 5_000 };
        are_won_by_whom_the_definition_says::<u64>(boards(count));
        are_won_by_whom_the_definition_says::<u128>(boards(count / 3));
    }

    /// Places small boards at the bottom right of boards of ten by ten squares, with queens at the
    /// top left that cannot move.
    #[test]
    fn nearly_full_large_boards_are_won_by_whom_the_definition_says() {
        let large = boards(if cfg!(debug_assertions) { 100 } else { 1_000 }).map(|board| {
            let (width, height) = board.sides();
            let row = |row: &str| format!("{}{row}", "#".repeat(10 - width));
            let text = Amazons(PhantomData).print(&board);
            let mut rows = vec!["xo########".to_string()];
            rows.extend((height..9).map(|_| "#".repeat(10)));
            rows.extend(text.split('|').map(row));
            Amazons(PhantomData).read(Text::new(&rows.join("|"))).unwrap()
        });
        assert!(Tactics::<u64>::of(&large.clone().next().unwrap()).is_none());
        are_won_by_whom_the_definition_says::<u128>(large);
    }
}
