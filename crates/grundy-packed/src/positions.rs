//! Solutions whose type of key is chosen at run time.

use std::any::Any;
use std::path::Path;

use super::counts::Counts;
use super::failure::Failure;
use super::file::{self, About, Saved};
use super::solution::Solution;
use grundy_base::Limits;
use grundy_ruleset::Key;

/// Positions with their verdicts, and keys of one of these types.
#[derive(Debug)]
pub enum Positions {
    /// Keys of 64 bits.
    Narrow(Solution<u64>),
    /// Keys of 128 bits.
    Wide(Solution<u128>),
}

impl Positions {
    /// A solution as one of these; none if its keys have another type.
    pub fn new<K: Key>(solution: Solution<K>) -> Option<Positions> {
        let solution: Box<dyn Any> = Box::new(solution);
        match solution.downcast() {
            Ok(narrow) => Some(Positions::Narrow(*narrow)),
            Err(other) => other.downcast().ok().map(|wide| Positions::Wide(*wide)),
        }
    }

    /// The solution, if its keys are of this type.
    #[must_use]
    pub fn of<K: Key>(&self) -> Option<&Solution<K>> {
        match self {
            Positions::Narrow(solution) => (solution as &dyn Any).downcast_ref(),
            Positions::Wide(solution) => (solution as &dyn Any).downcast_ref(),
        }
    }

    /// How many positions have each verdict.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        match self {
            Positions::Narrow(solution) => solution.counts(),
            Positions::Wide(solution) => solution.counts(),
        }
    }

    /// Moves between keys, each as often as the rules give it.
    #[must_use]
    pub fn moves(&self) -> u64 {
        match self {
            Positions::Narrow(solution) => solution.moves(),
            Positions::Wide(solution) => solution.moves(),
        }
    }

    /// Bytes of a key.
    #[must_use]
    pub fn key_bytes(&self) -> usize {
        match self {
            Positions::Narrow(_) => size_of::<u64>(),
            Positions::Wide(_) => size_of::<u128>(),
        }
    }

    /// Adds what another worker has found; false for keys of another type.
    #[must_use]
    pub fn join(&mut self, other: Positions) -> bool {
        match (self, other) {
            (Positions::Narrow(all), Positions::Narrow(more)) => all.join(more),
            (Positions::Wide(all), Positions::Wide(more)) => all.join(more),
            _ => return false,
        }
        true
    }

    /// What several workers have found, as one; none for keys of different types.
    pub fn joined(shares: impl IntoIterator<Item = Positions>) -> Option<Positions> {
        let mut shares = shares.into_iter();
        let mut all = shares.next()?;
        shares.all(|share| all.join(share)).then_some(all)
    }

    /// Opens a file, and reads the index of its blocks.
    pub fn open(saved: &Saved) -> Result<Positions, Failure> {
        match saved.about().key_bytes {
            8 => saved.positions().map(Positions::Narrow),
            _ => saved.positions().map(Positions::Wide),
        }
    }

    /// Writes all into one file, which appears when it is complete.
    pub fn write(&self, path: &Path, about: &About, limits: &Limits<'_>) -> Result<(), Failure> {
        match self {
            Positions::Narrow(solution) => file::write(path, about, solution, limits),
            Positions::Wide(solution) => file::write(path, about, solution, limits),
        }
    }
}
