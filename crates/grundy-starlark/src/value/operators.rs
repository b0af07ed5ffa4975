//! Operators between two values.

use std::cmp::Ordering;

use super::walk::Walk;
use super::{Dict, Heap, Number, Set, Table, Value, percent, small};
use crate::error::Error;
use crate::syntax::BinOp;

/// Products of digits that are found in the time in which a function goes through one value.
const DIGITS: usize = 64;

impl<'v> Value<'v> {
    /// The result of an operator.
    pub(crate) fn operate(
        self,
        op: BinOp,
        right: Value<'v>,
        heap: &'v Heap,
    ) -> Result<Value<'v>, Error> {
        let left = self;
        let ordered = |wanted: fn(Ordering) -> bool| {
            left.compare(right, heap).map(|order| Value::bool(wanted(order)))
        };
        match op {
            BinOp::Equal => left.equals(right, heap).map(Value::bool),
            BinOp::NotEqual => Ok(Value::bool(!left.equals(right, heap)?)),
            BinOp::Less => ordered(Ordering::is_lt),
            BinOp::Greater => ordered(Ordering::is_gt),
            BinOp::LessOrEqual => ordered(Ordering::is_le),
            BinOp::GreaterOrEqual => ordered(Ordering::is_ge),
            BinOp::In => right.contains(left, heap).map(Value::bool),
            BinOp::NotIn => Ok(Value::bool(!right.contains(left, heap)?)),
            BinOp::Add => add(left, right, heap),
            BinOp::Multiply => match (left, right) {
                (
                    Value::Int(_) | Value::Large(_),
                    Value::Text(_) | Value::List(_) | Value::Tuple(_),
                ) => repeated(right, left, heap),
                (
                    Value::Text(_) | Value::List(_) | Value::Tuple(_),
                    Value::Int(_) | Value::Large(_),
                ) => repeated(left, right, heap),
                _ => numbers(op, left, right, heap),
            },
            BinOp::Percent => match left {
                Value::Text(text) => percent::format(text.as_str(), right, heap),
                _ => numbers(op, left, right, heap),
            },
            BinOp::BitOr | BinOp::BitAnd | BinOp::BitXor | BinOp::Subtract => match (left, right) {
                (Value::Set(Set(a)), Value::Set(Set(b))) => sets(op, a, b, heap),
                (Value::Dict(Dict(a)), Value::Dict(Dict(b))) if op == BinOp::BitOr => {
                    let dict = heap.dict()?;
                    dict.0.extend(heap, a)?;
                    dict.0.extend(heap, b)?;
                    Ok(Value::Dict(dict))
                }
                _ => numbers(op, left, right, heap),
            },
            _ => numbers(op, left, right, heap),
        }
    }

    /// Whether an item, or a part of a text, is in this value.
    pub(crate) fn contains(self, item: Value<'v>, heap: &Heap) -> Result<bool, Error> {
        match self {
            Value::Text(text) => match item {
                Value::Text(part) => {
                    heap.spend_bytes(text.size())?;
                    Ok(text.as_str().contains(part.as_str()))
                }
                other => Err(Error::new(format!(
                    "type of parameters mismatch, expected `str`, actual `{}`",
                    other.shown_with_type()
                ))),
            },
            Value::Tuple(items) => found(item, items.items().iter().copied(), heap),
            Value::List(list) => found(item, list.iter(), heap),
            Value::Dict(Dict(table)) | Value::Set(Set(table)) => table.contains(item, heap),
            Value::Range(range) => {
                let number = Number::of(item).and_then(|number| number.whole());
                Ok(number.is_some_and(|number| range.contains(number)))
            }
            other => Err(Error::unsupported_with("in", item.type_name(), other.type_name())),
        }
    }
}

