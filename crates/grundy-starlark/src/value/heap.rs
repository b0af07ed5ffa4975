//! The memory of values, which is freed all at once, and the meter of the work on them.

use std::cell::Cell;

use bumpalo::{AllocErr, Bump};

use super::{Function, Text, Thin, Value};
use crate::error::{Error, ErrorKind};
use crate::watch::{PERIOD, Watch};

/// Bytes of a text that a function goes through in the time of one value.
pub(crate) const BYTES: usize = 32;

/// Values that a function goes through in the time of a step.
const WORK: usize = 8;

/// The memory of the values of a session, or of a file, and the meter of the work on them: nothing
/// is allocated beyond the limit, and the watcher is asked after every [`PERIOD`] steps of work.
pub(crate) struct Heap<'w> {
    pub(super) bump: Bump,
    limit: usize,
    watch: &'w dyn Watch,
    /// Work until the next question whether the call must stop.
    left: Cell<usize>,
}

thread_local! {
    /// Memory of a session that has ended, for the next one: asking the system for memory, and
    /// giving it back, takes longer than most sessions.
    static SPARE: Cell<Option<Bump>> = const { Cell::new(None) };
}

/// A spare of more bytes is given back.
const MOST_SPARE: usize = 4 << 20;

impl Drop for Heap<'_> {
    fn drop(&mut self) {
        let mut bump = std::mem::take(&mut self.bump);
        bump.reset();
        if bump.allocated_bytes() <= MOST_SPARE {
            // A thread that ends has no use for it.
            let _ = SPARE.try_with(|spare| spare.set(Some(bump)));
        }
    }
}

impl<'w> Heap<'w> {
    /// A heap of at most `limit` bytes.
    pub(crate) fn new(limit: usize, watch: &'w dyn Watch) -> Heap<'w> {
        let spare = SPARE.take().filter(|spare| spare.allocated_bytes() <= limit);
        let bump = spare.unwrap_or_default();
        bump.set_allocation_limit(Some(limit));
        Heap { bump, limit, watch, left: Cell::new(PERIOD as usize * WORK) }
    }

    /// Begins to count work anew.
    pub(crate) fn begin(&self) {
        self.left.set(PERIOD as usize * WORK);
    }

    /// Counts that `work` values, or words of memory, are gone through. The error says that the
    /// call must stop.
    #[inline]
    pub(crate) fn spend(&self, work: usize) -> Result<(), Error> {
        match self.left.get().checked_sub(work) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => self.spend_all(work),
        }
    }

    #[cold]
    #[inline(never)]
    fn spend_all(&self, mut work: usize) -> Result<(), Error> {
        while let Some(more) = work.checked_sub(self.left.get()) {
            work = more;
            self.begin();
            self.ask()?;
        }
        self.left.set(self.left.get() - work);
        Ok(())
    }

    /// Counts a step: a call, or a round of a loop.
    #[inline]
    pub(crate) fn step(&self) -> Result<(), Error> {
        self.spend(WORK)
    }

    /// Counts that `bytes` bytes of a text are gone through.
    #[inline]
    pub(crate) fn spend_bytes(&self, bytes: usize) -> Result<(), Error> {
        if bytes < BYTES { Ok(()) } else { self.spend(bytes / BYTES) }
    }

    /// Asks whether the call must stop.
    pub(crate) fn ask(&self) -> Result<(), Error> {
        match self.watch.must_stop() {
            true => Err(Error::of(ErrorKind::Stopped, "stopped")),
            false => Ok(()),
        }
    }

    pub(crate) fn print(&self, line: &str) {
        self.watch.print(line);
    }

    /// Bytes that are taken.
    #[inline]
    pub(crate) fn used(&self) -> usize {
        self.bump.allocated_bytes().saturating_sub(self.bump.chunk_capacity())
    }

    /// Bytes that may still be taken.
    pub(crate) fn left(&self) -> usize {
        self.limit.saturating_sub(self.used())
    }

