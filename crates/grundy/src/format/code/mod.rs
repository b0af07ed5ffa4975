//! Grundy values as source code, to be pasted into a program: one function
//! `sg(n)` that needs nothing else.
//!
//! The method depends on what is proved: a formula; a table of the period, written as digits of a
//! string if it is long; otherwise the rules, with memoization. Where heaps split in two, the
//! options are examined by rare and common values, as in `solve::sequence`.

pub(super) mod cpp;
mod listed;
pub(super) mod python;
pub(super) mod rust;

use std::fmt;

use super::formula::Formula;
use crate::solve::automatic::Automatic;
use crate::solve::period::Period;
use crate::solve::sequence::classes::Classes;
use grundy_ruleset::{HeapKind, HeapRules, ListedMove};

/// Judges limit the size of a source, often to 64 kilobytes. At most this number of values is
/// written as numbers, which can be read; more of them, as digits.
const LONGEST_TABLE: usize = 1_000;
const LONGEST_STRING: usize = 56_000;
/// Tables of values that are too large for digits.
const LONGEST_OF_LARGE: usize = 10_000;
/// Digits for values below 62.
const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Where rare heaps are more than one in this number, looking at them alone is not worth it.
const RARITY: usize = 8;
/// Periods that a theorem gives are looked at up to this length for a formula.
const LONGEST_THEOREM: usize = 1 << 22;

/// A function for the values of a ruleset, independent of a language.
#[derive(Clone, Debug)]
pub struct Program {
    ruleset: String,
    method: Method,
}

#[derive(Clone, Debug)]
enum Method {
    Formula(Formula),
    Table {
        /// Up to the end of the first period.
        values: Vec<u32>,
        repeats: Repeats,
    },
    /// The digits of n are read, the first one first.
    Automaton {
        base: u64,
        /// For each state the states behind all digits.
        next: Vec<u32>,
        values: Vec<u32>,
    },
    /// The functions of a rule file, which are Python as they stand; for other languages the first
    /// values.
    Script {
        source: String,
        /// Whether positions are tuples of heaps, and not one heap.
        many: bool,
        values: Vec<u32>,
    },
    Recurrence {
        moves: Moves,
        repeats: Option<Repeats>,
    },
}

/// g(n + `period`) = g(n) + `saltus` for all n ≥ `preperiod`, proved.
#[derive(Clone, Copy, Debug)]
struct Repeats {
    preperiod: usize,
    period: usize,
    saltus: u32,
}

/// Rules that code can state.
#[derive(Clone, Debug)]
enum Moves {
    /// Take a number of tokens in one of these ranges, both ends included.
    Take(Vec<(u64, u64)>),
    /// Take t tokens and leave p heaps, where bit p of digit t is set.
    TakeAndBreak { digits: Vec<u8>, unequal: bool, parts: u32 },
    /// Moves of any kind that can be listed.
    Listed(Vec<ListedMove>),
    /// The same with two parts, where splits with a rare part decide.
    Sparse { digits: Vec<u8>, unequal: bool, rarity: Rarity },
}

/// Which values are rare, and how many.
#[derive(Clone, Copy, Debug)]
struct Rarity {
    /// See [`Classes::parts`].
    mask: u16,
    odd: Option<u8>,
    /// Number of rare heaps among the first `heaps`.
    rares: usize,
    heaps: usize,
}

/// Neither a period nor the moves of a ruleset can be written as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable {
    ruleset: String,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unwritable { ruleset } = self;
        write!(
            f,
            "{ruleset} cannot be written as code: it has no proved period with a short table, and \
             its moves are not listed: taken are numbers of a set, and the rest is split or replaced"
        )
    }
}

impl std::error::Error for Unwritable {}

