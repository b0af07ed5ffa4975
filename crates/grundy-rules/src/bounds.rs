//! Limits on the resources of a rule file, which may come from an untrusted source.

use std::time::Duration;

/// Limits for each call of a function of a rule file, and for its top level.
///
/// Memory is counted before it is taken, and time also within built-in functions. A function may take
/// twice as much memory for a moment, while it makes a value. The stack, and what is read of the file,
/// do not count.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Bytes of the file.
    pub file: usize,
    /// Loop iterations and function calls in one call.
    pub ticks: u64,
    /// How long one call may take.
    pub time: Duration,
    /// Bytes that one call may allocate.
    pub heap: usize,
    /// The depth of the call stack.
    pub depth: usize,
    /// Bytes of a position.
    pub position: usize,
    /// Moves in one position.
    pub moves: usize,
    /// Asked once in a thousand steps: why every call must end now, if it must.
    pub halted: Option<fn() -> Option<String>>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            file: 1 << 20,
            ticks: 20_000_000,
            time: Duration::from_secs(20),
            heap: 256 << 20,
            depth: 250,
            position: 1 << 16,
            moves: 1 << 20,
            halted: None,
        }
    }
}
