//! Tic-tac-toe as a forward search plays it: on two bit boards, with forced moves and
//! without moves that no line needs.

use std::cmp::Reverse;

use super::{Run, TicTacToe};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Step};

/// The marks of the player to move in the lower half, those of the other one in the upper.
pub(super) type Node = u128;

/// Boards with more marks than these are not made equal by symmetry: few would be.
const SYMMETRIC: u32 = 12;

/// The rules, with what a search needs to have ready.
#[derive(Clone, Debug)]
pub(super) struct Tactics {
    rules: TicTacToe,
    /// Where each symmetry of the board puts each square.
    symmetries: Vec<Vec<u8>>,
    /// The squares, those on the most lines first.
    squares: Vec<u8>,
}

impl Tactics {
    /// For a search under these rules.
    pub(super) fn new(rules: TicTacToe) -> Self {
        let (width, height) = (rules.width, rules.height);
        let at = |x: usize, y: usize| (y * width + x) as u8;
        let mut symmetries = Vec::new();
        for turn in [false, true] {
            for (flip_x, flip_y) in [(false, false), (true, false), (false, true), (true, true)] {
                let image = |square: usize| {
                    let (x, y) = (square % width, square / width);
                    let x = if flip_x { width - 1 - x } else { x };
                    let y = if flip_y { height - 1 - y } else { y };
                    if turn { at(y, x) } else { at(x, y) }
                };
                if !turn || width == height {
                    symmetries.push((0..width * height).map(image).collect());
                }
            }
        }
        let through = |square: usize| {
            let on = |&Run { starts, step }: &Run| {
                let before = |i: usize| square.checked_sub(i * step as usize);
                let found = (0..rules.line).filter_map(before);
                found.filter(|&start| starts >> start & 1 == 1).count()
            };
            rules.runs.iter().map(on).sum::<usize>()
        };
        let mut squares: Vec<u8> = (0..(width * height) as u8).collect();
        squares.sort_by_key(|&square| Reverse(through(square.into())));
        Tactics { symmetries, squares, rules }
    }

    /// The node of a position.
    pub(super) fn node(&self, marks: Discs, mover: Player) -> Node {
        let (own, others) = marks.seen_by(mover);
        u128::from(others) << 64 | u128::from(own)
    }

    /// The squares on which one more mark completes a line.
    #[inline]
    fn completing(&self, marks: u64) -> u64 {
        let more = self.rules.line as u32 - 1;
        let mut found = 0;
        for &Run { starts, step } in &self.rules.runs {
            // Lines without a mark so far, and with a gap at the square looked at last.
            let (mut whole, mut gaps) = (starts, 0);
            for i in 0..=more {
                let marked = marks >> (i * step);
                gaps = gaps & marked | whole & !marked;
                whole &= marked;
            }
            // A line with one gap: its square is the one that is not marked.
            for i in 0..=more {
                found |= gaps << (i * step);
            }
        }
        found & !marks
    }

    /// The squares that are on at least two lines which lack two marks and in which the other
    /// player has none.
    #[inline]
    fn crossings(&self, marks: u64, others: u64) -> u64 {
        let line = self.rules.line as u32;
        let (mut once, mut twice) = (0, 0);
        for &Run { starts, step } in &self.rules.runs {
            // Lines with none, one and two gaps so far.
            let mut gaps = [starts, 0, 0];
            for i in 0..line {
                let marked = marks >> (i * step);
                let free = !(marked | others >> (i * step));
                gaps[2] = gaps[2] & marked | gaps[1] & free;
                gaps[1] = gaps[1] & marked | gaps[0] & free;
                gaps[0] &= marked;
            }
            for i in 0..line {
                let squares = gaps[2] << (i * step) & !marks;
                twice |= once & squares;
                once |= squares;
            }
        }
        twice
    }

