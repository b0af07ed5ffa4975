//! Limits on the resources of a module, which may come from an untrusted source.

use std::time::Duration;

/// Limits for each instance of a module, and for each call of its functions.
///
/// The limit on time is checked about a hundred times a second, so calls may take a few hundredths
/// of a second longer. The depth of the call stack is limited to 512 KB.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The bytes of linear memory of one instance. Each thread that calls a module has its own
    /// instance.
    pub memory: usize,
    /// The time that one call may take.
    pub time: Duration,
    /// Called about a hundred times a second while a module is compiled and during calls: returns
    /// why every call must end now, if it must.
    pub halted: Option<fn() -> Option<String>>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { memory: 256 << 20, time: Duration::from_secs(20), halted: None }
    }
}
