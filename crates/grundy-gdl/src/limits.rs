//! Limits on the memory and the time for reading a game.

use std::time::{Duration, Instant};

use grundy::Fault;

/// Limits on reading a game.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of memory, counted for the main data structures only.
    pub memory: usize,
    /// Wall-clock time.
    pub time: Duration,
    /// Called now and then: returns why reading must end now, if it must.
    pub halted: Option<fn() -> Option<String>>,
}

impl Default for Limits {
    /// 2 GB, one minute.
    fn default() -> Self {
        Limits { memory: 2_000_000_000, time: Duration::from_secs(60), halted: None }
    }
}

/// The limits, with the deadline, while a game is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    until: Option<Instant>,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Budget { limits, until: Instant::now().checked_add(limits.time) }
    }

    /// Fails if `bytes` exceeds the memory limit or the deadline has passed.
    pub(crate) fn check(&self, bytes: usize) -> Result<(), Fault> {
        if bytes > self.limits.memory {
            let message = format!(
                "grounding the rules takes more than {} bytes of memory",
                self.limits.memory
            );
            return Err(Fault::new(message));
        }
        if let Some(why) = self.limits.halted.and_then(|halted| halted()) {
            return Err(Fault::new(why));
        }
        if self.until.is_some_and(|until| Instant::now() > until) {
            let message = format!(
                "grounding the rules takes longer than {} s",
                self.limits.time.as_secs_f64()
            );
            return Err(Fault::new(message));
        }
        Ok(())
    }
}
