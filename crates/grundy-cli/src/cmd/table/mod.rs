//! `grundy table`: Grundy values of heaps, and tables of games in one or two numbers (`grid`).

mod grid;

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};
use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::error::ErrorKind;
use grundy::answer::{Solver, misere_period, misere_values, misere_values_by_forms};
use grundy::format::code::Program;
use grundy::format::json::{self, HeapsOf};
use grundy::format::table;
use grundy::format::text::{FAINT, paint};
use grundy::format::{self, PROGRAMS};
use grundy::language::Template;
use grundy::solve::automatic::Automatic;
use grundy::solve::period::{Period, Seen, find_period};
use grundy::solve::sequence::stream::Stream;
use grundy::{Convention, Game, HeapKind, HeapRules, Limits, Stopped, known_octal, oeis};

use super::code;
use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{self, OutputArgs};
use crate::values::Store;

/// Print the Grundy values g(0), g(1), … of heaps, or the values of games in one or two numbers
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy table kayles -n 100
  grundy table 'subtraction(2..5)' -n 50
  grundy table wythoff -n 20
  grundy table 'octal(0.07)' -n 1000 --format json
  grundy table grundys-game -n 200 --format csv -o values.csv
  grundy table kayles -n 99 --format latex  a tabular for a paper
  grundy table 'subtraction(1,3,4)' --p-positions
  grundy table kayles --misere -n 20
  grundy table 'octal(0.106)' --from 1000000000 -n 1000000020
  grundy table 'octal(0.106)' -n 10000000000 --save 106.values
  grundy table kayles --code cpp
  grundy table cram -n 6                    width and height, or two numbers
  grundy table 'domineering(2xN)'           a letter stands for a number
  grundy table 'toads-and-frogs(T^A..F^B)'  T^A is a row of A toads
  grundy table fibonacci-nim -n 20 --p-positions
  grundy table cutcake --rows 1..4 --columns 1..8 -o cutcake.svg

Games in two numbers have a row for each A and a column for each B; where a ruleset is named
alone, these are its width and height, or its two numbers. An entry is a Grundy value, or a
canonical form, or who wins where there is no value; - is no position, and a blank entry was
not decided within the limits, which a line below and the exit status 1 say. Rows and columns
before the first position are left out. Small games come first; each entry has --time-cell, or
half of the time that is left, or 10 s.

With --save, all values up to N are stored in a compressed file, and the next run
continues it, also after Ctrl-C. The values are then printed only if --from is given.

With --code, a function sg(n) in the given language is printed, shorter than 64 KB. It is
a formula or a table if a period is proved and fits, otherwise it computes the values by
the rules; of a rule file with dictionaries or texts, in C++ and Rust, the first values. A comment in it says
how large n may be for an answer within a second.")]
pub(crate) struct Args {
    /// The ruleset: a game on heaps, or in two numbers, with its parameters; or a game with the
    /// letters A and B, or N, for numbers, such as 'cram(AxB)'
    ruleset: String,

    /// The largest heap or number [default: 100, or 20 for pairs of heaps and for games in one
    /// number, or 6 for games in two]
    #[arg(short = 'n', long = "to", value_name = "N", value_parser = limits::parse_whole::<u64>)]
    last: Option<u64>,

    /// Print the values under misère play; of games in two numbers who wins
    #[arg(long, conflicts_with_all = ["save", "code"])]
    misere: bool,

    /// The first heap or number to print
    #[arg(long, value_name = "N", value_parser = limits::parse_whole::<u64>)]
    from: Option<u64>,

    /// The first numbers of games in two, such as 5 or 1..5 [default: as --from and --to say]
    #[arg(long, value_name = "RANGE", value_parser = grid::Range::parse)]
    rows: Option<grid::Range>,

    /// The second numbers of games in two, such as 5 or 1..5 [default: as --from and --to say]
    #[arg(long, value_name = "RANGE", value_parser = grid::Range::parse)]
    columns: Option<grid::Range>,

    /// Print who wins instead of values, for games in one or two numbers
    #[arg(long, conflicts_with_all = ["save", "code", "parity"])]
    outcomes: bool,

