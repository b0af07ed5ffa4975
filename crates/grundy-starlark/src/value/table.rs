//! Dicts and sets: entries in the order in which they came, found by their hashes.

use std::cell::Cell;

use super::list::Lock;
use super::walk::Walk;
use super::{Heap, Value};
use crate::error::Error;

/// Up to this number of entries, they are looked through one by one.
const FEW: usize = 8;

/// A dict.
pub(crate) struct Dict<'v>(pub(crate) Table<'v>);

/// A set: a table without values.
pub(crate) struct Set<'v>(pub(crate) Table<'v>);

impl Heap<'_> {
    pub(crate) fn dict<'v>(&'v self) -> Result<&'v Dict<'v>, Error> {
        self.keep(Dict(Table::new()))
    }

    pub(crate) fn set<'v>(&'v self) -> Result<&'v Set<'v>, Error> {
        self.keep(Set(Table::new()))
    }
}

struct Entry<'v> {
    hash: Cell<u32>,
    key: Cell<Value<'v>>,
    value: Cell<Value<'v>>,
}

/// Entries, the first `length` of them in use. Only what has asked `lock` writes to them.
pub(crate) struct Table<'v> {
    entries: Cell<&'v [Entry<'v>]>,
    length: Cell<usize>,
    /// Places of entries plus one, by hash, with open addressing; 0 is free. Empty if there are few
    /// entries.
    slots: Cell<&'v [Cell<u32>]>,
    pub(super) lock: Lock,
}

impl<'v> Table<'v> {
    fn new() -> Table<'v> {
        Table {
            entries: Cell::new(&[]),
            length: Cell::new(0),
            slots: Cell::new(&[]),
            lock: Lock::default(),
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.length.get()
    }

    /// Freezes the table for ever.
    pub(crate) fn freeze(&self) {
        self.lock.freeze();
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        self.lock.check()
    }

