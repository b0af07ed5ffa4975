//! Numbers: integers of any size, and floats.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use super::{Heap, Value};
use crate::error::Error;
use crate::syntax::BinOp;

/// A number. `Large` has more than 63 bits.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Int(i64),
    Large(BigInt),
    Float(f64),
}

/// Numbers are not shifted by more bits.
const MOST_SHIFTED: i64 = 100_000;

/// The most bits of products and shifted numbers: more would take too long.
const MOST_BITS: u64 = 1 << 18;

impl Number {
    pub(crate) fn of(value: Value<'_>) -> Option<Number> {
        Some(match value {
            Value::Int(number) => Number::Int(number),
            Value::Float(number) => Number::Float(number.get()),
            Value::Large(digits) => {
                let sign = if digits.mark() { Sign::Minus } else { Sign::Plus };
                Number::Large(BigInt::from_slice(sign, digits.items()))
            }
            _ => return None,
        })
    }

    pub(crate) fn from_large(number: BigInt) -> Number {
        number.to_i64().map_or(Number::Large(number), Number::Int)
    }

    pub(crate) fn value<'v>(&self, heap: &'v Heap) -> Result<Value<'v>, Error> {
        Ok(match self {
            Number::Int(number) => Value::Int(*number),
            Number::Float(number) => Value::float(*number),
            Number::Large(number) => {
                let (sign, digits) = number.to_u32_digits();
                return heap.large(&digits, sign == Sign::Minus);
            }
        })
    }

    /// The nearest float, which is infinite for integers that are too large.
    fn rounded(&self) -> f64 {
        match self {
            Number::Int(number) => *number as f64,
            Number::Large(number) => number.to_f64().unwrap_or(f64::INFINITY),
            Number::Float(number) => *number,
        }
    }

    /// The bits of the nearest float: the same for equal numbers of more than 63 bits.
    pub(super) fn float_bits(&self) -> u64 {
        self.rounded().to_bits()
    }

    /// The nearest float.
    pub(crate) fn float(&self) -> Result<f64, Error> {
        match self.rounded() {
            float if float.is_infinite() && matches!(self, Number::Large(_)) => {
                Err(Error::new("int too large to convert to float"))
            }
            float => Ok(float),
        }
    }

    pub(crate) fn large(&self) -> Option<BigInt> {
        match self {
            Number::Int(number) => Some(BigInt::from(*number)),
            Number::Large(number) => Some(number.clone()),
            Number::Float(_) => None,
        }
    }

    /// The integer of 64 bits that is equal to this number.
    pub(crate) fn whole(&self) -> Option<i64> {
        match self {
            Number::Int(number) => Some(*number),
            Number::Large(_) => None,
            // Beyond 2^63 the conversion saturates, and 2^63 itself is not an i64.
            Number::Float(number) => {
                let whole = *number as i64;
                (whole as f64 == *number && whole != i64::MAX).then_some(whole)
            }
        }
    }

    /// The integer that is nearest to this number on the way to 0.
    pub(crate) fn truncated(&self) -> Result<Number, Error> {
        let Number::Float(number) = self else { return Ok(self.clone()) };
        match BigInt::from_f64(number.trunc()) {
            Some(whole) => Ok(Number::from_large(whole)),
            None => {
                let message = format!("float `{number}` cannot be represented as exact integer");
                Err(Error::new(message))
            }
        }
    }

    pub(crate) fn negated(&self) -> Number {
        match self {
            Number::Int(number) => match number.checked_neg() {
                Some(number) => Number::Int(number),
                None => Number::Large(-BigInt::from(*number)),
            },
            Number::Large(number) => Number::from_large(-number),
            Number::Float(number) => Number::Float(-number),
        }
    }

    pub(crate) fn absolute(&self) -> Number {
        match self {
            Number::Float(number) => Number::Float(number.abs()),
            Number::Large(number) => Number::Large(number.abs()),
            Number::Int(number) if *number < 0 => self.negated(),
            Number::Int(_) => self.clone(),
        }
    }

    /// Not-a-numbers are equal to each other, and greater than all numbers, as in the Starlark
    /// specification.
    pub(crate) fn compare(&self, other: &Number) -> Ordering {
        if let (Number::Int(a), Number::Int(b)) = (self, other) {
            return a.cmp(b);
        }
        match (self, other) {
            (Number::Float(a), Number::Float(b)) => {
                a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
            }
            (Number::Float(a), b) => b.compare_with_float(*a).reverse(),
            (a, Number::Float(b)) => a.compare_with_float(*b),
            (a, b) => a.large().cmp(&b.large()),
        }
    }

    /// Compares an integer with a float exactly: an integer of more than 53 bits may have no float.
    fn compare_with_float(&self, other: f64) -> Ordering {
        let Some(whole) = BigInt::from_f64(other.trunc()) else {
            return if other == f64::NEG_INFINITY { Ordering::Greater } else { Ordering::Less };
        };
        let own = self.large().unwrap_or_default();
        own.cmp(&whole).then(0.0.partial_cmp(&other.fract()).unwrap_or(Ordering::Equal))
    }

    /// The result of an operator on two numbers; None if they do not have it.
    pub(crate) fn operate(&self, op: BinOp, other: &Number) -> Result<Option<Number>, Error> {
        if op == BinOp::Divide {
            let (a, b) = (self.float()?, other.float()?);
            if b == 0.0 {
                let message = format!("float division by zero: {self} / {other}");
                return Err(Error::new(message));
            }
            return Ok(Some(Number::Float(a / b)));
        }
        if let (Number::Int(a), Number::Int(b)) = (self, other)
            && let Some(number) = of_ints(op, *a, *b)
        {
            return Ok(Some(Number::Int(number)));
        }
        match (self.large(), other.large()) {
            (Some(a), Some(b)) => of_large(op, &a, &b),
            _ => of_floats(op, self.float()?, other.float()?),
        }
    }
}

