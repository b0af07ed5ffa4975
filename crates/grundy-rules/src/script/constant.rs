//! The values of a file's constants, for the compiler.

use super::Value;

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
    let other = || Constant::Other(value.type_name().to_string());
    if depth > DEEPEST || *room == 0 {
        return other();
    }
    *room -= 1;
    let mut all = |items: &mut dyn Iterator<Item = Value<'_>>| {
        items.map(|item| constant(item, depth + 1, room)).collect()
    };
    if value.is_none() {
        Constant::None
    } else if let Some(value) = value.as_bool() {
        Constant::Bool(value)
    } else if let Some(text) = value.as_str() {
        Constant::Text(text.to_string())
    } else if let Some(mut items) = value.tuple() {
        Constant::Tuple(all(&mut items))
    } else if let Some(mut items) = value.list() {
        Constant::List(all(&mut items))
    } else if let Some(entries) = value.dict() {
        let (keys, values): (Vec<_>, Vec<_>) = entries.unzip();
        let keys: Vec<Constant> = all(&mut keys.into_iter());
        let values: Vec<Constant> = all(&mut values.into_iter());
        Constant::Dict(keys.into_iter().zip(values).collect())
    } else {
        match value.as_int() {
            Some(number) if number.unsigned_abs() < 1 << 61 => Constant::Int(number),
            _ => other(),
        }
    }
}
