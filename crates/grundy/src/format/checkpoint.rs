//! Checkpoints of a search for a period: a file that is only appended to. However the work
//! is interrupted, at most its last minute is lost.
//!
//! A line of JSON each. The first says what is searched and how; each other is
//! one snapshot, with the first heap of the greatest value, and its ranks as characters from `0`
//! on:
//!
//! ```text
//! {"format":"grundy period","version":1,"ruleset":"octal(0.106)","method":"…"}
//! {"heap":1048576,"greatest":27,"greatest_at":53119,"ranks":"0312…","checksum":"…"}
//! ```
//!
//! Where a proof has looked farther back than usual, `depth` says how far. The checksum is FNV-1a
//! of 64 bits over these as decimal numbers, and the ranks. A last line that is cut off is left out.

use serde::{Deserialize, Serialize};

use super::checksum::Checksum;
use crate::solve::sequence::recurrence::{Search, Snapshot};

const FORMAT: &str = "grundy period";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct HeaderLine {
    format: String,
    version: u32,
    ruleset: String,
    method: String,
    /// Heaps that were in memory before, where these had to be more than usual.
    #[serde(default, skip_serializing_if = "is_zero")]
    after: u64,
}

fn is_zero(heaps: &u64) -> bool {
    *heaps == 0
}

#[derive(Serialize, Deserialize)]
struct SnapshotLine {
    heap: u64,
    greatest: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    greatest_at: Option<u64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    depth: u64,
    ranks: String,
    checksum: String,
}

/// A file is not one of checkpoints of this search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The first line is not that of such a file.
    #[error("line 1: not a file of checkpoints")]
    Header,
    /// The file is of another version of grundy, or another processor's method.
    #[error("line 1: made by another version: {0}")]
    Version(String),
    /// The file is of another game.
    #[error("line 1: checkpoints of {0}")]
    Ruleset(String),
    /// A snapshot is damaged.
    #[error("line {0}: a damaged snapshot")]
    Damaged(usize),
}

impl SnapshotLine {
    fn sum(&self) -> String {
        let mut sum = format!("{} {}", self.heap, self.greatest);
        if let Some(heap) = self.greatest_at {
            sum += &format!(" {heap}");
        }
        if self.depth > 0 {
            sum += &format!(" back {}", self.depth);
        }
        let mut checksum = Checksum::EMPTY;
        checksum.add(format!("{sum} {}", self.ranks).as_bytes());
        checksum.word()
    }
}

/// A rank as a character from `0` on. Ranks are below 2^14, where characters have no gap.
fn character(rank: u16) -> char {
    char::from_u32(u32::from(b'0') + u32::from(rank)).expect("a small rank")
}

fn rank(character: char) -> Option<u16> {
    u32::from(character).checked_sub(b'0'.into())?.try_into().ok()
}

/// The first line of a file of checkpoints.
#[must_use]
pub fn header(ruleset: &str, search: &Search) -> String {
    super::json::line(&HeaderLine {
        format: FORMAT.to_string(),
        version: VERSION,
        ruleset: ruleset.to_string(),
        method: search.fingerprint(),
        after: search.after(),
    }) + "\n"
}

/// How many heaps were in memory before the search of a game whose file this is the beginning of;
/// 0 where it does not say, or is of another game.
#[must_use]
pub fn after(first_line: &str, ruleset: &str) -> u64 {
    let header = serde_json::from_str::<HeaderLine>(first_line);
    header.map_or(0, |header| if header.ruleset == ruleset { header.after } else { 0 })
}

/// The line of a snapshot.
#[must_use]
pub fn line(snapshot: &Snapshot) -> String {
    let ranks: String = snapshot.ranks().map(character).collect();
    let Snapshot { heap, greatest, greatest_at, depth, .. } = *snapshot;
    let checksum = String::new();
    let line = SnapshotLine { heap, greatest, greatest_at, depth, ranks, checksum };
    super::json::line(&SnapshotLine { checksum: line.sum(), ..line }) + "\n"
}

/// The snapshots in a file of checkpoints of a search, and how many bytes they
/// take: what stands behind was cut off.
pub fn read(
    contents: &str,
    ruleset: &str,
    search: &Search,
) -> Result<(Vec<Snapshot>, usize), CheckpointError> {
    let mut lines = contents.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let first = lines.next().unwrap_or_default();
    let header: HeaderLine = serde_json::from_str(first).map_err(|_| CheckpointError::Header)?;
    if header.format != FORMAT {
        return Err(CheckpointError::Header);
    }
    if header.ruleset != ruleset {
        return Err(CheckpointError::Ruleset(header.ruleset));
    }
    if header.version != VERSION || header.method != search.fingerprint() {
        return Err(CheckpointError::Version(header.method));
    }
    let mut bytes = first.len();
    let mut snapshots = Vec::new();
    for (number, line) in (2..).zip(lines) {
        let damaged = CheckpointError::Damaged(number);
        let Ok(found) = serde_json::from_str::<SnapshotLine>(line) else { return Err(damaged) };
        if found.checksum != found.sum() {
            return Err(damaged);
        }
        let Some(ranks) = found.ranks.chars().map(rank).collect::<Option<Vec<u16>>>() else {
            return Err(damaged);
        };
        let SnapshotLine { heap, greatest, greatest_at, depth, .. } = found;
        let mut snapshot = Snapshot::new(heap, ranks, (greatest, greatest_at));
        snapshot.depth = depth;
        snapshots.push(snapshot);
        bytes += line.len();
    }
    Ok((snapshots, bytes))
}
