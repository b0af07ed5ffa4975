//! The calculator: a worksheet of lines and their values, which are told as they are found.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::format::typeset::Setting;
use grundy::format::words::Words;
use grundy::format::{board, thermograph, worksheet};
use grundy::language::{LanguageError, Session, Value};
use grundy::{Limits, Progress};
use serde::{Deserialize, Serialize};

use super::streamed::{self, Found, Report};
use super::typeset::Typeset;
use super::{App, json};
use crate::error::ApiError;
use crate::languages::Language;
use crate::reply::Reply;

/// The name of the events before the answer.
const CALCULATING: &str = "calculating";

#[derive(Deserialize, Serialize)]
pub(super) struct Worksheet {
    lines: Vec<String>,
    /// The language of the words in pictures.
    #[serde(default)]
    language: Language,
}

#[derive(Serialize)]
struct Results<'a> {
    results: &'a [Line],
    /// Positions looked at for the line that is being calculated.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<usize>,
}

impl Results<'_> {
    fn of(results: &[Line], positions: Option<usize>) -> Arc<str> {
        json(&Results { results, positions })
    }
}

/// The result of a line.
#[derive(Default, Serialize)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The value, typeset as in books.
    #[serde(skip_serializing_if = "Option::is_none")]
    typeset: Option<Typeset>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ApiError>,
}

/// Calculates the lines; `calculating` events tell the results so far.
pub(super) async fn calculate(
    app: &App,
    streams: bool,
    worksheet: Worksheet,
) -> Result<Reply, ApiError> {
    let key = format!("calculate {}", json(&worksheet));
    streamed::answer(app, streams, CALCULATING, key, move |limits, report| {
        report(None);
        let Worksheet { lines, language } = &worksheet;
        let results = calculated(lines, language.words(), limits, report);
        Ok(Found { json: Results::of(&results, None), keep: false })
    })
    .await
}

/// The results so far, and when they were told.
struct SoFar<'a> {
    results: Vec<Line>,
    told: Instant,
    report: &'a mut Report<'a>,
}

impl SoFar<'_> {
    /// Tells the results, unless they were told a moment ago: a report has all lines so far, so that
    /// one after each line would be quadratic.
    fn tell(&mut self, positions: usize) {
        /// The least time between two reports.
        const OFTEN: Duration = Duration::from_millis(100);
        if self.told.elapsed() > OFTEN {
            self.told = Instant::now();
            (self.report)(Some(Results::of(&self.results, Some(positions))));
        }
    }
}

/// The results of all lines. The limits apply to the whole worksheet: the lines that are left say
/// which was reached.
fn calculated<'a>(
    lines: &[String],
    words: &Words,
    limits: &Limits<'_>,
    report: &'a mut Report<'a>,
) -> Vec<Line> {
    let so_far = Mutex::new(SoFar { results: Vec::new(), told: Instant::now(), report });
    let open = || so_far.lock().unwrap_or_else(PoisonError::into_inner);
    let progress = |progress: Progress| {
        if let Some(told) = limits.progress {
            told(progress);
        }
        open().tell(progress.positions);
    };
    let mut session = Session::new(Limits { progress: Some(&progress), ..*limits });
    for line in lines {
        let found = answer(&mut session, line, words);
        let mut so_far = open();
        so_far.results.push(found);
        so_far.tell(0);
    }
    std::mem::take(&mut open().results)
}

fn answer(session: &mut Session<'_>, line: &str, words: &Words) -> Line {
    let trimmed = line.trim();
    if trimmed.is_empty() || trimmed.starts_with('#') || trimmed.starts_with("//") {
        return Line { text: Some(String::new()), ..Line::default() };
    }
    let mut run = || -> Result<Line, LanguageError> {
        let value = session.run(line)?;
        let text = worksheet::show(session, &value, Setting::Plain)?.trim_end().to_string();
        let typeset = value.is_game().then(|| Typeset::of(&text));
        let svg = drawn(session, trimmed, &value, words);
        Ok(Line { text: Some(text), typeset, svg, error: None })
    };
    run().unwrap_or_else(|error| Line { error: Some(error.into()), ..Line::default() })
}

/// The greatest number of boards: a picture with more would be too large to look at.
const MOST_BOARDS: usize = 200;

/// The picture of a board, of a thermograph, or of a table with boards; none for other values.
fn drawn(session: &mut Session<'_>, title: &str, value: &Value, words: &Words) -> Option<String> {
    let boards = |value: &Value| match value {
        Value::Board(game) => game.terms().len(),
        _ => 0,
    };
    match value {
        Value::Board(game) if boards(value) <= MOST_BOARDS => Some(board::svg(&**game)),
        Value::Thermograph(found) => thermograph::svg(found, title, words),
        Value::List(list) => {
            let shown: usize = list.rows().into_iter().flatten().map(boards).sum();
            let picture = (1..=MOST_BOARDS).contains(&shown);
            picture.then(|| worksheet::picture(session, title, value, words).ok())?
        }
        _ => None,
    }
}
