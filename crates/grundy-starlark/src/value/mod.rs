//! Values.
//!
//! A value takes two words and is copied freely; what it refers to lives in the heap of a session,
//! or of the file. The values of a file are frozen: its lists, dicts and sets refuse to be changed,
//! and nothing else can be changed, so threads share them.

mod bound;
mod compare;
mod heap;
mod iterate;
mod list;
mod number;
mod operators;
mod percent;
mod range;
mod repr;
mod slice;
mod table;
mod text;
mod thin;
mod view;
mod walk;

use std::cell::Cell;

use crate::error::Error;
pub(crate) use bound::{bounds, index, out_of_bound, small};
pub(crate) use heap::{BYTES, Heap};
pub(crate) use list::List;
pub(crate) use number::{Number, of_ints};
pub(crate) use operators::keep;
pub(crate) use range::Range;
pub(crate) use repr::Written;
pub(crate) use slice::sliced;
pub(crate) use table::{Dict, Set, Table};
pub(crate) use text::{characters, part};
pub(crate) use thin::{Text, Thin};
pub use view::View;

/// A value of the interpreter: a word for the kind, and a word that is an integer or a pointer, so
/// that values are passed in two registers.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(crate) enum Value<'v> {
    /// The content of a variable before something is assigned to it.
    Unbound,
    None,
    Ellipsis,
    Bool(Bool),
    Int(i64),
    Float(Float),
    /// A number of more than 63 bits: the digits of its magnitude, marked if it is negative.
    Large(Thin<'v, u32>),
    Text(Text<'v>),
    /// The characters of a text, or their numbers, which can be iterated over.
    Elems(Text<'v>),
    Codepoints(Text<'v>),
    Tuple(Thin<'v, Value<'v>>),
    List(&'v List<'v>),
    Dict(&'v Dict<'v>),
    Set(&'v Set<'v>),
    Range(&'v Range),
    Function(&'v Function<'v>),
    Builtin(&'static Builtin),
    /// A method, and its value.
    Method(&'v (Value<'v>, &'static Method)),
    /// The content of a variable that inner functions share.
    Cell(&'v Cell<Value<'v>>),
}

/// A function of the file.
pub(crate) struct Function<'v> {
    /// Its number in the program.
    pub(crate) code: usize,
    pub(crate) name: Text<'v>,
    /// The defaults of the last parameters that can be given by place, and of those that can only
    /// be named; `Unbound` where there is none.
    pub(crate) defaults: Thin<'v, Value<'v>>,
    /// The variables of the functions around it that it uses.
    pub(crate) captured: &'v [&'v Cell<Value<'v>>],
}

/// A built-in function.
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) call: Native,
}

/// A built-in method.
pub(crate) struct Method {
    pub(crate) name: &'static str,
    pub(crate) call: NativeMethod,
}

pub(crate) type Native =
    for<'v, 'b, 'c> fn(&'b mut (dyn Host<'v> + 'b), Given<'v, 'c>) -> Result<Value<'v>, Error>;

pub(crate) type NativeMethod = for<'v, 'b, 'c> fn(
    &'b mut (dyn Host<'v> + 'b),
    Value<'v>,
    Given<'v, 'c>,
) -> Result<Value<'v>, Error>;

/// The caller of built-in functions.
pub(crate) trait Host<'v> {
    /// The memory of values, which also counts the work on them.
    fn heap(&self) -> &'v Heap<'v>;

    /// Calls a value with these arguments.
    fn call_with(&mut self, function: Value<'v>, given: &[Value<'v>]) -> Result<Value<'v>, Error>;
}

/// The arguments of a call: by place, and by name.
#[derive(Clone, Copy, Default)]
pub(crate) struct Given<'v, 'c> {
    pub(crate) positional: &'c [Value<'v>],
    pub(crate) named: &'c [(&'c str, Value<'v>)],
}

impl<'v, 'c> Given<'v, 'c> {
    pub(crate) fn plain(positional: &'c [Value<'v>]) -> Given<'v, 'c> {
        Given { positional, named: &[] }
    }
}

const _: () = assert!(size_of::<Value<'_>>() == 16);
const _: () = assert!(size_of::<Result<Value<'_>, crate::Error>>() == 16);

/// A boolean of the size of a word.
#[derive(Clone, Copy)]
pub(crate) struct Bool(u64);

impl Bool {
    #[inline]
    pub(crate) fn get(self) -> bool {
        self.0 != 0
    }
}

/// The bits of a float.
#[derive(Clone, Copy)]
pub(crate) struct Float(u64);

impl Float {
    pub(crate) fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl<'v> Value<'v> {
    #[inline]
    pub(crate) fn bool(value: bool) -> Value<'v> {
        Value::Bool(Bool(u64::from(value)))
    }

    pub(crate) fn float(number: f64) -> Value<'v> {
        Value::Float(Float(number.to_bits()))
    }

    /// The name of the type.
    pub(crate) fn type_name(self) -> &'static str {
        match self {
            Value::Unbound | Value::Cell(_) | Value::None => "NoneType",
            Value::Ellipsis => "ellipsis",
            Value::Bool(_) => "bool",
            Value::Int(_) | Value::Large(_) => "int",
            Value::Float(_) => "float",
            Value::Text(_) => "string",
            Value::Elems(_) | Value::Codepoints(_) => "iterator",
            Value::Tuple(_) => "tuple",
            Value::List(_) => "list",
            Value::Dict(_) => "dict",
            Value::Set(_) => "set",
            Value::Range(_) => "range",
            Value::Function(_) | Value::Builtin(_) | Value::Method(_) => "function",
        }
    }

    /// The number of items, or of characters.
    #[inline]
    pub(crate) fn length(self) -> Result<usize, Error> {
        Ok(match self {
            Value::Text(text) => text.len(),
            Value::Tuple(items) => items.len(),
            Value::List(list) => list.len(),
            Value::Dict(Dict(table)) | Value::Set(Set(table)) => table.len(),
            Value::Range(range) => range.len(),
            other => return Err(Error::unsupported("len()", other.type_name())),
        })
    }

    /// Whether a condition with this value holds.
    #[inline]
    pub(crate) fn truth(self) -> bool {
        match self {
            Value::Bool(value) => value.get(),
            Value::Unbound | Value::None => false,
            Value::Int(number) => number != 0,
            Value::Float(number) => number.get() != 0.0,
            Value::Text(text) => text.size() > 0,
            Value::Tuple(items) => items.len() > 0,
            Value::List(list) => list.len() > 0,
            Value::Dict(Dict(table)) | Value::Set(Set(table)) => table.len() > 0,
            Value::Range(range) => range.len() > 0,
            Value::Ellipsis
            | Value::Large(_)
            | Value::Elems(_)
            | Value::Codepoints(_)
            | Value::Function(_)
            | Value::Builtin(_)
            | Value::Method(_)
            | Value::Cell(_) => true,
        }
    }
}
