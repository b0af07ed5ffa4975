//! Solutions as Parquet tables, which pandas, DuckDB and Polars read.
//!
//! There is a row for each key, in the order of keys: `position`, the key; `result`, for the
//! player to move; `remoteness`, null for an endless draw; `best`, the least key that a best
//! move reaches, or null. The metadata name the game.

mod read;
mod write;

use std::sync::Arc;

use grundy::solve::partitioned::{Code, Counts, Row};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::ParquetError;
use parquet::schema::types::Type;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(super) use self::read::Table;
pub(super) use self::write::save;

/// The number of rows that are converted to columns, or back, at a time.
const SOME: usize = 1 << 16;

/// The number of rows in a group; a whole group is kept in memory.
const MOST_ROWS: usize = 1 << 20;

/// The metadata key for how positions are packed, if there are several ways.
const PACKING: &str = "grundy.packing";

/// The metadata key for the rules that state the game.
const RULES: &str = "grundy.rules";

/// The metadata key for data on each group of rows.
const GROUPS: &str = "grundy.groups";

const OF_GROUPS: &str = "of each group of rows how many there are, the least and the greatest \
    position, and the CRC-32 of the rows in order, each as position (big-endian, as wide as the \
    column), the first letter of result, remoteness (32 bits, big-endian, -1 for null), best (as \
    position, all bits set for null)";

/// The metadata key for the checksum of all other metadata of ours.
const SEAL: &str = "grundy.seal";

/// The error for a game whose positions have no keys.
pub(super) const NO_KEYS: &str = "positions of this game have no keys";

fn schema(width: usize) -> Result<Type, ParquetError> {
    let unsigned = Some(LogicalType::integer(64, false));
    let key = |name, repetition| {
        let built = match width {
            8 => Type::primitive_type_builder(name, Physical::INT64)
                .with_logical_type(unsigned.clone()),
            _ => Type::primitive_type_builder(name, Physical::FIXED_LEN_BYTE_ARRAY)
                .with_length(width as i32),
        };
        built.with_repetition(repetition).build()
    };
    let result = Type::primitive_type_builder("result", Physical::BYTE_ARRAY)
        .with_logical_type(Some(LogicalType::String))
        .with_repetition(Repetition::REQUIRED);
    let remoteness = Type::primitive_type_builder("remoteness", Physical::INT32)
        .with_repetition(Repetition::OPTIONAL);
    let fields = [
        key("position", Repetition::REQUIRED)?,
        result.build()?,
        remoteness.build()?,
        key("best", Repetition::OPTIONAL)?,
    ];
    Type::group_type_builder("positions").with_fields(fields.map(Arc::new).to_vec()).build()
}

/// The metadata on a group of rows, which tell whether they were changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Group {
    rows: u64,
    first: u128,
    last: u128,
    crc32: u32,
}

impl Group {
    /// Adds rows with keys of `width` bytes.
    fn add(&mut self, rows: &[Row<u128>], width: usize) {
        let ([first, ..], [.., last]) = (rows, rows) else { return };
        if self.rows == 0 {
            self.first = first.key;
        }
        self.last = last.key;
        self.rows += rows.len() as u64;
        let mut sum = crc32fast::Hasher::new_with_initial(self.crc32);
        for Row { key, code, best } in rows {
            let key_bytes = |key: u128| key.to_be_bytes();
            sum.update(&key_bytes(*key)[16 - width..]);
            sum.update(&code.fate().word().as_bytes()[..1]);
            let remoteness = code.remoteness().map_or(-1, |moves| moves as i32);
            sum.update(&remoteness.to_be_bytes());
            sum.update(&key_bytes(best.unwrap_or(u128::MAX))[16 - width..]);
        }
        self.crc32 = sum.finalize();
    }
}

/// The checksum of metadata.
fn seal<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut sum = crc32fast::Hasher::new();
    for text in pairs.into_iter().flat_map(|(name, value)| [name, "=", value, "\n"]) {
        sum.update(text.as_bytes());
    }
    format!("{:08x}", sum.finalize())
}

/// For each verdict, the numbers of its keys and of its positions.
fn counts_to_json(counts: &Counts) -> Value {
    let each = counts.each().map(|(code, [keys, positions])| {
        json!({
            "result": code.fate().word(), "remoteness": code.remoteness(),
            "keys": keys, "positions": positions,
        })
    });
    each.collect()
}

fn counts_from_json(text: &str) -> Option<Counts> {
    let mut counts = Counts::default();
    for row in serde_json::from_str::<Value>(text).ok()?.as_array()? {
        let remoteness = match &row["remoteness"] {
            Value::Null => None,
            moves => Some(moves.as_u64()?.try_into().ok()?),
        };
        let code = code(row["result"].as_str()?.as_bytes(), remoteness)?;
        counts.add(code, row["keys"].as_u64()?, row["positions"].as_u64()?);
    }
    Some(counts)
}

/// The verdict of a row.
fn code(result: &[u8], remoteness: Option<u32>) -> Option<Code> {
    if remoteness.is_some_and(|moves| moves > Code::LONGEST) {
        return None;
    }
    match (result, remoteness) {
        (b"win", Some(moves)) => Some(Code::win(moves)),
        (b"loss", Some(moves)) => Some(Code::loss(moves)),
        (b"draw", Some(moves)) => Some(Code::tie(moves)),
        (b"draw", None) => Some(Code::DRAW),
        _ => None,
    }
}
