//! Stops calls that take too long, and collects what files print.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use grundy_starlark::{PERIOD, Watch};

use crate::bounds::Bounds;

/// Limit on the printed lines that are kept.
const LINES: usize = 20;

/// Enforces the limits, one call at a time.
#[derive(Debug)]
pub(super) struct Guard {
    bounds: Bounds,
    /// Calls of `must_stop` in this call.
    asked: Cell<u64>,
    /// The time of the first of them. Short calls do not read the clock.
    since: Cell<Option<Instant>>,
    stopped: RefCell<Option<Stop>>,
    printed: RefCell<Vec<String>>,
}

/// Why a call was stopped.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    Ticks,
    Time,
    /// Every call must end.
    Halted(String),
}

impl Guard {
    pub(super) fn new(bounds: &Bounds) -> Self {
        Guard {
            bounds: bounds.clone(),
            asked: Cell::new(0),
            since: Cell::new(None),
            stopped: RefCell::new(None),
            printed: RefCell::new(Vec::new()),
        }
    }

    /// Marks the beginning of a call.
    pub(super) fn begin(&self) {
        self.asked.set(0);
    }

    pub(super) fn stopped(&self) -> Option<Stop> {
        self.stopped.borrow().clone()
    }

    pub(super) fn printed(&self) -> Vec<String> {
        self.printed.borrow().clone()
    }
}

impl Watch for Guard {
    fn must_stop(&self) -> bool {
        let asked = self.asked.get();
        self.asked.set(asked + 1);
        let mut stopped = self.stopped.borrow_mut();
        if let Some(why) = self.bounds.halted.and_then(|halted| halted()) {
            *stopped = Some(Stop::Halted(why));
        } else if (asked + 1).saturating_mul(u64::from(PERIOD)) > self.bounds.ticks {
            *stopped = Some(Stop::Ticks);
        } else if asked == 0 {
            self.since.set(Some(Instant::now()));
        } else if self.since.get().is_some_and(|since| since.elapsed() > self.bounds.time) {
            *stopped = Some(Stop::Time);
        }
        stopped.is_some()
    }

    fn print(&self, line: &str) {
        let mut printed = self.printed.borrow_mut();
        if printed.len() < LINES {
            printed.push(line.chars().take(200).collect());
        }
    }
}
