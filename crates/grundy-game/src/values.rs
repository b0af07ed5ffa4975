//! The values of many positions of one ruleset, found by several threads.

use std::sync::Arc;

use grundy_base::{Limits, ParseError, Text};
use grundy_ruleset::{Position, Written};
use grundy_solve::fold::{FoldError, Folder, Shared};
use grundy_values::{Form, Forms};

/// Computes the values of many positions of one ruleset.
pub trait Valuer: Send + Sync {
    /// The handle of one thread.
    fn thread(&self) -> Box<dyn Valuing + '_>;

    /// Memory in bytes, as far as the threads have reported it.
    fn bytes(&self) -> u64;
}

/// One of the threads; they share the values that they have found.
pub trait Valuing {
    /// The value of a position, given by its text.
    ///
    /// # Errors
    ///
    /// If the text is no position, and as [`Game::form`](super::Game::form).
    fn value(
        &mut self,
        position: &str,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Result<Form, FoldError>, ParseError>;
}

pub(super) struct ValuerOf<P: Position> {
    rules: Arc<dyn Written<P>>,
    shared: Shared<P>,
}

impl<P: Position> ValuerOf<P> {
    pub(super) fn new(rules: Arc<dyn Written<P>>) -> Self {
        ValuerOf { rules, shared: Shared::default() }
    }
}

struct ValuingOf<'v, P: Position> {
    rules: &'v dyn Written<P>,
    folder: Folder<'v, P>,
}

impl<P: Position> Valuer for ValuerOf<P> {
    fn thread(&self) -> Box<dyn Valuing + '_> {
        let folder = Folder::new(&*self.rules, &self.shared);
        Box::new(ValuingOf { rules: &*self.rules, folder })
    }

    fn bytes(&self) -> u64 {
        self.shared.bytes()
    }
}

impl<P: Position> Valuing for ValuingOf<'_, P> {
    fn value(
        &mut self,
        position: &str,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Result<Form, FoldError>, ParseError> {
        let position = self.rules.read(Text::new(position))?;
        Ok(self.folder.fold(&position, forms, limits))
    }
}
