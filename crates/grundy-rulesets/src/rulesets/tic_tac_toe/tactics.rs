//! Tic-tac-toe as a forward search plays it: on two bit boards, with forced moves and
//! without moves that no line needs.

use std::cmp::Reverse;

use super::{Run, TicTacToe};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Step};

/// The marks of the player to move, and those of the other player.
pub(super) type Node<B> = [B; 2];

/// On boards with more marks than this, symmetric images are not treated as equal: few would be.
const SYMMETRIC: u32 = 12;

/// The rules, with what a search needs.
#[derive(Clone, Debug)]
pub(super) struct Tactics<B> {
    rules: TicTacToe<B>,
    /// For each symmetry of the board, the image of each square.
    symmetries: Vec<Vec<u8>>,
    /// The squares, those on the most lines first.
    squares: Vec<u8>,
}

impl<B: Bits> Tactics<B> {
    /// The search for these rules.
    pub(super) fn new(rules: TicTacToe<B>) -> Self {
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
            let on = |&Run { starts, step }: &Run<B>| {
                let before = |i: usize| square.checked_sub(i * step as usize);
                let found = (0..rules.line).filter_map(before);
                found.filter(|&start| starts.holds(start as u32)).count()
            };
            rules.runs.iter().map(on).sum::<usize>()
        };
        let mut squares: Vec<u8> = (0..width * height).map(|square| square as u8).collect();
        squares.sort_by_key(|&square| Reverse(through(square.into())));
        Tactics { symmetries, squares, rules }
    }

    /// The node of a position.
    pub(super) fn node(marks: Discs<B>, mover: Player) -> Node<B> {
        marks.seen_by(mover).into()
    }

    /// The squares on which one more mark completes a line.
    #[inline]
    fn completing(&self, marks: B) -> B {
        let more = self.rules.line as u32 - 1;
        let mut found = B::EMPTY;
        for &Run { starts, step } in &self.rules.runs {
            // Lines with marks only so far, and lines with exactly one gap so far.
            let (mut whole, mut gaps) = (starts, B::EMPTY);
            for i in 0..=more {
                let marked = marks >> (i * step);
                gaps = gaps & marked | whole & !marked;
                whole &= marked;
            }
            // In a line with one gap, the unmarked square is the one to find.
            for i in 0..=more {
                found |= gaps << (i * step);
            }
        }
        found & !marks
    }

    /// The squares on at least two lines that have exactly two gaps and no mark of the other
    /// player.
    #[inline]
    fn crossings(&self, marks: B, others: B) -> B {
        let line = self.rules.line as u32;
        let (mut once, mut twice) = (B::EMPTY, B::EMPTY);
        for &Run { starts, step } in &self.rules.runs {
            // Lines with no gap, with one and with two gaps so far.
            let mut gaps = [starts, B::EMPTY, B::EMPTY];
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

    /// Calls `on_double` with each square where a mark makes at least two threats at once, and with
    /// these threats.
    #[inline]
    fn each_double(&self, marks: B, others: B, mut on_double: impl FnMut(B, B)) {
        for square in self.crossings(marks, others).singles() {
            let threats = self.completing(marks | square) & !others;
            if !threats.rest().is_empty() {
                on_double(square, threats);
            }
        }
    }

    /// The squares of lines in which the other player has no mark.
    #[inline]
    fn alive(&self, others: B) -> B {
        let mut found = B::EMPTY;
        for &Run { starts, step } in &self.rules.runs {
            let line = |lines: B, i: u32| lines & !(others >> (i * step));
            let open = (0..self.rules.line as u32).fold(starts, line);
            found = (0..self.rules.line as u32).fold(found, |all, i| all | open << (i * step));
        }
        found
    }

    /// The image of a set of squares under a symmetry.
    fn image(set: B, symmetry: &[u8]) -> B {
        B::of(set.squares().map(|square| symmetry[square as usize].into()))
    }
}

impl<B: Bits> Forward<Node<B>> for Tactics<B> {
    fn expand(&self, &node: &Node<B>, steps: &mut Vec<Step<Node<B>>>) -> Option<Fate> {
        let ([own, others], before) = (node, steps.len());
        if self.rules.has_line(others) {
            return Some(Fate::Loss);
        }
        let empty = self.rules.all & !(own | others);
        if empty.is_empty() {
            return Some(Fate::Draw);
        }
        if !(self.completing(own) & empty).is_empty() {
            return Some(Fate::Win);
        }
        let threats = self.completing(others) & empty;
        if !threats.rest().is_empty() {
            // The player cannot take both squares.
            return Some(Fate::Loss);
        }
        // Two threats at once cannot be met. But if the other player threatens too, that must be
        // met first.
        let mut doubles = B::EMPTY;
        self.each_double(own, others, |square, _| doubles |= square);
        let met = !threats.is_empty() && (doubles & threats).is_empty();
        if !(doubles & empty).is_empty() && !met {
            return Some(Fate::Win);
        }
        let mut moves = threats;
        // If the other player could make two threats at once, these are the squares that prevent
        // it; any other move must be a threat itself.
        let mut preventing = self.rules.all;
        if threats.is_empty() {
            self.each_double(others, own, |square, threats| {
                let met = threats.count() == 2;
                preventing &= if met { square | threats } else { square };
            });
            let alive = (self.alive(others) | self.alive(own)) & empty;
            if alive.is_empty() {
                return Some(Fate::Draw);
            }
            // An additional mark never harms, so a square on no open line is no better than others.
            moves = alive;
        }
        for square in self.squares.iter().map(|&square| u32::from(square)) {
            if !moves.holds(square) {
                continue;
            }
            let after = own | B::only(square);
            let threatens = !(self.completing(after) & empty).is_empty();
            if !threatens && threats.is_empty() && !preventing.holds(square) {
                continue;
            }
            // Moves that must be answered at once rank high, and so do moves that make two threats
            // possible.
            let mut rank = 8 * i16::from(threatens);
            self.each_double(after, others, |_, _| rank += 1);
            let to = [others, after];
            steps.push(Step { to, turns: true, slot: square as u16, rank });
        }
        (steps.len() == before).then_some(Fate::Loss)
    }

    #[inline]
    fn hash(&self, &[own, others]: &Node<B>) -> u128 {
        if (own | others).count() > SYMMETRIC {
            return hash_of(&(own, others));
        }
        let image = |symmetry: &Vec<u8>| {
            hash_of(&(Self::image(own, symmetry), Self::image(others, symmetry)))
        };
        self.symmetries.iter().map(image).min().unwrap_or_default()
    }

    fn ends(&self) -> bool {
        true
    }
}
