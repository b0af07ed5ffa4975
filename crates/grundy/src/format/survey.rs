//! The results of a survey for each game, compared with what is published; as records of a journal, and as
//! the rows of a table.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::certificate;
use crate::known_octal::Known;
use crate::solve::survey::{Examined, Rares, Surveyed, published, standard};
use crate::solve::verify::period::{PeriodClaim, needs_window};
use crate::{Code, HeapKind};

/// The results for a game, as the journal holds them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SurveyRecord {
    /// The ruleset.
    pub game: String,
    /// The processor time that the game was given, in seconds.
    pub budget: f64,
    /// The processor time that it took.
    pub seconds: f64,
    /// The heaps below this one were examined.
    pub heaps: u64,
    /// The greatest value among them.
    pub greatest: u32,
    /// How many heaps have rare values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rares: Option<u64>,
    /// The last heap that has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_rare: Option<u64>,
    /// From this heap on the values seem to repeat, but that is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regular_from: Option<u64>,
    /// The checksum of the first values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
    /// The period, where one is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<SurveyPeriod>,
}

/// A period that is proved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SurveyPeriod {
    /// The least period.
    pub period: u64,
    /// The heap from which it holds.
    pub preperiod: u64,
    /// How much values grow in a period.
    pub saltus: u32,
    /// Whether the saltus differs between the heaps of a period.
    pub split: bool,
    /// A certificate line for `grundy verify`.
    pub certificate: String,
}

impl SurveyRecord {
    /// What was found of a game with this budget.
    #[must_use]
    pub fn new(
        game: String,
        kind: &HeapKind,
        found: Examined,
        budget: Duration,
        taken: Duration,
    ) -> SurveyRecord {
        let Examined { heaps, period, window, greatest, rares, regular_from, checksum } = found;
        let period = period.map(|found| {
            let mut claim = PeriodClaim {
                period: found.period as u64,
                preperiod: found.preperiod as u64,
                saltus: found.saltus,
                saltuses: found.saltuses,
                window: None,
            };
            // The window is left out if the values can be computed again.
            if needs_window(kind, &claim) {
                claim.window = window;
            }
            SurveyPeriod {
                period: claim.period,
                preperiod: claim.preperiod,
                saltus: claim.saltus,
                split: !claim.saltuses.is_empty(),
                certificate: certificate::write(&game, &claim),
            }
        });
        SurveyRecord {
            game,
            budget: budget.as_secs_f64(),
            seconds: taken.as_secs_f64(),
            heaps,
            greatest,
            rares: rares.map(|Rares { count, .. }| count),
            last_rare: rares.map(|Rares { last, .. }| last),
            regular_from,
            checksum: checksum.map(|sum| format!("{sum:016x}")),
            period,
        }
    }

    /// The part of the heaps that lies before the last rare one, or before those whose values
    /// repeat. The smaller it is, the nearer the game seems to settling. 0 for a game with a proved
    /// period.
    #[must_use]
    pub fn unsettled(&self) -> Option<f64> {
        if self.period.is_some() {
            return Some(0.0);
        }
        Some(self.last_rare.or(self.regular_from)? as f64 / self.heaps as f64)
    }
}

/// The ruleset of a code, as it is written.
#[must_use]
pub fn name(code: &Code) -> String {
    let ruleset =
        if code.digits().iter().all(|&digit| digit < 8) { "octal" } else { "hexadecimal" };
    format!("{ruleset}({})", text(code))
}

fn text(code: &Code) -> String {
    let behind: String = code.digits().iter().skip(1).map(|digit| format!("{digit:x}")).collect();
    format!("{}.{}", code.digit(0), if behind.is_empty() { "0" } else { &behind })
}

/// The status of a game, compared with what is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurveyStatus {
    /// Its period is the published one.
    Known,
    /// It has a period that is in no table.
    New,
    /// It has a period, and there is no table of such games.
    Proved,
    /// Its period is published, but the budget did not reach it.
    Missed,
    /// It is not known whether it has a period.
    Open,
    /// Its period is not the published one.
    Contradicts,
}

impl SurveyStatus {
    /// All of them.
    pub const ALL: [SurveyStatus; 6] = [
        SurveyStatus::Known,
        SurveyStatus::New,
        SurveyStatus::Proved,
        SurveyStatus::Missed,
        SurveyStatus::Open,
        SurveyStatus::Contradicts,
    ];

    /// Its word in tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            SurveyStatus::Known => "known",
            SurveyStatus::New => "new",
            SurveyStatus::Proved => "proved",
            SurveyStatus::Missed => "missed",
            SurveyStatus::Open => "open",
            SurveyStatus::Contradicts => "contradicts",
        }
    }

    /// The words that follow a number of games.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            SurveyStatus::Known => "with the published period",
            SurveyStatus::New => "with a period that no table has",
            SurveyStatus::Proved => "with a period",
            SurveyStatus::Missed => "with a published period beyond the budget",
            SurveyStatus::Open => "open",
            SurveyStatus::Contradicts => "with another period than the published one",
        }
    }
}

