//! The journal of a survey: a file of JSON lines, first the family, then each game that was
//! examined. A game that is examined again has another line.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::record::Record;
use crate::output;

/// The time between two times that all is written to the file.
const BETWEEN_FLUSHES: Duration = Duration::from_secs(1);

/// What was found so far.
pub(super) struct Journal {
    /// Of each game, the record with the greatest budget.
    records: BTreeMap<String, Record>,
    file: Option<(PathBuf, BufWriter<File>)>,
    flushed: Instant,
}

impl Journal {
    /// Opens the journal, or creates it; without a file all is kept in memory.
    pub(super) fn open(path: Option<&Path>, header: &Value) -> Result<Journal> {
        let (records, flushed) = (BTreeMap::new(), Instant::now());
        let mut journal = Journal { records, file: None, flushed };
        let Some(path) = path else { return Ok(journal) };
        let context = || format!("cannot write {}", path.display());
        if !output::is_file(path) {
            bail!("{} is no file that can be gone on with", path.display());
        }
        let options = &mut File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(context)?;
        output::lock(&file, path)?;
        let header = header.to_string() + "\n";
        let end = match journal.read(&file, &header).with_context(context)? {
            Some(end) => end,
            None => bail!(
                "{} is no journal of this survey: remove it, or name another file",
                path.display()
            ),
        };
        file.set_len(end).with_context(context)?;
        file.seek(SeekFrom::Start(end)).with_context(context)?;
        if end == 0 {
            file.write_all(header.as_bytes()).with_context(context)?;
        }
        journal.file = Some((path.to_path_buf(), BufWriter::new(file)));
        Ok(journal)
    }

    /// Reads all whole lines; none where the file is of something else. Says where they end:
    /// after a power failure the rest of the file may contain anything, but no whole line.
    fn read(&mut self, file: &File, header: &str) -> Result<Option<u64>> {
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        let mut end = reader.read_until(b'\n', &mut line)? as u64;
        if line != header.as_bytes() {
            // The program may have ended while it wrote the first line.
            return Ok(header.as_bytes().starts_with(&line).then_some(0));
        }
        let mut damaged = None;
        for number in 2.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)? as u64;
            if length == 0 {
                break;
            }
            match (serde_json::from_slice(&line), damaged) {
                (Ok(_), Some(damaged)) => bail!("line {damaged} is damaged: remove it"),
                (Ok(record), None) if line.ends_with(b"\n") => {
                    self.keep(record);
                    end += length;
                }
                _ => damaged = damaged.or(Some(number)),
            }
        }
        Ok(Some(end))
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| &**path)
    }

    /// What was found of each game.
    pub(super) fn records(&self) -> &BTreeMap<String, Record> {
        &self.records
    }

    /// The games that look nearest to settling and have `longer` or shall have it: those first that
    /// were given more before than others, for that reason. A survey of hexadecimal games passes
    /// over the octal ones, which have a survey of their own.
    pub(super) fn nearest(&self, family: &str, longer: Duration, count: usize) -> Vec<String> {
        let longer = longer.as_secs_f64();
        let mut found: Vec<(&Record, f64)> = self
            .records
            .values()
            .filter(|record| record.game.starts_with(family))
            .filter(|record| record.period.is_none() || record.budget >= longer)
            .filter_map(|record| Some((record, record.unsettled()?)))
            .collect();
        found.sort_by(|(a, unsettled), (b, other)| {
            (b.budget.total_cmp(&a.budget))
                .then(unsettled.total_cmp(other))
                .then(a.rares.cmp(&b.rares))
                .then(a.game.cmp(&b.game))
        });
        found.iter().take(count).map(|(record, _)| record.game.clone()).collect()
    }

    pub(super) fn add(&mut self, record: Record) -> Result<()> {
        if let Some((path, file)) = &mut self.file {
            let written = serde_json::to_string(&record).map_err(std::io::Error::other);
            written
                .and_then(|line| writeln!(file, "{line}"))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.keep(record);
        if self.flushed.elapsed() > BETWEEN_FLUSHES {
            self.flush()?;
        }
        Ok(())
    }

    fn keep(&mut self, record: Record) {
        let kept = self.records.get(&record.game);
        if kept.is_none_or(|kept| kept.budget <= record.budget) {
            self.records.insert(record.game.clone(), record);
        }
    }

    /// Writes all to the file.
    pub(super) fn flush(&mut self) -> Result<()> {
        self.flushed = Instant::now();
        match &mut self.file {
            Some((path, file)) => {
                file.flush().with_context(|| format!("cannot write {}", path.display()))
            }
            None => Ok(()),
        }
    }
}
