//! The values of many positions of one ruleset, found by several threads.

use std::sync::Arc;

use grundy_base::{Limits, ParseError, Text};
use grundy_ruleset::{Position, Written};
use grundy_solve::fold::{FoldError, Folder, Shared};
use grundy_values::{Form, Forms};

/// Computes the values of many positions of one ruleset.
pub trait Valuer: Send + Sync {
    /// Values positions in one thread; threads share the values that they have found.
    fn thread(&self) -> Box<Valuing<'_>>;

    /// Memory in bytes, as far as the threads have reported it.
    fn bytes(&self) -> u64;
}

/// Finds the value of a position, given by its text. Fails if the text is no position, and as
/// [`Game::form`](super::Game::form).
pub type Valuing<'v> = dyn FnMut(&str, &mut Forms<'_>, &Limits<'_>) -> Result<Result<Form, FoldError>, ParseError>
    + 'v;

pub(super) struct ValuerOf<P: Position> {
    rules: Arc<dyn Written<P>>,
    shared: Shared<P>,
}

impl<P: Position> ValuerOf<P> {
    pub(super) fn new(rules: Arc<dyn Written<P>>) -> Self {
        ValuerOf { rules, shared: Shared::default() }
    }
}

impl<P: Position> Valuer for ValuerOf<P> {
    fn thread(&self) -> Box<Valuing<'_>> {
        let mut folder = Folder::new(&*self.rules, &self.shared);
        Box::new(move |position, forms, limits| {
            Ok(folder.fold(&self.rules.read(Text::new(position))?, forms, limits))
        })
    }

    fn bytes(&self) -> u64 {
        self.shared.bytes()
    }
}