/// Whether one of some values is equal to another.
fn found<'v>(
    item: Value<'v>,
    values: impl Iterator<Item = Value<'v>>,
    heap: &Heap,
) -> Result<bool, Error> {
    let mut walk = Walk::new(heap);
    for value in values {
        if value.is_key(item, &mut walk)? {
            return Ok(true);
        }
        walk.pass(1)?;
    }
    Ok(false)
}

fn numbers<'v>(
    op: BinOp,
    left: Value<'v>,
    right: Value<'v>,
    heap: &'v Heap,
) -> Result<Value<'v>, Error> {
    if let (Value::Large(a), Value::Large(b)) = (left, right) {
        heap.spend(a.len().saturating_mul(b.len()) / DIGITS)?;
    }
    if let (Some(a), Some(b)) = (Number::of(left), Number::of(right))
        && let Some(number) = a.operate(op, &b)?
    {
        return number.value(heap);
    }
    Err(Error::unsupported_with(op.symbol(), left.type_name(), right.type_name()))
}

fn add<'v>(left: Value<'v>, right: Value<'v>, heap: &'v Heap) -> Result<Value<'v>, Error> {
    match (left, right) {
        (Value::Text(a), Value::Text(b)) => {
            if a.size() == 0 {
                Ok(right)
            } else if b.size() == 0 {
                Ok(left)
            } else {
                heap.spend_bytes(a.size() + b.size())?;
                heap.both(a, b)
            }
        }
        (Value::Tuple(a), Value::Tuple(b)) => {
            heap.spend(a.len() + b.len())?;
            heap.row(&[a.items(), b.items()]).map(Value::Tuple)
        }
        (Value::List(a), Value::List(b)) => a.concatenated(heap, b),
        _ => numbers(BinOp::Add, left, right, heap),
    }
}

/// A text, list or tuple several times.
fn repeated<'v>(value: Value<'v>, times: Value<'v>, heap: &'v Heap) -> Result<Value<'v>, Error> {
    let times = usize::try_from(small(times)?).unwrap_or(0);
    match value {
        // Texts and tuples are made outside of the heap, and copied.
        Value::Text(text) => {
            let size = text.size().saturating_mul(times);
            heap.room(size.saturating_mul(2))?;
            heap.spend_bytes(size)?;
            heap.part(&text.as_str().repeat(times), text)
        }
        Value::List(list) => {
            let items = list.items();
            heap.list_of(items.len().saturating_mul(times), |at| {
                let item = items.get(at % items.len()).map(std::cell::Cell::get);
                Ok(item.unwrap_or(Value::None))
            })
        }
        Value::Tuple(items) => {
            let count = items.len().saturating_mul(times);
            heap.room_for(count.saturating_mul(2))?;
            heap.spend(count)?;
            heap.tuple(&items.items().repeat(times))
        }
        other => Err(Error::unsupported_with("*", other.type_name(), "int")),
    }
}

fn sets<'v>(op: BinOp, a: &Table<'v>, b: &Table<'v>, heap: &'v Heap) -> Result<Value<'v>, Error> {
    let set = heap.set()?;
    match op {
        BinOp::BitOr => {
            set.0.extend(heap, a)?;
            set.0.extend(heap, b)?;
        }
        // In the order of the second set, as it was from the beginning.
        BinOp::BitAnd => keep(heap, &set.0, b, a, true)?,
        BinOp::Subtract => keep(heap, &set.0, a, b, false)?,
        _ => {
            keep(heap, &set.0, a, b, false)?;
            keep(heap, &set.0, b, a, false)?;
        }
    }
    Ok(Value::Set(set))
}

/// Adds the keys that are in the other table, or are not.
pub(crate) fn keep<'v>(
    heap: &'v Heap,
    set: &Table<'v>,
    from: &Table<'v>,
    other: &Table<'v>,
    within: bool,
) -> Result<(), Error> {
    heap.spend(from.len())?;
    for key in from.keys() {
        if other.contains(key, heap)? == within {
            set.insert(heap, key, Value::None)?;
        }
    }
    Ok(())
}
