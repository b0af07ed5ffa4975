//! Who watches calls.

/// Who watches the calls.
pub trait Watch {
    /// Whether the call must stop. It is asked once in [`PERIOD`] steps, where a step is a call of
    /// a function, a round of a loop, or as much work of a built-in function, also within one.
    fn must_stop(&self) -> bool;

    /// Takes a line that is printed.
    fn print(&self, line: &str);
}

/// Steps between two questions whether the call must stop.
pub const PERIOD: u32 = 1000;
