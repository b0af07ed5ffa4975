//! No circles among the files of a crate: what a file imports must not import that file
//! again, directly or through others. Cargo sees to this between crates; between files
//! this test does, from the paths in their code.
//!
//! Two kinds of arrows are not counted. A file may name what a module around it declares:
//! such a module holds the words that its files share, and calls these. And a `pub use`
//! that only hands a name on ties nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const PACKED: &str = "a ruleset's entry names its packed form, which plays by the ruleset's moves";

/// The arrows that close circles: from which file, to which, and why that must be.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("rulesets::impartial", "catalogue", "its argument is a game, which the catalogue reads"),
    ("rulesets::on_board::clobber", "rulesets::clobber", PACKED),
    ("rulesets::on_board::colouring", "rulesets::colouring", PACKED),
    ("rulesets::on_board::domineering", "rulesets::domineering", PACKED),
    ("rulesets::on_board::toads_and_frogs", "rulesets::toads_and_frogs", PACKED),
];

type Words = Vec<String>;

/// What a file says of other files.
#[derive(Default)]
struct File {
    /// The names that `use` gives to paths.
    names: BTreeMap<String, Words>,
    /// The paths that its code depends on.
    paths: Vec<Words>,
}

/// The files of a crate by their modules: `["form", "table"]`.
type Files = BTreeMap<Words, File>;

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn segments(path: &str) -> Words {
    path.split("::").map(|segment| segment.trim().to_string()).collect()
}

/// Whether a line begins a `use`, and what stands behind the word; whether it is public.
fn use_in(line: &str) -> Option<(bool, &str)> {
    let (before, tree) = line.trim_start().split_once("use ")?;
    let is_public = before.starts_with("pub") && before.ends_with([' ', ')']);
    (before.is_empty() || is_public).then_some((is_public, tree))
}

/// The paths of a `use`: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(before: &str, tree: &str, found: &mut Vec<String>) {
    let Some((outside, inside)) = tree.split_once('{') else {
        found.extend(
            Some(tree.trim()).filter(|leaf| !leaf.is_empty()).map(|leaf| format!("{before}{leaf}")),
        );
        return;
    };
    let before = format!("{before}{}", outside.trim());
    let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
    let (mut depth, mut from) = (0, 0);
    for (at, c) in inside.char_indices().chain([(inside.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                leaves(&before, &inside[from..at], found);
                from = at + 1;
            }
            _ => {}
        }
    }
}

/// Reads a file without its comments, and without its tests, which stand last.
fn read(text: &str) -> File {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let (mut file, mut body, mut shown) = (File::default(), String::new(), Vec::new());
    while let Some(line) = lines.next() {
        let Some((is_public, tree)) = use_in(line) else {
            body = body + line + "\n";
            continue;
        };
        let mut tree = tree.to_string();
        while !tree.contains(';') {
            tree += lines.next().expect("a `use` ends with a semicolon");
        }
        let mut found = Vec::new();
        leaves("", tree.trim_end_matches(';'), &mut found);
        for leaf in found {
            let (path, name) = leaf.split_once(" as ").unwrap_or((&leaf, ""));
            let mut path = segments(path);
            let last = path.pop_if(|last| last == "self" || last == "*");
            let name = if name.is_empty() {
                path.last().cloned().unwrap_or_default()
            } else {
                name.into()
            };
            if last.is_none_or(|last| last == "self") {
                file.names.insert(name.clone(), path.clone());
            }
            match is_public {
                true => shown.push((name, path)),
                false => file.paths.push(path),
            }
        }
    }
    let used: BTreeSet<&str> = body.split(|c| !is_word(c)).collect();
    let shown = shown.into_iter().filter(|(name, _)| used.contains(&name[..]));
    file.paths.extend(shown.map(|(_, path)| path));
    let paths = body.split(|c| !is_word(c) && c != ':').filter(|path| path.contains("::"));
    let paths = paths.map(|path| segments(path.trim_matches(':')));
    // Names that `use` gave are counted already.
    file.paths.extend(paths.filter(|path| !file.names.contains_key(&path[0])));
    file
}

