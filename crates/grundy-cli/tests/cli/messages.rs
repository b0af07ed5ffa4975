//! The errors of the program: `testdata/messages/program.txt` lists commands with what is said of them,
//! and what each must say is held here. `BLESS=1` writes the list again.
//!
//! A line `$ COMMAND` is a command that cannot be answered, `> COMMAND` one that prepares files for
//! the lines behind it: a command of grundy, or one of `prepare`. `< FILE` at its end is standard
//! input.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::run::{Ran, folder, grundy, grundy_reading, words};

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/messages/program.txt");

/// Files that are not what is asked for.
const FILES: [(&str, &str); 9] = [
    ("no-grundy.txt", "This is no file of grundy.\n"),
    ("no-rules.toml", "name = 'none'\n"),
    ("late.sgf", "(;GM[11]SZ[4];B[b2];W[c3]\n;B[c3])"),
    ("late.txt", "[Game \"nim(3,4)\"]\n\n1. 2,4\n2. 5,5 *\n"),
    (
        "take.star",
        "title = \"Take one\"\nabout = \"Take one.\"\n\ndef start(n = 5):\n    if n < 1:\n        \
         fail(\"a heap of at least 1\")\n    return n\n\ndef moves(n):\n    return [n - 1] if n else []\n",
    ),
    ("broken.star", "def start():\n    return 3\n\ndef moves(n)\n    return []\n"),
    ("truncated.json", "{\"game\":\"nim(3)\",\"positions\":["),
    ("null.json", "null"),
    ("bad.txt", "x = nim(3)\nx + y\n"),
];

/// Runs a command, whose standard input may be a file.
fn run(line: &str, folder: &str) -> Ran {
    let words = words(&line.replace("FOLDER", folder));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [command @ .., "<", file] => grundy_reading(command, fs::read(file).unwrap()),
        command => grundy(command),
    }
}

/// Prepares files: with grundy, or by a change to a file.
fn prepare(line: &str, folder: &str) {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let path = |name: &str| Path::new(folder).join(name);
    let read = |name: &str| fs::read(path(name)).unwrap_or_else(|error| panic!("{line}: {error}"));
    let (name, bytes) = match words.as_slice() {
        ["write", name, lines @ ..] => {
            let lines = lines.iter().map(|line| format!("{}\n", line.replace("FOLDER", folder)));
            (name, lines.collect::<String>().into_bytes())
        }
        ["copy", from, name] => (name, read(from)),
        ["cut", name, most] => (name, read(name)[..most.parse().unwrap()].to_vec()),
        ["behind", name, first] => (name, read(name)[first.parse().unwrap()..].to_vec()),
        // Counted from the end if it begins with a minus.
        ["flip", name, place] => {
            let mut bytes = read(name);
            let place = match place.strip_prefix('-') {
                Some(back) => bytes.len() - back.parse::<usize>().unwrap(),
                None => place.parse().unwrap(),
            };
            // No byte of a text in ASCII.
            bytes[place] ^= 0x80;
            (name, bytes)
        }
        ["replace", name, old, new] => {
            let text = String::from_utf8(read(name)).unwrap();
            assert!(text.contains(old), "{line}: {text}");
            (name, text.replacen(old, new, 1).into_bytes())
        }
        _ => {
            let ran = run(line, folder);
            assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
            return;
        }
    };
    fs::create_dir_all(path(name).parent().unwrap()).unwrap();
    fs::write(path(name), bytes).unwrap();
}

/// A text without how far the work was when its time was over: that depends on the machine.
fn without_progress(text: &str) -> String {
    const BEFORE: &str = " was reached after ";
    let mut parts = text.split(BEFORE);
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |all, part| {
        let is_time =
            all.rsplit('\n').next().is_some_and(|line| line.contains("the time limit of"));
        match part.trim_start_matches(|c: char| c.is_ascii_digit()) {
            rest if is_time => format!("{all}{BEFORE}N{rest}"),
            _ => format!("{all}{BEFORE}{part}"),
        }
    })
}

/// What is said of a command, with the name of the folder that was used. Lines that were answered
/// nevertheless have a mark.
fn said(line: &str, folder: &str) -> String {
    let ran = run(line, folder);
    assert!(!ran.stderr.contains("panicked"), "{line}: {}", ran.stderr);
    let text = without_progress(&ran.stderr.replace(folder, "FOLDER"));
    match ran.status {
        // What the command needs, or which values are possible, and an example.
        Some(2) => {
            let (is_usage, next) = (text.starts_with("error: "), "For example: grundy ");
            let is_whole = is_usage && (text.contains(next) || text.contains("'--help'"));
            assert!(is_whole || text.starts_with("grundy: "), "{line}: {text}");
        }
        Some(1) => {
            assert!(text.starts_with("grundy: "), "{line}: {text}");
            // What is wrong in a text is pointed at.
            let has_place = text.contains("at byte") == text.contains("\n  ");
            assert!(!text.contains("at byte") || has_place, "{line}: {text}");
        }
        // Protocols have answers of their own for what is wrong.
        Some(0) if line.starts_with("engine ") => assert_eq!(text, "", "{line}"),
        status => panic!("{line}: status {status:?}, {text}"),
    }
    let answered = ran.stdout.replace(folder, "FOLDER");
    let answered = answered.lines().map(|line| format!("| {line}\n"));
    answered.chain([text]).collect()
}

