//! Automatic sequences: Grundy values that a finite automaton reads off the digits of the heap.
//!
//! Where a move leaves a part n/b of its heap, as in `heap(-1, =n/2 if even)`, values are rarely
//! periodic. They often are *b-automatic*: an automaton that reads the digits of n in base b, the
//! first one first, ends in a state that has the value (Allouche and Shallit, Automatic Sequences,
//! 2003). Two numbers may share a state if the same values follow them, whichever digits are added
//! (Myhill and Nerode). [`Automatic::find`] conjectures the automaton from values (`learn`) and
//! proves it (`prove`), by induction over the rules' formulas: only finitely many sequences of
//! states of neighbouring heaps occur, and each obeys the mex.

mod learn;
mod prove;

use grundy_ruleset::{Formulas, HeapFormula, HeapKind};

/// Larger bases are not tried, nor smaller parts of a heap.
const MOST_DIVISOR: u64 = 1 << 12;
/// Automata with more states are not tried.
const MOST_STATES: usize = 1 << 12;
/// The most steps, some nanoseconds each, spent on one automaton.
const MOST_WORK: u64 = 1 << 25;

/// A sequence of values by the digits of their number, the first digit first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automatic {
    base: u64,
    /// For each state the state behind each digit. State 0 has read nothing, or zeros.
    next: Vec<Vec<u32>>,
    /// The value of each state.
    values: Vec<u32>,
}

impl Automatic {
    /// [`Automatic::find`] for the kind of rules that has formulas; none for others.
    #[must_use]
    pub fn of(values: &[u32], kind: &HeapKind) -> Option<Automatic> {
        match kind {
            HeapKind::Formulas(formulas) => Automatic::find(values, formulas),
            _ => None,
        }
    }

    /// The automaton of the Grundy values of rules, proved; none if the first values, given from
    /// heap 0 on, show none, or none that is proved within a second.
    #[must_use]
    pub fn find(values: &[u32], formulas: &Formulas) -> Option<Automatic> {
        /// The most digits that tell states from each other.
        const MOST_DEPTH: u32 = 12;
        let mut formulas = formulas.clone();
        formulas.options.iter_mut().for_each(|option| option.heaps = option.cancelled());
        let base = base(&formulas)?;
        let mut tried = None;
        for depth in 1..=MOST_DEPTH {
            let found = learn::automaton(values, base, depth)?;
            // More digits tell no more states apart: the same automaton is not tried again.
            if tried.as_ref() == Some(&found) {
                continue;
            }
            if found.agrees(values) && prove::obeys(&found, values, &formulas) {
                return Some(found);
            }
            tried = Some(found);
        }
        None
    }

    /// The base of the digits.
    #[must_use]
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// For each state its value, and the state behind each digit. State 0 is the first.
    pub fn rows(&self) -> impl Iterator<Item = (u32, &[u32])> {
        self.values.iter().zip(&self.next).map(|(&value, next)| (value, &next[..]))
    }

    /// The value of a heap.
    ///
    /// Time: proportional to the number of its digits.
    #[must_use]
    pub fn value(&self, n: u64) -> u32 {
        let mut digits = Vec::new();
        let mut rest = n;
        while rest > 0 {
            digits.push(rest % self.base);
            rest /= self.base;
        }
        let last = digits.iter().rev().fold(0, |state, &digit| self.after(state, digit));
        self.values[last as usize]
    }

    /// Whether g(n + `period`) = g(n) for all n ≥ `preperiod`; none if that takes too long to decide.
    #[must_use]
    pub fn repeats(&self, period: usize, preperiod: usize) -> Option<bool> {
        prove::repeats(self, period, preperiod)
    }

    fn after(&self, state: u32, digit: u64) -> u32 {
        self.next[state as usize][digit as usize]
    }

    /// The states of all numbers below `end`.
    fn states_below(&self, end: usize) -> Vec<u32> {
        let mut states: Vec<u32> = Vec::with_capacity(end);
        let base = self.base as usize;
        for n in 0..end {
            let before = if n == 0 { 0 } else { states[n / base] };
            states.push(self.next[before as usize][n % base]);
        }
        states
    }

    fn agrees(&self, values: &[u32]) -> bool {
        let states = self.states_below(values.len());
        states.iter().zip(values).all(|(&state, &value)| self.values[state as usize] == value)
    }
}

/// The greatest number that all divisors are powers of; none if there is no such number.
fn base(formulas: &Formulas) -> Option<u64> {
    let heaps = formulas.options.iter().flat_map(|option| &option.heaps);
    let divisors = heaps.filter_map(|heap| match *heap {
        HeapFormula::Quotient { divisor, .. } if divisor > 1 => Some(divisor),
        _ => None,
    });
    let mut common: Option<(u64, u32)> = None;
    for divisor in divisors {
        let (root, power) = root(divisor);
        common = match common {
            None => Some((root, power)),
            Some((known, _)) if known != root => return None,
            Some((known, least)) => Some((known, gcd(least, power))),
        };
    }
    let (root, power) = common?;
    root.checked_pow(power).filter(|&base| base <= MOST_DIVISOR)
}

