//! Solutions as files.
//!
//! A line that says what it is, a line of JSON about the game, then for each
//! tier its keys, its verdicts and the index of their blocks; at the end an
//! index as JSON: where these lie, and how many positions have each verdict.
//! Each block, each line and each index has a checksum, so that nothing damaged
//! is read; another one is of the whole file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::code::Code;
use super::coded;
use super::counts::Counts;
use super::failure::Failure;
use super::solution::Solution;
use super::store::{Bytes, Sink};
use grundy_base::{Limits, Progress};
use grundy_ruleset::Key;

/// The first line of a file.
const MAGIC: &str = "grundy positions 4\n";

/// How the first line of every version begins.
const EVERY: &str = "grundy positions ";

/// The line about the game is shorter than this, and so is the index.
const LONGEST: u64 = 1 << 26;

/// What a file says of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The game as it is written.
    pub game: String,
    /// `normal` or `misere`.
    pub convention: String,
    /// The version of the program that wrote the file.
    pub version: String,
    /// Bytes of a key.
    pub key_bytes: usize,
    /// If each worker wrote its own file: the number of this part, and the number of parts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub part: Option<[usize; 2]>,
    /// How positions are packed, if that is not always the same.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub packing: String,
    /// The files that state the game, if it is not built in.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub rules: Vec<RulesText>,
}

/// A file of rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesText {
    /// The name of its game.
    pub name: String,
    /// The name of the file.
    pub file: String,
    /// What stands in it.
    pub text: String,
    /// What play has taught the rules and packing depends on: as
    /// `grundy::stated::Statement::learned`.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub learned: String,
}

/// The end of a file.
#[derive(Serialize, Deserialize)]
struct Index {
    /// The checksum of the lines at the start.
    head: u32,
    tiers: Vec<Sections>,
    /// Verdict, keys, positions.
    counts: Vec<(u16, u64, u64)>,
    moves: u64,
}

/// Where the keys of a tier, its verdicts and their index start, and where all
/// ends; and the checksum of their index.
#[derive(Debug, Serialize, Deserialize)]
struct Sections {
    tier: u32,
    bounds: [u64; 4],
    sum: u32,
}

/// Writes a solution into one file, which appears when it is complete.
pub fn write<K: Key>(
    path: &Path,
    about: &About,
    solution: &Solution<K>,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let mut sink = Sink::file(path.to_path_buf())?;
    let lines = format!("{MAGIC}{}\n", serde_json::to_string(about).unwrap_or_default());
    sink.write(lines.as_bytes())?;
    let head = crc32fast::hash(lines.as_bytes());
    let mut tiers = Vec::new();
    let mut positions = 0;
    for tier in solution.tiers() {
        let start = sink.len();
        let mut census = coded::Census::new();
        solution.each(tier, |keys, codes| {
            census.add(keys, codes);
            Ok::<(), Failure>(())
        })?;
        let mut writer = coded::Writer::new(sink, &census);
        solution.each(tier, |keys, codes| {
            positions += keys.len();
            limits.check(Progress { stage: "writing", positions, bytes: 0 })?;
            writer.add(keys, codes)
        })?;
        let (written, [codes, index], sum) = writer.finish()?;
        sink = written;
        tiers.push(Sections { tier, bounds: [start, codes, index, sink.len()], sum });
    }
    let counts = solution.counts().each();
    let counts = counts.map(|(code, [keys, all])| (code.bits(), keys, all)).collect();
    let moves = solution.moves();
    let index = serde_json::to_vec(&Index { head, tiers, counts, moves }).unwrap_or_default();
    sink.write(&index)?;
    sink.write(&crc32fast::hash(&index).to_le_bytes())?;
    sink.write(&(index.len() as u64).to_le_bytes())?;
    sink.finish()?;
    Ok(())
}

/// A file that was opened, whatever its keys are.
#[derive(Debug)]
pub struct Saved {
    path: PathBuf,
    about: About,
    bytes: Bytes,
    index: Vec<Sections>,
    counts: Counts,
    moves: u64,
}

