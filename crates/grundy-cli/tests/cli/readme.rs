//! The examples of the README and of the book print what is shown.
//!
//! Blocks marked `console` are run: a line after `$ ` is given to the shell, a line after
//! `> ` continues it, and what follows must be the output. A line `...` stands for any
//! lines, and `[..]` for any text within a line. The commands of a page share a folder, so
//! later ones find the files of earlier ones, and the rule files that the page shows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::book::{chapter, pages, root};
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

/// Files that a page shows: blocks of Python whose first line is their name.
fn shown_files(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n```python\n").skip(1).filter_map(|block| {
        let (block, _) = block.split_once("```")?;
        let name = block.lines().next()?.strip_prefix("# ")?;
        name.ends_with(".star").then_some((name, block))
    })
}

/// Runs the examples of a page in a folder of its own.
fn assert_true(page: &Path) {
    let text = fs::read_to_string(page).unwrap();
    let name = page.strip_prefix(root()).unwrap().display().to_string();
    let folder = folder(&name.replace('/', "-"));
    // Examples may name the files of the repository.
    for shared in ["testdata", "examples"] {
        let _ = std::os::unix::fs::symlink(root().join(shared), folder.join(shared));
    }
    for (file, text) in shown_files(&text) {
        fs::write(folder.join(file), text).unwrap();
    }
    let failures = failures(&text, &folder);
    assert!(failures.is_empty(), "{name}\n{}", failures.join("\n\n"));
}

#[test]
fn the_readme_tells_the_truth() {
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        assert_true(&root().join(name));
    }
}

/// Runs the examples of the pages in one folder of the book.
fn assert_pages_are_true(folder: &str) {
    let pages = pages();
    let mut of_folder = pages.iter().filter(|page| chapter(page) == folder).peekable();
    assert!(of_folder.peek().is_some(), "there are no pages in {folder:?}");
    of_folder.for_each(|page| assert_true(page));
}

#[test]
fn the_first_pages_of_the_book_tell_the_truth() {
    assert_pages_are_true("");
}

#[test]
fn the_pages_on_commands_tell_the_truth() {
    assert_pages_are_true("commands");
}

#[test]
fn the_pages_on_theory_tell_the_truth() {
    assert_pages_are_true("theory");
}

#[test]
fn the_guides_tell_the_truth() {
    assert_pages_are_true("guides");
}

#[test]
fn no_page_of_the_book_is_in_another_folder() {
    for page in pages() {
        assert!(
            ["", "commands", "theory", "guides"].contains(&chapter(&page).as_str()),
            "{page:?}"
        );
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
