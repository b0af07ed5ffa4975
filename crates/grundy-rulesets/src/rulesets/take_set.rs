//! Sets of numbers of tokens that a move may take: finite, all but finitely
//! many, or by the name of a family.

use std::iter::Peekable;

use super::number_family::{NAMES, NumberFamily};
use grundy_base::{ParseError, Text};
use grundy_ruleset::NumberTest;

/// Numbers that a move may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TakeSet {
    /// Whether the set is the complement of the listed numbers in the positive integers.
    pub(super) all_but: bool,
    /// The listed numbers, sorted, without 0.
    pub(super) numbers: Vec<u64>,
    /// The listed families, sorted.
    pub(super) families: Vec<NumberFamily>,
    /// Members of the families that are left out.
    but: Option<Box<TakeSet>>,
}

/// The greatest number of listed numbers.
const LARGEST_SET: u64 = 1 << 20;

impl TakeSet {
    /// A set that is one family.
    pub(super) fn family(family: NumberFamily) -> Self {
        TakeSet { all_but: false, numbers: Vec::new(), families: vec![family], but: None }
    }

    /// Reads `1,2,5`, `2..5`, `3..`, `1,primes`, `primes but 2`, `all`, `all but 1,4` and mixtures.
    pub(super) fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        match after_all(text)? {
            Some(None) => {
                Ok(TakeSet { all_but: true, numbers: Vec::new(), families: Vec::new(), but: None })
            }
            Some(Some(list)) => TakeSet::list(list, true),
            None => match text.split_once(" but ") {
                Some((list, but)) => {
                    TakeSet::list(list, false)?.without(TakeSet::list(but, false)?, but)
                }
                None => TakeSet::list(text, false),
            },
        }
    }

    /// The set without the members of `but`, which is written at `place`.
    fn without(self, but: TakeSet, place: Text<'_>) -> Result<Self, ParseError> {
        let mut set = self;
        if !set.all_but && set.families.is_empty() {
            if but.families.iter().any(|family| family.is_of_heap()) {
                set.but = Some(Box::new(but));
                return Ok(set);
            }
            set.numbers.retain(|&number| !but.contains(number, number));
        } else if !set.all_but {
            set.but = Some(Box::new(but));
            return Ok(set);
        } else if !but.all_but {
            if but.families.contains(&NumberFamily::Coprime) {
                return Err(place.expected("a family that leaves many numbers to take"));
            }
            set.numbers.extend(but.numbers);
            set.numbers.sort_unstable();
            set.numbers.dedup();
            set.families = but.families;
        } else {
            // The numbers between two ranges without an upper bound.
            let listed = |number: &u64| set.numbers.binary_search(number).is_err();
            let numbers = but.numbers.into_iter().filter(listed).collect();
            set = TakeSet { all_but: false, numbers, families: Vec::new(), but: None };
        }
        match !set.all_but && set.numbers.is_empty() {
            true => Err(place.expected("numbers that leave some to take")),
            false => Ok(set),
        }
    }

    /// Reads numbers, ranges and families with commas between them.
    fn list(list: Text<'_>, all_but: bool) -> Result<Self, ParseError> {
        let mut set = TakeSet { all_but, numbers: Vec::new(), families: Vec::new(), but: None };
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
        match &self.but {
            Some(but) => format!("{list} but {}", but.print()),
            None if self.all_but => format!("all but {list}"),
            None => list,
        }
    }

    /// The family, if the set is a single family.
    pub(super) fn as_family(&self) -> Option<NumberFamily> {
        match (self.all_but, self.numbers.as_slice(), self.families.as_slice(), &self.but) {
            (false, [], [family], None) => Some(*family),
            _ => None,
        }
    }

    /// The condition for members.
    pub(super) fn test(&self) -> NumberTest {
        let mut listed = vec![NumberTest::one_of(&self.numbers)];
        listed.retain(|test| *test != NumberTest::Any(Vec::new()));
        listed.extend(self.families.iter().map(|family| family.test()));
        let listed = NumberTest::Any(listed);
        let mut all = vec![NumberTest::Range(1, u64::MAX)];
        all.push(if self.all_but { NumberTest::Not(Box::new(listed)) } else { listed });
        all.extend(self.but.iter().map(|but| NumberTest::Not(Box::new(but.test()))));
        NumberTest::All(all)
    }

    /// Whether the set is 1 and the primes.
    pub(super) fn is_one_and_primes(&self) -> bool {
        let listed = !self.all_but && self.but.is_none() && self.numbers == [1];
        listed && self.families == [NumberFamily::Primes]
    }

    /// Whether all members, or all numbers that are left out, are listed one by one.
    pub(super) fn is_listed(&self) -> bool {
        self.families.is_empty() && self.but.is_none()
    }

    /// A number and a modulus, both at most `most`: from that number on, only the residue decides
    /// whether a number is in the set. None if there are no such numbers.
    pub(super) fn settles(&self, most: u64) -> Option<(u64, u64)> {
        let (mut from, mut modulus) = match &self.but {
            Some(but) => but.settles(most)?,
            None => (1, 1),
        };
        from = from.max(self.numbers.last().map_or(1, |&last| last.saturating_add(1)));
        for family in &self.families {
            let NumberFamily::Residue(_, divisor) = *family else { return None };
            modulus = (modulus / gcd(modulus, divisor)).checked_mul(divisor)?;
        }
        (from <= most && modulus <= most).then_some((from, modulus))
    }

    /// Whether a number may be taken from a heap, whatever is left.
    pub(super) fn contains(&self, take: u64, size: u64) -> bool {
        let listed = || {
            self.numbers.binary_search(&take).is_ok()
                || self.families.iter().any(|family| family.contains(take, size))
        };
        let left_out = || self.but.as_ref().is_some_and(|but| but.contains(take, size));
        take > 0 && listed() != self.all_but && !left_out()
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
            return match &self.but {
                Some(but) => {
                    Box::new(lists.flatten().filter(move |&take| !but.contains(take, size)))
                }
                None => Box::new(lists.flatten()),
            };
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

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(text: &str) -> Vec<u64> {
        let set = TakeSet::parse(Text::new(text)).unwrap();
        let again = TakeSet::parse(Text::new(&set.print())).unwrap();
        assert_eq!(set, again, "{text}");
        let mut takes: Vec<u64> = set.takes(30).collect();
        takes.sort_unstable();
        takes.dedup();
        let contained: Vec<u64> = (0..=30).filter(|&take| set.contains(take, 30)).collect();
        assert_eq!(takes, contained, "{text}");
        takes
    }

    #[test]
    fn expressions_are_the_sets_that_they_say() {
        assert_eq!(members("proper-divisors but 1"), [2, 3, 5, 6, 10, 15]);
        assert_eq!(members("1,primes but 2,3"), [1, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!(members("1..9 but squares"), [2, 3, 5, 6, 7, 8]);
        assert_eq!(members("3.. but 9.."), [3, 4, 5, 6, 7, 8]);
        assert_eq!(members("20.. but primes"), [20, 21, 22, 24, 25, 26, 27, 28, 30]);
        assert_eq!(members("triangular"), [1, 3, 6, 10, 15, 21, 28]);
        assert_eq!(members("2 mod 7, 4"), [2, 4, 9, 16, 23, 30]);
        assert_eq!(members("multiples of 9,odd but 3.."), [1]);
        assert_eq!(members("2..9 but divisors"), [4, 7, 8, 9]);
        assert_eq!(members("all but even"), (1..30).step_by(2).collect::<Vec<_>>());
    }

    #[test]
    fn errors_point_at_their_place() {
        let place = |text: &str| TakeSet::parse(Text::new(text)).unwrap_err().to_string();
        assert!(place("1..5 but 1..9").contains("byte 9"), "{}", place("1..5 but 1..9"));
        assert!(place("7 mod 3").contains("byte 0"), "{}", place("7 mod 3"));
        assert!(place("multiples of 1").contains("byte 13"), "{}", place("multiples of 1"));
        assert!(place("primes but").contains("byte 0"), "{}", place("primes but"));
    }
}
