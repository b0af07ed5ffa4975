//! Values as texts.

use std::fmt::Write;

use super::walk::roomy;
use super::{BYTES, Dict, Heap, Number, Set, Value};
use crate::error::Error;

/// Values within each other deeper than this are not written out.
const DEEPEST: usize = 200;

/// Errors show at most `SHOWN` bytes of a value, and `SHORT` characters of one with its type.
const SHOWN: usize = 1000;
const SHORT: usize = 60;

/// Pairs of digits of a large number that are written in the time in which a function goes through
/// one value.
const DIGITS: usize = 64;

/// A text that is being written. It is limited, because a few lists within each other may stand for
/// any number of items.
pub(crate) struct Written<'h> {
    /// Where the work is counted; nowhere for an error, which is short.
    heap: Option<&'h Heap<'h>>,
    text: String,
    /// The most bytes, and whether there are more.
    most: usize,
    full: bool,
    /// The addresses of the values that the present one is in.
    outer: Vec<usize>,
    /// Why the call must stop.
    error: Option<Error>,
}

impl<'h> Written<'h> {
    /// An empty text of at most `most` bytes.
    pub(super) fn new(most: usize) -> Written<'h> {
        let (text, outer) = (String::new(), Vec::new());
        Written { heap: None, text, most, full: false, outer, error: None }
    }

    /// An empty text that the heap must have room for, and for a copy of it.
    pub(crate) fn within(heap: &'h Heap<'h>) -> Written<'h> {
        let text = String::with_capacity(64);
        Written { heap: Some(heap), text, ..Written::new(heap.left() / 2) }
    }

    /// Counts work, after which nothing is written if the call must stop.
    fn spend(&mut self, work: usize) {
        if let Some(Err(error)) = self.heap.map(|heap| heap.spend(work)) {
            self.error.get_or_insert(error);
            self.full = true;
        }
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.spend(1 + text.len() / BYTES);
        self.full |= text.len() > self.most - self.text.len().min(self.most);
        if !self.full {
            self.text.push_str(text);
        }
    }

    /// Appends a value as `str` gives it.
    pub(crate) fn str(&mut self, value: Value<'_>) {
        match value {
            Value::Text(own) => self.push(own.as_str()),
            other => self.repr(other),
        }
    }

    /// Whether nothing more is written: there is no room, or the call must stop.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// The text, if the heap has room for it.
    pub(crate) fn text(self, heap: &Heap) -> Result<String, Error> {
        match self.error {
            Some(error) => Err(error),
            None if self.full || self.text.len() > self.most => Err(heap.full()),
            None => Ok(self.text),
        }
    }

    /// The text as a value.
    pub(crate) fn value<'v>(self, heap: &'v Heap) -> Result<Value<'v>, Error> {
        heap.text(&self.text(heap)?)
    }

    /// The text, or its beginning.
    pub(super) fn beginning(mut self) -> String {
        if self.full {
            self.text.push('…');
        }
        self.text
    }
}

impl Value<'_> {
    /// The value as `repr` gives it, or the beginning of that: for an error.
    #[cold]
    pub(crate) fn shown(self) -> String {
        let mut text = Written::new(SHOWN);
        text.repr(self);
        text.beginning()
    }

    /// The type and the value, for an error.
    #[cold]
    pub(crate) fn shown_with_type(self) -> String {
        let mut text = self.shown();
        if text.chars().count() > SHORT {
            text = text.chars().take(SHORT - 1).chain(['…']).collect();
        }
        format!("{} (repr: {text})", self.type_name())
    }
}

