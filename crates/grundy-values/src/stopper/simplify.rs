//! The simplest form of a loopy game in which Left wins infinite play.
//!
//! In a stopper, options that are dominated are left out and reversible ones bypassed as in short
//! games, and two stoppers without such options are equal only if they have equal options (Siegel,
//! Combinatorial Game Theory, chapter VI). Games that are not stoppers are simplified by `rounds`.
//!
//! A graph is simplified part by part: a part is a set of positions that lead to each other, and
//! comes after everything else that it leads to. What a part leads to is then simplified, and each
//! value is kept once, so that options are compared inside a part and with a few positions below
//! it.

use super::DRAFT;
use super::graph::{LoopyGraph, sorted};
use super::parts::Parts;
use super::pool::Pool;
use super::rounds::simpler;
use crate::form::Forms;
use grundy_base::{ByPlayer, Limits, Player, Stopped};

/// The simplest graph found that is equal to position 0 if Left wins infinite play, and whether
/// position 0 is a stopper as given. The graph is in canonical form if it is a stopper, even if the
/// given one was not.
///
/// Time: that of the comparisons inside parts in which play may come back, and of each position
/// with what is left of its options. Memory: about 150 bytes for each value that a position has; 20
/// bytes for each pair of reachable positions that are not stoppers, or lead to such.
pub(super) fn simplest(
    graph: &LoopyGraph,
    forms: &mut Forms<'_>,
) -> Result<(LoopyGraph, bool), Stopped> {
    let mut pool = Pool::default();
    let (numbers, is_stopper) = pool.add_graph(graph, forms)?;
    Ok((pool.graph(&[numbers[0]], forms)?.smallest(&forms.limits)?, is_stopper))
}

/// Positions that are not stoppers, or lead to such. They are simplified together, so that the
/// positions below are not compared again for each.
#[derive(Default)]
struct Others {
    /// Positions that are not simplified yet; their numbers are their places, with [`DRAFT`].
    waiting: Vec<u32>,
    /// How many there were, with everything that they reach, at the last round of simplifying, if
    /// not all became stoppers. The next round waits for that number again.
    compared: usize,
}

impl Others {
    fn waits(&self, number: u32) -> bool {
        number & DRAFT != 0 && ((number ^ DRAFT) as usize) < self.waiting.len()
    }
}

/// Numbers positions as those of a draft.
fn number(nodes: &[u32], first: usize, numbers: &mut [u32]) {
    for (place, &node) in (first as u32..).zip(nodes) {
        numbers[node as usize] = place | DRAFT;
    }
}

/// The options of positions, by number.
fn drafted(graph: &LoopyGraph, nodes: &[u32], numbers: &[u32]) -> Vec<ByPlayer<Vec<u32>>> {
    let options = |node: &u32| {
        ByPlayer::new(|player| {
            let options = graph.options(*node, player).iter();
            sorted(options.map(|&option| numbers[option as usize]).collect())
        })
    };
    nodes.iter().map(options).collect()
}

/// A part by itself, with the numbers of a draft.
fn alone(graph: &LoopyGraph, part: &[u32], numbers: &[u32]) -> LoopyGraph {
    let mut inside = LoopyGraph::default();
    for _ in part {
        inside.add();
    }
    for (node, &position) in (0..).zip(part) {
        for player in Player::BOTH {
            for &option in graph.options(position, player) {
                let place = numbers[option as usize] ^ DRAFT;
                if part.get(place as usize) == Some(&option) {
                    inside.add_option(node, player, place);
                }
            }
        }
    }
    inside
}

