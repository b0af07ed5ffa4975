//! Checkpoints of a search for a period: a file that is only appended to. However the work
//! is interrupted, at most its last minute is lost.
//!
//! A line of JSON each. The first says which game it is; then come the values of the first heaps,
//! in parts, and how the others follow from them. Each further line is one snapshot, with the first
//! heap of the greatest value, and its ranks. Values and ranks are characters, `0` for 0 and so on:
//!
//! ```text
//! {"format":"grundy period","version":2,"ruleset":"octal(0.106)"}
//! {"first":0,"values":"0011…","checksum":"…"}
//! {"method":"…","heaps":131072,"chosen":65536,"checksum":"…"}
//! {"heap":1048576,"greatest":27,"greatest_at":53119,"ranks":"0312…","checksum":"…"}
//! ```
//!
//! `heaps` and `chosen` are the parts of [`SettledBy`]. Only proofs look at the first `more` ranks.
//! Where a proof has looked farther back than usual, `depth` says how far. Where a search could not
//! go on, a line `{"needed":94923712,"checksum":"…"}` says how many values the next one needs, and
//! `after` in the line of that one. The checksums are FNV-1a of 64 bits over all before as decimal
//! numbers, and the characters. A last line that is cut off is left out. A file of version 1 has no
//! values, and says the method in its first line.

use std::io::{self, BufRead};

use serde::{Deserialize, Serialize};

use super::checksum::Checksum;
use crate::solve::sequence::SettledBy;
use crate::solve::sequence::recurrence::{Search, Snapshot};

const FORMAT: &str = "grundy period";
const VERSION: u32 = 2;
/// Values in a line.
const PART: usize = 1 << 20;

#[derive(Serialize, Deserialize)]
struct HeaderLine {
    format: String,
    version: u32,
    ruleset: String,
    /// In version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    after: u64,
}

/// How a search follows from the first values.
#[derive(Serialize, Deserialize)]
struct MethodLine {
    method: String,
    /// Heaps that were in memory before the search, if there had to be more than usual.
    #[serde(default, skip_serializing_if = "is_zero")]
    after: u64,
    heaps: usize,
    chosen: usize,
    checksum: String,
}

/// How many values a search needs; a search with fewer could not go on.
#[derive(Serialize, Deserialize)]
struct NeededLine {
    needed: u64,
    checksum: String,
}

fn is_zero(heaps: &u64) -> bool {
    *heaps == 0
}

#[derive(Serialize, Deserialize)]
struct ValuesLine {
    first: usize,
    values: String,
    checksum: String,
}

#[derive(Serialize, Deserialize)]
struct SnapshotLine {
    heap: u64,
    greatest: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    greatest_at: Option<u64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    depth: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    more: u64,
    ranks: String,
    checksum: String,
}

/// A file is not one of checkpoints of this search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The first line is not that of such a file.
    #[error("line 1: not a file of checkpoints")]
    Header,
    /// The file is of another version of grundy, or another processor's method.
    #[error("made by another version: {0}")]
    Version(String),
    /// The file is of another game.
    #[error("line 1: checkpoints of {0}")]
    Ruleset(String),
    /// A line is damaged.
    #[error("line {0}: a damaged checkpoint")]
    Damaged(usize),
}

/// What a file of checkpoints keeps.
#[derive(Debug, Default)]
pub struct Kept {
    /// The values of the first heaps.
    pub values: Vec<u32>,
    /// How many a search needs, if more than usual.
    pub needed: u64,
    /// The search that they were enough for.
    pub search: Option<KeptSearch>,
    /// The bytes of the lines before that search.
    pub bytes_before: u64,
    /// The bytes of all lines that are not cut off.
    pub bytes: u64,
}

/// What is kept of a search.
#[derive(Debug)]
pub struct KeptSearch {
    fingerprint: String,
    /// Heaps that were in memory before the search, if there had to be more than usual.
    pub after: u64,
    /// What it is restarted from; none for files of version 1.
    pub settled: Option<SettledBy>,
    /// In order.
    pub snapshots: Vec<Snapshot>,
}

