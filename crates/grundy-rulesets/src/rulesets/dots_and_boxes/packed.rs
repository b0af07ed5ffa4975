//! Keys of Dots and Boxes: the drawn edges, and the number of boxes of the player to move.

use std::cmp::Ordering;

use super::{BOXES, DotsAndBoxes, Drawn};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::grid;
use grundy_ruleset::{Flow, Packed};

impl DotsAndBoxes {
    fn parts(key: u64) -> (u64, u32) {
        (key >> BOXES, key as u32 & ((1 << BOXES) - 1))
    }
}

impl Packed for DotsAndBoxes {
    type Key = u64;

    fn fits(&self) -> bool {
        self.edges() + BOXES <= u64::BITS && self.boxes() < 1 << BOXES
    }

    fn pack(&self, drawn: &Drawn, mover: Player) -> u64 {
        drawn.edges << BOXES | u64::from(self.of(drawn, mover))
    }

    fn unpack(&self, key: u64) -> Option<(Drawn, Player)> {
        let (edges, own) = Self::parts(key);
        let known = edges & !self.all() == 0 && own <= self.closed(edges);
        let drawn = Drawn { edges, left: own as u8, turn: Some(Player::Left) };
        known.then_some((drawn, Player::Left))
    }

    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (edges, own) = Self::parts(key);
        let before = self.closed(edges);
        if edges == self.all() {
            return Some(match (2 * own).cmp(&before) {
                Ordering::Greater => Fate::Win,
                Ordering::Less => Fate::Loss,
                Ordering::Equal => Fate::Draw,
            });
        }
        // When the turn passes, the number of boxes of the mover is replaced by the opponent's
        // number, which reverses the order of keys. So moves have different kinds for different
        // numbers.
        let kinds = own * self.edges();
        for edge in grid::numbers(self.all() & !edges) {
            let edges = edges | 1 << edge;
            let after = self.closed(edges);
            let own = if after > before { own + after - before } else { before - own };
            option(kinds as usize + edge, edges << BOXES | u64::from(own));
        }
        None
    }

    fn kinds(&self) -> usize {
        (self.edges() * (self.boxes() + 1)) as usize
    }

    fn alternates(&self) -> bool {
        false
    }

    fn passes_turn(&self, from: u64, to: u64) -> bool {
        self.closed(from >> BOXES) == self.closed(to >> BOXES)
    }

    /// The position with Left to move, and its negative with Right to move.
    fn orbit(&self, _: u64) -> u32 {
        2
    }

    fn flow(&self) -> Flow {
        Flow::Stepwise
    }

    fn tier(&self, key: u64) -> u32 {
        (key >> BOXES).count_ones()
    }
}
