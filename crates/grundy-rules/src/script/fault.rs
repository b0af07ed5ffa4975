//! Errors of the interpreter as faults of the file.

use grundy::{Fault, Source};
use grundy_starlark::{Error, ErrorKind};

use super::guard::{Guard, Stop};
use crate::bounds::Bounds;

pub(super) fn fault(error: &Error, source: &Source, bounds: &Bounds, guard: &Guard) -> Fault {
    let message = match (guard.stopped(), error.kind()) {
        (Some(Stop::Ticks), _) => format!("this takes more than {} steps", bounds.ticks),
        (Some(Stop::Time), _) => {
            format!("this takes longer than {} seconds", bounds.time.as_secs_f32())
        }
        (Some(Stop::Halted(why)), _) => why,
        (None, ErrorKind::Depth) => {
            format!("more than {} functions call each other", bounds.depth)
        }
        (None, _) => sentence(error.message()),
    };
    let help = help(&message);
    let mut fault = Fault::new(message);
    if let Some(span) = error.span() {
        let end = (span.end as usize).min(source.text.len());
        fault = fault.at(source, (span.begin as usize).min(end)..end);
    }
    match help {
        Some(help) => fault.with_help(help),
        None => fault,
    }
}

/// Hints on differences from Python.
fn help(message: &str) -> Option<&'static str> {
    let keyword = |word: &str| message.ends_with(&format!("reserved keyword `{word}`"));
    if keyword("while") {
        Some("there is no `while`: write `for _ in range(n):` with a large n, and `break`")
    } else if keyword("is") {
        Some("there is no `is`: write `==`")
    } else if message.contains("reserved keyword") {
        Some("rule files are Starlark: Python without import, class, while, try, with and yield")
    } else if message == "immutable" {
        Some(
            "a text or a tuple cannot be changed, and neither can what stands at the top level: \
             make a list, change it, and make a tuple of it",
        )
    } else if message.contains("keyword `for`") || message.contains("keyword 'for'") {
        Some("there are no generators: put [ and ] around it")
    } else if message.contains("(iter)") && message.contains("string") {
        Some("a text is not a list: write `for c in text.elems():`")
    } else if message.contains("tabs are not allowed") {
        Some("begin lines with four spaces instead")
    } else if message.contains("referenced before assignment") {
        Some("a name that a function binds is its own, even if the top level has the same")
    } else {
        None
    }
}

/// The message of a fault: one line that begins in lower case, without a full stop.
fn sentence(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let message = lines.join("; ");
    let mut chars = message.trim_end_matches('.').chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(chars).collect()
        }
        (Some(first), _) => std::iter::once(first).chain(chars).collect(),
        (None, _) => "something is wrong".to_string(),
    }
}
