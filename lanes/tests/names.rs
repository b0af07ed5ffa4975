//! A name means one thing: ARCHITECTURE.md lists the types that several crates use.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::Item;
use syn::visit::{self, Visit};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names in the table, each with its crate.
fn listed() -> BTreeMap<String, String> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, after) = page.split_once("## One name for one thing\n").expect("the section");
    let section = after.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').map(|cell| cell.trim().trim_matches('`')).collect());
    cells.map(|cells: Vec<&str>| (cells[1].to_string(), cells[3].to_string())).collect()
}

/// The types that a Rust file declares.
fn declared(text: &str) -> Vec<String> {
    #[derive(Default)]
    struct Declared(Vec<String>);

    impl<'a> Visit<'a> for Declared {
        fn visit_item(&mut self, item: &'a Item) {
            let name = match item {
                Item::Struct(item) => Some(&item.ident),
                Item::Enum(item) => Some(&item.ident),
                Item::Trait(item) => Some(&item.ident),
                _ => None,
            };
            self.0.extend(name.map(ToString::to_string));
            visit::visit_item(self, item);
        }
    }

    let mut declared = Declared::default();
    declared.visit_file(&syn::parse_file(text).expect("a file of Rust"));
    declared.0
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
                if let Some((name, _)) = listed.get_key_value(&name)
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
    let text = "pub(super) struct Game(u8);\nfn f() {\n    enum Fate {}\n}\npub trait Rules<P>: X {}\n\
                // struct No;\nimpl Game {}";
    assert_eq!(declared(text), ["Game", "Fate", "Rules"]);
}