impl Pool {
    /// Simplifies what position 0 of a graph can reach. Returns the numbers of those positions, and
    /// whether they are stoppers as given.
    fn add_graph(
        &mut self,
        graph: &LoopyGraph,
        forms: &mut Forms<'_>,
    ) -> Result<(Vec<u32>, bool), Stopped> {
        self.hold(graph.len());
        self.check(forms)?;
        let parts = Parts::new(graph.len(), [0], |node, place| {
            let left = graph.options(node, Player::Left);
            let right = graph.options(node, Player::Right);
            left.get(place).or_else(|| right.get(place - left.len())).copied()
        });
        let mut numbers = vec![u32::MAX; graph.len()];
        let mut others = Others::default();
        let mut are_stoppers = true;
        for part in parts.iter() {
            let all = part.iter().flat_map(|&node| Player::BOTH.map(|p| graph.options(node, p)));
            let waits = all.flatten().any(|&option| others.waits(numbers[option as usize]));
            number(part, 0, &mut numbers);
            let ends = alone(graph, part, &numbers).is_stopper();
            are_stoppers &= ends;
            self.draft = drafted(graph, part, &numbers);
            if ends && !waits && self.leads_to_stoppers() {
                self.comparisons.next_draft(forms.limits.memory / 8);
                self.simplify_draft(forms)?;
                let kept = self.keep_draft(forms)?;
                part.iter().zip(kept).for_each(|(&node, kept)| numbers[node as usize] = kept);
            } else {
                number(part, others.waiting.len(), &mut numbers);
                others.waiting.extend(part);
                if others.waiting.len() >= others.compared {
                    self.add_others(graph, &mut others, &mut numbers, forms)?;
                }
            }
            let before = self.done;
            self.done += part.len();
            if self.done / Limits::STRIDE > before / Limits::STRIDE {
                self.check(forms)?;
            }
        }
        self.add_others(graph, &mut others, &mut numbers, forms)?;
        Ok((numbers, are_stoppers))
    }

    /// Simplifies all positions that wait, and notes their numbers.
    fn add_others(
        &mut self,
        graph: &LoopyGraph,
        others: &mut Others,
        numbers: &mut [u32],
        forms: &mut Forms<'_>,
    ) -> Result<(), Stopped> {
        let waiting = std::mem::take(&mut others.waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        self.draft = drafted(graph, &waiting, numbers);
        let roots: Vec<u32> = (0..waiting.len() as u32).collect();
        let whole: Vec<u32> = roots.iter().map(|place| place | DRAFT).collect();
        let (whole, roots) = self.graph(&whole, forms)?.smallest_of(roots, &forms.limits)?;
        self.room_for(&whole, forms)?;
        let (simple, places) = simpler(&whole, roots, &forms.limits)?;
        let drafted = |options: &[u32]| options.iter().map(|option| option | DRAFT).collect();
        let options = |node| ByPlayer::new(|player| drafted(simple.options(node, player)));
        self.draft = simple.nodes().map(options).collect();
        let kept = self.keep_draft(forms)?;
        for (node, place) in waiting.into_iter().zip(places) {
            numbers[node as usize] = kept[place as usize];
        }
        others.compared = if simple.is_stopper() { 0 } else { simple.len() };
        Ok(())
    }

    /// Brings the stoppers of the draft into canonical form; equal ones among them remain.
    fn simplify_draft(&mut self, forms: &mut Forms<'_>) -> Result<(), Stopped> {
        if let [options] = &self.draft[..] {
            // Nothing is left to do; a move back to the position itself is never among these.
            if self.short_options(options).is_some() || self.find(options).is_some() {
                return Ok(());
            }
        }
        // Lines of alternating play only become shorter, so this ends.
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for node in 0..self.draft.len() as u32 {
                for player in Player::BOTH {
                    let undominated = self.undominated(node, player, forms)?;
                    changed |= self.set_draft(node, player, undominated);
                    let simple = self.without_reversible(node, player, forms)?;
                    changed |= self.set_draft(node, player, simple);
                }
            }
        }
        Ok(())
    }

    fn set_draft(&mut self, node: u32, player: Player, options: Vec<u32>) -> bool {
        let (options, old) = (sorted(options), &mut self.draft[node as usize][player]);
        let changed = options != *old;
        *old = options;
        changed
    }

    /// Whether a player likes `a` at least as much as `b`.
    fn prefers(
        &mut self,
        player: Player,
        a: u32,
        b: u32,
        forms: &mut Forms<'_>,
    ) -> Result<bool, Stopped> {
        match player {
            Player::Left => self.at_least(a, b, forms),
            Player::Right => self.at_least(b, a, forms),
        }
    }