    /// List only the heaps of value 0, and their residues if the period is proved; of games in two
    /// numbers the pairs that are lost for the player who starts
    #[arg(long, conflicts_with = "parity")]
    p_positions: bool,

    /// Print the parity of each value, or with `bits` the parity of its number of binary ones
    #[arg(long, value_enum, value_name = "OF", num_args = 0..=1, default_missing_value = "value")]
    parity: Option<Parity>,

    /// Store all values in this file, and continue from the values already in it
    #[arg(long, value_name = "FILE")]
    save: Option<std::path::PathBuf>,

    /// Output format [default: text, or given by the extension of --output]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Print the source code of a function sg(n) instead of values
    #[arg(long, value_parser = output::one_of(PROGRAMS), value_name = "LANGUAGE", conflicts_with = "format")]
    code: Option<&'static format::Format<Program>>,

    /// The time limit for each entry of games in one or two numbers [default: half of what is
    /// left of --time, or 10s]
    #[arg(long, value_name = "TIME", value_parser = limits::parse_time, help_heading = "Limits")]
    time_cell: Option<Duration>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Write the table to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Parity {
    /// The parity of the value
    Value,
    /// The parity of the number of ones in the binary expansion of the value
    Bits,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// Aligned rows, as long as the period if there is one
    Text,
    /// For scripts
    Json,
    /// A header n,g and a line for each heap; for two numbers a line for each first one
    Csv,
    /// Lines "n g(n)", the b-file format of the OEIS
    Bfile,
    /// A tabular of LaTeX, ten heaps a row
    Latex,
    /// A vector picture, of games in one or two numbers
    Svg,
    /// A pixel picture of them
    Png,
}

impl Parity {
    fn of(self, value: u32) -> u32 {
        match self {
            Parity::Value => value % 2,
            Parity::Bits => value.count_ones() % 2,
        }
    }

    /// The period of parities, given the period of the values. It is proved if it divides one that
    /// the values are proved to have, and was seen over two such periods.
    fn period(self, values: Option<&Period>, parities: &[u32]) -> Option<Period> {
        let mut found = find_period(parities, &HeapKind::Other)?;
        let sure = values.filter(|values| values.proved).and_then(|values| {
            let period = match (self, values.saltus, values.saltuses.is_empty()) {
                (_, 0, true) => values.period,
                (Parity::Value, saltus, true) => values.period * (1 + saltus as usize % 2),
                _ => return None,
            };
            Some((values.preperiod, period))
        });
        found.proved = sure.is_some_and(|(preperiod, period)| {
            let from = preperiod.max(found.preperiod);
            period % found.period == 0 && parities.len() >= from + 2 * period
        });
        Some(found)
    }
}

/// The greatest possible heap; larger ones cannot be reached one by one.
const MOST: u64 = 1 << 62;

/// Prints the table.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let template = Template::parse(input::typed(&args.ruleset));
    let template = template.map_err(|error| input::point(input::typed(&args.ruleset), &error))?;
    if let Some(template) = template {
        return grid::run(args, &template, out);
    }
    let ruleset = input::table_ruleset(&args.ruleset);
    let who_wins = args.outcomes || args.misere;
    if let Ok(ruleset) = &ruleset
        && let Some(rules) = ruleset.pairs().filter(|_| !who_wins)
    {
        return grid::pairs(args, &ruleset.ruleset(), rules, out);
    }
    let on_heaps = ruleset.as_ref().is_ok_and(|it| it.heaps().is_some());
    if !on_heaps && let Some(template) = grid::template_of(&args.ruleset) {
        return grid::run(args, &template, out);
    }
    heaps(args, &*ruleset?, out)
}

