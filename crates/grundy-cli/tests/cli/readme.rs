//! The examples of the README and of other pages do what these say.
//!
//! Blocks marked `console` are run: a line after `$ ` is given to the shell, a
//! line after `> ` continues it, and what follows must be the output. A line
//! `...` stands for any lines, and `[..]` for any text within a line. Commands
//! of one file share a folder, in which the later find what the earlier wrote.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::folder;

struct Example {
    line: usize,
    command: String,
    output: Vec<String>,
}

fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside && line.trim_start_matches('`').trim() == "console";
            continue;
        }
        if !inside {
            continue;
        }
        if let Some(command) = line.strip_prefix("$ ") {
            let command = command.to_string();
            found.push(Example { line: number + 1, command, output: Vec::new() });
        } else if let Some(example) = found.last_mut() {
            match line.strip_prefix("> ") {
                Some(more) if example.output.is_empty() => {
                    example.command += "\n";
                    example.command += more;
                }
                _ => example.output.push(line.trim_end().to_string()),
            }
        }
    }
    for example in &mut found {
        while example.output.last().is_some_and(String::is_empty) {
            example.output.pop();
        }
    }
    found
}

/// Whether a line is as expected, where `[..]` stands for any text.
fn like(pattern: &str, line: &str) -> bool {
    match pattern.split_once("[..]") {
        None => pattern == line,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            let starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            starts.into_iter().any(|at| like(tail, &rest[at..]))
        }),
    }
}

/// Whether lines are as expected, where `...` stands for any lines.
fn alike(pattern: &[String], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((any, rest)) if any == "..." => (0..=lines.len()).any(|at| alike(rest, &lines[at..])),
        Some((first, rest)) => {
            lines.first().is_some_and(|line| like(first, line)) && alike(rest, &lines[1..])
        }
    }
}

/// What an example prints, on both streams.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_grundy"));
    let old = std::env::var_os("PATH").unwrap_or_default();
    let paths = program.parent().map(PathBuf::from).into_iter().chain(std::env::split_paths(&old));
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).expect("paths without colons"))
        .stdin(Stdio::null())
        .output()
        .expect("bash runs");
    String::from_utf8(output.stdout).expect("examples print UTF-8")
}

fn failures(text: &str, folder: &Path) -> Vec<String> {
    let mut failures = Vec::new();
    for example in examples(text) {
        let printed = run(&example.command, folder);
        let lines: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
        if !alike(&example.output, &lines) {
            let Example { line, command, output } = example;
            let expected = output.join("\n");
            failures.push(format!(
                "line {line}: $ {command}\n--- it says\n{expected}\n--- it is\n{printed}"
            ));
        }
    }
    failures
}

#[test]
fn the_readme_tells_the_truth() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = folder("readme");
    // Examples may name the files of the repository.
    for shared in ["testdata", "examples"] {
        let _ = std::os::unix::fs::symlink(root.join(shared), folder.join(shared));
    }
    let pages = ["docs/src/theory/misere.md", "docs/src/theory/loopy.md", "docs/src/theory/sums.md"];
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].into_iter().chain(pages) {
        let Ok(text) = fs::read_to_string(root.join(name)) else { continue };
        let failures = failures(&text, &folder);
        assert!(failures.is_empty(), "{name}\n{}", failures.join("\n\n"));
    }
}

#[test]
fn a_readme_that_lies_is_noticed() {
    let folder = folder("readme-that-lies");
    let say = |output: &str| format!("```console\n$ grundy value 'nim(3,4,5)'\n{output}\n```\n");
    assert!(failures(&say("*2"), &folder).is_empty());
    assert!(failures(&say("[..]2"), &folder).is_empty());
    assert!(failures(&say("..."), &folder).is_empty());
    for wrong in ["*3", "", "*2\n*2", "[..]3", "...\nmore"] {
        assert_eq!(failures(&say(wrong), &folder).len(), 1, "{wrong:?}");
    }
    let two =
        "```console\n$ echo 'nim(1)' > game\n$ grundy solve --batch < game |\n> cut -f 2\nN\n```";
    assert_eq!(failures(two, &folder), Vec::<String>::new());
    assert_eq!(examples("```sh\n$ false\n```\n```console\n$ true\n```").len(), 1);
}
