//! Grundy sequences and their periods as people read them.

use std::fmt::Write;

use super::text::{FAINT, STRONG, WIN, group, paint};
use crate::ruleset::HeapKind;
use crate::solve::period::{Period, Seen, find_period};

/// Rows of a table without a period have this many values.
const ROW: usize = 20;
/// More exceptions are not read.
const MOST_EXCEPTIONS: usize = 40;
/// Longer periods do not fit on a line.
const WIDEST_ROW: usize = 60;

/// The values in aligned rows, as long as the period where there is one.
#[must_use]
pub fn text(ruleset: &str, values: &[u32], kind: &HeapKind) -> String {
    let found = find_period(values, kind);
    let row = match &found {
        // Two short periods on a row rather than many narrow rows.
        Some(found) => (1..=WIDEST_ROW / found.period.max(1))
            .map(|times| times * found.period)
            .find(|row| *row >= 10)
            .unwrap_or(if found.period <= WIDEST_ROW { found.period } else { ROW }),
        None => ROW,
    };
    let width = values.iter().max().map_or(1, |most| most.to_string().len());
    let width = width.max(format!("+{}", row.min(values.len()).saturating_sub(1)).len());
    let head = values.len().saturating_sub(1).to_string().len();
    let mut text = format!("{}\n", paint(STRONG, format!("g(n) of {ruleset}")));
    let columns: Vec<String> =
        (0..row.min(values.len())).map(|i| format!("{:>width$}", format!("+{i}"))).collect();
    let _ = writeln!(text, "{}", paint(FAINT, format!("{:>head$}  {}", "n", columns.join(" "))));
    for (i, chunk) in values.chunks(row).enumerate() {
        let cells: Vec<String> = chunk
            .iter()
            .enumerate()
            .map(|(j, value)| {
                let cell = format!("{value:>width$}");
                match &found {
                    Some(found) if found.exceptions.binary_search(&(i * row + j)).is_ok() => {
                        paint(WIN, cell)
                    }
                    _ => cell,
                }
            })
            .collect();
        let start = paint(FAINT, format!("{:>head$}", i * row));
        let _ = writeln!(text, "{start}  {}", cells.join(" "));
    }
    text += &sentence(found.as_ref(), values);
    text
}

/// The values of pairs, a row for each first heap; those that are lost for the
/// player to move are marked.
#[must_use]
pub fn pairs(ruleset: &str, rows: &[Vec<u32>]) -> String {
    let greatest = rows.iter().flatten().copied().max().unwrap_or(0) as usize;
    let head = rows.len().saturating_sub(1).to_string().len();
    let width = head.max(greatest.to_string().len());
    let mut text = format!("{}\n", paint(STRONG, format!("g(a, b) of {ruleset}")));
    let columns: String = (0..rows.len()).map(|b| format!(" {b:>width$}")).collect();
    let _ = writeln!(text, "{}", paint(FAINT, format!("{:>head$} {columns}", "")));
    for (a, row) in rows.iter().enumerate() {
        let cells: String = row
            .iter()
            .map(|value| {
                let cell = format!("{value:>width$}");
                format!(" {}", if *value == 0 { paint(WIN, cell) } else { cell })
            })
            .collect();
        let _ = writeln!(text, "{} {cells}", paint(FAINT, format!("{a:>head$}")));
    }
    text
}

/// The period in words, with the pattern as a formula where there is one.
#[must_use]
pub fn period(ruleset: &str, values: &[u32], found: Option<&Period>, seen: Seen) -> String {
    let mut text = format!("{}\n", paint(STRONG, ruleset));
    text += &sentence(found, values);
    let exceptions = found.map_or(&[][..], |found| &found.exceptions);
    if let Some(last) = exceptions.last() {
        let list: Vec<String> =
            exceptions.iter().take(MOST_EXCEPTIONS).map(usize::to_string).collect();
        let more = match exceptions.len() - list.len() {
            0 => String::new(),
            more => format!(" and {} more, the last {last}", group(more)),
        };
        let _ = writeln!(text, "exceptions at n = {}{more}", list.join(", "));
    }
    let Seen { greatest, heaps } = seen;
    let heaps = heaps.saturating_sub(1);
    let _ = writeln!(text, "greatest value {}, heaps up to {heaps}", greatest.unwrap_or(0));
    text
}

fn sentence(found: Option<&Period>, values: &[u32]) -> String {
    let Some(found) = found else {
        return paint(FAINT, "no period found so far") + "\n";
    };
    let Period { period, preperiod, saltus, proved, .. } = found;
    let saltus = if *saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    let status = if *proved { paint(WIN, "proved") } else { paint(FAINT, "seen, not proved") };
    let mut text = format!("period {period}, preperiod {preperiod}{saltus} ({status})\n");
    if let Some(formula) = closed_form(found, values) {
        let _ = writeln!(text, "g(n) = {}", paint(STRONG, formula));
    }
    text
}

/// The values as a formula: `n`, `n mod 4`, `floor((n mod 7) / 2)`, for purely
/// periodic sequences that are of such a form.
#[must_use]
pub fn closed_form(found: &Period, values: &[u32]) -> Option<String> {
    let Period { period, preperiod, saltus, .. } = *found;
    if preperiod > 0 {
        return None;
    }
    if (period, saltus, values[0]) == (1, 1, 0) {
        return Some("n".to_string());
    }
    if saltus > 0 {
        return None;
    }
    let one = &values[..period];
    if one.iter().all(|&value| value == one[0]) {
        return Some(one[0].to_string());
    }
    (1..=period)
        .find(|divisor| one.iter().enumerate().all(|(n, &g)| g as usize == n / divisor))
        .map(|divisor| match divisor {
            1 => format!("n mod {period}"),
            _ => format!("floor((n mod {period}) / {divisor})"),
        })
}
