//! Checkpoints of a search for a period: a file that is only appended to. However the work
//! is interrupted, at most its last minute is lost.
//!
//! A line of JSON each. The first says what is searched and how; each other is
//! one snapshot, its ranks as characters from `0` on:
//!
//! ```text
//! {"format":"grundy period","version":1,"ruleset":"octal(0.106)","method":"…"}
//! {"heap":1048576,"greatest":27,"ranks":"0312…","checksum":"…"}
//! ```
//!
//! The checksum is FNV-1a of 64 bits over heap and greatest value as decimal
//! numbers and the ranks. A last line that is cut off is left out.

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
}

#[derive(Serialize, Deserialize)]
struct SnapshotLine {
    heap: u64,
    greatest: u16,
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

fn checksum(heap: u64, greatest: u16, ranks: &str) -> String {
    let mut checksum = Checksum::EMPTY;
    checksum.add(format!("{heap} {greatest} {ranks}").as_bytes());
    checksum.word()
}

/// The first line of a file of checkpoints.
#[must_use]
pub fn header(ruleset: &str, search: &Search) -> String {
    super::json::line(&HeaderLine {
        format: FORMAT.to_string(),
        version: VERSION,
        ruleset: ruleset.to_string(),
        method: search.fingerprint(),
    }) + "\n"
}

/// The line of a snapshot.
#[must_use]
pub fn line(snapshot: &Snapshot) -> String {
    let ranks: String = snapshot.ranks.iter().map(|rank| char::from(b'0' + rank)).collect();
    let Snapshot { heap, greatest, .. } = *snapshot;
    let checksum = checksum(heap, greatest, &ranks);
    super::json::line(&SnapshotLine { heap, greatest, ranks, checksum }) + "\n"
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
        if found.checksum != checksum(found.heap, found.greatest, &found.ranks) {
            return Err(damaged);
        }
        let ranks = found.ranks.bytes().map(|rank| rank.wrapping_sub(b'0')).collect();
        snapshots.push(Snapshot { heap: found.heap, ranks, greatest: found.greatest });
        bytes += line.len();
    }
    Ok((snapshots, bytes))
}