impl KeptSearch {
    /// What is kept of a search that has just begun.
    #[must_use]
    pub fn begun(search: &Search) -> KeptSearch {
        KeptSearch {
            fingerprint: search.fingerprint(),
            after: search.after(),
            settled: Some(search.settled()),
            snapshots: Vec::new(),
        }
    }

    /// Whether the snapshots can be those of a search.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Version`] if they cannot.
    pub fn check(&self, search: &Search) -> Result<(), CheckpointError> {
        match self.fingerprint == search.fingerprint() {
            true => Ok(()),
            false => Err(CheckpointError::Version(self.fingerprint.clone())),
        }
    }
}

impl MethodLine {
    fn sum(&self) -> String {
        let MethodLine { method, after, heaps, chosen, .. } = self;
        Checksum::of(&format!("{method} {after} {heaps} {chosen}"))
    }
}

impl NeededLine {
    fn sum(&self) -> String {
        Checksum::of(&self.needed.to_string())
    }
}

impl ValuesLine {
    fn sum(&self) -> String {
        Checksum::of(&format!("{} {}", self.first, self.values))
    }
}

/// A number as a character from `0` on; none above a million.
fn character(number: u32) -> Option<char> {
    char::from_u32(match number + u32::from('0') {
        // Surrogates leave a gap here.
        code @ 0xd800.. => code.checked_add(0x800)?,
        code => code,
    })
}

fn number(character: char) -> Option<u32> {
    let code = u32::from(character);
    let code = if code >= 0xe000 { code - 0x800 } else { code };
    code.checked_sub('0'.into())
}

/// The first line of a file of checkpoints.
#[must_use]
pub fn header(ruleset: &str) -> String {
    let (format, ruleset) = (FORMAT.to_string(), ruleset.to_string());
    let line = HeaderLine { format, version: VERSION, ruleset, method: None, after: 0 };
    super::json::line(&line) + "\n"
}

/// The lines of values of heaps from one on; none where one is too large for a character.
pub fn values(first: usize, values: &[u32]) -> Option<String> {
    let parts = values.chunks(PART).enumerate().map(|(part, values)| {
        let values = values.iter().map(|&value| character(value)).collect::<Option<String>>()?;
        let line = ValuesLine { first: first + part * PART, values, checksum: String::new() };
        Some(super::json::line(&ValuesLine { checksum: line.sum(), ..line }) + "\n")
    });
    parts.collect()
}

/// The line that says how many values a search needs.
#[must_use]
pub fn needed(needed: u64) -> String {
    let line = NeededLine { needed, checksum: String::new() };
    super::json::line(&NeededLine { checksum: line.sum(), ..line }) + "\n"
}

/// The line of a search, behind the values that it needs.
#[must_use]
pub fn search(search: &Search) -> String {
    let SettledBy { heaps, chosen } = search.settled();
    let (method, after, checksum) = (search.fingerprint(), search.after(), String::new());
    let line = MethodLine { method, after, heaps, chosen, checksum };
    super::json::line(&MethodLine { checksum: line.sum(), ..line }) + "\n"
}

/// The line of a snapshot.
#[must_use]
pub fn snapshot(snapshot: &Snapshot) -> String {
    let ranks = snapshot.ranks().map(|rank| character(rank.into()).expect("a number of 16 bits"));
    let Snapshot { heap, greatest, greatest_at, depth, .. } = *snapshot;
    let (ranks, more, checksum) = (ranks.collect(), snapshot.more as u64, String::new());
    let line = SnapshotLine { heap, greatest, greatest_at, depth, more, ranks, checksum };
    super::json::line(&SnapshotLine { checksum: line.sum(), ..line }) + "\n"
}

/// Reads a file of checkpoints of a game.
///
/// # Errors
///
/// If it is no such file, or is damaged; its last line may be cut off.
pub fn read(mut file: impl BufRead, ruleset: &str) -> Result<Kept, CheckpointError> {
    let mut kept = Kept::default();
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        file.read_until(b'\n', &mut line)?;
        number += 1;
        let cut_off = line.last() != Some(&b'\n');
        if cut_off && (number > 1 || header(ruleset).as_bytes().starts_with(&line)) {
            return Ok(kept);
        }
        match number {
            1 => kept.search = first_line(&line, ruleset)?,
            _ => kept.add(&line).ok_or(CheckpointError::Damaged(number))?,
        }
        kept.bytes += line.len() as u64;
        if kept.search.is_none() {
            kept.bytes_before = kept.bytes;
        }
    }
}

