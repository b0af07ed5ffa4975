//! Imports follow the flow of data, as ARCHITECTURE.md says. Between crates Cargo ensures this, and
//! the table of crates is compared with what Cargo knows. Between the modules of this crate the
//! table below is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use quote::ToTokens;
use serde_json::Value;

/// The modules of this crate from which each module may import.
const MAY_IMPORT: &[(&str, &str)] = &[
    ("saved", ""),
    ("answer", "saved"),
    ("language", "answer"),
    ("search", "language"),
    ("format", "answer language"),
    ("error", "answer language search format"),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/grundy/src")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The module of the crate that a file belongs to.
fn module(file: &Path) -> String {
    let inside = file.strip_prefix(source()).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_string()
}

/// The names after `crate::` in a file's code.
fn imports(text: &str) -> BTreeSet<String> {
    // A syntax tree has no comments; its tokens have all paths, also those of macros.
    let code = syn::parse_file(text).expect("a file of Rust").into_token_stream().to_string();
    let words: Vec<&str> = code.split_whitespace().collect();
    let named = words.windows(3).filter(|three| three[..2] == ["crate", "::"]);
    named.map(|three| three[2].to_string()).collect()
}

#[test]
fn modules_import_only_what_stands_before_them() {
    let known = |name: &str| MAY_IMPORT.iter().find(|(module, _)| *module == name);
    let mut wrong = Vec::new();
    for file in files(&source()) {
        let module = module(&file);
        if module == "lib" {
            continue;
        }
        let (_, allowed) = known(&module).unwrap_or_else(|| panic!("no row for {module}"));
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            let own = known(&import).is_some() && import != module;
            if own && !allowed.split(' ').any(|name| name == import) {
                wrong.push(format!("{} imports {import}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_import_is_seen() {
    let text =
        "use crate::solve::x;\n// crate::format is only named\nfn f(x: crate::graph::Node) {}";
    let found: Vec<String> = imports(text).into_iter().collect();
    assert_eq!(found, ["graph", "solve"]);
}

/// Calls that solve a game in some way.
const SOLVERS: [&str; 6] =
    [".proving(", ".counting(", ".sums(", ".scores(", ".theorem(", " retrograde("];

/// The files, besides the methods, that may call solvers: for questions that no method answers.
const SOLVES: [&str; 1] = ["grundy/src/answer/sums.rs"];

/// The solvers called by a source.
fn solvers(text: &str) -> Vec<&'static str> {
    let code: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let called = |solver: &&str| code.iter().any(|line| line.contains(*solver));
    SOLVERS.into_iter().filter(called).collect()
}

/// Every question, from every entrance, goes through the schedule of methods.
#[test]
fn only_methods_call_solvers() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for door in ["grundy", "grundy-cli", "grundy-web", "grundy-py", "grundy-cluster"] {
        for file in files(&crates.join(door).join("src")) {
            let inside = file.strip_prefix(&crates).unwrap().to_str().unwrap();
            let called = solvers(&fs::read_to_string(&file).unwrap());
            if inside.starts_with("grundy/src/answer/methods/") {
                seen += called.len();
            } else if !called.is_empty() && !SOLVES.contains(&inside) {
                wrong.push(format!("{inside} calls {called:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= SOLVERS.len(), "{seen}: the solvers have other names now");
}

#[test]
fn a_call_is_seen() {
    let text = "let found = game.proving(convention, 0);\n// game.sums(limits) is only named";
    assert_eq!(solvers(text), [".proving("]);
}

/// The crates of this project on which each of them depends, also on some targets only, but not for
/// its tests alone.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let asked = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let known: Value = serde_json::from_slice(&asked.stdout).expect("cargo answers in JSON");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let name = |value: &Value| value["name"].as_str().expect("a name").to_string();
    let own = |package: &Value| {
        let used = list(&package["dependencies"]).into_iter().filter(|used| used["kind"].is_null());
        used.map(|used| name(&used)).filter(|name| name.starts_with("grundy")).collect()
    };
    list(&known["packages"]).iter().map(|package| (name(package), own(package))).collect()
}

#[test]
fn the_page_has_a_row_for_every_crate_that_says_what_it_depends_on() {
    let crates = source().join("../..");
    let page = fs::read_to_string(crates.join("../ARCHITECTURE.md")).unwrap();
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let dependencies = dependencies();
    for folder in fs::read_dir(&crates).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        let row = rows.iter().find(|row| row[1] == format!("`{name}`"));
        let row = row.unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for {name}"));
        let listed: BTreeSet<&str> =
            row[3].split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let full = |name: &str| match name {
            "grundy" => name.to_string(),
            name => format!("grundy-{name}"),
        };
        let listed: BTreeSet<String> = listed.into_iter().map(full).collect();
        assert_eq!(listed, dependencies[&name], "{name}");
    }
}
