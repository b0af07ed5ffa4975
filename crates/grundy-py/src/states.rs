//! The states of a game that Python states: their numbers and their texts.

use std::sync::atomic::{AtomicU32, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBool, PyDict, PyFloat, PyInt, PyString, PyTuple};

/// The states met so far.
pub(crate) struct States {
    /// The number of each state.
    numbers: Py<PyDict>,
    /// The state of each number.
    known: Py<PyDict>,
    /// For each state, the number that stands for it and for all states equal to it by symmetry.
    pub(crate) standing: Py<PyDict>,
    /// The number of each printed text.
    pub(crate) printed: Py<PyDict>,
    next: AtomicU32,
}

impl States {
    pub(crate) fn new(py: Python<'_>) -> States {
        let [numbers, known, standing, printed] = [(); 4].map(|()| PyDict::new(py).unbind());
        States { numbers, known, standing, printed, next: AtomicU32::new(0) }
    }

    /// The number of a state.
    pub(crate) fn number(&self, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = state.py();
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(state)? {
            return known.extract();
        }
        let fresh = self.next.fetch_add(1, Ordering::Relaxed);
        if fresh == u32::MAX {
            return Err(PyValueError::new_err("more states than numbers of 32 bits"));
        }
        self.known.bind(py).set_item(fresh, state)?;
        // Another thread may have been first, because the hash of a state may be a Python function.
        numbers.call_method1("setdefault", (state, fresh))?.extract()
    }

    pub(crate) fn bytes(&self, state: &Bound<'_, PyAny>) -> PyResult<[u8; 4]> {
        Ok(self.number(state)?.to_le_bytes())
    }

    pub(crate) fn state<'py>(
        &self,
        py: Python<'py>,
        position: &[u8],
    ) -> PyResult<Bound<'py, PyAny>> {
        let number = position.try_into().map(u32::from_le_bytes).unwrap_or(u32::MAX);
        let found = self.known.bind(py).get_item(number)?;
        found.ok_or_else(|| PyValueError::new_err("this is no position of these rules"))
    }
}

/// The text of a state. A text that is a Python literal can be read as a state.
pub(crate) fn print(state: &Bound<'_, PyAny>) -> PyResult<String> {
    let is_number = state.is_instance_of::<PyBool>() || state.is_instance_of::<PyInt>();
    let is_finite = state.cast::<PyFloat>().is_ok_and(|number| number.value().is_finite());
    if state.is_none() || is_number || is_finite {
        return Ok(state.repr()?.to_string());
    }
    if let Ok(text) = state.cast::<PyString>() {
        // The text is in double quotation marks, as in all texts of games.
        return quoted(text);
    }
    if let Ok(tuple) = state.cast_exact::<PyTuple>() {
        let parts: PyResult<Vec<String>> = tuple.iter().map(|part| print(&part)).collect();
        let parts = parts?;
        return Ok(match &parts[..] {
            [one] => format!("({one},)"),
            parts => format!("({})", parts.join(", ")),
        });
    }
    quoted(&state.repr()?)
}

/// A text between double quotation marks.
pub(crate) fn quoted(text: &Bound<'_, PyString>) -> PyResult<String> {
    let written = [("ensure_ascii", false)].into_py_dict(text.py())?;
    text.py().import("json")?.call_method("dumps", (text,), Some(&written))?.extract()
}
