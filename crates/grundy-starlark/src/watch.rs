//! A watcher of calls, which can stop them.

/// A watcher of calls.
pub trait Watch {
    /// Whether the call must stop. It is asked once in [`PERIOD`] steps. A step is a call of a
    /// function, a round of a loop, or an equal amount of work of a built-in function, also within
    /// one call.
    fn must_stop(&self) -> bool;

    /// Takes a line that is printed.
    fn print(&self, line: &str);
}

/// Steps between two questions whether the call must stop.
pub const PERIOD: u32 = 1000;
