//! Staircase Nim: coins go down one step at a time, any number of them together.
//!
//! # Known answers
//!
//! Only coins on steps with odd numbers count (Sprague 1937).
//!
//! ```text
//! staircase-nim(3) => outcome=N value=*3
//! staircase-nim(0,5) => outcome=P value=0
//! staircase-nim(1,4,1) => outcome=P value=0
//! staircase-nim(2,1,3,2) => outcome=N value=*
//! staircase-nim(1,0,2,1,3) => outcome=P value=0
//! staircase-nim(0,0,4,1) => outcome=N value=*4
//! ```

use super::ordered_heaps;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Convention, Fate, ParseError, Player, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::board::heaps::Heaps;
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Ruleset, Theorem};

/// Staircase Nim. Positions list the coins on each step, the lowest first.
#[derive(Clone, Copy, Debug)]
pub struct StaircaseNim;

/// The position after `coins` have gone down from a step.
fn down(steps: &Heaps, step: usize, coins: u64) -> Heaps {
    let mut next = steps.clone();
    next[step] -= coins;
    if let Some(lower) = step.checked_sub(1) {
        next[lower] += coins;
    }
    next
}

/// The step from which coins went down, counted from 0.
fn highest_changed(from: &Heaps, to: &Heaps) -> Option<usize> {
    (0..from.len().min(to.len())).rev().find(|&step| from[step] != to[step])
}

impl Ruleset for StaircaseNim {
    type Position = Heaps;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, steps: &Heaps, _: Player) -> impl Iterator<Item = Heaps> {
        let each = steps.iter().enumerate();
        each.flat_map(move |(step, &all)| (1..=all).map(move |coins| down(steps, step, coins)))
    }

    /// The game is Nim with the coins on odd steps: coins that come to an odd step can be sent on
    /// at once.
    fn theorem(&self, steps: &Heaps, _: Player, convention: Convention) -> Option<Theorem<Heaps>> {
        if convention != Convention::Normal {
            return None;
        }
        let sum = steps.iter().step_by(2).fold(0, |sum, coins| sum ^ coins);
        let to_lost = |step: usize| {
            let coins = match step % 2 {
                0 => steps[step].checked_sub(steps[step] ^ sum),
                _ => (steps[step - 1] ^ sum).checked_sub(steps[step - 1]),
            };
            coins.filter(|coins| (1..=steps[step]).contains(coins))
        };
        let best: Vec<Heaps> = match sum {
            0 => Vec::new(),
            _ => (0..steps.len())
                .filter_map(|step| Some(down(steps, step, to_lost(step)?)))
                .collect(),
        };
        let fate = if sum == 0 { Fate::Loss } else { Fate::Win };
        let source = "Roland Sprague, Über zwei Abarten von Nim, 1937";
        Some(Theorem { fate, best, complete: sum != 0, source })
    }

    fn splits(&self) -> bool {
        false
    }

    fn negative(&self, steps: &Heaps) -> Option<Heaps> {
        Some(steps.clone())
    }

    fn bytes(&self, steps: &Heaps) -> usize {
        ordered_heaps::bytes(steps)
    }
}

impl Notation for StaircaseNim {
    fn name(&self) -> &'static str {
        "staircase-nim"
    }

    fn print(&self, steps: &Heaps) -> String {
        heaps::print(steps)
    }

    fn read(&self, text: Text<'_>) -> Result<Heaps, ParseError> {
        ordered_heaps::read(text)
    }

    fn draw(&self, steps: &Heaps) -> String {
        heaps::draw(steps)
    }

    fn scene(&self, steps: &Heaps) -> Scene {
        ordered_heaps::scene(steps)
    }

    fn tokens(&self, _: &Scene, from: &Heaps, to: &Heaps, _: Player) -> Vec<Token> {
        let step = highest_changed(from, to);
        step.map_or_else(Vec::new, |step| ordered_heaps::tokens(from, step, to[step]))
    }

    /// The number of coins that go down, and the step that they leave.
    fn move_name(&self, from: &Heaps, to: &Heaps, _: Player) -> String {
        let step = highest_changed(from, to);
        step.map_or_else(
            || self.print(to),
            |step| format!("{} from {}", from[step] - to[step], step + 1),
        )
    }
}

/// Staircase Nim in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "staircase-nim",
        aliases: &["stairs-nim"],
        family: Family::Heaps,
        title: "Staircase Nim",
        about: "Send coins down a staircase, any number together, one step at a time; whoever cannot \
                move loses. Only the steps with odd numbers count: on them it is Nim.",
        rules: "Coins lie on the steps of a staircase. A move sends any number of coins, at least \
                one, from one step to the next lower one; from the first step they go to the floor, \
                where they stay. The player who cannot move loses. The XOR of the numbers of coins \
                on the first, third, fifth, … step tells who wins. A position lists the coins on \
                each step, the lowest first.",
        notation: "staircase-nim(COINS,COINS,…)",
        examples: &["staircase-nim(1,2,3)", "staircase-nim(3,1,0,2,2)", "staircase-nim(9,4,7)"],
        source: "Roland Sprague, Über zwei Abarten von Nim, Tôhoku Mathematical Journal 43, 1937; \
                 Thomas S. Ferguson, Game Theory, part I, chapter 2",
        parse: &|arguments: &Arguments<'_>| {
            let steps = StaircaseNim.read(arguments.position_only()?)?;
            Ok(arguments.game(StaircaseNim, steps))
        },
    }
}
