//! The output of the engine, whose lines are written at once.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;

use super::super::told::Told;

/// Prints what was found in some time.
pub(super) fn info(told: &Told, time: Duration, out: &mut impl Write) -> Result<()> {
    let per_second = (told.nodes as f64 / time.as_secs_f64().max(1e-3)) as u64;
    let score = match (told.score.mate(), told.score.centipoints()) {
        (Some(moves), _) => format!(" score mate {moves}"),
        (None, Some(points)) => format!(" score cp {points}"),
        (None, None) => String::new(),
    };
    let depth = told.score.mate().map_or(told.line.len() as u64, i64::unsigned_abs);
    let line = match told.line.is_empty() {
        true => String::new(),
        false => format!(" pv {}", told.line.join(" ")),
    };
    let nodes = told.nodes;
    let time = time.as_millis();
    say(out, &format!("info depth {depth}{score} nodes {nodes} time {time} nps {per_second}{line}"))
}

/// Prints an error, each of its lines separately.
pub(super) fn complain(out: &mut impl Write, error: &anyhow::Error) -> Result<()> {
    let text = format!("error: {error:#}");
    text.lines().try_for_each(|line| say(out, &format!("info string {}", line.trim_end())))
}

/// Prints a line at once.
pub(super) fn say(out: &mut impl Write, line: &str) -> Result<()> {
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