/// Prints the table of a game on single heaps.
fn heaps(args: &Args, ruleset: &dyn Game, out: &mut impl Write) -> Result<()> {
    let name = ruleset.ruleset();
    let rules = input::heap_rules(ruleset)?;
    for (given, option) in [
        (args.rows.is_some(), "--rows"),
        (args.columns.is_some(), "--columns"),
        (args.outcomes, "--outcomes"),
        (args.time_cell.is_some(), "--time-cell"),
    ] {
        if given {
            bail!(
                "{name} is played on single heaps: {option} is for games in two numbers, such as domineering(AxB)"
            );
        }
    }
    if matches!(args.format(), Format::Svg | Format::Png) {
        bail!("`grundy plot '{}'` draws the values of heaps", args.ruleset);
    }
    if let Some(language) = args.code {
        if args.last.is_some() {
            let why = "--code prints a function of every n: leave out -n, which is also --to\n";
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, why).into());
        }
        let shown = code::write(language, ruleset, rules, &args.limits)?;
        return OutputArgs::to(args.output.clone()).write(out, &shown);
    }
    let last = args.last.unwrap_or(100);
    let from = args.from.unwrap_or(0);
    if from > last {
        bail!("--from {from} is beyond the greatest heap, {last}, which -n names");
    }
    if last > MOST && (from > 0 || args.save.is_some()) {
        bail!("heaps above {MOST} are not reached");
    }
    let oeis = oeis::find(&name, Some(&rules.kind())).filter(|_| !args.misere);
    let asked = name;
    let name = if args.misere { format!("{asked} under misère play") } else { asked.clone() };
    let convention = if args.misere { Convention::Misere } else { Convention::Normal };
    let of = HeapsOf::new(&asked, convention);
    let format = args.format();
    let output = OutputArgs::to(args.output.clone());
    let mut stored = None;
    if let Some(path) = &args.save {
        let mut store = Store::open(path, &name)?;
        store.extend(rules, last, &args.limits)?;
        if args.from.is_none() {
            let (heaps, bytes) = (store.values().heaps(), store.values().bytes());
            let shown = match format {
                Format::Json => {
                    json::stored(&name, &path.display().to_string(), heaps, bytes) + "\n"
                }
                _ => table::stored(&name, &path.display().to_string(), heaps, bytes),
            };
            return output.write(out, &shown);
        }
        let read = store.values().read(from, (last - from + 1) as usize);
        stored = Some(store.explained(read)?);
    }
    let mut under_misere: Option<(Vec<u32>, Option<Period>)> = None;
    let values = match stored {
        Some(values) => values,
        None if args.misere => {
            let last = usize::try_from(last).unwrap_or(usize::MAX);
            let found = args.limits.run_heaps(|limits| {
                let mut values = Vec::new();
                match misere_values(rules, &mut values, last, &limits)? {
                    true => Ok(values),
                    false => misere_values_by_forms(rules, last, &limits),
                }
            })?;
            let values = found[from as usize..].to_vec();
            let period = misere_period(rules, &found);
            under_misere = Some((found, period));
            values
        }
        None => computed(args, rules, from, last)?,
    };
    args.limits.run(|limits| limits.room(args.held(last, &values), values.len()))?;
    let shown = if args.p_positions {
        let places = (from..).zip(&values).filter(|(_, value)| **value == 0);
        let places: Vec<u64> = places.map(|(heap, _)| heap).collect();
        // A period can only be found in values that start at heap 0.
        let mut solver = Solver::default();
        let (found, all) = match (&under_misere, from) {
            (Some((all, found)), _) => (found.clone(), &all[..]),
            (None, 0) => at_hand(args, ruleset, &mut solver, &values),
            (None, _) => (None, &values[..]),
        };
        match format {
            Format::Json => json::p_positions(of, &places, found.as_ref(), all) + "\n",
            Format::Text => table::p_positions(&name, &places, found.as_ref(), all),
            Format::Csv => String::from("n\n") + &column(&places),
            Format::Bfile => places.iter().enumerate().map(|(i, n)| format!("{i} {n}\n")).collect(),
            Format::Latex | Format::Svg | Format::Png => {
                let places: Vec<String> = places.iter().map(u64::to_string).collect();
                format!("${}$\n", places.join(", "))
            }
        }
    } else {
        let shown: Cow<'_, [u32]> = match args.parity {
            None => Cow::from(&values),
            Some(parity) => values.iter().map(|value| parity.of(*value)).collect(),
        };
        match format {
            Format::Json => {
                let oeis = oeis.filter(|_| args.parity.is_none());
                json::table(of, from, &shown, oeis) + "\n"
            }
            // There may be more values than memory can hold as text.
            Format::Csv => return output.write(out, lines("n,g\n", from, &shown, ',')),
            Format::Bfile => return output.write(out, lines("", from, &shown, ' ')),
            Format::Latex | Format::Svg | Format::Png => tabular(from, &shown),
            Format::Text if from > 0 => {
                return output.write(out, table::stretch(&name, from, &shown));
            }
            Format::Text => {
                let mut solver = Solver::default();
                let (mut found, all) = match &under_misere {
                    Some((all, found)) => (found.clone(), &all[..]),
                    None => at_hand(args, ruleset, &mut solver, &values),
                };
                let known = known_octal::known(&rules.kind());
                let mut known = known.filter(|_| !args.misere);
                let mut oeis = oeis;
                let mut all = Cow::from(all);
                let open = !found.as_ref().is_some_and(|found| found.proved);
                let plain = open && args.parity.is_none() && !args.misere;
                let automatic = plain.then(|| Automatic::of(&all, &rules.kind())).flatten();
                if let Some(parity) = args.parity {
                    all = all.iter().map(|value| parity.of(*value)).collect();
                    found = parity.period(found.as_ref(), &all);
                    (known, oeis) = (None, None);
                }
                let rows = table::text(&name, &shown, found.as_ref());
                let mut below = table::period(
                    &all,
                    found.as_ref(),
                    Seen::of(&all),
                    known.as_ref(),
                    oeis,
                    automatic.as_ref(),
                );
                let proved = !open || automatic.is_some();
                // The game is written as it was typed, because only here the game of a file has
                // another name.
                let typed = input::typed(&args.ruleset);
                let further = match args.misere {
                    true => format!("`grundy misere '{typed}'` says who wins sums\n"),
                    false => format!("`grundy period '{typed}'` looks further\n"),
                };
                if args.misere || !proved && args.parity.is_none() {
                    below += &paint(FAINT, further);
                }
                return output.write(out, format_args!("{rows}{below}"));
            }
        }
    };
    output.write(out, &shown)
}

