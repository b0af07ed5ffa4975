//! Grundy values of heaps, from 0 up.
//!
//! The first values, and those of rules without a code, come from the
//! definition (`definition`). Where heaps are split in two, a faster method
//! takes over (`sparse`), and a faster one still where that has settled
//! (`bulk`), and a plainer one where common values are hardly more than rare ones
//! (`stamps`); where they fall into more parts, sets of values are added, and
//! values looked for one by one (`bitset`). Where all but a few numbers may be taken, those few are looked
//! at (`all_but`). All are exact.

mod all_but;
mod bitset;
mod bulk;
pub mod classes;
mod definition;
mod lanes;
mod moves;
mod ranks;
pub mod recurrence;
mod sparse;
mod stamps;
pub mod stream;

use std::ops::Range;

use self::all_but::AllBut;
use self::bitset::Bitset;
use self::bulk::Bulk;
use self::definition::Definition;
use self::moves::Moves;
use self::recurrence::Search;
use self::sparse::Sparse;
use self::stamps::Stamps;
use grundy_base::{Code, Limits, Progress, Stopped};
use grundy_ruleset::{HeapKind, HeapRules};

/// Most games whose values depend on at most this number of heaps before have a period that can be
/// found, so far.
const LIKELY: usize = 400;
/// Bytes for a heap in memory: its value, what a method keeps of its own, and what looks for a
/// period.
pub const BYTES_OF_HEAP: u64 = 12;
/// Heaps below this one are found by the definition.
const FIRST: usize = 2048;
/// Number of values computed again before a sequence resumes from kept ones.
const COMPARED: usize = 512;

/// For how long a period is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// While one is likely: not where a heap's value depends on more than 400 heaps before (such
    /// games take longer in proportion, and their periods are less likely to be short), nor where
    /// rare values still come up among millions of heaps.
    Likely,
    /// Until a limit is reached.
    Limits,
}

/// How many first values of a settled game determine the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledBy {
    /// With this number of first heaps known, later ones follow from those before.
    pub heaps: usize,
    /// Number of first values used to tell rare values from common ones.
    pub chosen: usize,
}

/// g(0), g(1), … of heap rules, extended on demand.
///
/// Time: one step an option by the definition; where codes split heaps in two, about n·r/100 for r
/// heaps of rare values, which the definition needs n²/2 for. Memory: four bytes a heap, eight
/// where heaps are split.
#[derive(Default)]
pub struct Sequence {
    values: Vec<u32>,
    definition: Definition,
    fast: Fast,
}

grundy_base::debug! {
    impl[] Sequence: "Sequence";
}

/// A method that goes on where the definition has become slow.
#[derive(Default)]
enum Fast {
    /// Not tried so far.
    #[default]
    Untried,
    /// There is none.
    None,
    Bitset(Box<Bitset>),
    AllBut(AllBut),
    Sparse(Code, Box<Sparse>),
    Stamps(Box<Stamps>),
    Bulk(Code, Box<Bulk>, SettledBy),
}

