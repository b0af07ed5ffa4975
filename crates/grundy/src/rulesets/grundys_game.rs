//! Grundy's game: split a heap into two unequal heaps.

use std::ops::ControlFlow;

use crate::board::heaps::heap_ruleset;
use crate::catalogue::{Arguments, Entry, Family};
use crate::code::Code;
use crate::ruleset::{HeapKind, HeapRules, Notation, OnOption};

/// Grundy's game (Grundy 1939).
///
/// Whether its values are periodic is open.
#[derive(Clone, Copy, Debug, Default)]
pub struct GrundysGame;

heap_ruleset!(GrundysGame, "grundys-game", |_| String::new());

impl HeapRules for GrundysGame {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        (1..size.div_ceil(2)).try_for_each(|less| option(&[less, size - less]))
    }

    fn kind(&self) -> HeapKind {
        HeapKind::TakeAndBreak(Code::new(vec![0b100]).unequal())
    }
}

/// Grundy's game in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "grundys-game",
    aliases: &["grundy", "grundy-game"],
    family: Family::Heaps,
    title: "Grundy's game",
    rules: "There are heaps of tokens. A move splits one heap into two heaps of different sizes; \
            none is taken. Heaps of one or two tokens cannot be split. The player who cannot move \
            loses.",
    notation: "grundys-game(HEAP,HEAP,…)",
    examples: &["grundys-game(8)", "grundys-game(7,10)"],
    source: "Patrick M. Grundy, Mathematics and games, Eureka 2, 1939; Winning Ways for your \
             Mathematical Plays, chapter 4",
    parse: |arguments: &Arguments<'_>| {
        let position = arguments.position_only()?;
        let heaps = GrundysGame.read(position)?;
        Ok(arguments.game(GrundysGame, heaps))
    },
};
