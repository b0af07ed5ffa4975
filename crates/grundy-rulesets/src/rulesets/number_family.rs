//! Families of numbers that a subtraction set can name: primes, squares,
//! divisors of the heap.

use std::iter;
use std::sync::OnceLock;

use grundy_base::{ParseError, Text};
use grundy_ruleset::NumberTest;

/// A family of numbers; some families depend on the size of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NumberFamily {
    /// 2, 3, 5, 7, …
    Primes,
    /// 1, 4, 9, 16, …
    Squares,
    /// 1, 3, 6, 10, …
    Triangular,
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 1, b, b², …; the base is at least 2.
    PowersOf(u32),
    /// The numbers above 0 with this residue, which is less than the modulus.
    Residue(u64, u64),
    /// Divisors of the size of the heap, the size itself included.
    Divisors,
    /// Divisors of the size of the heap, the size itself excluded.
    ProperDivisors,
    /// Numbers coprime to the size of the heap.
    Coprime,
}

/// The names, for errors.
pub(super) const NAMES: &str = "primes, squares, triangular, fibonacci, powers of B, even, odd, multiples of M, R mod M, divisors, \
     proper-divisors or coprime";

impl NumberFamily {
    /// 2, 4, 6, …
    pub(super) const EVEN: NumberFamily = NumberFamily::Residue(0, 2);
    /// 1, 3, 5, …
    pub(super) const ODD: NumberFamily = NumberFamily::Residue(1, 2);

    /// Reads a name; none if the text has no letters, that is, for a number or a range.
    pub(super) fn parse(text: Text<'_>) -> Result<Option<Self>, ParseError> {
        let place_of = |word: &str| {
            let place = word.as_ptr() as usize - text.as_str().as_ptr() as usize;
            text.slice(place..place + word.len())
        };
        let residue = |residue: Text<'_>, modulus: Text<'_>| {
            let modulus_read: u64 = modulus.number("a modulus")?;
            let residue_read: u64 = residue.number("a residue")?;
            match modulus_read {
                0 | 1 => Err(modulus.expected("a modulus of at least 2")),
                _ if residue_read >= modulus_read => {
                    Err(residue.expected("a residue below the modulus"))
                }
                _ => Ok(Some(NumberFamily::Residue(residue_read, modulus_read))),
            }
        };
        if let Some((first, modulus)) = text.split_once(" mod ") {
            return match modulus.split_once("=").filter(|_| first.as_str() == "n") {
                Some((modulus, equal)) => residue(equal, modulus),
                None => residue(first, modulus),
            };
        }
        if !text.as_str().starts_with(char::is_alphabetic) {
            return Ok(None);
        }
        let words: Vec<&str> = text.as_str().split([' ', '-', '_']).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        Ok(Some(match words.as_slice() {
            ["prime" | "primes"] => NumberFamily::Primes,
            ["square" | "squares"] => NumberFamily::Squares,
            ["triangular"] | ["triangular", "number" | "numbers"] => NumberFamily::Triangular,
            ["fibonacci"] => NumberFamily::Fibonacci,
            ["even"] => NumberFamily::EVEN,
            ["odd"] => NumberFamily::ODD,
            ["multiple" | "multiples", "of", modulus] | ["divisible", "by", modulus] => {
                let modulus = place_of(modulus);
                match modulus.number("a modulus")? {
                    0 | 1 => return Err(modulus.expected("a modulus of at least 2")),
                    modulus => NumberFamily::Residue(0, modulus),
                }
            }
            ["divisor" | "divisors"] => NumberFamily::Divisors,
            ["proper", "divisor" | "divisors"] => NumberFamily::ProperDivisors,
            ["coprime" | "coprimes"] => NumberFamily::Coprime,
            ["power" | "powers", "of", base] => {
                let base = place_of(base);
                match base.number("the base of the powers")? {
                    0 | 1 => return Err(base.expected("a base of at least 2")),
                    base => NumberFamily::PowersOf(base),
                }
            }
            _ => return Err(text.expected(format!("a number of tokens, {NAMES}"))),
        }))
    }

