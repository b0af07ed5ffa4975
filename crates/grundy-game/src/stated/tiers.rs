//! Tiers that are found: a sum over the parts of a position that no move decreases.
//!
//! A position is an integer of up to 128 bits, and a part is a group of its bits. Moves of a sample
//! show which sums are possible ([`Change`]). Every move is checked against the sum
//! ([`Tiers::allow`]).

use grundy_ruleset::Flow;

/// A number for each position that no move decreases.
#[derive(Clone, Debug)]
pub struct Tiers {
    flow: Flow,
    /// The groups that change the sum.
    groups: Vec<Group>,
    /// In stepwise play, every move changes the sum by this.
    step: u32,
    /// Added to the sum, so that the first position's is a multiple of the step.
    offset: u32,
}

/// A group of bits of a position.
#[derive(Clone, Debug)]
struct Group {
    /// Where they begin.
    first: u32,
    /// A one for each bit of the group.
    mask: u64,
    /// What each number in these bits adds.
    table: Vec<u32>,
}

/// No tier is larger.
const HIGHEST: u64 = 1 << 24;

impl Tiers {
    /// Tiers that are sums. `words` has an entry for each 64 bits of a position. Each entry lists
    /// groups of bits, the least significant first: the number of bits, and what each number in
    /// them adds, or nothing if all add the same. None if tiers would be too many.
    #[must_use]
    pub fn new(flow: Flow, words: Vec<Vec<(u32, Vec<i64>)>>) -> Option<Tiers> {
        let mut highest: u64 = 0;
        let mut groups = Vec::new();
        for (word, all) in words.into_iter().enumerate() {
            let mut first = 64 * word as u32;
            for (bits, sums) in all {
                if let (Some(&least), Some(&most)) = (sums.iter().min(), sums.iter().max()) {
                    highest += most.abs_diff(least);
                    let table = sums.iter().map(|sum| (sum - least) as u32).collect();
                    groups.push(Group { first, mask: !(u64::MAX << bits), table });
                }
                first += bits;
            }
        }
        (highest < HIGHEST).then_some(Tiers { flow, groups, step: 1, offset: 0 })
    }

    /// The same tiers where every move changes the sum by `step`, in play from a position.
    #[must_use]
    pub fn in_steps(self, step: u32, start: u128) -> Tiers {
        let offset = (step - self.sum(start) % step) % step;
        Tiers { step, offset, ..self }
    }

    /// How moves change the tier.
    #[must_use]
    pub fn flow(&self) -> Flow {
        self.flow
    }

    /// Whether a move may lead from one sum to another.
    #[inline]
    #[must_use]
    pub fn allow(&self, from: u32, to: u32) -> bool {
        match self.flow {
            Flow::Stepwise => to == from + self.step,
            Flow::Rising => to > from,
            Flow::Level => to >= from,
            Flow::Loopy => true,
        }
    }

    /// The tier of a position.
    #[inline]
    #[must_use]
    pub fn of(&self, position: u128) -> u32 {
        let sum = self.sum(position);
        if self.step == 1 { sum } else { (sum + self.offset) / self.step }
    }

    /// The sum of a position, which the tier follows from.
    #[inline]
    #[must_use]
    pub fn sum(&self, position: u128) -> u32 {
        let numbers = self.groups.iter().map(|Group { first, mask, table }| {
            let number = (position >> first) as u64 & mask;
            table.get(number as usize).copied().unwrap_or(0)
        });
        numbers.sum()
    }
}

/// By how much some moves change a sum: at least, and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    least: i64,
    most: i64,
}

impl Default for Change {
    /// The change of no moves.
    fn default() -> Self {
        Change { least: i64::MAX, most: i64::MIN }
    }
}

impl Change {
    /// Adds a move that changes the sum by this.
    pub fn meet(&mut self, change: i64) {
        self.least = self.least.min(change);
        self.most = self.most.max(change);
    }

    /// How these moves change a tier that is the sum, or falls as it grows; none if they do
    /// not change it, or in both directions.
    #[must_use]
    pub fn flow(&self) -> Option<Flow> {
        match (self.least, self.most) {
            // There are no moves.
            (i64::MAX, _) => None,
            (1.., _) | (_, ..=-1) if self.least == self.most => Some(Flow::Stepwise),
            (1.., _) | (_, ..=-1) => Some(Flow::Rising),
            (0, 1..) | (..=-1, 0) => Some(Flow::Level),
            _ => None,
        }
    }

    /// The greatest change in either direction: in stepwise play, that of every move.
    #[must_use]
    pub fn step(&self) -> Option<u32> {
        u32::try_from(self.most.unsigned_abs().max(self.least.unsigned_abs())).ok()
    }

    /// 1 if the sum itself is the tier, -1 if the tier falls as it grows.
    #[must_use]
    pub fn sign(&self) -> i64 {
        if self.most > 0 { 1 } else { -1 }
    }

    /// The best of some changes: its place, and how play flows.
    #[must_use]
    pub fn best(changes: &[Change]) -> Option<(usize, Flow)> {
        let rank = |flow: Flow| match flow {
            Flow::Stepwise => 3,
            Flow::Rising => 2,
            Flow::Level => 1,
            Flow::Loopy => 0,
        };
        let known = changes.iter().enumerate();
        let known = known.filter_map(|(place, change)| Some((place, change.flow()?)));
        known.max_by_key(|&(_, flow)| rank(flow))
    }
}
