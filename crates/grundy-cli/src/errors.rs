//! Errors on standard error: as text, or as a line of JSON where `--format json` was asked for.

use std::ffi::OsString;
use std::io::Write;

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

/// Says that the program was called wrongly, or what it was asked about itself, and ends.
pub(crate) fn exit(usage: &clap::Error, in_json: bool) -> ! {
    if in_json && usage.use_stderr() {
        let said = usage.render().to_string();
        let said = said.trim_end();
        say(said.strip_prefix("error: ").unwrap_or(said), true);
        std::process::exit(usage.exit_code());
    }
    usage.exit()
}
