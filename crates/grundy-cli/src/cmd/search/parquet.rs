//! Writes the results of a search as a Parquet table.
//!
//! A column of numbers is DOUBLE if each of them is exact as a floating-point number; a
//! column of conditions is BOOLEAN; all others are text.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use grundy::search::{Cell, ColumnType, Plan};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::Found;
use crate::cmd::column;

/// The number of rows kept in memory at a time.
const GROUP: usize = 1 << 16;

fn physical(kind: ColumnType) -> Physical {
    match kind {
        ColumnType::Number => Physical::DOUBLE,
        ColumnType::Truth => Physical::BOOLEAN,
        ColumnType::Unknown | ColumnType::Text => Physical::BYTE_ARRAY,
    }
}

/// Writes all rows.
pub(super) fn write(found: &Found, plan: &Plan, out: &mut (dyn Write + Send)) -> Result<()> {
    let mut kinds = vec![ColumnType::Unknown; plan.columns().count()];
    found.rows.each(&mut |row| {
        for (kind, cell) in kinds.iter_mut().zip(&row.cells) {
            *kind = kind.with(cell);
        }
        Ok(())
    })?;
    kinds.insert(0, ColumnType::Text);
    let names = std::iter::once("game").chain(plan.columns());
    let fields: Result<_, ParquetError> =
        names.zip(&kinds).map(|(name, kind)| field(name, *kind).map(Arc::new)).collect();
    let schema = Type::group_type_builder("positions").with_fields(fields?).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;

    let mut columns: Vec<Vec<Cell>> = vec![Vec::new(); kinds.len()];
    found.rows.each(&mut |row| {
        let game = Cell::Text(plan.game(&row.position));
        for (column, cell) in columns.iter_mut().zip(std::iter::once(&game).chain(&row.cells)) {
            column.push(cell.clone());
        }
        if columns[0].len() == GROUP {
            flush(writer.next_row_group()?, &kinds, &mut columns)?;
        }
        Ok(())
    })?;
    if !columns[0].is_empty() {
        flush(writer.next_row_group()?, &kinds, &mut columns)?;
    }
    writer.close()?;
    Ok(())
}

fn field(name: &str, kind: ColumnType) -> Result<Type, ParquetError> {
    let text = (physical(kind) == Physical::BYTE_ARRAY).then_some(LogicalType::String);
    Type::primitive_type_builder(name, physical(kind))
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(text)
        .build()
}

/// Writes the rows in memory, and clears them.
fn flush<W: Write + Send>(
    mut group: SerializedRowGroupWriter<'_, W>,
    kinds: &[ColumnType],
    columns: &mut [Vec<Cell>],
) -> Result<(), ParquetError> {
    for (kind, cells) in kinds.iter().zip(columns) {
        match kind {
            ColumnType::Number => {
                column::write::<_, DoubleType, _>(&mut group, cells, Cell::number)
            }
            ColumnType::Truth => column::write::<_, BoolType, _>(&mut group, cells, Cell::truth),
            ColumnType::Unknown | ColumnType::Text => {
                column::write::<_, ByteArrayType, _>(&mut group, cells, |cell| match cell {
                    Cell::None => None,
                    cell => Some(ByteArray::from(cell.to_string().into_bytes())),
                })
            }
        }?;
        cells.clear();
    }
    group.close()?;
    Ok(())
}
