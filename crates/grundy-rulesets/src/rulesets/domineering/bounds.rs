//! Bounds on the numbers of moves that the players have left on a Domineering board.
//!
//! A domino is safe if no domino of the other player can ever touch it. A player can lay part of
//! the other dominoes for certain, and each of them takes moves away from the other player. A
//! player who can lay more dominoes for certain than the other player can lay at all wins. Most
//! positions are decided like this long before the board is full (D. M. Breuker, J. W. H. M.
//! Uiterwijk, H. J. van den Herik, Solving 8×8 Domineering, 2000; Nathan Bullock, Domineering:
//! Solving Large Combinatorial Search Spaces, 2002).

use super::grid::Grid;
use super::places::{MOST_WORTH, Places};
use grundy_base::{ByPlayer, Player};
use grundy_ruleset::board::rows::Bits;

/// The dominoes that a player can lay on a board.
#[derive(Clone, Copy)]
pub(super) struct Room<T> {
    /// The greatest number of dominoes.
    pub(super) most: i16,
    /// The number of dominoes that the other player cannot touch.
    pub(super) safe: i16,
    /// Every second square of each run.
    seconds: T,
}

/// A board with the dominoes that the players can lay.
pub(super) struct Counted<T> {
    free: T,
    /// The squares that both players can cover.
    contested: T,
    pub(super) rooms: ByPlayer<Room<T>>,
}

/// The amount of work for a bound.
pub(super) struct Effort {
    /// The plans to try.
    plans: std::ops::Range<u32>,
    /// The margin by which the expected gain must exceed the needed one, when moving second and
    /// first; and the greatest amount by which a plan may fail for others to be tried.
    more: [i16; 2],
    less: i16,
}

impl Effort {
    /// The effort for a node, after the small effort for the move that led to it.
    pub(super) const GREAT: Effort = Effort { plans: 1..8, more: [4, 0], less: 4 };
    /// The effort for each move of a node.
    pub(super) const SMALL: Effort = Effort { plans: 0..1, more: [8, 2], less: 0 };
}

/// Dominoes that a player plans to lay, given by their second squares.
struct Plan<T> {
    /// The dominoes that are not safe, and the squares of blocks.
    dominoes: T,
    blocks: T,
    /// Contested squares of the plan: each in `half` takes half a domino from what the other player
    /// can lay, and each in `whole` takes a whole one.
    half: T,
    whole: T,
}

impl<T: Bits> Grid<T> {
    /// Counts the dominoes that the players can lay on a board.
    #[inline]
    pub(super) fn counted(&self, free: T) -> Counted<T> {
        let contested = self.covered(free, Player::Left) & self.covered(free, Player::Right);
        let room = |player| {
            let seconds = self.seconds(free, player);
            let safe = self.seconds(free & !contested, player);
            let [most, safe] = [seconds, safe].map(|set| set.count() as i16);
            Room { most, safe, seconds }
        };
        Counted { free, contested, rooms: ByPlayer::new(room) }
    }

    /// Whether a player, who has `spare` more moves elsewhere, makes the last move for certain.
    /// `first` means that the player is to move.
    #[inline]
    pub(super) fn wins(
        &self,
        board: &Counted<T>,
        (player, spare): (Player, i16),
        first: bool,
        effort: &Effort,
    ) -> bool {
        let (own, theirs) = (&board.rooms[player], &board.rooms[player.opponent()]);
        let needed = 2 * (theirs.most - own.safe - spare - i16::from(!first));
        // Most dominoes count four, and the other player takes away every second one.
        let expected = 2 * (own.most - own.safe);
        needed < 0
            || expected - needed >= effort.more[usize::from(first)]
                && self.gains(board, player, first, needed, effort)
    }