    fn used(&self) -> &'v [Entry<'v>] {
        self.entries.get().get(..self.len()).unwrap_or_default()
    }

    pub(crate) fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Value<'v>, Value<'v>)> + ExactSizeIterator {
        self.used().iter().map(|entry| (entry.key.get(), entry.value.get()))
    }

    pub(crate) fn keys(&self) -> impl DoubleEndedIterator<Item = Value<'v>> + ExactSizeIterator {
        self.used().iter().map(|entry| entry.key.get())
    }

    pub(super) fn key(&self, place: usize) -> Option<Value<'v>> {
        self.used().get(place).map(|entry| entry.key.get())
    }

    /// The place of the entry with this key.
    fn find(&self, key: Value<'v>, hash: u32, walk: &mut Walk<'_>) -> Result<Option<usize>, Error> {
        let entries = self.used();
        let slots = self.slots.get();
        if slots.is_empty() {
            for (place, entry) in entries.iter().enumerate() {
                if entry.hash.get() == hash && entry.key.get().is_key(key, walk)? {
                    return Ok(Some(place));
                }
            }
            return Ok(None);
        }
        let mut slot = hash as usize;
        loop {
            slot &= slots.len() - 1;
            walk.pass(1)?;
            let place = slots[slot].get() as usize;
            let Some(entry) = place.checked_sub(1).and_then(|place| entries.get(place)) else {
                return Ok(None);
            };
            if entry.hash.get() == hash && entry.key.get().is_key(key, walk)? {
                return Ok(Some(place - 1));
            }
            slot += 1;
        }
    }

    /// The place of the entry with this key, and the hash of the key.
    #[inline]
    fn look(&self, key: Value<'v>, heap: &Heap) -> Result<(Option<usize>, u32), Error> {
        let mut walk = Walk::new(heap);
        let hash = key.hashed(&mut walk)?;
        Ok((self.find(key, hash, &mut walk)?, hash))
    }

    fn value(&self, place: Option<usize>) -> Option<Value<'v>> {
        place.and_then(|place| self.used().get(place)).map(|entry| entry.value.get())
    }

    pub(super) fn get_within(
        &self,
        key: Value<'v>,
        walk: &mut Walk<'_>,
    ) -> Result<Option<Value<'v>>, Error> {
        let hash = key.hashed(walk)?;
        Ok(self.value(self.find(key, hash, walk)?))
    }

    pub(crate) fn get(&self, key: Value<'v>, heap: &Heap) -> Result<Option<Value<'v>>, Error> {
        Ok(self.value(self.look(key, heap)?.0))
    }

    pub(crate) fn contains(&self, key: Value<'v>, heap: &Heap) -> Result<bool, Error> {
        Ok(self.look(key, heap)?.0.is_some())
    }

    /// Adds an entry, or replaces its value. Returns whether it is new.
    pub(crate) fn insert(
        &self,
        heap: &'v Heap,
        key: Value<'v>,
        value: Value<'v>,
    ) -> Result<bool, Error> {
        let (place, hash) = self.look(key, heap)?;
        self.lock.check()?;
        if let Some(entry) = place.and_then(|place| self.used().get(place)) {
            entry.value.set(value);
            return Ok(false);
        }
        let length = self.len();
        if length == self.entries.get().len() {
            self.grow(heap)?;
        }
        if let Some(entry) = self.entries.get().get(length) {
            entry.hash.set(hash);
            entry.key.set(key);
            entry.value.set(value);
        }
        self.length.set(length + 1);
        self.place(heap, hash, length)?;
        Ok(true)
    }

    /// Notes the place of an entry.
    fn place(&self, heap: &Heap, hash: u32, place: usize) -> Result<(), Error> {
        let slots = self.slots.get();
        if slots.is_empty() {
            return Ok(());
        }
        let mut slot = hash as usize;
        loop {
            slot &= slots.len() - 1;
            if slots[slot].get() == 0 {
                // A table of four billion entries would not fit the heap.
                slots[slot].set(place as u32 + 1);
                return Ok(());
            }
            heap.spend(1)?;
            slot += 1;
        }
    }

    /// Doubles the room for entries. At least half of the slots are free.
    fn grow(&self, heap: &'v Heap) -> Result<(), Error> {
        let capacity = (2 * self.len()).max(4);
        let none = || Entry {
            hash: Cell::new(0),
            key: Cell::new(Value::None),
            value: Cell::new(Value::None),
        };
        let new = heap.filled(capacity, none)?;
        for (to, from) in new.iter().zip(self.used()) {
            to.hash.set(from.hash.get());
            to.key.set(from.key.get());
            to.value.set(from.value.get());
        }
        self.entries.set(new);
        if capacity > FEW {
            self.slots.set(heap.filled((2 * capacity).next_power_of_two(), || Cell::new(0))?);
            self.place_all(heap)?;
        }
        Ok(())
    }

    fn place_all(&self, heap: &Heap) -> Result<(), Error> {
        // Most of the time is taken by the entries.
        heap.spend(self.len() + self.slots.get().len() / 8)?;
        self.slots.get().iter().for_each(|slot| slot.set(0));
        let mut entries = self.used().iter().enumerate();
        entries.try_for_each(|(place, entry)| self.place(heap, entry.hash.get(), place))
    }

    /// Removes an entry; those behind it keep their order.
    pub(crate) fn remove(&self, heap: &Heap, key: Value<'v>) -> Result<Option<Value<'v>>, Error> {
        self.lock.check()?;
        match self.look(key, heap)?.0 {
            Some(place) => Ok(self.remove_at(heap, place)?.map(|(_, value)| value)),
            None => Ok(None),
        }
    }

    /// Removes the entry at a place.
    pub(crate) fn remove_at(
        &self,
        heap: &Heap,
        place: usize,
    ) -> Result<Option<(Value<'v>, Value<'v>)>, Error> {
        self.lock.check()?;
        let behind = self.used().get(place..).unwrap_or_default();
        let Some(first) = behind.first() else { return Ok(None) };
        let removed = (first.key.get(), first.value.get());
        if behind.len() == 1 {
            self.free(first.hash.get(), place);
            self.length.set(place);
            return Ok(Some(removed));
        }
        heap.spend(behind.len())?;
        for pair in behind.windows(2) {
            pair[0].hash.set(pair[1].hash.get());
            pair[0].key.set(pair[1].key.get());
            pair[0].value.set(pair[1].value.get());
        }
        self.length.set(self.len() - 1);
        self.place_all(heap)?;
        Ok(Some(removed))
    }

    /// Frees the slot of the last entry. No other entry has looked for a slot behind it.
    fn free(&self, hash: u32, place: usize) {
        let slots = self.slots.get();
        let mut slot = hash as usize;
        while !slots.is_empty() {
            slot &= slots.len() - 1;
            if slots[slot].get() as usize == place + 1 {
                slots[slot].set(0);
                return;
            }
            slot += 1;
        }
    }

    pub(crate) fn clear(&self, heap: &Heap) -> Result<(), Error> {
        self.lock.check()?;
        self.length.set(0);
        self.place_all(heap)
    }

    /// Adds the entries of another table.
    pub(crate) fn extend(&self, heap: &'v Heap, other: &Table<'v>) -> Result<(), Error> {
        heap.spend(4 * other.len())?;
        for (key, value) in other.iter() {
            self.insert(heap, key, value)?;
        }
        Ok(())
    }
}
