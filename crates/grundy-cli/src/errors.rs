//! Errors on standard error: as text, or as a line of JSON with `--format json`.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use grundy::format::json;

/// Whether the arguments ask for JSON. They are not parsed, because arguments that cannot be parsed
/// are an error, too.
pub(crate) fn are_json(arguments: &[OsString]) -> bool {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    let options: Vec<&OsString> = options.collect();
    let mut pairs = options.windows(2);
    pairs.any(|pair| pair[0] == "--format" && pair[1] == "json")
        || options.iter().any(|option| *option == "--format=json")
}

/// Prints an error.
pub(crate) fn say(error: &str, in_json: bool) {
    let mut stderr = anstream::stderr();
    // If the error cannot be printed, nothing can be done.
    let _ = match in_json {
        true => writeln!(stderr, "{{\"error\":{}}}", json::string(error)),
        false => writeln!(stderr, "grundy: {error}"),
    };
}

/// Prints notes that a reader needs besides the answer.
pub(crate) fn note_all(notes: Vec<String>) {
    // Each note is printed only once, although a game may be read several times.
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let given: Vec<OsString> = std::env::args_os().collect();
    for note in notes {
        if !SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(note.clone()) {
            continue;
        }
        let mut stderr = anstream::stderr();
        let _ = match are_json(&given) {
            true => writeln!(stderr, "{{\"note\":{}}}", json::string(&note)),
            false => writeln!(stderr, "grundy: note: {note}"),
        };
    }
}

/// Prints that the program was called wrongly, with an example of the command that was meant; or
/// prints the help or version that was asked for. Returns the status.
pub(crate) fn called_wrongly(
    usage: &clap::Error,
    program: &clap::Command,
    given: &[OsString],
    in_json: bool,
) -> ExitCode {
    let status = ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(u8::MAX));
    if !usage.use_stderr() {
        // If standard output is closed, nothing can be done.
        let _ = usage.print();
        return status;
    }
    let example = example(program, given).map(|example| format!("\nFor example: {example}\n"));
    let example = example.unwrap_or_default();
    if in_json {
        let said = format!("{}{example}", usage.render());
        let said = said.trim_end();
        say(said.strip_prefix("error: ").unwrap_or(said), true);
    } else {
        anstream::eprint!("{}{example}", usage.render().ansi());
    }
    status
}

/// The first example of the help of the command that the arguments name.
fn example(program: &clap::Command, given: &[OsString]) -> Option<String> {
    let command = given.iter().find_map(|word| program.find_subcommand(word))?;
    let help = command.get_after_help()?.to_string();
    let mut lines = help.lines().map(str::trim).filter(|line| line.starts_with(NAME));
    // A remark follows more than one space.
    lines.next().and_then(|line| line.split("  ").next()).map(str::to_string)
}

/// The beginning of every example.
const NAME: &str = "grundy ";
