//! A series of calls of a file's functions.

use crate::error::Error;
use crate::eval::Evaluator;
use crate::value::{Given, Value, View};

/// A series of calls of a file's functions. What they allocate is freed when it ends.
pub struct Session<'v, 'a> {
    evaluator: Evaluator<'v, 'a>,
    /// The names of the top level, by their places.
    names: &'a [String],
}

impl<'v, 'a> Session<'v, 'a> {
    pub(crate) fn new(evaluator: Evaluator<'v, 'a>, names: &'a [String]) -> Session<'v, 'a> {
        Session { evaluator, names }
    }

    /// What a name of the top level is bound to.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<View<'v>> {
        let place = self.names.iter().position(|global| global == name)?;
        match self.evaluator.global(place)? {
            Value::Unbound => None,
            value => Some(View(value)),
        }
    }

    /// Bytes that values take.
    #[inline]
    #[must_use]
    pub fn used(&self) -> usize {
        self.evaluator.heap.used()
    }

    /// A text.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    #[inline]
    pub fn text(&self, text: &str) -> Result<View<'v>, Error> {
        self.evaluator.heap.text(text).map(View)
    }

    /// A tuple.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    #[inline]
    pub fn tuple(&self, items: &[View<'v>]) -> Result<View<'v>, Error> {
        self.evaluator.heap.tuple(View::values(items)).map(View)
    }

    /// Calls a function.
    ///
    /// # Errors
    ///
    /// The error, and where in the file it is.
    pub fn call(
        &mut self,
        function: View<'v>,
        given: &[View<'v>],
        named: &[(&str, View<'v>)],
    ) -> Result<View<'v>, Error> {
        let named: Vec<(&str, Value<'v>)> =
            named.iter().map(|(name, view)| (*name, view.0)).collect();
        let given = Given { positional: View::values(given), named: &named };
        self.evaluator.begin(function.0, given).map(View)
    }
}
