//! The hash table of forms: each form once, found by its options.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::Form;
use super::numbers::{Key, Number};
use grundy_base::{Limits, Stopped};

/// What is stored of a form.
#[derive(Clone, Copy)]
pub(super) struct Record {
    /// Where its left stop and its right stop stand; see [`Key`].
    pub(super) keys: [Key; 2],
    pub(super) body: Body,
    /// The stops themselves.
    pub(super) stops: [Number; 2],
    /// [`UNKNOWN`] until it was asked for.
    negative: Form,
    /// Whether it is at most its left stop, and at least its right stop.
    pub(super) within: [bool; 2],
}

const UNKNOWN: Form = Form(u32::MAX);

impl Record {
    /// Its negative, once that is known.
    pub(super) fn negative(&self) -> Option<Form> {
        (self.negative != UNKNOWN).then_some(self.negative)
    }
}

/// Where play stops when Left starts, and when Right starts.
pub(super) struct Stops {
    pub(super) keys: [Key; 2],
    pub(super) numbers: [Number; 2],
    pub(super) within: [bool; 2],
}

/// x + n·↑ + *k, for a number x.
///
/// Such games add part by part, and most values in play are of this kind (Winning Ways, chapter 3;
/// Siegel, Combinatorial Game Theory, section II.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Parts {
    pub(super) number: Number,
    pub(super) ups: i32,
    pub(super) nimber: u32,
}

/// What a form is made of.
#[derive(Clone, Copy)]
pub(super) enum Body {
    Compact(Parts),
    /// `left` options from `start` on in the pool, and `right` behind them.
    Options {
        start: u32,
        left: u32,
        right: u32,
    },
}

#[derive(Default)]
pub(super) struct Table {
    records: Vec<Record>,
    /// The options of all forms, each player's sorted.
    pool: Vec<Form>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Table {
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    #[inline]
    pub(super) fn record(&self, form: Form) -> &Record {
        &self.records[form.index()]
    }

    pub(super) fn set_negative(&mut self, form: Form, negative: Form) {
        self.records[form.index()].negative = negative;
        self.records[negative.index()].negative = form;
    }

    /// The stored options of a form, Left's and Right's; none of a compact one.
    #[inline]
    pub(super) fn options(&self, form: Form) -> [&[Form]; 2] {
        match self.record(form).body {
            Body::Compact(_) => [&[], &[]],
            Body::Options { start, left, right } => {
                let (start, left, right) = (start as usize, left as usize, right as usize);
                let options = &self.pool[start..start + left + right];
                [&options[..left], &options[left..]]
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let records = self.records.capacity() * size_of::<Record>();
        (records + 4 * self.pool.capacity() + 5 * self.index.capacity()) as u64
    }

    /// Fails if a table that has to grow for another form has no room.
    fn make_room(&self, options: usize, limits: &Limits<'_>) -> Result<(), Stopped> {
        let mut more = 0;
        if self.records.len() == self.records.capacity() {
            more += self.records.capacity() * size_of::<Record>();
        }
        if self.pool.len() + options > self.pool.capacity() {
            more += 4 * self.pool.capacity().max(options);
        }
        if more > 0 {
            limits.room(self.bytes() + more as u64, self.len())?;
        }
        for (what, len) in [("forms", self.len()), ("options", self.pool.len() + options)] {
            if len >= u32::MAX as usize {
                return Err(Stopped::Numbering { what, limit: u32::MAX.into() });
            }
        }
        Ok(())
    }

    fn hash_parts(hasher: &DefaultHashBuilder, parts: Parts) -> u64 {
        hasher.hash_one(parts)
    }

    fn hash_options(hasher: &DefaultHashBuilder, [left, right]: [&[Form]; 2]) -> u64 {
        hasher.hash_one((left, right))
    }

    /// The form; adds it if it is new.
    pub(super) fn intern_compact(
        &mut self,
        parts: Parts,
        stops: impl FnOnce() -> Stops,
        limits: &Limits<'_>,
    ) -> Result<Form, Stopped> {
        let hash = Self::hash_parts(&self.hasher, parts);
        let same = |&known: &u32| match self.records[known as usize].body {
            Body::Compact(there) => there == parts,
            Body::Options { .. } => false,
        };
        if let Some(&known) = self.index.find(hash, same) {
            return Ok(Form(known));
        }
        self.make_room(0, limits)?;
        Ok(self.insert(hash, Body::Compact(parts), stops()))
    }

    /// The form with these canonical options, sorted; adds it if it is new. The stops are asked for
    /// only then.
    pub(super) fn intern_options(
        &mut self,
        options: [&[Form]; 2],
        stops: impl FnOnce(&Table) -> Stops,
        limits: &Limits<'_>,
    ) -> Result<Form, Stopped> {
        let hash = Self::hash_options(&self.hasher, options);
        let same = |&known: &u32| {
            let [left, right] = options;
            match self.records[known as usize].body {
                Body::Compact(_) => false,
                Body::Options { left: lefts, right: rights, .. } => {
                    lefts as usize == left.len()
                        && rights as usize == right.len()
                        && self.options(Form(known)) == options
                }
            }
        };
        if let Some(&known) = self.index.find(hash, same) {
            return Ok(Form(known));
        }
        let [left, right] = options;
        self.make_room(left.len() + right.len(), limits)?;
        let stops = stops(self);
        // `make_room` has seen that 32 bits are enough.
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        let body = Body::Options { start, left: left.len() as u32, right: right.len() as u32 };
        Ok(self.insert(hash, body, stops))
    }

    fn insert(&mut self, hash: u64, body: Body, stops: Stops) -> Form {
        let form = Form(self.records.len() as u32);
        let Stops { keys, numbers, within } = stops;
        self.records.push(Record { keys, body, stops: numbers, negative: UNKNOWN, within });
        let Table { records, pool, index, hasher } = self;
        index.insert_unique(hash, form.0, |&known| match records[known as usize].body {
            Body::Compact(parts) => Self::hash_parts(hasher, parts),
            Body::Options { start, left, right } => {
                let (start, left, right) = (start as usize, left as usize, right as usize);
                let middle = start + left;
                Self::hash_options(hasher, [&pool[start..middle], &pool[middle..middle + right]])
            }
        });
        form
    }
}
