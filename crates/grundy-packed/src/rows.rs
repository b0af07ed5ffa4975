//! Solutions as tables: one row a key, in the order of keys, with the best move.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::code::Code;
use super::codes;
use super::counts::Tally;
use super::failure::Failure;
use super::keys;
use super::lookup::{FoundKey, Lookup};
use super::moves::{Hints, Moves};
use super::solution::Solution;
use super::store::Store;
use super::tier::Tier;
use grundy_base::{Limits, Progress};
use grundy_ruleset::{Key, Packed};

/// A row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<K> {
    /// The key.
    pub key: K,
    /// What the player to move brings about.
    pub code: Code,
    /// The key that a best move reaches, the least of these keys. None where play is over or there
    /// is no move.
    pub best: Option<K>,
}

/// Takes rows, some at a time.
type OnRows<'a, K> = dyn FnMut(&[Row<K>]) -> Result<(), Failure> + 'a;

/// Adds the keys that come next, with their verdicts; none at the end.
type MoreRows<'a, K> = dyn FnMut(&mut Vec<(K, Code)>) -> Result<(), Failure> + 'a;

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
    each_row(rules, solution, limits, &mut found)
}

fn each_row<K: Key>(
    rules: &dyn Moves<K>,
    solution: &Solution<K>,
    limits: &Limits<'_>,
    found: &mut OnRows<'_, K>,
) -> Result<(), Failure> {
    let mut lookup = Lookup::new(solution, rules.hints().kinds);
    let (mut batch, mut best, mut done) = (Vec::with_capacity(BATCH), Vec::new(), 0);
    let mut close = |batch: &mut Vec<Row<K>>| {
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

/// Looks up the options of all rows, and finds the best of each.
fn name_best<K: Key>(
    rules: &dyn Moves<K>,
    lookup: &mut Lookup<'_, K>,
    rows: &mut [Row<K>],
    best: &mut Vec<Code>,
) -> Result<(), Failure> {
    let Hints { kinds, alternates, .. } = rules.hints();
    let keys: Vec<K> = rows.iter().map(|row| row.key).collect();
    let mut lists: Vec<(Vec<K>, Vec<u32>)> = vec![Default::default(); kinds];
    // Where play is over there is no option.
    rules.ask(&keys, 1, &mut lists, &mut Vec::new(), Code::WORST);
    let mut tiers = Vec::new();
    for (kind, (options, askers)) in lists.iter().enumerate() {
        rules.shelves(options, &mut tiers);
        for ((&option, &asker), &tier) in options.iter().zip(askers).zip(&tiers) {
            lookup.ask(tier, kind, option, asker);
        }
    }
    best.clear();
    best.resize(rows.len(), Code::WORST);
    let mut missing = false;
    lookup.answer(|asker, to, entry| {
        let Some(FoundKey { code, .. }) = entry else {
            missing = true;
            return;
        };
        let (row, best) = (&mut rows[asker as usize], &mut best[asker as usize]);
        let worth = code.before(alternates || rules.passes_turn(row.key, to));
        if row.best.is_none_or(|known| worth > *best || worth == *best && to < known) {
            (*best, row.best) = (worth, Some(to));
        }
    })?;
    match missing {
        true => Err(Failure::Lost("a position is missing that a move leads to".to_string())),
        false => Ok(()),
    }
}

/// A solution from keys in rising order: `next` adds some at a time, and none at the end. The
/// number of moves is given.
pub fn collect<R: Packed>(
    rules: &R,
    moves: u64,
    mut next: impl FnMut(&mut Vec<(R::Key, Code)>) -> Result<(), Failure>,
) -> Result<Solution<R::Key>, Failure> {
    collect_erased(rules, moves, &mut next)
}

fn collect_erased<K: Key>(
    rules: &dyn Moves<K>,
    moves: u64,
    next: &mut MoreRows<'_, K>,
) -> Result<Solution<K>, Failure> {
    let mut parts = BTreeMap::new();
    let mut tally = Tally::new();
    let mut some = Vec::new();
    let (mut keys, mut tiers, mut orbits) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        some.clear();
        next(&mut some)?;
        if some.is_empty() {
            break;
        }
        keys.clear();
        keys.extend(some.iter().map(|&(key, _)| key));
        rules.shelves(&keys, &mut tiers);
        rules.orbits(&keys, &mut orbits);
        for ((&(key, code), &tier), &orbit) in some.iter().zip(&tiers).zip(&orbits) {
            let (keys, codes) = match parts.entry(tier) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    let keys = keys::Writer::new(&Store::Memory, "")?;
                    entry.insert((keys, codes::Writer::new(&Store::Memory, "")?))
                }
            };
            keys.add(&[key])?;
            codes.add(&[code])?;
            tally.add(code, orbit);
        }
    }
    let mut complete = BTreeMap::new();
    for (tier, (keys, codes)) in parts {
        complete.insert(tier, Tier { keys: keys.finish()?, codes: Some(codes.finish()?) });
    }
    Ok(Solution::new(complete, tally.counts(), moves))
}
