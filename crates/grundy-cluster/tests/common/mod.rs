//! Processes of a cluster: this program, started again.

use std::env;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) use self::addresses::free;

mod addresses;

/// A process of a cluster, with what it is told.
pub(crate) struct Process(Command);

impl Process {
    pub(crate) fn new(hosts: &[String], number: usize) -> Process {
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args(["--exact", "a_process", "--ignored", "--nocapture", "--test-threads=1"])
            .env("CLUSTER_HOSTS", hosts.join("\n"))
            .env("CLUSTER_PROCESS", number.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Process(command)
    }

    pub(crate) fn with(mut self, what: &str, value: impl ToString) -> Process {
        self.0.env(format!("CLUSTER_{what}"), value.to_string());
        self
    }

    pub(crate) fn start(mut self) -> Running {
        Running { child: self.0.spawn().unwrap(), since: Instant::now() }
    }
}

/// What a process was told.
pub(crate) fn told(what: &str) -> Option<String> {
    env::var(format!("CLUSTER_{what}")).ok()
}

pub(crate) struct Running {
    pub(crate) child: Child,
    since: Instant,
}

/// How a process has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) after: Duration,
}

impl Running {
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end, but not for ever.
    pub(crate) fn end(mut self) -> Ended {
        let (mut stdout, mut stderr) =
            (self.child.stdout.take().unwrap(), self.child.stderr.take().unwrap());
        let out = thread::spawn(move || text(&mut stdout));
        let err = thread::spawn(move || text(&mut stderr));
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if self.since.elapsed() > Duration::from_secs(120) {
                self.child.kill().unwrap();
                let err = err.join().unwrap();
                panic!("a process has not ended: {err}");
            }
            thread::sleep(Duration::from_millis(5));
        };
        Ended {
            status: status.code(),
            out: out.join().unwrap(),
            err: err.join().unwrap(),
            after: self.since.elapsed(),
        }
    }
}

fn text(from: &mut impl Read) -> String {
    let mut text = String::new();
    from.read_to_string(&mut text).unwrap();
    text
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