/// The period that the values from heap 0 on show, and the values that were looked at. A theorem
/// may need some thousand values; then more are computed.
fn at_hand<'v>(
    args: &Args,
    ruleset: &dyn Game,
    solver: &'v mut Solver,
    values: &'v [u32],
) -> (Option<Period>, &'v [u32]) {
    // The requested values exist already, so reaching a limit here is no error.
    let found = args.limits.run(|limits| solver.period_at_hand(ruleset, values, &limits));
    found.unwrap_or_else(|_| {
        let kind = ruleset.heaps().map(|(rules, _)| rules.kind());
        (kind.and_then(|kind| find_period(values, &kind)), values)
    })
}

/// Values from heap `from` on; earlier ones are dropped as soon as they are not needed.
fn computed(args: &Args, rules: &dyn HeapRules, from: u64, last: u64) -> Result<Vec<u32>> {
    let goal = last.checked_add(1);
    let values = args.limits.run_towards(goal, |limits| -> Result<Vec<u32>, Stopped> {
        // This is checked before anything is computed. The rest of the memory is for values before
        // they are handed out.
        let wanted = (last - from).saturating_add(1);
        let held = wanted.saturating_mul(4);
        limits.room(held, 0)?;
        let within = Limits { memory: limits.memory - held, ..limits };
        let in_all = |stopped| match stopped {
            Stopped::Memory { needed, reached, .. } => {
                Stopped::Memory { limit: limits.memory, needed: needed + held, reached }
            }
            stopped => stopped,
        };
        if wanted - 1 > limits.positions as u64 {
            return Err(Stopped::Positions { limit: limits.positions, reached: 0 });
        }
        let (mut stream, mut heaps) = (Stream::default(), 0);
        let mut values = Vec::new();
        if values.try_reserve_exact(wanted as usize).is_err() {
            return Err(Stopped::Memory { limit: limits.memory, needed: held, reached: 0 });
        }
        while heaps <= last {
            stream.skip_to(from);
            let (first, stretch) = stream.next(rules, last, &within).map_err(in_all)?;
            heaps = first + stretch.len() as u64;
            let skip = from.saturating_sub(first).min(stretch.len() as u64) as usize;
            let take = (last + 1 - first).min(stretch.len() as u64) as usize;
            values.extend_from_slice(&stretch[skip.min(take)..take]);
            limits.count(values.len())?;
        }
        Ok(values)
    });
    values.map_err(|stopped| limits::explain_heaps(&stopped))
}

