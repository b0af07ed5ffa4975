//! Ground atoms that may hold, by relation, with indexes for joins.

use std::collections::HashMap;

use crate::slices::Slices;
use crate::terms::{Functor, Symbol, Term, Terms};

/// A path into a term: argument indexes, from the outside in.
pub(super) type Path = Vec<u8>;

/// The subterm at a path, if there is one.
pub(super) fn at(terms: &Terms, mut term: Term, path: &[u8]) -> Option<Term> {
    for &step in path {
        term = *terms.arguments(term).get(usize::from(step))?;
    }
    Some(term)
}

/// What an index contains: the atoms with these functors at these paths, keyed by their
/// subterms at the paths `keys`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) functors: Vec<(Path, Symbol, usize)>,
    pub(super) keys: Vec<Path>,
}

impl Signature {
    pub(super) fn fits(&self, terms: &Terms, atom: Term) -> bool {
        self.functors.iter().all(|(path, symbol, arity)| {
            at(terms, atom, path).is_some_and(|term| terms.functor(term) == (*symbol, *arity))
        })
    }
}

#[derive(Debug, Default)]
struct Index {
    signature: Signature,
    keys: Slices,
    /// The rows of each key, in increasing order.
    rows: Vec<Vec<u32>>,
    /// Rows before this one have been indexed.
    until: usize,
}

/// The atoms of a relation in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Relation {
    pub(super) rows: Vec<Term>,
    /// Rows before this one were known when the last round began.
    pub(super) old: usize,
    /// Rows before this one were known when the current round began.
    pub(super) now: usize,
    indexes: Vec<Index>,
}

/// All atoms that may hold.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(super) relations: Vec<Relation>,
    numbers: HashMap<Functor, usize>,
    /// The row of each atom, by its number as a term; `NONE` for other terms.
    row: Vec<u32>,
    indexed: usize,
}

const NONE: u32 = u32::MAX;

impl Facts {
    pub(super) fn relation(&mut self, functor: Functor) -> usize {
        let next = self.relations.len();
        let number = *self.numbers.entry(functor).or_insert(next);
        if number == next {
            self.relations.push(Relation::default());
        }
        number
    }

    /// The atoms of a relation.
    pub(crate) fn of(&self, functor: Functor) -> &[Term] {
        self.numbers.get(&functor).map_or(&[], |&number| &self.relations[number].rows)
    }

    pub(super) fn row(&self, atom: Term) -> Option<usize> {
        self.row.get(atom as usize).filter(|&&row| row != NONE).map(|&row| row as usize)
    }

    pub(crate) fn contains(&self, atom: Term) -> bool {
        self.row(atom).is_some()
    }

    pub(super) fn add(&mut self, terms: &Terms, atom: Term) {
        if self.contains(atom) {
            return;
        }
        let relation = self.relation(terms.functor(atom));
        if self.row.len() <= atom as usize {
            self.row.resize(terms.len(), NONE);
        }
        let rows = &mut self.relations[relation].rows;
        self.row[atom as usize] = rows.len() as u32;
        rows.push(atom);
    }

    pub(crate) fn bytes(&self) -> usize {
        4 * self.row.capacity() + 16 * self.indexed
    }

    /// The index of a relation with this signature, brought up to date.
    pub(super) fn index(&mut self, terms: &Terms, relation: usize, signature: &Signature) -> usize {
        let Relation { rows, indexes, .. } = &mut self.relations[relation];
        let known = indexes.iter().position(|index| index.signature == *signature);
        let number = known.unwrap_or_else(|| {
            indexes.push(Index { signature: signature.clone(), ..Index::default() });
            indexes.len() - 1
        });
        self.indexed += Self::extend(terms, rows, &mut indexes[number]);
        number
    }

    /// Adds the atoms found since the index was last used.
    pub(super) fn refresh(&mut self, terms: &Terms, relation: usize, index: usize) {
        let Relation { rows, indexes, .. } = &mut self.relations[relation];
        self.indexed += Self::extend(terms, rows, &mut indexes[index]);
    }

    fn extend(terms: &Terms, rows: &[Term], index: &mut Index) -> usize {
        let Index { signature, keys, rows: by_key, until } = index;
        let mut key = Vec::with_capacity(signature.keys.len());
        let from = *until;
        for (row, &atom) in rows.iter().enumerate().skip(from) {
            if !signature.fits(terms, atom) {
                continue;
            }
            key.clear();
            key.extend(signature.keys.iter().filter_map(|path| at(terms, atom, path)));
            if key.len() < signature.keys.len() {
                continue;
            }
            let (number, new) = keys.insert(&key);
            if new {
                by_key.push(Vec::new());
            }
            by_key[number as usize].push(row as u32);
        }
        *until = rows.len();
        rows.len() - from
    }

    /// The rows with a key.
    pub(super) fn look_up(&self, relation: usize, index: usize, key: &[Term]) -> &[u32] {
        let index = &self.relations[relation].indexes[index];
        index.keys.find(key).map_or(&[], |number| &index.rows[number as usize])
    }
}
