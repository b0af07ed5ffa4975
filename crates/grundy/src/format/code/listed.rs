//! Moves that are listed, as far as the languages share their notation.

use grundy_ruleset::{HeapFormula, ListedAction, ListedMove, NumberTest, Split};

/// The notation of conditions in a language.
pub(super) struct Syntax {
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    pub(super) not: &'static str,
    pub(super) never: &'static str,
    /// The operator that divides whole numbers.
    pub(super) quotient: &'static str,
    /// The suffix of large numbers.
    pub(super) suffix: &'static str,
    /// The size of the heap.
    pub(super) size: &'static str,
}

impl Syntax {
    fn number(&self, number: u64) -> String {
        format!("{number}{}", self.suffix)
    }

    /// A condition on the number in a variable; none if all numbers meet it.
    pub(super) fn condition(&self, test: &NumberTest, number: &str) -> Option<String> {
        self.written(test, number).map(|(text, _)| text)
    }

    /// The condition, and whether it needs parentheses beside others.
    fn written(&self, test: &NumberTest, number: &str) -> Option<(String, bool)> {
        let size = self.size;
        let zero = self.number(0);
        let one = self.number(1);
        let written = |test| self.written(test, number);
        let beside = |(text, compound): (String, bool)| {
            if compound { format!("({text})") } else { text }
        };
        Some(match test {
            NumberTest::Range(first, last) if first > last => (self.never.to_string(), false),
            NumberTest::Range(0, u64::MAX) => return None,
            NumberTest::Range(first, last) if first == last => {
                (format!("{number} == {}", self.number(*first)), false)
            }
            NumberTest::Range(first, u64::MAX) => {
                (format!("{number} >= {}", self.number(*first)), false)
            }
            NumberTest::Range(0, last) => (format!("{number} <= {}", self.number(*last)), false),
            NumberTest::Range(first, last) => {
                let (first, last) = (self.number(*first), self.number(*last));
                (format!("{number} >= {first} {} {number} <= {last}", self.and), true)
            }
            NumberTest::Residue(residue, modulus) => {
                let (residue, modulus) = (self.number(*residue), self.number(*modulus));
                (format!("{number} % {modulus} == {residue}"), false)
            }
            NumberTest::Prime => (format!("is_prime({number})"), false),
            NumberTest::Square => (format!("is_square({number})"), false),
            NumberTest::Triangular => (format!("is_square(8 * {number} + 1)"), false),
            NumberTest::Fibonacci => (format!("is_fibonacci({number})"), false),
            NumberTest::PowerOf(base) => {
                (format!("is_power({number}, {})", self.number(*base)), false)
            }
            NumberTest::Divisor => {
                let divides = format!("{size} % {number} == {zero}");
                (format!("{number} > {zero} {} {divides}", self.and), true)
            }
            NumberTest::Coprime => (format!("gcd({number}, {size}) == {one}"), false),
            NumberTest::Smaller => (format!("{number} < {size}"), false),
            NumberTest::Any(tests) => {
                let parts: Option<Vec<_>> = tests.iter().map(written).collect();
                let parts = parts?;
                match parts.len() {
                    0 => (self.never.to_string(), false),
                    1 => parts.into_iter().next()?,
                    _ => {
                        let parts: Vec<String> = parts.into_iter().map(beside).collect();
                        (parts.join(&format!(" {} ", self.or)), true)
                    }
                }
            }
            NumberTest::All(tests) => {
                let mut parts: Vec<_> = tests.iter().filter_map(written).collect();
                match parts.len() {
                    0 => return None,
                    1 => parts.pop()?,
                    _ => {
                        let parts: Vec<String> = parts.into_iter().map(beside).collect();
                        (parts.join(&format!(" {} ", self.and)), true)
                    }
                }
            }
            NumberTest::Not(test) => match written(test) {
                Some((text, _)) => (format!("{}({text})", self.not), false),
                None => (self.never.to_string(), false),
            },
        })
    }

    /// The sizes of the heaps that replace one, and the condition that all of them are smaller.
    pub(super) fn replacement(&self, heaps: &[HeapFormula]) -> (Vec<String>, String) {
        let size = self.size;
        let mut conditions: Vec<String> = Vec::new();
        let sizes = heaps.iter().map(|heap| match *heap {
            HeapFormula::Constant(constant) => {
                conditions.push(format!("{} < {size}", self.number(constant)));
                self.number(constant)
            }
            HeapFormula::Quotient { add, divisor } => {
                let sum = match add {
                    0 => size.to_string(),
                    1.. => format!("({size} + {})", self.number(add as u64)),
                    _ => {
                        let less = self.number(add.unsigned_abs());
                        conditions.push(format!("{size} >= {less}"));
                        format!("({size} - {less})")
                    }
                };
                let part = match divisor {
                    1 => sum.trim_matches(['(', ')']).to_string(),
                    _ => format!("{sum} {} {}", self.quotient, self.number(divisor)),
                };
                conditions.push(format!("{part} < {size}"));
                part
            }
        });
        let sizes = sizes.collect();
        (sizes, conditions.join(&format!(" {} ", self.and)))
    }
}

/// Helpers that conditions and moves call, by their names.
pub(super) fn helpers<'a>(text: &str, all: &[(&str, &'a str)]) -> Vec<&'a str> {
    let used = all.iter().filter(|(name, _)| text.contains(&format!("{name}(")));
    used.map(|(_, source)| *source).collect()
}

/// The exponent of n in the time to go through all options of all heaps up to n.
pub(super) fn exponent(moves: &[ListedMove]) -> u32 {
    let of = |listed: &ListedMove| match &listed.action {
        ListedAction::Replace(_) => 1,
        ListedAction::Take { taken, heaps, split } => {
            let (first, last) = taken.bounds();
            let taken = u32::from(last.saturating_sub(first) > 1000);
            let parts = if *split == Split::Equal { 1 } else { heaps.1.max(1) as u32 };
            taken + parts
        }
    };
    moves.iter().map(of).max().unwrap_or(1)
}
