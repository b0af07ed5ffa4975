//! Stated games that are won by points.

use std::cmp::Ordering;
use std::sync::Arc;

use super::keyed::Keyed;
use super::rules::StatedRules;
use super::store::Number;
use grundy_base::{Convention, End, Limits, Player, Stopped};
use grundy_ruleset::{Forward, Key, Packed};
use grundy_solve::proof::{ByHandicaps, ByKeys, ByRules, Handicapped, Lagging, Node};
use grundy_solve::score::{Margins, Scoring};

/// The greatest score, and the negative of the least: the whole numbers that every reader of JSON
/// keeps.
pub const HIGHEST_SCORE: i64 = (1 << 53) - 1;

/// Who wins by a score: the points of Left, less those of Right.
#[must_use]
pub fn end_by(score: i64) -> End {
    match score.cmp(&0) {
        Ordering::Greater => End::Won(Player::Left),
        Ordering::Equal => End::Tie,
        Ordering::Less => End::Won(Player::Right),
    }
}

/// A score, the points of Left less those of Right, as a player sees it.
#[must_use]
pub fn seen_by(score: i64, player: Player) -> i64 {
    match player {
        Player::Left => score,
        Player::Right => -score,
    }
}

impl Scoring for StatedRules {
    /// Points count at the end only.
    fn lead(&self, _: &Number) -> i64 {
        0
    }

    fn decides(&self) -> bool {
        false
    }

    fn margins(&self) -> impl Margins<Number> {
        let tree = Arc::new(ByRules::new(Arc::new(self.clone()), Convention::Normal, false));
        let (nodes, rules) = (tree.clone(), self.clone());
        let node = move |&position: &Number, mover| nodes.node(position, mover);
        let points =
            move |node: &Node<Number>| seen_by(rules.score(node.position, node.mover), node.mover);
        let by_rules = by_handicaps(tree, node, points);
        StatedMargins { rules: self.clone(), by_rules, by_keys: None }
    }
}

type Search<N> = ByHandicaps<Handicapped<Number, N>, Lagging<N>>;

fn by_handicaps<N: Clone + Send + Sync>(
    tree: Arc<dyn Forward<N>>,
    node: impl Fn(&Number, Player) -> N + Send + Sync + 'static,
    points: impl Fn(&N) -> i64 + Send + Sync + 'static,
) -> Search<N> {
    let (node, points) = (Box::new(node), Box::new(points));
    ByHandicaps::new(Handicapped { tree, node, points, most: HIGHEST_SCORE })
}

/// A search for margins by the rules, and by keys where there are many positions.
struct StatedMargins {
    rules: StatedRules,
    by_rules: Search<Node<Number>>,
    by_keys: Option<Box<dyn Margins<Number>>>,
}

/// Nodes that are visited before keys are looked for, which may take longer than all of these.
const FEW: usize = 4096;

impl StatedMargins {
    /// Asks the search by the rules, or the one by keys if that takes long.
    fn ask<T>(
        &mut self,
        at: Number,
        limits: &Limits<'_>,
        mut ask: impl FnMut(&mut dyn Margins<Number>, &Limits<'_>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        if let Some(search) = &mut self.by_keys {
            return ask(&mut **search, limits);
        }
        let few = Limits { positions: limits.positions.min(FEW), ..*limits };
        match ask(&mut self.by_rules, &few) {
            Err(Stopped::Positions { .. }) if limits.positions > FEW => {}
            found => return found,
        }
        let narrow = by_keys::<u64>(&self.rules, at);
        self.by_keys = narrow.or_else(|| by_keys::<u128>(&self.rules, at));
        match &mut self.by_keys {
            Some(search) => ask(&mut **search, limits),
            None => ask(&mut self.by_rules, limits),
        }
    }
}

/// The search by keys of this type, if the position has one.
fn by_keys<K: Key + 'static>(rules: &StatedRules, at: Number) -> Option<Box<dyn Margins<Number>>> {
    let keyed = Arc::new(Keyed::<K>::new(rules, at)?);
    let (packing, scoring) = (keyed.clone(), keyed.clone());
    let node = move |position: &Number, mover| packing.pack(position, mover);
    let points = move |&key: &K| scoring.points(key);
    let tree = Arc::new(ByKeys::new(keyed, Convention::Normal));
    Some(Box::new(by_handicaps(tree, node, points)))
}

impl Margins<Number> for StatedMargins {
    fn margin(&mut self, at: &Number, mover: Player, limits: &Limits<'_>) -> Result<i64, Stopped> {
        self.ask(*at, limits, |search, limits| search.margin(at, mover, limits))
    }

    fn reaches(
        &mut self,
        at: &Number,
        mover: Player,
        bound: i64,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        self.ask(*at, limits, |search, limits| search.reaches(at, mover, bound, limits))
    }
}
