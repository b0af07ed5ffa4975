//! Subtraction games: the number of tokens taken must be in a set.

use std::ops::ControlFlow;

use super::number_family::NumberFamily;
use super::octal::kind_of;
use super::take_set::TakeSet;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Code, ParseError, Text};
use grundy_game::Game;
use grundy_ruleset::board::heaps::heap_ruleset;
use grundy_ruleset::{HeapKind, HeapRules, Named, Notation, OnOption};
use grundy_ruleset::{ListedAction, ListedMove, NumberTest, Split};

/// A subtraction game, possibly with a name of its own.
#[derive(Clone, Debug)]
pub struct Subtraction {
    name: &'static str,
    set: TakeSet,
}

heap_ruleset!(Subtraction, |rules| rules.name, Subtraction::parameters);

/// Sets for which a theorem gives all values.
enum Known {
    /// This number and all greater ones: the options of n are 0, …, n − least, so g(n) = ⌊n /
    /// least⌋.
    AtLeast(u64),
    /// 1, b, b², …. All powers are 1 or −1 modulo b + 1, as 1 and b are, so the values are those of
    /// {1, b}: 0, 1, 0, 1, … and, if b is even, a 2 at the end of each b + 1 values. For b = 2 that
    /// is n mod 3.
    Powers(u64),
    /// 1 and the primes: no prime is a multiple of 4, and 1, 2 and 3 are in the set, so g(n) = n
    /// mod 4.
    OneAndPrimes,
    /// Divisors: g(n) = v + 1 for n > 0, where 2^v is the greatest power of 2
    /// in n (Iannucci and Larsson, Game values of arithmetic functions, 2021).
    Divisors,
    /// Proper divisors: g(n) = v (same source).
    ProperDivisors,
}

impl Subtraction {
    /// Reads a set such as `1,2,5`, `2..5`, `all but 1,4` or `primes`.
    pub fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        Ok(Subtraction { name: "subtraction", set: TakeSet::parse(text)? })
    }

    fn parse_named(
        name: &'static str,
        family: NumberFamily,
        arguments: &Arguments<'_>,
    ) -> Result<Box<dyn Game>, ParseError> {
        let position = arguments.position_only()?;
        let rules = Subtraction { name, set: TakeSet::family(family) };
        let heaps = rules.read(position)?;
        Ok(arguments.game(rules, heaps))
    }

    fn parameters(&self) -> String {
        if self.name == "subtraction" { self.set.print() } else { String::new() }
    }

    /// The game as a code with a tail, for sets whose large members are given by their residues.
    fn code(&self) -> Option<Code> {
        /// The greatest number of digits.
        const MOST: u64 = 1 << 12;
        let (from, modulus) = self.set.settles(MOST)?;
        let digit = |take: u64| if self.set.contains(take, take) { 3 } else { 0 };
        let digits = std::iter::once(0).chain((1..from).map(digit)).collect();
        Some(Code::repeating(digits, (from..from + modulus).map(digit).collect()))
    }

    fn known(&self) -> Option<Known> {
        if let Some(least) = self.set.at_least() {
            return Some(Known::AtLeast(least));
        }
        match self.set.as_family() {
            Some(NumberFamily::PowersOf(base)) => Some(Known::Powers(base.into())),
            Some(NumberFamily::Divisors) => Some(Known::Divisors),
            Some(NumberFamily::ProperDivisors) => Some(Known::ProperDivisors),
            Some(_) => None,
            None => self.set.is_one_and_primes().then_some(Known::OneAndPrimes),
        }
    }
}

impl HeapRules for Subtraction {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        self.set.takes(size).try_for_each(|take| option(&[size - take]))
    }

    fn closed_form(&self, size: u64) -> Option<u64> {
        Some(match self.known()? {
            Known::AtLeast(least) => size / least,
            Known::Powers(base) => match size % (base + 1) {
                place if place == base && base % 2 == 0 => 2,
                place => place % 2,
            },
            Known::OneAndPrimes => size % 4,
            Known::Divisors | Known::ProperDivisors if size == 0 => 0,
            Known::Divisors => u64::from(size.trailing_zeros()) + 1,
            Known::ProperDivisors => size.trailing_zeros().into(),
        })
    }

    fn options_worth(&self, size: u64, value: u64) -> Named {
        let left = match self.known() {
            Some(Known::AtLeast(least)) => {
                let left = value.checked_mul(least).filter(|&left| left + least <= size);
                // In Nim different heaps have different values.
                return Named {
                    moves: left.map(|left| vec![left]).into_iter().collect(),
                    all: least == 1,
                };
            }
            // Subtracting a power of 2 less than the one in n gives any smaller value above 0.
            Some(Known::Divisors) if value == 0 => (size > 0).then_some(0),
            Some(Known::Divisors) => below(size, value - 1),
            Some(Known::ProperDivisors) => below(size, value),
            _ => None,
        };
        Named { moves: left.map(|left| vec![left]).into_iter().collect(), all: false }
    }

    fn listed(&self) -> Option<Vec<ListedMove>> {
        let action =
            ListedAction::Take { taken: self.set.test(), heaps: (0, 1), split: Split::Any };
        Some(vec![ListedMove { sizes: NumberTest::ALWAYS, action }])
    }

    fn kind(&self) -> HeapKind {
        let theorem = |period: u64, saltus| HeapKind::Theorem {
            period: period as usize,
            preperiod: 0,
            saltus,
        };
        match self.known() {
            Some(Known::AtLeast(1)) => HeapKind::AnyNumber,
            Some(Known::AtLeast(least)) => theorem(least, 1),
            Some(Known::Powers(base)) => theorem(if base % 2 == 0 { base + 1 } else { 2 }, 0),
            Some(Known::OneAndPrimes) => theorem(4, 0),
            Some(Known::Divisors | Known::ProperDivisors) => HeapKind::Other,
            None if !self.set.is_listed() => self.code().map_or(HeapKind::Other, kind_of),
            None if self.set.all_but => HeapKind::AllBut(self.set.numbers.clone()),
            None => HeapKind::Subtraction(self.set.numbers.clone()),
        }
    }
}

