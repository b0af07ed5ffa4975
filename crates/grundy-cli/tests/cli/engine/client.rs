//! An engine at the other end of two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crate::run::{command, wait};

/// An answer that does not come within this time is missing.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Engine {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    pub(super) fn start(args: &[&str]) -> Engine {
        let args = [&["engine"], args].concat();
        let mut child = command(&args).stdin(Stdio::piped()).spawn().expect("the engine starts");
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let mut lines = stdout.lines().map_while(Result::ok);
            while lines.next().is_some_and(|line| sender.send(line).is_ok()) {}
        });
        Engine { child, stdin, lines }
    }

    pub(super) fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").expect("the engine reads");
    }

    pub(super) fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// The rest of the first line that begins with a word.
    pub(super) fn until(&self, word: &str) -> String {
        loop {
            let line = self.line();
            if let Some(rest) = line.strip_prefix(word) {
                return rest.trim().to_string();
            }
        }
    }

    /// What UGI answers to a line.
    pub(super) fn asked(&mut self, line: &str, word: &str) -> String {
        self.say(line);
        self.until(word)
    }

    /// What GTP answers: the whole response, without the empty line behind it.
    pub(super) fn gtp(&mut self, line: &str) -> String {
        self.say(line);
        let mut response = vec![self.line()];
        loop {
            match self.line() {
                line if line.is_empty() => return response.join("\n"),
                line => response.push(line),
            }
        }
    }

    /// Ends the engine, which must end well and have nothing more to say.
    pub(super) fn end(mut self, quit: bool) {
        if quit {
            self.say("quit");
        }
        let Engine { child, stdin, .. } = self;
        drop(stdin);
        let ran = wait(child, PATIENCE);
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    }
}
