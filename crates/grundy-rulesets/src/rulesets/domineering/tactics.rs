//! Domineering as a forward search plays it: on one bit board, with bounds on the numbers
//! of moves that the players have left.
//!
//! A domino is safe if no domino of the other player can ever touch it. Who has more safe
//! dominoes than the other player can lay at all wins, and most positions are decided like
//! this long before the board is full (D. M. Breuker, J. W. H. M. Uiterwijk,
//! H. J. van den Herik, Solving 8×8 Domineering, 2000; Nathan Bullock, Domineering: Solving
//! Large Combinatorial Search Spaces, 2002).

use std::hash::Hash;

use crate::board::rows::{self, Bits};
use crate::outcome::Fate;
use crate::player::Player;
use crate::ruleset::forward::hash_of;
use crate::ruleset::{Forward, Step};

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<T> {
    /// The squares on which both players may still come into each other's way.
    free: T,
    /// The dominoes that only Left can lay, less those that only Right can lay, on the other
    /// squares.
    spare: i16,
    mover: Player,
}

/// A board of this size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tactics<T> {
    width: u32,
    height: u32,
    all: T,
    first_column: T,
    last_column: T,
}

/// What a player can lay on a board.
struct Room {
    /// Dominoes at most.
    most: i16,
    /// Dominoes that the other player cannot touch.
    safe: i16,
    /// Dominoes that do not overlap these or each other.
    others: i16,
    /// How many runs have a square left over.
    odd: i16,
}

impl Room {
    /// How many dominoes the player lays at least, and how many the other one at most, who
    /// has this room, if neither has any other squares.
    fn against(&self, theirs: &Room, first: bool) -> (i16, i16) {
        // A domino takes away at most two of the others. So whoever begins lays every third
        // of them, rounded up. Each of them covers two squares of runs of the other player,
        // and a run becomes shorter by half of what it loses, rounded up if it was even.
        let others = if first { (self.others + 2) / 3 } else { self.others / 3 };
        (self.safe + others, theirs.most - (others - theirs.odd / 2).max(0))
    }
}

impl<T: Bits + Hash + Ord + Send + Sync> Tactics<T> {
    /// A board of this size, of at most as many squares as the number has bits.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let (width, height) = (width as u32, height as u32);
        let all = T::low(width * height);
        let column = (0..height).fold(T::EMPTY, |set, y| set | T::FIRST << (y * width));
        let last_column = if width == 0 { T::EMPTY } else { column << (width - 1) };
        Tactics { width, height, all, first_column: column, last_column }
    }

    /// The node of a position by its free squares.
    pub(crate) fn node(&self, free: T, mover: Player) -> Node<T> {
        self.without_strips(free, 0, mover)
    }

    /// The squares one further for a player: to the right for Right, down for Left. None of
    /// another row.
    #[inline]
    fn next(&self, set: T, player: Player) -> T {
        match player {
            Player::Left => set.on(self.width) & self.all,
            Player::Right => (set & !self.last_column).on(1),
        }
    }

    #[inline]
    fn before(&self, set: T, player: Player) -> T {
        match player {
            Player::Left => set.back(self.width),
            Player::Right => (set & !self.first_column).back(1),
        }
    }

    /// The first squares of the dominoes that a player can lay.
    #[inline]
    fn dominoes(&self, free: T, player: Player) -> T {
        free & self.before(free, player)
    }

    /// The squares that dominoes of a player can cover.
    #[inline]
    fn covered(&self, free: T, player: Player) -> T {
        free & (self.before(free, player) | self.next(free, player))
    }

    /// The greatest number of dominoes that a player can lay side by side, half of each run,
    /// and the number of runs of more than one square that have a square left over.
    #[inline]
    fn packed(&self, free: T, player: Player) -> (i16, i16) {
        let dominoes = self.dominoes(free, player);
        let mut firsts = dominoes & !self.next(free, player);
        let (mut count, mut odd) = (0, 0);
        while firsts != T::EMPTY {
            count += firsts.count() as i16;
            let after = self.next(self.next(firsts, player), player) & free;
            firsts = after & dominoes;
            odd += (after & !dominoes).count() as i16;
        }
        (count, odd)
    }

    #[inline]
    fn room(&self, free: T, player: Player) -> Room {
        let theirs = self.covered(free, player.opponent());
        let (most, odd) = self.packed(free, player);
        let ((safe, _), (others, _)) =
            (self.packed(free & !theirs, player), self.packed(free & theirs, player));
        Room { most, safe, others, odd }
    }

    /// Counts the runs that only one player can use instead of keeping their squares.
    #[inline]
    fn without_strips(&self, free: T, spare: i16, mover: Player) -> Node<T> {
        let (down, across) = (self.covered(free, Player::Left), self.covered(free, Player::Right));
        let strips = |own: T, theirs: T, player: Player| {
            // What is connected to squares of both players stays.
            let (mut strips, mut near) = (own & !theirs, own & theirs);
            while strips != T::EMPTY {
                near = strips & (self.next(near, player) | self.before(near, player));
                if near == T::EMPTY {
                    break;
                }
                strips = strips & !near;
            }
            strips
        };
        let left = strips(down, across, Player::Left);
        let right = strips(across, down, Player::Right);
        let more = self.packed(left, Player::Left).0 - self.packed(right, Player::Right).0;
        let free = (down | across) & !left & !right;
        Node { free, spare: spare + more, mover }
    }

    /// The board after a domino.
    #[inline]
    fn after(&self, &Node { free, spare, mover }: &Node<T>, first: T) -> Node<T> {
        let domino = first | self.next(first, mover);
        self.without_strips(free & !domino, spare, mover.opponent())
    }
}

