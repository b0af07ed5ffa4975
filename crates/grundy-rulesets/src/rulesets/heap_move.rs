//! One kind of move in a heap, as a user writes it: `-2>0..2 unequal if even`
//! or `=n/2+3`.

use std::ops::ControlFlow;

use super::take_set::TakeSet;
use grundy_base::{ParseError, Text};
use grundy_ruleset::{HeapFormula, OnOption, OptionFormula};
use grundy_ruleset::{ListedAction, ListedMove, NumberTest, Split};

/// A kind of move, and the heaps in which it is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HeapMove {
    /// The effect of the move.
    pub(super) action: Action,
    /// The sizes of heaps in which it is allowed.
    pub(super) sizes: Numbers,
}

/// The effect of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Tokens are taken, and the rest is split into heaps.
    Take {
        /// The number of tokens taken.
        taken: Numbers,
        /// The least and the greatest number of heaps.
        heaps: (u64, u64),
        /// How the sizes of these heaps compare.
        shape: Shape,
    },
    /// The heap is replaced.
    Replace(Vec<Part>),
}

/// Numbers of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// From the first to the last.
    Range(u64, u64),
    /// The numbers of a set.
    Set(TakeSet),
}

/// How the sizes of the heaps that a move leaves compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// No condition.
    Any,
    /// All are of the same size.
    Equal,
    /// No two are of the same size.
    Unequal,
}

/// The size of a heap that is left, as a function of the size n of the replaced heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A constant.
    Number(u64),
    /// n minus a constant.
    Less(u64),
    /// n divided by a constant, rounded down.
    Down(u64),
    /// n divided by a constant, rounded up.
    Up(u64),
}

/// The greatest number of heaps that a move leaves.
const MOST_HEAPS: u64 = 6;
/// The end of a range without an upper bound.
const WITHOUT_END: u64 = u64::MAX;

impl Numbers {
    fn read(text: Text<'_>, what: &str) -> Result<Self, ParseError> {
        let words = text.as_str().starts_with(char::is_alphabetic) || text.as_str().contains(' ');
        if words && text.as_str() != "n" {
            return TakeSet::parse(text).map(Numbers::Set);
        }
        let Some((from, to)) = text.split_once("..") else {
            let number = text.number(what)?;
            return Ok(Numbers::Range(number, number));
        };
        let first = from.number(what)?;
        let last = if to.is_empty() { WITHOUT_END } else { to.number(what)? };
        match first <= last {
            true => Ok(Numbers::Range(first, last)),
            false => Err(to.expected("the greater end of the range")),
        }
    }

    fn print(&self) -> String {
        match *self {
            Numbers::Range(first, last) if first == last => first.to_string(),
            Numbers::Range(first, WITHOUT_END) => format!("{first}.."),
            Numbers::Range(first, last) => format!("{first}..{last}"),
            Numbers::Set(ref set) => set.print(),
        }
    }

    /// A number and a modulus, both at most `most`: from that number on, only the residue decides
    /// whether a number is one of these. None if there are no such numbers.
    pub(super) fn settles(&self, most: u64) -> Option<(u64, u64)> {
        match self {
            Numbers::Range(first, WITHOUT_END) => (*first <= most).then_some((*first, 1)),
            Numbers::Range(_, last) => (*last < most).then_some((*last + 1, 1)),
            Numbers::Set(set) => set.settles(most),
        }
    }

    /// Whether a number is one of these, when taken from a heap of this size.
    pub(super) fn contains(&self, number: u64, size: u64) -> bool {
        match self {
            Numbers::Range(first, last) => (first..=last).contains(&&number),
            Numbers::Set(set) => set.contains(number, size),
        }
    }

    /// The numbers up to a bound that may be taken from a heap of this size.
    fn up_to(&self, most: u64, size: u64) -> Box<dyn Iterator<Item = u64> + '_> {
        match *self {
            Numbers::Range(first, last) => Box::new(first..=last.min(most)),
            Numbers::Set(ref set) => Box::new(set.takes(size).filter(move |&take| take <= most)),
        }
    }

    /// The condition for the numbers.
    fn test(&self) -> NumberTest {
        match self {
            Numbers::Range(first, last) => NumberTest::Range(*first, *last),
            Numbers::Set(set) => set.test(),
        }
    }

    /// All numbers, if there are at most `most`.
    fn few(&self, most: u64) -> Option<Vec<u64>> {
        match *self {
            Numbers::Range(first, last) => (last - first < most).then(|| (first..=last).collect()),
            Numbers::Set(ref set) => {
                let few = !set.all_but && set.is_listed() && set.numbers.len() as u64 <= most;
                few.then(|| set.numbers.clone())
            }
        }
    }
}

