//! Writes a table, a group of rows at a time.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use grundy::solve::partitioned::{Code, Failure, Positions, Row};
use grundy::{Convention, Fate, Game, Limits};
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{
    ByteArray, ByteArrayType, DataType, FixedLenByteArray, FixedLenByteArrayType, Int32Type,
    Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::ColumnPath;
use serde_json::json;

use super::{
    GROUPS, Group, MOST_ROWS, NO_KEYS, OF_GROUPS, PACKING, RULES, SEAL, SOME, counts_to_json,
    schema, seal,
};
use crate::limits::LimitArgs;
use crate::output;
use crate::solution::explain;

const KEY: &str = "position and best are numbers that this version of grundy gives to positions \
    of the game with their player to move; positions that a symmetry of the rules makes equal \
    share one; grundy lookup finds the row of a position, and with --keys the position of a row";

/// Writes all positions.
pub(in crate::solution) fn save(
    path: &Path,
    game: &dyn Game,
    convention: Convention,
    positions: &Positions,
    limits: &LimitArgs,
) -> Result<()> {
    let mut stopped = None;
    let goal = Some(positions.counts().keys());
    let saved = output::save(path, |out| {
        let written =
            limits.run_towards(goal, |limits| write(out, game, convention, positions, &limits));
        written.map_err(|error| match error {
            Failure::File { error, .. } => error,
            error => {
                stopped = Some(error);
                io::Error::other("stopped")
            }
        })
    });
    match stopped {
        Some(failure) => Err(explain(failure)),
        None => saved,
    }
}

fn write(
    out: &mut (dyn io::Write + Send),
    game: &dyn Game,
    convention: Convention,
    positions: &Positions,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let failed = |error: ParquetError| {
        let error = match error {
            ParquetError::External(error) => io::Error::other(error),
            error => io::Error::other(error),
        };
        Failure::File { path: PathBuf::new(), error }
    };
    let large = game.large().ok_or_else(|| Failure::Lost(NO_KEYS.to_string()))?;
    let width = positions.key_bytes();
    let schema = Arc::new(schema(width).map_err(failed)?);
    let mut writer =
        SerializedFileWriter::new(out, schema, Arc::new(properties(width))).map_err(failed)?;
    let mut groups: Vec<Group> = Vec::new();
    let mut held: Vec<Row<u128>> = Vec::with_capacity(MOST_ROWS);
    let mut close = |rows: &[Row<u128>]| {
        let mut group = Group::default();
        group.add(rows, width);
        groups.push(group);
        flush(writer.next_row_group()?, width, rows)
    };
    large.rows(positions, limits, &mut |mut rows| {
        while !rows.is_empty() {
            let (now, later) = rows.split_at(rows.len().min(MOST_ROWS - held.len()));
            held.extend_from_slice(now);
            rows = later;
            if held.len() == MOST_ROWS {
                close(&held).map_err(failed)?;
                held.clear();
            }
        }
        Ok(())
    })?;
    if !held.is_empty() {
        close(&held).map_err(failed)?;
    }
    let mut about = vec![
        ("grundy.game", game.text()),
        ("grundy.convention", convention.word().to_string()),
        ("grundy.version", env!("CARGO_PKG_VERSION").to_string()),
        ("grundy.moves", positions.moves().to_string()),
        ("grundy.counts", counts_to_json(positions.counts()).to_string()),
        ("grundy.key", KEY.to_string()),
        (GROUPS, json!(groups).to_string()),
        ("grundy.groups.of", OF_GROUPS.to_string()),
    ];
    let rules = grundy::saved::rules(game);
    if !rules.is_empty() {
        about.push((RULES, json!(rules).to_string()));
    }
    let packing = large.packing();
    if !packing.is_empty() {
        about.push((PACKING, packing));
    }
    about.push((SEAL, seal(about.iter().map(|(name, value)| (*name, &**value)))));
    for (name, value) in about {
        writer.append_key_value_metadata(KeyValue::new(name.to_string(), value));
    }
    writer.close().map_err(failed)?;
    Ok(())
}

/// The properties of the columns. Keys are sorted, so their differences are small; the keys of best
/// moves are not sorted, but near.
fn properties(width: usize) -> WriterProperties {
    let distances = match width {
        8 => Encoding::DELTA_BINARY_PACKED,
        _ => Encoding::DELTA_BYTE_ARRAY,
    };
    let rising = SortingColumn { column_idx: 0, descending: false, nulls_first: false };
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(MOST_ROWS))
        .set_created_by(format!("grundy version {}", env!("CARGO_PKG_VERSION")))
        .set_sorting_columns(Some(vec![rising]));
    for key in ["position", "best"] {
        properties = properties
            .set_column_dictionary_enabled(ColumnPath::from(key), false)
            .set_column_encoding(ColumnPath::from(key), distances);
    }
    properties.build()
}

/// Writes a group of rows, column by column.
fn flush<W: io::Write + Send>(
    mut group: SerializedRowGroupWriter<'_, W>,
    width: usize,
    rows: &[Row<u128>],
) -> Result<(), ParquetError> {
    let words =
        [Fate::Win, Fate::Loss, Fate::Draw].map(|fate| (fate, ByteArray::from(fate.word())));
    let word = |code: Code| {
        let found = words.iter().find(|(fate, _)| *fate == code.fate());
        found.map(|(_, word)| word.clone())
    };
    let remoteness = |row: &Row<u128>| row.code.remoteness().map(|moves| moves as i32);
    if width == 8 {
        column::<Int64Type, _>(&mut group, rows, |row| Some(row.key as i64))?;
        column::<ByteArrayType, _>(&mut group, rows, |row| word(row.code))?;
        column::<Int32Type, _>(&mut group, rows, remoteness)?;
        column::<Int64Type, _>(&mut group, rows, |row| row.best.map(|key| key as i64))?;
    } else {
        let bytes = |key: u128| FixedLenByteArray::from(key.to_be_bytes().to_vec());
        column::<FixedLenByteArrayType, _>(&mut group, rows, |row| Some(bytes(row.key)))?;
        column::<ByteArrayType, _>(&mut group, rows, |row| word(row.code))?;
        column::<Int32Type, _>(&mut group, rows, remoteness)?;
        column::<FixedLenByteArrayType, _>(&mut group, rows, |row| row.best.map(bytes))?;
    }
    group.close()?;
    Ok(())
}

fn column<T: DataType, W: io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[Row<u128>],
    value: impl Fn(&Row<u128>) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    for some in rows.chunks(SOME) {
        let values: Vec<Option<T::T>> = some.iter().map(&value).collect();
        let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
        let values: Vec<T::T> = values.into_iter().flatten().collect();
        column.typed::<T>().write_batch(&values, Some(&levels), None)?;
    }
    column.close()
}
