//! What `grundy repl` and `grundy run` have in common: lines, their values, and
//! errors that point into them.

use std::fmt::Write;
use std::io;

use anyhow::{Result, anyhow};
use grundy::format::board::{self, Cell};
use grundy::format::thermograph;
use grundy::language::{LanguageError, Session, Value, is_open};

use crate::input::caret;
use crate::limits::{self, Pieces};

/// The lines of a text, each with its number; those that go on are joined, and
/// what is still open at the end is a line as it is.
pub(super) fn joined(
    lines: impl Iterator<Item = io::Result<String>>,
) -> impl Iterator<Item = io::Result<(usize, String)>> {
    let mut lines = (1..).zip(lines);
    std::iter::from_fn(move || {
        let (number, first) = lines.next()?;
        let Ok(mut line) = first else { return Some(first.map(|line| (number, line))) };
        while goes_on(&line) {
            match lines.next() {
                Some((_, Ok(more))) if is_comment(&more) => {}
                Some((_, Ok(more))) => line = line + " " + &more,
                Some((_, Err(error))) => return Some(Err(error)),
                None => break,
            }
        }
        Some(Ok((number, line)))
    })
}

/// Whether the next line belongs to this one. A comment may open what it likes.
pub(super) fn goes_on(line: &str) -> bool {
    !is_comment(line) && is_open(line)
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') || line.starts_with("//")
}

/// A session whose lines are pieces of work.
pub(super) struct Calculator<'a> {
    pub(super) session: Session<'a>,
    pieces: &'a Pieces<'a>,
}

impl<'a> Calculator<'a> {
    pub(super) fn new(pieces: &'a Pieces<'a>) -> Self {
        Calculator { session: Session::new(pieces.limits()), pieces }
    }

    /// The value of a line as text; nothing where nothing stands in it.
    pub(super) fn answer(&mut self, line: &str) -> Result<String> {
        if line.trim().is_empty() || is_comment(line) {
            return Ok(String::new());
        }
        let session = &mut self.session;
        let text = self.pieces.run(|limits| {
            session.set_limits(limits);
            let value = session.run(line)?;
            show(session, &value)
        });
        text.map_err(|error| explain(line, &error))
    }
}

/// A value in as many lines as it needs: lists that are long, or made from
/// another list, have a line for each value.
pub(super) fn show(session: &mut Session<'_>, value: &Value) -> Result<String, LanguageError> {
    /// Longer lists do not stand on one line.
    const WIDTH: usize = 80;
    if let Value::Thermograph(thermograph) = value {
        let drawn = thermograph::text(thermograph, 60).unwrap_or_default();
        return Ok(format!("{drawn}{}\n", session.show(value)?));
    }
    if let Value::Board(game) = value {
        return Ok(game.drawing() + "\n");
    }
    let Value::List(list) = value else { return Ok(session.show(value)? + "\n") };
    let Some((name, _)) = &list.made_from else {
        let shown: Result<Vec<String>, _> =
            list.values.iter().map(|value| session.show(value)).collect();
        let shown = shown?;
        let length: usize = shown.iter().map(|value| value.chars().count() + 2).sum();
        let separator = if length > WIDTH { ",\n " } else { ", " };
        return Ok(format!("[{}]\n", shown.join(separator)));
    };
    let mut rows = vec![vec![name.clone()]];
    for row in list.rows() {
        rows.push(row.into_iter().map(|value| session.show(value)).collect::<Result<_, _>>()?);
    }
    let mut widths: Vec<usize> = Vec::new();
    for row in &rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in &rows {
        let cells =
            row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
                0 => format!("{cell:>width$}"),
                _ => format!("{cell:<width$}"),
            });
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    Ok(text)
}

/// A value as SVG: a board or a table as it is, a game by its thermograph.
pub(super) fn picture(
    session: &mut Session<'_>,
    title: &str,
    value: &Value,
) -> Result<String, LanguageError> {
    let fault = |why: &str| LanguageError::Value { why: why.to_string(), at: 0 };
    match value {
        Value::Board(game) => return Ok(board::svg(&**game)),
        Value::List(list) => {
            let heading = list.made_from.iter().map(|(name, _)| name.clone());
            let heading: Vec<String> = heading.collect();
            let mut rows = Vec::new();
            for row in list.rows() {
                let cells = row.into_iter().map(|value| cell(session, value));
                rows.push(cells.collect::<Result<_, _>>()?);
            }
            return Ok(board::table(title, &heading, &rows));
        }
        _ => {}
    }
    let thermograph = match (value, session.canonical(value)?) {
        (Value::Thermograph(thermograph), _) => (**thermograph).clone(),
        (_, Some(form)) => session.forms().thermograph(form)?,
        (other, None) => return Err(fault(&format!("{} is not drawn", other.kind()))),
    };
    thermograph::svg(&thermograph, title)
        .ok_or_else(|| fault("the numbers are too large to be drawn"))
}

fn cell<'v>(session: &mut Session<'_>, value: &'v Value) -> Result<Cell<'v>, LanguageError> {
    Ok(match value {
        Value::Board(game) => Cell::Board(&**game),
        value => Cell::Text(session.show(value)?),
    })
}

/// An error of the language, with a caret under its place.
pub(super) fn explain(line: &str, error: &LanguageError) -> anyhow::Error {
    match (error, error.at()) {
        (LanguageError::Stopped(stopped), _) => limits::explain(stopped),
        (_, Some(at)) => anyhow!("{error}\n{}", caret(line, at).1),
        _ => anyhow!("{error}"),
    }
}