#[test]
fn the_program_says_what_is_wrong_where_and_what_to_write() {
    let folder = folder("messages");
    for (name, text) in FILES {
        fs::write(folder.join(name), text).unwrap();
    }
    let folder = folder.to_str().unwrap();
    let known = fs::read_to_string(LIST).unwrap();
    let mut list = String::new();
    for line in known.lines().filter(|line| line.starts_with(['#', '$', '>'])) {
        let _ = writeln!(list, "{line}");
        if let Some(command) = line.strip_prefix("> ") {
            prepare(command, folder);
        } else if let Some(command) = line.strip_prefix("$ ") {
            for said in said(command, folder).trim_end().lines() {
                let _ = writeln!(list, "{}", format!("    {said}").trim_end());
            }
        }
    }
    if env::var_os("BLESS").is_some() {
        fs::write(LIST, &list).unwrap();
        return;
    }
    let differs = known.lines().zip(list.lines()).find(|(known, found)| known != found);
    assert!(known == list, "the list differs (BLESS=1 writes it again): {differs:?}");
}

const UNLISTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/messages/unlisted.txt");

/// Text without line ends, and with single spaces.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The longest part of a literal between what is put in.
fn fixed_part(literal: &str) -> String {
    let text = literal.replace("\\n", " ").replace("\\\"", "\"").replace("\\\n", "");
    let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, text)| text));
    in_one_line(parts.max_by_key(|part| part.len()).unwrap_or_default())
}

/// The literals in the parentheses that are open where a text begins.
fn literals(text: &str) -> Vec<&str> {
    let (mut depth, mut rest, mut literals) = (1, text, Vec::new());
    while depth > 0 {
        let Some(place) = rest.find(['(', ')', '"']) else { break };
        let (found, behind) = (&rest[place..=place], &rest[place + 1..]);
        rest = behind;
        match found {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {
                let mut escaped = false;
                let ends = |c: char| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                };
                let end = rest.find(ends).expect("a literal ends");
                literals.push(&rest[..end]);
                rest = &rest[end + 1..];
            }
        }
    }
    literals
}

/// The fixed texts of the messages in a source, tests left out. A message has several words.
fn messages(source: &str) -> Vec<String> {
    const MAKERS: [&str; 8] = [
        "bail!(",
        "anyhow!(",
        "context(",
        "Err(",
        "ok_or(",
        "ok_or_else(",
        "map_err(",
        "errors::say(",
    ];
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    let calls = MAKERS.iter().flat_map(|maker| {
        code.match_indices(maker).map(|(place, maker)| place + maker.len()).collect::<Vec<_>>()
    });
    let texts = calls.flat_map(|start| literals(&code[start..])).map(fixed_part);
    let mut texts: Vec<String> = texts.filter(|text| text.contains(' ')).collect();
    texts.sort();
    texts.dedup();
    texts
}

/// All files of the program.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_message_of_the_source_is_listed_or_cannot_be_listed_for_a_reason() {
    let mut all = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
    let texts: BTreeSet<String> = all.iter().flat_map(|source| messages(source)).collect();
    let listed = in_one_line(&fs::read_to_string(LIST).unwrap());
    let unlisted = fs::read_to_string(UNLISTED).unwrap();
    let mut reasons: BTreeMap<&str, &str> = BTreeMap::new();
    for line in unlisted.lines().filter(|line| !line.starts_with('#')) {
        let (text, reason) = line.split_once(" | ").expect("TEXT | REASON");
        reasons.insert(text, reason);
    }
    let missing: Vec<&String> = texts
        .iter()
        .filter(|text| !listed.contains(&**text) && !reasons.contains_key(&***text))
        .collect();
    assert!(missing.is_empty(), "neither listed nor in unlisted.txt: {missing:#?}");
    let stale: Vec<&&str> =
        reasons.keys().filter(|text| !texts.contains(**text) || listed.contains(**text)).collect();
    assert!(stale.is_empty(), "no message of the source, or listed: {stale:#?}");
}

#[test]
fn messages_are_found_in_a_source() {
    let source = "fn f() {\n    // bail!(\"not this\")\n    bail!(\n        \"{name} is \\\n         \
                  \\\"cut\\\" off ({n})\", g(\"a (b\")\n    );\n    Err(\"one word\".into())\n}\n\
                  #[cfg(test)]\nmod tests { bail!(\"nor this\") }";
    assert_eq!(messages(source), ["a (b", "is \"cut\" off (", "one word"]);
}
