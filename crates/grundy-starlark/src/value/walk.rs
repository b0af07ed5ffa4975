//! What a comparison or a hash may go through.

use super::Heap;
use crate::error::Error;

/// Values within each other deeper than this are not gone through: it would exhaust the stack.
const DEEPEST: usize = 1000;

/// More values are not gone through: some are in several places, so that there is no end to it.
const MOST: usize = 1 << 24;

/// So few values are not worth counting.
const FEW: usize = 64;

/// A way through the values within a value, with its limits.
pub(super) struct Walk {
    depth: usize,
    left: usize,
}

impl Walk {
    pub(super) fn new() -> Walk {
        Walk { depth: DEEPEST, left: MOST }
    }

    /// Goes into a value that others are in.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Error> {
        self.depth = self.depth.checked_sub(1).ok_or_else(too_deep)?;
        Ok(())
    }

    /// Leaves a value of which so many others were seen.
    #[inline]
    pub(super) fn leave(&mut self, seen: usize) -> Result<(), Error> {
        self.depth += 1;
        self.left = self.left.checked_sub(seen + 1).ok_or_else(too_large)?;
        Ok(())
    }

    /// Notes the work in the heap.
    #[inline]
    pub(super) fn end(&self, heap: &Heap) {
        let visited = MOST - self.left;
        if visited > FEW {
            heap.spend(visited);
        }
    }
}

#[cold]
fn too_deep() -> Error {
    Error::new("too many recursion levels")
}

#[cold]
fn too_large() -> Error {
    Error::new(format!("more than {MOST} values to go through"))
}
