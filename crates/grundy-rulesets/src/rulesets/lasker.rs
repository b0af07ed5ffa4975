//! Lasker's Nim: take any number of tokens, or split a heap.

use std::ops::ControlFlow;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_ruleset::board::heaps::heap_ruleset;
use grundy_ruleset::{HeapKind, HeapRules, Named, Notation, OnOption};

/// Lasker's Nim, the octal game 4.333….
#[derive(Clone, Copy, Debug, Default)]
pub struct Lasker;

heap_ruleset!(Lasker, "lasker", |_| String::new());

impl HeapRules for Lasker {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        (0..size).try_for_each(|left| {
            option(&[left])?;
            match left {
                1.. if left <= size / 2 => option(&[left, size - left]),
                _ => ControlFlow::Continue(()),
            }
        })
    }

    // Winning Ways, chapter 4: 0; 1, 2, 4, 3; 5, 6, 8, 7; …
    fn closed_form(&self, size: u64) -> Option<u64> {
        match size % 4 {
            3 => size.checked_add(1),
            0 if size > 0 => Some(size - 1),
            _ => Some(size),
        }
    }

    // The values are an involution of the sizes, so the heap that taking tokens must leave is
    // known. Splits may reach the value too.
    fn options_worth(&self, size: u64, value: u64) -> Named {
        let left = self.closed_form(value).filter(|&left| left < size);
        Named { moves: left.map(|left| vec![left]).into_iter().collect(), all: false }
    }

    fn kind(&self) -> HeapKind {
        HeapKind::Theorem { period: 4, preperiod: 1, saltus: 4 }
    }
}

/// Lasker's Nim in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "lasker",
        aliases: &["laskers-nim", "lasker-nim"],
        family: Family::Heaps,
        title: "Lasker's Nim",
        about: "Play Nim, with one move more: a heap may be split in two without taking anything. It \
                was found by Emanuel Lasker, world champion of chess.",
        rules: "There are heaps of tokens. A move takes any number of tokens, at least one, from one \
                heap, or splits a heap into two heaps without taking any. The player who takes the \
                last token wins.",
        notation: "lasker(HEAP,HEAP,…)",
        examples: &["lasker(2,5,7)", "lasker(3,4)"],
        source: "Emanuel Lasker, Brettspiele der Völker, 1931; Winning Ways for your Mathematical \
                 Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| {
            let position = arguments.position_only()?;
            let heaps = Lasker.read(position)?;
            Ok(arguments.game(Lasker, heaps))
        },
    }
}
