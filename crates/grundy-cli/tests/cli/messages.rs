//! The errors of the program: `testdata/messages/program.txt` lists commands with what is said of them,
//! and what each must say is held here. `BLESS=1` writes the list again.

use std::fmt::Write as _;
use std::{env, fs};

use crate::run::{folder, grundy, words};

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

/// What is said of a command, with the name of the folder that was used.
fn said(line: &str, folder: &str) -> String {
    let words = words(&line.replace("FOLDER", folder));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ran = grundy(&words);
    assert_eq!(ran.stdout, "", "{line}");
    assert!(!ran.stderr.contains("panicked"), "{line}: {}", ran.stderr);
    let text = ran.stderr.replace(folder, "FOLDER");
    match ran.status {
        // What the command needs, or which values are possible, and an example.
        Some(2) => {
            let (is_usage, next) = (text.starts_with("error: "), "For example: grundy ");
            assert!(
                is_usage && (text.contains(next) || text.contains("'--help'")),
                "{line}: {text}"
            );
        }
        Some(1) => {
            assert!(text.starts_with("grundy: "), "{line}: {text}");
            // What is wrong in a text is pointed at.
            let has_place = text.contains("at byte") == text.contains("\n  ");
            assert!(!text.contains("at byte") || has_place, "{line}: {text}");
        }
        status => panic!("{line}: status {status:?}, {text}"),
    }
    text
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
    for line in known.lines() {
        match line.strip_prefix("$ ") {
            Some(command) => {
                let _ = writeln!(list, "{line}");
                for said in said(command, folder).trim_end().lines() {
                    let _ = writeln!(list, "{}", format!("    {said}").trim_end());
                }
            }
            None if line.starts_with('#') => {
                let _ = writeln!(list, "{line}");
            }
            None => {}
        }
    }
    if env::var_os("BLESS").is_some() {
        fs::write(LIST, &list).unwrap();
        return;
    }
    let differs = known.lines().zip(list.lines()).find(|(known, found)| known != found);
    assert!(known == list, "the list differs (BLESS=1 writes it again): {differs:?}");
}
