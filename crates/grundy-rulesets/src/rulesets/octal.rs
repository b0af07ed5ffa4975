//! Octal and hexadecimal games: a code says how many tokens may be taken, and into how many
//! heaps the rest may be split.

use std::ops::ControlFlow;

use super::nim::Nim;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Code, ParseError, Text};
use grundy_game::Game;
use grundy_ruleset::board::heaps::heap_ruleset;
use grundy_ruleset::{HeapKind, HeapRules, Named, Notation, OnOption};
use grundy_ruleset::{ListedAction, ListedMove, NumberTest, Split};

/// The rest of the heap may be nothing.
const NOTHING: u8 = 1;
/// The rest of the heap may stay one heap.
const ONE_HEAP: u8 = 2;
/// The rest of the heap may be split into two heaps.
const TWO_HEAPS: u8 = 4;
/// The rest of the heap may be split into three heaps.
const THREE_HEAPS: u8 = 8;

/// The greatest number of digits of a code.
const MOST_DIGITS: usize = 1 << 12;

/// An octal or hexadecimal game (Guy and Smith 1956), possibly with a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    name: &'static str,
    code: Code,
}

heap_ruleset!(Octal, |rules| rules.name, Octal::parameters);

impl Octal {
    /// Reads a code such as `0.77`, `.137`, `4.3` or `0.12[34]`, without spaces.
    pub fn parse(code: Text<'_>) -> Result<Self, ParseError> {
        Octal::parse_radix("octal", 8, code)
    }

    /// Reads a code such as `0.8` or `0.137F`, without spaces.
    pub fn parse_hexadecimal(code: Text<'_>) -> Result<Self, ParseError> {
        Octal::parse_radix("hexadecimal", 16, code)
    }

    fn parse_radix(name: &'static str, radix: u32, code: Text<'_>) -> Result<Self, ParseError> {
        let (before, digit, example) = match radix {
            8 => (
                "0, 2, 4 or 6 before the point",
                "an octal digit, 0 to 7",
                "an octal code such as 0.77",
            ),
            _ => (
                "0, 2, 4, 6, 8, A, C or E before the point",
                "a hexadecimal digit, 0 to F",
                "a hexadecimal code such as 0.8",
            ),
        };
        let mut digits = Vec::new();
        let mut point = None;
        // Digits from here on repeat for ever.
        let mut bracket = None;
        let mut closed = false;
        for (at, c) in code.chars().filter(|(_, c)| !c.is_whitespace()) {
            match c {
                _ if closed => {
                    return Err(ParseError::new("nothing behind the bracket", at)
                        .with_help("its digits come again for ever"));
                }
                '[' if point.is_some() && bracket.is_none() => {
                    if digits.is_empty() {
                        digits.push(0);
                    }
                    bracket = Some(digits.len());
                }
                ']' if bracket.is_some() => {
                    if bracket == Some(digits.len()) {
                        return Err(ParseError::new(digit, at)
                            .with_help("the bracket holds the digits that come again"));
                    }
                    closed = true;
                }
                '.' | '·' if point.is_none() => point = Some(at),
                _ if point.is_none() && !digits.is_empty() => {
                    return Err(ParseError::new("a point", at));
                }
                _ => match c.to_digit(radix).map(|digit| digit as u8) {
                    // Before the point nothing is taken, so that nothing left is impossible.
                    Some(digit) if point.is_none() && digit & NOTHING == 0 => {
                        digits.push(digit);
                    }
                    _ if point.is_none() => {
                        return Err(ParseError::new(before, at)
                            .with_help("a move that takes nothing must leave a heap"));
                    }
                    Some(digit) => {
                        // A code may start with the point.
                        if digits.is_empty() {
                            digits.push(0);
                        }
                        digits.push(digit);
                    }
                    None => return Err(ParseError::new(digit, at)),
                },
            }
            if digits.len() > MOST_DIGITS {
                return Err(ParseError::new(format!("at most {MOST_DIGITS} digits"), at));
            }
        }
        match point {
            Some(_) if digits.len() > 1 || digits.iter().any(|&digit| digit > 0) => {}
            Some(_) => return Err(ParseError::new(digit, code.end())),
            None if digits.is_empty() => return Err(code.expected(example)),
            None => return Err(ParseError::new("a point", code.end())),
        }
        if bracket.is_some() && !closed {
            return Err(ParseError::new("']'", code.end()));
        }
        let tail = bracket.map_or(Vec::new(), |start| digits.split_off(start));
        Ok(Octal { name, code: Code::repeating(digits, tail) })
    }

