//! Dyadic rationals: the numbers that short games are worth.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use num_bigint::{BigInt, Sign};

/// A fraction whose denominator is a power of two, of any size.
///
/// Every number that is a short game is one of these, and each of these is a short game (Conway, On
/// Numbers and Games, chapter 12). What fits into 64 bits is kept there; larger ones move to the
/// heap, and nothing wraps.
///
/// ```
/// use grundy_values::Dyadic;
///
/// let half = Dyadic::new(1, 1);
/// assert_eq!((&half + &Dyadic::new(1, 2)).to_string(), "3/4");
/// let large = Dyadic::from(i64::MAX);
/// assert_eq!((&large + &large).to_string(), "18446744073709551614");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

/// In lowest terms: the numerator is odd or the exponent is zero. `Small` holds all that fit, so
/// that equal numbers have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { numerator: i64, exponent: u32 },
    Big(Box<(BigInt, u32)>),
}

use Repr::{Big, Small};

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(Small { numerator: 0, exponent: 0 });

    /// `numerator` / 2^`exponent`.
    #[must_use]
    pub fn new(numerator: i64, exponent: u32) -> Self {
        Self::from_wide(numerator.into(), exponent)
    }

    /// `numerator` / 2^`exponent`, for numerators of any size.
    #[must_use]
    pub fn from_big(numerator: BigInt, exponent: u32) -> Self {
        let zeros = numerator.trailing_zeros().unwrap_or(u64::MAX).min(exponent.into()) as u32;
        let (numerator, exponent) = (numerator >> zeros, exponent - zeros);
        match i64::try_from(&numerator) {
            Ok(numerator) => Dyadic(Small { numerator, exponent }),
            Err(_) => Dyadic(Big(Box::new((numerator, exponent)))),
        }
    }

    fn from_wide(numerator: i128, exponent: u32) -> Self {
        if numerator == 0 {
            return Dyadic::ZERO;
        }
        let zeros = numerator.trailing_zeros().min(exponent);
        let (reduced, exponent) = (numerator >> zeros, exponent - zeros);
        match i64::try_from(reduced) {
            Ok(numerator) => Dyadic(Small { numerator, exponent }),
            Err(_) => Dyadic(Big(Box::new((reduced.into(), exponent)))),
        }
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Small { numerator, .. } => (*numerator).into(),
            Big(big) => big.0.clone(),
        }
    }

    /// The denominator is two to this power.
    #[must_use]
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Small { exponent, .. } => *exponent,
            Big(big) => big.1,
        }
    }

    /// Whether this is a whole number.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Below, at or above zero.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Small { numerator, .. } => numerator.cmp(&0),
            Big(big) => match big.0.sign() {
                Sign::Minus => Ordering::Less,
                Sign::NoSign => Ordering::Equal,
                Sign::Plus => Ordering::Greater,
            },
        }
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(&self) -> Dyadic {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    /// Half of this number.
    #[must_use]
    pub fn half(&self) -> Dyadic {
        self.scaled(1)
    }

    /// This number divided by 2^`by`.
    fn scaled(&self, by: u32) -> Dyadic {
        // An exponent of 32 bits overflows only after four billion halvings.
        let exponent = self.exponent().checked_add(by).expect("fewer than 2^32 binary places");
        match &self.0 {
            Small { numerator, .. } => Self::from_wide((*numerator).into(), exponent),
            Big(big) => Self::from_big(big.0.clone(), exponent),
        }
    }

    /// 2^-`exponent`.
    fn unit(exponent: u32) -> Dyadic {
        Dyadic(Small { numerator: 1, exponent })
    }

    /// This number times a whole one.
    #[must_use]
    pub fn times(&self, factor: &BigInt) -> Dyadic {
        Self::from_big(self.numerator() * factor, self.exponent())
    }

    /// The greatest whole number of 2^-`exponent` that is not above this number.
    fn floor_at(&self, exponent: u32) -> Dyadic {
        let Some(shift) = self.exponent().checked_sub(exponent) else { return self.clone() };
        match &self.0 {
            Small { numerator, .. } => Dyadic::new(numerator >> shift.min(63), exponent),
            Big(big) => Self::from_big(&big.0 >> shift, exponent),
        }
    }

    /// The greatest whole number that is not above this number.
    #[must_use]
    pub fn floor(&self) -> Dyadic {
        self.floor_at(0)
    }

    /// The nearest number below with the next shorter fraction, and the same
    /// above: the options of a number in canonical form; none on the side where
    /// an integer has no option.
    #[must_use]
    pub fn neighbours(&self) -> [Option<Dyadic>; 2] {
        let step = Self::unit(self.exponent());
        let sign = if self.is_integer() { Some(self.sign()) } else { None };
        let below = (sign.is_none_or(|sign| sign == Ordering::Greater)).then(|| self - &step);
        let above = (sign.is_none_or(|sign| sign == Ordering::Less)).then(|| self + &step);
        [below, above]
    }

    /// The simplest number between two bounds, each allowed itself or not: the number that was born
    /// first. None when there is no number between them.
    ///
    /// Simplest are 0, then the integers nearest to it, then the shortest
    /// fractions (Conway, On Numbers and Games, theorem 11). Time: the logarithm
    /// of the exponents.
    #[must_use]
    pub fn simplest_between(below: Option<Bound<'_>>, above: Option<Bound<'_>>) -> Option<Dyadic> {
        let admits_zero = |bound: Option<Bound<'_>>, outside: Ordering| {
            bound.is_none_or(|bound| match bound.at.sign() {
                Ordering::Equal => bound.allowed,
                sign => sign != outside,
            })
        };
        if !admits_zero(below, Ordering::Greater) {
            let below = below?;
            return Self::simplest_above(below, above);
        }
        if !admits_zero(above, Ordering::Less) {
            let (below, above) = (below.map(|b| (-b.at, b.allowed)), above?);
            let below = below.as_ref().map(|(at, allowed)| Bound { at, allowed: *allowed });
            let mirrored = Bound { at: &-above.at, ..above };
            return Self::simplest_above(mirrored, below).map(|number| -&number);
        }
        Some(Self::ZERO)
    }

    /// The same where zero is not above the lower bound.
    fn simplest_above(below: Bound<'_>, above: Option<Bound<'_>>) -> Option<Dyadic> {
        // The least number with this number of binary places that the lower bound admits.
        let least = |places: u32| -> Dyadic {
            let floor = below.at.floor_at(places);
            if below.allowed && floor == *below.at { floor } else { &floor + &Self::unit(places) }
        };
        let Some(above) = above else { return Some(least(0)) };
        let fits = |number: &Dyadic| match number.cmp(above.at) {
            Ordering::Less => true,
            Ordering::Equal => above.allowed,
            Ordering::Greater => false,
        };
        let (mut few, mut enough) = (0, below.at.exponent().max(above.at.exponent()) + 1);
        // With one place more than either bound, there is a number between two different bounds.
        if !fits(&least(enough)) {
            return None;
        }
        while few < enough {
            let middle = few + (enough - few) / 2;
            if fits(&least(middle)) {
                enough = middle;
            } else {
                few = middle + 1;
            }
        }
        Some(least(enough))
    }

    /// The number of days until this number is born.
    ///
    /// An integer n takes |n| days; other numbers take one more than the integer
    /// part, and one for each binary place.
    #[must_use]
    pub fn birthday(&self) -> Dyadic {
        let size = self.abs();
        match self.exponent() {
            0 => size,
            places => &size.floor() + &Dyadic::from(i64::from(places) + 1),
        }
    }

    /// An integer that grows with the number: floor(x · 2^16), and whether that is exact. Numbers
    /// too large for it become the ends of its range.
    #[must_use]
    pub fn coarse(&self) -> (i64, bool) {
        const PLACES: u32 = 16;
        const END: i64 = 1 << 58;
        let exponent = self.exponent();
        let wide = match &self.0 {
            Small { numerator, .. } if exponent <= PLACES => {
                i128::from(*numerator) << (PLACES - exponent)
            }
            Small { numerator, .. } => i128::from(numerator >> (exponent - PLACES).min(63)),
            Big(big) => {
                let shifted = match exponent.checked_sub(PLACES) {
                    Some(down) => &big.0 >> down,
                    None => &big.0 << (PLACES - exponent),
                };
                let end = if shifted.sign() == Sign::Minus { i128::MIN } else { i128::MAX };
                i128::try_from(&shifted).unwrap_or(end)
            }
        };
        let inside = i128::from(-END) < wide && wide < i128::from(END);
        let coarse = wide.clamp(i128::from(-END), i128::from(END)) as i64;
        (coarse, inside && exponent <= PLACES)
    }
}

