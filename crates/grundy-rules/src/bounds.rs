//! Limits on the resources of a rule file: files may come from anyone.

use std::time::Duration;

/// Limits for each call of a function of a rule file, and for its top level.
///
/// They stop files that were written carelessly. Text, lists and numbers that one
/// operation makes are counted after they were made: against files that were
/// written to do harm, limit the memory of the process as well.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Bytes of the file.
    pub file: usize,
    /// Loop rounds and calls of functions in one call.
    pub ticks: u64,
    /// How long one call may take.
    pub time: Duration,
    /// Bytes that one call may use.
    pub heap: usize,
    /// Functions that call each other.
    pub depth: usize,
    /// Bytes of a position.
    pub position: usize,
    /// Moves in one position.
    pub moves: usize,
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
        }
    }
}
