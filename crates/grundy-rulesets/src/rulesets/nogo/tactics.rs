//! NoGo as a forward search plays it: on bit boards, with bounds on the numbers of moves that
//! the players have left.
//!
//! A player who may not fill a point may never fill it later. So the points that a player may fill
//! now bound the player's moves. An *eye* is an empty point with stones of one player on all
//! neighbours: the other player can never fill it. If eyes and the groups beside them are
//! connected, all of these eyes but one can be filled, whatever the other player does: since all
//! are connected through the eyes, each of the groups that have grown together is beside an eye
//! that is left.

use super::Points;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::rows;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares::{FREE, LEFT, RIGHT, stone};
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Method, Step};

/// The stones of the player to move, and those of the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node<B> {
    own: B,
    other: B,
}

/// A board, whose points are sets of type `B`.
#[derive(Clone, Debug)]
pub(super) struct Tactics<B> {
    width: u32,
    height: u32,
    points: B,
    first_column: B,
    /// The number of turns and reflections that keep the points: the first `images` images are
    /// used.
    images: usize,
}

/// The moves that a player still has.
struct Room<B> {
    /// The points that the player may fill.
    legal: B,
    /// The number of moves that the player has for certain.
    sure: u32,
}

impl<B: Bits> Room<B> {
    fn most(&self) -> u32 {
        self.legal.count()
    }
}

/// The groups of a player.
#[derive(Clone, Copy)]
struct Groups<B> {
    /// The stones of groups with two liberties or more.
    strong: B,
    /// The last liberties of the other groups.
    last: B,
    /// The number of eyes that can be filled for certain.
    sure: u32,
}

