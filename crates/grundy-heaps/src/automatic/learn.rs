//! Conjectures an automaton from the first values.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Automatic, MOST_STATES, MOST_WORK};

/// The automaton in which two numbers share a state if the same values follow them for all words of
/// up to `depth` digits; none if that takes more values, or states, than allowed.
pub(super) fn automaton(values: &[u32], base: u64, depth: u32) -> Option<Automatic> {
    let base = usize::try_from(base).ok()?;
    let lengths: Option<Vec<usize>> = (0..=depth).map(|digits| base.checked_pow(digits)).collect();
    let lengths = lengths?;
    // The values of n itself, of all n with one more digit, and so on.
    let followers = |n: usize| -> Option<Vec<u32>> {
        let blocks = lengths.iter().map(|&length| {
            let start = n.checked_mul(length)?;
            values.get(start..start.checked_add(length)?)
        });
        Some(blocks.collect::<Option<Vec<_>>>()?.concat())
    };
    let first = followers(0)?;
    let each = first.len() as u64;
    let mut states: HashMap<Vec<u32>, u32> = HashMap::from([(first, 0)]);
    // The least number of each state.
    let mut least = vec![0usize];
    let mut next: Vec<Vec<u32>> = Vec::new();
    while let Some(&number) = least.get(next.len()) {
        let digits = (0..base).map(|digit| {
            let to = number * base + digit;
            Some(match states.entry(followers(to)?) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    least.push(to);
                    *new.insert(least.len() as u32 - 1)
                }
            })
        });
        next.push(digits.collect::<Option<_>>()?);
        if least.len() > MOST_STATES || next.len() as u64 * base as u64 * each > MOST_WORK {
            return None;
        }
    }
    let values = least.iter().map(|&number| values[number]).collect();
    Some(Automatic { base: base as u64, next, values })
}
