//! The memory of values, which is freed all at once.

use std::cell::Cell;

use bumpalo::Bump;

use super::{Function, Text, Thin, Value};
use crate::error::{Error, ErrorKind};

/// Bytes of a text that a function goes through in the time of one value.
pub(crate) const BYTES: usize = 32;

/// So much work is counted as steps at once.
const ENOUGH: usize = 1024;

/// The memory of the values of a session, or of a file.
pub(crate) struct Heap {
    pub(super) bump: Bump,
    limit: usize,
    /// Work of built-in functions that is not counted as steps yet.
    work: Cell<usize>,
}

thread_local! {
    /// Memory of a session that has ended, for the next one: asking the system for it, and giving
    /// it back, takes longer than most sessions.
    static SPARE: Cell<Option<Bump>> = const { Cell::new(None) };
}

/// A spare of more bytes is given back.
const MOST_SPARE: usize = 4 << 20;

impl Drop for Heap {
    fn drop(&mut self) {
        let mut bump = std::mem::take(&mut self.bump);
        bump.reset();
        if bump.allocated_bytes() <= MOST_SPARE {
            // A thread that ends has no use for it.
            let _ = SPARE.try_with(|spare| spare.set(Some(bump)));
        }
    }
}

impl Heap {
    /// A heap that may have so many bytes.
    pub(crate) fn new(limit: usize) -> Heap {
        Heap { bump: SPARE.take().unwrap_or_default(), limit, work: Cell::new(0) }
    }

    /// Bytes that are taken.
    #[inline]
    pub(crate) fn used(&self) -> usize {
        self.bump.allocated_bytes().saturating_sub(self.bump.chunk_capacity())
    }

    /// Notes that a built-in function has gone through so many values, or words of memory.
    #[inline]
    pub(crate) fn spend(&self, work: usize) {
        self.work.set(self.work.get().saturating_add(work));
    }

    /// Whether so much work was noted that it must be counted as steps.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.work.get() >= ENOUGH
    }

    /// The work that was noted. It is none then.
    pub(crate) fn take_work(&self) -> usize {
        self.work.take()
    }

    /// Bytes that may still be taken.
    pub(crate) fn left(&self) -> usize {
        self.limit.saturating_sub(self.used())
    }

    /// Whether so many more bytes may be taken. It need be asked only before many are.
    pub(crate) fn room(&self, bytes: usize) -> Result<(), Error> {
        if self.used().saturating_add(bytes) > self.limit {
            let message = format!("this needs more than {} MB of memory", self.limit >> 20);
            return Err(Error::of(ErrorKind::Memory, message));
        }
        Ok(())
    }

    /// Whether so many more values may be stored.
    pub(crate) fn room_for(&self, values: usize) -> Result<(), Error> {
        self.room(values.saturating_mul(size_of::<Value<'_>>()))
    }

    #[inline]
    pub(crate) fn text<'v>(&'v self, text: &str) -> Value<'v> {
        Value::Text(Text::new(&self.bump, &[text]))
    }

    #[inline]
    pub(crate) fn character<'v>(&'v self, c: char) -> Value<'v> {
        match c.is_ascii() {
            true => Value::Text(Text::ascii(c as u8)),
            false => self.text(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// The texts one behind the other.
    pub(crate) fn joined<'v>(&'v self, parts: &[&str]) -> Result<Value<'v>, Error> {
        self.room(parts.iter().map(|part| part.len()).sum())?;
        Ok(Value::Text(Text::new(&self.bump, parts)))
    }

    /// A part of a text.
    #[inline]
    pub(super) fn part<'v>(&'v self, part: &str, of: Text<'_>) -> Result<Value<'v>, Error> {
        self.room(part.len())?;
        Ok(Value::Text(match of.is_ascii() {
            true => Text::known(&self.bump, &[part], true),
            false => Text::new(&self.bump, &[part]),
        }))
    }

    /// A text behind another.
    #[inline]
    pub(super) fn both<'v>(&'v self, one: Text<'_>, two: Text<'_>) -> Result<Value<'v>, Error> {
        self.room(one.size() + two.size())?;
        let parts = [one.as_str(), two.as_str()];
        Ok(Value::Text(Text::known(&self.bump, &parts, one.is_ascii() && two.is_ascii())))
    }

    #[inline]
    pub(crate) fn tuple<'v>(&'v self, items: &[Value<'v>]) -> Value<'v> {
        Value::Tuple(self.row(&[items]))
    }

    /// The items of some slices, one behind the other.
    #[inline]
    pub(crate) fn row<'v>(&'v self, parts: &[&[Value<'v>]]) -> Thin<'v, Value<'v>> {
        Thin::new(&self.bump, parts, false)
    }

    pub(crate) fn large<'v>(&'v self, digits: &[u32], negative: bool) -> Value<'v> {
        Value::Large(Thin::new(&self.bump, &[digits], negative))
    }

    #[inline]
    pub(crate) fn cell<'v>(&'v self, value: Value<'v>) -> &'v Cell<Value<'v>> {
        self.bump.alloc(Cell::new(value))
    }

    pub(crate) fn keep<T: Copy>(&self, value: T) -> &T {
        self.bump.alloc(value)
    }

    pub(crate) fn function<'v>(&'v self, function: Function<'v>) -> Value<'v> {
        Value::Function(self.bump.alloc(function))
    }

    pub(crate) fn slice<'v, T: Copy>(&'v self, items: &[T]) -> &'v [T] {
        self.bump.alloc_slice_copy(items)
    }

    /// Cells for so many values.
    #[inline]
    pub(crate) fn cells<'v>(&'v self, count: usize) -> &'v [Cell<Value<'v>>] {
        self.bump.alloc_slice_fill_with(count, |_| Cell::new(Value::None))
    }

    /// So many values, each a default.
    pub(crate) fn filled<T>(&self, count: usize, item: impl Fn() -> T) -> &[T] {
        self.bump.alloc_slice_fill_with(count, |_| item())
    }
}
