//! Couples Are Forever: split any heap except one of two tokens.

use std::ops::ControlFlow;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_ruleset::board::heaps::heap_ruleset;
use grundy_ruleset::{HeapRules, Notation, OnOption};
use grundy_ruleset::{ListedAction, ListedMove, NumberTest, Split};

/// Couples Are Forever. Whether its values are periodic is open.
#[derive(Clone, Copy, Debug, Default)]
pub struct CouplesAreForever;

heap_ruleset!(CouplesAreForever, "couples-are-forever", |_| String::new());

impl HeapRules for CouplesAreForever {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        if size == 2 {
            return ControlFlow::Continue(());
        }
        (1..=size / 2).try_for_each(|less| option(&[less, size - less]))
    }

    fn listed(&self) -> Option<Vec<ListedMove>> {
        let taken = NumberTest::Range(0, 0);
        let action = ListedAction::Take { taken, heaps: (2, 2), split: Split::Any };
        Some(vec![ListedMove { sizes: NumberTest::Range(3, u64::MAX), action }])
    }
}

/// Couples Are Forever in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "couples-are-forever",
        aliases: &["couples"],
        family: Family::Heaps,
        title: "Couples Are Forever",
        about: "Split a heap in two as you like, but a heap of two must stay together. Whoever finds \
                only ones and couples has lost.",
        rules: "There are heaps of tokens. A move splits one heap in two, of equal size or not; none \
                is taken. A heap of two tokens, a couple, must not be split. The player who cannot \
                move loses. A heap of n + 1 is worth what a heap of n is worth in the octal game 0.6.",
        notation: "couples-are-forever(HEAP,HEAP,…)",
        examples: &["couples-are-forever(9)", "couples-are-forever(7,12)"],
        source: "Ian Caines, Carrie Gates, Richard K. Guy and Richard J. Nowakowski, Periods in taking \
                 and splitting games, 1999; OEIS A046695",
        parse: &|arguments: &Arguments<'_>| {
            let position = arguments.position_only()?;
            let heaps = CouplesAreForever.read(position)?;
            Ok(arguments.game(CouplesAreForever, heaps))
        },
    }
}
