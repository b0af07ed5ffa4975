//! Going through the items of a value.

use super::list::Lock;
use super::{Dict, Heap, List, Range, Set, Table, Text, Value};
use crate::error::Error;

/// The items of a value that are still to come.
pub(crate) enum Items<'v> {
    Row(&'v [Value<'v>]),
    List(&'v List<'v>, usize),
    Keys(&'v Table<'v>, usize),
    Range { next: i64, step: i64, count: usize },
    Characters(&'v str),
    Codepoints(&'v str),
}

impl<'v> Value<'v> {
    /// The items of the value, if it has some.
    #[inline]
    pub(crate) fn items(self) -> Result<Items<'v>, Error> {
        Ok(match self {
            Value::Tuple(items) => Items::Row(items.items()),
            Value::List(list) => Items::List(list, 0),
            Value::Range(range) => Items::of_range(range),
            Value::Dict(Dict(table)) | Value::Set(Set(table)) => Items::Keys(table, 0),
            Value::Elems(text) => Items::Characters(text.as_str()),
            Value::Codepoints(text) => Items::Codepoints(text.as_str()),
            other => return Err(Error::unsupported("(iter)", other.type_name())),
        })
    }
}

impl<'v> Items<'v> {
    fn of_range(range: &Range) -> Items<'v> {
        Items::Range { next: range.start, step: range.step, count: range.len() }
    }

    /// The next item.
    #[inline]
    pub(crate) fn next(&mut self, heap: &'v Heap) -> Result<Option<Value<'v>>, Error> {
        if let Items::Characters(text) = self {
            let c = text.chars().next();
            *text = text.get(c.map_or(0, char::len_utf8)..).unwrap_or_default();
            return c.map(|c| heap.character(c)).transpose();
        }
        Ok(self.plain())
    }

    /// The next item, which takes no memory.
    #[inline]
    fn plain(&mut self) -> Option<Value<'v>> {
        match self {
            Items::Row(items) => {
                let (first, rest) = items.split_first()?;
                *items = rest;
                Some(*first)
            }
            Items::List(list, at) => {
                let item = list.get(*at)?;
                *at += 1;
                Some(item)
            }
            Items::Range { next, step, count } => {
                *count = count.checked_sub(1)?;
                let number = *next;
                *next += *step;
                Some(Value::Int(number))
            }
            Items::Characters(_) => None,
            Items::Keys(table, at) => {
                let key = table.key(*at)?;
                *at += 1;
                Some(key)
            }
            Items::Codepoints(text) => {
                let c = text.chars().next()?;
                *text = text.get(c.len_utf8()..).unwrap_or_default();
                Some(Value::Int(i64::from(u32::from(c))))
            }
        }
    }

    /// How many items are still to come; for a text, an upper bound.
    pub(crate) fn size(&self) -> usize {
        match self {
            Items::Row(items) => items.len(),
            Items::List(list, at) => list.len().saturating_sub(*at),
            Items::Keys(table, at) => table.len().saturating_sub(*at),
            Items::Range { count, .. } => *count,
            Items::Characters(text) | Items::Codepoints(text) => text.len(),
        }
    }

    fn of_lock(&self) -> Option<&'v Lock> {
        match self {
            Items::List(list, _) => Some(&list.lock),
            Items::Keys(table, _) => Some(&table.lock),
            _ => None,
        }
    }

    /// Keeps the value from being changed while it is gone through.
    #[inline]
    pub(crate) fn lock(&self) {
        self.of_lock().into_iter().for_each(Lock::lock);
    }

    #[inline]
    pub(crate) fn unlock(&self) {
        self.of_lock().into_iter().for_each(Lock::unlock);
    }
}

impl<'v> Text<'v> {
    /// The character at a place.
    pub(crate) fn at(self, index: usize) -> Option<char> {
        match self.is_ascii() {
            true => self.as_str().as_bytes().get(index).map(|&byte| char::from(byte)),
            false => self.as_str().chars().nth(index),
        }
    }

    /// The number of characters.
    #[inline]
    pub(crate) fn len(self) -> usize {
        if self.is_ascii() { self.size() } else { self.as_str().chars().count() }
    }
}