/// One number per line.
fn column(numbers: &[u64]) -> String {
    numbers.iter().map(|number| format!("{number}\n")).collect()
}

impl Args {
    /// The approximate number of bytes for the values of heaps up to `last`, and for what is made
    /// of them before anything is written.
    fn held(&self, last: u64, values: &[u32]) -> u64 {
        const VALUE: u64 = size_of::<u32>() as u64;
        // A growing text has up to twice the room that it needs.
        let text = |number: u64, more: u64| 2 * (u64::from(number.max(1).ilog10()) + 1 + more);
        let greatest = || u64::from(values.iter().copied().max().unwrap_or(0));
        let count = values.len() as u64;
        let made = match self.format() {
            _ if self.p_positions => {
                let zeros = values.iter().filter(|value| **value == 0).count() as u64;
                zeros * (size_of::<u64>() as u64 + text(last, 1))
            }
            Format::Text | Format::Csv | Format::Bfile | Format::Svg | Format::Png => 0,
            Format::Json => count * text(greatest(), 1),
            Format::Latex => count * text(greatest(), 3),
        };
        let parities = if self.parity.is_some() { 2 * VALUE } else { 0 };
        count * (VALUE + parities) + made
    }

    /// The chosen format, or the format of the file's extension.
    fn format(&self) -> Format {
        let ending = output::ending(self.output.as_deref());
        self.format.unwrap_or(match ending.as_deref() {
            Some("json") => Format::Json,
            Some("csv") => Format::Csv,
            Some("tex") => Format::Latex,
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            _ => Format::Text,
        })
    }
}

/// A LaTeX table with the last digits of the heaps in the top row, and the other digits at the
/// left.
fn tabular(from: u64, values: &[u32]) -> String {
    const WIDTH: u64 = 10;
    let last = from + values.len() as u64;
    let heads: Vec<String> = (0..WIDTH).map(|digit| format!("+{digit}")).collect();
    let rows = (from / WIDTH..last.div_ceil(WIDTH)).map(|row| {
        let cell = |digit: u64| {
            let heap = row * WIDTH + digit;
            let value = heap.checked_sub(from).and_then(|at| values.get(at as usize));
            value.map_or(String::new(), u32::to_string)
        };
        ((row * WIDTH).to_string(), (0..WIDTH).map(cell).collect())
    });
    latex("n", &heads, rows)
}

/// A table of LaTeX: the corner, the heads of the columns, and the rows with their heads.
fn latex(
    corner: &str,
    heads: &[String],
    rows: impl Iterator<Item = (String, Vec<String>)>,
) -> String {
    let mut text = format!("\\begin{{tabular}}{{r|{}}}\n", "r".repeat(heads.len()));
    let corner = if corner.is_empty() { String::new() } else { format!("${corner}$") };
    let mut line = |head: &str, cells: &[String], end: &str| {
        let _ = writeln!(text, "{head} & {} \\\\{end}", cells.join(" & "));
    };
    line(&corner, heads, " \\hline");
    for (head, cells) in rows {
        line(&head, &cells, "");
    }
    text + "\\end{tabular}\n"
}

/// A line for each heap, below a heading.
fn lines(head: &str, from: u64, values: &[u32], between: char) -> impl Display {
    fmt::from_fn(move |f| {
        f.write_str(head)?;
        (from..).zip(values).try_for_each(|(n, value)| writeln!(f, "{n}{between}{value}"))
    })
}