impl Program {
    /// The program for rules with their first values and a period found in them.
    ///
    /// # Errors
    ///
    /// Where neither the period nor the rules can be written.
    pub fn new(
        ruleset: &str,
        rules: &dyn HeapRules,
        values: &[u32],
        found: Option<&Period>,
    ) -> Result<Program, Unwritable> {
        let kind = rules.kind();
        // Residues that grow in different ways have no table.
        let found = found.filter(|found| found.proved && found.saltuses.is_empty());
        // Where a theorem names the period, the values looked at may not reach it.
        let named = match (found, &kind) {
            (None, &HeapKind::Theorem { period, preperiod, saltus }) => {
                by_theorem(rules, period, preperiod, saltus)
            }
            _ => None,
        };
        let (found, values) = match &named {
            Some((found, values)) => (Some(found), &values[..]),
            None => (found, values),
        };
        let repeats = found.map(|found| Repeats {
            preperiod: found.preperiod,
            period: found.period,
            saltus: found.saltus,
        });
        let table = repeats.and_then(|repeats| {
            let end = repeats.end();
            let values = values.get(..end)?;
            let longest = if fit_digits(values) { LONGEST_STRING } else { LONGEST_OF_LARGE };
            (end <= longest).then_some(())?;
            Some(Method::Table { values: values.to_vec(), repeats })
        });
        let formula = found.and_then(|found| Formula::of(found, values));
        let recurrence = || {
            let moves = Moves::of(&kind, values).or_else(|| rules.listed().map(Moves::Listed));
            Some(Method::Recurrence { moves: moves?, repeats })
        };
        let automaton = || Method::automaton(&Automatic::of(values, &kind)?);
        let method = formula.map(Method::Formula).or(table).or_else(automaton).or_else(recurrence);
        match method {
            Some(method) => Ok(Program { ruleset: ruleset.to_string(), method }),
            None => Err(Unwritable { ruleset: ruleset.to_string() }),
        }
    }

    /// The program for a rule file whose positions are heaps, with its first values: positions are
    /// tuples of heaps, or a number if they are not `many`. In Python the program contains the
    /// file; in other languages only these values.
    #[must_use]
    pub fn of_rule_file(ruleset: &str, source: &str, many: bool, values: &[u32]) -> Program {
        let longest = if fit_digits(values) { LONGEST_STRING } else { LONGEST_OF_LARGE };
        let values = values[..values.len().min(longest)].to_vec();
        let method = Method::Script { source: source.to_string(), many, values };
        Program { ruleset: ruleset.to_string(), method }
    }

    /// What is known of the values, in lines behind a sign for comments.
    fn comment(&self, sign: &str, is_compiled: bool) -> String {
        // A name may not end the comment.
        let ruleset = self.ruleset.replace(char::is_control, " ");
        let mut lines = vec![format!("sg(n) is the Grundy value of a heap of n in {ruleset}.")];
        let any = if is_compiled { "Any n from 0 to 2^63." } else { "Any n from 0 on." };
        match &self.method {
            Method::Formula(formula) => {
                lines.push(format!("Proved: sg(n) = {formula} for all n."));
                lines.push(any.to_string());
            }
            Method::Table { repeats, .. } => {
                lines.push(repeats.sentence());
                lines.push(any.to_string());
            }
            Method::Automaton { base, values, .. } => {
                lines.push(format!(
                    "Proved: an automaton with {} states reads sg(n) off the digits of n in base {base}.",
                    values.len()
                ));
                lines.push(any.to_string());
            }
            Method::Script { values, .. } if is_compiled => {
                lines.push(
                    "The rules are a file, and no period is proved: these are the first".into(),
                );
                lines.push(format!("{} values. A greater n is an error.", values.len()));
            }
            Method::Script { .. } => {
                lines.push(
                    "No period is proved: this is the definition, with the rules of the".into(),
                );
                lines.push(
                    "file as they stand. Values are kept: up to n, all options are listed.".into(),
                );
            }
            Method::Recurrence { moves, repeats } => {
                match (repeats, moves) {
                    (Some(repeats), _) => lines.push(repeats.sentence()),
                    (None, Moves::Sparse { .. }) => lines.push("No period is proved.".to_string()),
                    (None, _) => {
                        lines.push("No period is proved: this is the definition.".to_string());
                    }
                }
                if let Moves::Sparse { rarity, .. } = moves {
                    lines.push(
                        "Values are rare or common. Options with a common value have a".into(),
                    );
                    lines.push(
                        "rare part, and rare parts are few: only they are gone through,".into(),
                    );
                    lines.push("and others until no rare value is missing below the mex.".into());
                    let Rarity { rares, heaps, .. } = rarity;
                    lines.push(format!("Of the first {heaps} heaps {rares} are rare."));
                }
                lines.push(
                    "Values are found when they are first asked for, and kept: up to n in".into(),
                );
                lines.push(moves.cost(is_compiled));
                if let Some(repeats) = repeats {
                    let end = repeats.end();
                    lines.push(format!("A greater n is taken below {end} by the period. {any}"));
                }
            }
        }
        lines.iter().map(|line| format!("{sign} {line}\n")).collect()
    }
}