    fn new(name: &'static str, digits: Vec<u8>) -> Self {
        Octal { name, code: Code::new(digits) }
    }

    /// Reads a game that is an octal game with a name of its own; the digits start before the
    /// point.
    pub(super) fn parse_named(
        name: &'static str,
        digits: &[u8],
        arguments: &Arguments<'_>,
    ) -> Result<Box<dyn Game>, ParseError> {
        let position = arguments.position_only()?;
        let rules = Octal::new(name, digits.to_vec());
        let heaps = rules.read(position)?;
        Ok(arguments.game(rules, heaps))
    }

    /// The code as it is written, `0.77`.
    #[must_use]
    pub fn code(&self) -> String {
        let digit =
            |&digit: &u8| char::from_digit(digit.into(), 16).unwrap_or('?').to_ascii_uppercase();
        let before = self.code.digits().first().map_or('0', digit);
        let mut behind: String = self.code.digits().iter().skip(1).map(digit).collect();
        if !self.code.tail().is_empty() {
            behind += &format!("[{}]", self.code.tail().iter().map(digit).collect::<String>());
        }
        format!("{before}.{}", if behind.is_empty() { "0" } else { &behind })
    }

    fn parameters(&self) -> String {
        match self.name {
            "octal" | "hexadecimal" => self.code(),
            _ => String::new(),
        }
    }
}

