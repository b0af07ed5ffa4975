//! Equality, order and hashes.

use std::cmp::Ordering;

use super::thin::SHORT;
use super::walk::Walk;
use super::{BYTES, Dict, Heap, Number, Set, Text, Value};
use crate::error::Error;

impl<'v> Value<'v> {
    #[inline]
    pub(crate) fn equals(self, other: Value<'v>, heap: &Heap) -> Result<bool, Error> {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (Value::Text(a), Value::Text(b)) => a.equals(b, heap),
            _ => self.equals_within(other, &mut Walk::new(heap)),
        }
    }

    fn equals_within(self, other: Value<'v>, walk: &mut Walk<'_>) -> Result<bool, Error> {
        Ok(match (self, other) {
            (Value::None, Value::None) | (Value::Ellipsis, Value::Ellipsis) => true,
            (Value::Bool(a), Value::Bool(b)) => a.get() == b.get(),
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a.equals(b, walk.heap)?,
            (Value::Tuple(a), Value::Tuple(b)) => {
                let (a, b) = (a.items(), b.items());
                a.len() == b.len() && all_equal(a.iter().copied(), b.iter().copied(), walk)?
            }
            (Value::List(a), Value::List(b)) => {
                std::ptr::eq(a, b) || a.len() == b.len() && all_equal(a.iter(), b.iter(), walk)?
            }
            (Value::Dict(Dict(a)), Value::Dict(Dict(b))) => {
                if std::ptr::eq(a, b) {
                    return Ok(true);
                }
                if a.len() != b.len() {
                    return Ok(false);
                }
                walk.within(|walk| {
                    for (key, value) in a.iter() {
                        match b.get_within(key, walk)? {
                            Some(found) if value.equals_within(found, walk)? => {}
                            _ => return Ok((false, 0)),
                        }
                    }
                    Ok((true, a.len()))
                })?
            }
            (Value::Set(Set(a)), Value::Set(Set(b))) => {
                if a.len() != b.len() {
                    return Ok(false);
                }
                walk.within(|walk| {
                    for key in a.keys() {
                        if b.get_within(key, walk)?.is_none() {
                            return Ok((false, 0));
                        }
                    }
                    Ok((true, a.len()))
                })?
            }
            (Value::Range(a), Value::Range(b)) => a.same(b),
            (Value::Function(a), Value::Function(b)) => std::ptr::eq(a, b),
            (Value::Builtin(a), Value::Builtin(b)) => std::ptr::eq(a, b),
            (Value::Method(a), Value::Method(b)) => std::ptr::eq(a, b),
            (a, b) => match (number(a, walk)?, number(b, walk)?) {
                (Some(a), Some(b)) => a.compare(&b) == Ordering::Equal,
                _ => false,
            },
        })
    }

    /// Whether a key is equal to another.
    #[inline]
    pub(super) fn is_key(self, other: Value<'v>, walk: &mut Walk<'_>) -> Result<bool, Error> {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (Value::Text(a), Value::Text(b)) => a.equals(b, walk.heap),
            _ => self.equals_within(other, walk),
        }
    }

    /// The order of two values, if they have one.
    #[inline]
    pub(crate) fn compare(self, other: Value<'v>, heap: &Heap) -> Result<Ordering, Error> {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => Ok(a.cmp(&b)),
            _ => self.compare_within(other, &mut Walk::new(heap)),
        }
    }

    fn compare_within(self, other: Value<'v>, walk: &mut Walk<'_>) -> Result<Ordering, Error> {
        let op = match (self, other) {
            (Value::Int(a), Value::Int(b)) => return Ok(a.cmp(&b)),
            (Value::Bool(a), Value::Bool(b)) => return Ok(a.get().cmp(&b.get())),
            (Value::Text(a), Value::Text(b)) => return a.order(b, walk.heap),
            (Value::Tuple(a), Value::Tuple(b)) => {
                let (a, b) = (a.items().iter().copied(), b.items().iter().copied());
                return order(a, b, walk);
            }
            (Value::List(a), Value::List(b)) => return order(a.iter(), b.iter(), walk),
            (Value::Bool(_), _) => "<>",
            (Value::Text(_) | Value::Tuple(_) | Value::List(_), _) => "cmp()",
            (a, b) => match (number(a, walk)?, number(b, walk)?) {
                (Some(a), Some(b)) => return Ok(a.compare(&b)),
                _ => "compare",
            },
        };
        Err(Error::unsupported_with(op, self.type_name(), other.type_name()))
    }

    /// The hash of a value that can be a key.
    #[inline]
    pub(super) fn hashed(self, walk: &mut Walk<'_>) -> Result<u32, Error> {
        let hash = match self {
            Value::Int(number) => mixed(0, number as u64),
            Value::Text(text) => of_text(text, walk)?,
            _ => self.hash_within(walk)?,
        };
        Ok((hash >> 32) as u32)
    }

    fn hash_within(self, walk: &mut Walk<'_>) -> Result<u64, Error> {
        Ok(match self {
            Value::None => mixed(1, 0),
            Value::Ellipsis => mixed(1, 1),
            Value::Bool(value) => mixed(1, 2 + u64::from(value.get())),
            Value::Int(number) => mixed(0, number as u64),
            Value::Float(number) => match Number::Float(number.get()).whole() {
                Some(number) => mixed(0, number as u64),
                None if number.get().is_nan() => mixed(2, 0),
                None => mixed(2, number.get().to_bits()),
            },
            // Large numbers may be equal to floats.
            Value::Large(_) => {
                mixed(2, number(self, walk)?.map_or(0, |number| number.float_bits()))
            }
            Value::Text(text) => of_text(text, walk)?,
            Value::Tuple(items) => walk.within(|walk| {
                let mut hash = mixed(3, items.len() as u64);
                for item in items.items() {
                    hash = mixed(hash, item.hash_within(walk)?);
                }
                Ok((hash, items.len()))
            })?,
            Value::Function(function) => mixed(4, std::ptr::from_ref(function) as u64),
            Value::Builtin(builtin) => mixed(4, std::ptr::from_ref(builtin) as u64),
            other => {
                let message = format!("value of type `{}` is not hashable", other.type_name());
                return Err(Error::new(message));
            }
        })
    }
}

