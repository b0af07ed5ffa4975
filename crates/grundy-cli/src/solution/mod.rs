//! Files that hold every position of a large game with its verdict, and files of strategies.
//!
//! - `weak`: strategies.
//! - `table`: as Parquet tables.
//! - `open`: files of either form, in one part or in several.
//! - `known`: what a file knows of a game that is played.

pub(crate) mod known;
mod open;
#[cfg_attr(not(feature = "parquet"), path = "no_table.rs")]
mod table;
pub(crate) mod weak;

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use grundy::solve::partitioned::{Failure, Positions};
use grundy::{Convention, Game, saved};

use crate::limits::{self, LimitArgs};
use crate::output;
pub(crate) use open::{Opened, is_solution, start};

/// The error if a Parquet table is asked for but the program is built without them.
pub(crate) const NO_TABLES: &str =
    "this grundy was built without Parquet tables (without its feature `parquet`)";

/// Whether the extension of a file is one for files of all positions.
///
/// # Errors
///
/// If such a file cannot be written.
pub(crate) fn holds_positions(path: &Path) -> Result<bool> {
    match output::ending(Some(path)).as_deref() {
        Some("parquet") if !cfg!(feature = "parquet") => bail!("{}: {NO_TABLES}", path.display()),
        ending => Ok(matches!(ending, Some("positions" | "parquet"))),
    }
}

/// Writes all positions of a game into a file: a Parquet table, if its name ends
/// in `.parquet`, or the native form, which is smaller and faster to look up.
pub(crate) fn save(
    path: &Path,
    game: &dyn Game,
    convention: Convention,
    positions: &Positions,
    limits: &LimitArgs,
) -> Result<()> {
    let goal = Some(positions.counts().keys());
    if output::ending(Some(path)).as_deref() == Some("parquet") {
        return table::save(path, game, convention, positions, limits);
    }
    let about = saved::about(game, convention, positions, None);
    limits.run_towards(goal, |limits| positions.write(path, &about, &limits)).map_err(explain)
}

/// The error, with the option that raises the limit.
pub(crate) fn explain(failure: Failure) -> anyhow::Error {
    match failure {
        Failure::Stopped(stopped) => limits::explain(&stopped),
        failure @ Failure::Damaged { .. } => {
            anyhow!("{failure}: solve the game again, or remove the folder of the checkpoint")
        }
        failure => anyhow!("{failure}"),
    }
}
