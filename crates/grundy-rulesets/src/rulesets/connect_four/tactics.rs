//! Connect Four as a forward search plays it: on two bit boards, with forced moves.

use super::{Board, ConnectFour, Stones};
use grundy_base::{Fate, Player};
use grundy_ruleset::forward::hash_of_word;
use grundy_ruleset::{Forward, Method, Step};

/// The stones of the player to move in the lower half, all stones in the upper half.
pub(super) type Node = u128;

/// The rules, with the boards that a search needs. A line has `MORE` + 1 stones.
#[derive(Clone, Debug)]
pub(super) struct Tactics<const MORE: usize> {
    rules: ConnectFour,
    /// The lowest square of each column.
    bottom: u64,
    /// All squares, without those above the board.
    board: u64,
    /// The second, fourth, … square of each column, from the top.
    even: u64,
    /// The columns with the squares above them, those in the middle first.
    columns: Vec<u64>,
    /// For each direction in which a line fits, the distance of the next square.
    directions: Vec<u32>,
}

impl<const MORE: usize> Tactics<MORE> {
    /// The search for these rules; none if a line does not have `MORE` + 1 stones.
    pub(super) fn new(rules: ConnectFour) -> Option<Self> {
        if rules.line != MORE + 1 {
            return None;
        }
        let (width, height) = (rules.width, rules.height);
        let column = height + 1;
        let Stones(bottom) = rules.empty();
        let fits = |by| (by == 1 || rules.line <= width) && (by == column || rules.line <= height);
        let mut middle_first: Vec<usize> = (0..width).collect();
        middle_first.sort_by_key(|x| (2 * x + 1).abs_diff(width));
        let full = u64::MAX >> (63 - height);
        Some(Tactics {
            bottom,
            board: (0..height).fold(0, |set, y| set | bottom << y),
            even: (0..height).filter(|y| (height - y) % 2 == 0).fold(0, |set, y| set | bottom << y),
            columns: middle_first.into_iter().map(|x| full << (x * column)).collect(),
            directions: [1, column, column - 1, column + 1]
                .into_iter()
                .filter(|&by| fits(by))
                .map(|by| by as u32)
                .collect(),
            rules,
        })
    }

    /// The node of a position.
    pub(super) fn node(&self, stones: Stones, mover: Player) -> Node {
        let Board { left, right, .. } = self.rules.board(stones);
        let own = if mover == Player::Left { left } else { right };
        u128::from(left | right) << 64 | u128::from(own)
    }

    /// The squares on which one more stone completes a line.
    #[inline]
    fn completing(&self, stones: u64) -> u64 {
        let mut found = 0;
        for &by in &self.directions {
            // At k: squares with k stones next to each other after, or before, them.
            let (mut after, mut before) = ([u64::MAX; 8], [u64::MAX; 8]);
            for k in 1..=MORE {
                after[k] = after[k - 1] & stones >> (k as u32 * by);
                before[k] = before[k - 1] & stones << (k as u32 * by);
            }
            for k in 0..=MORE {
                found |= after[k] & before[MORE - k];
            }
        }
        found & self.board
    }

    /// The best result that the player to move can get if the other player follows up each move; a
    /// win if that is not known.
    ///
    /// If the number of free squares is even, the other player can answer each move in the same
    /// column as long as there is room, and otherwise in another column with an odd number of free
    /// squares, because the number of such columns is even. The player to move then gets at most
    /// the second, fourth, … square from the top of each column, and the lowest square of each
    /// column with an odd number of free squares.
    ///
    /// If the other player threatens to complete a line on a square that is not yet playable, the
    /// same is possible on all squares except those of its column from the one below the threat
    /// upwards, if the number of these squares is even: the player to move must in the end play
    /// below the threat (zugzwang: Allis, *A knowledge-based approach of Connect-Four*, 1988).
    #[inline]
    fn at_most(&self, own: u64, taken: u64) -> Fate {
        let others = own ^ taken;
        let free = self.board ^ taken;
        let playable = self.playable(taken);
        let even = |squares: u64| squares.count_ones().is_multiple_of(2);
        if even(free) {
            let reach = free & self.even | playable;
            if !self.rules.has_line(own | reach) {
                let wins = self.rules.has_line(others | free & !reach);
                return if wins { Fate::Loss } else { Fate::Draw };
            }
        }
        let mut threats = self.completing(others) & free & !playable;
        while threats != 0 {
            let below = (threats & threats.wrapping_neg()) >> 1;
            threats &= threats - 1;
            let column = self.column(below);
            if even(free & !(column & below.wrapping_neg())) {
                // In the column of the threat: the square below it, and every other square down
                // from there.
                let alternate = if self.even & below == 0 { !self.even } else { self.even };
                let lower = column & alternate & (below | (below - 1));
                let reach = free & (self.even & !column | lower) | playable;
                if !self.rules.has_line(own | reach) {
                    return Fate::Loss;
                }
            }
        }
        Fate::Win
    }

    /// The lowest free square of each column.
    #[inline]
    fn playable(&self, taken: u64) -> u64 {
        (taken + self.bottom) & self.board
    }

    /// The column of a square, with the square above the board.
    #[inline]
    fn column(&self, square: u64) -> u64 {
        let column = self.rules.height as u32 + 1;
        let full = u64::MAX >> (64 - column);
        full << (square.trailing_zeros() / column * column)
    }

