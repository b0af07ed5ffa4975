//! The arena of canonical forms that values share, in which equal games have the same number.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy::value::{Exchange, Form, Forms, Link};
use grundy::{Limits, Progress, Stopped};
use pyo3::prelude::*;

use crate::error;
use crate::work::Nested;

/// Canonical forms. Values keep their arena alive.
pub(crate) struct Arena(Mutex<Forms<'static>>);

/// The arena for new values.
static CURRENT: Mutex<Option<Arc<Arena>>> = Mutex::new(None);

/// The limit on the bytes of an arena. When an arena has a quarter of them, it is left to the
/// values in it.
static MEMORY: AtomicU64 = AtomicU64::new(2 << 30);

/// Sets how many bytes of canonical forms values may have together: 2 GB if this is not set.
///
/// A computation that needs more ends in a `LimitError`. Forms that no value needs any more are
/// given back a quarter of this at a time.
#[pyfunction]
#[pyo3(signature = (memory, /))]
pub(crate) fn set_values_memory(memory: u64) {
    MEMORY.store(memory, Ordering::Relaxed);
    *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// The exception of a signal handler, kept until the work that it stops has returned.
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);

/// Looks for signals now and then, while forms are computed.
fn watch(_: Progress) {
    Python::attach(|py| {
        if let Err(error) = py.check_signals() {
            *RAISED.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            STOP.store(true, Ordering::Relaxed);
        }
    });
}

static STOP: AtomicBool = AtomicBool::new(false);

impl Arena {
    /// The arena for new values.
    pub(crate) fn current(py: Python<'_>) -> Arc<Arena> {
        py.detach(|| {
            let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(arena) = &*current
                && arena.lock().bytes() < MEMORY.load(Ordering::Relaxed) / 4
            {
                return arena.clone();
            }
            let fresh = Arc::new(Arena::apart());
            current.insert(fresh).clone()
        })
    }

    /// An arena that no value shares.
    pub(crate) fn apart() -> Arena {
        Arena(Mutex::new(Forms::new(Limits {
            memory: MEMORY.load(Ordering::Relaxed),
            progress: Some(&watch),
            interrupted: Some(&STOP),
            ..Limits::default()
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Forms<'static>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes with the forms, outside of Python.
    ///
    /// # Errors
    ///
    /// Errors of the work, and exceptions of signal handlers.
    pub(crate) fn with<T: Send, E: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Forms<'static>) -> Result<T, E> + Send,
        explain: impl FnOnce(E) -> PyErr,
    ) -> PyResult<T> {
        let _nested = Nested::enter()?;
        let done = py.detach(|| work(&mut self.lock()));
        done.map_err(|error| {
            let error = explain(error);
            if STOP.swap(false, Ordering::Relaxed) {
                let raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner).take();
                return raised.unwrap_or(error);
            }
            error
        })
    }

    /// Computes like [`Arena::with`], for work that only limits can end.
    pub(crate) fn compute<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Forms<'static>) -> Result<T, Stopped> + Send,
    ) -> PyResult<T> {
        self.with(py, work, error::stopped)
    }

    /// The form of this arena that equals a form of another arena.
    pub(crate) fn bring(&self, py: Python<'_>, other: &Arena, form: Form) -> PyResult<Form> {
        let exchange = Exchange::default();
        let passed = other.compute(py, |forms| Link::default().pass(form, forms, &exchange))?;
        self.compute(py, |forms| Link::default().take(passed, forms, &exchange))
    }
}
