//! Dominated and reversible options of loopy games that are not stoppers, where Left wins infinite
//! play.
//!
//! They are left out and bypassed as in stoppers, but with a difference between the
//! players, since Left wins play that never ends:
//!
//! - A dominated option of Left is left out. One of Right is left out if the better one
//!   does not give Left more time, see [`Order::no_slower`], or leads to a stopper:
//!   in y = {|0, b}, b = {y|} both options are worth 0, but without 0 play never ends.
//! - A reversible option of Right is replaced by Right's answers to Left's reply, without
//!   itself: if Left's reply brings back what was there, Right has gained nothing, and
//!   the option is left out. Right does not come to win by going round.
//! - A reversible option of Left stays if her replies lead back to it, for she wins by
//!   going round. It is replaced, like a dominated option of Right, if Left gets no more
//!   time by it, or what Right's reply leads to is a stopper.
//!
//! The value of G⁺ does not change, in any position, if all positions are changed at once: a
//! strategy for Left in the old graph is one in the new graph. Where she used an option that is
//! gone, its replacement brings her move in the other component nearer, or leads into a stopper,
//! where there is no infinite play.

use super::graph::LoopyGraph;
use super::order::Order;
use grundy_base::{Limits, Player, Stopped};

/// A smaller graph that these positions are equal to if Left wins infinite play, and where they are
/// in it.
///
/// Time: a few comparisons of all pairs of positions; memory: 20 bytes a pair.
pub(super) fn simpler(
    graph: &LoopyGraph,
    roots: Vec<u32>,
    limits: &Limits<'_>,
) -> Result<(LoopyGraph, Vec<u32>), Stopped> {
    let (mut graph, mut roots) = graph.smallest_of(roots, limits)?;
    // In all known cases it ends before; the graph left at the end is right in any case.
    for _ in 0..4 * graph.len() + 16 {
        let mut round = Round::new(graph.clone(), limits)?;
        round.drop_dominated(Player::Right);
        round.drop_dominated(Player::Left);
        round.bypass(Player::Right);
        round = Round::new(round.graph, limits)?;
        round.bypass(Player::Left);
        let (simpler, places) = round.graph.smallest_of(roots, limits)?;
        roots = places;
        if simpler == graph {
            break;
        }
        graph = simpler;
    }
    Ok((graph, roots))
}

struct Round {
    graph: LoopyGraph,
    /// The order of all pairs of positions; changes of the graph do not change it.
    order: Order,
    settled: Vec<bool>,
}

impl Round {
    fn new(graph: LoopyGraph, limits: &Limits<'_>) -> Result<Round, Stopped> {
        let order = Order::new(&graph, &graph, limits)?;
        let settled = graph.settled();
        Ok(Round { graph, order, settled })
    }

    /// Whether a player likes `a` at least as much as `b`.
    fn prefers(&self, player: Player, a: u32, b: u32) -> bool {
        match player {
            Player::Left => self.order.at_least(a, b),
            Player::Right => self.order.at_least(b, a),
        }
    }

    /// Whether `new` may take the place of `old` in a component in which Left must not
    /// stay for ever.
    fn is_safe(&self, new: u32, old: u32) -> bool {
        self.settled[new as usize] || self.order.no_slower(new, old)
    }

    fn drop_dominated(&mut self, player: Player) {
        for node in self.graph.nodes() {
            let options = self.graph.options(node, player);
            let mut kept: Vec<u32> = Vec::new();
            // An option that leads into a stopper gives way only to another such option: it may
            // have replaced others that were faster.
            let safe = |a: u32, b: u32| {
                player == Player::Left
                    || self.is_safe(a, b) && (self.settled[a as usize] || !self.settled[b as usize])
            };
            let beats = |a: u32, b: u32| self.prefers(player, a, b) && safe(a, b);
            for &option in options {
                if kept.iter().any(|&better| beats(better, option)) {
                    continue;
                }
                kept.retain(|&worse| !beats(option, worse));
                kept.push(option);
            }
            self.graph.set_options(node, player, kept);
        }
    }

    fn bypass(&mut self, player: Player) {
        let new: Vec<Vec<u32>> =
            self.graph.nodes().map(|node| self.without_reversible(node, player)).collect();
        for (node, options) in self.graph.nodes().zip(new) {
            self.graph.set_options(node, player, options);
        }
    }

    /// The opponent's answer to an option that is at least as good for the opponent as the position
    /// before the option.
    fn reply(&self, node: u32, option: u32, player: Player) -> Option<u32> {
        let opponent = player.opponent();
        let replies = self.graph.options(option, opponent).iter().copied();
        let reverses = |&reply: &u32| {
            self.prefers(opponent, reply, node)
                && (player == Player::Right || self.is_safe(reply, node))
        };
        // An option that leads into a stopper does not come back, nor does one that ends at once.
        replies.filter(reverses).min_by_key(|&reply| {
            let again = self.graph.options(reply, player);
            (!self.settled[reply as usize], again.contains(&option), again.len())
        })
    }

    fn without_reversible(&self, node: u32, player: Player) -> Vec<u32> {
        let mut kept = Vec::new();
        // Options that were replaced already; none of Right's comes back.
        let mut replaced: Vec<u32> = Vec::new();
        let mut open: Vec<u32> = self.graph.options(node, player).to_vec();
        while let Some(option) = open.pop() {
            if kept.contains(&option) || replaced.contains(&option) {
                continue;
            }
            let reply = self.reply(node, option, player);
            match reply {
                Some(reply) if player == Player::Right || !self.comes_back(node, option) => {
                    replaced.push(option);
                    open.extend_from_slice(self.graph.options(reply, player));
                }
                _ => kept.push(option),
            }
        }
        kept
    }

    /// Whether the replies to a reversible option of Left lead to that option again.
    fn comes_back(&self, node: u32, option: u32) -> bool {
        let mut seen = vec![option];
        let mut next = 0;
        while let Some(&from) = seen.get(next) {
            next += 1;
            let Some(reply) = self.reply(node, from, Player::Left) else { continue };
            for &option_again in self.graph.options(reply, Player::Left) {
                if option_again == option {
                    return true;
                }
                if !seen.contains(&option_again) {
                    seen.push(option_again);
                }
            }
        }
        false
    }
}
