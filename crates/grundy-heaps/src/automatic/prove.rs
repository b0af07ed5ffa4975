//! Proves what an automaton says of all heaps.
//!
//! The *window* of n is the states of n − a, …, n + b. If it is wide enough, it determines the
//! window of n·base + digit. So all windows of large numbers are found from those of a few: they
//! are finitely many.

use std::collections::HashSet;

use super::{Automatic, MOST_DIVISOR, MOST_WORK};
use grundy_ruleset::{Formulas, HeapFormula, OptionFormula};

/// The states of numbers around n, and n modulo some number.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Window {
    states: Box<[u32]>,
    residue: u64,
}

/// How windows follow from each other.
struct Windows<'a> {
    automaton: &'a Automatic,
    /// The numbers before n, and behind it, in the window of n.
    before: u64,
    behind: u64,
    modulus: u64,
}

impl Windows<'_> {
    /// The state of n + `offset`.
    fn state(&self, window: &Window, offset: i64) -> u32 {
        window.states[(offset + self.before as i64) as usize]
    }

    fn value(&self, window: &Window, offset: i64) -> u32 {
        self.automaton.values[self.state(window, offset) as usize]
    }

    /// The window of n·base + `digit`.
    fn child(&self, window: &Window, digit: u64) -> Window {
        let base = self.automaton.base as i64;
        let states = (-(self.before as i64)..=self.behind as i64).map(|offset| {
            let number = digit as i64 + offset;
            let state = self.state(window, number.div_euclid(base));
            self.automaton.after(state, number.rem_euclid(base) as u64)
        });
        let residue = u128::from(window.residue) * u128::from(self.automaton.base);
        let residue = (residue + u128::from(digit)) % u128::from(self.modulus);
        Window { states: states.collect(), residue: residue as u64 }
    }

    /// Whether `holds` for the windows of all n ≥ `from`, which is at least 1 and has all numbers
    /// of its window; none if that takes more than `work`, where a window takes `each`.
    fn all(&self, from: u64, each: u64, holds: impl Fn(&Window) -> bool) -> Option<bool> {
        let mut spent = 0u64;
        let mut spend = |work: u64| {
            spent = spent.saturating_add(work);
            (spent <= MOST_WORK).then_some(())
        };
        let end = from.checked_mul(self.automaton.base)?;
        let last = end.checked_add(self.behind)?;
        spend(last)?;
        let states = self.automaton.states_below(last as usize);
        let of = |n: u64| {
            let states = &states[(n - self.before) as usize..=(n + self.behind) as usize];
            Window { states: states.into(), residue: n % self.modulus }
        };
        // Every larger number is one of these with digits behind it.
        let mut seen: HashSet<Window> = HashSet::new();
        let mut open: Vec<Window> = Vec::new();
        let width = self.before + self.behind + 1;
        for n in from..end {
            spend(width)?;
            let window = of(n);
            if seen.insert(window.clone()) {
                open.push(window);
            }
        }
        while let Some(window) = open.pop() {
            spend(each)?;
            if !holds(&window) {
                return Some(false);
            }
            for digit in 0..self.automaton.base {
                spend(width)?;
                let child = self.child(&window, digit);
                if !seen.contains(&child) {
                    seen.insert(child.clone());
                    open.push(child);
                }
            }
        }
        Some(true)
    }
}

/// Whether an automaton gives the values of rules, whose first values are `values`.
///
/// By induction: let a word be as long as the greatest divisor. A heap of N = n·base^digits + word
/// has the mex of its options if the windows of n, of n with the first digit of the word, and so on
/// say so for all words. All windows that occur are looked at.
pub(super) fn obeys(automaton: &Automatic, values: &[u32], formulas: &Formulas) -> bool {
    decides(automaton, values, formulas).unwrap_or(false)
}