    /// Calls `on_double` with each square on which a mark makes two threats at once, and with
    /// these threats.
    #[inline]
    fn each_double(&self, marks: u64, others: u64, mut on_double: impl FnMut(u64, u64)) {
        let mut crossings = self.crossings(marks, others);
        while crossings != 0 {
            let square = crossings & crossings.wrapping_neg();
            let threats = self.completing(marks | square) & !others;
            if threats & threats.wrapping_sub(1) != 0 {
                on_double(square, threats);
            }
            crossings ^= square;
        }
    }

    /// The squares of lines in which the other player has no mark.
    #[inline]
    fn alive(&self, others: u64) -> u64 {
        let mut found = 0;
        for &Run { starts, step } in &self.rules.runs {
            let line = |lines: u64, i: u32| lines & !(others >> (i * step));
            let open = (0..self.rules.line as u32).fold(starts, line);
            found = (0..self.rules.line as u32).fold(found, |all, i| all | open << (i * step));
        }
        found
    }

    /// A set of squares where a symmetry puts it.
    fn image(mut set: u64, symmetry: &[u8]) -> u64 {
        let mut image = 0;
        while set != 0 {
            image |= 1 << symmetry[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        image
    }
}

impl Forward<Node> for Tactics {
    fn expand(&self, &node: &Node, steps: &mut Vec<Step<Node>>) -> Option<Fate> {
        let (own, others, before) = (node as u64, (node >> 64) as u64, steps.len());
        if self.rules.has_line(others) {
            return Some(Fate::Loss);
        }
        let empty = self.rules.all & !(own | others);
        if empty == 0 {
            return Some(Fate::Draw);
        }
        if self.completing(own) & empty != 0 {
            return Some(Fate::Win);
        }
        let threats = self.completing(others) & empty;
        if threats != 0 && !threats.is_power_of_two() {
            // Both cannot be taken.
            return Some(Fate::Loss);
        }
        // Two threats at once cannot be met, unless another threat must be met before.
        let mut doubles = 0;
        self.each_double(own, others, |square, _| doubles |= square);
        if doubles & empty != 0 && (threats == 0 || doubles & threats != 0) {
            return Some(Fate::Win);
        }
        let mut moves = threats;
        // Where the other player is about to make two threats, these are the squares that
        // prevent it; any other move must be a threat itself.
        let mut preventing = self.rules.all;
        if threats == 0 {
            self.each_double(others, own, |square, threats| {
                let met = threats.count_ones() == 2;
                preventing &= if met { square | threats } else { square };
            });
            let alive = (self.alive(others) | self.alive(own)) & empty;
            if alive == 0 {
                return Some(Fate::Draw);
            }
            // A mark more never harms, so a square on no open line is no better than others.
            moves = alive;
        }
        for &square in self.squares.iter().filter(|&&square| moves >> square & 1 == 1) {
            let after = own | 1 << square;
            let threatens = self.completing(after) & empty != 0;
            if !threatens && threats == 0 && preventing >> square & 1 == 0 {
                continue;
            }
            // What must be answered at once, and what makes two threats possible.
            let mut rank = 8 * i16::from(threatens);
            self.each_double(after, others, |_, _| rank += 1);
            let to = u128::from(after) << 64 | u128::from(others);
            steps.push(Step { to, turns: true, slot: square.into(), rank });
        }
        (steps.len() == before).then_some(Fate::Loss)
    }

    #[inline]
    fn hash(&self, &node: &Node) -> u128 {
        let sets = (node as u64, (node >> 64) as u64);
        if (sets.0 | sets.1).count_ones() > SYMMETRIC {
            return hash_of(&sets);
        }
        let image = |symmetry: &Vec<u8>| {
            hash_of(&(Self::image(sets.0, symmetry), Self::image(sets.1, symmetry)))
        };
        self.symmetries.iter().map(image).min().unwrap_or_default()
    }

    fn ends(&self) -> bool {
        true
    }
}
