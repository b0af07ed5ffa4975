//! Reads games as the user typed them, with errors that point to the place.

use std::fmt::Display;

use anyhow::{Result, anyhow, bail};
use grundy::game::Line;
use grundy::language::{self, LanguageError};
use grundy::{Convention, Game, HeapRules, Limits, ParseError, catalogue};

use crate::errors;
use crate::limits::{LimitArgs, explain, patiently};
use crate::rules;

/// The convention that the user asks for, or that of the game.
pub(crate) fn convention(misere: bool, game: &dyn Game) -> Convention {
    if misere { Convention::Misere } else { game.convention() }
}

/// A text as a shell reads it.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The text as the user typed it: `main` puts a space before a minus.
pub(crate) fn typed(text: &str) -> &str {
    text.strip_prefix(' ').filter(|text| text.starts_with('-')).unwrap_or(text)
}

/// Reads a game: positions, values, and sums of them.
pub(crate) fn game(text: &str, limits: &Limits<'_>) -> Result<Box<dyn Game>> {
    line(text, limits).map(Line::end)
}

/// Reads a game with the moves that lead to it.
fn line(text: &str, limits: &Limits<'_>) -> Result<Line> {
    let text = &*rules::named(typed(text))?;
    // Only reading a game from a file and playing moves can take long.
    let line = match text.contains("graph(") || text.contains("after(") {
        true => patiently("reading the game", || language::line(text, limits)),
        false => language::line(text, limits),
    };
    let line = line.inspect(|line| errors::note_all(line.start.remarks()));
    line.map_err(|error| match error {
        LanguageError::Parse(error) => point(text, &error),
        LanguageError::Value { why, at } => point_at(text, at, &why),
        LanguageError::Stopped(stopped) => explain(&stopped),
        error => anyhow!("{error}"),
    })
}

impl LimitArgs {
    /// Reads a game under the limits.
    pub(crate) fn game(&self, text: &str) -> Result<Box<dyn Game>> {
        self.run_raw(|limits| game(text, &limits))
    }

    /// Reads a game with the moves that lead to it under the limits.
    pub(crate) fn line(&self, text: &str) -> Result<Line> {
        self.run_raw(|limits| line(text, &limits))
    }
}

/// Reads a ruleset without a position; `octal=0.77` is short for `octal(0.77)`.
pub(crate) fn ruleset(text: &str) -> Result<Box<dyn Game>> {
    let text = match text.split_once('=') {
        Some((name, parameters)) if !text.contains('(') => format!("{name}({parameters})"),
        _ => text.to_string(),
    };
    let text = &*rules::named(&text)?;
    catalogue::parse_ruleset(text).map_err(|error| point(text, &error))
}

/// Reads a ruleset for a table. If the ruleset has no tables, the error says so, whatever else is
/// wrong with the text.
pub(crate) fn table_ruleset(text: &str) -> Result<Box<dyn Game>> {
    ruleset(text).map_err(|error| {
        let name = text.split(['(', '=']).next().unwrap_or_default().trim();
        let example = catalogue::find(name).map(|entry| catalogue::parse(entry.examples[0]));
        match example {
            Some(Ok(game)) if game.heaps().is_none() && game.pairs().is_none() => no_table(name),
            _ => error,
        }
    })
}

fn no_table(name: &str) -> anyhow::Error {
    anyhow!(
        "{name} is not played on single heaps that must change: it has no sequence of Grundy values \
         (for example, kayles has one)"
    )
}

/// The heap rules of a ruleset that is played on heaps.
pub(crate) fn heap_rules(ruleset: &dyn Game) -> Result<&dyn HeapRules> {
    if ruleset.convention() == Convention::Misere {
        bail!(
            "{} is played to misère: Grundy values are those of normal play; `grundy misere` takes such games",
            ruleset.ruleset()
        );
    }
    if ruleset.pairs().is_some() {
        bail!(
            "{} is played on pairs of heaps: `grundy table` prints their values, which have no period",
            ruleset.ruleset()
        );
    }
    ruleset.heaps().map(|(rules, _)| rules).ok_or_else(|| no_table(&ruleset.ruleset()))
}

/// The number of characters of a long text shown before and after the place.
const AROUND: usize = 40;

/// The error, with a caret under its place.
pub(crate) fn point(text: &str, error: &ParseError) -> anyhow::Error {
    if let Some(fault) = &error.fault {
        return anyhow!("{fault}");
    }
    // The fault is in a file, not in this text.
    if error.place.is_some() {
        return anyhow!("{error}");
    }
    point_at(text, error.at, error)
}

fn point_at(text: &str, at: usize, why: impl Display) -> anyhow::Error {
    let (shown, place) = caret(text, at);
    anyhow!("cannot read \"{}\": {why}\n{place}", shown.escape_debug())
}

/// The part of a text around a place, and a line with a caret under the place.
pub(crate) fn caret(text: &str, at: usize) -> (String, String) {
    let before = text.char_indices().filter(|(place, _)| *place < at).count();
    let from = before.saturating_sub(AROUND);
    let shown: String = text.chars().skip(from).take(2 * AROUND).collect();
    let more = text.chars().nth(from + 2 * AROUND).is_some();
    let (first, last) = (if from > 0 { "…" } else { "" }, if more { "…" } else { "" });
    // Control characters would displace the caret.
    let line: String = shown.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let indent = " ".repeat(first.chars().count() + before - from);
    (format!("{first}{shown}{last}"), format!("  {first}{line}{last}\n  {indent}^"))
}
