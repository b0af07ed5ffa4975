//! Coin-turning games: turn some coins of a row, the rightmost from heads to tails.
//!
//! The Grundy value of a position is the nim-sum of the values of its heads, each alone in
//! the row: turning a coin twice corresponds to two equal heaps that cancel (H. W. Lenstra,
//! Nim multiplication, 1978; Winning Ways, chapter 14).

mod board;
mod row;

use std::ops::ControlFlow;

use super::take_set::TakeSet;
use grundy_base::{ParseError, Text};
use grundy_ruleset::OnOption;

pub use board::{CoinBoard, turning_corners};
pub use row::{CoinRow, entry, mock_turtles, ruler, turning_turtles};

/// Which coins may be turned together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turning {
    /// The least and the greatest number of coins.
    count: (u64, u64),
    /// The numbers of coins in this range that are allowed; all if there is no set.
    counts: Option<TakeSet>,
    /// How the coins must be placed.
    pattern: Pattern,
    /// Whether the first coin of the row must be among them.
    first: bool,
    /// The number of consecutive coins among which all of them must be.
    within: u64,
}

/// How coins that are turned together must be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    /// In any way.
    Any,
    /// Side by side.
    Consecutive,
    /// At equal distances.
    Even,
    /// Symmetric about the middle.
    Symmetric,
}

const PATTERNS: [(&str, Pattern); 3] = [
    ("consecutive", Pattern::Consecutive),
    ("even", Pattern::Even),
    ("symmetric", Pattern::Symmetric),
];

impl Turning {
    /// At least `least` and at most `most` coins, placed in any way.
    const fn any(least: u64, most: u64) -> Self {
        Turning::placed(least, most, Pattern::Any)
    }

    /// Any number of consecutive coins.
    const fn ruler() -> Self {
        Turning::placed(1, u64::MAX, Pattern::Consecutive)
    }

    const fn placed(least: u64, most: u64, pattern: Pattern) -> Self {
        Turning { count: (least, most), counts: None, pattern, first: false, within: u64::MAX }
    }

    /// Reads numbers of coins, `2` or `1..3` or `1..` or a set such as `squares`, followed by words
    /// for how the coins must be placed.
    fn read(text: Text<'_>) -> Result<Self, ParseError> {
        let end = number_end(text.as_str());
        let number = text.slice(0..end).trim();
        let mut rest = text.slice(end..text.as_str().len()).trim();
        let what = "a number of coins";
        let is_set = number.as_str().contains([',', ' ']);
        let is_set = is_set || number.as_str().starts_with(char::is_alphabetic);
        let count = match number.split_once("..") {
            _ if is_set => (1, u64::MAX),
            None => {
                let count = number.number(what)?;
                (count, count)
            }
            Some((least, most)) if most.is_empty() => (least.number(what)?, u64::MAX),
            Some((least, most)) => (least.number(what)?, most.number(what)?),
        };
        if count.0 == 0 || count.0 > count.1 {
            return Err(number.expected("at least one coin, and no fewer at the end"));
        }
        let mut turning = Turning::any(count.0, count.1);
        if is_set {
            turning.counts = Some(TakeSet::parse(number)?);
        }
        while !rest.is_empty() {
            let (word, behind) = match rest.split_once(" ") {
                Some((word, behind)) => (word, behind.trim()),
                None => (rest, rest.slice(rest.as_str().len()..rest.as_str().len())),
            };
            let pattern = PATTERNS.iter().find(|(name, _)| *name == word.as_str());
            rest = behind;
            match (pattern, word.as_str()) {
                (Some(&(_, pattern)), _) if turning.pattern == Pattern::Any => {
                    turning.pattern = pattern;
                }
                (_, "first") if !turning.first => turning.first = true,
                (_, "within") if turning.within == u64::MAX => {
                    let (number, behind) = match rest.split_once(" ") {
                        Some((number, behind)) => (number, behind.trim()),
                        None => (rest, rest.slice(rest.as_str().len()..rest.as_str().len())),
                    };
                    turning.within = number.number(what)?;
                    if turning.within == 0 {
                        return Err(number.expected("at least one coin"));
                    }
                    rest = behind;
                }
                _ => {
                    return Err(word.expected(
                        "one of 'consecutive', 'even' and 'symmetric', 'first' or 'within N'",
                    ));
                }
            }
        }
        Ok(turning)
    }

