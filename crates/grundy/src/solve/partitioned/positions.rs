//! Solutions whose type of key is chosen at run time.

use std::path::Path;

use super::counts::Counts;
use super::failure::Failure;
use super::file::{self, About, Saved};
use super::solution::Solution;
use crate::limits::Limits;
use crate::ruleset::Key;

/// Positions with their verdicts, and keys of one of these types.
#[derive(Debug)]
pub enum Positions {
    /// Keys of 64 bits.
    Narrow(Solution<u64>),
    /// Keys of 128 bits.
    Wide(Solution<u128>),
}

/// A type of key that solutions can have.
pub trait Width: Key {
    /// The solution, whatever its keys are.
    fn wrap(solution: Solution<Self>) -> Positions;

    /// The solution, if its keys are these.
    fn of(positions: &Positions) -> Option<&Solution<Self>>;

    /// The key as a number.
    fn number(self) -> u128;

    /// The key that is this number, if one is.
    fn from_number(number: u128) -> Option<Self>;
}

impl Width for u64 {
    fn wrap(solution: Solution<u64>) -> Positions {
        Positions::Narrow(solution)
    }

    fn of(positions: &Positions) -> Option<&Solution<u64>> {
        match positions {
            Positions::Narrow(solution) => Some(solution),
            Positions::Wide(_) => None,
        }
    }

    fn number(self) -> u128 {
        self.into()
    }

    fn from_number(number: u128) -> Option<u64> {
        number.try_into().ok()
    }
}

impl Width for u128 {
    fn wrap(solution: Solution<u128>) -> Positions {
        Positions::Wide(solution)
    }

    fn of(positions: &Positions) -> Option<&Solution<u128>> {
        match positions {
            Positions::Narrow(_) => None,
            Positions::Wide(solution) => Some(solution),
        }
    }

    fn number(self) -> u128 {
        self
    }

    fn from_number(number: u128) -> Option<u128> {
        Some(number)
    }
}

impl Positions {
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

    /// Takes in what another worker has found; false for keys of another type.
    #[must_use]
    pub fn join(&mut self, other: Positions) -> bool {
        match (self, other) {
            (Positions::Narrow(all), Positions::Narrow(more)) => all.join(more),
            (Positions::Wide(all), Positions::Wide(more)) => all.join(more),
            _ => return false,
        }
        true
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
