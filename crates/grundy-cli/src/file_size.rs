//! The limit of the system on the size of a file (`ulimit -f`).

/// Makes a write beyond the limit an error, as on a full disk. By default a signal kills the
/// program, which then leaves parts of files behind without a message.
#[cfg(unix)]
#[allow(unsafe_code)] // `signal` may be given a handler, which may do little.
pub(crate) fn report_limit() {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // SAFETY: no handler is given. It fails for signals that cannot be ignored only.
    let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
}

/// Other systems send no signal.
#[cfg(not(unix))]
pub(crate) fn report_limit() {}
