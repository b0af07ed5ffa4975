//! Keys of Domineering on a fixed board: the covered squares, and which player began.

use std::marker::PhantomData;

use crate::rulesets::domineering::Domineering;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::grid;
use grundy_ruleset::board::region::Region;
use grundy_ruleset::{Flow, Packed, Ruleset};

/// Domineering on a fixed region.
#[derive(Clone, Copy, Debug)]
pub struct DomineeringOnBoard {
    region: Region,
    width: u32,
    area: u32,
    /// The squares of the first column.
    first: u64,
}

impl DomineeringOnBoard {
    /// The rules in a region; none if its board has no squares, or more than 63.
    #[must_use]
    pub fn new(region: Region) -> Option<Self> {
        let (width, height) = region.sides();
        let area = width * height;
        let first = (0..height).fold(0, |set, y| set | 1 << (y * width));
        let fits = (1..u64::BITS as usize).contains(&area);
        fits.then_some(Self { region, width: width as u32, area: area as u32, first })
    }

    /// The squares that dominoes cover.
    fn covered(&self, key: u64) -> u64 {
        key & !(1 << self.area)
    }

    fn mover(&self, key: u64) -> Player {
        match (key >> self.area & 1 == 1) ^ (self.tier(key) % 2 == 1) {
            false => Player::Left,
            true => Player::Right,
        }
    }
}

impl Ruleset for DomineeringOnBoard {
    type Position = Region;

    fn options(&self, region: &Region, player: Player) -> impl Iterator<Item = Region> {
        Domineering(PhantomData).options(region, player)
    }
}

impl Packed for DomineeringOnBoard {
    type Key = u64;

    /// Whether a position is this region with further dominoes.
    fn holds(&self, region: &Region) -> bool {
        region.sides() == self.region.sides() && region.free() & !self.region.free() == 0
    }

    /// The key has the player who began, instead of the player to move. The player who began does
    /// not change during play, so the moves to a given place keep the order of keys in a tier.
    fn pack(&self, region: &Region, mover: Player) -> u64 {
        let covered = self.region.free() & !region.free();
        let right_began = self.mover(covered) != mover;
        covered | u64::from(right_began) << self.area
    }

    fn unpack(&self, key: u64) -> Option<(Region, Player)> {
        Some((self.region.without(self.covered(key)), self.mover(key)))
    }

    #[inline]
    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let free = self.region.free() & !self.covered(key);
        let (places, step, kinds) = match self.mover(key) {
            Player::Left => (free & free.checked_shr(self.width).unwrap_or(0), self.width, 0),
            Player::Right => (free & (free & !self.first) >> 1, 1, self.area as usize),
        };
        for place in grid::numbers(places) {
            option(kinds + place, key | (1 | 1 << step) << place);
        }
        None
    }

    /// Each place of a vertical domino, by its upper square, is a kind; then each place of a
    /// horizontal domino, by its left square.
    fn kinds(&self) -> usize {
        2 * self.area as usize
    }

    fn flow(&self) -> Flow {
        Flow::Stepwise
    }

    /// The number of dominoes.
    #[inline]
    fn tier(&self, key: u64) -> u32 {
        self.covered(key).count_ones() / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Text;
    use grundy_ruleset::law::{check, kinds_keep_the_order};
    use std::collections::BTreeSet;

    /// The positions with their movers that play reaches, found with sets of squares.
    fn reached(width: usize, free: &BTreeSet<usize>, right: bool) -> usize {
        let mut seen = BTreeSet::from([(free.clone(), right)]);
        let mut open: Vec<_> = seen.iter().cloned().collect();
        while let Some((free, right)) = open.pop() {
            for &square in &free {
                let other = if right { square + 1 } else { square + width };
                let beside = !right || other % width != 0;
                if beside && free.contains(&other) {
                    let left: BTreeSet<usize> =
                        free.iter().copied().filter(|s| ![square, other].contains(s)).collect();
                    if seen.insert((left.clone(), !right)) {
                        open.push((left, !right));
                    }
                }
            }
        }
        seen.len()
    }

    #[test]
    fn keys_are_the_positions_that_play_reaches() {
        for board in ["3x3", "4x3", "1x5", "5x1", "..#.|....|.#..", "#.|..", "1x1", "1x63"] {
            let region = Region::read(Text::new(board)).unwrap();
            let rules = DomineeringOnBoard::new(region).unwrap();
            let free = grid::numbers(region.free()).collect();
            for player in Player::BOTH {
                let most = if board == "1x63" { 500 } else { 50_000 };
                let (keys, positions, _) = check(&rules, (&region, player), most);
                if board != "1x63" {
                    let expected = reached(region.sides().0, &free, player == Player::Right);
                    assert_eq!((keys, positions), (expected, expected), "{board}");
                }
            }
        }
        assert!(DomineeringOnBoard::new(Region::full(8, 8).unwrap()).is_none());
        assert!(DomineeringOnBoard::new(Region::default()).is_none());
    }

    #[test]
    fn kinds_keep_the_order_of_keys() {
        let rules = DomineeringOnBoard::new(Region::full(4, 3).unwrap()).unwrap();
        let starts = Player::BOTH.map(|player| rules.pack(&rules.region, player));
        kinds_keep_the_order(&rules, &starts);
    }
}
