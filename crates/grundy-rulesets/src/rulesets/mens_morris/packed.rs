//! Keys of men's morris. From the lowest bits on they have the points of the opponent's men, the
//! points of the player's men, and the numbers of men in hand, where the player is the one to move.
//! The key is of the symmetric image in which the set of the player to move is least, and then the
//! set of the opponent.
//!
//! After a move without a capture, the men of the new player to move are unchanged, and they
//! determine the image. So all such moves are generated in the same image.

use super::board::IMAGES;
use super::{FEWEST, Men, MensMorris, Side};
use grundy_base::{Fate, Player};
use grundy_ruleset::{Flow, Packed};

/// The numbers of bits for points and for men in hand.
const POINTS: u32 = 24;
const HAND: u32 = 4;

/// A set of symmetries of the board.
type Among = u32;

#[inline]
fn joined(own: Side, other: Side) -> u64 {
    let stones = u64::from(own.stones) << POINTS | u64::from(other.stones);
    u64::from(own.hand << HAND | other.hand) << (2 * POINTS) | stones
}

#[inline]
fn sides(key: u64) -> (Side, Side) {
    let side = |stones: u64, hand: u64| Side {
        stones: stones as u32 & ((1 << POINTS) - 1),
        hand: hand as u32 & ((1 << HAND) - 1),
    };
    let hands = key >> (2 * POINTS);
    (side(key >> POINTS, hands >> HAND), side(key, hands))
}

/// Calls `member` with each member of a set, as a set of one.
#[inline]
fn each(mut set: u32, mut member: impl FnMut(u32)) {
    while set != 0 {
        member(set & set.wrapping_neg());
        set &= set - 1;
    }
}

/// The symmetries under which the image equals `wanted`.
#[inline]
fn among(images: &[u32; IMAGES], wanted: u32) -> Among {
    (0..IMAGES).fold(0, |set, i| set | u32::from(images[i] == wanted) << i)
}

impl MensMorris {
    /// The least image of a set, and the symmetries that map the set to it.
    #[inline]
    fn least(&self, stones: u32) -> (u32, Among) {
        let images = self.board.symmetries.images(stones);
        let least = images.iter().fold(u32::MAX, |least, &image| least.min(image));
        (least, among(&images, least))
    }

    /// The least image of a set under some symmetries.
    #[inline]
    fn least_among(&self, stones: u32, symmetries: Among) -> u32 {
        let mut least = u32::MAX;
        each(symmetries, |symmetry| {
            let symmetry = symmetry.trailing_zeros() as usize;
            least = least.min(self.board.symmetries.image(stones, symmetry));
        });
        least
    }

    #[inline]
    fn key(&self, own: Side, other: Side) -> u64 {
        let (stones, symmetries) = self.least(own.stones);
        let others = self.least_among(other.stones, symmetries);
        joined(Side { stones, ..own }, Side { stones: others, ..other })
    }

    /// The result for the player to move if play is over, except by having no move, which is not
    /// checked.
    #[inline]
    fn fate(&self, own: Side, other: Side) -> Option<Fate> {
        let has_mill = |side: Side| self.mill_wins() && self.board.in_mills(side.stones) != 0;
        if own.men() < FEWEST || has_mill(other) {
            Some(Fate::Loss)
        } else if other.men() < FEWEST || has_mill(own) {
            Some(Fate::Win)
        } else {
            None
        }
    }

    /// Calls `found` with a player's men after each move, and the point that the man reached.
    #[inline]
    fn each_move(&self, own: Side, free: u32, mut found: impl FnMut(Side, u32)) {
        if own.hand > 0 {
            let hand = own.hand - 1;
            each(free, |to| found(Side { stones: own.stones | to, hand }, to));
        } else {
            let near = self.near(own.stones, free);
            each(own.stones, |man| {
                each(near(man), |to| found(Side { stones: own.stones ^ man ^ to, hand: 0 }, to));
            });
        }
    }

