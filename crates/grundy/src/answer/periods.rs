//! The search for a period in values that are kept in memory.

use super::Solver;
use crate::game::Game;
use crate::solve::period::{Period, Seen, decide_seen, find_period};
use crate::solve::sequence::recurrence::{Ended, Recurrence};
use crate::solve::sequence::{BYTES_OF_HEAP, Patience};
use grundy_base::{Limits, Stopped};
use grundy_ruleset::{HeapKind, HeapRules};

/// Heaps that are looked at first.
const FEW: u64 = 4000;
/// Heaps that are looked at first where values take long, because heaps fall into three parts or
/// more.
const FEWEST: u64 = FEW >> 3;
/// Heaps that are looked at where they fall into three parts or more and the values are below
/// [`SMALL`]: a second. Where values grow, they take up to a minute.
const SOME: u64 = FEW << 2;
const SMALL: u32 = 1 << 8;
/// The work for a proof of what was seen where heaps fall in three parts: half a minute at most.
const DECISIVE: u64 = 1 << 29;
/// Heaps that are looked at where they split in two.
const MANY: u64 = FEW << 5;
/// More than [`MANY`] heaps are kept in memory while the work is below this, some seconds, and up
/// to [`MOST`].
const PATIENCE: u64 = 1 << 33;
const MOST: u64 = FEW << 11;

/// Whether the rules are a code without the fast algorithms for heaps that split in two.
fn is_slow_code(rules: &dyn HeapRules) -> bool {
    matches!(rules.kind(), HeapKind::TakeAndBreak(_) | HeapKind::Repeating(_))
        && !rules.splits_in_two()
}

/// How many heaps are looked at first.
pub(super) fn first_reach(rules: &dyn HeapRules) -> u64 {
    if is_slow_code(rules) { FEWEST } else { FEW }
}

impl Solver {
    /// The period of a game on heaps, and the heap that values were looked at up to: until a period
    /// is proved, little hope is left, or `last` is reached.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn look_for_period(
        &mut self,
        ruleset: &dyn Game,
        last: u64,
        limits: &Limits<'_>,
    ) -> Result<(Option<Period>, u64), Stopped> {
        let Some((rules, _)) = ruleset.heaps() else { return Ok((None, 0)) };
        let (splits, slow) = (rules.splits_in_two(), is_slow_code(rules));
        let mut reach = first_reach(rules).min(last);
        // A search goes on without keeping all values in memory.
        let most = MOST.min(limits.memory / BYTES_OF_HEAP);
        loop {
            let found = self.period(ruleset, reach as usize, limits)?;
            let next = (2 * reach).min(last);
            let enough = if splits {
                next > MANY && self.work(ruleset, next as usize) > PATIENCE || next > most
            } else {
                let small =
                    || self.known(ruleset, reach as usize).iter().all(|&value| value < SMALL);
                next > if slow && small() { SOME } else { FEW }
            };
            if found.as_ref().is_some_and(|found| found.proved) || reach == last || enough {
                let decide = |seen: Period| {
                    let values = self.known(ruleset, reach as usize);
                    // What was seen is an answer even if the time is up.
                    decide_seen(values, &rules.kind(), seen.clone(), DECISIVE, limits)
                        .unwrap_or(Some(seen))
                };
                return Ok((found.and_then(decide), reach));
            }
            reach = next;
        }
    }

    /// The period that values g(0), g(1), … show, and these values, extended as far as
    /// [`Solver::look_for_period`] examines first if a theorem may then prove a period.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn period_at_hand<'v>(
        &'v mut self,
        ruleset: &dyn Game,
        values: &'v [u32],
        limits: &Limits<'_>,
    ) -> Result<(Option<Period>, &'v [u32]), Stopped> {
        let Some((rules, _)) = ruleset.heaps() else { return Ok((None, values)) };
        let (kind, reach) = (rules.kind(), first_reach(rules) as usize);
        // Other games: values may take long, and prove nothing.
        let values = match kind {
            HeapKind::Other => values,
            _ if values.len() > reach => values,
            _ => self.table(ruleset, reach, limits)?.unwrap_or(values),
        };
        Ok((find_period(values, &kind), values))
    }

    /// The period of a game on heaps as far as heap `last`, first from values in memory, then by a
    /// search in constant memory, if there is one; and how far values were looked at.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn prove_period(
        &mut self,
        ruleset: &dyn Game,
        last: u64,
        limits: &Limits<'_>,
    ) -> Result<(Option<Period>, Seen), Stopped> {
        let (found, reach) = self.look_for_period(ruleset, last, limits)?;
        let seen = Seen::of(self.known(ruleset, reach as usize));
        let splits = ruleset.heaps().is_some_and(|(rules, _)| rules.splits_in_two());
        if found.as_ref().is_some_and(|found| found.proved) || !splits || last <= reach {
            return Ok((found, seen));
        }
        let Some(mut search) = self.search(ruleset, Patience::Likely, 0..u64::MAX, limits)? else {
            return Ok((found, seen));
        };
        search.snapshot();
        let ended = search.run(last, limits, |_| Ok(()))?;
        let seen = search.seen();
        Ok(match ended {
            Ended::Found(Recurrence { period, preperiod }) => {
                let values = self.known(ruleset, usize::MAX);
                (Some(Period::proved(period, preperiod, seen.heaps - 1, values)), seen)
            }
            Ended::NotFound | Ended::Undecided(_) => (found, seen),
        })
    }
}
