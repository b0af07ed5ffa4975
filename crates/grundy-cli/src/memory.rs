//! Memory of the machine and of this program.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Three quarters of the memory that is free at the start, if the system reports it. It is computed
/// once, because a batch has many games.
pub(crate) static DEFAULT: LazyLock<u64> = LazyLock::new(|| {
    const FALLBACK: u64 = 4 << 30;
    let number = |file: &str, name: &str| -> Option<u64> {
        let contents = std::fs::read_to_string(file).ok()?;
        let line = contents.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let available = number("/proc/meminfo", "MemAvailable:").map(|kilobytes| kilobytes * 1024);
    // The limit of `ulimit -v`. There is no number if it is unlimited.
    let allowed = number("/proc/self/limits", "Max address space").unwrap_or(u64::MAX);
    available.unwrap_or(FALLBACK / 3 * 4).min(allowed) / 4 * 3
});

/// Watches how much memory this program holds during a piece of work, if the system tells. Counting
/// bytes in the program would miss what allocators add and what is held only for a moment.
pub(crate) struct Watch {
    limit: Option<u64>,
    /// The greatest amount allowed; `u64::MAX` if there is no limit.
    most: AtomicU64,
    began: Instant,
    /// The time of the last look, in milliseconds since the beginning.
    looked: AtomicU64,
}

/// Bytes of the pages of the program file that count at most. Other pages of files do not count,
/// because the system can drop them.
const PROGRAM: u64 = 26 << 20;

impl Watch {
    /// Allows the limit, a sixteenth more, and the program itself. If the work `is_part` of a
    /// command, the memory held before it begins does not count.
    pub(crate) fn new(limit: Option<u64>, is_part: bool) -> Watch {
        let (most, looked) = (AtomicU64::new(u64::MAX), AtomicU64::new(0));
        let watch = Watch { limit, most, began: Instant::now(), looked };
        watch.begin(if is_part { held().unwrap_or(0) } else { 0 });
        watch
    }

    /// Begins to watch the next part of a command.
    pub(crate) fn restart(&self) {
        self.begin(held().unwrap_or(0));
    }

    fn begin(&self, before: u64) {
        let with =
            |limit: u64| limit.saturating_add(limit / 16).saturating_add(before.max(PROGRAM));
        self.most.store(self.limit.map_or(u64::MAX, with), Ordering::Relaxed);
    }

    /// Whether the program holds too much. If so, the work that asks must end; other work may go on
    /// and hold as much as now.
    pub(crate) fn is_full(&self) -> bool {
        /// The time between two looks, in milliseconds.
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

/// The number of bytes that this program holds.
#[cfg(target_os = "linux")]
fn held() -> Option<u64> {
    use std::fs::File;
    use std::os::unix::fs::FileExt as _;

    static FILE: LazyLock<Option<File>> = LazyLock::new(|| File::open("/proc/self/statm").ok());
    let mut text = [0; 128];
    let length = FILE.as_ref()?.read_at(&mut text, 0).ok()?;
    let text = std::str::from_utf8(&text[..length]).ok()?;
    // The numbers of pages: all, those in memory, and among these the pages of files.
    let mut pages = text.split(' ').skip(1).map_while(|pages| pages.parse::<u64>().ok());
    let (resident, of_files) = (pages.next()?, pages.next()?);
    let page = rustix::param::page_size() as u64;
    Some(resident.saturating_sub(of_files) * page + (of_files * page).min(PROGRAM))
}

#[cfg(not(target_os = "linux"))]
fn held() -> Option<u64> {
    None
}
