//! Commands that take hours or gigabytes keep to the limits that they are given.

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{Ran, command, folder, words};

/// One a line; quotation marks hold a game together, and `FOLDER` is an empty one. What stands behind
/// an equals sign is soon answered, and has no limit.
const HEAVY: &str = include_str!("../../../../testdata/heavy.txt");

/// The time that each has, and its memory in megabytes.
const TIME: u64 = 1;
const MEMORY: u64 = 64;

/// Later than the limit, and above 1.2 times of it: what is promised of a quiet machine, and more
/// where tests run beside each other without optimization of all.
const LATE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 5 } else { 1 });
const MORE: u64 = if cfg!(debug_assertions) { 60 } else { 30 };

/// Of so many commands one is tried, unless all are asked for.
const SOME: usize = 6;

/// The megabytes that a process has held at most, as far as the system says.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

#[test]
fn heavy_commands_keep_to_their_limits() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let step = if std::env::var_os("LANES_ALL").is_some() { 1 } else { SOME };
    let limits = [format!("--time={TIME}s"), format!("--memory={MEMORY}M")];
    let mut failed = Vec::new();
    for (number, line) in HEAVY.lines().enumerate() {
        let (light, line) = match line.strip_prefix("= ") {
            Some(line) => (true, line),
            None if number % step == 0 => (false, line),
            None => continue,
        };
        let folder = folder(&format!("heavy-{number}"));
        let arguments = words(&line.replace("FOLDER", &folder.to_string_lossy()));
        let limits = if light { &[][..] } else { &limits };
        let all: Vec<&str> = arguments.iter().chain(limits).map(|word| &**word).collect();
        let began = Instant::now();
        let mut child = command(&all).current_dir(&top).stdout(Stdio::null()).spawn().unwrap();
        let (mut held, last) = (0, Duration::from_secs(TIME) + 6 * LATE);
        while child.try_wait().unwrap().is_none() {
            held = held.max(peak(child.id()).unwrap_or(0));
            if began.elapsed() > last {
                child.kill().unwrap();
            }
            thread::sleep(Duration::from_millis(5));
        }
        let took = began.elapsed();
        let Ran { status, stderr, .. } = child.wait_with_output().unwrap().into();
        let readable = !stderr.contains("cannot read") && !stderr.contains("panicked");
        let in_time = light || took <= Duration::from_secs(TIME) + LATE;
        let small = light || held <= MEMORY * 6 / 5 + MORE;
        let ended = status == Some(0) || status == Some(1) && !light;
        if !(ended && readable && in_time && small) {
            failed.push(format!("{line}: {status:?} after {took:?}, {held} MB: {stderr}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
