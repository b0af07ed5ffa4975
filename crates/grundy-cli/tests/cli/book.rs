//! The book is complete: SUMMARY.md lists every page, every command has a page, and every
//! link leads somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::run::answered;

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn source() -> PathBuf {
    root().join("docs/src")
}

/// All pages of the book, but for the table of contents.
pub(crate) fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![source()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md")
                && !path.ends_with("SUMMARY.md")
            {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The folder of a page within the book.
pub(crate) fn chapter(page: &Path) -> String {
    let folder = page.parent().unwrap().strip_prefix(source()).unwrap();
    folder.to_str().unwrap().to_string()
}

/// The text of a page without its blocks of code.
fn prose(text: &str) -> String {
    let mut inside = false;
    let lines = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A text without what stands between backticks.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect()
}

/// The targets of all links and pictures `[…](target)` of a page.
fn links(text: &str) -> Vec<String> {
    let text = without_code(&prose(text));
    let after = text.split("](").skip(1);
    after.filter_map(|rest| Some(rest.split_once(')')?.0.to_string())).collect()
}

/// The anchors of the headings of a page, as mdBook and GitHub make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text);
    let headings = headings.lines().filter(|line| line.starts_with('#'));
    let headings = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let anchor = |heading: String| {
        let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
        heading.chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// The links of a page that lead to no file, or to no heading of one.
fn broken_links(page: &Path, text: &str) -> Vec<String> {
    let leads_nowhere = |link: &String| {
        if link.contains("://") || link.starts_with("mailto:") {
            return false;
        }
        let (file, anchor) = link
            .split_once('#')
            .map_or((link.as_str(), None), |(file, anchor)| (file, Some(anchor.to_string())));
        let target = match file {
            "" => page.to_path_buf(),
            file => page.parent().unwrap().join(file),
        };
        let Some(anchor) = anchor else { return !target.exists() };
        let there = match file {
            "" => Ok(text.to_string()),
            _ => fs::read_to_string(target),
        };
        !there.is_ok_and(|there| anchors(&there).contains(&anchor))
    };
    links(text).into_iter().filter(leads_nowhere).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let own = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(|name| root().join(name));
    let mut checked = 0;
    for page in own.into_iter().chain(pages()).chain([source().join("SUMMARY.md")]) {
        let text = fs::read_to_string(&page).unwrap();
        let broken = broken_links(&page, &text);
        assert!(broken.is_empty(), "{}: {broken:?}", page.display());
        checked += links(&text).len();
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn a_broken_link_is_noticed() {
    let page = source().join("introduction.md");
    let broken = |text: &str| broken_links(&page, text);
    let good = "# A good (one)\n[a](limits.md) [b](limits.md#limits) ![c](pictures/nim.svg)\n\
                [d](#a-good-one) [e](https://example.org/x.md) `[f](no.md)`\n\
                ```text\n[g](no.md)\n# Not a heading\n```\n";
    assert_eq!(broken(good), Vec::<String>::new());
    for wrong in
        ["no.md", "limits.md#no-such-heading", "#not-a-heading", "pictures/no.svg", "../x/"]
    {
        assert_eq!(broken(&format!("{good}[wrong]({wrong})")), [wrong]);
    }
}

/// The pages that a table of contents lists.
fn listed(summary: &str) -> Vec<PathBuf> {
    links(summary).into_iter().map(|link| source().join(link)).collect()
}

#[test]
fn the_table_of_contents_lists_every_page_once() {
    let summary = fs::read_to_string(source().join("SUMMARY.md")).unwrap();
    let mut listed = listed(&summary);
    listed.sort();
    assert_eq!(listed, pages());
}

#[test]
fn a_page_that_is_not_listed_is_noticed() {
    let summary = fs::read_to_string(source().join("SUMMARY.md")).unwrap();
    let shorter = summary.replace("- [solve](commands/solve.md)\n", "");
    assert_eq!(listed(&shorter).len() + 1, pages().len());
    let more = listed(&format!("{summary}- [no page](no.md)\n"));
    assert!(!pages().contains(more.last().unwrap()));
}

/// The commands that a text of `grundy --help` lists.
fn commands(help: &str) -> Vec<&str> {
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let lines = commands.lines().take_while(|line| !line.is_empty());
    // The rest of a long description is indented more.
    let lines =
        lines.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

#[test]
fn every_command_has_a_page_and_every_page_a_command() {
    let help = answered(&["--help"]);
    let commands: BTreeSet<String> = commands(&help).into_iter().map(String::from).collect();
    assert!(commands.contains("solve") && commands.contains("man"), "{commands:?}");
    let named = |page: &PathBuf| {
        let name = page.file_stem().unwrap().to_str().unwrap().to_string();
        let text = fs::read_to_string(page).unwrap();
        assert!(text.starts_with(&format!("# grundy {name}\n")), "{}", page.display());
        name
    };
    let pages = pages();
    let of_commands = pages.iter().filter(|page| chapter(page) == "commands");
    assert_eq!(of_commands.map(named).collect::<BTreeSet<_>>(), commands);
}

#[test]
fn every_page_with_rust_is_compiled() {
    let library = fs::read_to_string(root().join("crates/grundy/src/lib.rs")).unwrap();
    let mut found = 0;
    for page in pages() {
        if fs::read_to_string(&page).unwrap().contains("\n```rust\n") {
            let name = page.strip_prefix(root()).unwrap().display().to_string();
            assert!(library.contains(&format!("/{name}\")]")), "{name} is not in lib.rs");
            found += 1;
        }
    }
    assert!(found > 0);
}
