//! Built-in functions and methods: those of the Starlark specification, without bytes, and some of
//! Python's.

mod dicts;
mod format;
mod functions;
mod given;
mod lists;
mod numbers;
mod sequences;
mod sets;
mod texts;

use crate::error::Error;
use crate::value::{Builtin, Heap, Method, Value};

/// The methods of a name, by the type of the value.
#[derive(Clone, Copy)]
pub(crate) struct Methods {
    pub(crate) text: Option<&'static Method>,
    pub(crate) list: Option<&'static Method>,
    pub(crate) dict: Option<&'static Method>,
    pub(crate) set: Option<&'static Method>,
}

impl Methods {
    /// The method of a value.
    #[inline]
    pub(crate) fn of(&self, value: Value<'_>) -> Option<&'static Method> {
        match value {
            Value::Text(_) => self.text,
            Value::List(_) => self.list,
            Value::Dict(_) => self.dict,
            Value::Set(_) => self.set,
            _ => None,
        }
    }
}

/// A method of a value that is not called at once.
pub(crate) fn attribute<'v>(
    heap: &'v Heap,
    object: Value<'v>,
    name: &str,
) -> Result<Option<Value<'v>>, Error> {
    let method = methods(name).of(object);
    method.map(|method| heap.keep((object, method)).map(Value::Method)).transpose()
}

/// The methods with a name.
pub(crate) fn methods(name: &str) -> Methods {
    let find = |all: &'static [Method]| all.iter().find(|method| method.name == name);
    Methods {
        text: find(&texts::METHODS),
        list: find(&lists::METHODS),
        dict: find(&dicts::METHODS),
        set: find(&sets::METHODS),
    }
}

/// The names of the methods of a value.
pub(crate) fn attributes(value: Value<'_>) -> impl Iterator<Item = &'static str> {
    let all: &'static [Method] = match value {
        Value::Text(_) => &texts::METHODS,
        Value::List(_) => &lists::METHODS,
        Value::Dict(_) => &dicts::METHODS,
        Value::Set(_) => &sets::METHODS,
        _ => &[],
    };
    all.iter().map(|method| method.name)
}

/// The meaning of a name that a file does not bind.
pub(crate) fn global<'v>(name: &str) -> Option<Value<'v>> {
    match name {
        "None" => Some(Value::None),
        "True" => Some(Value::bool(true)),
        "False" => Some(Value::bool(false)),
        _ => builtins().find(|builtin| builtin.name == name).map(Value::Builtin),
    }
}

fn builtins() -> impl Iterator<Item = &'static Builtin> {
    functions::ALL.iter().chain(&sequences::ALL).chain(&numbers::ALL)
}

/// The names that have a meaning in every file.
pub fn names() -> impl Iterator<Item = &'static str> {
    ["None", "True", "False"].into_iter().chain(builtins().map(|builtin| builtin.name))
}
