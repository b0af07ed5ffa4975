//! `--record FILE`: the game is that of a file, with its moves.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use grundy::ParseError;
use grundy::bounded::Bounded;
use grundy::format::record;
use std::io::Read;

/// Longer records are refused.
const LONGEST: u64 = 16 << 20;

/// What `--record FILE` adds to the arguments: the game, and `--misere` if the record says so.
///
/// # Errors
///
/// If the file cannot be read, or is no record.
pub(crate) fn arguments(given: &[OsString]) -> Result<Vec<OsString>> {
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
    let Some(path) = path.map(Path::new) else { return Ok(Vec::new()) };
    let name = path.display();
    let file = fs::File::open(path).with_context(|| format!("cannot open {name}"))?;
    let mut text = String::new();
    let mut bytes = Bounded::new(file, "the record", LONGEST);
    bytes.read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
    let text = text.trim_start_matches('\u{feff}');
    let record = record::read(text).map_err(|error| misread(path, text, &error))?;
    let is_said = given.iter().any(|argument| argument == "--misere");
    let misere = (record.misere && !is_said).then(|| OsString::from("--misere"));
    // What a file says is never an option.
    let dashes = (!given.iter().any(|argument| argument == "--")).then(|| OsString::from("--"));
    let game = OsString::from(record.expression());
    Ok(misere.into_iter().chain(dashes).chain([game]).collect())
}

fn misread(path: &Path, text: &str, error: &ParseError) -> anyhow::Error {
    let place = grundy::Place::new(path.display().to_string(), text.as_bytes(), error.at);
    anyhow!("{place}: expected {}", error.expected)
}
