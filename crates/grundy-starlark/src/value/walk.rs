//! Limits on what a comparison or a hash goes through.

use super::Heap;
use crate::error::Error;

/// Values within each other deeper than this are not gone through.
const DEEPEST: usize = 1000;

/// This number of levels takes less than `ROOM` of the stack, also where nothing is optimized.
const LEVELS: usize = 32;
const ROOM: usize = 256 << 10;

/// The most values gone through: some are in several places, so that there may be no end to it.
const MOST: usize = 1 << 24;

/// Up to this number, values are not worth counting.
const FEW: usize = 64;

/// A way through the values within a value, with its limits.
pub(super) struct Walk<'h> {
    pub(super) heap: &'h Heap<'h>,
    depth: usize,
    left: usize,
    /// Values that are not counted yet.
    seen: usize,
}

impl<'h> Walk<'h> {
    pub(super) fn new(heap: &'h Heap<'h>) -> Walk<'h> {
        Walk { heap, depth: DEEPEST, left: MOST, seen: 0 }
    }

    /// Goes through the values within a value; `through` says how many of them it has seen.
    #[inline]
    pub(super) fn within<T>(
        &mut self,
        through: impl FnOnce(&mut Walk<'h>) -> Result<(T, usize), Error>,
    ) -> Result<T, Error> {
        self.depth = self.depth.checked_sub(1).ok_or_else(too_deep)?;
        let (found, seen) = match self.depth.is_multiple_of(LEVELS) {
            true => roomy(|| through(self)),
            false => through(self),
        }?;
        self.depth += 1;
        self.left = self.left.checked_sub(seen + 1).ok_or_else(too_large)?;
        self.pass(seen + 1)?;
        Ok(found)
    }

    /// Counts values that are passed.
    #[inline]
    pub(super) fn pass(&mut self, values: usize) -> Result<(), Error> {
        self.seen += values;
        match self.seen > FEW {
            true => self.heap.spend(std::mem::take(&mut self.seen)),
            false => Ok(()),
        }
    }
}

/// Does work that takes at most `ROOM` of the stack; on a new stack if less is left.
#[inline(never)]
pub(super) fn roomy<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, 8 * ROOM, work)
}

#[cold]
fn too_deep() -> Error {
    Error::new("too many recursion levels")
}

#[cold]
fn too_large() -> Error {
    Error::new(format!("more than {MOST} values to go through"))
}
