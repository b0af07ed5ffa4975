//! NoGo as a forward search plays it: on bit boards, with bounds on the numbers of moves that
//! the players have left.
//!
//! A point that a player may not fill stays so for ever. So a player has at most as many moves
//! left as there are points that this player may fill now. An *eye* is an empty point all of
//! whose neighbours are stones of one player: the other player can never fill it. Where eyes
//! and the groups beside them are connected, all of these eyes but one can be filled, whatever
//! the other player does: the groups that have grown together are each beside an eye that is
//! left, since all are connected through it.

use super::Points;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::rows;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares::{FREE, LEFT, RIGHT, stone};
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Method, Step};

/// The stones of the player to move, and those of the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    own: u64,
    other: u64,
}

/// A board of at most 64 squares.
#[derive(Clone, Debug)]
pub(super) struct Tactics {
    width: u32,
    height: u32,
    points: u64,
    first_column: u64,
    /// How many turns and reflections keep the points: the first so many images are used.
    images: usize,
}

/// What a player can still do.
struct Room {
    /// The points that the player may fill.
    legal: u64,
    /// Moves that the player has for certain.
    sure: u32,
}

impl Room {
    fn most(&self) -> u32 {
        self.legal.count_ones()
    }
}

/// The groups of a player.
#[derive(Clone, Copy)]
struct Groups {
    /// The stones of groups with two liberties or more.
    strong: u64,
    /// The last liberties of the other groups.
    last: u64,
    /// Eyes that can be filled for certain.
    sure: u32,
}

/// One square of a set that has some.
const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

impl Tactics {
    /// The board of this position; none if it has too many squares, or contents that only
    /// parts of a board have.
    pub(super) fn of(board: &Points) -> Option<Self> {
        let (width, height) = board.sides();
        let points = [FREE, LEFT, RIGHT].map(|content| board.holding(content) as u64);
        let points = points[0] | points[1] | points[2];
        let others = [super::OPEN, super::SAFE_LEFT, super::SAFE_RIGHT];
        if board.area() > u64::BITS || others.iter().any(|&content| board.holding(content) != 0) {
            return None;
        }
        let (width, height) = (width as u32, height as u32);
        let first_column = u64::FIRST_COLUMNS[width as usize];
        let mut tactics = Tactics { width, height, points, first_column, images: 1 };
        for images in [4, 8] {
            let known = images == 4 || width == height;
            if known && (0..images).all(|image| tactics.image(points, image) == points) {
                tactics.images = images;
            }
        }
        Some(tactics)
    }

    /// The node of a position.
    pub(super) fn node(board: &Points, mover: Player) -> Node {
        let stones = |player| board.holding(stone(player)) as u64;
        Node { own: stones(mover), other: stones(mover.opponent()) }
    }

    fn beside(&self, set: u64) -> u64 {
        rows::beside(set, self.width, self.first_column, self.points)
    }

    /// The squares of a set that are connected to those of `from`.
    fn connected(&self, from: u64, set: u64) -> u64 {
        let mut part = from;
        loop {
            let more = part | self.beside(part) & set;
            if more == part {
                return part;
            }
            part = more;
        }
    }

    fn groups(&self, stones: u64, empty: u64) -> Groups {
        let mut groups = Groups { strong: 0, last: 0, sure: 0 };
        let mut rest = stones;
        while rest != 0 {
            let group = self.connected(lowest(rest), stones);
            rest &= !group;
            let liberties = self.beside(group) & empty;
            if liberties.is_power_of_two() {
                groups.last |= liberties;
            } else {
                groups.strong |= group;
            }
        }
        let eyes = empty & !self.beside(self.points & !stones);
        let mut rest = eyes;
        while rest != 0 {
            let linked = self.connected(lowest(rest), stones | eyes) & eyes;
            rest &= !linked;
            groups.sure += linked.count_ones() - 1;
        }
        groups
    }

    fn rooms(&self, [own, other]: [u64; 2]) -> [Room; 2] {
        let empty = self.points & !(own | other);
        let groups = [own, other].map(|stones| self.groups(stones, empty));
        [0, 1].map(|side| {
            let Groups { strong, sure, .. } = groups[side];
            let legal = empty & self.beside(empty | strong) & !groups[1 - side].last;
            Room { legal, sure }
        })
    }

    /// A set after a turn or reflection of the board.
    fn image(&self, set: u64, image: usize) -> u64 {
        let set = if image & 4 == 0 { set } else { self.transposed(set) };
        let set = if image & 1 == 0 { set } else { rows::flip(set, self.width, self.height) };
        if image & 2 == 0 { set } else { set.turn(self.width * self.height) }
    }

    /// Rows and columns exchanged, of a board with as many of both.
    fn transposed(&self, set: u64) -> u64 {
        let row = u64::low(self.width);
        (0..self.height).fold(0, |all, y| {
            let mut rest = set >> (y * self.width) & row;
            let mut column = 0;
            while rest != 0 {
                column |= 1 << (rest.trailing_zeros() * self.width);
                rest &= rest - 1;
            }
            all | column << y
        })
    }
}

impl Forward<Node> for Tactics {
    fn expand(&self, &Node { own, other }: &Node, steps: &mut Vec<Step<Node>>) -> Option<Fate> {
        let before = steps.len();
        let [Room { legal: mut rest, .. }, _] = self.rooms([own, other]);
        while rest != 0 {
            let point = lowest(rest);
            rest &= !point;
            let to = Node { own: other, other: own | point };
            let [theirs, ours] = self.rooms([to.own, to.other]);
            // The other player is to move.
            if ours.sure >= theirs.most() {
                steps.truncate(before);
                return Some(Fate::Win);
            }
            if theirs.sure <= ours.most() {
                let shared = (ours.legal & theirs.legal).count_ones();
                let [ours, theirs] = [ours, theirs].map(|room| (room.most() + room.sure) as i16);
                let rank = 2 * (ours - theirs) - shared as i16;
                steps.push(Step { to, turns: true, slot: point.first() as u16 + 1, rank });
            }
        }
        (steps.len() == before).then_some(Fate::Loss)
    }

    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    fn ends(&self) -> bool {
        true
    }

    fn hash(&self, &Node { own, other }: &Node) -> u128 {
        let image = |image| (self.image(own, image), self.image(other, image));
        hash_of(&(0..self.images).map(image).min())
    }
}
