//! The module while it is made: its functions, its data, and the types of what lists contain.

use std::collections::HashMap;

use super::data::Data;
use super::ir::{Callee, Code};
use super::types::Cells;

/// The results of a round of inference; only the types outlive the round. `H` names the functions
/// that are not functions of the file.
#[derive(Debug)]
pub(super) struct Unit<H> {
    pub(super) cells: Cells,
    pub(super) functions: Vec<Option<Code>>,
    pub(super) helpers: HashMap<H, Callee>,
    pub(super) data: Data,
}

impl<H> Default for Unit<H> {
    fn default() -> Self {
        Unit {
            cells: Cells::default(),
            functions: Vec::new(),
            helpers: HashMap::new(),
            data: Data::default(),
        }
    }
}

impl<H> Unit<H> {
    /// Begins a round.
    pub(super) fn begin(&mut self) {
        self.cells.settle();
        self.functions.clear();
        self.helpers.clear();
        self.data = Data::default();
    }

    /// The index of a function that is made later.
    pub(super) fn reserve(&mut self) -> Callee {
        self.functions.push(None);
        self.functions.len() - 1
    }
}
