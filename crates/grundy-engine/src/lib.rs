//! The API of the page in a browser's worker, with the same requests and answers as over HTTP. It
//! is compiled for `wasm32-wasip1`, and called by `crates/grundy-web/ui/src/engine/worker.ts`.
//!
//! The worker calls [`request`] for room and writes a request there: the method, the address and
//! the body, with a zero byte after each of the first two. [`answer`] answers it. The answer is
//! then at [`answered`]: the status, the media type and the body, in the same form. Reports on the
//! way are printed, one in each line: `thinking` and its JSON, or `positions` and a number.

// Functions are exported under their names, which nothing else has.
#![allow(unsafe_code)]

mod own;

use std::io::Write;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use grundy_web::{Config, Inline, InlineAnswer, Reader, Told};

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

static API: LazyLock<Inline> = LazyLock::new(|| {
    grundy::catalogue::ship(|| grundy_rules::shipped(grundy_rules::Bounds::default()));
    let mut config = Config::new(([127, 0, 0, 1], 0).into());
    config.reader = Some(Reader(std::sync::Arc::new(own::read)));
    config.cache = 256 << 20;
    Inline::new(&config, tell)
});

fn held(buffer: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a report for the worker.
fn tell(told: Told<'_>) {
    let mut out = std::io::stdout().lock();
    // If the report cannot be printed, it is not needed.
    let _ = match told {
        Told::Event(name, data) => writeln!(out, "{name} {data}"),
        Told::Positions(count) => writeln!(out, "positions {count}"),
    };
}

/// Makes room for a request of `bytes` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request(bytes: usize) -> *mut u8 {
    let mut request = held(&REQUEST);
    request.clear();
    request.resize(bytes, 0);
    request.as_mut_ptr()
}

/// Answers the request, and returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let request = std::mem::take(&mut *held(&REQUEST));
    let mut parts = request.splitn(3, |&byte| byte == 0);
    let mut text = || String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let (method, address) = (text(), text());
    let body = parts.next().unwrap_or_default().to_vec();
    let InlineAnswer { status, kind, body } = API.answer(&method, &address, body);
    let mut answer = held(&ANSWER);
    *answer = format!("{status}\0{kind}\0").into_bytes();
    answer.extend(body);
    answer.len()
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    held(&ANSWER).as_ptr()
}
