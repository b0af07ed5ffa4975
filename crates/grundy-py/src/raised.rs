//! Exceptions of rules in Python, on their way through the library as faults.

use std::sync::{Mutex, PoisonError};

use grundy::Fault;
use pyo3::prelude::*;

/// Exceptions of rules, each with the message of the fault that it became.
static RAISED: Mutex<Vec<(String, PyErr)>> = Mutex::new(Vec::new());

/// The exception that became a fault.
pub(crate) fn raised(fault: &Fault) -> Option<PyErr> {
    let mut raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner);
    let found = raised.iter().position(|(message, _)| *message == fault.message)?;
    Some(raised.remove(found).1)
}

/// Keeps an exception, and makes it a fault.
pub(crate) fn fault(py: Python<'_>, error: PyErr) -> Fault {
    /// The greatest number of exceptions kept: older ones are no longer asked for.
    const MOST: usize = 16;
    let message = error.to_string();
    let mut raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner);
    raised.retain(|(known, _)| *known != message);
    if raised.len() == MOST {
        raised.remove(0);
    }
    raised.push((message.clone(), error.clone_ref(py)));
    Fault::new(message)
}
