//! Writes the table of a survey as text, JSON and CSV.

use std::io::Write;

use anyhow::Result;
use grundy::format::text::group;
use serde_json::{Map, Value, json};

use grundy::format::survey::{SURVEY_COLUMNS, SurveyStatus, SurveyTable};

/// The number of columns printed as text; more would not fit into a line.
const PRINTED: usize = 11;

fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The counts, in words.
pub(super) fn summary(table: &SurveyTable<'_>) -> String {
    let digits = ["d₁", "d₁d₂", "d₁d₂d₃", "d₁d₂d₃d₄"][table.digits as usize - 1];
    let counts = SurveyStatus::ALL.iter().filter_map(|&status| match table.count(status) {
        0 => None,
        count => Some(format!("{} {}", group(count), status.meaning())),
    });
    format!(
        "{} games 0.{digits}: {} codes of {} games\n{}",
        table.family,
        group(table.codes),
        group(table.rows.len()),
        counts.collect::<Vec<_>>().join(", "),
    )
}

/// An aligned table.
pub(super) fn text(table: &SurveyTable<'_>, out: &mut (dyn Write + Send)) -> Result<()> {
    let columns = &SURVEY_COLUMNS[..PRINTED];
    let heading = columns.iter().map(|(name, _)| (*name).to_string()).collect();
    let mut rows: Vec<Vec<String>> = vec![heading];
    rows.extend(
        table.rows.iter().map(|line| columns.iter().map(|(_, of)| shown(&of(line))).collect()),
    );
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..PRINTED).map(|column| width(column).unwrap_or(0)).collect();
    writeln!(out, "{}", summary(table))?;
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            // Words are aligned left, numbers right.
            if column < 2 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// One object with the counts and all games.
pub(super) fn json(table: &SurveyTable<'_>, out: &mut (dyn Write + Send)) -> Result<()> {
    let counts: Map<String, Value> = SurveyStatus::ALL
        .iter()
        .map(|&status| (status.word().to_string(), json!(table.count(status))))
        .collect();
    let games: Vec<Value> = table
        .rows
        .iter()
        .map(|line| {
            SURVEY_COLUMNS.iter().map(|(name, of)| ((*name).to_string(), of(line))).collect()
        })
        .collect();
    let all = json!({
        "survey": table.family, "digits": table.digits, "codes": table.codes,
        "counts": counts, "games": games,
    });
    Ok(writeln!(out, "{all}")?)
}

/// A header and a line for each game.
pub(super) fn csv(table: &SurveyTable<'_>, out: &mut (dyn Write + Send)) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(SURVEY_COLUMNS.map(|(name, _)| name))?;
    for line in &table.rows {
        writer.write_record(SURVEY_COLUMNS.map(|(_, of)| shown(&of(line))))?;
    }
    Ok(writer.flush()?)
}
