//! Games on heaps whose moves the user lists.

use std::ops::ControlFlow;

use super::heap_move::{Action, HeapMove, Numbers, Shape};
use super::octal::kind_of;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Code, ParseError, Text};
use grundy_ruleset::board::heaps::heap_ruleset;
use grundy_ruleset::{Formulas, HeapKind, HeapRules, ListedMove, Notation, OnOption};

/// A game on heaps with these kinds of moves.
#[derive(Clone, Debug)]
pub struct Heap {
    moves: Vec<HeapMove>,
}

heap_ruleset!(Heap, "heap", Heap::print_moves);

/// The greatest number of kinds of moves.
const MOST_MOVES: usize = 1000;
/// The greatest number of digits of a code.
const MOST_DIGITS: u64 = 1 << 12;

impl Heap {
    /// Reads moves such as `-1, -2>0..2, =n/2 if even`.
    pub fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let mut moves = Vec::new();
        for part in text.split(',') {
            if moves.len() == MOST_MOVES {
                return Err(part.expected(format!("at most {MOST_MOVES} moves")));
            }
            moves.push(HeapMove::read(part)?);
        }
        Ok(Heap { moves })
    }

    fn print_moves(&self) -> String {
        self.moves.iter().map(HeapMove::print).collect::<Vec<_>>().join(", ")
    }

    /// The game as an octal or wider code; none if it has no code.
    fn code(&self) -> Option<Code> {
        let mut takes = Vec::new();
        for heap_move in &self.moves {
            let HeapMove {
                action: Action::Take { taken, heaps, shape: Shape::Any },
                sizes: Numbers::Range(0, u64::MAX),
            } = heap_move
            else {
                return None;
            };
            takes.push((taken, (heaps.0..=heaps.1).map(|heaps| 1 << heaps).sum::<u8>()));
        }
        let digit = |taken: u64| {
            let allowed = takes.iter().filter(|(numbers, _)| numbers.contains(taken, taken));
            allowed.fold(0, |digit, (_, heaps)| digit | heaps)
        };
        let (mut from, mut modulus) = (0, 1u64);
        for (numbers, _) in &takes {
            let (settled, divisor) = numbers.settles(MOST_DIGITS)?;
            let common = (1..=divisor).rev().find(|c| modulus % c == 0 && divisor % c == 0)?;
            from = settled.max(from);
            modulus = modulus / common * divisor;
            if modulus > MOST_DIGITS {
                return None;
            }
        }
        let digits = (0..from).map(digit).collect();
        Some(Code::repeating(digits, (from..from + modulus).map(digit).collect()))
    }

    /// The options of large heaps as formulas; none unless all moves have formulas.
    fn formulas(&self) -> Option<Formulas> {
        let mut all = Formulas { from: 1, options: Vec::new() };
        for heap_move in &self.moves {
            let (from, options) = heap_move.formulas()?;
            all.from = all.from.max(from);
            all.options.extend(options);
        }
        Some(all)
    }
}

impl HeapRules for Heap {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        self.moves.iter().try_for_each(|heap_move| heap_move.each_option(size, option))
    }

    fn listed(&self) -> Option<Vec<ListedMove>> {
        Some(self.moves.iter().map(HeapMove::listed).collect())
    }

    fn kind(&self) -> HeapKind {
        let by_formulas = || self.formulas().map_or(HeapKind::Other, HeapKind::Formulas);
        self.code().map_or_else(by_formulas, kind_of)
    }
}

/// Games with listed moves in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "heap",
        aliases: &["heaps", "take-and-break-by-moves"],
        family: Family::Heaps,
        title: "Heaps with moves of your own",
        about: "Write down which moves a heap allows: take, halve, split, or replace by other heaps. \
                The engine then knows your game as well as the famous ones.",
        rules: "There are heaps of tokens, and you list the moves in one heap. -3 takes three tokens \
                and leaves the rest, if any, in one heap; -1..3 takes one to three, -2.. two or more, \
                -even an even number above 0, -odd an odd one. Behind > stands how many heaps that \
                are not empty the rest is left in: -1>2 takes one and splits the rest in two, \
                -2>0..2 takes two and leaves no heap, one or two; up to six. -0>2 only splits. \
                `unequal` says that the heaps left must all differ, `equal` that they must be the same: -0>2 \
                unequal is Grundy's game. =2+3 replaces the heap by heaps of 2 and 3, =n/2 by half of \
                its size n rounded down, =n/2 up rounded up, =n-1+n-1 by two that are one smaller; \
                heaps must become smaller, or it is no move. Behind `if` stand the heaps in which a \
                move is allowed: if even, if odd, if 5, if 4..9, if 4.. (4 or more), if divisible by 3, \
                if 1 mod 3, if primes. What is taken may be a set of subtraction games, too: -primes, \
                -squares>0..2, -divisors but 1. The player who cannot move loses.",
        notation: "heap(MOVE, MOVE, …; HEAP,HEAP,…), a MOVE such as -3 or -1..3 or -even or -2>0..2 \
                   or -0>2 unequal or =n/2 or =2+3 if 5",
        examples: &[
            "heap(-1>0..2, -2>0..2; 12)",
            "heap(-even; 7,10)",
            "heap(-1, =n/2; 20)",
            "heap(-1, =n/3 if divisible by 3; 1000000000)",
            "heap(-0>2 unequal, =2+2 if 5; 11)",
        ],
        source: "Richard K. Guy and Cedric A. B. Smith, The G-values of various games, 1956, for the \
                 moves of codes; Winning Ways for your Mathematical Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| {
            let (moves, position) = arguments.parameters_and_position()?;
            let rules = Heap::parse(moves)?;
            let heaps = rules.read(position)?;
            Ok(arguments.game(rules, heaps))
        },
    }
}