    /// The name, as it is read.
    pub(super) fn print(self) -> String {
        match self {
            NumberFamily::Primes => "primes".to_string(),
            NumberFamily::Squares => "squares".to_string(),
            NumberFamily::Triangular => "triangular".to_string(),
            NumberFamily::Fibonacci => "fibonacci".to_string(),
            NumberFamily::EVEN => "even".to_string(),
            NumberFamily::ODD => "odd".to_string(),
            NumberFamily::Residue(0, modulus) => format!("multiples of {modulus}"),
            NumberFamily::Residue(residue, modulus) => format!("{residue} mod {modulus}"),
            NumberFamily::PowersOf(base) => format!("powers of {base}"),
            NumberFamily::Divisors => "divisors".to_string(),
            NumberFamily::ProperDivisors => "proper-divisors".to_string(),
            NumberFamily::Coprime => "coprime".to_string(),
        }
    }

    /// The condition for members.
    pub(super) fn test(self) -> NumberTest {
        match self {
            NumberFamily::Primes => NumberTest::Prime,
            NumberFamily::Squares => NumberTest::Square,
            NumberFamily::Triangular => NumberTest::Triangular,
            NumberFamily::Fibonacci => NumberTest::Fibonacci,
            NumberFamily::PowersOf(base) => NumberTest::PowerOf(base.into()),
            NumberFamily::Residue(residue, modulus) => NumberTest::Residue(residue, modulus),
            NumberFamily::Divisors => NumberTest::Divisor,
            NumberFamily::ProperDivisors => {
                NumberTest::All(vec![NumberTest::Smaller, NumberTest::Divisor])
            }
            NumberFamily::Coprime => NumberTest::Coprime,
        }
    }

    /// Whether the members depend on the size of the heap.
    pub(super) fn is_of_heap(self) -> bool {
        use NumberFamily::{Coprime, Divisors, ProperDivisors};
        matches!(self, Divisors | ProperDivisors | Coprime)
    }

    /// Whether the number is a member for a heap of this size.
    pub(super) fn contains(self, number: u64, size: u64) -> bool {
        number > 0
            && match self {
                NumberFamily::Primes => is_prime(number),
                NumberFamily::Squares => number.isqrt().pow(2) == number,
                NumberFamily::Triangular => {
                    let number = 8 * u128::from(number) + 1;
                    number.isqrt().pow(2) == number
                }
                NumberFamily::Residue(residue, modulus) => number % modulus == residue,
                NumberFamily::Fibonacci | NumberFamily::PowersOf(_) => {
                    self.members(number).last() == Some(number)
                }
                NumberFamily::Divisors => size.is_multiple_of(number),
                NumberFamily::ProperDivisors => number < size && size.is_multiple_of(number),
                NumberFamily::Coprime => gcd(number, size) == 1,
            }
    }

    /// The members up to the size of a heap, in ascending order.
    pub(super) fn members(self, size: u64) -> Box<dyn Iterator<Item = u64>> {
        let up_to = move |member: &u64| *member <= size;
        match self {
            NumberFamily::Primes => Box::new(primes().take_while(up_to)),
            NumberFamily::Squares => {
                Box::new((1u64..).map_while(|root| root.checked_mul(root)).take_while(up_to))
            }
            NumberFamily::Triangular => {
                let sums = (1u64..).scan(0u64, |sum, number| {
                    *sum = sum.checked_add(number)?;
                    Some(*sum)
                });
                Box::new(sums.take_while(up_to))
            }
            NumberFamily::Residue(residue, modulus) => {
                let first = if residue == 0 { modulus } else { residue };
                let next = move |number: &u64| number.checked_add(modulus);
                Box::new(iter::successors(Some(first), next).take_while(up_to))
            }
            NumberFamily::Fibonacci => {
                let next = |&(a, b): &(u64, u64)| Some((b, a.checked_add(b)?));
                let pairs = iter::successors(Some((1, 2)), next);
                Box::new(pairs.map(|(a, _)| a).take_while(up_to))
            }
            NumberFamily::PowersOf(base) => {
                let next = move |power: &u64| power.checked_mul(base.into());
                Box::new(iter::successors(Some(1), next).take_while(up_to))
            }
            NumberFamily::Divisors => Box::new(divisors(size).into_iter()),
            NumberFamily::ProperDivisors => {
                Box::new(divisors(size).into_iter().filter(move |&divisor| divisor < size))
            }
            NumberFamily::Coprime => Box::new((1..=size).filter(move |&t| gcd(t, size) == 1)),
        }
    }
}

/// Primes below this are stored.
const TABLE: u64 = 1 << 20;

/// Whether a number is prime, by division by the primes up to its square root.
fn is_prime(number: u64) -> bool {
    let mut divisors = primes().take_while(|prime| prime * prime <= number);
    number > 1 && divisors.all(|prime| !number.is_multiple_of(prime))
}

