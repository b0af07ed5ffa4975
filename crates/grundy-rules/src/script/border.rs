//! Converts values: from bytes to the heap of the interpreter, and back.

use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, UnpackValue, Value};

use super::Listed;
use crate::structure::code::{self, DEEPEST, Item};

/// What positions may be.
pub(super) const POSITIONS: &str =
    "positions are whole numbers, texts, True, False, None, and tuples of these";

/// Decodes one value.
pub(super) fn decode<'v>(bytes: &mut &[u8], heap: Heap<'v>, depth: usize) -> Option<Value<'v>> {
    Some(match code::next(bytes)? {
        Item::Number(number) => match i32::try_from(number) {
            Ok(number) => heap.alloc(number),
            Err(_) => heap.alloc(number),
        },
        Item::Text(text) => heap.alloc(text),
        Item::Bool(value) => Value::new_bool(value),
        Item::None => Value::new_none(),
        // Every item takes at least one byte.
        Item::Tuple(count) if count > bytes.len() || depth == DEEPEST => return None,
        Item::Tuple(count) if count <= FEW => {
            let mut items = [Value::new_none(); FEW];
            for item in &mut items[..count] {
                *item = decode(bytes, heap, depth + 1)?;
            }
            heap.alloc(AllocTuple(items[..count].iter().copied()))
        }
        Item::Tuple(count) => {
            let items: Option<Vec<Value<'v>>> =
                (0..count).map(|_| decode(bytes, heap, depth + 1)).collect();
            heap.alloc(AllocTuple(items?))
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
    if let Some(text) = value.unpack_str() {
        if bytes.len() + text.len() > limit {
            return Err("it is too large".to_string());
        }
        code::put_text(text, bytes);
    } else if let Some(number) = value.unpack_i32() {
        code::put_number(i64::from(number), bytes);
    } else if let Some(tuple) = TupleRef::from_value(value) {
        if depth == DEEPEST {
            return Err(format!("more than {DEEPEST} tuples within each other"));
        }
        let items = tuple.content();
        bytes.reserve(items.len() + 1);
        code::put_tuple(items.len(), bytes);
        for &item in items {
            // Nearly all items are small numbers.
            match item.unpack_i32() {
                Some(number) => code::put_number(i64::from(number), bytes),
                None => encode(item, bytes, limit, depth + 1)?,
            }
        }
    } else if let Some(value) = value.unpack_bool() {
        code::put_bool(value, bytes);
    } else if value.is_none() {
        code::put_none(bytes);
    } else {
        return other(value, bytes);
    }
    if bytes.len() > limit { Err("it is too large".to_string()) } else { Ok(()) }
}

#[cold]
fn other(value: Value<'_>, bytes: &mut Vec<u8>) -> Result<(), String> {
    let shown = shortened(value);
    Err(match value.get_type() {
        "int" => match i64::unpack_value(value) {
            Ok(Some(number)) => {
                code::put_number(number, bytes);
                return Ok(());
            }
            _ => format!("the number {shown} has more than 63 bits"),
        },
        "list" => format!("{shown} is a list, which can change; write tuple(…) around it"),
        "dict" => {
            format!("{shown} is a dict, which can change; write tuple(sorted(….items())) around it")
        }
        "set" => format!("{shown} is a set, which can change; write tuple(sorted(…)) around it"),
        "float" => format!("{shown} is no whole number; write `//` to divide"),
        "function" => format!("{shown} is a function; are parentheses missing behind it?"),
        other => format!("{shown} is a value of type {other}"),
    })
}

/// The positions in a list, or, if `dict` is set, in a dict from names to positions.
pub(super) fn listed(value: Value<'_>, dict: bool) -> Option<Listed<'_>> {
    if let Some(list) = ListRef::from_value(value) {
        return Some(Listed::Plain(list.iter().collect()));
    }
    let dict = DictRef::from_value(value).filter(|_| dict)?;
    Some(Listed::Named(dict.iter().collect()))
}

/// A value as a person reads it, if it is not too long.
pub(super) fn shortened(value: Value<'_>) -> String {
    const LONGEST: usize = 60;
    if let Some(text) = value.unpack_str().filter(|text| text.len() > 4 * LONGEST) {
        return format!("a text of {} bytes", text.len());
    }
    let long = match value.length() {
        Ok(length) => length > 1000,
        Err(_) => false,
    };
    // Deep values are not printed: the recursion might exhaust the stack.
    if long || !is_shallow(value, 8) {
        return format!("a large {}", value.get_type());
    }
    let text = value.to_repr();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

fn is_shallow(value: Value<'_>, depth: usize) -> bool {
    let mut items: Box<dyn Iterator<Item = Value<'_>>> =
        if let Some(tuple) = TupleRef::from_value(value) {
            Box::new(tuple.iter())
        } else if let Some(list) = ListRef::from_value(value) {
            Box::new(list.iter())
        } else if let Some(dict) = DictRef::from_value(value) {
            Box::new(dict.values().collect::<Vec<_>>().into_iter())
        } else {
            return true;
        };
    depth > 0 && items.all(|item| is_shallow(item, depth - 1))
}
