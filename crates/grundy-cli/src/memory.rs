//! Memory of the machine and of this program.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// Set while the program holds more than its limit: what counts bytes cannot count what allocators
/// add, and what is held for a moment only.
pub(crate) static FULL: AtomicBool = AtomicBool::new(false);

/// Three quarters of the memory that is free at the start, if the system reports it.
/// Computed once, because a batch has many games.
pub(crate) static DEFAULT: LazyLock<u64> = LazyLock::new(|| {
    const FALLBACK: u64 = 4 << 30;
    let number = |file: &str, name: &str| -> Option<u64> {
        let contents = std::fs::read_to_string(file).ok()?;
        let line = contents.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let available = number("/proc/meminfo", "MemAvailable:").map(|kilobytes| kilobytes * 1024);
    // What `ulimit -v` allows; no number where it allows all.
    let allowed = number("/proc/self/limits", "Max address space").unwrap_or(u64::MAX);
    available.unwrap_or(FALLBACK / 3 * 4).min(allowed) / 4 * 3
});

/// Watches how much this program holds, where the system says so: an eighth more than `limit`, and
/// what holds the program itself, are too much.
#[cfg(target_os = "linux")]
pub(crate) fn watch(limit: u64) {
    use std::os::unix::fs::FileExt as _;
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    /// Pages of the program. Other pages of files, which the system may drop, do not count.
    const PROGRAM: u64 = 28 << 20;
    const LOOK: Duration = Duration::from_millis(5);
    let Ok(file) = std::fs::File::open("/proc/self/statm") else { return };
    let page = rustix::param::page_size() as u64;
    let most = limit.saturating_add(limit / 8).saturating_add(PROGRAM) / page;
    // Pages: all, resident ones, and those of them that are of files.
    let held = move || {
        let mut text = [0; 128];
        let length = file.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        let mut pages = text.split(' ').skip(1).map_while(|pages| pages.parse::<u64>().ok());
        let (resident, of_files) = (pages.next()?, pages.next()?);
        Some(resident.saturating_sub(of_files) + of_files.min(PROGRAM / page))
    };
    // Without a thread to watch, bytes are counted only.
    let _ = std::thread::Builder::new().name("memory".to_string()).spawn(move || {
        while let Some(held) = held() {
            FULL.store(held > most, Ordering::Relaxed);
            std::thread::sleep(LOOK);
        }
    });
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn watch(_: u64) {}