    /// Whether a player gains more than `needed` by dominoes that are not safe. Each domino counts
    /// two, and one more for each half of a domino that it takes from what the other player can
    /// lay.
    fn gains(
        &self,
        board: &Counted<T>,
        player: Player,
        first: bool,
        needed: i16,
        effort: &Effort,
    ) -> bool {
        let (free, other) = (board.free, player.opponent());
        let (own, theirs) = (&board.rooms[player], &board.rooms[other]);
        let runs = self.runs(free, other);
        // Runs of odd length: their ends, and every other square of them. Losing only one of these
        // squares costs a run nothing.
        let ends = free & self.next(free, other) & !self.before(free, other) & !theirs.seconds;
        let spared = runs.backwards(ends) & !theirs.seconds;
        let found = self.blocks(board, player);
        for number in effort.plans.clone() {
            if number >= 4 && found == T::EMPTY {
                return false;
            }
            let blocks = if number < 4 { found } else { T::EMPTY };
            let (dominoes, safe) = self.lay(board, player, blocks, number);
            // A run of even length loses a domino with its first covered square. But if several of
            // its squares may be covered, perhaps only the first of them is.
            let covers = (self.squares(dominoes, player) | blocks) & board.contested;
            let earlier = runs.onwards(self.next(covers, other) & free);
            let later = runs.backwards(self.before(covers, other) & free);
            let half = covers & (earlier | later);
            let whole = covers & !half & !spared;
            let odd = ends & runs.onwards(half & !theirs.seconds);
            let needed = needed + odd.count() as i16 - 2 * (safe - own.safe);
            let plan = Plan { dominoes, blocks, half, whole };
            if plan.most(first) <= needed {
                continue;
            }
            let gains = self.places(free, player, &plan).gains(first);
            if gains > needed {
                return true;
            }
            if gains + effort.less < needed {
                return false;
            }
        }
        false
    }

    /// Blocks of two by two contested squares with a side along which no domino of the other
    /// player can be laid: a domino in one half makes the other half safe.
    #[inline]
    fn blocks(&self, board: &Counted<T>, player: Player) -> T {
        let (contested, other) = (board.contested, player.opponent());
        let pairs = self.dominoes(contested, player);
        let along = |side: T| side & self.before(side, player);
        let walls_before = along(!self.next(board.free, other));
        let walls_after = along(self.before(!self.before(board.free, other), other));
        let mut found = pairs & self.before(pairs, other) & (walls_before | walls_after);
        let mut blocks = T::EMPTY;
        while found != T::EMPTY {
            let corner = found & !found.rest();
            let half = corner | self.next(corner, player);
            let block = half | self.next(half, other);
            let near = block | self.before(block, other);
            found &= !(near | self.before(near, player));
            blocks |= block;
        }
        blocks
    }

    /// Lays dominoes on the squares that are not in blocks. Returns the second squares of the
    /// dominoes that are not safe, and the number of safe ones.
    #[inline]
    fn lay(&self, board: &Counted<T>, player: Player, blocks: T, number: u32) -> (T, i16) {
        let contested = board.contested;
        let lay = |set: T| match number & 1 {
            0 => self.seconds(set, player),
            _ => self.seconds_from_end(set, player),
        };
        if number & 2 == 0 {
            let safe = lay(board.free & !contested);
            let rest = board.free & !self.squares(safe, player) & !blocks;
            return (lay(rest), safe.count() as i16);
        }
        let all = lay(board.free & !blocks);
        let dominoes = all & (contested | self.next(contested, player));
        (dominoes, (all & !dominoes).count() as i16)
    }

    /// The dominoes of a plan, by how the other player can take them away.
    fn places(&self, free: T, player: Player, plan: &Plan<T>) -> Places {
        let other = player.opponent();
        let mut places = Places::default();
        let [half, whole] = [plan.half, plan.whole].map(|set| [set, self.next(set, player)]);
        let worth = |second: T| {
            let [half, whole] =
                [half, whole].map(|sets| sets.map(|set| u8::from(second & set != T::EMPTY)));
            2 + half[0] + half[1] + 2 * (whole[0] + whole[1])
        };
        let all = self.squares(plan.dominoes, player) | plan.blocks;
        let mut left = plan.dominoes | self.seconds(plan.blocks, player);
        // The dominoes that the other player can touch from one side only.
        let sides = [self.next(free, other), self.before(free, other)];
        let [above, below] = sides.map(|near| {
            let near = near & all;
            left & (near | self.next(near, player))
        });
        let mut each = (above | below) & !(above & below);
        while each != T::EMPTY {
            let second = each & !each.rest();
            each = each.rest();
            if second & left == T::EMPTY {
                continue;
            }
            // If the other player needs squares of another domino in order to touch this one,
            // laying that domino makes this one safe.
            let saved = self.squares(second, player);
            let needs = self.beside(saved, other) & free;
            let one = needs & !needs.rest();
            let first = if one & left == T::EMPTY { self.next(one, player) & left } else { one };
            let block = self.squares(first, player);
            if first == T::EMPTY || needs & !block != T::EMPTY {
                continue;
            }
            left = left & !first & !second;
            let both = worth(first) + worth(second);
            if self.beside(block, other) & all & !saved == T::EMPTY {
                places.add_alone(both);
            } else {
                places.add_block(both, worth(second));
            }
        }
        let dominoes = self.squares(left, player);
        while left != T::EMPTY {
            let second = left & !left.rest();
            left = left.rest();
            let near = self.beside(self.squares(second, player), other) & all;
            if near == T::EMPTY {
                places.add_alone(worth(second));
            } else if near & dominoes == T::EMPTY {
                places.add_single(worth(second));
            } else {
                places.add_domino(worth(second));
            }
        }
        places
    }
}