/// The search that the first line of a file of version 1 says.
fn first_line(line: &[u8], ruleset: &str) -> Result<Option<KeptSearch>, CheckpointError> {
    let header: HeaderLine = serde_json::from_slice(line).map_err(|_| CheckpointError::Header)?;
    if header.format != FORMAT || line.last() != Some(&b'\n') {
        return Err(CheckpointError::Header);
    }
    if header.ruleset != ruleset {
        return Err(CheckpointError::Ruleset(header.ruleset));
    }
    match (header.version, header.method) {
        (1, Some(fingerprint)) => {
            let (after, snapshots) = (header.after, Vec::new());
            Ok(Some(KeptSearch { fingerprint, after, settled: None, snapshots }))
        }
        (VERSION, None) => Ok(None),
        (version, _) => Err(CheckpointError::Version(format!("version {version}"))),
    }
}

impl Kept {
    /// Adds what a line behind the first says; none where it is damaged.
    fn add(&mut self, line: &[u8]) -> Option<()> {
        if let Some(search) = &mut self.search {
            // Only the last snapshot needs more ranks.
            if let Some(before) = search.snapshots.last_mut() {
                before.shorten();
            }
            search.snapshots.push(serde_json::from_slice::<SnapshotLine>(line).ok()?.read()?);
        } else if let Ok(line) = serde_json::from_slice::<ValuesLine>(line) {
            if line.first != self.values.len() || line.checksum != line.sum() {
                return None;
            }
            for character in line.values.chars() {
                self.values.push(number(character)?);
            }
        } else if let Ok(line) = serde_json::from_slice::<NeededLine>(line) {
            self.needed = line.needed;
            return (line.checksum == line.sum()).then_some(());
        } else {
            let line: MethodLine = serde_json::from_slice(line).ok()?;
            if line.heaps > self.values.len() || line.checksum != line.sum() {
                return None;
            }
            let MethodLine { method: fingerprint, after, heaps, chosen, .. } = line;
            let settled = Some(SettledBy { heaps, chosen });
            self.search = Some(KeptSearch { fingerprint, after, settled, snapshots: Vec::new() });
        }
        Some(())
    }
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
        if self.more > 0 {
            sum += &format!(" more {}", self.more);
        }
        Checksum::of(&format!("{sum} {}", self.ranks))
    }

    /// The snapshot; none where it is damaged.
    fn read(self) -> Option<Snapshot> {
        /// No heap is as far out.
        const FARTHEST: u64 = 1 << 60;
        if self.checksum != self.sum() || self.heap > FARTHEST || self.depth > FARTHEST {
            return None;
        }
        let rank = |character| u16::try_from(number(character)?).ok();
        let ranks = self.ranks.chars().map(rank).collect::<Option<Vec<u16>>>()?;
        let mut snapshot = Snapshot::new(self.heap, ranks, (self.greatest, self.greatest_at));
        snapshot.depth = self.depth;
        snapshot.more = usize::try_from(self.more).ok()?;
        Some(snapshot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_values_are_needed_is_kept() {
        let before = header("kayles") + &values(0, &[0, 1, 2]).unwrap();
        let text = before.clone() + &needed(12) + &values(3, &[3]).unwrap();
        let kept = read(text.as_bytes(), "kayles").unwrap();
        assert_eq!((kept.needed, kept.values, kept.search.is_none()), (12, vec![0, 1, 2, 3], true));
        assert_eq!((kept.bytes, kept.bytes_before), (text.len() as u64, text.len() as u64));
        let damaged = text.replace("\"needed\":12", "\"needed\":13");
        assert!(matches!(read(damaged.as_bytes(), "kayles"), Err(CheckpointError::Damaged(3))));
    }
}
