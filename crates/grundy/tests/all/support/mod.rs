//! What several tests need.

pub(crate) mod token;

use std::sync::mpsc;
use std::time::Duration;

/// Work that must end: a hang is a failure, and not a test that never ends.
pub(crate) fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, waiting) = mpsc::channel();
    std::thread::spawn(move || done.send(work()));
    waiting.recv_timeout(Duration::from_secs(120)).expect("the work ends")
}
