//! Methods of dicts.

use super::functions::as_pair;
use crate::error::Error;
use crate::value::{Dict, Given, Host, Method, Table, Value};

pub(super) static METHODS: [Method; 9] = [
    Method { name: "clear", call: clear },
    Method { name: "get", call: get },
    Method { name: "items", call: items },
    Method { name: "keys", call: keys },
    Method { name: "pop", call: pop },
    Method { name: "popitem", call: popitem },
    Method { name: "setdefault", call: setdefault },
    Method { name: "update", call: update },
    Method { name: "values", call: values },
];

type Done<'v> = Result<Value<'v>, Error>;

fn of<'v>(value: Value<'v>) -> Result<&'v Table<'v>, Error> {
    match value {
        Value::Dict(Dict(table)) => Ok(table),
        other => Err(Error::unsupported("(dict)", other.type_name())),
    }
}

fn clear<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("clear")?;
    of(this)?.clear(host.heap())?;
    Ok(Value::None)
}

fn get<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [key, default] = given.fill("get", 1, ["", ""])?;
    let found = of(this)?.get(key.unwrap_or(Value::None), host.heap())?;
    Ok(found.or(default).unwrap_or(Value::None))
}

fn items<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("items")?;
    let table = of(this)?;
    host.heap().spend(3 * table.len())?;
    let mut entries = table.iter();
    host.heap().list_of(table.len(), |_| match entries.next() {
        Some((key, value)) => host.heap().tuple(&[key, value]),
        None => Ok(Value::None),
    })
}

fn keys<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("keys")?;
    let table = of(this)?;
    let mut keys = table.keys();
    host.heap().list_of(table.len(), |_| Ok(keys.next().unwrap_or(Value::None)))
}

fn values<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("values")?;
    let table = of(this)?;
    let mut values = table.iter().map(|(_, value)| value);
    host.heap().list_of(table.len(), |_| Ok(values.next().unwrap_or(Value::None)))
}

fn pop<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [key, default] = given.fill("pop", 1, ["", "default"])?;
    let key = key.unwrap_or(Value::None);
    let removed = of(this)?.remove(host.heap(), key)?.or(default);
    removed.ok_or_else(|| {
        let (shown, whole) = (key.shown(), this.shown());
        Error::new(format!("key `{shown}` not found in dictionary `{whole}`"))
    })
}

fn popitem<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("popitem")?;
    match of(this)?.remove_at(host.heap(), 0)? {
        Some((key, value)) => host.heap().tuple(&[key, value]),
        None => Err(Error::new("cannot .popitem() on an empty dictionary")),
    }
}

fn setdefault<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [key, default] = given.fill("setdefault", 1, ["", ""])?;
    let (key, default) = (key.unwrap_or(Value::None), default.unwrap_or(Value::None));
    let table = of(this)?;
    table.check()?;
    if let Some(found) = table.get(key, host.heap())? {
        return Ok(found);
    }
    table.insert(host.heap(), key, default)?;
    Ok(default)
}

fn update<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = Given { named: &[], ..given }.fill("update", 0, [""])?;
    let table = of(this)?;
    table.check()?;
    match from {
        None => {}
        Some(Value::Dict(Dict(other))) if std::ptr::eq(table, other) => {}
        Some(Value::Dict(Dict(other))) => table.extend(host.heap(), other)?,
        Some(pairs) => {
            let mut pairs = pairs.items()?;
            while let Some(pair) = pairs.next(host.heap())? {
                host.heap().step()?;
                let Some((key, value)) = as_pair(host, pair)? else {
                    return Err(Error::new(
                        "dict.update expect a list of pairs or a dictionary as first argument, \
                         got a list of non-pairs",
                    ));
                };
                table.insert(host.heap(), key, value)?;
            }
        }
    }
    for &(name, value) in given.named {
        table.insert(host.heap(), host.heap().text(name)?, value)?;
    }
    Ok(Value::None)
}
