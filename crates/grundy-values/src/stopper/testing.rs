//! Games for the tests of loopy games.

use super::graph::LoopyGraph;
use grundy_base::Player;
pub(super) use grundy_base::Random;

/// Layers of positions: each leads to its own layer and to those below. In many layers only one
/// player may stay, so that there are loopy stoppers.
pub(super) fn layers(random: &mut Random, options: usize) -> LoopyGraph {
    let mut graph = LoopyGraph::default();
    let layers = 1 + random.below(6);
    let mut first = 0;
    for _ in 0..layers {
        let after = first + 1 + random.below(5);
        let leaves = [None, Some(Player::Left), Some(Player::Right)][random.below(3)];
        while graph.len() < after {
            graph.add();
        }
        for node in first..after {
            for player in Player::BOTH {
                let end = if leaves == Some(player) { first } else { after };
                for _ in 0..random.below(options + 1).min(end) {
                    graph.add_option(node as u32, player, random.below(end) as u32);
                }
            }
        }
        first = after;
    }
    graph.reached(graph.len() as u32 - 1)
}

/// At least `positions` positions. One player may go anywhere, and the other only to earlier ones:
/// large parts, many of them stoppers.
pub(super) fn downhill(random: &mut Random, positions: usize) -> LoopyGraph {
    let mut graph = LoopyGraph::default();
    let free = Player::BOTH[random.below(2)];
    let most = [1 + random.below(3), 1 + random.below(3)];
    let count = positions + random.below(6);
    for _ in 0..count {
        graph.add();
    }
    for node in 1..count {
        for (player, most) in Player::BOTH.into_iter().zip(most) {
            let end = if player == free { count } else { node };
            for _ in 0..random.below(most + 1) {
                graph.add_option(node as u32, player, random.below(end) as u32);
            }
        }
    }
    graph.reached(1 + random.below(count - 1) as u32)
}
