//! Functions of what can be iterated over.

use std::cmp::Ordering;

use super::functions::{callable, collected, gathered};
use super::given::{int, mismatch};
use crate::error::Error;
use crate::syntax::BinOp;
use crate::value::{Builtin, Given, Host, Range, Value};

pub(super) static ALL: [Builtin; 13] = [
    Builtin { name: "list", call: list },
    Builtin { name: "range", call: range },
    Builtin { name: "any", call: any },
    Builtin { name: "all", call: all },
    Builtin { name: "sum", call: sum },
    Builtin { name: "min", call: min },
    Builtin { name: "max", call: max },
    Builtin { name: "sorted", call: sorted },
    Builtin { name: "reversed", call: reversed },
    Builtin { name: "enumerate", call: enumerate },
    Builtin { name: "zip", call: zip },
    Builtin { name: "map", call: map },
    Builtin { name: "filter", call: filter },
];

type Done<'v> = Result<Value<'v>, Error>;

fn list<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.fill("list", 0, [""])?;
    match from {
        None => host.heap().list(&[]),
        Some(Value::List(list)) => {
            host.heap().list_of(list.len(), |at| Ok(list.get(at).unwrap_or(Value::None)))
        }
        Some(Value::Tuple(items)) => {
            host.heap().spend(items.len())?;
            host.heap().list(items.items())
        }
        Some(Value::Range(range)) => {
            host.heap().list_of(range.len(), |at| Ok(Value::Int(range.get(at))))
        }
        Some(from) => host.heap().list(&collected(host, from)?),
    }
}

fn range<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [first, second, step] = given.fill("range", 1, ["", "", ""])?;
    let first = int("a1", first.unwrap_or(Value::None))?;
    let (start, stop) = match second {
        Some(second) if !matches!(second, Value::None) => (first, int("a2", second)?),
        _ => (0, first),
    };
    let step = step.map_or(Ok(1), |step| int("step", step))?;
    if step == 0 {
        return Err(Error::new("third argument of range (step) cannot be zero"));
    }
    host.heap().keep(Range { start, stop, step }).map(Value::Range)
}

fn any<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.exactly("any")?;
    let mut items = from.items()?;
    while let Some(item) = items.next(host.heap())? {
        host.heap().step()?;
        if item.truth() {
            return Ok(Value::bool(true));
        }
    }
    Ok(Value::bool(false))
}

fn all<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.exactly("all")?;
    let mut items = from.items()?;
    while let Some(item) = items.next(host.heap())? {
        host.heap().step()?;
        if !item.truth() {
            return Ok(Value::bool(false));
        }
    }
    Ok(Value::bool(true))
}

/// The sum of the numbers, as in Python.
fn sum<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from, start] = given.fill("sum", 1, ["", "start"])?;
    let start = start.map_or(Ok(0), |start| int("start", start))?;
    let mut total = Value::Int(start);
    let mut items = from.unwrap_or(Value::None).items()?;
    while let Some(item) = items.next(host.heap())? {
        host.heap().step()?;
        total = match (total, item) {
            (Value::Int(a), Value::Int(b)) if let Some(sum) = a.checked_add(b) => Value::Int(sum),
            _ => total.operate(BinOp::Add, item, host.heap())?,
        };
    }
    Ok(total)
}

fn min<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    extreme(host, given, "min", Ordering::Greater)
}

fn max<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    extreme(host, given, "max", Ordering::Less)
}

/// The first of the best items: `worse` is how the best item so far compares with a better one.
fn extreme<'v>(
    host: &mut dyn Host<'v>,
    given: Given<'v, '_>,
    name: &str,
    worse: Ordering,
) -> Done<'v> {
    let [key] = Given { positional: &[], ..given }.fill(name, 0, ["*key"])?;
    let key = key.filter(|key| !matches!(key, Value::None));
    let heap = host.heap();
    let mut best: Option<(Value<'v>, Value<'v>)> = None;
    let mut look = |host: &mut dyn Host<'v>, item: Value<'v>| {
        let rank = match key {
            Some(key) => host.call_with(key, &[item])?,
            None => item,
        };
        let order = match (best, rank) {
            (None, _) => worse,
            (Some((_, Value::Int(best))), Value::Int(rank)) => best.cmp(&rank),
            (Some((_, best)), _) => best.compare(rank, heap)?,
        };
        if order == worse {
            best = Some((item, rank));
        }
        Ok::<(), Error>(())
    };
    if let [from] = given.positional {
        let mut items = from.items()?;
        items.lock();
        while let Some(item) = items.next(heap)? {
            heap.step()?;
            look(host, item)?;
        }
        items.unlock();
    } else {
        for item in given.positional {
            heap.spend(1)?;
            look(host, *item)?;
        }
    }
    let empty = || {
        Error::new(format!("argument is an empty iterable, {name}() expect a non empty iterable"))
    };
    Ok(best.ok_or_else(empty)?.0)
}

