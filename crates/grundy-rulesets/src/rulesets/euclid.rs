//! Euclid: take a multiple of the smaller number from the greater.

use std::ops::ControlFlow;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::scene::heaps::{Heaps, Manner};
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, OnPair, PairRules, Ruleset};

/// The game Euclid (Cole and Davie 1969), also with numbers that stay above 0
/// (Grossman 1997).
#[derive(Clone, Copy, Debug, Default)]
pub struct Euclid {
    /// Whether a number may become 0.
    to_zero: bool,
}

impl Euclid {
    /// The pairs after each move: multiples of the smaller number are subtracted from the
    /// greater.
    fn moves(self, [a, b]: [u64; 2]) -> impl Iterator<Item = [u64; 2]> {
        let (less, more) = (a.min(b), a.max(b));
        let last = match more.checked_div(less) {
            None => 0,
            Some(times) if self.to_zero => times,
            Some(times) => times - u64::from(more % less == 0),
        };
        (1..=last).map(move |times| {
            let left = more - times * less;
            if a >= b { [left, b] } else { [a, left] }
        })
    }
}

impl Ruleset for Euclid {
    /// The two numbers, in the order in which the user gave them.
    type Position = [u64; 2];

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &position: &[u64; 2], _: Player) -> impl Iterator<Item = [u64; 2]> {
        self.moves(position)
    }

    fn negative(&self, position: &[u64; 2]) -> Option<[u64; 2]> {
        Some(*position)
    }
}

impl PairRules for Euclid {
    fn each_option(&self, pair: [u64; 2], option: &mut OnPair<'_>) -> ControlFlow<()> {
        self.moves(pair).try_for_each(option)
    }

    fn is_position(&self, pair: [u64; 2]) -> bool {
        self.to_zero || !pair.contains(&0)
    }
}

impl Notation for Euclid {
    fn name(&self) -> &'static str {
        "euclid"
    }

    fn parameters(&self) -> String {
        if self.to_zero { "to 0".to_string() } else { String::new() }
    }

    fn print(&self, [a, b]: &[u64; 2]) -> String {
        format!("{a},{b}")
    }

    fn read(&self, text: Text<'_>) -> Result<[u64; 2], ParseError> {
        heaps::read_pair(text)
    }

    fn draw(&self, position: &[u64; 2]) -> String {
        heaps::draw(position)
    }

    fn scene(&self, position: &[u64; 2]) -> Scene {
        Heaps::new(position, Manner::End { splits: false }).scene()
    }

    fn tokens(&self, _: &Scene, from: &[u64; 2], to: &[u64; 2], _: Player) -> Vec<Token> {
        Heaps::new(from, Manner::End { splits: false }).tokens(from, to)
    }

    fn pairs(&self) -> Option<&dyn PairRules> {
        Some(self)
    }
}

/// Euclid in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "euclid",
        aliases: &["euclids-game"],
        family: Family::Heaps,
        title: "Euclid",
        about: "There are two numbers; subtract a multiple of the smaller from the greater, as in \
                Euclid's algorithm. Whoever finds the two equal cannot move and loses.",
        rules: "There are two numbers above 0. A move takes a multiple of the smaller number from the \
                greater, so that it stays above 0. The player who cannot move, because the numbers \
                are equal, loses. The value of (a,b) is |a/b − b/a| rounded down, so that the second \
                player wins where the greater number is less than φ = (1 + √5) / 2 times the smaller. \
                With `to 0` the greater number may become 0, and who makes it so wins; the same \
                unequal numbers are lost, and equal ones are won.",
        notation: "euclid(A,B) or euclid(to 0; A,B)",
        examples: &["euclid(9,4)", "euclid(8,13)", "euclid(to 0; 12,5)"],
        source: "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning \
                 strategy for it, 1969; Gabriel Nivasch, The Sprague–Grundy function of the game \
                 Euclid, 2006",
        parse: &|arguments: &Arguments<'_>| {
            let (first, second) = arguments.optional();
            let word = first.filter(|first| first.as_str().starts_with(char::is_alphabetic));
            let (rules, position) = match (word, second) {
                (None, None) => (Euclid::default(), arguments.position_only()?),
                _ => {
                    let (parameters, position) = arguments.parameters_and_position()?;
                    let words: Vec<&str> = parameters.as_str().split_whitespace().collect();
                    match words.as_slice() {
                        ["to", "0"] => (Euclid { to_zero: true }, position),
                        _ => return Err(parameters.expected("'to 0' or two numbers")),
                    }
                }
            };
            let position = rules.read(position)?;
            Ok(arguments.game_in_words(rules, position))
        },
    }
}
