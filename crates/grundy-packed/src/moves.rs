//! The rules as the solver sees them: a trait object whose methods take many keys at a
//! time. The solver is thus compiled once for each type of key, not for each ruleset.

use std::ops::Range;

use super::code::Code;
use super::sweep::{self, BEFORE, Byte, REACHED};
use grundy_base::{Fate, Fault};
use grundy_ruleset::{Expanded, Flow, Key, Outside, Packed};

/// The hints of a ruleset, asked for once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints {
    pub(crate) kinds: usize,
    pub(crate) flow: Flow,
    pub(crate) alternates: bool,
    pub(crate) has_parents: bool,
    pub(crate) dense: Option<u64>,
    pub(crate) keys_rise: bool,
}

/// For each of some keys a row of keys: its options, or its predecessors.
pub(super) struct Rows<T> {
    found: Vec<T>,
    /// Where the row of each key ends.
    ends: Vec<u32>,
    /// How play has ended at each key.
    fates: Vec<Option<Fate>>,
}

impl<T> Rows<T> {
    pub(super) fn new() -> Self {
        Rows { found: Vec::new(), ends: Vec::new(), fates: Vec::new() }
    }

    /// All rows, one after the other.
    pub(super) fn all(&self) -> &[T] {
        &self.found
    }

    /// The place of a row among [`Rows::all`].
    #[inline]
    pub(super) fn range(&self, row: usize) -> Range<usize> {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        start as usize..self.ends[row] as usize
    }

    /// How play has ended at a key, and its row, which may be sorted.
    #[inline]
    pub(super) fn row(&mut self, row: usize) -> (Option<Fate>, &mut [T]) {
        let range = self.range(row);
        (self.fates[row], &mut self.found[range])
    }

    fn clear(&mut self) {
        self.found.clear();
        self.ends.clear();
        self.fates.clear();
    }

    fn close(&mut self, fate: Option<Fate>) {
        self.ends.push(self.found.len() as u32);
        self.fates.push(fate);
    }
}

/// Which of `workers` workers holds a key, where keys are spread by hash.
#[inline]
pub(super) fn holder<K: Key>(key: K, workers: usize) -> usize {
    match workers {
        1 => 0,
        _ => (((key.mix() >> 32) * workers as u64) >> 32) as usize,
    }
}

/// The moves of a [`Packed`] ruleset whose type is erased.
pub(crate) trait Moves<K>: Send + Sync {
    fn hints(&self) -> Hints;

    /// The error of the rules, after which their moves are meaningless.
    fn fault(&self) -> Option<Fault>;

    /// The tier of a key, where tiers mean something.
    fn tier(&self, key: K) -> u32;

    /// The tier of each key.
    fn tiers(&self, keys: &[K], tiers: &mut Vec<u32>);

    /// Where a solution has each key.
    fn shelves(&self, keys: &[K], shelves: &mut Vec<u32>);

    /// How many positions each key stands for.
    fn orbits(&self, keys: &[K], orbits: &mut Vec<u32>);

    fn passes_turn(&self, from: K, to: K) -> bool;

    /// Adds each option to the list of the worker that holds it and of the kind
    /// of the move.
    fn spread(&self, keys: &[K], workers: usize, lists: &mut [Vec<K>]);

    /// Calls `end` with each key's place and its end, or whether it has options; adds the options
    /// to lists as [`Moves::spread`] does, each with its key's place.
    fn ask(
        &self,
        keys: &[K],
        workers: usize,
        lists: &mut [(Vec<K>, Vec<u32>)],
        codes: &mut Vec<Code>,
        stuck: Code,
    );

    /// The options of each key.
    fn options(&self, keys: &[K], rows: &mut Rows<K>);

    /// The predecessors of each key.
    fn parents(&self, keys: &[K], rows: &mut Rows<K>);

    /// Marks the options of all marked keys of a range; returns how many. The keys are places in a
    /// table, and rise with each move.
    fn sweep_up(&self, range: Range<usize>, table: &mut [Byte]) -> u64;

    /// Decides the marked keys of a range, from the highest down, by the keys above; returns
    /// whether any took too long. `stuck` is the verdict where there is no move.
    fn sweep_down(&self, range: Range<usize>, table: &mut [Byte], stuck: Byte) -> bool;
}

