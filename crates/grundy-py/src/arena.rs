//! The arena of canonical forms that values share, so that equal games are one number.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy::value::{Exchange, Form, Forms, Link};
use grundy::{Limits, Progress, Stopped};
use pyo3::prelude::*;

use crate::error;

/// Canonical forms. Values keep the arena of theirs alive.
pub(crate) struct Arena(Mutex<Forms<'static>>);

/// The arena of the values to come.
static CURRENT: Mutex<Option<Arc<Arena>>> = Mutex::new(None);

/// An arena that has grown beyond this is left to the values that it has.
const LARGE: u64 = 256 << 20;

/// An exception of a signal handler, until the work that it stops has returned.
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);

/// Looks for signals now and then, while forms are computed.
fn watch(_: Progress) {
    Python::attach(|py| {
        if let Err(error) = py.check_signals() {
            *RAISED.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            STOP.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
}

static STOP: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

impl Arena {
    /// The arena for new values.
    pub(crate) fn current(py: Python<'_>) -> Arc<Arena> {
        py.detach(|| {
            let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(arena) = &*current
                && arena.lock().bytes() < LARGE
            {
                return arena.clone();
            }
            let limits =
                Limits { progress: Some(&watch), interrupted: Some(&STOP), ..Limits::default() };
            let fresh = Arc::new(Arena(Mutex::new(Forms::new(limits))));
            current.insert(fresh).clone()
        })
    }

    fn lock(&self) -> MutexGuard<'_, Forms<'static>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes with the forms, outside of Python.
    ///
    /// # Errors
    ///
    /// Those of the work, and what a signal handler raises.
    pub(crate) fn with<T: Send, E: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Forms<'static>) -> Result<T, E> + Send,
        explain: impl FnOnce(E) -> PyErr,
    ) -> PyResult<T> {
        let done = py.detach(|| work(&mut self.lock()));
        done.map_err(|error| {
            let error = explain(error);
            if STOP.swap(false, std::sync::atomic::Ordering::Relaxed) {
                let raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner).take();
                return raised.unwrap_or(error);
            }
            error
        })
    }

    /// The same for work that only limits can end.
    pub(crate) fn compute<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Forms<'static>) -> Result<T, Stopped> + Send,
    ) -> PyResult<T> {
        self.with(py, work, error::stopped)
    }

    /// The form of this arena that equals one of another.
    pub(crate) fn bring(&self, py: Python<'_>, other: &Arena, form: Form) -> PyResult<Form> {
        let exchange = Exchange::default();
        let passed = other.compute(py, |forms| Link::default().pass(form, forms, &exchange))?;
        self.compute(py, |forms| Link::default().take(passed, forms, &exchange))
    }
}