impl Sequence {
    /// Resumes from values found before; `settled` says how many of them the game had settled by.
    /// None if the values cannot be those of the rules: the first ones are compared.
    ///
    /// Time: where heaps fall into three parts and more, the sums of parts are found again.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn resume(
        rules: &dyn HeapRules,
        mut values: Vec<u32>,
        settled: Option<SettledBy>,
        limits: &Limits<'_>,
    ) -> Result<Option<Sequence>, Stopped> {
        limits.room(values.len() as u64 * BYTES_OF_HEAP, values.len())?;
        // Lanes count parity from an even heap.
        values.truncate(values.len() & !1);
        let mut first = Sequence::default();
        let compared = values.len().min(COMPARED);
        if let Some(last) = compared.checked_sub(1) {
            first.extend(rules, last, limits)?;
        }
        if first.values[..compared] != values[..compared] {
            return Ok(None);
        }
        let fast = match settled {
            Some(by) => {
                let Some((code, mut bulk)) = settled_bulk(rules, &values, by) else {
                    return Ok(None);
                };
                bulk.skip(&values);
                values.truncate(bulk.end() as usize);
                Fast::Bulk(code, Box::new(bulk), by)
            }
            None if values.len() >= FIRST || from_the_start(rules) => {
                match Fast::new(rules, &values) {
                    Fast::Sparse(code, sparse) if sparse.is_dense() => {
                        Fast::Stamps(Box::new(Stamps::new(&code)))
                    }
                    fast => fast,
                }
            }
            None => Fast::Untried,
        };
        Ok(Some(Sequence { values, fast, ..Sequence::default() }))
    }

    /// The values found so far.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The values found so far, and nothing else.
    #[must_use]
    pub fn into_values(self) -> Vec<u32> {
        self.values
    }

    /// Whether rare values seem to come no more, so that [`Sequence::search`] can go on in constant
    /// memory.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        matches!(self.fast, Fast::Bulk(..))
    }

    /// About how many pairs of heaps are looked at for values up to `last`;
    /// some billions take a second.
    #[must_use]
    pub fn work(&self, last: usize) -> u64 {
        let each = match &self.fast {
            Fast::Sparse(code, sparse) => sparse.rares().len() * code.leaving(2).count(),
            Fast::Bulk(_, bulk, _) if bulk.lags() > LIKELY => bulk.lags(),
            Fast::Bulk(..) | Fast::AllBut(_) => 1,
            Fast::Untried | Fast::None | Fast::Bitset(_) | Fast::Stamps(_) => last,
        };
        (each as u64).saturating_mul(last as u64)
    }

    /// A search for a period in constant memory; none where the game has not settled, has no need
    /// of it, or where patience ends. `between`: at least `between.start` heaps are in memory
    /// before; where a search has ended undecided, more of them may decide. Whether a game settles
    /// at `between.end` or later is not looked at.
    ///
    /// # Errors
    ///
    /// When a limit is reached. The values found until then are kept.
    pub fn search(
        &mut self,
        rules: &dyn HeapRules,
        patience: Patience,
        between: Range<u64>,
        limits: &Limits<'_>,
    ) -> Result<Option<Search>, Stopped> {
        /// A game that has not settled here is unlikely to.
        const LATEST: usize = 1 << 24;
        let after = between.start;
        let mut heaps = (2 * bulk::REACH + 2 * FIRST).max(after as usize);
        let (most, latest) = match patience {
            Patience::Likely => (LIKELY, LATEST.max(heaps.saturating_mul(4))),
            // As far as the limits allow, and not only as far as the last doubling.
            Patience::Limits => {
                (usize::MAX, limits.positions.min((limits.memory / BYTES_OF_HEAP) as usize))
            }
        };
        let latest = latest.min(usize::try_from(between.end).unwrap_or(usize::MAX));
        loop {
            self.extend(rules, heaps, limits)?;
            match &self.fast {
                Fast::Bulk(_, bulk, _) if bulk.lags() > most => return Ok(None),
                Fast::Bulk(_, bulk, _) if bulk.depth().is_some() && !bulk.is_deep() => {
                    if bulk.end() >= between.end {
                        return Ok(None);
                    }
                    heaps = heaps.saturating_mul(2);
                }
                Fast::Bulk(_, bulk, settled) => {
                    let first = self.values[..bulk.end() as usize].to_vec();
                    return Ok(Some(Search::new((**bulk).clone(), *settled, first, after)));
                }
                Fast::Sparse(code, sparse)
                    if heaps < latest && sparse.rares().len() * code.leaving(2).count() <= most =>
                {
                    heaps = heaps.saturating_mul(2).min(latest);
                }
                _ => return Ok(None),
            }
        }
    }

    /// Computes g(0), …, g(`last`), as far as they are not known yet. Values found
    /// before a limit is reached are kept.
    pub fn extend(
        &mut self,
        rules: &dyn HeapRules,
        last: usize,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        if last > limits.positions {
            let reached = self.values.len();
            return Err(Stopped::Positions { limit: limits.positions, reached });
        }
        let each = if matches!(self.fast, Fast::None) { 4 } else { BYTES_OF_HEAP };
        limits.room((last as u64).saturating_mul(each), self.values.len())?;
        while self.values.len() <= last {
            match &mut self.fast {
                Fast::Untried if self.values.is_empty() && from_the_start(rules) => {
                    self.fast = Fast::new(rules, &self.values);
                }
                Fast::Untried if last < FIRST || self.values.len() < FIRST => {
                    let last = last.min(FIRST - 1);
                    self.definition.extend(&mut self.values, rules, last, limits)?;
                }
                Fast::Untried => self.fast = Fast::new(rules, &self.values),
                Fast::None => self.definition.extend(&mut self.values, rules, last, limits)?,
                Fast::Bitset(bitset) => {
                    let done = bitset.extend(&self.values, last, limits);
                    let new = bitset.values().get(self.values.len()..);
                    self.values.extend_from_slice(new.unwrap_or_default());
                    done?;
                }
                Fast::Stamps(stamps) => stamps.extend(&mut self.values, last, limits)?,
                Fast::AllBut(all_but) => all_but.extend(&mut self.values, last, limits)?,
                Fast::Sparse(code, sparse) => {
                    // From time to time: whether the game has settled.
                    let settled_at = (sparse.values().len() + 1).next_power_of_two();
                    let heaps = settled_at.min(last + 1);
                    let fits = sparse.extend(heaps, limits);
                    let known = self.values.len();
                    self.values.extend(sparse.values()[known..].iter().map(|&g| u32::from(g)));
                    if !fits? || sparse.is_dense() {
                        self.fast = Fast::Stamps(Box::new(Stamps::new(code)));
                    } else if let Some(bulk) = Bulk::new(sparse, code) {
                        let heaps = bulk.end() as usize;
                        let by = SettledBy { heaps, chosen: sparse.chosen().min(heaps) };
                        self.fast = Fast::Bulk(code.clone(), Box::new(bulk), by);
                    }
                }
                Fast::Bulk(code, bulk, _) => {
                    limits.check(Progress {
                        stage: "heaps",
                        positions: self.values.len(),
                        bytes: 4 * self.values.capacity() as u64,
                    })?;
                    let mut known = bulk.fill();
                    bulk.add_to(&mut self.values);
                    bulk.forget();
                    bulk.settle(&self.values);
                    if !known {
                        known = bulk.prove_deeper(&mut self.values, limits)?;
                        bulk.add_to(&mut self.values);
                    }
                    if !known {
                        let values = self.values.iter().map(|&g| g as u16).collect();
                        self.fast = Fast::Sparse(code.clone(), Box::new(Sparse::new(code, values)));
                    }
                }
            }
        }
        Ok(())
    }
}