    /// For a side with these men and none in hand: the free points to which a man may move, or
    /// from which it may have come.
    #[inline]
    fn near(&self, stones: u32, free: u32) -> impl Fn(u32) -> u32 {
        let (flies, board) = (self.flies(stones), self.board);
        move |man| if flies { free } else { free & board.beside(man.trailing_zeros() as usize) }
    }

    /// Whether the man that reached a point takes another.
    #[inline]
    fn takes(&self, stones: u32, to: u32) -> bool {
        !self.mill_wins() && self.board.closes(stones, to.trailing_zeros() as usize)
    }
}

impl Packed for MensMorris {
    type Key = u64;

    fn pack(&self, men: &Men, mover: Player) -> u64 {
        let (own, other) = men.seen_by(mover);
        self.key(own, other)
    }

    fn unpack(&self, key: u64) -> Option<(Men, Player)> {
        let (left, right) = sides(key);
        let inside = (left.stones | right.stones) & !self.board.all() == 0;
        inside.then_some((Men { left, right }, Player::Left))
    }

    #[inline]
    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (own, other) = sides(key);
        if let fate @ Some(_) = self.fate(own, other) {
            return fate;
        }
        let (waiting, symmetries) = self.least(other.stones);
        // The stabiliser of these men; mostly trivial.
        let stabiliser = match symmetries & (symmetries - 1) {
            0 => 1,
            _ => among(&self.board.symmetries.images(waiting), waiting),
        };
        let first = symmetries.trailing_zeros() as usize;
        let own = Side { stones: self.board.symmetries.image(own.stones, first), ..own };
        let next = Side { stones: waiting, ..other };
        let mut blocked = true;
        self.each_move(own, self.board.all() & !(own.stones | waiting), |moved, to| {
            blocked = false;
            if waiting != 0 && self.takes(moved.stones, to) {
                each(self.board.open(waiting), |taken| {
                    option(0, self.key(Side { stones: waiting ^ taken, ..next }, moved));
                });
            } else if stabiliser == 1 {
                option(0, joined(next, moved));
            } else {
                let stones = self.least_among(moved.stones, stabiliser);
                option(0, joined(next, Side { stones, ..moved }));
            }
        });
        blocked.then_some(Fate::Loss)
    }

    fn orbit(&self, key: u64) -> u32 {
        let (own, other) = sides(key);
        let images = |side: Side| self.board.symmetries.images(side.stones);
        let same = among(&images(own), own.stones) & among(&images(other), other.stones);
        2 * IMAGES as u32 / same.count_ones()
    }

    fn flow(&self) -> Flow {
        Flow::Level
    }

    /// The number of men put on the board, and then the number of men taken.
    #[inline]
    fn tier(&self, key: u64) -> u32 {
        let (own, other) = sides(key);
        let all = 2 * self.variant.men;
        let put = all - own.hand - other.hand;
        let taken = put - own.stones.count_ones() - other.stones.count_ones();
        put * (all + 1) + taken
    }

    fn has_parents(&self) -> bool {
        true
    }

    #[inline]
    fn parents(&self, key: u64, mut parent: impl FnMut(u64)) {
        let (own, other) = sides(key);
        let free = self.board.all() & !(own.stones | other.stones);
        let may_be_more = own.men() < self.variant.men;
        let near = self.near(other.stones, free);
        each(other.stones, |man| {
            let takes = self.takes(other.stones, man);
            let mut back = |before: Side, free: u32| {
                if !takes || own.stones == 0 {
                    parent(self.key(before, own));
                }
                if takes && may_be_more {
                    each(free, |taken| {
                        let stones = own.stones | taken;
                        if self.board.open(stones) & taken != 0 {
                            parent(self.key(before, Side { stones, ..own }));
                        }
                    });
                }
            };
            let stones = other.stones ^ man;
            back(Side { stones, hand: other.hand + 1 }, free);
            if other.hand == 0 {
                each(near(man), |from| back(Side { stones: stones | from, hand: 0 }, free ^ from));
            }
        });
    }
}