    /// Whether `bytes` more bytes may be taken. What is made outside of the heap asks before.
    pub(crate) fn room(&self, bytes: usize) -> Result<(), Error> {
        if bytes > self.left() { Err(self.full()) } else { Ok(()) }
    }

    /// Whether `values` more values may be stored.
    pub(crate) fn room_for(&self, values: usize) -> Result<(), Error> {
        self.room(values.saturating_mul(size_of::<Value<'_>>()))
    }

    #[cold]
    pub(super) fn full(&self) -> Error {
        let message = format!("this needs more than {} MB of memory", self.limit >> 20);
        Error::of(ErrorKind::Memory, message)
    }

    #[inline]
    pub(crate) fn text<'v>(&'v self, text: &str) -> Result<Value<'v>, Error> {
        self.joined([text, ""], text.is_ascii())
    }

    #[inline]
    pub(crate) fn character<'v>(&'v self, c: char) -> Result<Value<'v>, Error> {
        match c.is_ascii() {
            true => Ok(Value::Text(Text::ascii(c as u8))),
            false => self.text(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// A part of a text.
    #[inline]
    pub(super) fn part<'v>(&'v self, part: &str, of: Text<'_>) -> Result<Value<'v>, Error> {
        self.joined([part, ""], of.is_ascii() || part.is_ascii())
    }

    /// A text behind another.
    #[inline]
    pub(super) fn both<'v>(&'v self, one: Text<'_>, two: Text<'_>) -> Result<Value<'v>, Error> {
        self.joined([one.as_str(), two.as_str()], one.is_ascii() && two.is_ascii())
    }

    #[inline]
    fn joined<'v>(&'v self, parts: [&str; 2], ascii: bool) -> Result<Value<'v>, Error> {
        Text::new(&self.bump, parts, ascii).map(Value::Text).map_err(|AllocErr| self.full())
    }

    #[inline]
    pub(crate) fn tuple<'v>(&'v self, items: &[Value<'v>]) -> Result<Value<'v>, Error> {
        Ok(Value::Tuple(self.row(&[items])?))
    }

    /// The items of some slices, one behind the other.
    #[inline]
    pub(crate) fn row<'v>(&'v self, parts: &[&[Value<'v>]]) -> Result<Thin<'v, Value<'v>>, Error> {
        Thin::new(&self.bump, parts, false).map_err(|AllocErr| self.full())
    }

    pub(crate) fn large<'v>(&'v self, digits: &[u32], negative: bool) -> Result<Value<'v>, Error> {
        let digits = Thin::new(&self.bump, &[digits], negative).map_err(|AllocErr| self.full())?;
        Ok(Value::Large(digits))
    }

    #[inline]
    pub(crate) fn cell<'v>(&'v self, value: Value<'v>) -> Result<&'v Cell<Value<'v>>, Error> {
        self.keep(Cell::new(value))
    }

    /// A value that is freed with the heap, and not dropped.
    #[inline]
    pub(crate) fn keep<T>(&self, value: T) -> Result<&T, Error> {
        let kept = self.bump.try_alloc(value).map_err(|AllocErr| self.full())?;
        Ok(kept)
    }

    pub(crate) fn function<'v>(&'v self, function: Function<'v>) -> Result<Value<'v>, Error> {
        self.keep(function).map(Value::Function)
    }

    pub(crate) fn slice<'v, T: Copy>(&'v self, items: &[T]) -> Result<&'v [T], Error> {
        let kept = self.bump.try_alloc_slice_copy(items).map_err(|AllocErr| self.full())?;
        Ok(kept)
    }

    /// Cells for `count` values.
    #[inline]
    pub(crate) fn cells<'v>(&'v self, count: usize) -> Result<&'v [Cell<Value<'v>>], Error> {
        self.filled(count, || Cell::new(Value::None))
    }

    /// `count` values, each a default.
    #[inline]
    pub(crate) fn filled<T>(&self, count: usize, item: impl Fn() -> T) -> Result<&[T], Error> {
        let kept = self.bump.try_alloc_slice_fill_with(count, |_| item());
        kept.map(|kept| &*kept).map_err(|AllocErr| self.full())
    }
}