/// All sizes of heaps.
const ANY_SIZE: Numbers = Numbers::Range(0, WITHOUT_END);

impl HeapMove {
    /// The move that splits a heap into this number of heaps, all different.
    pub(super) const fn split_unequal(heaps: u64) -> Self {
        let taken = Numbers::Range(0, 0);
        let action = Action::Take { taken, heaps: (heaps, heaps), shape: Shape::Unequal };
        HeapMove { action, sizes: ANY_SIZE }
    }

    /// Reads a move.
    pub(super) fn read(text: Text<'_>) -> Result<Self, ParseError> {
        let (action, sizes) = match text.split_once(" if ") {
            Some((action, sizes)) => (action, Numbers::read(sizes, "even, odd or heap sizes")?),
            None => (text, ANY_SIZE),
        };
        let behind = behind_first(action);
        let action = match action.as_str().chars().next() {
            Some('-') => read_take(behind)?,
            Some('=') => {
                let parts: Vec<Part> =
                    behind.split('+').map(Part::read).collect::<Result<_, _>>()?;
                if parts.len() as u64 > MOST_HEAPS {
                    return Err(behind.expected(format!("at most {MOST_HEAPS} heaps")));
                }
                Action::Replace(parts)
            }
            _ => {
                return Err(action
                    .expected("a move")
                    .with_help("such as -1, -1..3>0..2, -even, =n/2 or =2+3 if 5"));
            }
        };
        Ok(HeapMove { action, sizes })
    }

    /// The move as it is read.
    pub(super) fn print(&self) -> String {
        let mut text = match &self.action {
            Action::Take { taken, heaps, shape } => {
                let left = match *heaps {
                    (0, 1) => String::new(),
                    (least, most) if least == most => format!(">{least}"),
                    (least, most) => format!(">{least}..{most}"),
                };
                let shape = match shape {
                    Shape::Any => "",
                    Shape::Equal => " equal",
                    Shape::Unequal => " unequal",
                };
                format!("-{}{left}{shape}", taken.print())
            }
            Action::Replace(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.print()).collect();
                format!("={}", parts.join("+"))
            }
        };
        if self.sizes != ANY_SIZE {
            text += &format!(" if {}", self.sizes.print());
        }
        text
    }

    /// Calls `option` with the heaps that each move of this kind in a heap leaves.
    pub(super) fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        if !self.sizes.contains(size, size) {
            return ControlFlow::Continue(());
        }
        match &self.action {
            Action::Take { taken, heaps, shape } => (heaps.0..=heaps.1).try_for_each(|heaps| {
                if heaps == 0 {
                    // An empty heap has no moves.
                    let all = size > 0 && taken.contains(size, size);
                    return if all { option(&[]) } else { ControlFlow::Continue(()) };
                }
                let least = if *shape == Shape::Unequal { heaps * (heaps + 1) / 2 } else { heaps };
                let Some(most) = size.checked_sub(least) else {
                    return ControlFlow::Continue(());
                };
                let mut parts = [0; MOST_HEAPS as usize];
                let parts = &mut parts[..heaps as usize];
                let mut amounts = taken.up_to(most, size);
                amounts.try_for_each(|taken| split(size - taken, *shape, parts, 0, option))
            }),
            Action::Replace(parts) => {
                let left: Option<Vec<u64>> = parts.iter().map(|part| part.of(size)).collect();
                // All heaps must become smaller, so that play ends.
                match left.filter(|left| left.iter().all(|&heap| heap < size)) {
                    Some(left) => option(&left),
                    None => ControlFlow::Continue(()),
                }
            }
        }
    }
}

/// The greatest number of formulas, and the greatest number in them.
const MOST_FORMULAS: u64 = 1 << 12;
const LARGEST: u64 = 1 << 20;

