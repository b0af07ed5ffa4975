//! Where published facts stand: one case a line, in the files of `testdata/known`, and in
//! the documentation of rulesets, in blocks marked `text` below a heading of their own.

use std::fs;
use std::path::{Path, PathBuf};

use super::chosen::chosen;

/// A line with facts, and where it stands.
pub(crate) struct Line {
    pub(crate) place: String,
    pub(crate) text: String,
}

/// The files in a folder, also in folders in it if these are wanted.
fn files(folder: &Path, below: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            found.push(path);
        } else if below {
            found.extend(files(&path, below));
        }
    }
    found.sort();
    found
}

/// The lines that are not empty and no comments, with their numbers.
fn cases(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines());
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

/// The lines in blocks marked `text` that stand below a heading in the documentation of a
/// module, with their numbers. Where there is the heading there must be lines.
pub(crate) fn documented<'a>(source: &'a str, heading: &str) -> Vec<(usize, &'a str)> {
    let (mut below, mut inside) = (false, false);
    let (mut found, mut headings) = (Vec::new(), 0);
    for (number, line) in (1..).zip(source.lines()) {
        let Some(line) = line.strip_prefix("//!") else { continue };
        let line = line.trim();
        match line.strip_prefix("```") {
            Some(kind) => inside = !inside && below && kind == "text",
            None if inside => found.extend(cases(line).map(|(_, line)| (number, line))),
            None if line.starts_with("# ") => {
                below = line[2..] == *heading;
                headings += usize::from(below);
            }
            None => {}
        }
    }
    assert!(headings == 0 || !found.is_empty(), "no block of facts below {heading:?}");
    found
}

/// The facts in a folder of `testdata/known`, the folder itself for "", and those below a
/// heading in the files of rulesets. Where one ruleset is chosen, those about it.
pub(crate) fn published(folder: &str, heading: &str) -> Vec<Line> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut lines = Vec::new();
    for file in files(&root.join("testdata/known").join(folder), false) {
        let text = fs::read_to_string(&file).unwrap();
        lines.extend(cases(&text).map(|(number, line)| at(&file, number, line)));
    }
    for file in files(&root.join("crates/grundy-rulesets/src/rulesets"), true) {
        let text = fs::read_to_string(&file).unwrap();
        let found = documented(&text, heading);
        lines.extend(found.into_iter().map(|(number, line)| at(&file, number, line)));
    }
    if let Some(entry) = chosen() {
        lines.retain(|line| {
            let mut words = line.text.split(|c: char| !c.is_alphanumeric() && c != '-');
            words.any(|word| word == entry.name || entry.aliases.contains(&word))
        });
    }
    lines
}

fn at(file: &Path, number: usize, line: &str) -> Line {
    let name = file.file_name().unwrap().to_string_lossy();
    Line { place: format!("{name}:{number}"), text: line.to_string() }
}
