//! Stops calls that take too long, and collects what files print.

use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;
use std::time::Instant;

use starlark::PrintHandler;
use starlark::eval::Evaluator;

use crate::bounds::Bounds;

/// The interpreter calls `must_stop` once in so many ticks.
const PERIOD: u64 = 1000;

/// Limit on the printed lines that are kept.
const LINES: usize = 20;

/// Enforces the limits, one call at a time.
#[derive(Debug)]
pub(super) struct Guard {
    bounds: Bounds,
    /// Calls of `must_stop` in this call.
    asked: Cell<u64>,
    /// The time of the second of them.
    since: Cell<Option<Instant>>,
    stopped: Cell<Option<Stop>>,
    printed: RefCell<Vec<String>>,
}

/// Why a call was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Ticks,
    Time,
    Interrupted,
}

impl Guard {
    pub(super) fn new(bounds: &Bounds) -> Self {
        Guard {
            bounds: bounds.clone(),
            asked: Cell::new(0),
            since: Cell::new(None),
            stopped: Cell::new(None),
            printed: RefCell::new(Vec::new()),
        }
    }

    /// Sets the limits of an interpreter.
    pub(super) fn watch<'v, 'a>(&'a self, evaluator: &mut Evaluator<'v, 'a, 'a>) {
        // These fail only for zero, or if they are called twice.
        let _ = evaluator.set_max_callstack_size(self.bounds.depth.max(2));
        let _ = evaluator.set_max_heap_size(self.bounds.heap.max(1));
        evaluator.set_check_cancelled(Box::new(|| self.must_stop()));
        evaluator.set_print_handler(self);
    }

    /// Marks the beginning of a call.
    pub(super) fn begin(&self) {
        self.asked.set(0);
    }

    pub(super) fn stopped(&self) -> Option<Stop> {
        self.stopped.get()
    }

    pub(super) fn printed(&self) -> Vec<String> {
        self.printed.borrow().clone()
    }

    fn must_stop(&self) -> bool {
        let asked = self.asked.get();
        self.asked.set(asked + 1);
        match asked {
            // Every call checks once at its end. Reading the clock would be most of the cost
            // of a short call.
            0 => return false,
            _ if self.bounds.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) => {
                self.stopped.set(Some(Stop::Interrupted));
            }
            1 => self.since.set(Some(Instant::now())),
            _ if asked.saturating_mul(PERIOD) > self.bounds.ticks => {
                self.stopped.set(Some(Stop::Ticks));
            }
            _ if self.since.get().is_some_and(|since| since.elapsed() > self.bounds.time) => {
                self.stopped.set(Some(Stop::Time));
            }
            _ => {}
        }
        self.stopped.get().is_some()
    }
}

impl PrintHandler for Guard {
    fn println(&self, text: &str) -> starlark::Result<()> {
        let mut printed = self.printed.borrow_mut();
        if printed.len() < LINES {
            printed.push(text.chars().take(200).collect());
        }
        Ok(())
    }
}
