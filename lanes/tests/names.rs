//! A name means one thing: ARCHITECTURE.md lists the types that several crates speak of.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of the table, each with the crate that it stands in.
fn listed() -> BTreeMap<String, String> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, after) = page.split_once("## One name for one thing\n").expect("the section");
    let section = after.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').map(|cell| cell.trim().trim_matches('`')).collect());
    cells.map(|cells: Vec<&str>| (cells[1].to_string(), cells[3].to_string())).collect()
}

/// The types that a text declares.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = match line.strip_prefix("pub") {
            Some(rest) => rest
                .strip_prefix('(')
                .map_or(rest, |rest| rest.split_once(')').map_or(rest, |(_, rest)| rest)),
            None => line,
        };
        let (kind, rest) = line.trim_start().split_once(' ')?;
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        ["struct", "enum", "trait"].contains(&kind).then_some(name)
    })
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn a_name_that_crates_share_is_declared_once() {
    let listed = listed();
    assert!(listed.len() > 10, "the table has {} rows", listed.len());
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let entry = entry.unwrap();
        let package = entry.file_name().into_string().unwrap();
        let mut files = Vec::new();
        sources(&entry.path().join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for name in declared(&text) {
                if let Some((name, _)) = listed.get_key_value(name)
                    && package != "grundy-py"
                {
                    places.entry(name).or_default().push(package.clone());
                }
            }
        }
    }
    let wrong = listed
        .iter()
        .filter(|(name, package)| places.get(&***name) != Some(&vec![(*package).clone()]));
    let wrong: Vec<String> = wrong
        .map(|(name, package)| format!("{name} of {package}: {:?}", places.get(&**name)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn declarations_are_seen() {
    let text = "pub(super) struct Game(u8);\n    enum Fate {\npub trait Rules<P>: X {\n// struct No\nimpl Game";
    assert_eq!(declared(text).collect::<Vec<_>>(), ["Game", "Fate", "Rules"]);
}
