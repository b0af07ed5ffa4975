//! Connect Four as a forward search plays it: on two bit boards, with forced moves.

use super::{Board, ConnectFour, Stones};
use crate::outcome::Fate;
use crate::player::Player;
use crate::ruleset::forward::hash_of_word;
use crate::ruleset::{Forward, Step};

/// The stones of the player to move in the lower half, all stones in the upper half.
pub(super) type Node = u128;

/// The rules, with the boards that a search needs. `MORE` stones complete a line of one.
#[derive(Clone, Debug)]
pub(super) struct Tactics<const MORE: usize> {
    rules: ConnectFour,
    /// The lowest square of each column.
    bottom: u64,
    /// All squares, without the room above.
    board: u64,
    /// The columns with the room above, those in the middle first.
    columns: Vec<u64>,
    /// How far the next square is, in each direction in which a line fits.
    directions: Vec<u32>,
}

impl<const MORE: usize> Tactics<MORE> {
    /// For a search under these rules, if these are the stones that a line needs.
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
        // The lowest free square of each column.
        let mut playable = (taken + self.bottom) & self.board;
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
        // Not below a square on which the other player wins.
        playable &= !(threats >> 1);
        if playable == 0 {
            return Some(Fate::Loss);
        }
        // The last two squares, of which neither completes a line.
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

    #[inline]
    fn hash(&self, &node: &Node) -> u128 {
        let (own, taken) = (node as u64, (node >> 64) as u64);
        // A bit above the stones of each column tells how many there are.
        let key = own + taken + self.bottom;
        hash_of_word(key.min(self.mirrored(key)))
    }

    fn ends(&self) -> bool {
        true
    }
}
