//! The lines of a worksheet of the calculator with their values, as text, JSON and pictures.

use std::fmt::Write;

use super::board::{self, Cell};
use super::typeset::Setting;
use super::words::Words;
use super::{json, latex, thermograph};
use crate::answer::{Facts, Solver};
use crate::catalogue;
use crate::language::{Dialect, LanguageError, Session, Value};
use crate::value::LoopyNimber;
use grundy_base::Limits;

/// A value in as many lines as it needs: long lists, and lists made from another list, have a line
/// for each value; the latter are an array in LaTeX. Drawings and words stay as they are.
///
/// # Errors
///
/// As [`Session::show`].
pub fn show(
    session: &mut Session<'_>,
    value: &Value,
    setting: Setting,
) -> Result<String, LanguageError> {
    /// Longer lists do not fit on one line.
    const WIDTH: usize = 80;
    if let Value::Thermograph(thermograph) = value {
        let drawn = thermograph::text(thermograph, 60).unwrap_or_default();
        return Ok(format!("{drawn}{}\n", session.show(value)?));
    }
    if let Value::Board(game) = value {
        return Ok(game.drawing() + "\n");
    }
    let mut set = |value: &Value| -> Result<String, LanguageError> {
        let shown = session.show(value)?;
        Ok(if value.is_game() { setting.set(&shown) } else { shown })
    };
    let Value::List(list) = value else { return Ok(set(value)? + "\n") };
    let Some((name, _)) = &list.made_from else {
        let shown: Result<Vec<String>, _> = list.values.iter().map(&mut set).collect();
        let shown = shown?;
        let length: usize = shown.iter().map(|value| value.chars().count() + 2).sum();
        let separator = if length > WIDTH { ",\n " } else { ", " };
        return Ok(format!("[{}]\n", shown.join(separator)));
    };
    let mut rows = vec![vec![name.clone()]];
    for row in list.rows() {
        rows.push(row.into_iter().map(&mut set).collect::<Result<_, _>>()?);
    }
    if setting == Setting::Latex {
        return Ok(latex::array(&rows));
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
///
/// # Errors
///
/// If there is nothing to draw, and as [`Session::show`].
pub fn picture(
    session: &mut Session<'_>,
    title: &str,
    value: &Value,
    words: &Words,
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
    thermograph::svg(&thermograph, title, words)
        .ok_or_else(|| fault("the numbers are too large to be drawn"))
}

fn cell<'v>(session: &mut Session<'_>, value: &'v Value) -> Result<Cell<'v>, LanguageError> {
    Ok(match value {
        Value::Board(game) => Cell::Board(&**game),
        value => Cell::Text(session.show(value)?),
    })
}

/// What an expression is worth, on one line as JSON. Positions of impartial games
/// may have nimbers too large for forms, or ∞.
///
/// # Errors
///
/// As [`Session::run`].
pub fn json(text: &str, dialect: Dialect, limits: &Limits<'_>) -> Result<String, LanguageError> {
    let mut session = Session::new(*limits);
    session.set_dialect(dialect);
    if let Some((game, value)) = nimber(text, limits)? {
        let nimber = match &value {
            LoopyNimber::Finite(nimber) => u32::try_from(nimber.0).ok(),
            LoopyNimber::Infinite(_) => None,
        };
        let forms = session.forms();
        let facts = match nimber {
            Some(nimber) => {
                let form = forms.nimber(nimber)?;
                Some(Facts::new(forms, form)?)
            }
            None => None,
        };
        return Ok(json::value(&game, &value, facts.as_ref()));
    }
    let found = session.run(text)?;
    Ok(match session.canonical(&found)? {
        Some(form) => json::facts(text.trim(), &Facts::new(session.forms(), form)?),
        None => {
            let shown = session.show(&found)?;
            let (text, shown) = (json::string(text.trim()), json::string(&shown));
            format!("{{\"game\":{text},\"value\":{shown}}}")
        }
    })
}

/// The value of an impartial position, and the position as it is written; none
/// where the text is something else.
///
/// # Errors
///
/// When a limit is reached.
pub fn nimber(
    text: &str,
    limits: &Limits<'_>,
) -> Result<Option<(String, LoopyNimber)>, LanguageError> {
    let Ok(game) = catalogue::parse(text) else { return Ok(None) };
    let found = Solver::default().value(&*game, limits)?;
    Ok(found.map(|(value, _)| (game.text(), value)))
}
