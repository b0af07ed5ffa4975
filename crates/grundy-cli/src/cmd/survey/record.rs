//! The results for a game, compared with what is published.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::time::Duration;

use grundy::known_octal::Known;
use grundy::solve::survey::{Examined, Rares, Surveyed, published, standard};
use grundy::solve::verify::period::{PeriodClaim, needs_window};
use grundy::{Code, HeapKind, format::certificate};
use serde::{Deserialize, Serialize};

/// The results for a game, as the journal holds them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// The ruleset.
    pub(super) game: String,
    /// The processor time that the game was given, and that it took, in seconds.
    pub(super) budget: f64,
    pub(super) seconds: f64,
    /// The heaps below this one were examined.
    pub(super) heaps: u64,
    pub(super) greatest: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rares: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last_rare: Option<u64>,
    /// From this heap on the values seem to repeat, but that is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) regular_from: Option<u64>,
    /// The checksum of the first values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checksum: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) period: Option<Proved>,
}

/// A period that is proved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Proved {
    pub(super) period: u64,
    pub(super) preperiod: u64,
    pub(super) saltus: u32,
    /// Whether the saltus differs between the heaps of a period.
    pub(super) split: bool,
    /// A certificate line for `grundy verify`.
    pub(super) certificate: String,
}

impl Record {
    pub(super) fn new(
        game: String,
        kind: &HeapKind,
        found: Examined,
        budget: Duration,
        taken: Duration,
    ) -> Record {
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
            Proved {
                period: claim.period,
                preperiod: claim.preperiod,
                saltus: claim.saltus,
                split: !claim.saltuses.is_empty(),
                certificate: certificate::write(&game, &claim),
            }
        });
        Record {
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
    pub(super) fn unsettled(&self) -> Option<f64> {
        if self.period.is_some() {
            return Some(0.0);
        }
        Some(self.last_rare.or(self.regular_from)? as f64 / self.heaps as f64)
    }
}

/// The ruleset of a code.
pub(super) fn name(code: &Code) -> String {
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
pub(super) enum Status {
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

impl Status {
    pub(super) const ALL: [Status; 6] = [
        Status::Known,
        Status::New,
        Status::Proved,
        Status::Missed,
        Status::Open,
        Status::Contradicts,
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            Status::Known => "known",
            Status::New => "new",
            Status::Proved => "proved",
            Status::Missed => "missed",
            Status::Open => "open",
            Status::Contradicts => "contradicts",
        }
    }

    /// The words that follow a number of games.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Status::Known => "with the published period",
            Status::New => "with a period that no table has",
            Status::Proved => "with a period",
            Status::Missed => "with a published period beyond the budget",
            Status::Open => "open",
            Status::Contradicts => "with another period than the published one",
        }
    }
}

/// A game of the table.
pub(super) struct Line<'a> {
    pub(super) record: &'a Record,
    pub(super) status: Status,
    /// The code, and other codes with the same standard form.
    pub(super) codes: Vec<String>,
    pub(super) standard: String,
    /// An earlier game with the same first values, as far as values are compared.
    pub(super) like: Option<String>,
}

/// The results for all games.
pub(super) struct Table<'a> {
    pub(super) family: &'static str,
    pub(super) digits: u32,
    /// The number of codes; several codes may belong to one game.
    pub(super) codes: usize,
    pub(super) rows: Vec<Line<'a>>,
}

impl<'a> Table<'a> {
    /// The games that were examined.
    pub(super) fn new(
        family: &'static str,
        digits: u32,
        games: &[Surveyed],
        records: &'a BTreeMap<String, Record>,
    ) -> Table<'a> {
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
            rows.push(Line {
                record,
                status: status(record, &form.digits, form.shift as u64),
                codes: game.codes.iter().map(|(code, _)| text(code)).collect(),
                standard: text(&Code::new(form.digits)),
                like,
            });
        }
        Table { family, digits, codes: games.iter().map(|game| game.codes.len()).sum(), rows }
    }

    /// The number of games with a status.
    pub(super) fn count(&self, status: Status) -> usize {
        self.rows.iter().filter(|row| row.status == status).count()
    }

    /// Writes a line of certificate for each period that is in none of our tables.
    pub(super) fn certificates(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let new = self.rows.iter().filter(|row| matches!(row.status, Status::New | Status::Proved));
        let mut proved = new.filter_map(|row| row.record.period.as_ref());
        proved.try_for_each(|proved| out.write_all(proved.certificate.as_bytes()))
    }
}

fn status(record: &Record, form: &[u8], shift: u64) -> Status {
    match (&record.period, published(form)) {
        (Some(found), Some(Known::Periodic { period, preperiod, .. })) => {
            let from = found.preperiod.saturating_sub(shift);
            match found.period == period && from == preperiod {
                true => Status::Known,
                false => Status::Contradicts,
            }
        }
        (Some(_), _) if form.iter().all(|&digit| digit < 8) => Status::New,
        (Some(_), _) => Status::Proved,
        (None, Some(Known::Periodic { .. })) => Status::Missed,
        (None, _) => Status::Open,
    }
}