    /// The board with left and right exchanged.
    #[inline]
    fn mirrored(&self, key: u64) -> u64 {
        let column = self.rules.height as u32 + 1;
        let full = u64::MAX >> (64 - column);
        let mut rest = key;
        let mut mirrored = 0u64;
        for _ in 0..self.columns.len() {
            mirrored = mirrored.unbounded_shl(column) | rest & full;
            rest = rest.unbounded_shr(column);
        }
        mirrored
    }
}

impl<const MORE: usize> Forward<Node> for Tactics<MORE> {
    fn expand(&self, &node: &Node, steps: &mut Vec<Step<Node>>) -> Option<Fate> {
        let (own, taken) = (node as u64, (node >> 64) as u64);
        let others = own ^ taken;
        if self.rules.has_line(others) {
            return Some(Fate::Loss);
        }
        let mut playable = self.playable(taken);
        if playable == 0 {
            return Some(Fate::Draw);
        }
        if self.completing(own) & playable != 0 {
            return Some(Fate::Win);
        }
        let threats = self.completing(others);
        let forced = playable & threats;
        if forced != 0 {
            if !forced.is_power_of_two() {
                return Some(Fate::Loss);
            }
            playable = forced;
        }
        // A move below a square on which the other player wins is not allowed.
        playable &= !(threats >> 1);
        if playable == 0 {
            return Some(Fate::Loss);
        }
        // At most two squares are free, and neither completes a line.
        if (self.board ^ taken).count_ones() <= 2 {
            return Some(Fate::Draw);
        }
        for &column in &self.columns {
            let square = playable & column;
            if square != 0 {
                let (own, taken) = (own | square, taken | square);
                let rank = (self.completing(own) & !taken).count_ones() as i16;
                let to = u128::from(taken) << 64 | u128::from(taken ^ own);
                let slot = square.trailing_zeros() as u16;
                steps.push(Step { to, turns: true, slot, rank });
            }
        }
        None
    }

    fn brings(&self, &node: &Node, goal: Fate) -> Option<bool> {
        let (own, taken) = (node as u64, (node >> 64) as u64);
        if self.at_most(own, taken).value() < goal.value() {
            return Some(false);
        }
        let mut playable = self.playable(taken);
        while playable != 0 {
            let square = playable & playable.wrapping_neg();
            playable ^= square;
            // The best result of the other player if this player follows up.
            let others = self.at_most(own ^ taken, taken | square);
            if -others.value() >= goal.value() {
                return Some(true);
            }
        }
        None
    }

    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    #[inline]
    fn hash(&self, &node: &Node) -> u128 {
        let (own, taken) = (node as u64, (node >> 64) as u64);
        // A bit above the stones of each column shows how many there are.
        let key = own + taken + self.bottom;
        hash_of_word(key.min(self.mirrored(key)))
    }

    fn ends(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use grundy_base::End;
    use grundy_ruleset::Ruleset;

    /// The result for the player to move by the definition, for this position and all positions
    /// after it.
    fn by_definition(
        rules: &ConnectFour,
        at: (Stones, Player),
        known: &mut HashMap<(Stones, Player), Fate>,
    ) -> Fate {
        if let Some(&fate) = known.get(&at) {
            return fate;
        }
        let (stones, mover) = at;
        let after = |option, known: &mut _| {
            by_definition(rules, (option, mover.opponent()), known).reversed()
        };
        let fate = match rules.end(&stones, mover) {
            Some(End::Tie) => Fate::Draw,
            Some(End::Won(player)) if player == mover => Fate::Win,
            Some(End::Won(_)) => Fate::Loss,
            None => {
                let options: Vec<Stones> = rules.options(&stones, mover).collect();
                let fates = options.into_iter().map(|option| after(option, known));
                fates.max_by_key(|fate| fate.value()).unwrap()
            }
        };
        known.insert(at, fate);
        fate
    }

    fn tactics_are_right<const MORE: usize>(width: usize, height: usize) {
        let rules = ConnectFour::new(width, height, MORE + 1).unwrap();
        let tactics = Tactics::<MORE>::new(rules.clone()).unwrap();
        let mut known = HashMap::new();
        for mover in Player::BOTH {
            by_definition(&rules, (rules.empty(), mover), &mut known);
        }
        // How often a node is decided, is known to reach a goal, and is known not to reach it.
        let mut found = [0; 3];
        for ((stones, mover), fate) in known {
            let node = tactics.node(stones, mover);
            let text = || format!("{stones:?} of {width}x{height}, {mover} to move");
            if let Some(seen) = tactics.expand(&node, &mut Vec::new()) {
                assert_eq!(seen, fate, "{}", text());
                found[0] += 1;
                continue;
            }
            for goal in [Fate::Draw, Fate::Win] {
                let brings = fate.value() >= goal.value();
                if let Some(seen) = tactics.brings(&node, goal) {
                    assert_eq!(seen, brings, "{goal:?} in {}", text());
                    found[if seen { 1 } else { 2 }] += 1;
                }
            }
        }
        assert!(found.iter().all(|&count| count > 1000), "{found:?}");
    }

    #[test]
    fn what_is_plain_is_so_by_the_definition() {
        tactics_are_right::<3>(4, 4);
        tactics_are_right::<3>(3, 6);
        tactics_are_right::<3>(6, 3);
        tactics_are_right::<2>(3, 5);
        tactics_are_right::<2>(5, 3);
        tactics_are_right::<2>(4, 4);
        tactics_are_right::<4>(3, 6);
    }
}
