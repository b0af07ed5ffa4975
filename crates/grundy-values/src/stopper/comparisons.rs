//! Comparison of two stoppers, on demand.
//!
//! x ≥ y if Left, playing second, survives x − y: she always has an answer, perhaps without
//! end. A pair that is met again while it is being compared is assumed to hold; if it turns
//! out not to, all results that depend on the assumption are discarded. (Recursive types are
//! compared in this way: Amadio and Cardelli, Subtyping recursive types, ACM TOPLAS 15, 1993.)

use super::pairs::Pair;
use super::pool::Pool;
use crate::form::Forms;
use grundy_base::stack::deeper;
use grundy_base::{Limits, Player, Stopped};

/// Marks a result that needs no assumption.
const NONE: usize = usize::MAX;

impl Pool {
    /// Whether x ≥ y, for stoppers.
    ///
    /// Memory: at most the pairs that play in x − y can reach. Time: the same, and once more for
    /// what rested on an assumption that turned out wrong.
    pub(super) fn at_least(
        &mut self,
        x: u32,
        y: u32,
        forms: &mut Forms<'_>,
    ) -> Result<bool, Stopped> {
        let found = self.survives_second([x, y], forms);
        if found.is_err() {
            self.comparisons.open.clear();
            self.comparisons.withdraw(0);
        }
        Ok(found?.is_some())
    }

    /// The result of [`Pool::survives_second`], where it is known without a search.
    fn survives_at_once(
        &self,
        [x, y]: Pair,
        forms: &mut Forms<'_>,
    ) -> Result<Option<Option<usize>>, Stopped> {
        if x == y {
            return Ok(Some(Some(NONE)));
        }
        if let (Some(x), Some(y)) = (self.form(x), self.form(y)) {
            return Ok(Some(forms.at_most(y, x)?.then_some(NONE)));
        }
        let known = self.comparisons.known([x, y]).map(|holds| holds.then_some(NONE));
        Ok(known.or_else(|| self.comparisons.assumption([x, y]).map(Some)))
    }

    /// The least depth of an open pair that x ≥ y depends on; none if x ≥ y does not hold.
    fn survives_second(
        &mut self,
        [x, y]: Pair,
        forms: &mut Forms<'_>,
    ) -> Result<Option<usize>, Stopped> {
        if let Some(known) = self.survives_at_once([x, y], forms)? {
            return Ok(known);
        }
        self.comparisons.steps += 1;
        if self.comparisons.steps.is_multiple_of(Limits::STRIDE) {
            self.check(forms)?;
        }
        self.expand(x, forms)?;
        self.expand(y, forms)?;
        let depth = self.comparisons.open.len();
        let trail = self.comparisons.trail.len();
        self.comparisons.open.insert([x, y], depth);
        let found = deeper(|| self.answers_all([x, y], forms))?;
        let comparisons = &mut self.comparisons;
        comparisons.open.remove(&[x, y]);
        match found {
            // It depends on no open pair, and neither do the results found on the way.
            Some(least) if least >= depth => {
                for pair in comparisons.withdraw(trail) {
                    comparisons.learn(pair, true);
                }
                comparisons.learn([x, y], true);
                Ok(Some(NONE))
            }
            Some(least) => {
                comparisons.assume([x, y], trail, least);
                Ok(Some(least))
            }
            None => {
                comparisons.withdraw(trail);
                comparisons.learn([x, y], false);
                Ok(None)
            }
        }
    }

    /// Whether Left has an answer to each of Right's moves in x − y.
    fn answers_all(
        &mut self,
        [x, y]: Pair,
        forms: &mut Forms<'_>,
    ) -> Result<Option<usize>, Stopped> {
        let mut least = NONE;
        for (number, player) in [(x, Player::Right), (y, Player::Left)] {
            let mut place = 0;
            while let Some(option) = self.option(number, player, place) {
                place += 1;
                let after = if player == Player::Right { [option, y] } else { [x, option] };
                match self.survives_first(after, forms)? {
                    Some(depth) => least = least.min(depth),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(least))
    }

    /// The same, if Left is to move in x − y: options with known results are tried first.
    fn survives_first(
        &mut self,
        [x, y]: Pair,
        forms: &mut Forms<'_>,
    ) -> Result<Option<usize>, Stopped> {
        self.expand(x, forms)?;
        self.expand(y, forms)?;
        for search in [false, true] {
            for (number, player) in [(x, Player::Left), (y, Player::Right)] {
                let mut place = 0;
                while let Some(option) = self.option(number, player, place) {
                    place += 1;
                    let after = if player == Player::Left { [option, y] } else { [x, option] };
                    let found = match search {
                        false => self.survives_at_once(after, forms)?.flatten(),
                        true => self.survives_second(after, forms)?,
                    };
                    if found.is_some() {
                        return Ok(found);
                    }
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stopper::DRAFT;
    use crate::stopper::graph::LoopyGraph;
    use crate::stopper::order::Order;
    use crate::stopper::testing::{Random, downhill, layers};
    use grundy_base::ByPlayer;

    type Kind = fn(&mut Random, usize) -> LoopyGraph;

    /// Compares all pairs, from a random one on, and counts the pairs with x ≥ y and the others.
    fn compare(graph: &LoopyGraph, random: &mut Random, forms: &mut Forms<'_>) -> [usize; 2] {
        let order = Order::new(graph, graph, &Limits::default()).unwrap();
        let mut pool = Pool::default();
        let drafted = |options: &[u32]| options.iter().map(|option| option | DRAFT).collect();
        let options = |node| ByPlayer::new(|player| drafted(graph.options(node, player)));
        pool.draft = graph.nodes().map(options).collect();
        let first = random.below(graph.len()) as u32;
        let mut count = [0; 2];
        for x in graph.nodes() {
            let x = (x + first) % graph.len() as u32;
            for y in graph.nodes() {
                let found = pool.at_least(x | DRAFT, y | DRAFT, forms).unwrap();
                assert_eq!(found, order.at_least(x, y), "{x} {y} {graph:?}");
                count[usize::from(found)] += 1;
            }
        }
        count
    }

    #[test]
    fn pairs_compare_as_all_pairs_do() {
        let mut random = Random::new(5);
        let mut forms = Forms::new(Limits::default());
        let kinds: [(Kind, usize, usize); 2] = [(layers, 3, 4_000), (downhill, 10, 400_000)];
        for (kind, sizes, rounds) in kinds {
            let mut count = [0; 2];
            for round in 0..rounds {
                let graph = kind(&mut random, 2 + round % sizes);
                if graph.is_stopper() {
                    let found = compare(&graph, &mut random, &mut forms);
                    count = [0, 1].map(|i| count[i] + found[i]);
                }
            }
            assert!(count.iter().all(|&count| count > 10_000), "{count:?}");
        }
    }
}