impl<R: Packed> Moves<R::Key> for R {
    fn hints(&self) -> Hints {
        Hints {
            kinds: self.kinds(),
            flow: self.flow(),
            alternates: self.alternates(),
            has_parents: self.has_parents(),
            dense: self.dense(),
            keys_rise: self.keys_rise(),
        }
    }

    fn fault(&self) -> Option<Fault> {
        self.outside().and_then(Outside::failure)
    }

    fn tier(&self, key: R::Key) -> u32 {
        self.in_tier(key)
    }

    fn tiers(&self, keys: &[R::Key], tiers: &mut Vec<u32>) {
        tiers.clear();
        tiers.extend(keys.iter().map(|&key| self.in_tier(key)));
    }

    fn shelves(&self, keys: &[R::Key], shelves: &mut Vec<u32>) {
        shelves.clear();
        shelves.extend(keys.iter().map(|&key| self.shelf(key)));
    }

    fn orbits(&self, keys: &[R::Key], orbits: &mut Vec<u32>) {
        orbits.clear();
        Packed::orbits(self, keys, orbits);
    }

    fn passes_turn(&self, from: R::Key, to: R::Key) -> bool {
        Packed::passes_turn(self, from, to)
    }

    fn spread(&self, keys: &[R::Key], workers: usize, lists: &mut [Vec<R::Key>]) {
        let kinds = self.kinds();
        self.expand_all(keys, |found| {
            if let Expanded::Option(kind, option) = found {
                lists[holder(option, workers) * kinds + kind].push(option);
            }
        });
    }

    fn ask(
        &self,
        keys: &[R::Key],
        workers: usize,
        lists: &mut [(Vec<R::Key>, Vec<u32>)],
        codes: &mut Vec<Code>,
        stuck: Code,
    ) {
        let kinds = self.kinds();
        let mut any = false;
        self.expand_all(keys, |found| match found {
            Expanded::Option(kind, option) => {
                any = true;
                let (options, askers) = &mut lists[holder(option, workers) * kinds + kind];
                options.push(option);
                askers.push(codes.len() as u32);
            }
            Expanded::Done(end) => {
                codes.push(match end {
                    Some(fate) => Code::end(fate),
                    None if any => Code::WORST,
                    None => stuck,
                });
                any = false;
            }
        });
    }

    fn options(&self, keys: &[R::Key], rows: &mut Rows<R::Key>) {
        rows.clear();
        self.expand_all(keys, |found| match found {
            Expanded::Option(_, option) => rows.found.push(option),
            Expanded::Done(end) => rows.close(end),
        });
    }

    fn parents(&self, keys: &[R::Key], rows: &mut Rows<R::Key>) {
        rows.clear();
        for &key in keys {
            Packed::parents(self, key, |parent| rows.found.push(parent));
            rows.close(None);
        }
    }

    fn sweep_up(&self, range: Range<usize>, table: &mut [Byte]) -> u64 {
        let mut moves = 0;
        for place in range {
            if table[place] == REACHED {
                // A position where play is over has no options.
                let _ = self.expand(at(place), |_, option| {
                    table[place_of(option)] = REACHED;
                    moves += 1;
                });
            }
        }
        moves
    }

    fn sweep_down(&self, range: Range<usize>, table: &mut [Byte], stuck: Byte) -> bool {
        let mut too_long = false;
        for place in range.rev() {
            if table[place] == REACHED {
                let mut best = 0;
                let end = self.expand(at(place), |_, option| {
                    best = best.max(BEFORE[usize::from(table[place_of(option)])]);
                });
                table[place] = match end {
                    Some(fate) => sweep::end(fate),
                    None if best == 0 => stuck,
                    None => best,
                };
                too_long |= sweep::is_too_long(best);
            }
        }
        too_long
    }
}

/// The key that stands at a place of a table.
#[inline]
pub(super) fn at<K: Key>(place: usize) -> K {
    K::zeroed().further([place as u64, 0])
}

/// The place of a key in a table.
#[inline]
pub(super) fn place_of<K: Key>(key: K) -> usize {
    key.number() as usize
}