/// Sorts; equal items keep their order.
fn sorted<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from, key, reverse] = given.fill("sorted", 1, ["", "*key", "*reverse"])?;
    let reverse = match reverse {
        None => false,
        Some(Value::Bool(reverse)) => reverse.get(),
        Some(other) => return Err(mismatch("reverse", "bool", other)),
    };
    let items = collected(host, from.unwrap_or(Value::None))?;
    let heap = host.heap();
    // Items with their ranks, and a copy of both.
    heap.room_for(items.len().saturating_mul(5))?;
    let mut ranked = Vec::with_capacity(items.len());
    for item in items {
        let rank = match key {
            Some(key) if !matches!(key, Value::None) => host.call_with(key, &[item])?,
            _ => item,
        };
        ranked.push((item, rank));
    }
    let mut wrong = None;
    let mut order = |a: Value<'v>, b: Value<'v>| {
        // After an error the order does not matter.
        if wrong.is_some() {
            return Ordering::Equal;
        }
        let order = heap.spend(COMPARISON).and_then(|()| a.compare(b, heap));
        order.unwrap_or_else(|error| {
            wrong = Some(error);
            Ordering::Equal
        })
    };
    // Sorting may notice an inconsistent order, but does not panic: values without an order are
    // only compared for equality, and numbers, texts and tuples of them have a total order.
    match reverse {
        false => merge_sort(&mut ranked, &mut |a, b| order(a.1, b.1)),
        true => merge_sort(&mut ranked, &mut |a, b| order(b.1, a.1)),
    }
    match wrong {
        Some(error) => Err(error),
        None => heap.list_of(ranked.len(), |at| Ok(ranked[at].0)),
    }
}

/// The work of a comparison in a sort, in values that are gone through.
const COMPARISON: usize = 2;

/// A stable sort that does not depend on a total order.
fn merge_sort<T: Copy>(items: &mut [T], order: &mut dyn FnMut(&T, &T) -> Ordering) {
    const SHORT: usize = 12;
    if items.len() <= SHORT {
        for end in 1..items.len() {
            for at in (1..=end).rev() {
                if order(&items[at], &items[at - 1]).is_ge() {
                    break;
                }
                items.swap(at, at - 1);
            }
        }
        return;
    }
    let middle = items.len() / 2;
    let (left, right) = items.split_at_mut(middle);
    merge_sort(left, order);
    merge_sort(right, order);
    let (left, right) = (left.to_vec(), right.to_vec());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    for place in items {
        let take_right = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) => order(b, a).is_lt(),
            (first, _) => first.is_none(),
        };
        if let Some(next) = if take_right { right.next() } else { left.next() } {
            *place = next;
        }
    }
}

fn reversed<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.exactly("reversed")?;
    let items = collected(host, from)?;
    host.heap().list_of(items.len(), |at| Ok(items[items.len() - 1 - at]))
}

fn enumerate<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from, start] = given.fill("enumerate", 1, ["", "start"])?;
    let start = start.map_or(Ok(0), |start| int("start", start))?;
    let heap = host.heap();
    let mut items = from.unwrap_or(Value::None).items()?;
    let count = match from {
        Some(Value::Elems(text) | Value::Codepoints(text)) => text.len(),
        _ => items.size(),
    };
    heap.list_of(count, |index| {
        heap.spend(3)?;
        let item = items.next(heap)?.unwrap_or(Value::None);
        heap.tuple(&[Value::Int(start + index as i64), item])
    })
}

fn zip<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    given.unnamed("zip")?;
    let heap = host.heap();
    // What is left of each column takes up to three values.
    heap.room_for(given.positional.len().saturating_mul(4))?;
    let mut columns = Vec::with_capacity(given.positional.len());
    for from in given.positional {
        columns.push(from.items()?);
    }
    let mut row = Vec::with_capacity(columns.len());
    let mut next = || {
        row.clear();
        for column in &mut columns {
            match column.next(heap)? {
                Some(item) => row.push(item),
                None => return Ok(None),
            }
        }
        heap.step()?;
        heap.spend(row.len())?;
        if row.is_empty() { Ok(None) } else { heap.tuple(&row).map(Some) }
    };
    heap.list(&gathered(heap, std::iter::from_fn(|| next().transpose()))?)
}

fn map<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [function, from] = given.exactly("map")?;
    let function = callable("func", function)?;
    let mut items = collected(host, from)?;
    for item in &mut items {
        *item = host.call_with(function, &[*item])?;
    }
    host.heap().list(&items)
}

/// The items for which the function says yes; without a function, all but None.
fn filter<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [function, from] = given.exactly("filter")?;
    let mut kept = Vec::new();
    for item in collected(host, from)? {
        let keep = match function {
            Value::None => !matches!(item, Value::None),
            function => host.call_with(callable("func", function)?, &[item])?.truth(),
        };
        if keep {
            kept.push(item);
        }
    }
    host.heap().list(&kept)
}
