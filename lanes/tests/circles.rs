//! No circles among the files of a crate: a file must not be imported, directly or through others,
//! by a file that it imports. Cargo ensures this between crates. Between files this test does, from
//! the paths in their code.
//!
//! Two kinds of arrows are not counted. A file may name declarations of a module around it: such a
//! module holds the words that its files share, and calls these files. And a `pub use` that only
//! passes a name on makes no dependency.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{ItemMod, ItemUse, UseTree, Visibility};

const PACKED: &str = "a ruleset's entry names its packed form, which plays by the ruleset's moves";

/// The arrows that close circles: from one file to another, and the reason why the circle must
/// exist.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("rulesets::impartial", "catalogue", "its argument is a game, which the catalogue reads"),
    ("rulesets::on_board::clobber", "rulesets::clobber", PACKED),
    ("rulesets::on_board::colouring", "rulesets::colouring", PACKED),
    ("rulesets::on_board::domineering", "rulesets::domineering", PACKED),
    ("rulesets::on_board::toads_and_frogs", "rulesets::toads_and_frogs", PACKED),
];

type Words = Vec<String>;

/// The references of a file to other files.
#[derive(Default)]
struct File {
    /// The names that `use` gives to paths.
    names: BTreeMap<String, Words>,
    /// The paths that its code depends on.
    paths: Vec<Words>,
}

/// The files of a crate by their modules: `["form", "table"]`.
type Files = BTreeMap<Words, File>;

fn segments(path: &str) -> Words {
    path.split("::").map(|segment| segment.trim().to_string()).collect()
}

/// Reads a file without its tests.
fn read(text: &str) -> File {
    let mut reader = Reader::default();
    reader.visit_file(&syn::parse_file(text).expect("a file of Rust"));
    let Reader { mut file, imported, handed_on, used } = reader;
    // Names from a `use` are counted at the `use`.
    file.paths.retain(|path| path.len() > 1 && !file.names.contains_key(&path[0]));
    file.paths.extend(imported);
    let handed_on = handed_on.into_iter().filter(|(name, _)| used.contains(name));
    file.paths.extend(handed_on.map(|(_, path)| path));
    file
}

#[derive(Default)]
struct Reader {
    file: File,
    /// The names of each `use`.
    imported: Vec<Words>,
    /// The names of each `pub use`.
    handed_on: Vec<(String, Words)>,
    /// The first words of paths.
    used: BTreeSet<String>,
}

impl Reader {
    fn found(&mut self, path: Words) {
        self.used.extend(path.first().cloned());
        self.file.paths.push(path);
    }

    /// The paths of a `use`: `a::{b, c::d}` is `a::b` and `a::c::d`.
    fn leaves(&mut self, is_public: bool, before: &Words, tree: &UseTree) {
        let with = |name: &dyn ToString| [&before[..], &[name.to_string()]].concat();
        let (name, path) = match tree {
            UseTree::Path(path) => {
                return self.leaves(is_public, &with(&path.ident), &path.tree);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.leaves(is_public, before, tree));
            }
            UseTree::Glob(_) => (None, before.clone()),
            UseTree::Name(name) if name.ident == "self" => (before.last().cloned(), before.clone()),
            UseTree::Name(name) => (Some(name.ident.to_string()), with(&name.ident)),
            UseTree::Rename(rename) => (Some(rename.rename.to_string()), with(&rename.ident)),
        };
        self.file.names.extend(name.clone().map(|name| (name, path.clone())));
        match is_public {
            true => self.handed_on.push((name.unwrap_or_default(), path)),
            false => self.imported.push(path),
        }
    }
}

impl<'a> Visit<'a> for Reader {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.leaves(!matches!(item.vis, Visibility::Inherited), &Vec::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.found(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    /// The arguments of a macro are not a syntax tree: the paths in them are words with colons
    /// between them.
    fn visit_macro(&mut self, called: &'a syn::Macro) {
        visit::visit_macro(self, called);
        let text = called.tokens.to_string().replace(" :: ", "::");
        let paths = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        paths.map(|path| path.trim_matches(':')).for_each(|path| self.found(segments(path)));
    }
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

/// The file that a path leads to from a module; none for another crate.
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
                    // The path is an item of the file or, at its start, another crate.
                    return (i > 0).then_some(at);
                };
                let path = [name, &path[i + 1..]].concat();
                return if steps == 0 { None } else { file_of(files, &at, &path, steps - 1) };
            }
        }
    }
    Some(at)
}

/// Which file imports which other files.
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

/// The arrows of circles: arrows from whose end there is a way back to their beginning.
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
    // The name is one that the root of the crate passes on.
    assert_eq!(circles(&arrows(&files("use crate::A;\n"))).len(), 3);
}
