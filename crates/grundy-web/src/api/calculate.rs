//! The calculator: a worksheet of lines and their values.

use grundy::format::typeset::Setting;
use grundy::format::words::Words;
use grundy::format::{board, thermograph, worksheet};
use grundy::language::{LanguageError, Session, Value};
use serde::{Deserialize, Serialize};

use super::App;
use super::typeset::Typeset;
use crate::error::ApiError;
use crate::languages::Language;
use crate::reply::Reply;

#[derive(Deserialize)]
pub(super) struct Worksheet {
    lines: Vec<String>,
    /// The language of the words in pictures.
    #[serde(default)]
    language: Language,
}

#[derive(Serialize)]
struct Results {
    results: Vec<Line>,
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

pub(super) async fn calculate(
    app: &App,
    Worksheet { lines, language }: Worksheet,
) -> Result<Reply, ApiError> {
    let results = app.pool.run(move |limits| {
        // The limits apply to the whole worksheet. The remaining lines say which limit was reached.
        let mut session = Session::new(*limits);
        let words = language.words();
        let results = lines.iter().map(|line| answer(&mut session, line, words));
        Ok(super::json(&Results { results: results.collect() }))
    });
    Ok(Reply::json(&*results.await?))
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