/// A game of the table.
#[derive(Debug)]
pub struct SurveyLine<'a> {
    /// What was found.
    pub record: &'a SurveyRecord,
    /// Compared with what is published.
    pub status: SurveyStatus,
    /// The code, and other codes with the same standard form.
    pub codes: Vec<String>,
    /// The standard form.
    pub standard: String,
    /// An earlier game with the same first values, as far as values are compared.
    pub like: Option<String>,
}

/// A column: its name, and its cell in a line.
pub type SurveyColumn = (&'static str, fn(&SurveyLine<'_>) -> Value);

/// The columns.
pub const SURVEY_COLUMNS: [SurveyColumn; 16] = [
    ("game", |line| json!(line.record.game)),
    ("status", |line| json!(line.status.word())),
    ("period", |line| json!(line.record.period.as_ref().map(|found| found.period))),
    ("preperiod", |line| json!(line.record.period.as_ref().map(|found| found.preperiod))),
    ("saltus", |line| json!(line.record.period.as_ref().map(|found| found.saltus))),
    ("split", |line| json!(line.record.period.as_ref().map(|found| found.split))),
    ("heaps", |line| json!(line.record.heaps)),
    ("rares", |line| json!(line.record.rares)),
    ("last_rare", |line| json!(line.record.last_rare)),
    ("greatest", |line| json!(line.record.greatest)),
    ("like", |line| json!(line.like)),
    ("codes", |line| json!(line.codes.join(" "))),
    ("standard", |line| json!(line.standard)),
    ("checksum", |line| json!(line.record.checksum)),
    ("budget", |line| json!(line.record.budget)),
    ("regular_from", |line| json!(line.record.regular_from)),
];

/// The results for all games.
#[derive(Debug)]
pub struct SurveyTable<'a> {
    /// The name of the ruleset.
    pub family: &'static str,
    /// The greatest number of digits.
    pub digits: u32,
    /// The number of codes; several codes may belong to one game.
    pub codes: usize,
    /// The games that were examined.
    pub rows: Vec<SurveyLine<'a>>,
}

impl<'a> SurveyTable<'a> {
    /// The games that were examined.
    #[must_use]
    pub fn new(
        family: &'static str,
        digits: u32,
        games: &[Surveyed],
        records: &'a BTreeMap<String, SurveyRecord>,
    ) -> SurveyTable<'a> {
        let mut first: HashMap<&str, String> = HashMap::new();
        let mut rows = Vec::new();
        for game in games {
            let Some(record) = records.get(&name(game.code())) else { continue };
            let code = text(game.code());
            let form = standard(game.code());
            let like = record.checksum.as_deref().and_then(|sum| match first.get(sum) {
                Some(earlier) => Some(earlier.clone()),
                None => {
                    first.insert(sum, code);
                    None
                }
            });
            rows.push(SurveyLine {
                record,
                status: status(record, &form.digits, form.shift as u64),
                codes: game.codes.iter().map(|(code, _)| text(code)).collect(),
                standard: text(&Code::new(form.digits)),
                like,
            });
        }
        SurveyTable { family, digits, codes: games.iter().map(|game| game.codes.len()).sum(), rows }
    }

    /// The number of games with a status.
    #[must_use]
    pub fn count(&self, status: SurveyStatus) -> usize {
        self.rows.iter().filter(|row| row.status == status).count()
    }

    /// Writes a line of certificate for each period that is in none of our tables.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn certificates(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let new = self
            .rows
            .iter()
            .filter(|row| matches!(row.status, SurveyStatus::New | SurveyStatus::Proved));
        let mut proved = new.filter_map(|row| row.record.period.as_ref());
        proved.try_for_each(|proved| out.write_all(proved.certificate.as_bytes()))
    }
}

fn status(record: &SurveyRecord, form: &[u8], shift: u64) -> SurveyStatus {
    match (&record.period, published(form)) {
        (Some(found), Some(Known::Periodic { period, preperiod, .. })) => {
            let from = found.preperiod.saturating_sub(shift);
            match found.period == period && from == preperiod {
                true => SurveyStatus::Known,
                false => SurveyStatus::Contradicts,
            }
        }
        (Some(_), _) if form.iter().all(|&digit| digit < 8) => SurveyStatus::New,
        (Some(_), _) => SurveyStatus::Proved,
        (None, Some(Known::Periodic { .. })) => SurveyStatus::Missed,
        (None, _) => SurveyStatus::Open,
    }
}