impl Written<'_> {
    /// Appends a number as `write` gives it.
    pub(super) fn number(&mut self, value: Value<'_>, write: impl FnOnce() -> String) {
        if let Value::Large(digits) = value {
            self.spend(digits.len().saturating_pow(2) / DIGITS);
        }
        if !self.full {
            self.push(&write());
        }
    }

    /// Appends a value as `repr` gives it.
    pub(crate) fn repr(&mut self, value: Value<'_>) {
        if self.full {
            return;
        }
        match value {
            Value::Unbound | Value::None | Value::Cell(_) => self.push("None"),
            Value::Ellipsis => self.push("Ellipsis"),
            Value::Bool(value) => self.push(if value.get() { "True" } else { "False" }),
            Value::Text(own) => self.quoted(own.as_str()),
            Value::Elems(_) | Value::Codepoints(_) => self.push("iterator"),
            Value::Range(range) => {
                let (start, stop, step) = (range.start, range.stop, range.step);
                self.push(&match (start, step) {
                    (0, 1) => format!("range({stop})"),
                    (_, 1) => format!("range({start}, {stop})"),
                    _ => format!("range({start}, {stop}, {step})"),
                });
            }
            Value::Function(function) => self.push(function.name.as_str()),
            Value::Builtin(builtin) => self.push(builtin.name),
            Value::Method(method) => self.push(method.1.name),
            Value::Int(number) => {
                self.spend(1);
                // Writing to a text does not fail.
                let _ = write!(self.text, "{number}");
                self.full |= self.text.len() > self.most;
            }
            Value::Large(_) | Value::Float(_) => self.number(value, || {
                Number::of(value).map_or(String::new(), |number| number.to_string())
            }),
            Value::Tuple(items) => {
                let (address, items) = (items.address(), items.items());
                let close = if items.len() == 1 { ",)" } else { ")" };
                self.inside(address, ["(", close], |text| {
                    text.row(items.iter().copied());
                });
            }
            Value::List(list) => {
                let address = std::ptr::from_ref(list) as usize;
                self.inside(address, ["[", "]"], |text| text.row(list.iter()));
            }
            Value::Set(Set(table)) => {
                let address = std::ptr::from_ref(table) as usize;
                self.inside(address, ["set([", "])"], |text| text.row(table.keys()));
            }
            Value::Dict(Dict(table)) => {
                let address = std::ptr::from_ref(table) as usize;
                self.inside(address, ["{", "}"], |text| {
                    for (index, (key, value)) in table.iter().enumerate() {
                        if text.full {
                            break;
                        }
                        text.push(if index > 0 { ", " } else { "" });
                        text.repr(key);
                        text.push(": ");
                        text.repr(value);
                    }
                });
            }
        }
    }

    /// Writes brackets, and what is inside unless the value is inside of itself.
    fn inside(&mut self, address: usize, [open, close]: [&str; 2], write: impl FnOnce(&mut Self)) {
        self.push(open);
        if self.outer.contains(&address) || self.outer.len() == DEEPEST {
            self.push("...");
        } else {
            self.outer.push(address);
            roomy(|| write(self));
            self.outer.pop();
        }
        self.push(close);
    }

    fn row<'v>(&mut self, items: impl Iterator<Item = Value<'v>>) {
        for (index, item) in items.enumerate() {
            if self.full {
                break;
            }
            self.push(if index > 0 { ", " } else { "" });
            self.repr(item);
        }
    }

    /// Appends a text in quotation marks.
    fn quoted(&mut self, own: &str) {
        self.spend(1 + own.len() / BYTES);
        let text = &mut self.text;
        text.push('"');
        for c in own.chars() {
            if text.len() > self.most {
                self.full = true;
                return;
            }
            let code = u32::from(c);
            let _ = match c {
                '\n' => text.write_str("\\n"),
                '\r' => text.write_str("\\r"),
                '\t' => text.write_str("\\t"),
                '\\' | '"' => write!(text, "\\{c}"),
                ' '..='~' => text.write_char(c),
                _ if code < 0x100 => write!(text, "\\x{code:02x}"),
                _ if c.is_alphanumeric() => text.write_char(c),
                _ if code < 0x10000 => write!(text, "\\u{code:04x}"),
                _ => write!(text, "\\U{code:08x}"),
            };
        }
        text.push('"');
    }
}
