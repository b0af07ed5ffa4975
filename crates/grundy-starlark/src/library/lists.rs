//! Methods of lists.

use super::functions::collected;
use super::given::{int, int_or_none};
use crate::error::Error;
use crate::value::{Given, Host, List, Method, Value, bounds, out_of_bound};

pub(super) static METHODS: [Method; 7] = [
    Method { name: "append", call: append },
    Method { name: "clear", call: clear },
    Method { name: "extend", call: extend },
    Method { name: "index", call: index },
    Method { name: "insert", call: insert },
    Method { name: "pop", call: pop },
    Method { name: "remove", call: remove },
];

type Done<'v> = Result<Value<'v>, Error>;

fn of<'v>(value: Value<'v>) -> Result<&'v List<'v>, Error> {
    match value {
        Value::List(list) => Ok(list),
        other => Err(Error::unsupported("(list)", other.type_name())),
    }
}

fn append<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [item] = given.exactly("append")?;
    of(this)?.push(host.heap(), item)?;
    Ok(Value::None)
}

fn clear<'v>(_: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("clear")?;
    of(this)?.clear()?;
    Ok(Value::None)
}

fn extend<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.exactly("extend")?;
    let list = of(this)?;
    list.check()?;
    let items = collected(host, from)?;
    list.extend(host.heap(), items.into_iter())?;
    Ok(Value::None)
}

fn index<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [item, start, end] = given.fill("index", 1, ["", "", ""])?;
    let item = item.unwrap_or(Value::None);
    let list = of(this)?;
    let (start, end) = (int_or_none("start", start)?, int_or_none("end", end)?);
    let (start, end) = bounds(list.len(), start, end);
    let heap = host.heap();
    for (place, other) in list.iter().enumerate().take(end).skip(start) {
        heap.spend(1)?;
        if other.equals(item, heap)? {
            return Ok(Value::Int(place as i64));
        }
    }
    Err(missing(item, this, ""))
}

/// The error of an item that is not in a list.
#[cold]
fn missing(item: Value<'_>, list: Value<'_>, what: &str) -> Error {
    let (shown, whole) = (item.shown(), list.shown());
    Error::new(format!("element '{shown}' not found in {what}'{whole}'"))
}

fn insert<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [place, item] = given.exactly("insert")?;
    let list = of(this)?;
    let (place, _) = bounds(list.len(), Some(int("index", place)?), None);
    list.insert(host.heap(), place, item)?;
    Ok(Value::None)
}

fn pop<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [place] = given.fill("pop", 0, [""])?;
    let list = of(this)?;
    list.check()?;
    let place = int_or_none("index", place)?.unwrap_or(-1);
    let from_start = if place < 0 { place + list.len() as i64 } else { place };
    let removed = match usize::try_from(from_start) {
        Ok(place) => list.remove(host.heap(), place)?,
        Err(_) => None,
    };
    removed.ok_or_else(|| out_of_bound(place))
}

fn remove<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [item] = given.exactly("remove")?;
    let list = of(this)?;
    let heap = host.heap();
    for (place, other) in list.iter().enumerate() {
        heap.spend(1)?;
        if other.equals(item, heap)? {
            list.remove(heap, place)?;
            return Ok(Value::None);
        }
    }
    Err(missing(item, this, "list "))
}