impl<B: Bits> Tactics<B> {
    /// The search for boards like that of this position; none if it has too many squares, or
    /// contents that occur only on parts of a board.
    pub(super) fn of<W: Bits>(board: &Points<W>) -> Option<Self> {
        let (width, height) = board.sides();
        let points = [FREE, LEFT, RIGHT].map(|content| -> B { board.holding(content).resized() });
        let points = points[0] | points[1] | points[2];
        let others = [super::OPEN, super::SAFE_LEFT, super::SAFE_RIGHT];
        if board.area() > B::BITS
            || others.iter().any(|&content| !board.holding(content).is_empty())
        {
            return None;
        }
        let (width, height) = (width as u32, height as u32);
        let first_column = B::FIRST_COLUMNS[width as usize] & B::low(width * height);
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
    pub(super) fn node<W: Bits>(board: &Points<W>, mover: Player) -> Node<B> {
        let stones = |player| -> B { board.holding(stone(player)).resized() };
        Node { own: stones(mover), other: stones(mover.opponent()) }
    }

    fn beside(&self, set: B) -> B {
        rows::beside(set, self.width, self.first_column, self.points)
    }

    /// The squares of a set that are connected to those of `from`.
    fn connected(&self, from: B, set: B) -> B {
        let mut part = from;
        loop {
            let more = part | self.beside(part) & set;
            if more == part {
                return part;
            }
            part = more;
        }
    }

    fn groups(&self, stones: B, empty: B) -> Groups<B> {
        let mut groups = Groups { strong: B::EMPTY, last: B::EMPTY, sure: 0 };
        let mut rest = stones;
        while !rest.is_empty() {
            let group = self.connected(rest.lowest(), stones);
            rest &= !group;
            let liberties = self.beside(group) & empty;
            if liberties.is_one() {
                groups.last |= liberties;
            } else {
                groups.strong |= group;
            }
        }
        let eyes = empty & !self.beside(self.points & !stones);
        let mut rest = eyes;
        while !rest.is_empty() {
            let linked = self.connected(rest.lowest(), stones | eyes) & eyes;
            rest &= !linked;
            groups.sure += linked.count() - 1;
        }
        groups
    }

    fn rooms(&self, [own, other]: [B; 2]) -> [Room<B>; 2] {
        let empty = self.points & !(own | other);
        let groups = [own, other].map(|stones| self.groups(stones, empty));
        [0, 1].map(|side| {
            let Groups { strong, sure, .. } = groups[side];
            let legal = empty & self.beside(empty | strong) & !groups[1 - side].last;
            Room { legal, sure }
        })
    }

    /// A set after a turn or reflection of the board.
    fn image(&self, set: B, image: usize) -> B {
        let set = if image & 4 == 0 { set } else { self.transposed(set) };
        let set = if image & 1 == 0 { set } else { rows::flip(set, self.width, self.height) };
        if image & 2 == 0 { set } else { set.turn(self.width * self.height) }
    }

    /// The set with rows and columns exchanged, on a square board.
    fn transposed(&self, set: B) -> B {
        let row = B::low(self.width);
        (0..self.height).fold(B::EMPTY, |all, y| {
            let squares = (set >> (y * self.width) & row).squares();
            let column = B::of(squares.map(|x| x * self.width));
            all | column << y
        })
    }
}

impl<B: Bits> Forward<Node<B>> for Tactics<B> {
    fn expand(
        &self,
        &Node { own, other }: &Node<B>,
        steps: &mut Vec<Step<Node<B>>>,
    ) -> Option<Fate> {
        let before = steps.len();
        let [Room { legal, .. }, _] = self.rooms([own, other]);
        for point in legal.singles() {
            let to = Node { own: other, other: own | point };
            let [theirs, ours] = self.rooms([to.own, to.other]);
            // It is now the other player's turn.
            if ours.sure >= theirs.most() {
                steps.truncate(before);
                return Some(Fate::Win);
            }
            if theirs.sure <= ours.most() {
                let shared = (ours.legal & theirs.legal).count();
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

    fn hash(&self, &Node { own, other }: &Node<B>) -> u128 {
        let image = |image| (self.image(own, image), self.image(other, image));
        hash_of(&(0..self.images).map(image).min())
    }
}

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;

    use super::*;
    use crate::rulesets::nogo::NoGo;
    use grundy_base::{Limits, Text};
    use grundy_ruleset::{Notation, Ruleset};
    use grundy_solve::proof::Prover;
    use std::sync::Arc;

    /// Whether the player to move wins, by the definition.
    fn wins(board: &Points, mover: Player) -> bool {
        NoGo(PhantomData).options(board, mover).any(|option| !wins(&option, mover.opponent()))
    }

    fn proved<B: Bits>(board: &Points, mover: Player) -> bool {
        let tactics = Tactics::<B>::of(board).unwrap();
        let node = Tactics::<B>::node(board, mover);
        let mut prover = Prover::new(Arc::new(tactics), 1 << 22);
        let bounds = prover.prove(&node, u64::MAX, &Limits::default(), &mut |_| {}).unwrap();
        bounds.fate().unwrap() == Fate::Win
    }

    /// Plays at random on a board until only few points are left that a player may fill.
    fn late(width: usize, height: usize, mut seed: u64) -> Points {
        let mut board = NoGo(PhantomData).read(Text::new(&format!("{width}x{height}"))).unwrap();
        let mut mover = Player::Left;
        loop {
            let moves =
                Player::BOTH.map(|player| NoGo(PhantomData).options(&board, player).count());
            let options: Vec<Points> = NoGo(PhantomData).options(&board, mover).collect();
            if moves[0] + moves[1] < 12 || options.is_empty() {
                return board;
            }
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            board = options[(seed >> 20) as usize % options.len()];
            mover = mover.opponent();
        }
    }

    #[test]
    fn late_boards_are_won_by_whom_the_definition_says() {
        let mut won = [0; 2];
        for seed in 1..=6 {
            for (width, height) in [(5, 5), (9, 9), (11, 11), (16, 8)] {
                let board = late(width, height, 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
                for mover in Player::BOTH {
                    let expected = wins(&board, mover);
                    assert_eq!(
                        proved::<u128>(&board, mover),
                        expected,
                        "{}",
                        NoGo(PhantomData).print(&board)
                    );
                    if board.area() <= u64::BITS {
                        assert_eq!(proved::<u64>(&board, mover), expected);
                    }
                    won[usize::from(expected)] += 1;
                }
            }
        }
        assert!(won.iter().all(|&count| count > 5), "{won:?}");
    }
}
