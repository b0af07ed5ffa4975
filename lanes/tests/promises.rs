//! The page on promises names only tests that exist.

use std::fs;
use std::path::Path;

/// The texts of all Rust files in a folder.
fn sources(folder: &Path, texts: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            texts.push(fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn the_tests_that_hold_promises_exist() {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(checkout.join("docs/src/guides/promises.md")).unwrap();
    let mut texts = Vec::new();
    sources(&checkout.join("crates"), &mut texts);
    // The last column of each table.
    let cells = page.lines().filter_map(|line| line.strip_suffix('|')?.rsplit('|').next());
    let names: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let test = format!("#[test]\nfn {name}() ");
        let test = |text: &String| text.replace("    ", "").contains(&test);
        assert!(texts.iter().any(test), "there is no test {name}");
    }
}
