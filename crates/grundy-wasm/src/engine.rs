//! The engine that compiles and runs all modules, and the thread that makes calls end in time.

use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use wasmtime::{Config, Engine, Inlining, OptLevel};

/// How long an epoch is.
pub(crate) const EPOCH: Duration = Duration::from_millis(10);

/// Bytes of native stack that the functions of a module may use.
pub(crate) const STACK: usize = 512 << 10;

/// One that keeps the functions of a module apart, and one that does not.
static ENGINES: [LazyLock<Result<Engine, String>>; 2] =
    [LazyLock::new(|| new(Inlining::No)), LazyLock::new(|| new(Inlining::Yes))];

fn new(inlining: Inlining) -> Result<Engine, String> {
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
    config.compiler_inlining(inlining);
    Engine::new(&config).map_err(|error| format!("{error:#}"))
}

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

/// The engine of all modules that do, or do not, have their small functions inlined.
///
/// # Errors
///
/// If no code can be generated for this machine.
pub(crate) fn engine(inlines: bool) -> Result<&'static Engine, String> {
    ENGINES[usize::from(inlines)].as_ref().map_err(Clone::clone)
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
    /// Starts the thread that ends the epochs of all engines, unless it runs.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub(crate) fn start() -> Result<Clock, String> {
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
                    // An engine that nothing has asked for is not made for this.
                    let engines = ENGINES.iter().filter_map(LazyLock::get);
                    engines.flatten().for_each(Engine::increment_epoch);
                }
            }
        };
        let thread = thread::Builder::new().name("wasm-clock".to_string());
        thread.spawn(tick).map_err(|error| error.to_string())?;
        *running = wanted;
        Ok(Clock(clock))
    }
}
