//! The engine that compiles and runs all modules, and the thread that makes calls end in time.

use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use wasmtime::{Config, Engine, Inlining, OptLevel};

/// The length of an epoch.
pub(crate) const EPOCH: Duration = Duration::from_millis(10);

/// The bytes of native stack that the functions of a module may use.
pub(crate) const STACK: usize = 512 << 10;

/// The engine that does not inline the functions of a module, and the one that does.
static ENGINES: [LazyLock<Result<Engine, String>>; 2] =
    [LazyLock::new(|| new(Inlining::No)), LazyLock::new(|| new(Inlining::Yes))];

fn new(inlining: Inlining) -> Result<Engine, String> {
    let mut config = Config::new();
    config
        .cranelift_opt_level(OptLevel::Speed)
        .epoch_interruption(true)
        .max_wasm_stack(STACK)
        // Makes results the same on all machines, and each time.
        .cranelift_nan_canonicalization(true)
        .relaxed_simd_deterministic(true);
    if is_narrow() {
        // Memories then take no more addresses than they have bytes, and each access is compared
        // with the length.
        config
            .memory_reservation(0)
            .memory_reservation_for_growth(1 << 20)
            .memory_guard_size(64 << 10);
    }
    config.compiler_inlining(inlining);
    Engine::new(&config).map_err(|error| format!("{error:#}"))
}

/// Whether the addresses of this process are limited. Otherwise a memory takes 4 GB of addresses,
/// and no access needs to be compared with its length.
fn is_narrow() -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        getrlimit(Resource::As).current.is_some()
    }
    #[cfg(not(unix))]
    false
}

/// The engine for all modules whose small functions are inlined, or for all whose functions are
/// not.
///
/// # Errors
///
/// If no code can be generated for this machine.
pub(crate) fn engine(inlines: bool) -> Result<&'static Engine, String> {
    ENGINES[usize::from(inlines)].as_ref().map_err(Clone::clone)
}

/// A number of epochs that does not pass before `time` has passed.
pub(crate) fn epochs(time: Duration) -> u64 {
    let epochs = time.as_nanos().div_ceil(EPOCH.as_nanos());
    // The first epoch may be almost over. The sum of an epoch and a deadline must not overflow.
    u64::try_from(epochs).unwrap_or(u64::MAX).min(u64::MAX / 4) + 1
}

/// Epochs of the engines end as long as one of these exists.
#[derive(Clone, Debug)]
pub(crate) struct Clock(#[expect(dead_code, reason = "it is counted")] Arc<()>);

impl Clock {
    /// Starts the thread that ends the epochs of all engines, unless it is running.
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
                    // Engines that are not in use are not created for this.
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