/// A number as a power: the least number, and the greatest exponent.
fn root(number: u64) -> (u64, u32) {
    let exact = |power: u32| {
        let root = (number as f64).powf(1.0 / f64::from(power)).round() as u64;
        (root > 1 && root.checked_pow(power) == Some(number)).then_some((root, power))
    };
    (2..u64::BITS).rev().find_map(exact).unwrap_or((number, 1))
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::OptionFormula;

    /// `-k` for a negative number, `n/d` for a positive one, and what the heap must be divisible by.
    fn option(parts: &[i64], divisible: u64) -> OptionFormula {
        let heap = |&part: &i64| match part {
            ..0 => HeapFormula::Quotient { add: part, divisor: 1 },
            _ => HeapFormula::Quotient { add: 0, divisor: part as u64 },
        };
        let when = if divisible > 1 { vec![(0, divisible)] } else { Vec::new() };
        OptionFormula { when, heaps: parts.iter().map(heap).collect() }
    }

    /// The values by the definition.
    fn values(formulas: &Formulas, heaps: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for n in 0..heaps as u64 {
            let worth = |heap: &HeapFormula| match *heap {
                HeapFormula::Constant(size) => (size < n).then_some(size),
                HeapFormula::Quotient { add, divisor } => {
                    let sum = n.checked_add_signed(add)?;
                    (sum / divisor < n).then_some(sum / divisor)
                }
            };
            let options: Vec<u32> = formulas
                .options
                .iter()
                .filter(|option| option.when.iter().all(|&(r, m)| n % m == r))
                .filter_map(|option| {
                    let sizes: Option<Vec<u64>> = option.heaps.iter().map(worth).collect();
                    Some(sizes?.iter().fold(0, |sum, &size| sum ^ values[size as usize]))
                })
                .collect();
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    fn formulas(options: &[OptionFormula]) -> Formulas {
        Formulas { from: 16, options: options.to_vec() }
    }

    #[test]
    fn automata_of_a_prefix_have_the_values_far_behind_it() {
        let games = [
            vec![option(&[-1], 1), option(&[2], 1)],
            vec![option(&[-1], 1), option(&[2], 2)],
            vec![option(&[-2], 1), option(&[2], 1)],
            vec![option(&[-1], 1), option(&[-2], 1), option(&[2], 2)],
            vec![option(&[-1], 1), option(&[3], 3)],
            vec![option(&[-1], 1), option(&[3], 1)],
            vec![option(&[-2], 1), option(&[3], 3)],
            vec![option(&[-1], 1), option(&[2], 1), option(&[4], 1)],
            vec![option(&[-1], 1), option(&[10], 1)],
            vec![option(&[-3], 2), option(&[-1], 3), option(&[5], 1)],
            vec![option(&[-1, 2], 1), option(&[-2], 1)],
            vec![option(&[4, 8], 1), option(&[-1], 1)],
        ];
        for options in games {
            let rules = formulas(&options);
            let values = values(&rules, 1 << 18);
            // Tries as many values as are needed.
            let found = (12..=18).find_map(|bits| Automatic::find(&values[..1 << bits], &rules));
            // No small automaton gives the values of these two games; one that is found must be
            // right.
            let Some(found) = found else {
                assert!(options[0].heaps.len() > 1, "{options:?}");
                continue;
            };
            for (n, &value) in values.iter().enumerate() {
                assert_eq!(found.value(n as u64), value, "{options:?} {n}");
            }
        }
    }

    #[test]
    fn wrong_automata_are_refused() {
        let rules = formulas(&[option(&[-1], 1), option(&[2], 1)]);
        let values = values(&rules, 1 << 12);
        let found = Automatic::find(&values, &rules).unwrap();
        assert!(prove::obeys(&found, &values, &rules));
        // An automaton that agrees with the compared values, but is another one.
        for state in 0..found.states() {
            for digit in 0..2 {
                for wrong in 0..found.states() as u32 {
                    let mut other = found.clone();
                    other.next[state][digit] = wrong;
                    if other != found && other.agrees(&values[..64]) {
                        let same = other.agrees(&values);
                        assert_eq!(prove::obeys(&other, &values, &rules), same, "{other:?}");
                    }
                }
            }
        }
        // The rules of another game.
        let other = formulas(&[option(&[-1], 1), option(&[2], 1), option(&[-2], 1)]);
        assert!(!prove::obeys(&found, &values, &other));
    }

    #[test]
    fn periods_of_automata_are_decided() {
        let rules = formulas(&[option(&[-1], 1), option(&[2], 1)]);
        let found = Automatic::find(&values(&rules, 1 << 12), &rules).unwrap();
        assert_eq!(found.repeats(2, 100), Some(false));
        let rules = formulas(&[option(&[-1], 1), option(&[2, 2], 2)]);
        assert_eq!(Automatic::find(&values(&rules, 1 << 12), &rules), None, "equal heaps cancel");
        let rules = formulas(&[option(&[-2], 2), option(&[-1], 1), option(&[2, 4], 1)]);
        let values = values(&rules, 1 << 14);
        if let Some(found) = Automatic::find(&values, &rules) {
            let seen = (1..64).find(|&p| (5000..9000).all(|n| values[n] == values[n + p]));
            for period in 1..64 {
                let repeats = seen.is_some_and(|seen| period % seen == 0);
                assert_eq!(found.repeats(period, 5000), Some(repeats), "{period}");
            }
        }
    }

    #[test]
    fn the_base_is_the_greatest_common_root() {
        let of = |divisors: &[i64]| base(&formulas(&[option(divisors, 1)]));
        assert_eq!(of(&[2]), Some(2));
        assert_eq!(of(&[4]), Some(4));
        assert_eq!(of(&[4, 16]), Some(4));
        assert_eq!(of(&[4, 8]), Some(2));
        assert_eq!(of(&[36]), Some(36));
        assert_eq!(of(&[2, 3]), None);
        assert_eq!(of(&[-1]), None);
        assert_eq!(of(&[i64::MAX]), None);
    }
}
