//! `--untrusted`: the work is done by another process of this program with little memory and time.
//! Malicious rules thus end in an error, even if the limits on calls have missed something.

use std::ffi::OsString;
#[cfg(feature = "page")]
use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
#[cfg(feature = "page")]
use grundy::Limits;

use crate::errors;

/// The environment variable that marks a confined process. Its value is the number of the process
/// that waits for the confined one.
const MARK: &str = "GRUNDY_CONFINED";

/// The limit on address space, in bytes.
const MEMORY: u64 = 1 << 30;

/// The limit on CPU time of all threads together, in seconds.
const SECONDS: u64 = 60;

/// The process is killed after this time, even if it is idle.
const DEADLINE: Duration = Duration::from_secs(120);

/// The default time limit of a piece of work in a confined process; when it is reached, the
/// work ends with the usual error.
pub(crate) fn time() -> Option<Duration> {
    is_confined().then_some(Duration::from_secs(SECONDS / 2 - 5))
}

/// Whether this is a confined process.
pub(crate) fn is_confined() -> bool {
    std::env::var_os(MARK).is_some()
}

/// Drops the rights that a confined process must not have.
#[cfg(unix)]
pub(crate) fn confine() -> Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    if !is_confined() {
        return Ok(());
    }
    // A panic inside an interpreter is reported as a fault of the rules.
    std::panic::set_hook(Box::new(|_| {}));
    // The second bound ends a process that ignores the first.
    outlive_nobody()?;
    let limits = [
        (Resource::As, MEMORY, MEMORY),
        (Resource::Cpu, SECONDS, SECONDS + 2),
        (Resource::Core, 0, 0),
    ];
    for (resource, current, maximum) in limits {
        let limit = Rlimit { current: Some(current), maximum: Some(maximum) };
        setrlimit(resource, limit).context("cannot confine this process")?;
    }
    Ok(())
}

/// Ends this process when the one that waits for it has ended.
#[cfg(unix)]
fn outlive_nobody() -> Result<()> {
    /// The time between two checks.
    const OFTEN: Duration = Duration::from_millis(100);
    let waits = std::env::var(MARK).ok().and_then(|number| number.parse().ok());
    let watch = move || {
        while waits == Some(std::os::unix::process::parent_id()) {
            thread::sleep(OFTEN);
        }
        std::process::exit(1)
    };
    let thread = thread::Builder::new().name("parent".to_string()).stack_size(64 << 10);
    thread.spawn(watch).context("cannot confine this process")?;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn confine() -> Result<()> {
    match is_confined() {
        true => anyhow::bail!("--untrusted needs a system that limits what processes may use"),
        false => Ok(()),
    }
}

/// Runs this program with these arguments in a confined process. `patient` means that it waits for
/// a person, and has no limit on its total time.
pub(crate) fn run(
    arguments: impl Iterator<Item = OsString>,
    patient: bool,
    in_json: bool,
) -> ExitCode {
    // The terminal tells the other process too, and it ends as it should.
    let _ = ctrlc::set_handler(|| {});
    match supervise(arguments, patient, in_json) {
        Ok(code) => code,
        Err(error) => {
            errors::say(&format!("{error:#}"), in_json);
            ExitCode::FAILURE
        }
    }
}

/// This program, as a process that will be confined.
fn confined(arguments: impl Iterator<Item = OsString>) -> Result<Command> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env(MARK, std::process::id().to_string())
        // Each arena of the allocator takes address space, whether used or not.
        .env("MALLOC_ARENA_MAX", "2")
        .env_remove("RUST_BACKTRACE")
        .stderr(Stdio::piped());
    Ok(command)
}

fn supervise(
    arguments: impl Iterator<Item = OsString>,
    patient: bool,
    in_json: bool,
) -> Result<ExitCode> {
    let mut child = confined(arguments)?.spawn().context("cannot start another process")?;
    let said = child.stderr.take().map(|stderr| thread::spawn(move || said(stderr)));
    let status = wait(&mut child, (!patient).then_some(DEADLINE), None)?;
    let said = said.and_then(|thread| thread.join().ok()).unwrap_or_default();
    match fate(status) {
        None => {
            let _ = io::stderr().write_all(&said);
            Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1).into())
        }
        Some(fate) => {
            errors::say(&fate, in_json);
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The bytes that a confined process prints for these arguments and this input; otherwise its error
/// message. The process is killed when the work is interrupted.
#[cfg(feature = "page")]
pub(crate) fn ask(
    arguments: impl Iterator<Item = OsString>,
    input: &[u8],
    deadline: Duration,
    limits: &Limits<'_>,
) -> Result<Vec<u8>> {
    let mut command = confined(arguments)?;
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().context("cannot start another process")?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A process that does not read its input ends without an answer.
        scope.spawn(|| stdin.map(|mut stdin| stdin.write_all(input)));
        let answer = scope.spawn(|| stdout.map(said).unwrap_or_default());
        let complaint = scope.spawn(|| stderr.map(said).unwrap_or_default());
        let status = wait(&mut child, Some(deadline), limits.interrupted)?;
        let (answer, complaint) = (answer.join(), complaint.join());
        match fate(status) {
            None if status.success() => Ok(answer.unwrap_or_default()),
            None => {
                let complaint = complaint.unwrap_or_default();
                let complaint = String::from_utf8_lossy(&complaint);
                let complaint = complaint.trim_end();
                anyhow::bail!("{}", complaint.strip_prefix("grundy: ").unwrap_or(complaint))
            }
            Some(fate) => Err(Killed(fate).into()),
        }
    })
}

/// The output of a process, cut off if it is too long.
fn said(stream: impl Read) -> Vec<u8> {
    const MOST: u64 = 256 << 20;
    let mut said = Vec::new();
    let mut stream = stream.take(MOST);
    let _ = stream.read_to_end(&mut said);
    let _ = io::copy(&mut stream.into_inner(), &mut io::sink());
    said
}

fn wait(
    child: &mut Child,
    deadline: Option<Duration>,
    stop: Option<&AtomicBool>,
) -> Result<ExitStatus> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for the other process")? {
            return Ok(status);
        }
        let is_late = deadline.is_some_and(|deadline| start.elapsed() > deadline);
        if is_late || stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            // The process may just have ended by itself.
            let _ = child.kill();
        }
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(50));
    }
}

/// A confined process was killed at a limit.
#[cfg(feature = "page")]
#[derive(Debug)]
pub(crate) struct Killed(pub(crate) String);

#[cfg(feature = "page")]
impl fmt::Display for Killed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(feature = "page")]
impl std::error::Error for Killed {}

/// Why a process was killed.
#[cfg(unix)]
fn fate(status: ExitStatus) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    let signal = rustix::process::Signal::from_named_raw(status.signal()?);
    let gigabytes = MEMORY >> 30;
    Some(match signal {
        Some(rustix::process::Signal::XCPU | rustix::process::Signal::KILL) => {
            format!("stopped: untrusted rules may work for {SECONDS} s of CPU time")
        }
        _ => format!(
            "stopped: untrusted rules may use {gigabytes} GB of memory, and calls may not be \
             nested too deep"
        ),
    })
}

#[cfg(not(unix))]
fn fate(_: ExitStatus) -> Option<String> {
    None
}