    fn print(&self) -> String {
        let mut text = match self.count {
            _ if self.counts.is_some() => self.counts.iter().map(TakeSet::print).collect(),
            (least, most) if least == most => least.to_string(),
            (least, u64::MAX) => format!("{least}.."),
            (least, most) => format!("{least}..{most}"),
        };
        let pattern = PATTERNS.iter().find(|(_, pattern)| *pattern == self.pattern);
        let first = self.first.then_some("first");
        for word in pattern.map(|(name, _)| *name).into_iter().chain(first) {
            text += " ";
            text += word;
        }
        if self.within < u64::MAX {
            text += &format!(" within {}", self.within);
        }
        text
    }

    /// Calls `option` for each set of coins that may be turned and whose rightmost coin is
    /// `last`, with the other coins of the set, until `option` breaks. Coins are counted
    /// from 1.
    fn each_set(&self, last: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        let lowest = last.saturating_sub(self.within - 1).max(1);
        let (least, most) = (self.count.0, self.count.1.min(last - lowest + 1));
        let counts = |least: u64| {
            let all = self.counts.as_ref();
            (least..=most).filter(move |&count| all.is_none_or(|all| all.contains(count, last)))
        };
        let mut others = Vec::new();
        let mut give = |others: &[u64]| {
            let leftmost = others.iter().copied().min().unwrap_or(last);
            if self.first && leftmost > 1 { ControlFlow::Continue(()) } else { option(others) }
        };
        match self.pattern {
            Pattern::Any => {
                for count in counts(least) {
                    choose(lowest, last, count - 1, &mut others, &mut give)?;
                }
            }
            Pattern::Consecutive => {
                for count in counts(least) {
                    others.clear();
                    others.extend(last - count + 1..last);
                    give(&others)?;
                }
            }
            Pattern::Even => {
                for count in counts(least) {
                    let widest = (last - lowest).checked_div(count - 1).unwrap_or(1);
                    for distance in 1..=widest {
                        others.clear();
                        others.extend((1..count).map(|i| last - i * distance));
                        give(&others)?;
                    }
                }
            }
            Pattern::Symmetric => {
                if counts(least).next() == Some(1) {
                    give(&[])?;
                }
                let starts = if self.first { 1..last.min(2) } else { lowest..last };
                for start in starts.filter(|&start| start >= lowest) {
                    for count in counts(least.max(2)).take_while(|&count| count <= last - start + 1)
                    {
                        symmetric(start, last, count, &mut give)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The Grundy value of a single head, if a theorem gives it in closed form.
    fn closed_form(&self, coin: u64) -> Option<u64> {
        // The values are the odious numbers 1, 2, 4, 7, 8, 11 …, which have an odd number of
        // ones: the nim-sum of two is never a third (Winning Ways, chapter 14).
        let odious = |coin: u64| {
            Some((coin - 1).checked_mul(2)? + u64::from((coin - 1).count_ones().is_multiple_of(2)))
        };
        match self {
            _ if coin == 0 => Some(0),
            turning if *turning == Turning::any(1, 1) => Some(1),
            turning if *turning == Turning::any(1, 2) => Some(coin),
            turning if *turning == Turning::any(1, 3) => odious(coin),
            turning if *turning == Turning::any(2, 2) => Some(coin - 1),
            turning if *turning == Turning::ruler() => Some(coin & coin.wrapping_neg()),
            _ => None,
        }
    }
}

/// The end of the numbers of coins, before the first word for how they must be placed.
fn number_end(text: &str) -> usize {
    let is_word = |word: &str| {
        ["first", "within"].contains(&word) || PATTERNS.iter().any(|(name, _)| *name == word)
    };
    let spaces = text.match_indices(' ').map(|(at, _)| at);
    let words = spaces.filter(|at| is_word(text[at + 1..].split(' ').next().unwrap_or_default()));
    // A single number or range ends at the first space, so that an error is reported at the next
    // word.
    let set = matches!(text.split(' ').nth(1), Some("mod" | "but")) || text.contains(',');
    let one = text.starts_with(|c: char| c.is_ascii_digit()) && !set;
    match text.find(' ') {
        Some(at) if one => at,
        _ => words.into_iter().next().unwrap_or(text.len()),
    }
}

/// Calls `give` with all ways to add `count` of the numbers `lowest..end` to `chosen`.
fn choose(
    lowest: u64,
    end: u64,
    count: u64,
    chosen: &mut Vec<u64>,
    give: &mut OnOption<'_>,
) -> ControlFlow<()> {
    if count == 0 {
        return give(chosen);
    }
    for number in (lowest..end).take_while(|number| end - number >= count) {
        chosen.push(number);
        let flow = choose(number + 1, end, count - 1, chosen, give);
        chosen.pop();
        flow?;
    }
    ControlFlow::Continue(())
}

/// The symmetric sets of `count` ≥ 2 coins from `start` to `last`.
fn symmetric(start: u64, last: u64, count: u64, give: &mut OnOption<'_>) -> ControlFlow<()> {
    let (between, inner) = (last - start - 1, count - 2);
    let middle = (start + last) / 2;
    if inner % 2 == 1 && between % 2 == 0 || inner > between {
        return ControlFlow::Continue(());
    }
    let mut all = Vec::new();
    choose(start + 1, start + 1 + between / 2, inner / 2, &mut Vec::new(), &mut |half| {
        all.clear();
        all.push(start);
        all.extend_from_slice(half);
        all.extend((inner % 2 == 1).then_some(middle));
        all.extend(half.iter().rev().map(|coin| start + last - coin));
        give(&all)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn read(text: &str) -> Turning {
        Turning::read(Text::new(text)).unwrap()
    }

    fn sets(turning: Turning, last: u64) -> Vec<BTreeSet<u64>> {
        let mut found = Vec::new();
        let _ = turning.each_set(last, &mut |others| {
            found.push(others.iter().copied().chain([last]).collect());
            ControlFlow::Continue(())
        });
        found
    }

    /// Whether a set may be turned, by the wording of the rules.
    fn allowed(turning: &Turning, set: &BTreeSet<u64>) -> bool {
        let (first, last) = (*set.first().unwrap(), *set.last().unwrap());
        let coins: Vec<u64> = set.iter().copied().collect();
        let gaps: BTreeSet<u64> = coins.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let count = set.len() as u64;
        let lie = match turning.pattern {
            Pattern::Any => true,
            Pattern::Consecutive => gaps.iter().all(|&gap| gap == 1),
            Pattern::Even => gaps.len() < 2,
            Pattern::Symmetric => coins.iter().all(|coin| set.contains(&(first + last - coin))),
        };
        (turning.count.0..=turning.count.1).contains(&count)
            && turning.counts.as_ref().is_none_or(|counts| counts.contains(count, last))
            && lie
            && (!turning.first || first == 1)
            && last - first < turning.within
    }

    #[test]
    fn sets_are_those_that_the_rules_allow() {
        for text in [
            "1",
            "2",
            "3",
            "1..3",
            "2..5",
            "1.. consecutive",
            "2..3 consecutive",
            "3 even",
            "1..4 even",
            "1.. symmetric",
            "4 symmetric first",
            "3..5 symmetric",
            "1..3 within 5",
            "1.. first",
            "1..2 first",
            "3 even within 5",
            "1..4 symmetric within 6",
            "1 symmetric first",
            "1.. consecutive first",
            "squares consecutive",
            "triangular even",
            "even",
            "2,4 symmetric",
            "primes but 2 consecutive within 7",
            "1 mod 3 symmetric",
        ] {
            let turning = read(text);
            assert_eq!(turning.print(), text);
            for last in 1..=10u64 {
                let expected: BTreeSet<BTreeSet<u64>> = (0u64..1 << (last - 1))
                    .map(|lower| {
                        let others = (1..last).filter(|coin| lower >> (coin - 1) & 1 == 1);
                        others.chain([last]).collect::<BTreeSet<u64>>()
                    })
                    .filter(|set| allowed(&turning, set))
                    .collect();
                let found = sets(turning.clone(), last);
                assert_eq!(found.len(), expected.len(), "{text}, {last}");
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{text}, {last}");
            }
        }
    }

    #[test]
    fn faults_are_told_where_they_are() {
        let fault = |text: &str| Turning::read(Text::new(text)).unwrap_err().at;
        assert_eq!(fault(""), 0);
        assert_eq!(fault("0"), 0);
        assert_eq!(fault("3..2"), 0);
        assert_eq!(fault("1..x"), 3);
        assert_eq!(fault("3 odd"), 2);
        assert_eq!(fault("3 even symmetric"), 7);
        assert_eq!(fault("3 first first"), 8);
        assert_eq!(fault("3 within 0"), 9);
        assert_eq!(fault("3 within"), 8);
        assert_eq!(fault("squares within"), 14);
        assert_eq!(fault("cubes consecutive"), 0);
    }
}