impl HeapMove {
    /// Formulas for what the move leaves of each large heap, and the least heap that they describe;
    /// none if there are no such formulas.
    pub(super) fn formulas(&self) -> Option<(u64, Vec<OptionFormula>)> {
        let (mut from, modulus) = self.sizes.settles(LARGEST)?;
        let residues = (0..modulus).filter(|&residue| {
            let size = from.checked_next_multiple_of(modulus).map(|size| size + residue);
            size.is_some_and(|size| self.sizes.contains(size, size))
        });
        let residues: Vec<u64> = residues.collect();
        if residues.is_empty() {
            return Some((from, Vec::new()));
        }
        let mut options: Vec<OptionFormula> = Vec::new();
        match &self.action {
            Action::Take { taken, heaps, shape } => {
                for taken in taken.few(MOST_FORMULAS)? {
                    for heaps in heaps.0..=heaps.1 {
                        from = from.max(taken.checked_add(heaps.max(1))?);
                        if taken > LARGEST || heaps > 1 && *shape != Shape::Equal {
                            return None;
                        }
                        if heaps > 0 {
                            let part =
                                HeapFormula::Quotient { add: -(taken as i64), divisor: heaps };
                            let when =
                                if heaps > 1 { vec![(taken % heaps, heaps)] } else { Vec::new() };
                            options.push(OptionFormula { when, heaps: vec![part; heaps as usize] });
                        }
                    }
                }
            }
            Action::Replace(parts) => {
                let (least, heaps): (Vec<u64>, Vec<HeapFormula>) = parts
                    .iter()
                    .map(|part| part.formula())
                    .collect::<Option<Vec<_>>>()?
                    .into_iter()
                    .unzip();
                from = least.into_iter().fold(from, u64::max);
                options.push(OptionFormula { when: Vec::new(), heaps });
            }
        }
        if modulus > 1 {
            let of = |residue: &u64| {
                let residue = (*residue, modulus);
                options.iter().cloned().map(move |mut option| {
                    option.when.push(residue);
                    option
                })
            };
            options = residues.iter().flat_map(of).collect();
        }
        (options.len() as u64 <= MOST_FORMULAS).then_some((from, options))
    }
}

impl HeapMove {
    /// The move as data.
    pub(super) fn listed(&self) -> ListedMove {
        let action = match &self.action {
            Action::Take { taken, heaps, shape } => ListedAction::Take {
                taken: taken.test(),
                heaps: *heaps,
                split: match shape {
                    Shape::Any => Split::Any,
                    Shape::Equal => Split::Equal,
                    Shape::Unequal => Split::Unequal,
                },
            },
            Action::Replace(parts) => {
                ListedAction::Replace(parts.iter().map(|part| part.listed()).collect())
            }
        };
        ListedMove { sizes: self.sizes.test(), action }
    }
}

