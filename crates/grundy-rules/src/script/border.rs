//! Converts values: from bytes to the heap of the interpreter, and back.

use grundy_starlark::Session;

use super::{Listed, Value};
use crate::structure::code::{self, DEEPEST, Item};

/// What positions may be.
pub(super) const POSITIONS: &str =
    "positions are whole numbers, texts, True, False, None, and tuples of these";

/// Decodes one value.
pub(super) fn decode<'v>(
    bytes: &mut &[u8],
    session: &Session<'v, '_>,
    depth: usize,
) -> Option<Value<'v>> {
    Some(match code::next(bytes)? {
        Item::Number(number) => Value::int(number),
        Item::Text(text) => session.text(text).ok()?,
        Item::Bool(value) => Value::bool(value),
        Item::None => Value::none(),
        // Every item takes at least one byte.
        Item::Tuple(count) if count > bytes.len() || depth == DEEPEST => return None,
        Item::Tuple(count) if count <= FEW => {
            let mut items = [Value::none(); FEW];
            for item in &mut items[..count] {
                *item = decode(bytes, session, depth + 1)?;
            }
            session.tuple(&items[..count]).ok()?
        }
        Item::Tuple(count) => {
            let items: Option<Vec<Value<'v>>> =
                (0..count).map(|_| decode(bytes, session, depth + 1)).collect();
            session.tuple(&items?).ok()?
        }
    })
}

/// The longest tuple that is decoded without allocating a vector.
const FEW: usize = 12;

/// Appends the bytes of a position. The error says why a value is not a position.
pub(super) fn encode(
    value: Value<'_>,
    bytes: &mut Vec<u8>,
    limit: usize,
    depth: usize,
) -> Result<(), String> {
    if let Some(text) = value.as_str() {
        if bytes.len() + text.len() > limit {
            return Err("it is too large".to_string());
        }
        code::put_text(text, bytes);
    } else if let Some(number) = value.as_int() {
        code::put_number(number, bytes);
    } else if let Some(items) = value.tuple() {
        if depth == DEEPEST {
            return Err(format!("more than {DEEPEST} tuples within each other"));
        }
        bytes.reserve(items.len() + 1);
        code::put_tuple(items.len(), bytes);
        for item in items {
            // Nearly all items are numbers.
            match item.as_int() {
                Some(number) => code::put_number(number, bytes),
                None => encode(item, bytes, limit, depth + 1)?,
            }
        }
    } else if let Some(value) = value.as_bool() {
        code::put_bool(value, bytes);
    } else if value.is_none() {
        code::put_none(bytes);
    } else {
        return Err(other(value));
    }
    if bytes.len() > limit { Err("it is too large".to_string()) } else { Ok(()) }
}

#[cold]
fn other(value: Value<'_>) -> String {
    let shown = shortened(value);
    match value.type_name() {
        "int" => format!("the number {shown} has more than 63 bits"),
        "list" => format!("{shown} is a list, which can change; write tuple(…) around it"),
        "dict" => {
            format!("{shown} is a dict, which can change; write tuple(sorted(….items())) around it")
        }
        "set" => format!("{shown} is a set, which can change; write tuple(sorted(…)) around it"),
        "float" => format!("{shown} is no whole number; write `//` to divide"),
        "function" => format!("{shown} is a function; are parentheses missing behind it?"),
        other => format!("{shown} is a value of type {other}"),
    }
}

/// The positions in a list, or, if `dict` is set, in a dict from names to positions.
pub(super) fn listed(value: Value<'_>, dict: bool) -> Option<Listed<'_>> {
    if let Some(list) = value.list() {
        return Some(Listed::Plain(list.collect()));
    }
    let entries = value.dict().filter(|_| dict)?;
    Some(Listed::Named(entries.collect()))
}

/// A value as a person reads it, if it is not too long.
pub(super) fn shortened(value: Value<'_>) -> String {
    const LONGEST: usize = 60;
    if let Some(text) = value.as_str().filter(|text| text.len() > 4 * LONGEST) {
        return format!("a text of {} bytes", text.len());
    }
    let long = value.length().is_some_and(|length| length > 1000);
    if long || !is_small(value, 8, &mut 10_000) {
        return format!("a large {}", value.type_name());
    }
    let text = value.repr();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// Whether a value is not too deep, and `left` counts down the values in it.
fn is_small(value: Value<'_>, depth: usize, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    let mut items: Box<dyn Iterator<Item = Value<'_>>> = if let Some(items) = value.tuple() {
        Box::new(items)
    } else if let Some(items) = value.list() {
        Box::new(items)
    } else if let Some(entries) = value.dict() {
        Box::new(entries.map(|(_, value)| value))
    } else {
        return true;
    };
    depth > 0 && items.all(|item| is_small(item, depth - 1, left))
}
