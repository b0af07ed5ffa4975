//! Solutions as tables: a row for each key, in the order of keys, with the move
//! to make.

use std::collections::BTreeMap;

use super::code::Code;
use super::codes;
use super::counts::Tally;
use super::failure::Failure;
use super::keys;
use super::lookup::Lookup;
use super::solution::Solution;
use super::store::Store;
use super::tier::Tier;
use crate::limits::{Limits, Progress};
use crate::ruleset::Packed;

/// What a table says of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<K> {
    /// The key.
    pub key: K,
    /// What the player to move brings about.
    pub code: Code,
    /// The key that a best move reaches: of all best moves the one with the
    /// least key. None where play is over or there is no move.
    pub best: Option<K>,
}

/// Rows whose options are looked up together.
const BATCH: usize = 1 << 17;

/// Calls `found` with all rows in the order of their keys, some at a time.
///
/// Memory: proportional to the moves of 2^17 positions.
pub fn rows<R: Packed>(
    rules: &R,
    solution: &Solution<R::Key>,
    limits: &Limits<'_>,
    mut found: impl FnMut(&[Row<R::Key>]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut lookup = Lookup::new(solution, rules.kinds());
    let (mut batch, mut best, mut done) = (Vec::with_capacity(BATCH), Vec::new(), 0);
    let mut close = |batch: &mut Vec<Row<R::Key>>| {
        done += batch.len();
        limits.check(Progress { stage: "writing", positions: done, bytes: 0 })?;
        name_best(rules, &mut lookup, batch, &mut best)?;
        found(batch)?;
        batch.clear();
        Ok::<(), Failure>(())
    };
    solution.each_of_all(|keys, codes| {
        for (&key, &code) in keys.iter().zip(codes) {
            batch.push(Row { key, code, best: None });
            if batch.len() == BATCH {
                close(&mut batch)?;
            }
        }
        Ok::<(), Failure>(())
    })?;
    close(&mut batch)
}

/// Looks the options of all rows up, and names the best of each.
fn name_best<R: Packed>(
    rules: &R,
    lookup: &mut Lookup<'_, R::Key>,
    rows: &mut [Row<R::Key>],
    best: &mut Vec<Code>,
) -> Result<(), Failure> {
    for (asker, row) in (0..).zip(&*rows) {
        let ask = |kind, to| lookup.ask(rules.in_tier(to), kind, to, asker);
        // Where play is over there is no option.
        let _ = rules.expand(row.key, ask);
    }
    best.clear();
    best.resize(rows.len(), Code::WORST);
    let mut missing = false;
    lookup.answer(|asker, to, code| {
        let Some(code) = code else {
            missing = true;
            return;
        };
        let (row, best) = (&mut rows[asker as usize], &mut best[asker as usize]);
        let worth = code.before(rules.passes_turn(row.key, to));
        if row.best.is_none_or(|known| worth > *best || worth == *best && to < known) {
            (*best, row.best) = (worth, Some(to));
        }
    })?;
    match missing {
        true => Err(Failure::Lost("a position is missing that a move leads to".to_string())),
        false => Ok(()),
    }
}

/// The solution of keys that come in rising order, until `next` has added none,
/// and of which somebody has counted the moves.
pub fn collect<R: Packed>(
    rules: &R,
    moves: u64,
    mut next: impl FnMut(&mut Vec<(R::Key, Code)>) -> Result<(), Failure>,
) -> Result<Solution<R::Key>, Failure> {
    let mut tiers = BTreeMap::new();
    let mut tally = Tally::new();
    let mut some = Vec::new();
    loop {
        next(&mut some)?;
        if some.is_empty() {
            break;
        }
        for (key, code) in some.drain(..) {
            let (keys, codes) = match tiers.entry(rules.in_tier(key)) {
                std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::btree_map::Entry::Vacant(entry) => {
                    let keys = keys::Writer::new(&Store::Memory, "")?;
                    entry.insert((keys, codes::Writer::new(&Store::Memory, "")?))
                }
            };
            keys.add(&[key])?;
            codes.add(&[code])?;
            tally.add(code, rules.orbit(key));
        }
    }
    let mut complete = BTreeMap::new();
    for (tier, (keys, codes)) in tiers {
        complete.insert(tier, Tier { keys: keys.finish()?, codes: Some(codes.finish()?) });
    }
    Ok(Solution::new(complete, tally.counts(), moves))
}
