//! Long work: outside of Python, within limits, and stopped by Ctrl-C.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::Limits;
use pyo3::exceptions::{PyRecursionError, PyValueError};
use pyo3::panic::PanicException;
use pyo3::prelude::*;

use crate::error;

/// Limits, as functions receive them.
#[derive(FromPyObject, Clone, Copy, Debug, Default)]
pub(crate) struct Within {
    #[pyo3(item)]
    pub(crate) positions: Option<usize>,
    #[pyo3(item)]
    pub(crate) memory: Option<u64>,
    #[pyo3(item)]
    pub(crate) time: Option<f64>,
    #[pyo3(item)]
    pub(crate) threads: Option<usize>,
}

impl Within {
    /// The limit on memory, in bytes.
    pub(crate) fn memory(self) -> u64 {
        self.memory.unwrap_or_else(recent_memory)
    }

    /// The limit on time, starting now.
    pub(crate) fn time(self) -> PyResult<Option<(Instant, Duration)>> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| PyValueError::new_err("time is a number of seconds"))?;
        Ok(time.map(|time| (Instant::now(), time)))
    }

    /// These limits, starting now.
    fn limits(self) -> PyResult<Limits<'static>> {
        let time = self.time()?;
        if self.threads == Some(0) {
            return Err(PyValueError::new_err("at least one thread is needed"));
        }
        let default = Limits::default();
        Ok(Limits {
            positions: self.positions.unwrap_or(default.positions),
            memory: self.memory(),
            time,
            threads: self.threads.unwrap_or(1),
            ..default
        })
    }
}

/// The free memory, asked for ten times a second at most: that takes longer than small questions.
fn recent_memory() -> u64 {
    const LONG: Duration = Duration::from_millis(100);
    static ASKED: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    match *asked {
        Some((at, memory)) if at.elapsed() < LONG => memory,
        _ => asked.insert((Instant::now(), free_memory())).1,
    }
}

/// Three quarters of the free memory; no limit if the system does not tell.
fn free_memory() -> u64 {
    let contents = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = contents.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or(u64::MAX, |kilobytes| kilobytes * 1024 / 4 * 3)
}

/// One of the nested calls of this library in this thread.
pub(crate) struct Nested;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

impl Nested {
    /// Begins a nested call. Rules in Python may ask about games whose rules ask about games, as
    /// deep as the stack surely allows.
    ///
    /// # Errors
    ///
    /// `RecursionError` if calls are nested deeper.
    pub(crate) fn enter() -> PyResult<Nested> {
        const DEEPEST: u32 = 100;
        let nested = Nested;
        DEPTH.set(DEPTH.get() + 1);
        match DEPTH.get() > DEEPEST {
            true => Err(PyRecursionError::new_err("rules ask about games that ask about games")),
            false => Ok(nested),
        }
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Does work outside of Python, and looks out for signals meanwhile. If the work calls Python
/// itself, it is done `here`, in this thread, where signals interrupt what it calls. Other work is
/// done in another thread.
///
/// # Errors
///
/// The exception of a signal handler, such as `KeyboardInterrupt` after Ctrl-C.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    within: Within,
    here: bool,
    work: impl FnOnce(&Limits<'_>) -> T + Send,
) -> PyResult<T> {
    run_keeping(py, within, here, work, |_| Ok(None))
}

/// Does work like [`run`]. If a signal ends it, `partial` makes an object of what was found until
/// then, and the exception has it as its attribute `found`.
pub(crate) fn run_keeping<T: Send>(
    py: Python<'_>,
    within: Within,
    here: bool,
    work: impl FnOnce(&Limits<'_>) -> T + Send,
    partial: impl FnOnce(T) -> PyResult<Option<Py<PyAny>>>,
) -> PyResult<T> {
    /// The time between two looks for signals.
    const OFTEN: Duration = Duration::from_millis(50);
    let _nested = Nested::enter()?;
    let limits = within.limits()?;
    let stop = AtomicBool::new(false);
    let limits = Limits { interrupted: Some(&stop), ..limits };
    if here {
        let raised = Mutex::new(None);
        let watch = |_| {
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                stop.store(true, Ordering::Relaxed);
                *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        };
        let found = py.detach(|| work(&Limits { progress: Some(&watch), threads: 1, ..limits }));
        let raised = raised.into_inner().unwrap_or_else(PoisonError::into_inner);
        return match raised {
            None => Ok(found),
            Some(error) => Err(error::with_found(py, error, partial(found)?)),
        };
    }
    std::thread::scope(|scope| {
        let (done, mut result) = channel();
        let limits = &limits;
        let worker = scope.spawn(move || {
            let _ = done.send(work(limits));
        });
        let mut raised = None;
        let found = loop {
            let result = &mut result;
            match py.detach(move || result.recv_timeout(OFTEN)) {
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        stop.store(true, Ordering::Relaxed);
                        raised.get_or_insert(error);
                    }
                }
                found => break found.ok(),
            }
        };
        let ended = py.detach(|| worker.join());
        match (raised, found) {
            (Some(error), None) => Err(error),
            (Some(error), Some(found)) => Err(error::with_found(py, error, partial(found)?)),
            (None, Some(found)) => Ok(found),
            (None, None) => {
                let why = ended.err().and_then(|panic| panic.downcast::<String>().ok());
                Err(PanicException::new_err(why.map_or(String::new(), |why| *why)))
            }
        }
    })
}
