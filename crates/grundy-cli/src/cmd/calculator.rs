//! Code shared by `grundy repl` and `grundy run`: joins lines, finds their values, and shows errors
//! with their places.

use std::io;

use anyhow::{Result, anyhow};
use grundy::ParseError;
use grundy::bounded::LONGEST_LINE;
use grundy::format::typeset::Setting;
use grundy::format::worksheet::show;
use grundy::language::{Brackets, LanguageError, Session, is_open};

use crate::errors;
use crate::input::caret;
use crate::limits::{self, Pieces};
use crate::rules;

/// The lines of a text, each with its number. A line with an open bracket is joined with the
/// next one; if a bracket is still open at the end, the line is returned as it is.
pub(super) fn joined(
    lines: impl Iterator<Item = io::Result<String>>,
) -> impl Iterator<Item = io::Result<(usize, String)>> {
    let mut lines = (1..).zip(lines);
    std::iter::from_fn(move || {
        let (number, first) = lines.next()?;
        let Ok(mut line) = first else { return Some(first.map(|line| (number, line))) };
        if is_comment(&line) {
            return Some(Ok((number, line)));
        }
        let mut brackets = Brackets::default();
        brackets.read(&line);
        while brackets.are_open() {
            match lines.next() {
                Some((_, Ok(more))) if is_comment(&more) => {}
                Some((_, Ok(more))) if (line.len() + more.len()) as u64 > LONGEST_LINE => {
                    let why = format!("line {number} goes on for more than {LONGEST_LINE} bytes");
                    return Some(Err(io::Error::new(io::ErrorKind::InvalidData, why)));
                }
                Some((_, Ok(more))) => {
                    brackets.read(&more);
                    line = line + " " + &more;
                }
                Some((_, Err(error))) => return Some(Err(error)),
                None => break,
            }
        }
        Some(Ok((number, line)))
    })
}

/// Whether the line is continued by the next one. Brackets in comments do not count.
pub(super) fn goes_on(line: &str) -> bool {
    !is_comment(line) && is_open(line)
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') || line.starts_with("//")
}

/// A session whose limits apply to each line.
pub(super) struct Calculator<'a> {
    pub(super) session: Session<'a>,
    pieces: &'a Pieces<'a>,
}

impl<'a> Calculator<'a> {
    pub(super) fn new(pieces: &'a Pieces<'a>) -> Self {
        Calculator { session: Session::new(pieces.limits()), pieces }
    }

    /// The value of a line as text; empty for an empty line.
    pub(super) fn answer(&mut self, line: &str) -> Result<String> {
        if line.trim().is_empty() || is_comment(line) {
            return Ok(String::new());
        }
        let line = &*rules::named(line)?;
        let session = &mut self.session;
        let text = self.pieces.run(|limits| {
            session.set_limits(limits);
            let value = session.run(line)?;
            errors::note_all(session.take_remarks());
            show(session, &value, Setting::Plain)
        });
        text.map_err(|error| explain(line, &error))
    }
}

/// An error of the language, with a caret under its place.
pub(super) fn explain(line: &str, error: &LanguageError) -> anyhow::Error {
    match (error, error.at()) {
        (LanguageError::Parse(ParseError { fault: Some(fault), .. }), _) => anyhow!("{fault}"),
        (LanguageError::Stopped(stopped), _) => limits::explain(stopped),
        (_, Some(at)) => anyhow!("{error}\n{}", caret(line, at).1),
        _ => anyhow!("{error}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn open_lines_are_joined_in_linear_time() {
        let time = |count: usize| -> Duration {
            let attempt = |_| {
                let lines = std::iter::repeat_n("(", count).map(|line| Ok(line.to_string()));
                let begun = Instant::now();
                let (number, line) = joined(lines).next().unwrap().unwrap();
                assert_eq!((number, line.len()), (1, 2 * count - 1));
                begun.elapsed()
            };
            (0..5).map(attempt).min().unwrap()
        };
        // If the time were quadratic, eight times as many would take 64 times as long.
        let (few, many) = (time(20_000), time(160_000));
        assert!(many < 40 * few, "{few:?}, {many:?}");
    }

    #[test]
    fn an_open_line_does_not_go_on_for_ever() {
        let lines = std::iter::repeat_with(|| Ok("(".repeat(1 << 20)));
        let error = joined(lines).next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "line 1 goes on for more than 16777216 bytes");
    }
}
