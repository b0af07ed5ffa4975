//! Subtraction games: take a number of tokens that stands in a set.

use std::ops::ControlFlow;

use crate::board::heaps::heap_ruleset;
use crate::catalogue::{Arguments, Entry, Family};
use crate::error::{ParseError, Text};
use crate::ruleset::{HeapKind, HeapRules, Notation, OnOption};

/// A subtraction game with a finite set, sorted, without 0.
#[derive(Clone, Debug)]
pub struct Subtraction {
    set: Vec<u64>,
}

heap_ruleset!(Subtraction, "subtraction", Subtraction::print_set);

/// Sets with more numbers than this are refused.
const LARGEST_SET: u64 = 1 << 20;

impl Subtraction {
    /// Reads `1,2,5`, `2..5` and mixtures.
    pub fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let mut set = Vec::new();
        for part in text.split(',') {
            let (from, to) = part.split_once("..").unwrap_or((part, part));
            let (first, last): (u64, u64) =
                (from.number("a number of tokens")?, to.number("a number of tokens")?);
            if first == 0 {
                return Err(from.expected("a number of tokens above 0"));
            }
            if last < first {
                return Err(to.expected("the greater end of the range"));
            }
            if last - first >= LARGEST_SET || set.len() as u64 >= LARGEST_SET {
                return Err(part.expected(format!("a set of at most {LARGEST_SET} numbers")));
            }
            set.extend(first..=last);
        }
        set.sort_unstable();
        set.dedup();
        Ok(Subtraction { set })
    }

    /// Runs of three numbers or more, and pairs given as a range, become ranges.
    fn print_set(&self) -> String {
        self.set
            .chunk_by(|a, b| a + 1 == *b)
            .map(|run| match run {
                [one] => one.to_string(),
                [a, b] => format!("{a},{b}"),
                [first, .., last] => format!("{first}..{last}"),
                [] => String::new(),
            })
            .collect::<Vec<_>>()
            .join(",")
    }
}

impl HeapRules for Subtraction {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        let mut takes = self.set.iter().take_while(|&&take| take <= size);
        takes.try_for_each(|take| option(&[size - take]))
    }

    fn kind(&self) -> HeapKind {
        HeapKind::Subtraction(self.set.clone())
    }
}

/// Subtraction games in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "subtraction",
    aliases: &["take"],
    family: Family::Heaps,
    title: "Subtraction game",
    rules: "There are heaps of tokens. A move takes from one heap a number of tokens that \
            stands in the set. The player who cannot move loses. Ranges include both ends.",
    notation: "subtraction(SET; HEAP,HEAP,…)",
    examples: &["subtraction(1,2; 21)", "subtraction(2..5; 7,12)"],
    source: "Winning Ways for your Mathematical Plays, chapter 4",
    parse: |arguments: &Arguments<'_>| {
        let (parameters, position) = arguments.parameters_and_position()?;
        let rules = Subtraction::parse(parameters)?;
        let heaps = rules.read(position)?;
        Ok(arguments.game(rules, heaps))
    },
};
