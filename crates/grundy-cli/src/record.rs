//! `--record FILE`: the game and its moves are taken from a file.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use grundy::bounded::Bounded;
use grundy::format::record::{self, Record};
use grundy::language::{self, LanguageError};
use grundy::{Limits, ParseError};

/// Longer records are refused.
const LONGEST: u64 = 16 << 20;

/// If moves are not found within this time, the search for them is left to the command.
const PATIENCE: Duration = Duration::from_secs(2);

/// A record, with the file from which it was read.
pub(crate) struct Recorded {
    path: PathBuf,
    text: String,
    record: Record,
}

impl Recorded {
    /// The record that the arguments name, if any.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is no record.
    pub(crate) fn of(given: &[OsString]) -> Result<Option<Recorded>> {
        let Some(path) = named(given) else { return Ok(None) };
        let name = path.display();
        let file = fs::File::open(&path).with_context(|| format!("cannot open {name}"))?;
        let mut text = String::new();
        let mut bytes = Bounded::new(file, "the record", LONGEST);
        bytes.read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
        let text = text.trim_start_matches('\u{feff}').to_string();
        let record =
            record::read(&text).map_err(|error| misread(&path, &text, error.at, &error))?;
        Ok(Some(Recorded { path, text, record }))
    }

    /// The game, as an expression.
    pub(crate) fn game(&self) -> String {
        self.record.expression()
    }

    /// The arguments that the record adds: the game, and `--misere` if the record says so.
    pub(crate) fn arguments(&self, given: &[OsString]) -> impl Iterator<Item = OsString> + use<> {
        let is_given = |word: &str| given.iter().any(|argument| argument == word);
        let misere = self.record.misere && !is_given("--misere");
        // Text from a file is never an option.
        let dashes = (!is_given("--")).then(|| OsString::from("--"));
        let game = OsString::from(self.record.expression());
        misere.then(|| OsString::from("--misere")).into_iter().chain(dashes).chain([game])
    }

    /// Refuses an illegal move, with its place in the file.
    ///
    /// # Errors
    ///
    /// If the game, or a move, cannot be read.
    pub(crate) fn check(&self) -> Result<()> {
        let limits = Limits::default().shortened(PATIENCE);
        match language::line(&self.record.expression(), &limits) {
            Err(LanguageError::Parse(error)) if error.fault.is_none() => {
                Err(misread(&self.path, &self.text, self.record.place(error.at), &error))
            }
            // Games that take long, or have faults of their own, are left to the command.
            _ => Ok(()),
        }
    }
}

/// The file behind `--record`.
fn named(given: &[OsString]) -> Option<PathBuf> {
    const OPTION: &str = "--record";
    let before_dashes = given.iter().take_while(|argument| *argument != "--");
    let mut path: Option<&OsStr> = None;
    let mut is_value = false;
    for argument in before_dashes {
        if std::mem::take(&mut is_value) {
            path = Some(argument);
        } else if argument == OPTION {
            is_value = true;
        } else if let Some(value) = argument.to_str().and_then(|it| it.strip_prefix("--record=")) {
            path = Some(OsStr::new(value));
        }
    }
    path.map(PathBuf::from)
}

fn misread(path: &Path, text: &str, at: usize, error: &ParseError) -> anyhow::Error {
    let place = grundy::Place::new(path.display().to_string(), text.as_bytes(), at);
    let help = error.help.iter().map(|help| format!(" ({help})")).collect::<String>();
    anyhow!("{place}: expected {}{help}", error.expected)
}
