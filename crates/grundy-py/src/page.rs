//! The API of the page in this process, for the board in notebooks.

use std::io;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_web::{Api, Config};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Answers requests as `grundy serve` does. Each page has caches of its own.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Page(Api);

#[pymethods]
impl Page {
    #[new]
    fn new() -> Page {
        /// The size of the caches: less than those of a server, for a notebook with many boards.
        const CACHE: u64 = 256 << 20;
        let nowhere = (Ipv4Addr::LOCALHOST, 0).into();
        Page(Api::new(&Config { cache: CACHE, ..Config::new(nowhere) }))
    }

    /// The status, the media type and the body of the answer to a request; None if it was
    /// stopped. Other threads of Python run meanwhile.
    fn answer<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        address: &str,
        body: Vec<u8>,
        stop: &Stop,
    ) -> PyResult<Option<(u16, String, Bound<'py, PyBytes>)>> {
        match py.detach(|| self.0.answer(method, address, body, &stop.0)) {
            Ok(answer) => Ok(Some((answer.status, answer.kind, PyBytes::new(py, &answer.body)))),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Ends the work on a request.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Stop(AtomicBool);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop(AtomicBool::new(false))
    }

    /// Nobody waits for the answer any more.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
