//! Solutions as Parquet tables, which pandas, DuckDB and Polars read.
//!
//! There is a row for each key, in the order of keys: `position`, the key; `result`, for the
//! player to move; `remoteness`, null for an endless draw; `best`, the least key that a best
//! move reaches, or null. The metadata name the game.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use grundy::game::OnRows;
use grundy::solve::partitioned::file::Rules;
use grundy::solve::partitioned::{Code, Counts, Failure, Positions, Row};
use grundy::solve::verify::positions::{Claim, OnClaims, Pieces, Refused};
use grundy::{Convention, Fate, Game, Limits, Progress};
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{
    ByteArray, ByteArrayType, DataType, FixedLenByteArray, FixedLenByteArrayType, Int32Type,
    Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type};
use serde_json::{Value, json};

use super::explain;
use crate::limits::LimitArgs;
use crate::output;

/// Rows of a group; a whole group is kept in memory.
const GROUP: usize = 1 << 20;
/// Rows that are converted to columns, or back, at a time.
const SOME: usize = 1 << 16;

/// How positions are packed, if that is not always the same.
const PACKING: &str = "grundy.packing";

/// Where the rules are that state the game.
const RULES: &str = "grundy.rules";

const KEY: &str = "position and best are numbers that this version of grundy gives to positions \
    of the game with their player to move; positions that a symmetry of the rules makes equal \
    share one; grundy lookup finds the row of a position, and with --keys the position of a row";

const CHECKSUM: &str = "CRC-32 of all rows in order, each as position (big-endian, as wide as \
    the column), the first letter of result, remoteness (32 bits, big-endian, -1 for null), best \
    (as position, all bits set for null)";

/// Writes all positions.
pub(super) fn save(
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
    let mut sum = Checksum::new(width);
    let mut held: Vec<Row<u128>> = Vec::with_capacity(GROUP);
    large.rows(positions, limits, &mut |mut rows| {
        while !rows.is_empty() {
            let (now, later) = rows.split_at(rows.len().min(GROUP - held.len()));
            sum.add(now);
            held.extend_from_slice(now);
            rows = later;
            if held.len() == GROUP {
                flush(writer.next_row_group().map_err(failed)?, width, &held).map_err(failed)?;
                held.clear();
            }
        }
        Ok(())
    })?;
    if !held.is_empty() {
        flush(writer.next_row_group().map_err(failed)?, width, &held).map_err(failed)?;
    }
    let about = [
        ("grundy.game", game.text()),
        ("grundy.convention", convention.word().to_string()),
        ("grundy.version", env!("CARGO_PKG_VERSION").to_string()),
        ("grundy.moves", positions.moves().to_string()),
        ("grundy.counts", counts_to_json(positions.counts()).to_string()),
        ("grundy.key", KEY.to_string()),
        ("grundy.checksum", format!("{:08x}", sum.finish())),
        ("grundy.checksum.of", CHECKSUM.to_string()),
    ];
    let rules = grundy::saved::rules(game);
    let rules = match rules.is_empty() {
        true => None,
        false => Some((RULES, serde_json::json!(rules).to_string())),
    };
    let packing = Some(large.packing()).filter(|packing| !packing.is_empty());
    let packing = packing.map(|packing| (PACKING, packing));
    for (name, value) in about.into_iter().chain(rules).chain(packing) {
        writer.append_key_value_metadata(KeyValue::new(name.to_string(), value));
    }
    writer.close().map_err(failed)?;
    Ok(())
}

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

/// Keys are sorted, so their differences are small; the keys of best moves are not sorted,
/// but near.
fn properties(width: usize) -> WriterProperties {
    let distances = match width {
        8 => Encoding::DELTA_BINARY_PACKED,
        _ => Encoding::DELTA_BYTE_ARRAY,
    };
    let rising = SortingColumn { column_idx: 0, descending: false, nulls_first: false };
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(GROUP))
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

/// The checksum over all rows, as the metadata describes it.
struct Checksum {
    width: usize,
    sum: crc32fast::Hasher,
    bytes: Vec<u8>,
}

impl Checksum {
    fn new(width: usize) -> Self {
        Checksum { width, sum: crc32fast::Hasher::new(), bytes: Vec::new() }
    }

