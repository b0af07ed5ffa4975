//! Sets of numbers of tokens that a move may take: finite, all but finitely
//! many, or by the name of a family.

use std::iter::Peekable;

use super::number_family::{NAMES, NumberFamily};
use grundy_base::{ParseError, Text};

/// Numbers that a move may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TakeSet {
    /// Whether the set is the complement of the listed numbers in the positive integers.
    pub(super) all_but: bool,
    /// The listed numbers, sorted, without 0.
    pub(super) numbers: Vec<u64>,
    /// The listed families, sorted.
    pub(super) families: Vec<NumberFamily>,
}

/// The greatest number of listed numbers.
const LARGEST_SET: u64 = 1 << 20;

impl TakeSet {
    /// A set that is one family.
    pub(super) fn family(family: NumberFamily) -> Self {
        TakeSet { all_but: false, numbers: Vec::new(), families: vec![family] }
    }

    /// Reads `1,2,5`, `2..5`, `3..`, `1,primes`, `all`, `all but 1,4` and mixtures.
    pub(super) fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let list = after_all(text)?;
        let all_but = list.is_some();
        let list = match list {
            Some(None) => {
                return Ok(TakeSet { all_but, numbers: Vec::new(), families: Vec::new() });
            }
            Some(Some(list)) => list,
            None => text,
        };
        let mut set = TakeSet { all_but, numbers: Vec::new(), families: Vec::new() };
        let mut open: Option<u64> = None;
        for part in list.split(',') {
            if let Some(family) = NumberFamily::parse(part)? {
                if all_but && family == NumberFamily::Coprime {
                    return Err(part.expected("a family that leaves many numbers to take"));
                }
                set.families.push(family);
                continue;
            }
            let (from, to) = part.split_once("..").unwrap_or((part, part));
            let what = if part.is_empty() {
                format!("a number of tokens, {NAMES}")
            } else {
                "a number of tokens".to_string()
            };
            let first: u64 = from.number(&what)?;
            if first == 0 {
                return Err(from.expected("a number of tokens above 0"));
            }
            let too_large = || part.expected(format!("a set of at most {LARGEST_SET} numbers"));
            if to.is_empty() {
                if first > LARGEST_SET {
                    return Err(too_large());
                }
                open = Some(open.unwrap_or(first).min(first));
                continue;
            }
            let last: u64 = to.number("a number of tokens")?;
            if last < first {
                return Err(to.expected("the greater end of the range"));
            }
            if last - first >= LARGEST_SET || set.numbers.len() as u64 >= LARGEST_SET {
                return Err(too_large());
            }
            set.numbers.extend(first..=last);
        }
        set.numbers.sort_unstable();
        set.numbers.dedup();
        set.families.sort_unstable();
        set.families.dedup();
        if let Some(open) = open {
            if !set.families.is_empty() {
                return Err(list.expected("no range without an end beside a family"));
            }
            // An infinite set is stored by its complement.
            set.all_but = !all_but;
            set.numbers = (1..open).filter(|n| set.numbers.binary_search(n).is_err()).collect();
        }
        if !set.all_but && set.numbers.is_empty() && set.families.is_empty() {
            return Err(list.expected("a set that is not empty"));
        }
        Ok(set)
    }

    /// The text of the set. Runs of three or more numbers become ranges.
    pub(super) fn print(&self) -> String {
        if let Some(least) = self.at_least() {
            return if least == 1 { "all".to_string() } else { format!("{least}..") };
        }
        let numbers = self.numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
            [one] => one.to_string(),
            [a, b] => format!("{a},{b}"),
            [first, .., last] => format!("{first}..{last}"),
            [] => String::new(),
        });
        let families = self.families.iter().map(|family| family.print());
        let list = numbers.chain(families).collect::<Vec<_>>().join(",");
        if self.all_but { format!("all but {list}") } else { list }
    }

    /// The least number, if the set consists of it and all greater numbers.
    pub(super) fn at_least(&self) -> Option<u64> {
        let first = self.all_but && self.families.is_empty();
        let run = self.numbers.iter().zip(1..).all(|(number, place)| *number == place);
        (first && run).then_some(self.numbers.len() as u64 + 1)
    }

    /// The numbers that may be taken from a heap. Numbers that are listed twice are repeated.
    pub(super) fn takes(&self, size: u64) -> Box<dyn Iterator<Item = u64> + '_> {
        type Members<'a> = Box<dyn Iterator<Item = u64> + 'a>;
        let numbers: Members<'_> =
            Box::new(self.numbers.iter().copied().take_while(move |&number| number <= size));
        let families = self.families.iter().map(move |family| family.members(size));
        let lists = std::iter::once(numbers).chain(families.map(|list| list as Members<'_>));
        if !self.all_but {
            return Box::new(lists.flatten());
        }
        let mut lists: Vec<Peekable<Members<'_>>> = lists.map(Iterator::peekable).collect();
        Box::new((1..=size).filter(move |take| {
            // Every list is ascending, so its next number is at least this one.
            let listed = lists.iter_mut().map(|list| list.next_if_eq(take).is_some());
            !listed.fold(false, |one, other| one | other)
        }))
    }
}

/// The text after `all but`, `all-but` or `allbut`; `Some(None)` for `all` alone, and none
/// if the text does not start with `all`.
fn after_all(text: Text<'_>) -> Result<Option<Option<Text<'_>>>, ParseError> {
    let Some(rest) = text.as_str().strip_prefix("all") else { return Ok(None) };
    let between = [' ', '-', '_'];
    let end = text.as_str().len();
    let rest = text.slice(end - rest.trim_start_matches(between).len()..end);
    if rest.is_empty() {
        return Ok(Some(None));
    }
    match rest.as_str().strip_prefix("but") {
        Some(list) => Ok(Some(Some(text.slice(end - list.len()..end)))),
        None => Err(rest.expected("'but' and numbers, or nothing behind 'all'")),
    }
}
