//! Replaces Parquet tables in a program that is built without them.

use std::path::Path;

use anyhow::{Result, bail};
use grundy::solve::partitioned::file::RulesText;
use grundy::solve::partitioned::{Code, Counts, Failure, Positions};
use grundy::solve::verify::positions::{OnClaims, Pieces, Refused};
use grundy::{Convention, Game, Limits};

use crate::limits::LimitArgs;

/// No table exists.
pub(super) enum Table {}

/// The fields of a table.
pub(super) struct Fields {
    pub(super) game: String,
    pub(super) convention: String,
    pub(super) rules: Vec<RulesText>,
    pub(super) packing: Option<String>,
    pub(super) counts: Counts,
}

impl std::ops::Deref for Table {
    type Target = Fields;

    fn deref(&self) -> &Fields {
        match *self {}
    }
}

impl Table {
    /// Whether these are the first bytes of a Parquet table.
    pub(super) fn is_one(start: &[u8]) -> bool {
        start.starts_with(b"PAR1")
    }

    pub(super) fn open(path: &Path) -> Result<Table> {
        bail!("{}: {}", path.display(), super::NO_TABLES)
    }

    pub(super) fn load(&self, _: &dyn Game, _: &Limits<'_>) -> Result<Positions, Failure> {
        match *self {}
    }

    pub(super) fn finder(&self) -> fn(u128) -> Result<Option<Code>, Failure> {
        match *self {}
    }
}

impl Pieces<u128> for Table {
    fn sizes(&self) -> Vec<u64> {
        match *self {}
    }

    fn each(&self, _: usize, _: &mut OnClaims<'_, u128>) -> Result<(), Refused> {
        match *self {}
    }
}

pub(super) fn save(
    path: &Path,
    _: &dyn Game,
    _: Convention,
    _: &Positions,
    _: &LimitArgs,
) -> Result<()> {
    Table::open(path).map(|table| match table {})
}
