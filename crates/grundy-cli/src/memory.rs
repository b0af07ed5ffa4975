//! Memory of the machine and of this program.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

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

/// Watches how much this program holds while it does a piece of work, where the system says so: what
/// counts bytes cannot count what allocators add, and what is held for a moment only.
pub(crate) struct Watch {
    limit: Option<u64>,
    /// More is too much; `u64::MAX` if nothing is.
    most: AtomicU64,
    began: Instant,
    /// When it was looked last, in milliseconds after it began.
    looked: AtomicU64,
}

/// Bytes of pages of the program itself. Other pages of files, which the system may drop, do not count.
const PROGRAM: u64 = 26 << 20;

impl Watch {
    /// A sixteenth more than the limit, and the program itself, are too much; what is held before the
    /// work begins does not count where that `is_part` of a command only.
    pub(crate) fn new(limit: Option<u64>, is_part: bool) -> Watch {
        let (most, looked) = (AtomicU64::new(u64::MAX), AtomicU64::new(0));
        let watch = Watch { limit, most, began: Instant::now(), looked };
        watch.begin(if is_part { held().unwrap_or(0) } else { 0 });
        watch
    }

    /// Begins to watch another part of a command.
    pub(crate) fn restart(&self) {
        self.begin(held().unwrap_or(0));
    }

    fn begin(&self, before: u64) {
        let with =
            |limit: u64| limit.saturating_add(limit / 16).saturating_add(before.max(PROGRAM));
        self.most.store(self.limit.map_or(u64::MAX, with), Ordering::Relaxed);
    }

    /// Whether the program holds too much. When it does, the work that asks has to end; what goes on
    /// may hold as much.
    pub(crate) fn is_full(&self) -> bool {
        /// Milliseconds between two looks.
        const BETWEEN: u64 = 2;
        let most = self.most.load(Ordering::Relaxed);
        let now = self.began.elapsed().as_millis() as u64;
        let looked = self.looked.load(Ordering::Relaxed);
        if most == u64::MAX || now < looked + BETWEEN {
            return false;
        }
        self.looked.store(now, Ordering::Relaxed);
        let Some(held) = held().filter(|held| *held > most) else { return false };
        self.most.store(held, Ordering::Relaxed);
        true
    }
}

/// Bytes that this program holds.
#[cfg(target_os = "linux")]
fn held() -> Option<u64> {
    use std::fs::File;
    use std::os::unix::fs::FileExt as _;

    static FILE: LazyLock<Option<File>> = LazyLock::new(|| File::open("/proc/self/statm").ok());
    let mut text = [0; 128];
    let length = FILE.as_ref()?.read_at(&mut text, 0).ok()?;
    let text = std::str::from_utf8(&text[..length]).ok()?;
    // Pages: all, resident ones, and those of them that are of files.
    let mut pages = text.split(' ').skip(1).map_while(|pages| pages.parse::<u64>().ok());
    let (resident, of_files) = (pages.next()?, pages.next()?);
    let page = rustix::param::page_size() as u64;
    Some(resident.saturating_sub(of_files) * page + (of_files * page).min(PROGRAM))
}

#[cfg(not(target_os = "linux"))]
fn held() -> Option<u64> {
    None
}