impl Method {
    /// An automaton, unless its table is too long.
    fn automaton(automatic: &Automatic) -> Option<Method> {
        let next: Vec<u32> = automatic.rows().flat_map(|(_, next)| next).copied().collect();
        let values = automatic.rows().map(|(value, _)| value).collect();
        let fits = next.len() <= LONGEST_OF_LARGE;
        fits.then(|| Method::Automaton { base: automatic.base(), next, values })
    }
}

/// The period that a theorem names, and values up to its end.
fn by_theorem(
    rules: &dyn HeapRules,
    period: usize,
    preperiod: usize,
    saltus: u32,
) -> Option<(Period, Vec<u32>)> {
    let end = preperiod.checked_add(period).filter(|&end| end <= LONGEST_THEOREM)?;
    let value = |n: u64| u32::try_from(rules.closed_form(n)?).ok();
    let values: Option<Vec<u32>> = (0..end as u64).map(value).collect();
    let found = Period {
        period,
        preperiod,
        saltus,
        saltuses: Vec::new(),
        proved: true,
        checked_to: end - 1,
        exceptions: Vec::new(),
    };
    Some((found, values?))
}

impl Repeats {
    /// The repeats of values that stand for themselves.
    fn of_first(values: &[u32]) -> Repeats {
        Repeats { preperiod: 0, period: values.len(), saltus: 0 }
    }

    /// The end of the first period.
    fn end(&self) -> usize {
        self.preperiod + self.period
    }

    /// The heap of the first period with the same value as a greater one, as an expression that all
    /// languages share.
    fn shortened(&self) -> String {
        let Repeats { preperiod, period, .. } = self;
        format!("{preperiod} + (n - {preperiod}) % {period}")
    }

    fn sentence(&self) -> String {
        let Repeats { preperiod, period, saltus } = self;
        let more = if *saltus > 0 { format!(" + {saltus}") } else { String::new() };
        match preperiod {
            0 => format!("Proved: sg(n + {period}) = sg(n){more} for all n."),
            _ => format!("Proved: sg(n + {period}) = sg(n){more} for all n >= {preperiod}."),
        }
    }
}

impl Moves {
    /// The moves of a kind of rules, where code can state them.
    fn of(kind: &HeapKind, values: &[u32]) -> Option<Moves> {
        match kind {
            HeapKind::Subtraction(set) => {
                let mut set = set.clone();
                set.sort_unstable();
                set.dedup();
                let runs = set.chunk_by(|a, b| a + 1 == *b);
                Some(Moves::Take(runs.map(|run| (run[0], run[run.len() - 1])).collect()))
            }
            HeapKind::TakeAndBreak(code) if code.most_parts() <= 3 => {
                let (digits, unequal) = (code.digits().to_vec(), code.is_unequal());
                Some(match Rarity::of(kind, values) {
                    Some(rarity) => Moves::Sparse { digits, unequal, rarity },
                    None => Moves::TakeAndBreak { digits, unequal, parts: code.most_parts() },
                })
            }
            HeapKind::AnyNumber => Some(Moves::Take(vec![(1, u64::MAX)])),
            HeapKind::AllBut(set) => {
                let mut runs = Vec::new();
                let mut next = 1;
                for &left_out in set {
                    if next < left_out {
                        runs.push((next, left_out - 1));
                    }
                    next = left_out.saturating_add(1);
                }
                runs.push((next, u64::MAX));
                Some(Moves::Take(runs))
            }
            HeapKind::TakeAndBreak(_)
            | HeapKind::Repeating(_)
            | HeapKind::Theorem { .. }
            | HeapKind::Formulas(_)
            | HeapKind::Other => None,
        }
    }