impl Text<'_> {
    /// The same as `same`, and counts the work.
    #[inline]
    fn equals(self, other: Text<'_>, heap: &Heap) -> Result<bool, Error> {
        match self.is_short() || self.size() != other.size() {
            true => Ok(self.same(other)),
            false => Ok(self.order(other, heap)?.is_eq()),
        }
    }

    /// The order of two texts.
    fn order(self, other: Text<'_>, heap: &Heap) -> Result<Ordering, Error> {
        if self.address() == other.address() {
            return Ok(Ordering::Equal);
        }
        let (mut own, mut others) = (self.as_str().as_bytes(), other.as_str().as_bytes());
        while let (Some((a, rest)), Some((b, behind))) =
            (own.split_first_chunk::<SHORT>(), others.split_first_chunk::<SHORT>())
            && a == b
        {
            heap.spend_bytes(SHORT)?;
            (own, others) = (rest, behind);
        }
        Ok(own.cmp(others))
    }
}

fn all_equal<'v>(
    a: impl Iterator<Item = Value<'v>>,
    b: impl Iterator<Item = Value<'v>>,
    walk: &mut Walk<'_>,
) -> Result<bool, Error> {
    walk.within(|walk| {
        let mut seen = 0;
        for (a, b) in a.zip(b) {
            seen += 1;
            if !a.equals_within(b, walk)? {
                return Ok((false, seen));
            }
        }
        Ok((true, seen))
    })
}

/// Lexicographic order.
fn order<'v>(
    a: impl ExactSizeIterator<Item = Value<'v>>,
    b: impl ExactSizeIterator<Item = Value<'v>>,
    walk: &mut Walk<'_>,
) -> Result<Ordering, Error> {
    walk.within(|walk| {
        let (order, mut seen) = (a.len().cmp(&b.len()), 0);
        for (a, b) in a.zip(b) {
            seen += 1;
            match a.compare_within(b, walk)? {
                Ordering::Equal => {}
                other => return Ok((other, seen)),
            }
        }
        Ok((order, seen))
    })
}

/// The number that a value is.
fn number(value: Value<'_>, walk: &mut Walk<'_>) -> Result<Option<Number>, Error> {
    if let Value::Large(digits) = value {
        walk.pass(digits.len() / DIGITS)?;
    }
    Ok(Number::of(value))
}

/// Digits of a large number that are copied in the time of one value.
const DIGITS: usize = 8;

/// A multiplication spreads every bit over the upper half of the hash.
#[inline]
fn mixed(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The hash of a text.
#[inline]
fn of_text(text: Text<'_>, walk: &mut Walk<'_>) -> Result<u64, Error> {
    if !text.is_short() {
        walk.pass(text.size() / BYTES)?;
    }
    Ok(of_bytes(text.as_str().as_bytes()))
}

#[inline]
fn of_bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut hash = mixed(5, bytes.len() as u64);
    for word in words {
        hash = mixed(hash, u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mixed(hash, u64::from_le_bytes(last))
}
