//! The arena of canonical forms that values share, in which equal games have the same number.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy::value::{Dyadic, Exchange, Form, Forms, Link};
use grundy::{Limits, Progress, Stopped};
use pyo3::prelude::*;

use crate::error;
use crate::work::{Nested, Within};

/// Canonical forms. Values keep their arena alive.
pub(crate) struct Arena {
    forms: Mutex<Forms<'static>>,
    /// The means and temperatures found last.
    heats: Mutex<HashMap<Form, Heat>>,
}

/// The mean and the temperature of a form.
#[derive(Clone)]
pub(crate) struct Heat {
    pub(crate) mean: Dyadic,
    pub(crate) temperature: Dyadic,
}

/// The arena for new values.
static CURRENT: Mutex<Option<Arc<Arena>>> = Mutex::new(None);

/// The limit on the bytes of an arena. When an arena has a quarter of them, it is left to the
/// values in it.
static MEMORY: AtomicU64 = AtomicU64::new(2 << 30);

/// Sets how many bytes of canonical forms values may have together: 2 GB if this is not set.
///
/// A computation that needs more ends in a `LimitError`. Forms that no value needs any more are
/// given back a quarter of this at a time.
///
/// >>> import grundy
/// >>> grundy.set_values_memory(1 << 31)
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
            let fresh = Arc::new(Arena::of(Limits::default()));
            current.insert(fresh).clone()
        })
    }

    /// An arena that no value shares, with limits that start now.
    pub(crate) fn apart(within: Within) -> PyResult<Arena> {
        let time = within.time()?;
        let limits =
            Limits { time, memory: within.memory.unwrap_or(u64::MAX), ..Limits::default() };
        Ok(Arena::of(limits))
    }

    fn of(limits: Limits<'static>) -> Arena {
        let forms = Forms::new(Limits {
            memory: limits.memory.min(MEMORY.load(Ordering::Relaxed)),
            progress: Some(&watch),
            interrupted: Some(&STOP),
            ..limits
        });
        Arena { forms: Mutex::new(forms), heats: Mutex::default() }
    }

    /// The mean and the temperature of a form.
    pub(crate) fn heat(&self, py: Python<'_>, form: Form) -> PyResult<Heat> {
        /// The greatest number of forms whose heat is kept.
        const MOST: usize = 1 << 16;
        let kept = || self.heats.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(&form) {
            return Ok(known.clone());
        }
        let heat = self.compute(py, |forms| {
            let thermograph = forms.thermograph(form)?;
            // The mast of a number begins at 0, and its temperature is below.
            let temperature = match forms.is_number(form) {
                true => forms.temperature(form)?,
                false => thermograph.base().clone(),
            };
            Ok(Heat { mean: thermograph.mean().clone(), temperature })
        })?;
        let mut kept = kept();
        if kept.len() == MOST {
            kept.clear();
        }
        kept.insert(form, heat.clone());
        Ok(heat)
    }

    fn lock(&self) -> MutexGuard<'_, Forms<'static>> {
        self.forms.lock().unwrap_or_else(PoisonError::into_inner)
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