    /// Time and memory, and how far a second reaches.
    fn cost(&self, is_compiled: bool) -> String {
        let (order, compiled, python) = match self {
            Moves::Take(ranges) => {
                let size = ranges.iter().fold(0u64, |sum, (from, to)| {
                    sum.saturating_add((to - from).saturating_add(1))
                });
                let reach = |steps: u64| rounded((steps / size.max(1)).max(1000));
                (format!("{size} n"), reach(1_000_000_000), reach(10_000_000))
            }
            Moves::Listed(moves) => {
                let exponent = listed::exponent(moves);
                let (compiled, python) = match exponent {
                    1 => (10_000_000, 500_000),
                    2 => (30_000, 3_000),
                    3 => (1_000, 200),
                    _ => (200, 50),
                };
                let order = if exponent == 1 { "n".to_string() } else { format!("n^{exponent}") };
                (order, compiled, python)
            }
            Moves::TakeAndBreak { parts: 0 | 1, digits, .. } => {
                let reach = |steps: u64| rounded((steps / digits.len().max(1) as u64).max(1000));
                (format!("{} n", digits.len()), reach(100_000_000), reach(2_000_000))
            }
            Moves::Sparse { digits, rarity, .. } => {
                let splits = digits.iter().filter(|&&digit| digit >> 2 & 1 == 1).count();
                // Beside rare parts, some heaps are gone through for rare values.
                let each = (splits * rarity.rares + 100) as u64;
                let order = if splits == 1 { "r n".into() } else { format!("{splits} r n") };
                let reach = |steps: u64| rounded((steps / each).max(1000));
                (format!("{order}) for r rare heaps"), reach(300_000_000), reach(6_000_000))
            }
            Moves::TakeAndBreak { parts, digits, .. } => {
                let splits = digits.iter().filter(|&&digit| digit >> parts & 1 == 1).count();
                let factor = if splits == 1 { String::new() } else { format!("{splits} ") };
                // So that the number of sums stays the same.
                let reach = |one: u64| match parts {
                    2 => rounded(one / (splits as u64).isqrt().max(1)),
                    _ => rounded(one / 20 / (splits as u64).isqrt().max(1)),
                };
                (format!("{factor}n^{parts}"), reach(50_000), reach(8_000))
            }
        };
        let reach = if is_compiled { compiled } else { python };
        // The parenthesis is already closed if something follows it.
        let order = if order.contains(')') { order } else { order + ")" };
        format!("time O({order} and memory O(n); n = {reach} takes about a second.")
    }
}

impl Rarity {
    /// The rarity of two parts, where rare heaps are few among the values.
    fn of(kind: &HeapKind, values: &[u32]) -> Option<Rarity> {
        let classes = Classes::of(values, kind)?;
        let heaps = (0..).zip(values);
        let rares = heaps.filter(|&(n, &g)| classes.is_rare(n, g as u16)).count();
        let (mask, odd) = classes.parts();
        let few = rares <= values.len() / RARITY;
        few.then_some(Rarity { mask, odd, rares, heaps: values.len() })
    }
}

/// A formula as an expression, where `quotient` divides whole numbers.
fn expression(formula: Formula, quotient: &str) -> String {
    match formula {
        Formula::Size => "n".to_string(),
        Formula::Constant(value) => value.to_string(),
        Formula::Residue { modulus, divisor: 1 } => format!("n % {modulus}"),
        Formula::Residue { modulus, divisor } => format!("n % {modulus} {quotient} {divisor}"),
    }
}

/// Whether values are written as digits of a string: there are many, none of
/// them large.
fn as_digits(values: &[u32]) -> bool {
    values.len() > LONGEST_TABLE && fit_digits(values)
}

fn fit_digits(values: &[u32]) -> bool {
    values.iter().all(|&value| (value as usize) < DIGITS.len())
}

/// Values as lines of digits.
fn digit_lines(values: &[u32]) -> impl Iterator<Item = String> {
    const LONGEST: usize = 88;
    let digit = |value: &u32| char::from(DIGITS[*value as usize]);
    values.chunks(LONGEST).map(move |values| values.iter().map(digit).collect())
}

/// A number rounded down to its first digit.
fn rounded(number: u64) -> u64 {
    let unit = 10u64.pow(number.checked_ilog10().unwrap_or(0));
    number / unit * unit
}

/// Numbers in lines that are not too long, each indented.
fn wrapped(numbers: impl IntoIterator<Item = impl fmt::Display>, indent: &str) -> String {
    const WIDEST: usize = 96;
    let mut text = String::new();
    let mut line = indent.to_string();
    for number in numbers {
        let item = format!("{number},");
        if line.len() > indent.len() {
            if line.len() + 1 + item.len() > WIDEST {
                text += &line;
                text.push('\n');
                line = indent.to_string();
            } else {
                line.push(' ');
            }
        }
        line += &item;
    }
    if line.len() > indent.len() {
        text += &line;
        text.push('\n');
    }
    text
}

/// Bits of the smallest type that holds the values.
fn bits(values: &[u32]) -> u32 {
    match values.iter().max().copied().unwrap_or(0) {
        0..=0xff => 8,
        0x100..=0xffff => 16,
        _ => 32,
    }
}