/// The result, if it needs no large numbers and is no error.
#[inline]
pub(crate) fn of_ints(op: BinOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinOp::Add => a.checked_add(b),
        BinOp::Subtract => a.checked_sub(b),
        BinOp::Multiply => a.checked_mul(b),
        BinOp::FloorDivide => {
            let quotient = a.checked_div(b)?;
            Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        BinOp::Percent => {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
        BinOp::BitAnd => Some(a & b),
        BinOp::BitOr => Some(a | b),
        BinOp::BitXor => Some(a ^ b),
        BinOp::LeftShift => {
            let shifted = a.checked_shl(u32::try_from(b).ok()?)?;
            (shifted >> b == a).then_some(shifted)
        }
        BinOp::RightShift => Some(a >> u32::try_from(b).ok()?.min(63)),
        _ => None,
    }
}

fn of_large(op: BinOp, a: &BigInt, b: &BigInt) -> Result<Option<Number>, Error> {
    let overflow = |what: &str| Err(Error::new(format!("integer overflow computing {what}")));
    let opposite = a.is_negative() != b.is_negative();
    Ok(Some(Number::from_large(match op {
        BinOp::Add => a + b,
        BinOp::Subtract => a - b,
        BinOp::Multiply if a.bits() + b.bits() > MOST_BITS => return overflow("product"),
        BinOp::Multiply => a * b,
        BinOp::FloorDivide if b.is_zero() => {
            return Err(Error::new(format!("floor division by zero: {a} // {b}")));
        }
        BinOp::FloorDivide => {
            let (quotient, rest) = (a / b, a % b);
            if opposite && !rest.is_zero() { quotient - 1 } else { quotient }
        }
        BinOp::Percent if b.is_zero() => {
            return Err(Error::new(format!("modulo by zero: {a} % {b}")));
        }
        BinOp::Percent => {
            let rest = a % b;
            if opposite && !rest.is_zero() { rest + b } else { rest }
        }
        BinOp::BitAnd => a & b,
        BinOp::BitOr => a | b,
        BinOp::BitXor => a ^ b,
        BinOp::LeftShift if b.is_negative() => return Err(Error::new("negative left shift")),
        BinOp::RightShift if b.is_negative() => return Err(Error::new("negative right shift")),
        BinOp::LeftShift if a.is_zero() => BigInt::ZERO,
        BinOp::LeftShift => match b.to_i64().filter(|&bits| bits <= MOST_SHIFTED) {
            Some(bits) if a.bits() + bits as u64 <= MOST_BITS => a << bits,
            _ => return overflow("left shift"),
        },
        BinOp::RightShift => match b.to_u64() {
            Some(bits) => a >> bits,
            None if a.is_negative() => BigInt::from(-1),
            None => BigInt::ZERO,
        },
        _ => return Ok(None),
    })))
}

fn of_floats(op: BinOp, a: f64, b: f64) -> Result<Option<Number>, Error> {
    let by_zero = || Err(Error::new("cannot divide by zero"));
    Ok(Some(Number::Float(match op {
        BinOp::Add => a + b,
        BinOp::Subtract => a - b,
        BinOp::Multiply => a * b,
        BinOp::FloorDivide | BinOp::Percent if b == 0.0 => return by_zero(),
        BinOp::FloorDivide => (a / b).floor(),
        BinOp::Percent => {
            let rest = a % b;
            match rest == 0.0 {
                true => 0.0,
                false if b.signum() != rest.signum() => rest + b,
                false => rest,
            }
        }
        _ => return Ok(None),
    })))
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(number) => write!(f, "{number}"),
            Number::Large(number) => write!(f, "{number}"),
            Number::Float(number) => f.write_str(&compact(*number, 'e')),
        }
    }
}

/// Digits behind the point.
const PRECISION: usize = 6;

/// A float with six digits behind the point.
pub(crate) fn decimal(number: f64) -> String {
    not_finite(number).unwrap_or_else(|| format!("{number:.PRECISION$}"))
}

fn not_finite(number: f64) -> Option<String> {
    match number {
        _ if number.is_nan() => Some("nan".to_string()),
        _ if number.is_finite() => None,
        _ => Some(if number > 0.0 { "+inf" } else { "-inf" }.to_string()),
    }
}

/// The digits of a float, one before the point and six behind it, and the power of ten.
fn digits(number: f64) -> (String, i32) {
    let mut digits = format!("{number:.PRECISION$e}");
    let power = digits.rfind('e').map(|at| digits.split_off(at));
    (digits, power.and_then(|power| power[1..].parse().ok()).unwrap_or(0))
}

/// A float with one digit before the point, six behind it, and an exponent.
pub(crate) fn scientific(number: f64, letter: char) -> String {
    not_finite(number).unwrap_or_else(|| {
        let (digits, power) = digits(number);
        format!("{digits}{letter}{power:+03}")
    })
}

/// A float as it is usually written.
pub(crate) fn compact(number: f64, letter: char) -> String {
    if let Some(text) = not_finite(number) {
        return text;
    }
    let (digits, power) = digits(number);
    if power.unsigned_abs() as usize >= PRECISION {
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        format!("{digits}{letter}{power:+03}")
    } else if number.fract() == 0.0 {
        format!("{number:.1}")
    } else {
        format!("{number}")
    }
}
