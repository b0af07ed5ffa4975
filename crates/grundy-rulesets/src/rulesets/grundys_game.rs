//! Grundy's game: split a heap into two unequal heaps, or into more.

use std::ops::ControlFlow;

use super::heap_move::HeapMove;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Code, Text};
use grundy_ruleset::board::heaps::heap_ruleset;
use grundy_ruleset::{HeapKind, HeapRules, Notation, OnOption};

/// Grundy's game (Grundy 1939).
///
/// Whether its values are periodic is open.
#[derive(Clone, Copy, Debug)]
pub struct GrundysGame {
    /// The number of heaps into which a heap is split, 2 to 6.
    parts: u8,
}

/// The default number of parts.
const PARTS: u8 = 2;
/// The greatest number of parts.
const MOST_PARTS: u8 = 6;

impl Default for GrundysGame {
    fn default() -> Self {
        GrundysGame { parts: PARTS }
    }
}

heap_ruleset!(GrundysGame, "grundys-game", |rules| match rules.parts {
    PARTS => String::new(),
    parts => format!("{parts} heaps"),
});

impl HeapRules for GrundysGame {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        if self.parts > PARTS {
            return HeapMove::split_unequal(self.parts.into()).each_option(size, option);
        }
        (1..size.div_ceil(2)).try_for_each(|less| option(&[less, size - less]))
    }

    fn kind(&self) -> HeapKind {
        HeapKind::TakeAndBreak(Code::new(vec![1 << self.parts]).unequal())
    }
}

/// Grundy's game in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "grundys-game",
        aliases: &["grundy", "grundy-game"],
        family: Family::Heaps,
        title: "Grundy's game",
        about: "Split a heap into two heaps of different sizes; whoever cannot loses. Billions of \
                values are known, but not whether they ever repeat.",
        rules: "There are heaps of tokens. A move splits one heap into two heaps of different sizes; \
                none is taken. Heaps of one or two tokens cannot be split. The player who cannot move \
                loses.",
        notation: "grundys-game(HEAP,HEAP,…)",
        examples: &["grundys-game(8)", "grundys-game(7,10)"],
        source: "Patrick M. Grundy, Mathematics and games, Eureka 2, 1939; Winning Ways for your \
                 Mathematical Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| {
            let (first, second) = arguments.optional();
            let with_parts =
                |first: &Text<'_>| second.is_some() || first.as_str().ends_with("heaps");
            let (parts, position) = match first.filter(with_parts) {
                Some(first) => {
                    let (_, position) = arguments.parameters_and_position()?;
                    let Some(number) = first.as_str().strip_suffix("heaps") else {
                        return Err(first.expected("a number and 'heaps', such as '3 heaps'"));
                    };
                    let number = first.slice(0..number.len()).trim();
                    let parts = number.number("a number of heaps")?;
                    if !(PARTS..=MOST_PARTS).contains(&parts) {
                        return Err(number.expected(format!("{PARTS} to {MOST_PARTS} heaps")));
                    }
                    (parts, position)
                }
                None => (PARTS, arguments.position_only()?),
            };
            let rules = GrundysGame { parts };
            let heaps = rules.read(position)?;
            Ok(arguments.game(rules, heaps))
        },
    }
}
