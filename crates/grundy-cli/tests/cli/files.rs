//! What is written to files: answers, completions, manual pages.

use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::Value;

use crate::run::{Ran, answered, command, folder, names, refused};

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

/// A signal would kill the program before it could say so.
#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_an_error() {
    let folder = folder("file-size");
    for args in [
        "table kayles -n 20000 -o table.csv",
        "solve connect-four(4x4) --save four.positions",
        "solve connect-four(4x4) --save four.solution",
        "survey octal --digits 2 --heaps 2000 -o octal.json",
        "survey octal --digits 2 --heaps 2000 --save octal.survey",
        "table kayles -n 20000 > printed.txt",
    ] {
        let program = env!("CARGO_BIN_EXE_grundy");
        let args = args.replace("(4x4)", "'(4x4)'");
        let script = format!("ulimit -f 2; exec '{program}' {args}");
        let output = Command::new("bash").args(["-c", &script]).current_dir(&folder).output();
        let ran = Ran::from(output.unwrap());
        assert_eq!(ran.status, Some(1), "{args}: {}", ran.stderr);
        assert!(ran.stderr.contains("File too large"), "{args}: {}", ran.stderr);
    }
    assert_eq!(names(&folder), ["octal.survey", "printed.txt"]);
    // A journal goes on.
    let journal = folder.join("octal.survey");
    let survey = ["survey", "octal", "--digits", "2", "--heaps", "2000"];
    let whole = answered(&survey);
    assert_eq!(answered(&[&survey[..], &["--save", journal.to_str().unwrap()]].concat()), whole);
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

/// What cannot be written is refused before work begins that takes long.
#[test]
fn where_nothing_can_be_saved_is_told_at_once() {
    let folder = folder("nowhere");
    for name in ["x.positions", "x.parquet", "x.strategy", "x.solution", "x.search"] {
        let begun = Instant::now();
        let path = folder.join("none").join(name);
        let error = refused(&["solve", "connect-four(6x6)", "--save", path.to_str().unwrap()]);
        assert!(error.contains(name), "{error}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{name}");
    }
    assert!(names(&folder).is_empty());
}

/// Files that are read at any place are no streams, and take the place of regular files alone.
#[cfg(unix)]
#[test]
fn saved_positions_replace_regular_files_alone_and_follow_links() {
    let folder = folder("kinds");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    for name in ["fifo.positions", "fifo.search"] {
        let made = Command::new("mkfifo").arg(path(name)).status().unwrap();
        assert!(made.success());
        let error = refused(&["solve", "connect-four(4x4)", "--save", &path(name)]);
        assert!(error.contains("no regular file"), "{error}");
        assert!(!fs::metadata(path(name)).unwrap().is_file());
    }
    for name in ["link.positions", "link.search"] {
        std::os::unix::fs::symlink(format!("of.{name}"), path(name)).unwrap();
        answered(&["solve", "connect-four(4x4)", "--save", &path(name)]);
        assert!(fs::symlink_metadata(path(name)).unwrap().is_symlink());
        assert!(fs::metadata(path(&format!("of.{name}"))).unwrap().is_file());
    }
    assert!(names(&folder).iter().all(|name| !name.ends_with(".part")));
}

/// Of two processes that save to one file the second is told so; one that is killed is not in the
/// way of the next.
#[test]
fn a_file_is_saved_by_one_process_at_a_time() {
    let folder = folder("two-savers");
    for name in ["x.search", "x.positions", "x.strategy"] {
        let path = folder.join(name).to_string_lossy().into_owned();
        let mut first = command(&["solve", "connect-four(7x6)", "--save", &path]).spawn().unwrap();
        let part = folder.join(format!("{name}.part"));
        while !part.exists() {
            thread::sleep(Duration::from_millis(10));
        }
        let error = refused(&["solve", "connect-four(4x3)", "--save", &path]);
        assert!(error.contains("another process is writing"), "{error}");
        first.kill().unwrap();
        first.wait().unwrap();
        answered(&["solve", "connect-four(4x3)", "--save", &path]);
        assert!(!part.exists() && fs::metadata(&path).unwrap().len() > 0, "{name}");
    }
}

/// An answer is printed also where it cannot be saved in the end.
#[cfg(unix)]
#[test]
fn what_is_found_is_told_whatever_becomes_of_the_file() {
    for (name, game) in [
        ("x.positions", "connect-four(5x4)"),
        ("x.strategy", "connect-four(5x5)"),
        ("x.solution", "connect-four(5x4)"),
    ] {
        let folder = folder("lost");
        let path = folder.join(name).to_string_lossy().into_owned();
        let child = command(&["solve", game, "--save", &path]).spawn().unwrap();
        while !folder.join(format!("{name}.part")).exists() {
            thread::sleep(Duration::from_millis(1));
        }
        // It is locked now, and the work, of a second, has begun.
        thread::sleep(Duration::from_millis(100));
        fs::remove_dir_all(&folder).unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.status, Some(1), "{name}: {}", ran.stderr);
        assert!(ran.stdout.contains("neither player can win"), "{name}: {}", ran.stdout);
        assert!(ran.stderr.contains(name), "{}", ran.stderr);
    }
}