impl<T: Bits> Plan<T> {
    /// An upper bound on the gain: half of all worths, and half of the best place.
    #[inline]
    fn most(&self, first: bool) -> i16 {
        let dominoes = self.dominoes.count() + self.blocks.count() / 2;
        let all = 2 * dominoes + self.half.count() + 2 * self.whole.count();
        (all / 2) as i16 + if first { MOST_WORTH as i16 / 2 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Play by the rules, where Left has a number of moves elsewhere, or Right if the number is
    /// negative.
    #[derive(Default)]
    struct Plain {
        width: u32,
        height: u32,
        known: HashMap<(u64, i16, Player), bool>,
    }

    impl Plain {
        fn wins(&mut self, free: u64, spare: i16, mover: Player) -> bool {
            if let Some(&wins) = self.known.get(&(free, spare, mover)) {
                return wins;
            }
            let (across, down, own) = match mover {
                Player::Left => (0, 1, 1),
                Player::Right => (1, 0, -1),
            };
            let other = mover.opponent();
            let mut wins = spare * own > 0 && !self.wins(free, spare - own, other);
            for y in 0..self.height.saturating_sub(down) {
                for x in 0..self.width.saturating_sub(across) {
                    let at = |x, y| 1u64 << (y * self.width + x);
                    let domino = at(x, y) | at(x + across, y + down);
                    wins |= free & domino == domino && !self.wins(free & !domino, spare, other);
                }
            }
            self.known.insert((free, spare, mover), wins);
            wins
        }
    }

    /// Compares bounds with the winner. Returns how many bounds decided.
    fn compare<T: Bits>(grid: &Grid<T>, rules: &mut Plain, free: u64) -> usize {
        let squares = (0..64).filter(|square| free >> square & 1 == 1);
        let board = grid.counted(squares.fold(T::EMPTY, |set, square| set | T::FIRST << square));
        let mut said = 0;
        for (player, first) in Player::BOTH.map(|player| [(player, false), (player, true)]).concat()
        {
            for spare in -3..=3 {
                let own = if player == Player::Left { spare } else { -spare };
                let mover = if first { player } else { player.opponent() };
                for effort in [&Effort::SMALL, &Effort::GREAT] {
                    if grid.wins(&board, (player, own), first, effort) {
                        let wins = rules.wins(free, spare, mover) == first;
                        let (width, height) = (rules.width, rules.height);
                        assert!(wins, "{width}x{height} {free:b} {player:?} {first} {spare}");
                        said += 1;
                    }
                }
            }
        }
        said
    }

    #[test]
    fn bounds_agree_with_the_rules_on_all_small_boards() {
        for (width, height) in [(1, 1), (7, 1), (1, 6), (2, 5), (5, 2), (4, 3), (3, 4)] {
            let grid = Grid::<u64>::new(width, height);
            let mut rules = Plain { width, height, ..Plain::default() };
            let said: usize =
                (0..1 << (width * height)).map(|free| compare(&grid, &mut rules, free)).sum();
            assert!(said > 7 << (width * height), "{width}x{height}: {said}");
        }
    }

    #[test]
    fn bounds_agree_with_the_rules_on_larger_boards() {
        let mut random = grundy_base::Random::new(11);
        let mut random = move |bound: u32| random.below(bound as usize) as u32;
        for (width, height) in [(4, 5), (5, 5), (8, 3), (3, 9), (7, 6), (6, 9), (8, 8)] {
            let grid = Grid::<u64>::new(width, height);
            let long = Grid::<u128>::new(width, height);
            let mut rules = Plain { width, height, ..Plain::default() };
            for _ in 0..60 {
                // Runs as they are left in play, with about as many squares as can be searched.
                let mut free = 0;
                while u64::count_ones(free) < 12 + random(6) {
                    let (x, y, length) = (random(width), random(height), 1 + random(5));
                    match random(2) {
                        0 => (x..width.min(x + length)).for_each(|x| free |= 1 << (y * width + x)),
                        _ => (y..height.min(y + length)).for_each(|y| free |= 1 << (y * width + x)),
                    }
                }
                let said = compare(&grid, &mut rules, free);
                assert_eq!(said, compare(&long, &mut rules, free));
                rules.known.clear();
            }
        }
    }
}
