//! The engine that compiles and runs all modules, and the thread that makes calls end in time.

use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use wasmtime::{Config, Engine, OptLevel};

/// How long an epoch is.
const EPOCH: Duration = Duration::from_millis(10);

/// Bytes of native stack that the functions of a module may use.
pub(crate) const STACK: usize = 512 << 10;

static ENGINE: LazyLock<Result<Engine, String>> = LazyLock::new(|| {
    let mut config = Config::new();
    config
        .cranelift_opt_level(OptLevel::Speed)
        .epoch_interruption(true)
        .max_wasm_stack(STACK)
        // The same on all machines, and each time.
        .cranelift_nan_canonicalization(true)
        .relaxed_simd_deterministic(true);
    if is_narrow() {
        // Memories take no more addresses than they have bytes, and accesses are compared with
        // their length.
        config
            .memory_reservation(0)
            .memory_reservation_for_growth(1 << 20)
            .memory_guard_size(64 << 10);
    }
    Engine::new(&config).map_err(|error| format!("{error:#}"))
});

/// Whether this process may use less addresses than the 4 GB that a memory takes otherwise, so
/// that no access needs to be compared with its length.
fn is_narrow() -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        getrlimit(Resource::As).current.is_some()
    }
    #[cfg(not(unix))]
    false
}

/// The engine of all modules.
///
/// # Errors
///
/// If no code can be generated for this machine.
pub(crate) fn engine() -> Result<&'static Engine, String> {
    ENGINE.as_ref().map_err(Clone::clone)
}

/// The number of epochs that are not over before `time` has passed.
pub(crate) fn epochs(time: Duration) -> u64 {
    let epochs = time.as_nanos().div_ceil(EPOCH.as_nanos());
    // The first may be almost over. The sum of an epoch and a deadline must not overflow.
    u64::try_from(epochs).unwrap_or(u64::MAX).min(u64::MAX / 4) + 1
}

/// While one of these exists, epochs of the engine end.
#[derive(Clone, Debug)]
pub(crate) struct Clock(#[expect(dead_code, reason = "it is counted")] Arc<()>);

impl Clock {
    /// Starts the thread that ends epochs, unless it runs.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub(crate) fn start(engine: &'static Engine) -> Result<Clock, String> {
        static RUNNING: Mutex<Weak<()>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(clock) = running.upgrade() {
            return Ok(Clock(clock));
        }
        let clock = Arc::new(());
        let wanted = Arc::downgrade(&clock);
        let tick = {
            let wanted = wanted.clone();
            move || {
                while wanted.strong_count() > 0 {
                    thread::sleep(EPOCH);
                    engine.increment_epoch();
                }
            }
        };
        let thread = thread::Builder::new().name("wasm-clock".to_string());
        thread.spawn(tick).map_err(|error| error.to_string())?;
        *running = wanted;
        Ok(Clock(clock))
    }
}
