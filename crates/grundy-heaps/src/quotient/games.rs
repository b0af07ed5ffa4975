//! The games of a quotient: heaps, or the components of a position.

use std::ops::ControlFlow;

use super::OnOption;
use grundy_base::{Fault, Player};
use grundy_graph::{Graph, Node};
use grundy_ruleset::HeapRules;

/// The [options](super::Options) of heaps, which are games by their sizes, from 0 on.
pub fn heap_games(rules: &dyn HeapRules) -> impl Fn(usize, &mut OnOption<'_>) -> Result<(), Fault> {
    |heap, option| {
        let mut sizes = Vec::new();
        let listed = rules.try_each_option(heap as u64, &mut |left| {
            sizes.clear();
            sizes.extend(left.iter().filter(|&&size| size > 0).map(|&size| size as usize));
            option(&sizes);
            ControlFlow::Continue(())
        });
        listed.map(drop)
    }
}

/// The nodes of an impartial graph in which play ends, options first.
pub struct GraphGames<'a> {
    graph: &'a Graph,
    /// The node of each game, and the game of each node.
    nodes: Vec<Node>,
    games: Vec<usize>,
}

grundy_base::debug! {
    impl[] GraphGames<'_>: "GraphGames";
}

impl<'a> GraphGames<'a> {
    /// None when the graph is partizan or play can go on for ever.
    #[must_use]
    pub fn new(graph: &'a Graph) -> Option<GraphGames<'a>> {
        let nodes = graph.topological_order().filter(|_| graph.impartial())?;
        let mut games = vec![0; nodes.len()];
        for (game, &node) in nodes.iter().enumerate() {
            games[node as usize] = game;
        }
        Some(GraphGames { graph, nodes, games })
    }

    /// The nodes, options first.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The games of a sum of nodes.
    #[must_use]
    pub fn games(&self, sum: &[Node]) -> Vec<usize> {
        sum.iter().map(|&node| self.games[node as usize]).collect()
    }

    /// The [options](super::Options) of a game.
    ///
    /// # Errors
    ///
    /// Never: the graph has been explored.
    pub fn options(&self, game: usize, option: &mut OnOption<'_>) -> Result<(), Fault> {
        let sums = self.graph.options(self.nodes[game], Player::Left);
        sums.for_each(|sum| option(&self.games(sum)));
        Ok(())
    }
}
