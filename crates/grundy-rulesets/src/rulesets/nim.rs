//! Nim: take any number of tokens from one heap.

use std::ops::ControlFlow;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_ruleset::board::heaps::heap_ruleset;
use grundy_ruleset::{HeapKind, HeapRules, Named, Notation, OnOption};

/// Nim (Bouton 1901).
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

heap_ruleset!(Nim, "nim", |_| String::new());

impl HeapRules for Nim {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        (0..size).try_for_each(|left| option(&[left]))
    }

    // The options of a heap are all smaller heaps, so its value is its size.
    fn closed_form(&self, size: u64) -> Option<u64> {
        Some(size)
    }

    fn options_worth(&self, size: u64, value: u64) -> Named {
        Named { moves: (value < size).then(|| vec![value]).into_iter().collect(), all: true }
    }

    fn kind(&self) -> HeapKind {
        HeapKind::AnyNumber
    }
}

/// Nim in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "nim",
        aliases: &[],
        family: Family::Heaps,
        title: "Nim",
        about: "Take any number of tokens from one heap; whoever takes the last one wins. The XOR of \
                the heaps tells at once who will.",
        rules: "There are heaps of tokens. A move takes any number of tokens, at least one, from \
                one heap. The player who takes the last token wins.",
        notation: "nim(HEAP,HEAP,…)",
        examples: &["nim(3,4,5)", "nim(1000000,65536,1)"],
        source: "Charles L. Bouton, Nim, a game with a complete mathematical theory, 1901",
        parse: &|arguments: &Arguments<'_>| {
            let position = arguments.position_only()?;
            let heaps = Nim.read(position)?;
            Ok(arguments.game(Nim, heaps))
        },
    }
}
