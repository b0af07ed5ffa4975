//! What is written to files: answers, completions, manual pages.

use std::fs;

use serde_json::Value;

use crate::run::{answered, folder, names, refused};

#[test]
fn the_ending_of_the_file_picks_the_format() {
    let folder = folder("formats");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    assert_eq!(answered(&["solve", "nim(3,4,5)", "-o", &path("answer.json")]), "");
    assert_eq!(answered(&["solve", "nim(3,4,5)", "-o", &path("answer.txt")]), "");
    assert_eq!(answered(&["table", "nim", "-n", "2", "-o", &path("table.csv")]), "");
    assert_eq!(answered(&["table", "nim", "-n", "2", "-o", &path("table.json")]), "");
    assert_eq!(answered(&["value", "nim(3)", "-o", &path("odd.json"), "--format", "text"]), "");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let answer: Value = serde_json::from_str(&read("answer.json")).unwrap();
    assert_eq!(answer["grundy"], 2);
    assert!(read("answer.txt").starts_with("game"), "{}", read("answer.txt"));
    assert!(!read("answer.txt").contains('\x1b'), "a file keeps no colours");
    assert_eq!(read("table.csv"), "n,g\n0,0\n1,1\n2,2\n");
    let table: Value = serde_json::from_str(&read("table.json")).unwrap();
    assert_eq!(table["values"], serde_json::json!([0, 1, 2]));
    assert_eq!(read("odd.json"), "*3\n", "--format goes before the ending");
    // Nothing else is left behind.
    let expected = ["answer.json", "answer.txt", "odd.json", "table.csv", "table.json"];
    assert_eq!(names(&folder), expected);
}

#[test]
fn no_part_of_a_file_is_left_by_an_error() {
    let folder = folder("partial");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    refused(&["solve", "tic-tac-toe(8,8,8)", "--max-positions", "100", "-o", &path("a.json")]);
    assert!(names(&folder).is_empty());
    fs::write(folder.join("kept.json"), "before").unwrap();
    refused(&["solve", "nim(x)", "-o", &path("kept.json")]);
    assert_eq!(fs::read_to_string(folder.join("kept.json")).unwrap(), "before");
    let error = refused(&["solve", "nim(3)", "-o", &path("missing/a.json")]);
    assert!(error.contains("cannot write"), "{error}");
    // A folder is not a file.
    let error = refused(&["solve", "nim(3)", "-o", &folder.to_string_lossy()]);
    assert!(error.contains("cannot write"), "{error}");
    assert_eq!(names(&folder), ["kept.json"]);
}

/// Never with a real device: if this fails, the file written to is replaced.
#[cfg(unix)]
#[test]
fn what_is_not_a_regular_file_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;

    let folder = folder("pipes");
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    assert_eq!(answered(&["value", "nim(3)", "-o", &pipe.to_string_lossy()]), "");
    let kind = fs::symlink_metadata(&pipe).unwrap().file_type();
    assert!(kind.is_fifo(), "the pipe was replaced by {kind:?}");
    assert_eq!(reader.join().unwrap(), "*3\n");
}

#[cfg(unix)]
#[test]
fn links_are_followed() {
    let folder = folder("links");
    fs::write(folder.join("file.json"), "before").unwrap();
    std::os::unix::fs::symlink("file.json", folder.join("link.json")).unwrap();
    answered(&["value", "nim(3)", "-o", &folder.join("link.json").to_string_lossy()]);
    assert!(fs::symlink_metadata(folder.join("link.json")).unwrap().is_symlink());
    assert!(fs::read_to_string(folder.join("file.json")).unwrap().contains("\"*3\""));
    assert_eq!(names(&folder), ["file.json", "link.json"]);
}

#[test]
fn completions_are_printed_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = answered(&["completions", shell]);
        assert!(script.contains("grundy") && script.contains("max-positions"), "{shell}");
    }
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let page = answered(&["man"]);
    assert!(page.contains(".TH grundy 1"), "{page}");
    let folder = folder("man");
    answered(&["man", "-o", &folder.join("man1").to_string_lossy()]);
    let names = names(&folder.join("man1"));
    for page in ["grundy.1", "grundy-solve.1", "grundy-play.1", "grundy-table.1"] {
        assert!(names.iter().any(|name| name == page), "{page} in {names:?}");
    }
}