impl HeapRules for Octal {
    /// Splits come last, ordered by their smallest part and not by the tokens taken, so that
    /// the first options of a huge heap are a representative sample. With repeating digits,
    /// options are ordered by the tokens taken.
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        if !self.code.tail().is_empty() {
            return self.each_option_for_ever(size, option);
        }
        // The rests that may be split, the largest first.
        let mut splits = Vec::new();
        for (rest, &digit) in (0..=size).rev().zip(self.code.digits()) {
            if digit & NOTHING != 0 && rest == 0 {
                option(&[])?;
            }
            if digit & ONE_HEAP != 0 && rest > 0 {
                option(&[rest])?;
            }
            if digit & (TWO_HEAPS | THREE_HEAPS) != 0 {
                splits.push((rest, digit));
            }
        }
        (1..=size / 2).try_for_each(|part| {
            for &(rest, digit) in splits.iter().take_while(|(rest, _)| part <= rest / 2) {
                if digit & TWO_HEAPS != 0 {
                    option(&[part, rest - part])?;
                }
                if digit & THREE_HEAPS != 0 {
                    let others = part..=(rest - part) / 2;
                    others
                        .into_iter()
                        .try_for_each(|next| option(&[part, next, rest - part - next]))?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    fn closed_form(&self, size: u64) -> Option<u64> {
        let without_end = !self.code.tail().is_empty();
        (without_end && self.kind() == HeapKind::AnyNumber).then_some(size)
    }

    fn options_worth(&self, size: u64, value: u64) -> Named {
        match self.closed_form(size) {
            Some(_) => Nim.options_worth(size, value),
            None => Named::default(),
        }
    }

    fn may_pass(&self) -> bool {
        self.code.digit(0) & ONE_HEAP != 0
    }

    fn listed(&self) -> Option<Vec<ListedMove>> {
        let always = NumberTest::ALWAYS;
        let split = if self.code.is_unequal() { Split::Unequal } else { Split::Any };
        let digits = self.code.digits().iter().enumerate();
        let mut moves: Vec<(NumberTest, u8)> = digits
            .map(|(taken, &digit)| (NumberTest::Range(taken as u64, taken as u64), digit))
            .collect();
        let (first, tail) = (moves.len() as u64, self.code.tail());
        let length = tail.len() as u64;
        for (taken, &digit) in (first..).zip(tail) {
            let again = NumberTest::Residue(taken % length, length);
            let behind = NumberTest::Range(first, u64::MAX);
            let test = if length == 1 { behind } else { NumberTest::All(vec![behind, again]) };
            moves.push((test, digit));
        }
        let parts = moves.into_iter().flat_map(|(taken, digit)| {
            let heaps = (0..u64::from(u8::BITS)).filter(move |heaps| digit >> heaps & 1 == 1);
            heaps.map(move |heaps| (taken.clone(), heaps))
        });
        let listed = parts.map(|(taken, heaps)| ListedMove {
            sizes: always.clone(),
            action: ListedAction::Take { taken, heaps: (heaps, heaps), split },
        });
        Some(listed.collect())
    }

    fn kind(&self) -> HeapKind {
        if self.may_pass() {
            return HeapKind::Other;
        }
        kind_of(self.code.clone())
    }
}

/// The kind of the rules of a code under which nobody may pass.
pub(super) fn kind_of(code: Code) -> HeapKind {
    if code.tail().is_empty() {
        return HeapKind::TakeAndBreak(code);
    }
    let digits = code.digits();
    let (tail, behind) = (code.tail(), digits.get(1..).unwrap_or_default());
    let any_rest = NOTHING | ONE_HEAP;
    // All but finitely many numbers may be taken, and no heap is split.
    let subtraction = behind.iter().all(|digit| [0, any_rest].contains(digit));
    if tail == [any_rest] && digits[0] == 0 && subtraction {
        let not_taken = (1..).zip(behind).filter(|(_, digit)| **digit == 0);
        let set: Vec<u64> = not_taken.map(|(taken, _)| taken).collect();
        return if set.is_empty() { HeapKind::AnyNumber } else { HeapKind::AllBut(set) };
    }
    HeapKind::Repeating(code)
}

impl Octal {
    fn each_option_for_ever(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        if self.code.digit(size) & NOTHING != 0 {
            option(&[])?;
        }
        let leaves_heaps = ONE_HEAP | TWO_HEAPS | THREE_HEAPS;
        let for_ever = self.code.tail().iter().any(|digit| digit & leaves_heaps != 0);
        let last = if for_ever { size } else { size.min(self.code.most_taken() as u64 + 1) };
        (0..last).try_for_each(|taken| {
            let (digit, rest) = (self.code.digit(taken), size - taken);
            if digit & ONE_HEAP != 0 {
                option(&[rest])?;
            }
            if digit & TWO_HEAPS != 0 {
                (1..=rest / 2).try_for_each(|part| option(&[part, rest - part]))?;
            }
            if digit & THREE_HEAPS == 0 {
                return ControlFlow::Continue(());
            }
            (1..=rest / 3).try_for_each(|part| {
                let others = part..=(rest - part) / 2;
                others.into_iter().try_for_each(|next| option(&[part, next, rest - part - next]))
            })
        })
    }
}

/// Octal games in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "octal",
        aliases: &["take-and-break"],
        family: Family::Heaps,
        title: "Octal game",
        about: "A code of digits says how many tokens may be taken and whether the rest may be \
                nothing, one heap or two. Nim, Kayles and thousands of other games can be written like \
                this.",
        rules: "There are heaps of tokens. A move takes t tokens from one heap, where the digit d of \
                the code at place t behind the point says what must become of the rest: with 1 in d \
                (d is 1, 3, 5 or 7) the rest may be nothing, with 2 in d (2, 3, 6, 7) it may stay one \
                heap, with 4 in d (4 to 7) it may be split into two heaps. A 4 before the point \
                allows to split a heap in two without taking. Digits in brackets at the end come \
                again for ever: 0.12[34] is 0.12343434… A 2 before the point (2 or 6) allows to \
                pass, as often as one likes, leaving a heap as it is: play can then go on for ever, \
                and a heap is worth ∞(K). (In the literature a pass may be used once, which codes \
                cannot say.) The player who cannot move loses. Kayles is \
                0.77, Dawson's Kayles 0.07, Nim 0.[3], Lasker's Nim 4.[3].",
        notation: "octal(CODE; HEAP,HEAP,…)",
        examples: &[
            "octal(0.77; 12)",
            "octal(4.3; 5)",
            "octal(0.137; 7,9)",
            "octal(0.12[34]; 9,4)",
            "octal(2.3; 2)",
        ],
        source: "Richard K. Guy and Cedric A. B. Smith, The G-values of various games, 1956; Winning \
                 Ways for your Mathematical Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| {
            let (code, position) = arguments.parameters_and_position()?;
            let rules = Octal::parse(code)?;
            let heaps = rules.read(position)?;
            Ok(arguments.game(rules, heaps))
        },
    }
}
