//! Ranks of all boards of at most 16 cubes. Boards are ranked first by the cubes of the player to
//! move, up to symmetry, and then by the opponent's cubes among the other ones.

use std::array::from_fn;

use grundy_ruleset::board::images::OfSquare;

/// A class of sets of cubes of the player to move under symmetry.
#[derive(Clone, Copy, Debug)]
struct Class {
    least: u32,
    /// The rank of its first board.
    first: u32,
}

/// The ranking of boards.
#[derive(Debug)]
pub(super) struct Ranks {
    all: u32,
    classes: Vec<Class>,
    count: u32,
    /// For every set that is the least of its class, the first rank of the class.
    first: Vec<u32>,
    /// A sampled index for unranking: the class of every 2^[`NEAR`]-th rank.
    near: Vec<u32>,
    /// For every set of eight squares as a mask, and every byte: parallel bit extract, and
    /// its inverse, parallel bit deposit.
    packed: Box<[[u8; 256]]>,
    spread: Box<[[u8; 256]]>,
}

/// The base-2 logarithm of the distance of sampled ranks.
const NEAR: u32 = 8;

/// The tables of parallel bit extract, or with `spread` of parallel bit deposit.
fn renumbered(spread: bool) -> Box<[[u8; 256]]> {
    let places = |among: usize| (0..8).filter(move |square| among >> square & 1 == 1).enumerate();
    let moved = |among: usize, set: usize| {
        places(among)
            .map(|(place, square)| if spread { (place, square) } else { (square, place) })
            .fold(0, |moved, (from, to)| moved | (set >> from & 1) << to)
    };
    (0..256).map(|among| from_fn(|set| moved(among, set) as u8)).collect()
}

impl Ranks {
    /// The ranking; none if the board is too large for tables.
    pub(super) fn new(side: usize, symmetries: &OfSquare) -> Option<Self> {
        let squares = side * side;
        if squares > 16 {
            return None;
        }
        let (mut classes, mut count) = (Vec::new(), 0u32);
        let mut first = vec![0; 1 << squares];
        for own in 0..1u32 << squares {
            let images = symmetries.images(own);
            if images.iter().all(|&image| own <= image) {
                classes.push(Class { least: own, first: count });
                first[own as usize] = count;
                count += 1 << (squares as u32 - own.count_ones());
            }
        }
        let class = |rank: u32| classes.partition_point(|class| class.first <= rank) - 1;
        let near = (0..=count >> NEAR).map(|at| class(at << NEAR) as u32).collect();
        let all = first.len() as u32 - 1;
        let [packed, spread] = [false, true].map(renumbered);
        Some(Ranks { all, classes, count, first, near, packed, spread })
    }

    pub(super) fn count(&self) -> u64 {
        self.count.into()
    }

    /// The rank of a board in which the cubes of the player to move are the least of their
    /// class.
    #[inline]
    pub(super) fn rank(&self, own: u32, other: u32) -> u64 {
        let [free, other] = [(self.all & !own).to_le_bytes(), other.to_le_bytes()];
        let packed = |i: usize| u32::from(self.packed[usize::from(free[i])][usize::from(other[i])]);
        (self.first[own as usize] + (packed(0) | packed(1) << free[0].count_ones())).into()
    }

    /// The board of a rank.
    #[inline]
    pub(super) fn unrank(&self, rank: u64) -> Option<(u32, u32)> {
        let rank = u32::try_from(rank).ok().filter(|&rank| rank < self.count)?;
        let at = (rank >> NEAR) as usize;
        let from = self.near[at] as usize;
        let to = self.near.get(at + 1).map_or(self.classes.len(), |&to| to as usize + 1);
        let behind = self.classes[from..to].partition_point(|class| class.first <= rank);
        let Class { least, first } = self.classes[from + behind - 1];
        let free = (self.all & !least).to_le_bytes();
        let set = rank - first;
        let [low, high] = [set & ((1 << free[0].count_ones()) - 1), set >> free[0].count_ones()];
        let spread =
            |i: usize, set: u32| u32::from(self.spread[usize::from(free[i])][set as usize]);
        Some((least, spread(0, low) | spread(1, high) << 8))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cubes, Quixo};
    use grundy_base::Player;
    use grundy_ruleset::Packed;

    #[test]
    fn every_board_has_a_rank() {
        for (side, step) in [(2, 1), (3, 1), (4, 101)] {
            let rules = Quixo::new(side).unwrap();
            let mut boards = 0;
            for rank in (0..rules.dense().unwrap()).step_by(step) {
                let (cubes, mover) = rules.unpack(rank).unwrap();
                let key = rules.pack(&cubes, mover);
                // If some symmetries leave a board unchanged, its images have ranks too.
                assert!(key <= rank);
                if key == rank {
                    boards += rules.orbit(key) / 2;
                }
            }
            if step == 1 {
                assert_eq!(boards, 3u32.pow((side * side) as u32));
            }
        }
        let rules = Quixo::new(5).unwrap();
        assert_eq!(rules.dense(), None);
        assert_eq!(rules.pack(&Cubes::default(), Player::Left), 0);
    }
}
