//! Cells that need not be played on: dead and captured ones, and moves that a reply kills.
//!
//! A cell is *dead* if, however the rest of the board is filled, its colour does not decide who wins:
//! it may be given either. A pair of cells is *captured* by a player who, by a stone on one of them,
//! kills a stone of the opponent on the other: both may be given to that player. A move is
//! *vulnerable* if a reply kills it. Yngvi Björnsson, Ryan Hayward, Michael Johanson and Jack van
//! Rijswijck, Dead cell analysis in Hex and the Shannon game, 2006.

use super::links::Links;
use super::{Connection, Stones};
use grundy_base::{ByPlayer, Player};
use grundy_ruleset::board::rows::Bits;

/// A position whose dead and captured cells have stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled<B> {
    pub(super) stones: Stones<B>,
    /// The stones on cells that were dead.
    pub(super) dead: B,
}

/// A position, and what each player may still connect.
pub(super) struct Open<'r, K, B> {
    rules: &'r Connection<K, B>,
    empty: B,
    links: ByPlayer<Links<B>>,
}

impl<'r, K, B: Bits> Open<'r, K, B> {
    pub(super) fn new(rules: &'r Connection<K, B>, stones: Stones<B>) -> Self {
        let empty = rules.all() & !stones.all();
        Open { rules, empty, links: ByPlayer::new(|player| Links::new(rules, stones, player)) }
    }

    /// How much each cell matters to both players: the sum of the currents through it.
    pub(super) fn currents(&self) -> Vec<f32> {
        let [left, right] = Player::BOTH.map(|player| self.links[player].currents());
        left.into_iter().zip(right).map(|(left, right)| left + right).collect()
    }

    /// Cells that are dead. A cell that no minimal chain of one player needs is, as exactly one player
    /// connects the sides of a full board.
    fn dead(&self) -> B {
        let is_dead = |cell: &u32| Player::BOTH.iter().any(|&p| self.links[p].is_useless(*cell));
        B::of(self.empty.squares().filter(is_dead))
    }

    /// Whether a stone of a player on the cell `by` kills another cell.
    fn kills(&self, player: Player, by: u32, cell: u32) -> bool {
        self.links[player].is_useless_with(cell, by)
            || self.links[player.opponent()].is_useless_without(cell, by)
    }

    /// The empty cells within two steps of a cell: from others a stone is not expected to kill it.
    fn around(&self, cell: u32) -> B {
        let near = self.rules.near[cell as usize];
        (near | self.rules.beside(near)) & self.empty & !B::only(cell)
    }

    /// Disjoint pairs that a player has captured among some cells.
    fn captured(&self, player: Player, among: B) -> B {
        let mut rest = among;
        while !rest.is_empty() {
            let one = rest.first();
            rest = rest.rest();
            let is_pair =
                |&other: &u32| self.kills(player, other, one) && self.kills(player, one, other);
            if let Some(other) = (self.around(one) & rest).squares().find(is_pair) {
                return B::only(one)
                    | B::only(other)
                    | self.captured(player, rest & !B::only(other));
            }
        }
        B::EMPTY
    }

    /// The moves of a player that a reply kills. If a player to move can win, and not all moves are
    /// vulnerable, one that is not wins. For if a vulnerable move wins, the player has the move again
    /// after the reply and still wins, on a board on which nothing has changed but for a stone of the
    /// opponent and a dead one. What wins there also wins without that stone. If this, too, is
    /// vulnerable, the same holds for it, and so on, until the opponent's stones have killed all
    /// vulnerable moves, and another move wins, or any.
    pub(super) fn vulnerable(&self, player: Player) -> B {
        let is_killed = |&cell: &u32| {
            self.around(cell).squares().any(|reply| self.kills(player.opponent(), reply, cell))
        };
        B::of(self.empty.squares().filter(is_killed))
    }
}

#[cfg(test)]
impl<K, B: Bits> Open<'_, K, B> {
    pub(super) fn dead_cells(&self) -> impl Iterator<Item = u32> {
        self.dead().squares()
    }

    /// The cells whose stones kill others, with these.
    pub(super) fn killings(&self, player: Player) -> impl Iterator<Item = (u32, u32)> {
        let around = |cell| self.around(cell).squares().map(move |by| (by, cell));
        let pairs = self.empty.squares().flat_map(around);
        pairs.filter(move |&(by, cell)| self.kills(player, by, cell))
    }
}

impl<K, B: Bits> Connection<K, B> {
    /// Puts stones on dead and captured cells until there are none. Dead cells are given to Left.
    pub(super) fn filled(&self, stones: Stones<B>) -> Filled<B> {
        let mut filled = Filled { stones, dead: B::EMPTY };
        loop {
            let open = Open::new(self, filled.stones);
            // Stones on other cells do not bring a dead cell to life.
            let dead = open.dead();
            filled.stones.left |= dead;
            filled.dead |= dead;
            let left = open.captured(Player::Left, open.empty & !dead);
            let right = open.captured(Player::Right, open.empty & !dead & !left);
            filled.stones.left |= left;
            filled.stones.right |= right;
            if (dead | left | right).is_empty() {
                return filled;
            }
        }
    }
}