impl Saved {
    /// Whether a file of positions begins with these bytes.
    #[must_use]
    pub fn is_one(start: &[u8]) -> bool {
        start.starts_with(EVERY.as_bytes())
    }

    /// Opens a file and reads what it says of the game, and its index.
    pub fn open(path: &Path) -> Result<Saved, Failure> {
        let damaged =
            |what: &str| Failure::Damaged { path: path.to_path_buf(), what: what.to_string() };
        let bytes = Bytes::whole(path)?;
        let mut room = Vec::new();
        let first = bytes.read(0..bytes.len().min(MAGIC.len() as u64), &mut room)?;
        if first != MAGIC.as_bytes() {
            return Err(damaged(match Saved::is_one(first) {
                true => "another version of grundy has written it: solve the game again",
                false => "it does not start as saved positions do",
            }));
        }
        let tail = bytes.len().checked_sub(12).ok_or_else(|| damaged("there is no index"))?;
        let trailer = bytes.read(tail..bytes.len(), &mut room)?;
        let (sum, length) = trailer.split_at(4);
        let sum = u32::from_le_bytes(sum.try_into().unwrap_or_default());
        let length = u64::from_le_bytes(length.try_into().unwrap_or_default());
        let start = tail.checked_sub(length).filter(|_| length < LONGEST);
        let start = start.ok_or_else(|| damaged("there is no index"))?;
        let index = bytes.read(start..tail, &mut room)?;
        if crc32fast::hash(index) != sum {
            return Err(damaged("the checksum of its index does not match"));
        }
        let index: Index = serde_json::from_slice(index)
            .map_err(|error| damaged(&format!("its index cannot be read: {error}")))?;
        let inside = |tier: &Sections| tier.bounds.is_sorted() && tier.bounds[3] <= start;
        if !index.tiers.iter().all(inside) {
            return Err(damaged("its index points beyond its end"));
        }
        let lines = index.tiers.first().map_or(start, |tier| tier.bounds[0]);
        let lines = bytes.read(0..lines, &mut room)?;
        if crc32fast::hash(lines) != index.head {
            return Err(damaged("the checksum of its first lines does not match"));
        }
        let about = lines.strip_prefix(MAGIC.as_bytes()).unwrap_or_default();
        let about: About = serde_json::from_slice(about)
            .map_err(|error| damaged(&format!("line 2 is not about a game: {error}")))?;
        let mut counts = Counts::default();
        for (bits, keys, positions) in index.counts {
            counts.add(Code::from_bits(bits), keys, positions);
        }
        Ok(Saved {
            path: path.to_path_buf(),
            about,
            bytes,
            index: index.tiers,
            counts,
            moves: index.moves,
        })
    }

    /// What it says of the game.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// How many positions have each verdict.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Bytes of the file.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.bytes.len()
    }

    /// Compares all of the file with its checksum.
    pub fn check(&self) -> Result<(), Failure> {
        self.bytes.check(crc32fast::Hasher::new())
    }

    /// The positions, for keys of this type.
    pub fn positions<K: Key>(&self) -> Result<Solution<K>, Failure> {
        let damaged = |what: String| Failure::Damaged { path: self.path.clone(), what };
        if self.about.key_bytes != size_of::<K>() {
            return Err(damaged(format!("its keys have {} bytes", self.about.key_bytes)));
        }
        let mut tiers = BTreeMap::new();
        let mut room = Vec::new();
        for Sections { tier: number, bounds: [keys, codes, index, end], sum } in &self.index {
            let head = self.bytes.read(*index..*end, &mut room)?;
            if crc32fast::hash(head) != *sum {
                return Err(damaged(format!(
                    "the checksum of tier {number}'s index does not match"
                )));
            }
            let (keys, codes) = (self.bytes.part(*keys..*codes), self.bytes.part(*codes..*index));
            let tier = coded::open(keys, codes, head)
                .ok_or_else(|| damaged(format!("the index of tier {number} cannot be read")))?;
            tiers.insert(*number, tier);
        }
        let solution = Solution::new(tiers, self.counts.clone(), self.moves);
        if solution.keys() != self.counts.keys() {
            return Err(damaged("its counts are not those of its keys".to_string()));
        }
        Ok(solution)
    }
}
