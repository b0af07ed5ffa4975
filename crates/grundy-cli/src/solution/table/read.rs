//! Reads a table: its metadata, all of its rows, or those of some keys.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use grundy::game::OnRows;
use grundy::solve::partitioned::file::RulesText;
use grundy::solve::partitioned::{Code, Counts, Failure, Positions, Row};
use grundy::solve::verify::positions::{Claim, OnClaims, Pieces, Refused};
use grundy::{Game, Limits, Progress};
use parquet::basic::Type as Physical;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArrayType, DataType, FixedLenByteArrayType, Int32Type, Int64Type};
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::{
    GROUPS, Group, MOST_ROWS, NO_KEYS, PACKING, RULES, SEAL, SOME, code, counts_from_json, schema,
    seal,
};

/// An open table.
pub(in crate::solution) struct Table {
    path: PathBuf,
    reader: SerializedFileReader<File>,
    pub(in crate::solution) game: String,
    pub(in crate::solution) convention: String,
    pub(in crate::solution) rules: Vec<RulesText>,
    pub(in crate::solution) packing: Option<String>,
    pub(in crate::solution) counts: Counts,
    moves: u64,
    width: usize,
    groups: Vec<Group>,
}

impl Table {
    /// Whether these are the first bytes of a Parquet table.
    pub(in crate::solution) fn is_one(start: &[u8]) -> bool {
        start.starts_with(b"PAR1")
    }

    pub(in crate::solution) fn open(path: &Path) -> Result<Table> {
        let name = path.display();
        let file = File::open(path).map_err(|error| anyhow!("{name}: {error}"))?;
        let reader = SerializedFileReader::new(file).map_err(|error| anyhow!("{name}: {error}"))?;
        let about = reader.metadata().file_metadata();
        let pairs: Vec<(&str, &str)> = about
            .key_value_metadata()
            .into_iter()
            .flatten()
            .filter_map(|pair| Some((&*pair.key, pair.value.as_deref()?)))
            .filter(|(name, _)| name.starts_with("grundy."))
            .collect();
        let said = |wanted: &str| {
            let found = pairs.iter().find(|(name, _)| *name == wanted);
            let value = found.map(|(_, value)| value.to_string());
            value.ok_or_else(|| anyhow!("{name}: it is no table of positions: no {wanted}"))
        };
        let (game, convention) = (said("grundy.game")?, said("grundy.convention")?);
        let rules = said(RULES).map_or(Ok(Vec::new()), |rules| serde_json::from_str(&rules));
        let rules = rules.map_err(|error| anyhow!("{name}: its rules cannot be read: {error}"))?;
        if pairs.iter().all(|(name, _)| *name != SEAL) {
            bail!("{name}: another version of grundy has written it: solve the game again");
        }
        let sealed = pairs.iter().copied().filter(|(name, _)| *name != SEAL);
        if said(SEAL)? != seal(sealed) {
            bail!("{name} is damaged: the checksum of its metadata does not match");
        }
        let groups: Vec<Group> = serde_json::from_str(&said(GROUPS)?)
            .map_err(|error| anyhow!("{name}: its groups of rows cannot be read: {error}"))?;
        let rows = reader.metadata().row_groups().iter().map(|group| group.num_rows() as u64);
        if !rows.eq(groups.iter().map(|group| group.rows)) {
            bail!("{name} is damaged: its groups of rows are not those that its metadata name");
        }
        if let Some(group) = groups.iter().find(|group| group.rows > MOST_ROWS as u64) {
            bail!("{name}: a group of {} rows is more than {MOST_ROWS}", group.rows);
        }
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
            groups,
            reader,
        })
    }

    fn damaged(&self, what: impl ToString) -> Failure {
        Failure::Damaged { path: self.path.clone(), what: what.to_string() }
    }

    /// All positions, packed in memory.
    pub(in crate::solution) fn load(
        &self,
        game: &dyn Game,
        limits: &Limits<'_>,
    ) -> Result<Positions, Failure> {
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
    pub(in crate::solution) fn finder(&self) -> impl FnMut(u128) -> Result<Option<Code>, Failure> {
        /// The number of groups in the cache.
        const KEPT: usize = 8;
        let mut kept: Vec<(usize, Vec<(u128, Code)>)> = Vec::new();
        move |key| {
            let holds = |Group { first, last, .. }: &Group| (*first..=*last).contains(&key);
            let Some(group) = self.groups.iter().position(holds) else { return Ok(None) };
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
            Ok(rows.binary_search_by_key(&key, |row| row.0).ok().map(|found| rows[found].1))
        }
    }

    /// The columns of a group of rows, with their own file handle: a handle has a single read
    /// position, which other threads would move.
    fn columns(&self, group: usize) -> Result<Columns, Failure> {
        let failed = |error| Failure::File { path: self.path.clone(), error };
        let file = File::open(&self.path).map_err(failed)?;
        let reader = SerializedFileReader::new(file).map_err(|error| self.damaged(error))?;
        if group >= reader.num_row_groups() {
            return Err(self.damaged("it was replaced while it was read"));
        }
        let expected = self.groups[group];
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
        let (position, best, read) = (keys(0)?, keys(3)?, Group::default());
        Ok(Columns { position, result, remoteness, best, width: self.width, read, expected })
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
    width: usize,
    /// The totals of the rows read so far, and the totals expected in the end.
    read: Group,
    expected: Group,
}

impl Columns {
    /// The next rows; none at the end, if all rows are as they were written.
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
        let rows = rows.map(|cells| row(cells).ok_or("a row has no verdict"));
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        self.read.add(&rows, self.width);
        if rows.is_empty() && self.read != self.expected {
            return Err("the checksum of a group of rows does not match".to_string());
        }
        Ok(rows)
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
