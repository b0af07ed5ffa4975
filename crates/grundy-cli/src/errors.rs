//! Errors on standard error: as text, or as a line of JSON where `--format json` was asked for.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use grundy::format::json;

/// Whether arguments ask for JSON. They are looked at as they are: what cannot be read as a command is
/// an error, too.
pub(crate) fn are_json(arguments: &[OsString]) -> bool {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    let options: Vec<&OsString> = options.collect();
    let mut pairs = options.windows(2);
    pairs.any(|pair| pair[0] == "--format" && pair[1] == "json")
        || options.iter().any(|option| *option == "--format=json")
}

/// Says an error.
pub(crate) fn say(error: &str, in_json: bool) {
    let mut stderr = anstream::stderr();
    // Nothing can be done about an error that nobody hears.
    let _ = match in_json {
        true => writeln!(stderr, "{{\"error\":{}}}", json::string(error)),
        false => writeln!(stderr, "grundy: {error}"),
    };
}

/// Says what a reader should know beside the answer.
pub(crate) fn note_all(notes: Vec<String>) {
    // A game may be read more than once.
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

/// Says that the program was called wrongly, with an example of the command that was meant, or what it
/// was asked about itself. Returns the status.
pub(crate) fn called_wrongly(
    usage: &clap::Error,
    program: &clap::Command,
    given: &[OsString],
    in_json: bool,
) -> ExitCode {
    let status = ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(u8::MAX));
    if !usage.use_stderr() {
        // Nobody is left to hear that standard output is closed.
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
    // A remark stands behind more than one space.
    lines.next().and_then(|line| line.split("  ").next()).map(str::to_string)
}

/// How examples begin.
const NAME: &str = "grundy ";
