//! Domineering as a forward search plays it: on one bit board, with bounds on the numbers
//! of moves that the players have left.

use std::hash::Hash;

use super::bounds::Effort;
use super::grid::Grid;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::rows;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Method, Step};

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<T> {
    /// The squares on which the players can still get in each other's way.
    pub(super) free: T,
    /// The number of dominoes that only Left can lay on the other squares, less the number that
    /// only Right can lay.
    pub(super) spare: i16,
    pub(super) mover: Player,
}

/// The search for boards of this size.
#[derive(Clone, Debug)]
pub(crate) struct Tactics<T> {
    grid: Grid<T>,
}

impl<T: Bits + Hash + Ord + Send + Sync> Tactics<T> {
    /// The search for boards of this size, with at most as many squares as a set has bits.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Tactics { grid: Grid::new(width as u32, height as u32) }
    }

    /// The node of a position, given by its free squares.
    pub(crate) fn node(&self, free: T, mover: Player) -> Node<T> {
        self.without_strips(free, 0, mover)
    }

    /// Counts the runs that only one player can use, and drops their squares.
    #[inline]
    fn without_strips(&self, free: T, spare: i16, mover: Player) -> Node<T> {
        let grid = &self.grid;
        let (down, across) = (grid.covered(free, Player::Left), grid.covered(free, Player::Right));
        let strips = |own: T, theirs: T, player: Player| {
            // Squares that are connected to squares of both players stay.
            let (mut strips, mut near) = (own & !theirs, own & theirs);
            while strips != T::EMPTY {
                near = strips & grid.beside(near, player);
                if near == T::EMPTY {
                    break;
                }
                strips &= !near;
            }
            strips
        };
        let left = strips(down, across, Player::Left);
        let right = strips(across, down, Player::Right);
        let more = (grid.seconds(left, Player::Left).count() as i16)
            - grid.seconds(right, Player::Right).count() as i16;
        let free = (down | across) & !left & !right;
        Node { free, spare: spare + more, mover }
    }

    /// The node after a domino is laid.
    #[inline]
    fn after(&self, &Node { free, spare, mover, .. }: &Node<T>, first: T) -> Node<T> {
        let domino = first | self.grid.next(first, mover);
        self.without_strips(free & !domino, spare, mover.opponent())
    }
}

impl<T: Bits + Hash + Ord + Send + Sync> Forward<Node<T>> for Tactics<T> {
    fn expand(&self, node: &Node<T>, steps: &mut Vec<Step<Node<T>>>) -> Option<Fate> {
        let (grid, &Node { free, spare, mover, .. }) = (&self.grid, node);
        let spare = if mover == Player::Left { spare } else { -spare };
        let board = grid.counted(free);
        if grid.wins(&board, (mover, spare), true, &Effort::GREAT) {
            return Some(Fate::Win);
        }
        if grid.wins(&board, (mover.opponent(), -spare), false, &Effort::GREAT) {
            return Some(Fate::Loss);
        }
        let before = steps.len();
        let mut firsts = grid.dominoes(free, mover);
        while firsts != T::EMPTY {
            let first = firsts & !firsts.rest();
            firsts = firsts.rest();
            let to = self.after(node, first);
            let spare = if mover == Player::Left { to.spare } else { -to.spare };
            let board = grid.counted(to.free);
            if grid.wins(&board, (mover, spare), false, &Effort::SMALL) {
                steps.truncate(before);
                return Some(Fate::Win);
            }
            if !grid.wins(&board, (to.mover, -spare), true, &Effort::SMALL) {
                let (own, theirs) = (&board.rooms[mover], &board.rooms[to.mover]);
                let rank = own.most + own.safe - theirs.most - theirs.safe + 2 * spare;
                let slot = first.first() as u16 + 1;
                steps.push(Step { to, turns: true, slot, rank });
            }
        }
        if spare > 0 {
            let used = if mover == Player::Left { -1 } else { 1 };
            let to = Node { spare: node.spare + used, mover: mover.opponent(), ..*node };
            steps.push(Step { to, turns: true, slot: 0, rank: i16::MIN });
        }
        (steps.len() == before).then_some(Fate::Loss)
    }

    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    fn is_slow(&self) -> bool {
        true
    }

    /// Reflections of the board keep the winner, so they have the same hash.
    fn hash(&self, &Node { free, spare, mover, .. }: &Node<T>) -> u128 {
        let (width, height) = (self.grid.width, self.grid.height);
        let flipped = rows::flip(free, width, height);
        let squares = width * height;
        let images = [free, flipped, free.turn(squares), flipped.turn(squares)];
        let [a, b, c, d] = images;
        hash_of(&(a.min(b).min(c.min(d)), (spare << 1 | mover as i16) as u64))
    }

    fn ends(&self) -> bool {
        true
    }
}