/// All primes, in ascending order.
fn primes() -> impl Iterator<Item = u64> {
    static PRIMES: OnceLock<Vec<u64>> = OnceLock::new();
    let few = PRIMES.get_or_init(|| sieve(0, &(2..1 << 10).collect::<Vec<_>>()));
    let starts = iter::successors(Some(TABLE), |start| start.checked_add(TABLE));
    let more = starts.flat_map(|start| {
        let root = start.saturating_add(TABLE).isqrt();
        // Beyond the table all numbers are candidates; composite ones change nothing.
        let candidates: Vec<u64> =
            few.iter().copied().chain(TABLE..=root).take_while(|&c| c <= root).collect();
        sieve(start, &candidates)
    });
    few.iter().copied().chain(more)
}

/// The primes among the [`TABLE`] numbers from `start` on, by a sieve. Every prime up to
/// the square root of the last number must be a candidate.
fn sieve(start: u64, candidates: &[u64]) -> Vec<u64> {
    let mut composite = vec![false; TABLE as usize];
    for &candidate in candidates {
        let first = start.div_ceil(candidate).max(2) * candidate - start;
        for place in (first..TABLE).step_by(candidate as usize) {
            composite[place as usize] = true;
        }
    }
    let numbers = start.max(2)..start.saturating_add(TABLE);
    numbers.filter(|number| !composite[(number - start) as usize]).collect()
}

/// The divisors of a number, in ascending order; none for 0.
///
/// Time: the square root of the number.
fn divisors(number: u64) -> Vec<u64> {
    let mut found: Vec<u64> = (1..=number.isqrt()).filter(|d| number.is_multiple_of(*d)).collect();
    let greater = found.iter().rev().map(|d| number / d);
    let greater: Vec<u64> = greater.filter(|d| !found.contains(d)).collect();
    found.extend(greater);
    found
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_hold_what_their_definitions_say() {
        let is_prime =
            |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        let (mut fibonacci, mut pair) = (Vec::new(), (1, 2));
        while pair.0 < 500 {
            fibonacci.push(pair.0);
            pair = (pair.1, pair.0 + pair.1);
        }
        for size in 0..300u64 {
            let check = |family: NumberFamily, member: &dyn Fn(u64) -> bool| {
                let expected: Vec<u64> = (1..=size).filter(|&take| member(take)).collect();
                assert_eq!(family.members(size).collect::<Vec<_>>(), expected, "{family:?} {size}");
                let contained: Vec<u64> =
                    (0..=size).filter(|&take| family.contains(take, size)).collect();
                assert_eq!(contained, expected, "{family:?} {size}");
            };
            check(NumberFamily::Triangular, &|take| (1..=take).any(|n| n * (n + 1) / 2 == take));
            check(NumberFamily::EVEN, &|take| take % 2 == 0);
            check(NumberFamily::Residue(2, 5), &|take| take % 5 == 2);
            check(NumberFamily::Primes, &is_prime);
            check(NumberFamily::Squares, &|take| (1..=take).any(|root| root * root == take));
            check(NumberFamily::Fibonacci, &|take| fibonacci.contains(&take));
            check(NumberFamily::PowersOf(3), &|take| [1, 3, 9, 27, 81, 243].contains(&take));
            check(NumberFamily::Divisors, &|take| size % take == 0);
            check(NumberFamily::ProperDivisors, &|take| take < size && size % take == 0);
            let common = |take| (2..=take).any(|d| take % d == 0 && size % d == 0);
            check(NumberFamily::Coprime, &|take| !common(take));
        }
    }

    #[test]
    fn primes_go_on_behind_their_table() {
        let is_prime = |n: u64| (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        let around = |start: u64| start - 300..start + 300;
        for start in [TABLE, 2 * TABLE] {
            let expected: Vec<u64> = around(start).filter(|&n| is_prime(n)).collect();
            let found = primes().skip_while(|&p| p < start - 300);
            assert_eq!(found.take_while(|&p| p < start + 300).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn the_greatest_heap_has_members_too() {
        for family in [
            NumberFamily::Primes,
            NumberFamily::Squares,
            NumberFamily::Fibonacci,
            NumberFamily::PowersOf(2),
            NumberFamily::Coprime,
        ] {
            assert!(family.members(u64::MAX).take(1000).count() >= 60, "{family:?}");
        }
    }
}