/// An end of an interval.
#[derive(Clone, Copy, Debug)]
pub struct Bound<'a> {
    /// Where it is.
    pub at: &'a Dyadic,
    /// Whether it belongs to the interval.
    pub allowed: bool,
}

impl Default for Dyadic {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Self {
        Dyadic(Small { numerator: integer, exponent: 0 })
    }
}

/// The sum of two numbers; the difference where `minus` is set.
fn combine(a: &Dyadic, b: &Dyadic, minus: bool) -> Dyadic {
    if let (&Small { numerator: x, exponent: p }, &Small { numerator: y, exponent: q }) =
        (&a.0, &b.0)
        && p.abs_diff(q) < 64
    {
        let most = p.max(q);
        let y = if minus { -i128::from(y) } else { i128::from(y) };
        // 64 bits shifted by less than 64, so that the sum stays below 2^127.
        return Dyadic::from_wide((i128::from(x) << (most - p)) + (y << (most - q)), most);
    }
    let most = a.exponent().max(b.exponent());
    let aligned = |number: &Dyadic| number.numerator() << (most - number.exponent());
    let (x, y) = (aligned(a), aligned(b));
    Dyadic::from_big(if minus { x - y } else { x + y }, most)
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        combine(self, other, false)
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        combine(self, other, true)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        &Dyadic::ZERO - self
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small { numerator: x, exponent: p }, Small { numerator: y, exponent: q })
                if p == q =>
            {
                x.cmp(y)
            }
            _ => self.sign().cmp(&other.sign()).then_with(|| (self - other).sign()),
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            _ if self.is_integer() => f.pad(&self.numerator().to_string()),
            Small { numerator, exponent } if *exponent < 64 => {
                f.pad(&format!("{numerator}/{}", 1u64 << exponent))
            }
            _ => f.pad(&format!("{}/{}", self.numerator(), BigInt::from(1) << self.exponent())),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::new(numerator, exponent)
    }

    #[test]
    fn sums_beyond_64_bits_do_not_wrap() {
        let large = Dyadic::from(i64::MAX);
        let sum = &large + &large;
        assert_eq!(sum.to_string(), "18446744073709551614");
        assert_eq!(&sum - &large, large);
        assert_eq!(-&Dyadic::from(i64::MIN), &large + &Dyadic::from(1));
        let tiny = number(1, 4_000);
        assert!((&(&large + &tiny) - &large) == tiny && large < &large + &tiny);
        assert!(Dyadic::ZERO < tiny && -&tiny < Dyadic::ZERO && -&sum < -&large);
    }

    #[test]
    fn the_simplest_number_has_the_fewest_binary_places_and_is_nearest_to_zero() {
        let simplest = |a: &Dyadic, open_a: bool, b: &Dyadic, open_b: bool| {
            Dyadic::simplest_between(
                Some(Bound { at: a, allowed: !open_a }),
                Some(Bound { at: b, allowed: !open_b }),
            )
        };
        // By a search through all numbers of few places, in order of birth.
        let mut candidates: Vec<Dyadic> =
            (0..=5).flat_map(|e| (-40..=40).map(move |n| number(n, e))).collect();
        candidates.sort_by_key(|x| (x.birthday(), x.exponent()));
        let ends: Vec<Dyadic> = (-9..=9).flat_map(|n| [number(n, 0), number(n, 2)]).collect();
        for a in &ends {
            for b in &ends {
                for open in 0..4 {
                    let (open_a, open_b) = (open & 1 != 0, open & 2 != 0);
                    let inside = |x: &&Dyadic| {
                        (*x > a || !open_a && *x == a) && (*x < b || !open_b && *x == b)
                    };
                    let expected = candidates.iter().find(inside).cloned();
                    assert_eq!(simplest(a, open_a, b, open_b), expected, "{a} {b} {open}");
                }
            }
        }
        let huge = Dyadic::from(1_000_000_000_000_000_000);
        let one_end = |at| Some(Bound { at, allowed: false });
        assert_eq!(Dyadic::simplest_between(one_end(&huge), None), Some(&huge + &Dyadic::from(1)));
        assert_eq!(Dyadic::simplest_between(None, one_end(&huge)), Some(Dyadic::ZERO));
        let close = number(1, 100_000);
        assert_eq!(simplest(&Dyadic::ZERO, true, &close, true), Some(number(1, 100_001)));
    }

    #[test]
    fn a_coarse_key_keeps_the_order() {
        let mut numbers: Vec<Dyadic> = (-9..9)
            .flat_map(|n| [number(n, 0), number(n, 20), number(n << 59, 0), number(n, 500)])
            .collect();
        numbers.push(&number(i64::MAX, 0) + &number(i64::MAX, 0));
        numbers.sort();
        let keys: Vec<i64> = numbers.iter().map(|x| x.coarse().0).collect();
        assert!(keys.is_sorted());
        assert_eq!(number(3, 1).coarse(), (3 << 15, true));
        assert!(!number(1, 17).coarse().1);
        assert_eq!(number(0, 500), Dyadic::ZERO);
    }
}
