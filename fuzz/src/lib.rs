//! Code that fuzz targets share.

use std::time::{Duration, Instant};

use grundy::Limits;

/// Limits, starting now, under which a target can try many inputs.
#[must_use]
pub fn small_limits() -> Limits<'static> {
    Limits {
        positions: 300,
        memory: 4 << 20,
        time: Some((Instant::now(), Duration::from_millis(200))),
        ..Limits::default()
    }
}