    fn undominated(
        &mut self,
        node: u32,
        player: Player,
        forms: &mut Forms<'_>,
    ) -> Result<Vec<u32>, Stopped> {
        let mut kept: Vec<u32> = Vec::new();
        'options: for option in self.draft[node as usize][player].clone() {
            let mut place = 0;
            while let Some(&other) = kept.get(place) {
                if self.prefers(player, other, option, forms)? {
                    continue 'options;
                }
                match self.prefers(player, option, other, forms)? {
                    true => drop(kept.remove(place)),
                    false => place += 1,
                }
            }
            kept.push(option);
        }
        Ok(kept)
    }

    fn without_reversible(
        &mut self,
        node: u32,
        player: Player,
        forms: &mut Forms<'_>,
    ) -> Result<Vec<u32>, Stopped> {
        let (mut kept, mut replaced) = (Vec::new(), Vec::new());
        let mut open = self.draft[node as usize][player].clone();
        while let Some(option) = open.pop() {
            if kept.contains(&option) || replaced.contains(&option) {
                continue;
            }
            let Some(reply) = self.reply(node | DRAFT, option, player, forms)? else {
                kept.push(option);
                continue;
            };
            replaced.push(option);
            self.expand(reply, forms)?;
            let mut place = 0;
            while let Some(option) = self.option(reply, player, place) {
                open.push(option);
                place += 1;
            }
        }
        Ok(kept)
    }

    /// The opponent's answer to an option that is at least as good for the opponent as the position
    /// before the option.
    fn reply(
        &mut self,
        node: u32,
        option: u32,
        player: Player,
        forms: &mut Forms<'_>,
    ) -> Result<Option<u32>, Stopped> {
        let opponent = player.opponent();
        self.expand(option, forms)?;
        let mut place = 0;
        while let Some(reply) = self.option(option, opponent, place) {
            if self.prefers(opponent, reply, node, forms)? {
                return Ok(Some(reply));
            }
            place += 1;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stopper::Sided;
    use crate::stopper::order::Order;
    use crate::stopper::testing::{Random, layers};

    /// The result of comparing all pairs of positions of the whole graph.
    fn as_a_whole(graph: &LoopyGraph) -> LoopyGraph {
        let limits = Limits::default();
        simpler(graph, vec![0], &limits).unwrap().0.smallest(&limits).unwrap()
    }

    #[test]
    fn parts_give_what_the_whole_gives() {
        let (mut random, limits) = (Random::new(3), Limits::default());
        let mut forms = Forms::new(limits);
        let (mut stoppers, mut loopy, mut others) = (0, 0, 0);
        for round in 0..12_000 {
            let graph = layers(&mut random, 2 + round % 3);
            let (found, is_stopper) = simplest(&graph, &mut forms).unwrap();
            let whole = as_a_whole(&graph);
            assert_eq!(is_stopper, graph.is_stopper());
            if is_stopper {
                assert_eq!(found, whole, "{graph:?}");
                stoppers += 1;
                loopy += usize::from(found.loopless().len() < found.len() && found.len() > 3);
            } else {
                let order = |a, b| Order::new(a, b, &limits).unwrap().at_least(0, 0);
                assert!(order(&found, &whole) && order(&whole, &found), "{graph:?}");
                assert!(order(&found, &graph) && order(&graph, &found), "{graph:?}");
                others += 1;
            }
        }
        assert!(stoppers > 1_000 && loopy > 300 && others > 1_000, "{stoppers} {loopy} {others}");
    }

    /// The same graph twice, where the first leads now and then to the second.
    fn twice(graph: &LoopyGraph, random: &mut Random) -> LoopyGraph {
        let mut twice = graph.clone();
        let second = twice.append(graph);
        for node in graph.nodes() {
            for player in Player::BOTH {
                let options = graph.options(node, player).iter();
                let options = options.map(|&option| option + second * random.below(2) as u32);
                twice.set_options(node, player, options.collect());
            }
        }
        twice
    }

    /// Stoppers of one pool have the same number exactly if they are equal.
    #[test]
    fn stoppers_are_kept_once() {
        let (mut random, limits) = (Random::new(4), Limits::default());
        let mut forms = Forms::new(limits);
        let mut pool = Pool::default();
        let mut known: Vec<(u32, Sided)> = Vec::new();
        let mut met_again = 0;
        while known.len() < 3_000 {
            let graph = layers(&mut random, 3);
            if !graph.is_stopper() {
                continue;
            }
            let (numbers, _) = pool.add_graph(&twice(&graph, &mut random), &mut forms).unwrap();
            for both in numbers.iter().zip(&numbers[graph.len()..]) {
                let reached = *both.0 != u32::MAX && *both.1 != u32::MAX;
                assert!(!reached || both.0 == both.1, "{graph:?}");
            }
            let value = Sided::from_graph(&graph, &mut forms).unwrap();
            match known.iter().find(|(_, known)| *known == value) {
                Some((number, _)) => {
                    assert_eq!(*number, numbers[0], "{graph:?}");
                    met_again += 1;
                }
                None => assert!(known.iter().all(|(number, _)| *number != numbers[0])),
            }
            known.push((numbers[0], value));
        }
        assert!(met_again > 300 && met_again < 2_950, "{met_again}");
    }
}