/// None where the automaton does not fit, or takes too long.
fn decides(automaton: &Automatic, values: &[u32], formulas: &Formulas) -> Option<bool> {
    let (mut digits, mut before, mut behind) = (0, 0, 0);
    let heaps = formulas.options.iter().flat_map(|option| &option.heaps);
    for heap in heaps {
        let HeapFormula::Quotient { add, divisor } = *heap else { continue };
        if divisor > MOST_DIVISOR || add.unsigned_abs() > MOST_DIVISOR {
            return None;
        }
        let divisor = divisor as i64;
        digits = digits.max(exponent(divisor as u64, automaton.base)?);
        // The last digits of N, one for each zero of the divisor, are 0, …, divisor - 1.
        before = before.max(-add.div_euclid(divisor));
        behind = behind.max((divisor - 1 + add).div_euclid(divisor));
    }
    let modulus = formulas.modulus(MOST_DIVISOR)?;
    let words = automaton.base.checked_pow(digits)?;
    let (before, behind) = (before as u64, behind as u64);
    let windows = Windows { automaton, before, behind, modulus };
    let from = formulas.from.div_ceil(words).max(before).max(1);
    // Smaller heaps are compared.
    let compared = usize::try_from(from.checked_mul(words)?).ok()?;
    let constants =
        formulas.options.iter().flat_map(|option| &option.heaps).all(|heap| match heap {
            HeapFormula::Constant(size) => *size < compared as u64,
            HeapFormula::Quotient { .. } => true,
        });
    if !constants || !automaton.agrees(values.get(..compared)?) {
        return Some(false);
    }
    let check = Check { windows: &windows, options: &formulas.options, values, digits };
    let each = words * (windows.before + windows.behind + 2 + formulas.options.len() as u64);
    windows.all(from, each, |window| check.words(&mut vec![window.clone()], 0))
}

/// The e for which `number` is base^e.
fn exponent(number: u64, base: u64) -> Option<u32> {
    let exponent = number.checked_ilog(base)?;
    (base.checked_pow(exponent) == Some(number)).then_some(exponent)
}

struct Check<'a> {
    windows: &'a Windows<'a>,
    options: &'a [OptionFormula],
    values: &'a [u32],
    /// The length of a word.
    digits: u32,
}

impl Check<'_> {
    /// Whether all heaps obey whose numbers begin like the last of these windows: those of n, of n
    /// with one digit of `word`, and so on.
    fn words(&self, windows: &mut Vec<Window>, word: u64) -> bool {
        if windows.len() > self.digits as usize {
            return self.obeys(windows, word);
        }
        let base = self.windows.automaton.base;
        (0..base).all(|digit| {
            let child = self.windows.child(&windows[windows.len() - 1], digit);
            windows.push(child);
            let all = self.words(windows, word * base + digit);
            windows.pop();
            all
        })
    }

    /// Whether the value of the last of these windows is the mex of its options.
    fn obeys(&self, windows: &[Window], word: u64) -> bool {
        let last = windows.len() - 1;
        let worth = |heap: &HeapFormula| match *heap {
            HeapFormula::Constant(size) => self.values[size as usize],
            HeapFormula::Quotient { add, divisor } => {
                // Divided by base^e, the last e digits of the word are what is left.
                let digits = divisor.ilog(self.windows.automaton.base) as usize;
                let offset = ((word % divisor) as i64 + add).div_euclid(divisor as i64);
                self.windows.value(&windows[last - digits], offset)
            }
        };
        let n = &windows[last];
        let options = self.options.iter().filter(|option| option.applies(n.residue));
        let options: Vec<u32> = options
            .map(|option| option.heaps.iter().fold(0, |sum, heap| sum ^ worth(heap)))
            .collect();
        let value = self.windows.value(n, 0);
        !options.contains(&value) && (0..value).all(|less| options.contains(&less))
    }
}

/// Whether g(n + `period`) = g(n) for all n ≥ `preperiod`; none if that takes too long.
pub(super) fn repeats(automaton: &Automatic, period: usize, preperiod: usize) -> Option<bool> {
    let (period, preperiod) = (period as u64, preperiod as u64);
    let windows = Windows { automaton, before: period, behind: 0, modulus: 1 };
    let from = preperiod.checked_add(period)?.max(1);
    let equal =
        |window: &Window| windows.value(window, 0) == windows.value(window, -(period as i64));
    windows.all(from, 1, equal)
}
