//! Writes the table of a survey as a self-contained page: a picture, and a table that can be sorted
//! by its headings and filtered by typing.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use grundy::format::markup::escape;
use serde_json::Value;

use super::export;
use super::picture;
use grundy::format::survey::SURVEY_COLUMNS;
use grundy::format::survey::SurveyTable;

const PAGE: &str = include_str!("page.html");

/// Writes the page.
pub(super) fn write(table: &SurveyTable<'_>, out: &mut (dyn Write + Send)) -> Result<()> {
    let mut heading = String::new();
    for (name, _) in SURVEY_COLUMNS {
        let words = name.replace('_', " ");
        let _ = write!(heading, "<th scope=\"col\"><button type=\"button\">{words}</button></th>");
    }
    let mut rows = String::new();
    for line in &table.rows {
        rows += "<tr>";
        for (_, of) in SURVEY_COLUMNS {
            let _ = match of(line) {
                Value::Null => write!(rows, "<td></td>"),
                Value::Number(number) => write!(rows, "<td class=\"number\">{number}</td>"),
                Value::String(text) => write!(rows, "<td>{}</td>", escape(&text)),
                other => write!(rows, "<td>{other}</td>"),
            };
        }
        rows += "</tr>\n";
    }
    let title = format!("Survey of {} games of {} digits", table.family, table.digits);
    let page = PAGE
        .replace("{{title}}", &escape(&title))
        .replace("{{summary}}", &escape(&export::summary(table)))
        .replace("{{picture}}", &picture::svg(table))
        .replace("{{heading}}", &heading)
        .replace("{{rows}}", &rows);
    Ok(out.write_all(page.as_bytes())?)
}
