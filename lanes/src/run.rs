//! Runs lanes, two at a time, and says what became of each.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::lane::Lane;
use crate::table::FUNCTIONS;

/// Lanes that run at the same time. Much of a lane is single: linking, waiting for a browser.
const AT_A_TIME: usize = 2;

/// Between two lines that say what runs.
const NOTICE: Duration = Duration::from_secs(60);

/// What became of a lane.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) passed: bool,
    pub(crate) seconds: u64,
    /// Seconds of the processor, of all that it started.
    pub(crate) processor: u64,
    /// Crates that it compiled or checked.
    pub(crate) compiled: usize,
    pub(crate) log: PathBuf,
}

/// How lanes run.
pub(crate) struct Runner<'a> {
    /// The folder that they run in.
    pub(crate) checkout: &'a Path,
    /// The folder of their logs.
    pub(crate) logs: &'a Path,
    /// Whether all is to be tested in full.
    pub(crate) all: bool,
}

struct Queue {
    next: usize,
    /// The lanes that run, and since when.
    running: Vec<(&'static str, Instant)>,
    /// Whether the one that runs wants no other beside it.
    alone: bool,
}

impl Runner<'_> {
    /// Runs lanes in this order, and tells of each that has ended by its number.
    pub(crate) fn run(
        &self,
        lanes: &[&'static Lane],
        ended: &(dyn Fn(usize, io::Result<Report>) + Sync),
    ) {
        let queue = Mutex::new(Queue { next: 0, running: Vec::new(), alone: false });
        let changed = Condvar::new();
        let began = Instant::now();
        let work = || {
            loop {
                let mut now = queue.lock().expect("no lane panics");
                let (number, lane) = loop {
                    let number = now.next;
                    let Some(&lane) = lanes.get(number) else { return };
                    if !now.alone && (!lane.alone || now.running.is_empty()) {
                        break (number, lane);
                    }
                    now = changed.wait(now).expect("no lane panics");
                };
                now.next += 1;
                now.alone = lane.alone;
                now.running.push((lane.name, Instant::now()));
                drop(now);
                let report = self.run_one(lane);
                let mut now = queue.lock().expect("no lane panics");
                now.running.retain(|(name, _)| *name != lane.name);
                now.alone &= !lane.alone;
                ended(number, report);
                changed.notify_all();
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> =
                (0..AT_A_TIME.min(lanes.len())).map(|_| scope.spawn(work)).collect();
            let mut said = Instant::now();
            while workers.iter().any(|worker| !worker.is_finished()) {
                thread::sleep(Duration::from_millis(50));
                if said.elapsed() >= NOTICE {
                    said = Instant::now();
                    let running = &queue.lock().expect("no lane panics").running;
                    let running = running.iter().map(|(name, since)| {
                        format!("{name} ({} s) {}", since.elapsed().as_secs(), self.last_line(name))
                    });
                    let running = running.collect::<Vec<_>>().join("; ");
                    eprintln!("  after {} s: {running}", began.elapsed().as_secs());
                }
            }
        });
    }

    fn log(&self, name: &str) -> PathBuf {
        self.logs.join(format!("{name}.log"))
    }

    fn last_line(&self, name: &str) -> String {
        let log = fs::read(self.log(name)).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        log.lines().last().unwrap_or_default().trim().chars().take(60).collect()
    }

    fn run_one(&self, lane: &Lane) -> io::Result<Report> {
        let began = Instant::now();
        let path = self.log(lane.name);
        let log = File::create(&path)?;
        let mut command = Command::new("bash");
        // `times` prints the seconds of the processor, of the shell and of what it has started.
        let steps = lane.steps.join("\n");
        command
            .args(["-c", &format!("set -euo pipefail\ntrap times EXIT\n{FUNCTIONS}\n{steps}")])
            .current_dir(self.checkout)
            .env("CARGO_TERM_COLOR", "never")
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        if self.all {
            command.env("LANES_ALL", "1");
        }
        let passed = command.status()?.success();
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        Ok(Report {
            passed,
            seconds: began.elapsed().as_secs(),
            processor: processor(&text),
            compiled: compiled(&text),
            log: path,
        })
    }
}

/// The seconds of the processor in the last line of a log, as `1m2.5s 0m3.1s`.
fn processor(log: &str) -> u64 {
    let seconds = |time: &str| {
        let (minutes, rest) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + rest.parse::<f64>().ok()?)
    };
    let last = log.lines().last().unwrap_or_default();
    last.split_whitespace().filter_map(seconds).sum::<f64>() as u64
}

/// The crates that Cargo said it compiles or checks.
fn compiled(log: &str) -> usize {
    let starts = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("Compiling ") || line.starts_with("Checking ")
    };
    log.lines().filter(starts).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_says_what_a_lane_has_cost() {
        let log = "   Compiling grundy v0.1.0\n    Checking serde v1.0.0\n\
                   it says: Compiling is dear\n0m0.002s 0m0.001s\n1m2.500s 0m3.600s\n";
        assert_eq!(compiled(log), 2);
        assert_eq!(processor(log), 66);
        assert_eq!(processor("no times"), 0);
    }
}