    fn add(&mut self, rows: &[Row<u128>]) {
        for some in rows.chunks(SOME) {
            self.bytes.clear();
            for Row { key, code, best } in some {
                let width = self.width;
                let key_bytes = |key: u128| key.to_be_bytes();
                self.bytes.extend_from_slice(&key_bytes(*key)[16 - width..]);
                self.bytes.push(code.fate().word().as_bytes()[0]);
                let remoteness = code.remoteness().map_or(-1, |moves| moves as i32);
                self.bytes.extend_from_slice(&remoteness.to_be_bytes());
                self.bytes.extend_from_slice(&key_bytes(best.unwrap_or(u128::MAX))[16 - width..]);
            }
            self.sum.update(&self.bytes);
        }
    }

    fn finish(self) -> u32 {
        self.sum.finalize()
    }
}

/// For each verdict the number of its keys and positions.
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

/// An open table.
pub(super) struct Table {
    path: PathBuf,
    reader: SerializedFileReader<File>,
    pub(super) game: String,
    pub(super) convention: String,
    pub(super) rules: Vec<Rules>,
    pub(super) packing: Option<String>,
    pub(super) counts: Counts,
    moves: u64,
    width: usize,
    checksum: String,
}

impl Table {
    /// Whether these are the first bytes of a Parquet table.
    pub(super) fn is_one(start: &[u8]) -> bool {
        start.starts_with(b"PAR1")
    }

    pub(super) fn open(path: &Path) -> Result<Table> {
        let name = path.display();
        let file = File::open(path).map_err(|error| anyhow!("{name}: {error}"))?;
        let reader = SerializedFileReader::new(file).map_err(|error| anyhow!("{name}: {error}"))?;
        let about = reader.metadata().file_metadata();
        let said = |wanted: &str| {
            let pairs = about.key_value_metadata().into_iter().flatten();
            let found = pairs.filter(|pair| pair.key == wanted).find_map(|pair| pair.value.clone());
            found.ok_or_else(|| anyhow!("{name}: it is no table of positions: no {wanted}"))
        };
        let (game, convention) = (said("grundy.game")?, said("grundy.convention")?);
        let rules = said(RULES).map_or(Ok(Vec::new()), |rules| serde_json::from_str(&rules));
        let rules = rules.map_err(|error| anyhow!("{name}: its rules cannot be read: {error}"))?;
        let checksum = said("grundy.checksum")?;
        let moves = said("grundy.moves")?.parse();
        let moves = moves.map_err(|_| anyhow!("{name}: its moves are no number"))?;
        let counts = counts_from_json(&said("grundy.counts")?)
            .ok_or_else(|| anyhow!("{name}: its counts cannot be read"))?;
        let columns: Vec<(&str, Physical)> = about
            .schema_descr()
            .columns()
            .iter()
            .map(|column| (column.name(), column.physical_type()))
            .collect();
        let key = columns.first().map_or(Physical::INT64, |column| column.1);
        let expected = [
            ("position", key),
            ("result", Physical::BYTE_ARRAY),
            ("remoteness", Physical::INT32),
            ("best", key),
        ];
        let width = match key {
            Physical::INT64 => 8,
            _ => 16,
        };
        if columns != expected || schema(width).ok().as_ref() != Some(about.schema()) {
            return Err(anyhow!("{name}: its columns are not those of a table of positions"));
        }
        Ok(Table {
            path: path.to_path_buf(),
            game,
            convention,
            rules,
            packing: said(PACKING).ok(),
            counts,
            moves,
            width,
            checksum,
            reader,
        })
    }

    fn damaged(&self, what: impl ToString) -> Failure {
        Failure::Damaged { path: self.path.clone(), what: what.to_string() }
    }

    /// Compares all rows with the checksum.
    pub(super) fn check(&self, limits: &Limits<'_>) -> Result<(), Failure> {
        let mut sum = Checksum::new(self.width);
        let mut positions = 0;
        for group in 0..self.reader.num_row_groups() {
            self.each(group, &mut |rows| {
                positions += rows.len();
                limits.check(Progress { stage: "checksum", positions, bytes: 0 })?;
                sum.add(rows);
                Ok(())
            })?;
        }
        match format!("{:08x}", sum.finish()) == self.checksum {
            true => Ok(()),
            false => Err(self.damaged("its checksum does not match: the file was changed")),
        }
    }

