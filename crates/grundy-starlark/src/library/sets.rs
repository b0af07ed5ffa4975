//! Methods of sets.

use crate::error::Error;
use crate::value::{Given, Heap, Host, Method, Set, Table, Value, keep};

pub(super) static METHODS: [Method; 12] = [
    Method { name: "add", call: add },
    Method { name: "clear", call: clear },
    Method { name: "difference", call: difference },
    Method { name: "discard", call: discard },
    Method { name: "intersection", call: intersection },
    Method { name: "issubset", call: issubset },
    Method { name: "issuperset", call: issuperset },
    Method { name: "pop", call: pop },
    Method { name: "remove", call: remove },
    Method { name: "symmetric_difference", call: symmetric_difference },
    Method { name: "union", call: union },
    Method { name: "update", call: update },
];

type Done<'v> = Result<Value<'v>, Error>;

fn of<'v>(value: Value<'v>) -> Result<&'v Table<'v>, Error> {
    match value {
        Value::Set(Set(table)) => Ok(table),
        other => Err(Error::unsupported("(set)", other.type_name())),
    }
}

/// Adds all items of a value.
pub(super) fn add_all<'v>(
    host: &mut dyn Host<'v>,
    table: &Table<'v>,
    from: Value<'v>,
) -> Result<(), Error> {
    let mut items = from.items()?;
    while let Some(item) = items.next(host.heap())? {
        host.heap().step()?;
        table.insert(host.heap(), item, Value::None)?;
    }
    Ok(())
}

/// The items of the argument, as a set.
fn other<'v>(
    host: &mut dyn Host<'v>,
    given: Given<'v, '_>,
    name: &str,
) -> Result<&'v Table<'v>, Error> {
    let [from] = given.exactly(name)?;
    if let Value::Set(Set(table)) = from {
        return Ok(table);
    }
    let set = host.heap().set()?;
    add_all(host, &set.0, from)?;
    Ok(&set.0)
}

fn add<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [item] = given.exactly("add")?;
    of(this)?.insert(host.heap(), item, Value::None)?;
    Ok(Value::None)
}

fn clear<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("clear")?;
    of(this)?.clear(host.heap())?;
    Ok(Value::None)
}

fn discard<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [item] = given.exactly("discard")?;
    of(this)?.remove(host.heap(), item)?;
    Ok(Value::None)
}

fn remove<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [item] = given.exactly("remove")?;
    match of(this)?.remove(host.heap(), item)? {
        Some(_) => Ok(Value::None),
        None => {
            let (shown, whole) = (item.shown(), this.shown());
            Err(Error::new(format!("`{shown}` not found in `{whole}`")))
        }
    }
}

/// Removes the item that was added last.
fn pop<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("pop")?;
    let table = of(this)?;
    table.check()?;
    let last = table.len().checked_sub(1);
    match last.map(|last| table.remove_at(host.heap(), last)).transpose()?.flatten() {
        Some((item, _)) => Ok(item),
        None => Err(Error::new("pop from an empty set")),
    }
}

fn update<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.exactly("update")?;
    let table = of(this)?;
    table.check()?;
    if !matches!(from, Value::Set(Set(other)) if std::ptr::eq(other, table)) {
        add_all(host, table, from)?;
    }
    Ok(Value::None)
}

fn union<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.exactly("union")?;
    let set = host.heap().set()?;
    set.0.extend(host.heap(), of(this)?)?;
    add_all(host, &set.0, from)?;
    Ok(Value::Set(set))
}

fn intersection<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let other = other(host, given, "intersection")?;
    let set = host.heap().set()?;
    keep(host.heap(), &set.0, of(this)?, other, true)?;
    Ok(Value::Set(set))
}

fn difference<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let other = other(host, given, "difference")?;
    let set = host.heap().set()?;
    keep(host.heap(), &set.0, of(this)?, other, false)?;
    Ok(Value::Set(set))
}

fn symmetric_difference<'v>(
    host: &mut dyn Host<'v>,
    this: Value<'v>,
    given: Given<'v, '_>,
) -> Done<'v> {
    let other = other(host, given, "symmetric_difference")?;
    let (set, table) = (host.heap().set()?, of(this)?);
    keep(host.heap(), &set.0, table, other, false)?;
    keep(host.heap(), &set.0, other, table, false)?;
    Ok(Value::Set(set))
}

fn issuperset<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let other = other(host, given, "issuperset")?;
    within(host.heap(), other, of(this)?)
}

fn issubset<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let other = other(host, given, "issubset")?;
    within(host.heap(), of(this)?, other)
}

/// Whether all items of the first set are in the second.
fn within<'v>(heap: &Heap, table: &Table<'v>, other: &Table<'v>) -> Done<'v> {
    for item in table.keys() {
        heap.spend(1)?;
        if !other.contains(item, heap)? {
            return Ok(Value::bool(false));
        }
    }
    Ok(Value::bool(true))
}
