//! Functions of values of any type.

use super::given::{mismatch, text};
use crate::error::Error;
use crate::value::{Builtin, Dict, Given, Heap, Host, Value, Written};

pub(super) static ALL: [Builtin; 14] = [
    Builtin { name: "fail", call: fail },
    Builtin { name: "print", call: print },
    Builtin { name: "type", call: type_ },
    Builtin { name: "bool", call: bool_ },
    Builtin { name: "str", call: str_ },
    Builtin { name: "repr", call: repr },
    Builtin { name: "len", call: len },
    Builtin { name: "hash", call: hash },
    Builtin { name: "dir", call: dir },
    Builtin { name: "getattr", call: getattr },
    Builtin { name: "hasattr", call: hasattr },
    Builtin { name: "dict", call: dict },
    Builtin { name: "set", call: set },
    Builtin { name: "tuple", call: tuple },
];

type Done<'v> = Result<Value<'v>, Error>;

fn fail<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    given.unnamed("fail")?;
    let mut message = Written::within(host.heap());
    message.push("fail:");
    for value in given.positional {
        message.push(" ");
        message.str(*value);
    }
    Err(Error::new(message.text(host.heap())?))
}

fn print<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    given.unnamed("print")?;
    let mut line = Written::within(host.heap());
    for (index, value) in given.positional.iter().enumerate() {
        line.push(if index > 0 { " " } else { "" });
        line.str(*value);
    }
    host.heap().print(&line.text(host.heap())?);
    Ok(Value::None)
}

fn type_<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.exactly("type")?;
    host.heap().text(value.type_name())
}

fn bool_<'v>(_: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.fill("bool", 0, [""])?;
    Ok(Value::bool(value.is_some_and(Value::truth)))
}

fn str_<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.exactly("str")?;
    match value {
        Value::Text(_) => Ok(value),
        Value::Int(digit @ 0..10) => host.heap().character((b'0' + digit as u8) as char),
        _ => written(host, value),
    }
}

fn repr<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.exactly("repr")?;
    written(host, value)
}

fn written<'v>(host: &mut dyn Host<'v>, value: Value<'v>) -> Done<'v> {
    let mut text = Written::within(host.heap());
    text.repr(value);
    text.value(host.heap())
}

fn len<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.exactly("len")?;
    if let Value::Text(text) = value {
        host.heap().spend_bytes(text.size())?;
    }
    let length = value.length()?;
    Ok(Value::Int(length as i64))
}

/// The hash of Java's strings, as the Starlark specification has it.
fn hash<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.exactly("hash")?;
    let text = text("a", value)?;
    host.heap().spend_bytes(text.len())?;
    let add = |hash: i32, unit: u16| hash.wrapping_mul(31).wrapping_add(i32::from(unit));
    Ok(Value::Int(i64::from(text.encode_utf16().fold(0, add))))
}

fn dir<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.exactly("dir")?;
    let mut names: Vec<&str> = super::attributes(value).collect();
    names.sort_unstable();
    host.heap().list_of(names.len(), |at| host.heap().text(names[at]))
}

fn getattr<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value, name, default] = given.fill("getattr", 2, ["", "", ""])?;
    let (value, name) = (value.unwrap_or(Value::None), name.unwrap_or(Value::None));
    let name = text("attr", name)?;
    let found = super::attribute(host.heap(), value, name)?.or(default);
    found.ok_or_else(|| Error::unsupported(&format!(".{name}"), value.type_name()))
}

fn hasattr<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value, name] = given.exactly("hasattr")?;
    Ok(Value::bool(super::attribute(host.heap(), value, text("attr", name)?)?.is_some()))
}

fn dict<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = Given { named: &[], ..given }.fill("dict", 0, [""])?;
    let dict = host.heap().dict()?;
    match from {
        None => {}
        Some(Value::Dict(Dict(table))) => dict.0.extend(host.heap(), table)?,
        Some(pairs) => {
            let mut pairs = pairs.items()?;
            while let Some(pair) = pairs.next(host.heap())? {
                host.heap().step()?;
                let Some((key, value)) = as_pair(host, pair)? else {
                    let shown = pair.shown();
                    let message = format!(
                        "found a non-pair element in the positional argument of dict(): {shown}"
                    );
                    return Err(Error::new(message));
                };
                dict.0.insert(host.heap(), key, value)?;
            }
        }
    }
    for &(name, value) in given.named {
        dict.0.insert(host.heap(), host.heap().text(name)?, value)?;
    }
    Ok(Value::Dict(dict))
}

/// The two items of a value that has two.
pub(super) fn as_pair<'v>(
    host: &mut dyn Host<'v>,
    value: Value<'v>,
) -> Result<Option<(Value<'v>, Value<'v>)>, Error> {
    let mut items = value.items()?;
    let mut next = || items.next(host.heap());
    Ok(match (next()?, next()?, next()?) {
        (Some(first), Some(second), None) => Some((first, second)),
        _ => None,
    })
}

fn set<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.fill("set", 0, [""])?;
    let set = host.heap().set()?;
    if let Some(from) = from {
        super::sets::add_all(host, &set.0, from)?;
    }
    Ok(Value::Set(set))
}

fn tuple<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.fill("tuple", 0, [""])?;
    match from {
        None => host.heap().tuple(&[]),
        Some(tuple @ Value::Tuple(_)) => Ok(tuple),
        Some(Value::List(list)) => list.as_tuple(host.heap()),
        Some(from) => {
            let items = collected(host, from)?;
            host.heap().tuple(&items)
        }
    }
}

/// The items of a value.
pub(super) fn collected<'v>(host: &dyn Host<'v>, from: Value<'v>) -> Result<Vec<Value<'v>>, Error> {
    let heap = host.heap();
    let mut items = from.items()?;
    // A list of them is made next.
    heap.room_for(items.size().saturating_mul(2))?;
    let mut all = Vec::with_capacity(items.size());
    while let Some(item) = items.next(heap)? {
        heap.spend(1)?;
        all.push(item);
    }
    Ok(all)
}

/// The items of an iterator, to be put into a list.
pub(super) fn gathered<T>(
    heap: &Heap,
    from: impl Iterator<Item = Result<T, Error>>,
) -> Result<Vec<T>, Error> {
    let mut all = Vec::new();
    for item in from {
        if all.len() == all.capacity() {
            heap.room((2 * all.len()).saturating_mul(size_of::<T>() + size_of::<Value<'_>>()))?;
        }
        heap.spend(1)?;
        all.push(item?);
    }
    Ok(all)
}

/// An argument that must be a function.
pub(super) fn callable<'v>(param: &str, value: Value<'v>) -> Result<Value<'v>, Error> {
    match value.type_name() {
        "function" => Ok(value),
        _ => Err(mismatch(param, "typing.Callable", value)),
    }
}
