//! Pages that are written from the catalogue and from sources: the table of games in the
//! README, the page of games, the functions of the calculator, and the ruleset that CONTRIBUTING
//! shows.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use grundy::catalogue::{self, Entry, Family};
use grundy::language::functions::GROUPS;

/// What writes the pages anew.
const COMMAND: &str = "UPDATE=1 cargo test -p grundy --test doors pages::";

/// Holds a page to what is written between `<!-- name: begin -->` and its `end`, or
/// writes it there where `UPDATE` is set.
fn holds(page: &str, name: &str, written: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    let text = fs::read_to_string(&path).unwrap();
    let wanted = filled(&text, name, written);
    let wanted = wanted.unwrap_or_else(|| panic!("{page} has no place for {name}"));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, wanted).unwrap();
    } else {
        assert!(text == wanted, "{page} is not up to date; this writes it anew:\n{COMMAND}");
    }
}

/// The page with something else between the marks.
fn filled(page: &str, name: &str, written: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let (head, rest) = page.split_once(&begin)?;
    let (_, tail) = rest.split_once(&end)?;
    Some(format!("{head}{begin}{written}{end}{tail}"))
}

/// The rulesets of each family that has some.
fn families() -> impl Iterator<Item = (Family, Vec<&'static Entry>)> {
    let all =
        |family| catalogue::rulesets().iter().filter(move |entry| entry.family == family).collect();
    let families = Family::ALL.into_iter().map(move |family| (family, all(family)));
    families.filter(|(_, entries): &(_, Vec<_>)| !entries.is_empty())
}

fn table() -> String {
    let mut table = "| played on | rulesets |\n| --- | --- |\n".to_string();
    for (family, entries) in families() {
        let titles: Vec<&str> = entries.iter().map(|entry| entry.title).collect();
        let _ = writeln!(table, "| {} | {} |", family.title(), titles.join(", "));
    }
    table
}

fn functions() -> String {
    let mut table = "| functions | |\n| --- | --- |\n".to_string();
    for group in GROUPS {
        let names = group.functions.iter().map(|function| format!("`{}`", function.name));
        let names: Vec<String> = names.collect();
        let _ = writeln!(table, "| {} | {} |", group.title, names.join(", "));
    }
    table
}

/// Plain text as Markdown; what stands between backticks stays as it is.
fn escaped(text: &str) -> String {
    let mut markdown = String::new();
    let mut code = false;
    for c in text.chars() {
        code ^= c == '`';
        if !code && "\\*_[]<>~|#".contains(c) {
            markdown.push('\\');
        }
        markdown.push(c);
    }
    markdown
}

fn chapter(entry: &Entry) -> String {
    let mut text = format!("### {}\n\n{}\n\n", escaped(entry.title), escaped(entry.rules));
    let _ = writeln!(text, "Written:\n\n```text\n{}\n```\n", entry.notation);
    let _ = writeln!(text, "Examples:\n\n```sh");
    for example in entry.examples {
        let _ = writeln!(text, "grundy solve '{example}'");
    }
    let _ = writeln!(text, "```\n");
    if !entry.aliases.is_empty() {
        let names: Vec<String> = entry.aliases.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(text, "Other names: {}.\n", names.join(", "));
    }
    let _ = writeln!(text, "Source: {}\n", escaped(entry.source));
    text
}

#[test]
fn the_readme_lists_every_ruleset() {
    holds("README.md", "games", &table());
}

#[test]
fn the_page_of_the_calculator_lists_every_function() {
    holds("docs/src/commands/repl.md", "functions", &functions());
}

#[test]
fn the_page_of_games_has_a_chapter_on_every_ruleset() {
    let mut chapters = String::new();
    for (family, entries) in families() {
        let _ = writeln!(chapters, "## {}\n", family.title());
        chapters.extend(entries.into_iter().map(chapter));
    }
    holds("docs/src/games.md", "games", &chapters);
}

#[test]
fn contributing_shows_files_as_they_are() {
    for (name, path, block) in [
        ("welter.rs", "../grundy-rulesets/src/rulesets/welter.rs", "rust"),
        ("own_search.rs", "src/answer/methods/own_search.rs", "rust,ignore"),
        ("nimber.rs", "../grundy-values/src/nimber.rs", "rust,ignore"),
    ] {
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        holds("CONTRIBUTING.md", name, &format!("```{block}\n{source}```\n"));
    }
}

#[test]
fn a_page_that_is_out_of_date_is_noticed() {
    let page = |inside: &str| format!("# A\n\n<!-- b: begin -->\n{inside}<!-- b: end -->\n");
    assert_eq!(filled(&page("old\n"), "b", "new\n"), Some(page("new\n")));
    assert_eq!(filled(&page("new\n"), "b", "new\n"), Some(page("new\n")));
    assert_eq!(filled(&page(""), "c", ""), None);
    assert_eq!(escaped("2*3 `a*b` <n>"), "2\\*3 `a*b` \\<n\\>");
}
