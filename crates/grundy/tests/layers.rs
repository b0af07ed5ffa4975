//! Imports follow the way of the data, as ARCHITECTURE.md says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What each module of the crate may import from the others.
const MAY_IMPORT: &[(&str, &str)] = &[
    ("player", ""),
    ("error", ""),
    ("limits", "error"),
    ("code", ""),
    ("prefetch", ""),
    ("huge", ""),
    ("slots", "huge prefetch"),
    ("outcome", "player"),
    ("value", "player outcome limits"),
    ("scene", "player"),
    ("ruleset", "player outcome error code scene"),
    ("board", "player error ruleset scene"),
    ("rulesets", "ruleset board scene player outcome error code catalogue game solve limits"),
    ("graph", "ruleset player outcome limits huge prefetch slots"),
    ("solve", "graph ruleset value outcome player limits error code prefetch huge"),
    ("known_octal", "code ruleset solve"),
    ("game", "graph solve ruleset scene value outcome player limits error"),
    ("sum", "game graph solve ruleset scene value outcome player limits error"),
    ("stated", "ruleset outcome player error limits prefetch slots"),
    ("catalogue", "rulesets ruleset game sum board stated error limits outcome player"),
    ("answer", "game graph solve ruleset value outcome player limits"),
    ("language", "answer catalogue game value outcome limits error player"),
    ("search", "game catalogue language solve value ruleset error limits"),
    (
        "format",
        "answer game graph solve ruleset scene value outcome player limits error catalogue known_octal language",
    ),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
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

/// The modules that a file's code names after `crate::`; comments do not count.
fn imports(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    let named = code.match_indices("crate::").map(|(at, found)| {
        let rest = &code[at + found.len()..];
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    });
    named.filter(|name: &String| !name.is_empty()).collect()
}

/// Types at the root of the crate stand for the modules that own them.
fn owner(name: &str) -> &str {
    match name {
        "Convention" | "Outcome" | "Verdict" => "outcome",
        name => name,
    }
}

#[test]
fn modules_import_only_what_stands_before_them() {
    let mut wrong = Vec::new();
    for file in files(&source()) {
        let module = module(&file);
        // What helps tests only may see everything.
        if module == "lib" || file.ends_with("testing.rs") {
            continue;
        }
        let allowed = MAY_IMPORT
            .iter()
            .find(|(name, _)| *name == module)
            .unwrap_or_else(|| panic!("the table does not know {module}"))
            .1;
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            let import = owner(&import);
            if import != module && !allowed.split(' ').any(|name| name == import) {
                wrong.push(format!("{} imports {import}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_import_is_seen() {
    let text = "use crate::solve::x;\n// crate::format is only named\nlet x = crate::graph::Node;";
    let found: Vec<String> = imports(text).into_iter().collect();
    assert_eq!(found, ["graph", "solve"]);
}

/// The page says it in words, such as "and what it imports"; every module has a row.
#[test]
fn the_page_has_a_row_for_every_module() {
    let page = source().join("../../../ARCHITECTURE.md");
    let page = fs::read_to_string(page).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let row = |name: &str| {
        let named = |row: &&&str| {
            row.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{name}`")))
        };
        rows.iter().find(named).copied()
    };
    for (name, allowed) in MAY_IMPORT {
        let row = row(name).unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for {name}"));
        let words = row.split('|').nth(3).unwrap_or_default();
        // Where all are listed, they are the same.
        if !words.contains(" and ") && !words.contains("the same") && *name != "rulesets" {
            let listed: BTreeSet<&str> =
                words.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
            let allowed: BTreeSet<&str> =
                allowed.split(' ').filter(|name| !name.is_empty()).collect();
            assert_eq!(listed, allowed, "{name}");
        }
    }
    assert!(row("nothing").is_none());
}