impl<T: Bits + Hash + Ord + Send + Sync> Forward<Node<T>> for Tactics<T> {
    fn expand(&self, node: &Node<T>, steps: &mut Vec<Step<Node<T>>>) -> Option<Fate> {
        let &Node { free, spare, mover } = node;
        let spare = if mover == Player::Left { spare } else { -spare };
        let (own, theirs) = (self.room(free, mover), self.room(free, mover.opponent()));
        let (least, most) = own.against(&theirs, true);
        if least + spare > most {
            return Some(Fate::Win);
        }
        let (least, most) = theirs.against(&own, false);
        if least - spare >= most {
            return Some(Fate::Loss);
        }
        let before = steps.len();
        let mut firsts = self.dominoes(free, mover);
        while firsts != T::EMPTY {
            let first = firsts & !firsts.rest();
            let to = self.after(node, first);
            let spare = if mover == Player::Left { to.spare } else { -to.spare };
            let (own, theirs) = (self.room(to.free, mover), self.room(to.free, to.mover));
            let (least, most) = own.against(&theirs, false);
            if least + spare >= most {
                steps.truncate(before);
                return Some(Fate::Win);
            }
            let (their_least, own_most) = theirs.against(&own, true);
            if their_least - spare <= own_most {
                let rank = own.most + own.safe - theirs.most - theirs.safe + 2 * spare;
                steps.push(Step { to, turns: true, slot: first.first() as u16 + 1, rank });
            }
            firsts = firsts.rest();
        }
        if spare > 0 {
            let used = if mover == Player::Left { -1 } else { 1 };
            let to = Node { spare: node.spare + used, mover: mover.opponent(), ..*node };
            steps.push(Step { to, turns: true, slot: 0, rank: i16::MIN });
        }
        (steps.len() == before).then_some(Fate::Loss)
    }

    /// Reflections of the board keep who wins.
    fn hash(&self, &Node { free, spare, mover }: &Node<T>) -> u128 {
        let flipped = rows::flip(free, self.width, self.height);
        let squares = self.width * self.height;
        let images = [free, flipped, free.turn(squares), flipped.turn(squares)];
        let [a, b, c, d] = images;
        hash_of(&(a.min(b).min(c.min(d)), (spare << 1 | mover as i16) as u64))
    }

    fn ends(&self) -> bool {
        true
    }
}