/// The heap after taking 2^power, if that is less than the greatest power of 2 that
/// divides the size.
fn below(size: u64, power: u64) -> Option<u64> {
    (size > 0 && power < size.trailing_zeros().into()).then(|| size - (1 << power))
}

/// Subtraction games in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "subtraction",
        aliases: &["take"],
        family: Family::Heaps,
        title: "Subtraction game",
        about: "Take tokens from a heap, but only as many as a list allows, such as one or two. With a \
                list that ends the values repeat, so that even huge heaps are known.",
        rules: "There are heaps of tokens. A move takes from one heap a number of tokens that \
                stands in the set. The player who cannot move loses. Ranges include both ends; 3.. is \
                3 and all above it; all is every number, as in Nim; all but 1,4 is every other \
                number. Sets have names too: primes, squares, triangular (1, 3, 6, 10, …), fibonacci \
                (1, 2, 3, 5, 8, …), powers of 2 (or of another base), even, odd, multiples of 3, 1 mod \
                3, and by the heap that is taken from: divisors, proper-divisors (less than the heap), \
                coprime (no divisor in common with the heap but 1). Commas join sets: with 1,primes a \
                move takes one or a prime number. What stands behind `but` is left out: primes but 2, \
                proper-divisors but 1.",
        notation: "subtraction(SET; HEAP,HEAP,…), a SET such as 1,2,5 or 2..5 or 3.. or all or all \
                   but 1,4 or primes or 1,primes or powers of 2 or primes but 2",
        examples: &[
            "subtraction(1,2; 21)",
            "subtraction(2..5; 7,12)",
            "subtraction(all but 1,4; 30)",
            "subtraction(primes; 30)",
            "subtraction(proper-divisors; 12,30)",
        ],
        source: "Winning Ways for your Mathematical Plays, chapter 4; all but: Aaron N. Siegel, \
                 Combinatorial Game Theory, section IV.2; divisors and coprime: Douglas E. Iannucci \
                 and Urban Larsson, Game values of arithmetic functions, 2021",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = arguments.parameters_and_position()?;
            let rules = Subtraction::parse(parameters)?;
            let heaps = rules.read(position)?;
            Ok(arguments.game(rules, heaps))
        },
    }
}

/// Prime Nim in the catalogue.
pub const fn prime_nim() -> Entry {
    Entry {
        name: "prime-nim",
        aliases: &["prime-subtraction"],
        family: Family::Heaps,
        title: "Prime Nim",
        about: "Take a prime number of tokens from one heap: 2, 3, 5, 7 and so on. A single token \
                stays where it is, and whoever cannot move loses.",
        rules: "There are heaps of tokens. A move takes a prime number of tokens, 2, 3, 5, 7, …, from \
                one heap. The player who cannot move loses: a heap of one token stays. Where one \
                token may be taken too, the game is subtraction(1,primes; HEAP,…), worth n mod 4.",
        notation: "prime-nim(HEAP,HEAP,…)",
        examples: &["prime-nim(30)", "prime-nim(25,10)"],
        source: "OEIS A014589, the values of subtract a prime",
        parse: &|arguments: &Arguments<'_>| {
            Subtraction::parse_named("prime-nim", NumberFamily::Primes, arguments)
        },
    }
}

/// Subtract a square in the catalogue.
pub const fn subtract_a_square() -> Entry {
    Entry {
        name: "subtract-a-square",
        aliases: &["take-a-square", "square-nim"],
        family: Family::Heaps,
        title: "Subtract a square",
        about: "Take a square number of tokens from one heap: 1, 4, 9, 16 and so on. No period of its \
                values is known.",
        rules: "There are heaps of tokens. A move takes a square number of tokens, 1, 4, 9, 16, …, \
                from one heap. The player who takes the last token wins. It is the same game as \
                subtraction(squares; HEAP,…).",
        notation: "subtract-a-square(HEAP,HEAP,…)",
        examples: &["subtract-a-square(20)", "subtract-a-square(7,12)"],
        source: "Richard K. Guy, Unsolved Problems in Number Theory, E26; OEIS A014586",
        parse: &|arguments: &Arguments<'_>| {
            Subtraction::parse_named("subtract-a-square", NumberFamily::Squares, arguments)
        },
    }
}
