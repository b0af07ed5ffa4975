//! Runs lanes, two at a time, and reports the result of each.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::lane::Lane;
use crate::table::FUNCTIONS;

/// The number of lanes that run at the same time. Much of the work of a lane uses a single thread:
/// linking, or waiting for a browser.
const AT_A_TIME: usize = 2;

/// The time between two lines that say which lanes run.
const NOTICE: Duration = Duration::from_secs(60);

/// The time after which a lane counts as hanging. The longest lanes need a third of it on a slow
/// machine.
const MOST: Duration = Duration::from_secs(40 * 60);

/// The result of a lane.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) passed: bool,
    pub(crate) seconds: u64,
    /// The processor time of all processes that it started, in seconds.
    pub(crate) processor: u64,
    /// The number of crates that it compiled or checked.
    pub(crate) compiled: usize,
    pub(crate) log: PathBuf,
}

/// The settings for running lanes.
pub(crate) struct Runner<'a> {
    /// The folder in which they run.
    pub(crate) checkout: &'a Path,
    /// The folder of their logs.
    pub(crate) logs: &'a Path,
    /// Whether everything is to be tested in full.
    pub(crate) all: bool,
}

struct Queue {
    next: usize,
    /// The lanes that are running, each with the time when it began.
    running: Vec<(&'static str, Instant)>,
    /// Whether the lane that is running must run alone.
    alone: bool,
}

impl Runner<'_> {
    /// Runs lanes in this order, and reports each one that has ended by its number.
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
        let mut command = shell(&lane.steps.join("\n"));
        command.current_dir(self.checkout).stdout(log.try_clone()?).stderr(log);
        if self.all {
            command.env("LANES_ALL", "1");
        }
        let passed = passes(&mut command, MOST)?;
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

/// The commands around the steps of a lane. They print the processor time in seconds (`times`: of
/// the shell and of the processes that it has started). When the input ends, as it does when the
/// runner is killed, they end all processes of the lane.
const AROUND: &str = "set -euo pipefail
trap times EXIT
exec 3<&0 </dev/null
(cat <&3 >/dev/null; kill -TERM -- -$$) &
exec 3<&-
";

/// A shell for these steps, in its own group of processes.
fn shell(steps: &str) -> Command {
    let mut command = Command::new("bash");
    command
        .args(["-c", &format!("{AROUND}{FUNCTIONS}\n{steps}")])
        .env("CARGO_TERM_COLOR", "never")
        .stdin(Stdio::piped())
        .process_group(0);
    command
}

/// Starts a shell, which runs as long as the other end of its input is open.
fn start(shell: &mut Command) -> io::Result<(Child, ChildStdin)> {
    let mut child = shell.spawn()?;
    let held = child.stdin.take().expect("the input is a pipe");
    Ok((child, held))
}

/// Whether the steps of a shell succeed within this time. Then all processes that they started are
/// ended.
fn passes(shell: &mut Command, most: Duration) -> io::Result<bool> {
    let began = Instant::now();
    let (mut child, held) = start(shell)?;
    while began.elapsed() < most {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        thread::sleep(Duration::from_millis(50));
    }
    drop(held);
    child.wait()?;
    Ok(false)
}

/// The processor time in seconds from the last line of a log, such as `1m2.5s 0m3.1s`.
fn processor(log: &str) -> u64 {
    let seconds = |time: &str| {
        let (minutes, rest) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + rest.parse::<f64>().ok()?)
    };
    let last = log.lines().last().unwrap_or_default();
    last.split_whitespace().filter_map(seconds).sum::<f64>() as u64
}

/// The number of crates that Cargo printed as compiled or checked.
fn compiled(log: &str) -> usize {
    let starts = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("Compiling ") || line.starts_with("Checking ")
    };
    log.lines().filter(starts).count()
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, Read as _};

    use super::*;

    #[test]
    fn what_a_lane_has_started_ends_with_the_runner() {
        // The output ends when the last of the processes has ended.
        let output_after_kill = |steps: &str| {
            let (mut child, held) = start(shell(steps).stdout(Stdio::piped())).unwrap();
            let mut output = BufReader::new(child.stdout.take().unwrap());
            let mut text = String::new();
            assert!(output.read_line(&mut text).unwrap() > 0);
            drop(held);
            output.read_to_string(&mut text).unwrap();
            (child.wait().unwrap().success(), text)
        };
        let began = Instant::now();
        let (passed, text) = output_after_kill("sleep 60 & echo first; wait; echo second");
        assert!(!passed && began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
        assert!(!text.contains("second"), "{text}");
    }

    #[test]
    fn a_lane_that_hangs_fails() {
        let passes = |steps, most| passes(&mut shell(steps), Duration::from_secs(most)).unwrap();
        assert!(passes("true", 600));
        assert!(!passes("false", 600));
        let began = Instant::now();
        assert!(!passes("sleep 600", 1));
        assert!(began.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_log_says_what_a_lane_has_cost() {
        let log = "   Compiling grundy v0.1.0\n    Checking serde v1.0.0\n\
                   it says: Compiling is dear\n0m0.002s 0m0.001s\n1m2.500s 0m3.600s\n";
        assert_eq!(compiled(log), 2);
        assert_eq!(processor(log), 66);
        assert_eq!(processor("no times"), 0);
    }
}