impl Fast {
    /// Goes on from the first values; `values` are all values if a method has to know more than the
    /// first ones.
    fn new(rules: &dyn HeapRules, values: &[u32]) -> Fast {
        match (rules.kind(), small(values)) {
            (HeapKind::TakeAndBreak(code), Some(small)) if code.most_parts() == 2 => {
                let sparse = Sparse::new(&code, small);
                Fast::Sparse(code, Box::new(sparse))
            }
            (HeapKind::TakeAndBreak(code), None) if code.most_parts() == 2 => {
                Fast::Stamps(Box::new(Stamps::new(&code)))
            }
            (HeapKind::AllBut(set), _) => Fast::AllBut(AllBut::new(set, values)),
            _ => match Moves::of(rules) {
                Some(moves) => Fast::Bitset(Box::new(Bitset::new(moves))),
                None => Fast::None,
            },
        }
    }
}

/// What a game has settled to by its first values; none where it has not.
fn settled_bulk(rules: &dyn HeapRules, values: &[u32], by: SettledBy) -> Option<(Code, Bulk)> {
    let SettledBy { heaps, chosen } = by;
    let first = small(values.get(..heaps).filter(|first| chosen <= first.len())?)?;
    match rules.kind() {
        HeapKind::TakeAndBreak(code) if code.most_parts() == 2 => {
            let bulk = Bulk::new(&Sparse::chosen_by(&code, first, chosen), &code)?;
            Some((code, bulk))
        }
        _ => None,
    }
}

/// The values, where they have 16 bits.
fn small(values: &[u32]) -> Option<Vec<u16>> {
    values.iter().map(|&value| u16::try_from(value).ok()).collect()
}

/// Whether the definition is slow from the first heap on.
fn from_the_start(rules: &dyn HeapRules) -> bool {
    matches!(rules.kind(), HeapKind::AllBut(_)) || Moves::of(rules).is_some()
}