/// The text without its first character.
fn behind_first(text: Text<'_>) -> Text<'_> {
    let first = text.as_str().chars().next().map_or(0, char::len_utf8);
    text.slice(first..text.as_str().len()).trim()
}

/// Reads the text after the `-`.
fn read_take(text: Text<'_>) -> Result<Action, ParseError> {
    let (text, shape) = match text.as_str().rsplit_once(' ') {
        Some((before, "equal")) => (text.slice(0..before.len()).trim(), Shape::Equal),
        Some((before, "unequal")) => (text.slice(0..before.len()).trim(), Shape::Unequal),
        _ => (text, Shape::Any),
    };
    let (taken, heaps) = match text.split_once(">") {
        Some((taken, heaps)) => (taken, Some(heaps)),
        None => (text, None),
    };
    let what = "a number of tokens";
    let taken = match Numbers::read(taken, what) {
        Ok(numbers) => numbers,
        Err(error) => {
            return Err(error.with_help(
                "even, odd, a number, a range such as 1..3 or 2.., or a set such as primes",
            ));
        }
    };
    let left = match heaps {
        None => (0, 1),
        Some(heaps) => match Numbers::read(heaps, "number of heaps")? {
            Numbers::Range(least, most) if most <= MOST_HEAPS => (least, most),
            _ => return Err(heaps.expected(format!("a number of heaps up to {MOST_HEAPS}"))),
        },
    };
    if taken.contains(0, 0) && left.0 < 2 {
        let place = heaps.unwrap_or(text);
        return Err(place
            .expected("at least 2 heaps")
            .with_help("a move that takes nothing must split its heap"));
    }
    Ok(Action::Take { taken, heaps: left, shape })
}

/// Calls `option` with each way to split tokens into the heaps from `next` on, in ascending
/// order.
fn split(
    tokens: u64,
    shape: Shape,
    parts: &mut [u64],
    next: usize,
    option: &mut OnOption<'_>,
) -> ControlFlow<()> {
    let (heaps, before) = ((parts.len() - next) as u64, parts[..next].last().copied().unwrap_or(0));
    if shape == Shape::Equal {
        if tokens.is_multiple_of(heaps) {
            parts.fill(tokens / heaps);
            return option(parts);
        }
        return ControlFlow::Continue(());
    }
    let step = u64::from(shape == Shape::Unequal || next == 0);
    if heaps == 1 {
        if tokens < before + step {
            return ControlFlow::Continue(());
        }
        parts[next] = tokens;
        return option(parts);
    }
    (before + step..=tokens / heaps).try_for_each(|part| {
        parts[next] = part;
        split(tokens - part, shape, parts, next + 1, option)
    })
}

impl Part {
    fn read(text: Text<'_>) -> Result<Self, ParseError> {
        let Some(rest) = text.as_str().strip_prefix('n') else {
            return text.number("a heap such as 3, n/2 or n-1").map(Part::Number);
        };
        let start = text.as_str().len() - rest.trim_start().len();
        let rest = text.slice(start..text.as_str().len());
        let behind = behind_first(rest);
        match rest.as_str().chars().next() {
            Some('-') => match behind.number("a number of tokens")? {
                0 => Err(behind.expected("a number of tokens above 0")),
                less => Ok(Part::Less(less)),
            },
            Some('/') => {
                let (divisor, up) = match behind.as_str().strip_suffix("up") {
                    Some(divisor) => (behind.slice(0..divisor.len()).trim(), true),
                    None => (behind, false),
                };
                match divisor.number("a divisor")? {
                    0 | 1 => Err(divisor.expected("a divisor of at least 2")),
                    by => Ok(if up { Part::Up(by) } else { Part::Down(by) }),
                }
            }
            _ => Err(rest.expected("'/' or '-' behind n")),
        }
    }

    fn print(self) -> String {
        match self {
            Part::Number(number) => number.to_string(),
            Part::Less(number) => format!("n-{number}"),
            Part::Down(by) => format!("n/{by}"),
            Part::Up(by) => format!("n/{by} up"),
        }
    }

    /// The part as a formula, and the least heap from which on the formula gives a smaller heap.
    fn formula(self) -> Option<(u64, HeapFormula)> {
        let quotient = |add: i64, divisor| HeapFormula::Quotient { add, divisor };
        match self {
            Part::Number(number) => Some((number.checked_add(1)?, HeapFormula::Constant(number))),
            Part::Less(number) | Part::Down(number) | Part::Up(number) if number > LARGEST => None,
            Part::Less(number) => Some((number, quotient(-(number as i64), 1))),
            Part::Down(by) => Some((1, quotient(0, by))),
            Part::Up(by) => Some((2, quotient(by as i64 - 1, by))),
        }
    }

    /// The part as data. Numbers beyond 2^62 are larger than every heap of a program.
    fn listed(self) -> HeapFormula {
        let signed = |number: u64| number.min(1 << 62) as i64;
        match self {
            Part::Number(number) => HeapFormula::Constant(number),
            Part::Less(number) => HeapFormula::Quotient { add: -signed(number), divisor: 1 },
            Part::Down(by) => HeapFormula::Quotient { add: 0, divisor: by },
            Part::Up(by) => HeapFormula::Quotient { add: signed(by) - 1, divisor: by.min(1 << 62) },
        }
    }

    fn of(self, size: u64) -> Option<u64> {
        match self {
            Part::Number(number) => Some(number),
            Part::Less(number) => size.checked_sub(number),
            Part::Down(by) => Some(size / by),
            Part::Up(by) => Some(size.div_ceil(by)),
        }
    }
}