    /// All positions, packed in memory.
    pub(super) fn load(&self, game: &dyn Game, limits: &Limits<'_>) -> Result<Positions, Failure> {
        let large = game.large().ok_or_else(|| self.damaged(NO_KEYS))?;
        if large.key_bytes() != self.width {
            return Err(self.damaged(format!("its keys have {} bytes", self.width)));
        }
        let mut last = None;
        let (mut group, mut open, mut positions) = (0, None, 0);
        let loaded = large.collect(self.moves, &mut |some| {
            while some.is_empty() && group < self.reader.num_row_groups() {
                let columns: &mut Columns = match &mut open {
                    Some(columns) => columns,
                    None => open.insert(self.columns(group)?),
                };
                let rows = columns.next(SOME).map_err(|what| self.damaged(what))?;
                if rows.is_empty() {
                    (open, group) = (None, group + 1);
                }
                for row in rows {
                    if last.replace(row.key).is_some_and(|last| last >= row.key) {
                        return Err(self.damaged(format!("position {} is out of order", row.key)));
                    }
                    some.push((row.key, row.code));
                }
            }
            positions += some.len();
            Ok(limits.check(Progress { stage: "reading", positions, bytes: 0 })?)
        })?;
        match *loaded.counts() == self.counts {
            true => Ok(loaded),
            false => Err(self.damaged("its counts are not those of its rows")),
        }
    }

    /// Looks up rows. Whole groups of rows are read, and some are cached.
    pub(super) fn finder(&self) -> impl FnMut(u128) -> Result<Option<Code>, Failure> {
        /// Groups in the cache.
        const KEPT: usize = 8;
        let mut kept: Vec<(usize, Vec<(u128, Code)>)> = Vec::new();
        move |key| {
            let groups = 0..self.reader.num_row_groups();
            for group in groups.filter(|&group| self.may_have(group, key)) {
                let place = match kept.iter().position(|(known, _)| *known == group) {
                    Some(place) => place,
                    None => {
                        let mut rows = Vec::new();
                        self.each(group, &mut |some| {
                            rows.extend(some.iter().map(|row| (row.key, row.code)));
                            Ok(())
                        })?;
                        if kept.len() == KEPT {
                            kept.remove(0);
                        }
                        kept.push((group, rows));
                        kept.len() - 1
                    }
                };
                let rows = &kept[place].1;
                if let Ok(found) = rows.binary_search_by_key(&key, |row| row.0) {
                    return Ok(Some(rows[found].1));
                }
            }
            Ok(None)
        }
    }

    /// Whether a group of rows may contain a key.
    fn may_have(&self, group: usize, key: u128) -> bool {
        let bounds = self.reader.metadata().row_group(group).column(0).statistics();
        match bounds {
            Some(Statistics::Int64(bounds)) => match (bounds.min_opt(), bounds.max_opt()) {
                (Some(&min), Some(&max)) => {
                    (min as u64 as u128..=max as u64 as u128).contains(&key)
                }
                _ => true,
            },
            Some(Statistics::FixedLenByteArray(bounds)) => {
                let key = key.to_be_bytes();
                bounds.min_opt().is_none_or(|min| min.data() <= key.as_slice())
                    && bounds.max_opt().is_none_or(|max| max.data() >= key.as_slice())
            }
            _ => true,
        }
    }

    /// The columns of a group of rows, with a file handle of their own: a handle has a single
    /// read position, which other threads would move.
    fn columns(&self, group: usize) -> Result<Columns, Failure> {
        let failed = |error| Failure::File { path: self.path.clone(), error };
        let file = File::open(&self.path).map_err(failed)?;
        let reader = SerializedFileReader::new(file).map_err(|error| self.damaged(error))?;
        if group >= reader.num_row_groups() {
            return Err(self.damaged("it was replaced while it was read"));
        }
        let group = reader.get_row_group(group).map_err(|error| self.damaged(error))?;
        let column = |place| group.get_column_reader(place).map_err(|error| self.damaged(error));
        let wrong = || self.damaged("its columns are not those of a table of positions");
        let ColumnReader::ByteArrayColumnReader(result) = column(1)? else { return Err(wrong()) };
        let ColumnReader::Int32ColumnReader(remoteness) = column(2)? else { return Err(wrong()) };
        let keys = |place| match column(place)? {
            ColumnReader::Int64ColumnReader(reader) => Ok(KeyColumn::Narrow(reader)),
            ColumnReader::FixedLenByteArrayColumnReader(reader) => Ok(KeyColumn::Wide(reader)),
            _ => Err(wrong()),
        };
        Ok(Columns { position: keys(0)?, result, remoteness, best: keys(3)? })
    }

