//! What rules have learned from play that samples did not show, in the folder of a checkpoint:
//! another process needs it to read the keys there.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use grundy::solve::partitioned::Checkpoint;
use grundy::{Game, catalogue};

use super::explain;

/// The file, by the name of each ruleset.
fn file(folder: &Path) -> PathBuf {
    folder.join("learned.json")
}

/// Keeps what the rules of a game have learned, and removes the checkpoint, whose keys are
/// others.
pub(crate) fn keep(game: &dyn Game, folder: &Path) -> Result<()> {
    let known = |(name, _): (&'static str, _)| (name, catalogue::learned(name));
    let all: BTreeMap<&str, String> = game.sources().into_iter().map(known).collect();
    Checkpoint::forget(folder).map_err(explain)?;
    let path = file(folder);
    fs::write(&path, serde_json::to_string(&all).unwrap_or_default())
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Teaches the rules of a game what they had learned when a checkpoint was written.
pub(crate) fn recall(game: &dyn Game, folder: &Path) -> Result<()> {
    let path = file(folder);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let all: BTreeMap<String, String> = serde_json::from_str(&text)
        .with_context(|| format!("{}: this is not what rules have learned", path.display()))?;
    for (name, _) in game.sources() {
        all.get(name).into_iter().for_each(|learned| catalogue::learn(name, learned));
    }
    Ok(())
}
