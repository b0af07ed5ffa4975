//! Lists.

use std::cell::Cell;

use super::{Heap, Value};
use crate::error::Error;

/// The count of a lock whose list or table never changes again.
pub(super) const FROZEN: u32 = u32::MAX;

/// Keeps a list or a table from being changed while loops go through it.
#[derive(Default)]
pub(crate) struct Lock(Cell<u32>);

impl Lock {
    /// Whether a change is allowed.
    #[inline]
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.0.get() {
            0 => Ok(()),
            FROZEN => Err(Error::new("immutable")),
            _ => Err(Error::new(
                "this operation mutates an iterable for an iterator while iterating",
            )),
        }
    }

    pub(super) fn freeze(&self) {
        self.0.set(FROZEN);
    }

    /// Begins a loop. A frozen lock is not written to, because threads share it.
    #[inline]
    pub(super) fn lock(&self) {
        let loops = self.0.get();
        if loops < FROZEN - 1 {
            self.0.set(loops + 1);
        }
    }

    #[inline]
    pub(super) fn unlock(&self) {
        let loops = self.0.get();
        if loops != FROZEN {
            self.0.set(loops.saturating_sub(1));
        }
    }
}

/// A list: cells for its items, the first `length` of them in use. Only what has asked `lock`
/// writes to them.
pub(crate) struct List<'v> {
    items: Cell<&'v [Cell<Value<'v>>]>,
    length: Cell<usize>,
    pub(super) lock: Lock,
}

impl<'v> List<'v> {
    #[inline]
    pub(super) fn new(heap: &'v Heap, items: &[Value<'v>]) -> Result<List<'v>, Error> {
        let cells = heap.cells(items.len())?;
        for (cell, item) in cells.iter().zip(items) {
            cell.set(*item);
        }
        Ok(List::of(cells))
    }

    /// A list of all these items.
    #[inline]
    pub(super) fn of(cells: &'v [Cell<Value<'v>>]) -> List<'v> {
        List { items: Cell::new(cells), length: Cell::new(cells.len()), lock: Lock::default() }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.length.get()
    }

    #[inline]
    pub(crate) fn items(&self) -> &'v [Cell<Value<'v>>] {
        self.items.get().get(..self.len()).unwrap_or_default()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Value<'v>> + ExactSizeIterator {
        self.items().iter().map(Cell::get)
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<Value<'v>> {
        self.items().get(index).map(Cell::get)
    }

    /// Freezes the list for ever.
    pub(crate) fn freeze(&self) {
        self.lock.freeze();
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        self.lock.check()
    }

    pub(crate) fn set(&self, index: usize, value: Value<'v>) -> Result<(), Error> {
        self.lock.check()?;
        if let Some(cell) = self.items().get(index) {
            cell.set(value);
        }
        Ok(())
    }

    /// Makes room for `more` more items.
    fn reserve(&self, heap: &'v Heap, more: usize) -> Result<(), Error> {
        let (old, length) = (self.items.get(), self.len());
        if old.len() - length >= more {
            return Ok(());
        }
        let new = heap.cells((length + more).max(2 * length).max(4))?;
        for (to, from) in new.iter().zip(self.items()) {
            to.set(from.get());
        }
        self.items.set(new);
        Ok(())
    }

    #[inline]
    pub(crate) fn push(&self, heap: &'v Heap, value: Value<'v>) -> Result<(), Error> {
        self.lock.check()?;
        let length = self.len();
        if length == self.items.get().len() {
            self.reserve(heap, 1)?;
        }
        if let Some(cell) = self.items.get().get(length) {
            cell.set(value);
        }
        self.length.set(length + 1);
        Ok(())
    }

    /// Appends all items, which may be those of this list.
    pub(crate) fn extend(
        &self,
        heap: &'v Heap,
        more: impl ExactSizeIterator<Item = Value<'v>>,
    ) -> Result<(), Error> {
        self.lock.check()?;
        let (length, count) = (self.len(), more.len());
        heap.spend(count)?;
        self.reserve(heap, count)?;
        for (cell, value) in self.items.get().iter().skip(length).zip(more) {
            cell.set(value);
        }
        self.length.set(length + count);
        Ok(())
    }

    pub(crate) fn insert(
        &self,
        heap: &'v Heap,
        index: usize,
        value: Value<'v>,
    ) -> Result<(), Error> {
        heap.spend(self.len().saturating_sub(index))?;
        self.push(heap, value)?;
        let behind = self.items().get(index..).unwrap_or_default();
        for pair in behind.windows(2).rev() {
            pair[1].set(pair[0].get());
        }
        if let Some(cell) = behind.first() {
            cell.set(value);
        }
        Ok(())
    }

    pub(crate) fn remove(&self, heap: &Heap, index: usize) -> Result<Option<Value<'v>>, Error> {
        self.lock.check()?;
        let behind = self.items().get(index..).unwrap_or_default();
        heap.spend(behind.len())?;
        let Some(removed) = behind.first().map(Cell::get) else { return Ok(None) };
        for pair in behind.windows(2) {
            pair[0].set(pair[1].get());
        }
        self.length.set(self.len() - 1);
        Ok(Some(removed))
    }

    pub(crate) fn clear(&self) -> Result<(), Error> {
        self.lock.check()?;
        self.length.set(0);
        Ok(())
    }

    /// A tuple of the items.
    pub(crate) fn as_tuple(&self, heap: &'v Heap) -> Result<Value<'v>, Error> {
        // The items are copied twice.
        heap.room_for(self.len().saturating_mul(2))?;
        heap.spend(self.len())?;
        let mut few = [Value::None; 16];
        if self.len() <= few.len() {
            for (to, from) in few.iter_mut().zip(self.items()) {
                *to = from.get();
            }
            return heap.tuple(&few[..self.len()]);
        }
        let items: Vec<Value<'v>> = self.iter().collect();
        heap.tuple(&items)
    }

    /// The items of this and another list.
    pub(crate) fn concatenated(
        &self,
        heap: &'v Heap,
        other: &List<'v>,
    ) -> Result<Value<'v>, Error> {
        let (mine, others) = (self.items(), other.items());
        heap.spend(mine.len() + others.len())?;
        let cells = heap.cells(mine.len() + others.len())?;
        for (to, from) in cells.iter().zip(mine.iter().chain(others)) {
            to.set(from.get());
        }
        heap.keep(List::of(cells)).map(Value::List)
    }
}

impl Heap<'_> {
    #[inline]
    pub(crate) fn list<'v>(&'v self, items: &[Value<'v>]) -> Result<Value<'v>, Error> {
        self.keep(List::new(self, items)?).map(Value::List)
    }

    /// A list of `count` items. Counts the work.
    pub(crate) fn list_of<'v>(
        &'v self,
        count: usize,
        mut item: impl FnMut(usize) -> Result<Value<'v>, Error>,
    ) -> Result<Value<'v>, Error> {
        let cells = self.cells(count)?;
        for (index, cell) in cells.iter().enumerate() {
            self.spend(1)?;
            cell.set(item(index)?);
        }
        self.keep(List::of(cells)).map(Value::List)
    }
}
