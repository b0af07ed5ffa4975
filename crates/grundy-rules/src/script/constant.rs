//! The values of a file's constants, for the compiler.

use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{UnpackValue, Value};

/// A value at the top level of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    None,
    Bool(bool),
    Int(i64),
    Text(String),
    Tuple(Vec<Constant>),
    List(Vec<Constant>),
    Dict(Vec<(Constant, Constant)>),
    /// A value that compiled functions cannot use: its type.
    Other(String),
}

impl Constant {
    /// Appends all texts in the value.
    pub(crate) fn texts(&self, texts: &mut Vec<String>) {
        match self {
            Constant::Text(text) => texts.push(text.clone()),
            Constant::Tuple(items) | Constant::List(items) => {
                items.iter().for_each(|item| item.texts(texts));
            }
            Constant::Dict(entries) => entries.iter().for_each(|(key, value)| {
                key.texts(texts);
                value.texts(texts);
            }),
            _ => {}
        }
    }
}

/// Values within each other deeper than this are not converted.
const DEEPEST: usize = 32;

/// Converts a value; `room` counts down the values that may still be converted.
pub(super) fn constant(value: Value<'_>, depth: usize, room: &mut usize) -> Constant {
    let other = || Constant::Other(value.get_type().to_string());
    if depth > DEEPEST || *room == 0 {
        return other();
    }
    *room -= 1;
    let mut all = |items: &mut dyn Iterator<Item = Value<'_>>| {
        items.map(|item| constant(item, depth + 1, room)).collect()
    };
    if value.is_none() {
        Constant::None
    } else if let Some(value) = value.unpack_bool() {
        Constant::Bool(value)
    } else if let Some(number) = value.unpack_i32() {
        Constant::Int(i64::from(number))
    } else if let Some(text) = value.unpack_str() {
        Constant::Text(text.to_string())
    } else if let Some(tuple) = TupleRef::from_value(value) {
        Constant::Tuple(all(&mut tuple.iter()))
    } else if let Some(list) = ListRef::from_value(value) {
        Constant::List(all(&mut list.iter()))
    } else if let Some(dict) = DictRef::from_value(value) {
        let keys: Vec<Constant> = all(&mut dict.keys());
        let values: Vec<Constant> = all(&mut dict.values());
        Constant::Dict(keys.into_iter().zip(values).collect())
    } else {
        match i64::unpack_value(value) {
            Ok(Some(number)) if number.unsigned_abs() < 1 << 61 => Constant::Int(number),
            _ => other(),
        }
    }
}
