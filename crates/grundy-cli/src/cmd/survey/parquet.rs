//! Writes the table of a survey as a Parquet table.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde_json::Value;

use crate::cmd::column;
use grundy::format::survey::SURVEY_COLUMNS;
use grundy::format::survey::SurveyTable;

/// The physical type of the values of a column; a number for a column without values.
fn physical(values: &[Value]) -> Physical {
    match values.iter().find(|value| !value.is_null()) {
        Some(Value::Bool(_)) => Physical::BOOLEAN,
        Some(Value::String(_)) => Physical::BYTE_ARRAY,
        Some(Value::Number(number)) if number.is_f64() => Physical::DOUBLE,
        _ => Physical::INT64,
    }
}

/// Writes all games.
pub(super) fn write(table: &SurveyTable<'_>, out: &mut (dyn Write + Send)) -> Result<()> {
    let columns = SURVEY_COLUMNS.map(|(_, of)| table.rows.iter().map(of).collect::<Vec<Value>>());
    let field = |(name, values): (&str, &Vec<Value>)| {
        let physical = physical(values);
        let text = (physical == Physical::BYTE_ARRAY).then_some(LogicalType::String);
        Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(text)
            .build()
            .map(Arc::new)
    };
    let fields: Result<_, ParquetError> =
        SURVEY_COLUMNS.iter().map(|(name, _)| *name).zip(&columns).map(field).collect();
    let schema = Type::group_type_builder("games").with_fields(fields?).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for values in &columns {
        match physical(values) {
            Physical::BOOLEAN => {
                column::write::<_, BoolType, _>(&mut group, values, Value::as_bool)
            }
            Physical::DOUBLE => {
                column::write::<_, DoubleType, _>(&mut group, values, Value::as_f64)
            }
            Physical::INT64 => column::write::<_, Int64Type, _>(&mut group, values, Value::as_i64),
            _ => column::write::<_, ByteArrayType, _>(&mut group, values, |value| {
                Some(ByteArray::from(value.as_str()?))
            }),
        }?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}
