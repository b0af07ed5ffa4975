//! Limits on the resources of a rule file, which may come from an untrusted source.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Limits for each call of a function of a rule file, and for its top level.
///
/// They stop careless files. Memory is counted after every thousand steps, that is loop
/// iterations and calls: a text that few operations make may have up to 4 GB before. Against malicious files, limit the memory of the process as well.
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
    /// Ends every call soon while it is set.
    pub interrupted: Option<&'static AtomicBool>,
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
            interrupted: None,
        }
    }
}
