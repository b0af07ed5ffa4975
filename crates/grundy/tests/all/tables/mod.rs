//! Games that are tables: an arena and a ruleset at once, and random ones.

use grundy::graph::{Arena, ArenaBuilder, Node};
use grundy::{End, Player, Random, Ruleset};
use proptest::prelude::*;

/// One node of a game that is a table.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) mover: Player,
    pub(crate) end: Option<End>,
    pub(crate) options: Vec<Node>,
}

/// A game as a table: an arena, and a ruleset.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) impartial: bool,
    pub(crate) rows: Vec<Row>,
}

impl Table {
    pub(crate) fn arena(&self) -> Arena {
        let mut build = ArenaBuilder::new(self.impartial);
        for row in &self.rows {
            build.node(row.mover, row.end, row.options.iter().copied()).unwrap();
        }
        build.finish()
    }
}

impl Ruleset for Table {
    type Position = Node;

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &node: &Node, _: Player) -> impl Iterator<Item = Node> {
        self.rows[node as usize].options.iter().copied()
    }

    fn end(&self, &node: &Node, mover: Player) -> Option<End> {
        match self.rows[node as usize].end {
            // In an impartial game the table speaks of the player to move as Left.
            Some(End::Won(role)) if self.impartial && mover == Player::Right => {
                Some(End::Won(role.opponent()))
            }
            end => end,
        }
    }

    fn turn(&self, &node: &Node) -> Option<Player> {
        (!self.impartial).then(|| self.rows[node as usize].mover)
    }
}

/// Tables of many kinds. `dense` is how many options a node has at most, and
/// `reach` how far its options lie, so that small ones make long play.
pub(crate) fn tables() -> impl Strategy<Value = Table> {
    let kinds = (any::<bool>(), 1..120usize, 1..6usize, 1..130usize, 0..40u32, 0..3u32);
    let shape = (kinds, any::<u64>(), 0..10u32);
    shape.prop_map(|((impartial, n, dense, reach, ends, ties), seed, wide)| {
        let mut random = Random::new(seed);
        let rows = (0..n)
            .map(|node| {
                let mover = [Player::Left, Player::Right][random.below(2)];
                let mover = if impartial { Player::Left } else { mover };
                let end = match random.below(100) as u32 {
                    roll if roll < ends / 2 => Some(End::Won(Player::Left)),
                    roll if roll < ends => Some(End::Won(Player::Right)),
                    roll if roll < ends + 5 * ties => Some(End::Tie),
                    _ => None,
                };
                let degree = match random.below(30) as u32 {
                    // More options than a byte of hopes, or a word, can hold.
                    roll if roll < wide / 3 => 100 + random.below(300),
                    _ => random.below(dense + 1),
                };
                let degree = if end.is_some() { 0 } else { degree };
                let options = (0..degree)
                    .map(|_| {
                        ((node + n + reach.min(n) - random.below(2 * reach.min(n) + 1)) % n) as Node
                    })
                    .collect();
                Row { mover, end, options }
            })
            .collect();
        Table { impartial, rows }
    })
}