fn read_folder(folder: &Path, module: &[String], files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let inside = [module, std::slice::from_ref(&stem)].concat();
        if path.is_dir() {
            read_folder(&path, &inside, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let own = ["mod", "lib", "main"].contains(&&stem[..]);
            let module = if own { module.to_vec() } else { inside };
            files.insert(module, read(&fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The file that a path leads to from a module; none of another crate's.
fn file_of(files: &Files, from: &[String], path: &[String], steps: usize) -> Option<Words> {
    let mut at = from.to_vec();
    for (i, segment) in path.iter().enumerate() {
        match &segment[..] {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            _ => {
                at.push(segment.clone());
                if files.contains_key(&at) {
                    continue;
                }
                at.pop();
                let Some(name) = files.get(&at)?.names.get(segment) else {
                    // An item of the file; at the start of a path, another crate.
                    return (i > 0).then_some(at);
                };
                let path = [name, &path[i + 1..]].concat();
                return if steps == 0 { None } else { file_of(files, &at, &path, steps - 1) };
            }
        }
    }
    Some(at)
}

/// Which file imports which.
fn arrows(files: &Files) -> BTreeSet<(Words, Words)> {
    let mut arrows = BTreeSet::new();
    for (module, file) in files {
        for path in &file.paths {
            if let Some(to) = file_of(files, module, path, 9)
                && !module.starts_with(&to)
            {
                arrows.insert((module.clone(), to));
            }
        }
    }
    arrows
}

/// The arrows of circles: those from whose end a way leads back to their beginning.
fn circles(arrows: &BTreeSet<(Words, Words)>) -> Vec<&(Words, Words)> {
    let mut next: BTreeMap<&Words, Vec<&Words>> = BTreeMap::new();
    for (from, to) in arrows {
        next.entry(from).or_default().push(to);
    }
    let leads_back = |(from, to): &(Words, Words)| {
        let (mut seen, mut open) = (BTreeSet::from([to]), vec![to]);
        while let Some(file) = open.pop() {
            open.extend(next.get(file).into_iter().flatten().filter(|file| seen.insert(**file)));
        }
        seen.contains(from)
    };
    arrows.iter().filter(|arrow| leads_back(arrow)).collect()
}

#[test]
fn no_file_imports_what_imports_it() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let (mut found, mut unused) = (Vec::new(), BTreeSet::from_iter(ALLOWED.iter().map(|a| a.0)));
    for folder in fs::read_dir(crates).unwrap() {
        let folder = folder.unwrap();
        let mut files = Files::new();
        read_folder(&folder.path().join("src"), &[], &mut files);
        let mut arrows = arrows(&files);
        arrows.retain(|(from, to)| {
            let (from, to) = (from.join("::"), to.join("::"));
            let allowed = ALLOWED.iter().any(|allowed| (allowed.0, allowed.1) == (&from, &to));
            if allowed {
                unused.remove(&from[..]);
            }
            !allowed
        });
        found.extend(circles(&arrows).into_iter().map(|(from, to)| {
            let name = folder.file_name();
            format!("{}: {} imports {}", name.display(), from.join("::"), to.join("::"))
        }));
    }
    assert!(found.is_empty(), "these files import each other:\n{}", found.join("\n"));
    assert!(unused.is_empty(), "allowed, and not there: {unused:?}");
}

#[test]
fn a_circle_is_seen() {
    let files = |c: &str| {
        let files = [
            ("", "mod a;\nmod b;\nmod c;\npub use a::A;\n"),
            ("a", "use super::b::{self, B};\n"),
            ("b", "// use crate::a;\nfn f() { crate::c::g() }\n"),
            ("c", c),
        ];
        let module = |name: &str| if name.is_empty() { Vec::new() } else { segments(name) };
        Files::from_iter(files.map(|(name, text)| (module(name), read(text))))
    };
    assert!(circles(&arrows(&files("use super::C;\n"))).is_empty());
    // By a name that the crate's root hands on.
    assert_eq!(circles(&arrows(&files("use crate::A;\n"))).len(), 3);
}
