//! By how many points a game is won: who wins with a handicap of n points says whether a player
//! gets a lead of at least n.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Prover;
use crate::score::Margins;
use grundy_base::{Fate, Fault, Limits, Player, Stopped};
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Step};

/// A game that is won by points, as a forward search plays it.
pub trait Pointed<P, N>: Forward<N> {
    /// The node of a position that is played with a handicap: at the end, the player to move wins
    /// with a lead of more points than the handicap, and draws with exactly as many.
    fn node(&self, position: &P, mover: Player, handicap: i64) -> N;

    /// The points of a player so far, less those of the other one.
    fn lead(&self, position: &P, player: Player) -> i64;

    /// The greatest lead that can be.
    fn most(&self) -> i64;
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
        lead: i64,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped>
    where
        T: Pointed<P, N> + 'static,
    {
        let memory = limits.memory / 8 * 7;
        let prover = self.prover.get_or_insert_with(|| Prover::new(self.tree.clone(), memory));
        // Play that goes on for ever is a draw with any handicap, but gives a lead of 0.
        let (fate, handicap) = match lead > 0 && !self.tree.ends() {
            true => (Fate::Win, lead - 1),
            false => (Fate::Draw, lead),
        };
        let node = self.tree.node(at, mover, handicap);
        let mut effort = EFFORT;
        loop {
            let left = (limits.positions as u64).saturating_sub(prover.visited()).max(1);
            if let Some(brings) = prover.brings(&node, fate, effort.min(left), limits)? {
                return Ok(brings);
            }
            limits.count(prover.visited() as usize)?;
            effort = effort.saturating_mul(4);
            prover.expect(effort, memory);
        }
    }
}

impl<P, N: Clone + Send + Sync, T: Pointed<P, N> + 'static> Margins<P> for ByHandicaps<T, N> {
    fn margin(&mut self, at: &P, mover: Player, limits: &Limits<'_>) -> Result<i64, Stopped> {
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
            if -most < least && greatest < most {
                lead = (least + greatest + 1).div_euclid(2);
            } else {
                by = (2 * by).min(most);
            }
        }
        Ok(least - self.tree.lead(at, mover))
    }

    fn reaches(
        &mut self,
        at: &P,
        mover: Player,
        bound: i64,
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

/// Gives the node of a position with the player to move.
pub type MakeNode<P, N> = dyn Fn(&P, Player) -> N + Send + Sync;

/// A game whose ends have points, played with a handicap.
pub struct Handicapped<P, N> {
    /// The game, in which a lead at the end is a win.
    pub tree: Arc<dyn Forward<N>>,
    /// The node of a position with the player to move.
    pub node: Box<MakeNode<P, N>>,
    /// The points of the player to move, less those of the other one, where play is over.
    pub points: Box<dyn Fn(&N) -> i64 + Send + Sync>,
    /// No lead is greater.
    pub most: i64,
}

grundy_base::debug! {
    impl[P, N] Handicapped<P, N>: "Handicapped", |game| most = game.most;
}

/// A node of a game that is played with a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lagging<N> {
    node: N,
    /// The player to move wins by a lead of more points than these.
    handicap: i64,
}

impl<P, N: Clone + Send + Sync> Forward<Lagging<N>> for Handicapped<P, N> {
    fn expand(
        &self,
        Lagging { node, handicap }: &Lagging<N>,
        steps: &mut Vec<Step<Lagging<N>>>,
    ) -> Option<Fate> {
        let mut own = Vec::new();
        if self.tree.expand(node, &mut own).is_some() {
            return Some(match (self.points)(node).cmp(handicap) {
                Ordering::Greater => Fate::Win,
                Ordering::Equal => Fate::Draw,
                Ordering::Less => Fate::Loss,
            });
        }
        steps.extend(own.into_iter().map(|Step { to, turns, slot, rank }| {
            let handicap = if turns { -handicap } else { *handicap };
            Step { to: Lagging { node: to, handicap }, turns, slot, rank }
        }));
        None
    }

    fn hash(&self, Lagging { node, handicap }: &Lagging<N>) -> u128 {
        // Keys may be small numbers, too: both hashed alike, and combined by xor, could be exchanged.
        hash_of(&(self.tree.hash(node), *handicap))
    }

    fn ends(&self) -> bool {
        self.tree.ends()
    }

    fn may_hold(&self, bytes: u64) {
        self.tree.may_hold(bytes);
    }

    fn failure(&self) -> Option<Fault> {
        self.tree.failure()
    }

    fn held(&self) -> u64 {
        self.tree.held()
    }

    fn foresee(&self, next: &[Lagging<N>]) {
        let next: Vec<N> = next.iter().map(|next| next.node.clone()).collect();
        self.tree.foresee(&next);
    }
}

impl<P, N: Clone + Send + Sync> Pointed<P, Lagging<N>> for Handicapped<P, N> {
    fn node(&self, position: &P, mover: Player, handicap: i64) -> Lagging<N> {
        Lagging { node: (self.node)(position, mover), handicap }
    }

    /// Points count at the end only.
    fn lead(&self, _: &P, _: Player) -> i64 {
        0
    }

    fn most(&self) -> i64 {
        self.most
    }
}
