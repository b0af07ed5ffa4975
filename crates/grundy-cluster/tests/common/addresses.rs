//! Where processes of tests listen.

use std::net::TcpListener;
use std::process::id;
use std::sync::atomic::{AtomicU16, Ordering};

/// Addresses on which nobody listens. They lie below the ports that systems
/// give to those who call, and each test program begins at another one.
pub(crate) fn free(count: usize) -> Vec<String> {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 12_000 + (id() % 300) as u16 * 50;
    let mut found = Vec::new();
    while found.len() < count {
        let address = format!("127.0.0.1:{}", first + NEXT.fetch_add(1, Ordering::Relaxed) % 5_000);
        if TcpListener::bind(&address).is_ok() {
            found.push(address);
        }
    }
    found
}
