//! Stones on a bit board of eight by eight squares: connected groups, and their normal form under
//! symmetries.

use grundy_base::Player;
use grundy_ruleset::board::eight::{beside, each_image, shifted};

/// Both players' stones. Square (x, y) is bit 8y + x.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stones {
    pub(super) left: u64,
    pub(super) right: u64,
}

/// The form of stones up to turns, reflections, translations and the exchange of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The stones in a normal form.
    pub(super) stones: Stones,
    /// Whether the normal form has the players exchanged.
    pub(super) negative: bool,
    /// Whether exchanging the players changes nothing.
    pub(super) own_negative: bool,
}

/// The directions in which a stone moves.
const DIRECTIONS: usize = 4;

impl Stones {
    const fn all(self) -> u64 {
        self.left | self.right
    }

    pub(super) const fn count(self) -> u32 {
        self.all().count_ones()
    }

    pub(super) const fn with(self, other: Stones) -> Stones {
        Stones { left: self.left | other.left, right: self.right | other.right }
    }

    pub(super) const fn without(self, other: Stones) -> Stones {
        Stones { left: self.left & !other.left, right: self.right & !other.right }
    }

    /// Whether these stones and `other` have a stone in common.
    pub(super) const fn has(self, other: Stones) -> bool {
        self.left & other.left | self.right & other.right != 0
    }

    const fn exchanged(self) -> Stones {
        Stones { left: self.right, right: self.left }
    }

    const fn number(self) -> u128 {
        (self.left as u128) << 64 | self.right as u128
    }

    /// The connected groups in which both players have stones; in all others nobody can ever move.
    #[inline]
    pub(super) fn each_part(self, mut each: impl FnMut(Stones)) {
        let all = self.all();
        let mut rest = all;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let more = (part | beside(part)) & all;
                if more == part {
                    break;
                }
                part = more;
            }
            rest &= !part;
            let part = Stones { left: self.left & part, right: self.right & part };
            if part.left != 0 && part.right != 0 {
                each(part);
            }
        }
    }

    /// The stones after each move of a player.
    #[inline]
    pub(super) fn each_move(self, player: Player, mut each: impl FnMut(Stones)) {
        let (own, other) = match player {
            Player::Left => (self.left, self.right),
            Player::Right => (self.right, self.left),
        };
        for direction in 0..DIRECTIONS {
            let mut taken = shifted(own, direction) & other;
            while taken != 0 {
                let to = taken & taken.wrapping_neg();
                taken &= !to;
                let (own, other) = (own & !shifted(to, direction ^ 1) | to, other & !to);
                each(match player {
                    Player::Left => Stones { left: own, right: other },
                    Player::Right => Stones { left: other, right: own },
                });
            }
        }
    }

    /// The number of moves, which is the same for both players: the number of pairs of a left and a
    /// right stone side by side.
    #[inline]
    pub(super) fn moves(self) -> u32 {
        let moves = |direction| (shifted(self.left, direction) & self.right).count_ones();
        (0..DIRECTIONS).map(moves).sum()
    }

    /// The form of the stones; there must be some.
    pub(super) fn shape(self) -> Shape {
        let mut least = [u128::MAX; 2];
        each_image([self.left, self.right], |[left, right]| {
            let stones = Stones { left, right };
            least[0] = least[0].min(stones.number());
            least[1] = least[1].min(stones.exchanged().number());
        });
        let [same, exchanged] = least;
        let number = same.min(exchanged);
        let stones = Stones { left: (number >> 64) as u64, right: number as u64 };
        Shape { stones, negative: exchanged < same, own_negative: exchanged == same }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::board::eight::Square;

    /// The images of square (x, y) under the eight symmetries, by the definition.
    fn images([x, y]: [u32; 2]) -> [[u32; 2]; 8] {
        let last = u64::SIDE - 1;
        let [right, down] = [last - x, last - y];
        let same = [[x, y], [right, y], [x, down], [right, down]];
        let across = same.map(|[x, y]| [y, x]);
        std::array::from_fn(|image| if image < 4 { same[image] } else { across[image - 4] })
    }

    fn image(set: u64, image: usize) -> u64 {
        let side = u64::SIDE;
        (0..side * side).filter(|square| set >> square & 1 != 0).fold(0, |all, square| {
            let [x, y] = images([square % side, square / side])[image];
            all | 1 << (side * y + x)
        })
    }

    #[test]
    fn shapes_are_the_same_for_all_images() {
        let mut random = 1u64;
        for _ in 0..1000 {
            random = random.wrapping_mul(0xd6e8_feb8_6659_fd93).wrapping_add(1);
            let set = random ^ random >> 29;
            // The stones are in the middle, so that there is room to move them.
            let middle = 0x003c_3c3c_3c00;
            let (left, right) = (set & middle, set.rotate_left(17) & middle & !set);
            let stones = Stones { left, right };
            if stones.all() == 0 {
                continue;
            }
            let shape = stones.shape();
            assert_eq!(shape.stones.count(), stones.count());
            for number in 0..8 {
                let [left, right] = [left, right].map(|set| image(set, number) << 1);
                assert_eq!(Stones { left, right }.shape(), shape);
                let negative = Stones { left: right, right: left }.shape();
                assert_eq!(negative.stones, shape.stones);
                assert_eq!(negative.own_negative, shape.own_negative);
                assert!(negative.negative != shape.negative || shape.own_negative);
            }
        }
    }

    #[test]
    fn stones_that_touch_are_a_part() {
        let mut parts = Vec::new();
        // xo.x
        // ..ox
        let stones = Stones { left: 0b1001 | 0b1000 << 8, right: 0b0010 | 0b0100 << 8 };
        stones.each_part(|part| parts.push((part.left, part.right)));
        assert_eq!(parts, [(1, 2), (0b1000 | 0b1000 << 8, 0b0100 << 8)]);
        assert_eq!(stones.moves(), 2);
        let mut moves = Vec::new();
        stones.each_move(Player::Right, |after| moves.push((after.left, after.right)));
        assert_eq!(moves.len(), 2);
        assert!(moves.contains(&(0b1000 | 0b1000 << 8, 1 | 0b0100 << 8)));
    }
}
