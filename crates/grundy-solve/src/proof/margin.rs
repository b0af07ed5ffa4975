//! By how many points a game is won: whether a player gets a lead of at least so many points
//! is asked as who wins with a handicap.

use std::sync::Arc;

use super::Prover;
use crate::score::Margins;
use grundy_base::{Fate, Limits, Player, Stopped};
use grundy_ruleset::Forward;

/// A game that is won by points, as a forward search plays it.
pub trait Pointed<P, N>: Forward<N> {
    /// The node of a position in which the player to move wins by a lead at the end of more
    /// points than the handicap, and draws by as many.
    fn node(&self, position: &P, mover: Player, handicap: i32) -> N;

    /// The points of a player so far, less those of the other one.
    fn lead(&self, position: &P, player: Player) -> i32;

    /// The greatest lead that can be.
    fn most(&self) -> i32;
}

/// A search for margins: who wins with one handicap after another, each a question with a
/// null window.
pub struct ByHandicaps<T, N> {
    tree: Arc<T>,
    prover: Option<Prover<N>>,
}

grundy_base::debug! {
    impl[T, N] ByHandicaps<T, N>: "ByHandicaps";
}

/// Nodes visited before the table is made larger.
const EFFORT: u64 = 1 << 20;

impl<T, N: Clone + Send + Sync> ByHandicaps<T, N> {
    /// A search whose table is made at the first question, within the limits of that.
    pub fn new(tree: T) -> Self {
        ByHandicaps { tree: Arc::new(tree), prover: None }
    }

    /// Whether the player to move gets at least this lead at the end.
    fn leads<P>(
        &mut self,
        at: &P,
        mover: Player,
        lead: i32,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped>
    where
        T: Pointed<P, N> + 'static,
    {
        let memory = limits.memory / 8 * 7;
        let prover = self.prover.get_or_insert_with(|| Prover::new(self.tree.clone(), memory));
        let node = self.tree.node(at, mover, lead);
        let mut effort = EFFORT;
        loop {
            if let Some(brings) = prover.brings(&node, Fate::Draw, effort, limits)? {
                return Ok(brings);
            }
            effort = effort.saturating_mul(4);
            prover.expect(effort, memory);
        }
    }
}

impl<P, N: Clone + Send + Sync, T: Pointed<P, N> + 'static> Margins<P> for ByHandicaps<T, N> {
    fn margin(&mut self, at: &P, mover: Player, limits: &Limits<'_>) -> Result<i32, Stopped> {
        // Leads near to an even game come first, then further and further away, until there
        // is one on each side.
        let most = self.tree.most();
        let (mut least, mut greatest) = (-most, most);
        let (mut lead, mut by) = (0, 1);
        while least < greatest {
            lead = lead.clamp(least + 1, greatest);
            if self.leads(at, mover, lead, limits)? {
                (least, lead) = (lead, lead + by);
            } else {
                (greatest, lead) = (lead - 1, lead - by);
            }
            by *= 2;
            if -most < least && greatest < most {
                lead = (least + greatest + 1).div_euclid(2);
            }
        }
        Ok(least - self.tree.lead(at, mover))
    }

    fn reaches(
        &mut self,
        at: &P,
        mover: Player,
        bound: i32,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        let lead = bound + self.tree.lead(at, mover);
        if lead <= -self.tree.most() {
            return Ok(true);
        }
        if lead > self.tree.most() {
            return Ok(false);
        }
        self.leads(at, mover, lead, limits)
    }
}
