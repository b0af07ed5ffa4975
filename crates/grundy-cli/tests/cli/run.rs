//! Running the program.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// What a run printed, and its status.
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
        Ran {
            status: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

/// The program with arguments, its streams piped.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Colours are asked for by a terminal or by these; a pipe must not have them.
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"] {
        command.env_remove(name);
    }
    command
}

/// The words of a line; quotation marks hold one together.
pub(crate) fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    words.collect()
}

/// Runs the program to its end.
pub(crate) fn grundy(args: &[&str]) -> Ran {
    command(args).output().expect("the program starts").into()
}

/// Runs the program with this text on its standard input.
pub(crate) fn grundy_reading(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.as_ref().to_vec();
    // A program that ends early reads no further.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output.into()
}

/// The standard output of a run that answers.
pub(crate) fn answered(args: &[&str]) -> String {
    let ran = grundy(args);
    assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.stderr);
    assert_eq!(ran.stderr, "", "{args:?}");
    ran.stdout
}

/// The JSON that a run answers: one line.
pub(crate) fn json(args: &[&str]) -> Value {
    let args: Vec<&str> = args.iter().copied().chain(["--format", "json"]).collect();
    let text = answered(&args);
    assert_eq!(text.matches('\n').count(), 1, "one line: {text}");
    assert!(text.ends_with('\n'));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error} in {text}"))
}

/// The error message of a run that fails: status 1, nothing on standard output.
pub(crate) fn refused(args: &[&str]) -> String {
    let ran = grundy(args);
    assert_eq!(ran.status, Some(1), "{args:?}: {}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "", "{args:?}");
    assert!(ran.stderr.starts_with("grundy: "), "{args:?}: {}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{args:?}: {}", ran.stderr);
    ran.stderr
}

/// The error message of a run that is stopped by a limit: status 1; what is proved until then is on
/// standard output.
pub(crate) fn stopped(args: &[&str]) -> String {
    let ran = grundy(args);
    assert_eq!(ran.status, Some(1), "{args:?}: {}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.starts_with("grundy: "), "{args:?}: {}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{args:?}: {}", ran.stderr);
    ran.stderr
}

/// Waits for a program that should end soon; kills it and fails when it does not.
pub(crate) fn wait(mut child: Child, patience: Duration) -> Ran {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            let mut ran =
                Ran { status: status.code(), stdout: String::new(), stderr: String::new() };
            if let Some(mut stdout) = child.stdout.take() {
                stdout.read_to_string(&mut ran.stdout).expect("the program prints UTF-8");
            }
            if let Some(mut stderr) = child.stderr.take() {
                stderr.read_to_string(&mut ran.stderr).expect("the program prints UTF-8");
            }
            return ran;
        }
        if start.elapsed() > patience {
            let _ = child.kill();
            panic!("still running after {patience:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// The names of the files in a folder.
pub(crate) fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

/// Lines of JSON as a journal holds them: each behind the CRC-32 of all JSON so far.
pub(crate) fn journal<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut sum = crc32fast::Hasher::new();
    let checked = lines.into_iter().map(|line| {
        sum.update(line.as_bytes());
        format!("{:08x} {line}\n", sum.clone().finalize())
    });
    checked.collect()
}

/// The JSON of a journal, line by line.
pub(crate) fn unchecked(journal: &str) -> Vec<&str> {
    journal.lines().map(|line| line.split_once(' ').expect("a checksum").1).collect()
}

/// Changes each digit of a journal behind its first line: the program must notice.
pub(crate) fn every_digit_is_checked(journal: &std::path::Path, run: impl Fn() -> Ran) {
    let whole = std::fs::read(journal).unwrap();
    let second = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let digits: Vec<usize> =
        (second..whole.len()).filter(|&place| whole[place].is_ascii_digit()).collect();
    assert!(digits.len() > 10);
    for place in digits {
        let mut bytes = whole.clone();
        bytes[place] = if bytes[place] == b'9' { b'0' } else { bytes[place] + 1 };
        std::fs::write(journal, &bytes).unwrap();
        let ran = run();
        assert_eq!((ran.status, &*ran.stdout), (Some(1), ""), "{place}");
        let line = 1 + whole[..place].iter().filter(|&&byte| byte == b'\n').count();
        let name = journal.file_name().unwrap().to_string_lossy();
        let said = format!("{name}: line {line} is damaged: ");
        assert!(ran.stderr.contains(&said), "{place}: {}", ran.stderr);
        assert_eq!(std::fs::read(journal).unwrap(), bytes);
    }
}
