//! The journal of a survey: [`CheckedLines`], a line for each game that was examined. A game that
//! is examined again has another line.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::Value;

use crate::checked_lines::CheckedLines;
use grundy::format::survey::SurveyRecord;

/// The time between two writes to the file.
const BETWEEN_FLUSHES: Duration = Duration::from_secs(1);

/// The results so far.
pub(super) struct Journal {
    records: Records,
    file: Option<CheckedLines>,
    flushed: Instant,
}

/// For each game, the record with the greatest budget.
type Records = BTreeMap<String, SurveyRecord>;

impl Journal {
    /// Opens the journal of a survey, or creates it. Without a file, the results are kept only in
    /// memory.
    pub(super) fn open(path: Option<&Path>, survey: &Value) -> Result<Journal> {
        let mut records = Records::new();
        let keep_line = |line| {
            keep(&mut records, serde_json::from_value(line).ok()?);
            Some(true)
        };
        let file = path.map(|path| CheckedLines::open(path, survey, keep_line)).transpose()?;
        Ok(Journal { records, file, flushed: Instant::now() })
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(CheckedLines::path)
    }

    /// The results for each game.
    pub(super) fn records(&self) -> &Records {
        &self.records
    }

    /// The games that look nearest to settling and have been given `longer`, or will be given it.
    /// Games with a greater budget come first, because they were already chosen for that reason. A
    /// survey of hexadecimal games leaves out the octal ones, which have their own survey.
    pub(super) fn nearest(&self, family: &str, longer: Duration, count: usize) -> Vec<String> {
        let longer = longer.as_secs_f64();
        let mut found: Vec<(&SurveyRecord, f64)> = self
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

    pub(super) fn add(&mut self, record: SurveyRecord) -> Result<()> {
        if let Some(file) = &mut self.file {
            file.append(&serde_json::to_value(&record)?)?;
        }
        keep(&mut self.records, record);
        if self.flushed.elapsed() > BETWEEN_FLUSHES {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes all results to the file.
    pub(super) fn flush(&mut self) -> Result<()> {
        self.flushed = Instant::now();
        self.file.as_mut().map_or(Ok(()), CheckedLines::flush)
    }
}

fn keep(records: &mut Records, record: SurveyRecord) {
    let kept = records.get(&record.game);
    if kept.is_none_or(|kept| kept.budget <= record.budget) {
        records.insert(record.game.clone(), record);
    }
}
