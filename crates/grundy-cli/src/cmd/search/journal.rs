//! The journal of a search: an append-only file of the results so far.
//!
//! Each line is JSON: first the query, then the positions found, and from time to time a
//! mark with the number of positions examined. After a restart, the search continues from
//! the last mark.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use grundy::search::{Batch, Cell, Counts, Plan, Query, Row};
use serde_json::{Value, json};

use crate::output;

/// The time between marks.
const BETWEEN_MARKS: Duration = Duration::from_secs(1);

/// The journal of a file that a search will write.
pub(super) struct Journal {
    path: PathBuf,
    file: BufWriter<File>,
    counts: Counts,
    marked: Instant,
}

impl Journal {
    /// Opens the journal of a file, or creates it.
    pub(super) fn open(of: &Path, query: &Query<'_>, plan: &Plan) -> Result<Self> {
        let mut name = of.file_name().unwrap_or_default().to_os_string();
        name.push(".search");
        let path = of.with_file_name(name);
        let shown = path.display();
        let context = || format!("cannot write {shown}");
        let options = &mut File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).with_context(context)?;
        output::lock(&file, &path)?;
        let header = header(query).to_string() + "\n";
        let columns = plan.columns().count();
        let known = read(&file, &header, columns, plan.len()).with_context(context)?;
        let (counts, end) = match known {
            Read::New => {
                file.set_len(0).with_context(context)?;
                // Behind what was read there would be a hole.
                file.rewind().with_context(context)?;
                file.write_all(header.as_bytes()).with_context(context)?;
                (Counts::default(), header.len() as u64)
            }
            Read::Marked(counts, end) => (counts, end),
            Read::Other => bail!(
                "{shown} is the journal of another search: remove it, or write to another file"
            ),
        };
        file.set_len(end).with_context(context)?;
        file.seek(SeekFrom::Start(end)).with_context(context)?;
        Ok(Journal { file: BufWriter::new(file), counts, marked: Instant::now(), path })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
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
            self.line(&Value::Array(line))?;
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
        self.line(&mark)?;
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))?;
        self.marked = Instant::now();
        Ok(())
    }

    fn line(&mut self, line: &Value) -> Result<()> {
        writeln!(self.file, "{line}")
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Visits all rows.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&Row) -> Result<()>) -> Result<()> {
        let context = || format!("cannot read {}", self.path.display());
        let file = File::open(&self.path).with_context(context)?;
        for line in BufReader::new(file).lines() {
            let line: Value =
                serde_json::from_str(&line.with_context(context)?).with_context(context)?;
            if let Value::Array(line) = line {
                let row = row(&line).ok_or_else(|| anyhow!("a row is damaged"));
                visit(&row.with_context(context)?)?;
            }
        }
        Ok(())
    }

    /// Deletes the journal after the search is complete.
    pub(super) fn remove(self) -> Result<()> {
        fs::remove_file(&self.path)
            .with_context(|| format!("cannot remove {}", self.path.display()))
    }
}

/// The contents of a journal file.
enum Read {
    /// Empty, or with an incomplete first line.
    New,
    /// The counts at the last mark, and the offset at which it ends.
    Marked(Counts, u64),
    /// The journal of another search.
    Other,
}

/// Reads a journal up to the last mark before any damage: after a power failure the end of
/// the file may contain anything.
fn read(file: &File, header: &str, columns: usize, positions: u64) -> Result<Read> {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut at = reader.read_until(b'\n', &mut line)? as u64;
    if line != header.as_bytes() {
        // The program may have ended while it wrote the first line.
        let begun = header.as_bytes().starts_with(&line);
        return Ok(if begun { Read::New } else { Read::Other });
    }
    let mut marked = (Counts::default(), at);
    let mut rows = 0;
    loop {
        line.clear();
        at += reader.read_until(b'\n', &mut line)? as u64;
        let whole = line.ends_with(b"\n");
        match serde_json::from_slice(&line) {
            Ok(Value::Array(line)) if whole => match row(&line) {
                Some(row) if row.cells.len() == columns => rows += 1,
                _ => break,
            },
            Ok(mark) if whole => match counts(&mark) {
                Some(counts)
                    if counts.found == rows
                        && (marked.0.done..=positions).contains(&counts.done) =>
                {
                    marked = (counts, at);
                }
                _ => break,
            },
            // Torn, damaged, or the end.
            _ => break,
        }
    }
    Ok(Read::Marked(marked.0, marked.1))
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
