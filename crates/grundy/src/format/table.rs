//! Grundy sequences and their periods, as text.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

use super::formula::{Formula, saltus};
use super::known;
use super::text::{FAINT, LOSS, STRONG, WIN, group, paint};
use super::words::Words;
use crate::known_octal::Known;
use crate::oeis::Sequence;
use crate::solve::automatic::Automatic;
use crate::solve::compare::{Comparison, Difference};
use crate::solve::period::{Period, Seen, zeros};
use crate::solve::sequence::classes::Rares;
use grundy_ruleset::HeapKind;

/// A row of a table without a period has this number of values.
const ROW: usize = 20;
/// The most exceptions that are shown.
const MOST_EXCEPTIONS: usize = 40;
/// Longer periods do not fit on a line.
const WIDEST_ROW: usize = 60;

/// The name of a ruleset, as a heading.
#[must_use]
pub fn heading(ruleset: &str) -> String {
    format!("{}\n", paint(STRONG, ruleset))
}

/// The values in aligned rows, as long as the period where there is one. A row is made when it is
/// written: there may be more of them than memory holds as text.
#[must_use]
pub fn text(ruleset: &str, values: &[u32], found: Option<&Period>) -> impl Display {
    let row = match found {
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
    let title = paint(STRONG, format!("g(n) of {ruleset}"));
    let columns: Vec<String> =
        (0..row.min(values.len())).map(|i| format!("{:>width$}", format!("+{i}"))).collect();
    let heads = paint(FAINT, format!("{:>head$}  {}", "n", columns.join(" ")));
    fmt::from_fn(move |f| {
        writeln!(f, "{title}\n{heads}")?;
        for (i, chunk) in values.chunks(row).enumerate() {
            let cell = |(j, value): (usize, &u32)| {
                let cell = format!("{value:>width$}");
                match found {
                    Some(found) if found.exceptions.binary_search(&(i * row + j)).is_ok() => {
                        paint(WIN, cell)
                    }
                    _ => cell,
                }
            };
            let cells: Vec<String> = chunk.iter().enumerate().map(cell).collect();
            let start = paint(FAINT, format!("{:>head$}", i * row));
            writeln!(f, "{start}  {}", cells.join(" "))?;
        }
        Ok(())
    })
}

/// Values from a heap on, in rows without regard to a period; made as those of [`text`] are.
#[must_use]
pub fn stretch(ruleset: &str, from: u64, values: &[u32]) -> impl Display {
    let width = values.iter().max().map_or(1, |most| most.to_string().len());
    let head = (from + values.len() as u64).to_string().len();
    let title = paint(STRONG, format!("g(n) of {ruleset} from n = {from} on"));
    fmt::from_fn(move |f| {
        writeln!(f, "{title}")?;
        for (start, row) in (from..).step_by(ROW).zip(values.chunks(ROW)) {
            let cells: Vec<String> = row.iter().map(|value| format!("{value:>width$}")).collect();
            let start = paint(FAINT, format!("{start:>head$}"));
            writeln!(f, "{start}  {}", cells.join(" "))?;
        }
        Ok(())
    })
}

/// The heaps of value 0, and the residues that are proved to have it for ever, or are seen to have
/// it.
#[must_use]
pub fn p_positions(ruleset: &str, heaps: &[u64], found: Option<&Period>, values: &[u32]) -> String {
    let mut text = format!("{}\n", paint(STRONG, format!("P-positions of {ruleset}")));
    if heaps.is_empty() {
        text += "none among these heaps\n";
    }
    let head = heaps.last().map_or(1, |last| last.to_string().len());
    for row in heaps.chunks(ROW) {
        let cells: Vec<String> = row.iter().map(|heap| format!("{heap:>head$}")).collect();
        let _ = writeln!(text, "{}", cells.join(" "));
    }
    if let Some(found) = found.filter(|found| found.proved)
        && let Some(residues) = found.residues(values, 0)
    {
        let _ = writeln!(text, "{}", residue_classes(found, &residues));
    } else if !found.is_some_and(|found| found.proved)
        && let Some((found, zeros)) = zeros(values)
        && let Some(residues) = found.residues(&zeros, 0)
    {
        let classes = residue_classes(&found, &residues);
        let seen = format!("(seen for n up to {}, not proved)", found.checked_to);
        let _ = writeln!(text, "{classes} {}", paint(FAINT, seen));
    }
    text
}

/// `n mod 7 = 0, 1`, or `for no n`, and from where on.
fn residue_classes(found: &Period, residues: &[usize]) -> String {
    let Period { period, preperiod, .. } = found;
    let list: Vec<String> = residues.iter().take(MOST_EXCEPTIONS).map(usize::to_string).collect();
    let more = match residues.len() - list.len() {
        0 => String::new(),
        more => format!(" and {} more", group(more)),
    };
    let when = if residues.is_empty() {
        "for no n".to_string()
    } else if residues.len() == *period {
        "for all n".to_string()
    } else {
        format!("where n mod {period} = {}{more}", list.join(", "))
    };
    match preperiod {
        0 => when,
        _ => format!("{when}, from n = {preperiod} on"),
    }
}

/// Why a period holds for ever, and which residues have which value.
#[must_use]
pub fn argument(found: &Period, values: &[u32], kind: &HeapKind, by_window: bool) -> String {
    let Period { period, preperiod, saltus, proved, checked_to, .. } = found;
    let plus = match saltus {
        0 => String::new(),
        _ if !found.saltuses.is_empty() => " + s(n)".to_string(),
        _ => format!(" + {saltus}"),
    };
    let equation = format!("g(n + {period}) = g(n){plus}");
    let why = match kind {
        _ if !proved => format!(
            "{equation} was seen for n up to {}, which proves nothing: the next value may differ.",
            checked_to - period
        ),
        _ if by_window => format!(
            "From some heap on no value is rare, and a value follows from those at a few fixed \
             distances before it. All values that are looked at, 65,536 in a row, come again after \
             {period} heaps, so everything behind them comes again."
        ),
        HeapKind::Subtraction(set) => {
            let most = set.iter().copied().max().unwrap_or(0).max(1);
            format!(
                "A value is the mex of values at most {most} before it. {equation} holds for \
                 {most} heaps in a row, n = {preperiod} to {}, so all that follows comes again.",
                *preperiod as u64 + most - 1
            )
        }
        HeapKind::TakeAndBreak(code) if found.by_theorem(code) => {
            let parts = code.most_parts().max(1) as usize;
            let most = code.most_taken();
            let end = parts * preperiod.max(&1) + (parts - 1) * period + most;
            format!(
                "Theorem of Guy and Smith (1956): of the heaps that a move leaves of n + {period} \
                 tokens, at most {parts}, the largest is one of those for which the equation is \
                 known, if n is large. At most {most} tokens are taken, so it is enough that \
                 {equation} holds for {preperiod} ≤ n < {end}, which was checked."
            )
        }
        HeapKind::TakeAndBreak(_) | HeapKind::Repeating(_) => format!(
            "Heaps of a residue modulo {period} are b + {period}·x, worth c + s·x. So an option is \
             a sum without carry of such numbers whose x have a given sum, which a finite automaton \
             decides digit by digit. For all n at once it was decided that every value less than \
             {equation} is an option and that this value is none."
        ),
        HeapKind::AnyNumber => "A move leaves any smaller heap: g(n) = n by induction.".to_string(),
        HeapKind::Theorem { .. } => {
            "A published theorem says so; `grundy games` names its source.".to_string()
        }
        HeapKind::Formulas(_) => format!(
            "A value follows from the values at a few fixed distances before it, from n modulo some \
             number and from values of parts of the heap. {equation} was decided for all n at once: \
             by what comes again or, where parts of the heap are left, by an automaton that reads \
             digits."
        ),
        _ => format!("{equation} was proved by the state of the last values coming again."),
    };
    let mut text = why + "\n";
    for (value, saltus, residues) in pieces(found, values) {
        let since = match preperiod {
            0 => "n".to_string(),
            _ => format!("(n - {preperiod})"),
        };
        let rounds = match period {
            1 => since,
            _ => format!("floor({since} / {period})"),
        };
        let value = match (saltus, value) {
            (0, _) => value.to_string(),
            (1, 0) => rounds,
            (_, 0) => format!("{saltus}·{rounds}"),
            (1, _) => format!("{value} + {rounds}"),
            _ => format!("{value} + {saltus}·{rounds}"),
        };
        let _ = writeln!(text, "g(n) = {value} {}", residue_classes(found, &residues));
    }
    text
}

/// The residues of each value and saltus, where there are few.
fn pieces(found: &Period, values: &[u32]) -> Vec<(u32, u32, Vec<usize>)> {
    const MOST: usize = 64;
    let first = values.get(found.preperiod..found.preperiod + found.period);
    let Some(first) = first.filter(|first| first.len() <= MOST) else { return Vec::new() };
    let mut pieces: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for (heap, &value) in (found.preperiod..).zip(first) {
        pieces.entry((value, found.saltus_of(heap))).or_default().push(heap % found.period);
    }
    let sorted = |((value, saltus), mut residues): (_, Vec<usize>)| {
        residues.sort_unstable();
        (value, saltus, residues)
    };
    pieces.into_iter().map(sorted).collect()
}

/// What a file of values has.
#[must_use]
pub fn stored(ruleset: &str, file: &str, heaps: u64, bytes: u64) -> String {
    let per_heap = 8.0 * bytes as f64 / heaps.max(1) as f64;
    format!(
        "{}\n{} values in {file}, {} bytes, {per_heap:.2} bits a heap\n",
        paint(STRONG, ruleset),
        group(heaps as usize),
        group(bytes as usize),
    )
}

/// The period in words, with its pattern as a formula if there is one, or the automaton of the
/// values; what is known of it, and where the OEIS has the values.
#[must_use]
pub fn period(
    values: &[u32],
    found: Option<&Period>,
    seen: Seen,
    known: Option<&Known>,
    oeis: Option<Sequence>,
    automatic: Option<&Automatic>,
) -> String {
    let mut text = match automatic {
        Some(automatic) => digits(automatic),
        None => sentence(found, values),
    };
    let found = found.filter(|_| automatic.is_none());
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
    let first = seen.greatest_at.map(|heap| format!(" (first at n = {heap})")).unwrap_or_default();
    let (greatest, last) = (seen.greatest.unwrap_or(0), seen.heaps.saturating_sub(1));
    let _ = writeln!(text, "greatest value {greatest}{first}, heaps up to {last}");
    if let Some(Rares { count, last }) = seen.rares {
        let _ = writeln!(text, "{} rare values, the last at n = {last}", group(count as usize));
    }
    if let Some(known) = known {
        let _ = writeln!(text, "{}", known::sentence(known, found));
    }
    if let Some(oeis) = oeis {
        let _ = writeln!(text, "{}", known::sequence(&oeis));
    }
    text
}

/// Where two sequences differ first, or how far they are equal.
#[must_use]
pub fn comparison(found: &Comparison) -> String {
    let Comparison { from, difference, compared_to, equal_for_all } = *found;
    match difference {
        Some(Difference { n, values: (first, second) }) => {
            let place = paint(LOSS, "first difference");
            format!("{place} at n = {n}: {first} and {second}\n")
        }
        None => {
            let equal = paint(WIN, "equal");
            match (equal_for_all, from) {
                (true, 0) => format!("{equal} for all n (both periods proved)\n"),
                (true, _) => format!("{equal} for all n ≥ {from} (both periods proved)\n"),
                (false, 0) => format!("{equal} for n ≤ {compared_to}\n"),
                (false, _) => format!("{equal} for {from} ≤ n ≤ {compared_to}\n"),
            }
        }
    }
}

/// The sentence that values follow from the digits of the heap.
fn digits(automatic: &Automatic) -> String {
    let (base, states) = (automatic.base(), automatic.states());
    let proved = paint(WIN, "proved");
    format!(
        "{base}-automatic ({proved}): an automaton with {states} states reads g(n) off the digits of \
         n in base {base}\n"
    )
}

/// Why an automaton has the values of all heaps, and its states, where they are few.
#[must_use]
pub fn automaton(automatic: &Automatic) -> String {
    /// States, and digits, on a page.
    const MOST: usize = 64;
    let base = automatic.base();
    let mut text = format!(
        "A move leaves n - k, n/{base}^i or a constant. The states of the heaps around n say which \
         states the heaps around {base}n, …, {base}n + {} have: finitely many rows of states occur. \
         In each, the value of a heap is the mex of the values of its options, which proves all \
         values by induction.\n",
        base - 1
    );
    if automatic.states() > MOST || base > MOST as u64 {
        return text;
    }
    text += "The digits of n are read from the first to the last, beginning in state 0:\n";
    let width = (automatic.states() - 1).to_string().len().max((base - 1).to_string().len());
    let heads: Vec<String> = (0..base).map(|digit| format!("{digit:>width$}")).collect();
    let _ = writeln!(text, "{}", paint(FAINT, format!("state  g  {}", heads.join(" "))));
    for (state, (value, next)) in automatic.rows().enumerate() {
        let cells: Vec<String> = next.iter().map(|to| format!("{to:>width$}")).collect();
        let _ = writeln!(text, "{state:>5} {value:>2}  {}", cells.join(" "));
    }
    text
}

fn sentence(found: Option<&Period>, values: &[u32]) -> String {
    let Some(found) = found else {
        return paint(FAINT, "no period found so far") + "\n";
    };
    let Period { period, preperiod, proved, .. } = found;
    let saltus = saltus(found, &Words::default());
    let status = if *proved { paint(WIN, "proved") } else { paint(FAINT, "seen, not proved") };
    let mut text = format!("period {period}, preperiod {preperiod}{saltus} ({status})\n");
    if let Some(formula) = Formula::of(found, values) {
        let _ = writeln!(text, "g(n) = {}", paint(STRONG, formula));
    }
    text
}
