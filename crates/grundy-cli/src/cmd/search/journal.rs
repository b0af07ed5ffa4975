//! The journal of a search: [`CheckedLines`] of the positions found, and from time to time a
//! mark with the number of positions examined. After a restart, the search continues from
//! the last mark.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use grundy::search::{Batch, Cell, Counts, Plan, Query, Row};
use serde_json::{Value, json};

use crate::checked_lines::CheckedLines;

/// The time between marks.
const BETWEEN_MARKS: Duration = Duration::from_secs(1);

/// The journal that belongs to the output file of a search.
pub(super) struct Journal {
    lines: CheckedLines,
    counts: Counts,
    marked: Instant,
}

impl Journal {
    /// Opens the journal of an output file, or creates it.
    pub(super) fn open(of: &Path, query: &Query<'_>, plan: &Plan) -> Result<Self> {
        let mut name = of.file_name().unwrap_or_default().to_os_string();
        name.push(".search");
        let columns = plan.columns().count();
        let (mut marked, mut rows) = (Counts::default(), 0);
        let keep = |line: Value| {
            if let Value::Array(line) = &line {
                row(line).filter(|row| row.cells.len() == columns)?;
                rows += 1;
                return Some(false);
            }
            let counts = counts(&line)?;
            let follows = (marked.done..=plan.len()).contains(&counts.done);
            marked = (follows && counts.found == rows).then_some(counts)?;
            Some(true)
        };
        let lines = CheckedLines::open(&of.with_file_name(name), &header(query), keep)?;
        Ok(Journal { lines, counts: marked, marked: Instant::now() })
    }

    pub(super) fn path(&self) -> &Path {
        self.lines.path()
    }

    /// The counts so far.
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Appends the results of a batch.
    pub(super) fn append(&mut self, batch: Batch) -> Result<()> {
        for row in &batch.rows {
            let cells = row.cells.iter().map(cell_json);
            let line: Vec<Value> = std::iter::once(json!(row.position)).chain(cells).collect();
            self.lines.append(&Value::Array(line))?;
        }
        self.counts.add(batch.counts);
        if self.marked.elapsed() > BETWEEN_MARKS {
            self.mark()?;
        }
        Ok(())
    }

    /// Writes a mark.
    pub(super) fn mark(&mut self) -> Result<()> {
        let Counts { done, distinct, found, unanswered, example } = self.counts.clone();
        let mark = json!({
            "done": done, "distinct": distinct, "found": found,
            "unanswered": unanswered, "example": example,
        });
        self.lines.append(&mark)?;
        self.lines.flush()?;
        self.marked = Instant::now();
        Ok(())
    }

    /// Visits all rows.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&Row) -> Result<()>) -> Result<()> {
        self.lines.each(&mut |line| match line {
            Value::Array(line) => visit(&row(&line).context("a row of the journal is damaged")?),
            _ => Ok(()),
        })
    }

    /// Deletes the journal after the search is complete.
    pub(super) fn remove(self) -> Result<()> {
        fs::remove_file(self.path())
            .with_context(|| format!("cannot remove {}", self.path().display()))
    }
}

fn header(query: &Query<'_>) -> Value {
    json!({
        "search": query.ruleset, "size": query.size, "squares": query.squares,
        "where": query.condition, "columns": query.columns, "all": query.all,
    })
}

fn counts(mark: &Value) -> Option<Counts> {
    let number = |name: &str| mark.get(name)?.as_u64();
    Some(Counts {
        done: number("done")?,
        distinct: number("distinct")?,
        found: number("found")?,
        unanswered: number("unanswered")?,
        example: serde_json::from_value(mark.get("example")?.clone()).ok()?,
    })
}

/// Numbers are stored as text, to keep them exact.
fn cell_json(cell: &Cell) -> Value {
    match cell {
        Cell::Number(number) => json!({ "number": number }),
        Cell::Truth(truth) => json!(truth),
        Cell::Text(text) => json!(text),
        Cell::None => Value::Null,
    }
}

fn row(line: &[Value]) -> Option<Row> {
    let (position, cells) = line.split_first()?;
    let cell = |cell: &Value| match cell {
        Value::Null => Some(Cell::None),
        Value::Bool(truth) => Some(Cell::Truth(*truth)),
        Value::String(text) => Some(Cell::Text(text.clone())),
        other => Some(Cell::Number(other.get("number")?.as_str()?.to_string())),
    };
    let cells = cells.iter().map(cell).collect::<Option<_>>()?;
    Some(Row { position: position.as_str()?.to_string(), cells })
}