    /// Calls `found` with the rows of a group, some at a time.
    fn each(&self, group: usize, found: &mut OnRows<'_>) -> Result<(), Failure> {
        let mut columns = self.columns(group)?;
        loop {
            let rows = columns.next(SOME).map_err(|what| self.damaged(what))?;
            if rows.is_empty() {
                return Ok(());
            }
            found(&rows)?;
        }
    }
}

impl Pieces<u128> for Table {
    fn sizes(&self) -> Vec<u64> {
        self.reader.metadata().row_groups().iter().map(|group| group.num_rows() as u64).collect()
    }

    fn each(&self, piece: usize, found: &mut OnClaims<'_, u128>) -> Result<(), Refused> {
        let mut refused = None;
        let read = Table::each(self, piece, &mut |rows| {
            let claim =
                |&Row { key, code, best }: &Row<u128>| Claim { key, code, best: Some(best) };
            let claims: Vec<Claim<u128>> = rows.iter().map(claim).collect();
            found(&claims).map_err(|error| {
                refused = Some(error);
                Failure::Lost(String::new())
            })
        });
        match refused {
            Some(refused) => Err(refused),
            None => Ok(read?),
        }
    }
}

/// A column of keys.
enum KeyColumn {
    Narrow(ColumnReaderImpl<Int64Type>),
    Wide(ColumnReaderImpl<FixedLenByteArrayType>),
}

impl KeyColumn {
    fn next(&mut self, most: usize) -> Result<Vec<Option<u128>>, String> {
        match self {
            KeyColumn::Narrow(reader) => cells(reader, most, |&key| Some(u128::from(key as u64))),
            KeyColumn::Wide(reader) => {
                cells(reader, most, |key| Some(u128::from_be_bytes(key.data().try_into().ok()?)))
            }
        }
    }
}

/// The state of reading a group of rows.
struct Columns {
    position: KeyColumn,
    result: ColumnReaderImpl<ByteArrayType>,
    remoteness: ColumnReaderImpl<Int32Type>,
    best: KeyColumn,
}

impl Columns {
    /// The next rows; none at the end.
    fn next(&mut self, most: usize) -> Result<Vec<Row<u128>>, String> {
        let keys = self.position.next(most)?;
        let fates = cells(&mut self.result, most, |word| Some(word.data().to_vec()))?;
        let moves = cells(&mut self.remoteness, most, |&moves| u32::try_from(moves).ok())?;
        let best = self.best.next(most)?;
        if [fates.len(), moves.len(), best.len()] != [keys.len(); 3] {
            return Err("its columns are not of the same length".to_string());
        }
        let rows = keys.into_iter().zip(fates).zip(moves).zip(best);
        let row = |(((key, fate), moves), best): (((Option<u128>, _), _), _)| {
            let fate: Option<Vec<u8>> = fate;
            let code = code(&fate?, moves)?;
            Some(Row { key: key?, code, best })
        };
        rows.map(|cells| row(cells).ok_or_else(|| "a row has no verdict".to_string())).collect()
    }
}

/// The next cells of a column; `None` for null.
fn cells<T: DataType, V>(
    reader: &mut ColumnReaderImpl<T>,
    most: usize,
    value: impl Fn(&T::T) -> Option<V>,
) -> Result<Vec<Option<V>>, String> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    let read = reader.read_records(most, Some(&mut levels), None, &mut values);
    let (records, _, _) = read.map_err(|error| error.to_string())?;
    if levels.is_empty() {
        levels.resize(records, 1);
    }
    let mut values = values.iter();
    let cells = levels.iter().map(|&level| match level {
        0 => Ok(None),
        _ => values.next().and_then(&value).map(Some).ok_or("a cell cannot be read"),
    });
    cells.collect::<Result<_, _>>().map_err(str::to_string)
}
