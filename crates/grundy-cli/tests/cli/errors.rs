//! Errors: their status, their place, and what they advise.

use std::process::Stdio;
use std::time::Duration;

use crate::run::{command, grundy, refused, wait};

#[test]
fn a_text_that_is_no_game_is_pointed_at() {
    assert_eq!(
        refused(&["solve", "nim(3,x)"]),
        "grundy: cannot read \"nim(3,x)\": expected heap size at byte 6 \
         (for example nim(3,4,5))\n  nim(3,x)\n        ^\n"
    );
    // The column counts characters, the byte bytes.
    let error = refused(&["solve", "nim(é)"]);
    assert!(error.contains("at byte 4 (for example nim(3,4,5))\n  nim(é)\n      ^\n"), "{error}");
    for text in
        ["", " ", "nim(", "nim(3))", "nim(3) +", "nim((3)", "*x", "2+", "(", "tic-tac-toe(X)"]
    {
        let error = refused(&["solve", text]);
        assert!(error.contains("expected") && error.contains("at byte"), "{text:?}: {error}");
    }
}

#[test]
fn what_is_left_out_of_a_game_is_told() {
    let loose = "hackenbush(0-B-a, c-R-d)";
    for (args, said) in [
        (vec!["value", loose], "1\n"),
        (vec!["solve", loose, "--moves", "best"], "game       hackenbush(0-B-a)"),
        (vec!["solve", "hackenbush(0-B-a, a-R-b; 2)"], "value      0"),
        (vec!["show", "chess(8/8/8/8/8/2K5/Q7/7k w KQ - 0 1)", "--as", "fen"], "w - - 0 1"),
    ] {
        let ran = grundy(&args);
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.stderr);
        assert!(ran.stdout.contains(said), "{args:?}: {}", ran.stdout);
        let notes = ran.stderr.lines().filter(|line| line.starts_with("grundy: note: "));
        assert_eq!((notes.count(), ran.stderr.contains("is left out")), (1, true), "{args:?}");
    }
    let ran = grundy(&["solve", loose, "--format", "json"]);
    let note: serde_json::Value = serde_json::from_str(&ran.stderr).unwrap();
    assert!(note["note"].as_str().unwrap().starts_with("c-R-d is left out"), "{note}");
    assert!(refused(&["solve", "hackenbush(a-B-b)"]).contains("hangs together with the ground"));
    assert!(refused(&["solve", "hackenbush(0-B-a, c-R-d; 1)"]).contains("hangs on nothing"));
}

#[test]
fn misspelt_names_are_guessed() {
    assert!(refused(&["solve", "nmi(3)"]).contains("did you mean nim?"));
    assert!(refused(&["solve", "tic-tak-toe"]).contains("did you mean tic-tac-toe?"));
    assert!(refused(&["solve", "zzzzzzzzzzzz"]).contains("`grundy games` lists them"));
    assert!(refused(&["games", "nmi"]).contains("did you mean nim?"));
    assert!(refused(&["table", "substraction(1,2)"]).contains("did you mean subtraction?"));
}

#[test]
fn numbers_that_are_too_great_are_refused() {
    for game in [
        "nim(18446744073709551616)",
        "subtraction(1..18446744073709551615; 3)",
        "tic-tac-toe(17,17,3)",
        "*18446744073709551616",
    ] {
        assert!(refused(&["solve", game]).contains("at byte"), "{game}");
    }
}

#[test]
fn questions_without_an_answer_are_errors() {
    assert!(refused(&["value", "tic-tac-toe"]).contains("has ends of its own"));
    assert!(refused(&["table", "tic-tac-toe"]).contains("not played on single heaps"));
    assert!(refused(&["period", "tic-tac-toe"]).contains("not played on single heaps"));
    assert!(refused(&["solve", "nim(1) + tic-tac-toe"]).contains("has ends of its own"));
    refused(&["equal", "nim(1)", "tic-tac-toe"]);
    refused(&["verify", "no-such-file.solution"]);
}

#[test]
fn wrong_usage_has_status_2() {
    let calls: [&[&str]; 9] = [
        &[],
        &["solve"],
        &["nonsense"],
        &["solve", "nim(3)", "--format", "xml"],
        &["solve", "nim(3)", "--nonsense"],
        &["solve", "nim(3)", "--batch"],
        &["solve", "nim(3)", "--max-positions", "many"],
        &["table", "nim", "-n", "-1"],
        &["completions", "tcl"],
    ];
    for args in calls {
        let ran = grundy(args);
        assert_eq!(ran.status, Some(2), "{args:?}");
        assert_eq!(ran.stdout, "", "{args:?}");
        assert!(ran.stderr.contains("help"), "{args:?}: {}", ran.stderr);
    }
    assert_eq!(grundy(&["--help"]).status, Some(0));
    assert_eq!(grundy(&["--version"]).status, Some(0));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let args = ["table", "subtraction(1,2)", "-n", "2000000", "--format", "csv"];
    let mut child = command(&args).spawn().unwrap();
    // The reader goes away at once.
    drop(child.stdout.take());
    let ran = wait(child, Duration::from_secs(60));
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error_in_a_batch_that_goes_on() {
    use std::io::{BufRead, BufReader, Write};

    let mut child = command(&["solve", "--batch"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Ends when the program has gone.
        for _ in 0..1_000_000 {
            if stdin.write_all(b"nim(1,2,3)\n").is_err() {
                return;
            }
        }
    });
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "nim(1,2,3)\tP\t0\t-\n");
    let ran = wait(child, Duration::from_secs(60));
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    writer.join().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let child = command(&["solve", "nim(3,4,5)"]).stdout(full).spawn().unwrap();
    let ran = wait(child, Duration::from_secs(60));
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.starts_with("grundy: "), "{}", ran.stderr);
}

/// Every command with `--format json` says its errors so, with the status that they have as text.
#[test]
fn errors_are_json_where_json_was_asked_for() {
    let calls: &[&[&str]] = &[
        &["solve", "nim(x)"],
        &["solve", "--batch", "--no-such-option"],
        &["value", "tic-tac-toe"],
        &["equal", "nim(1)", "tic-tac-toe"],
        &["compare", "kayles", "tic-tac-toe"],
        &["search", "nim(x)"],
        &["table", "substraction(1,2)"],
        &["table", "cram(A,B,N)"],
        &["period", "tic-tac-toe"],
        &["misere", "wythoff"],
        &["graph", "nim(x)"],
        &["check", "no-such-file.json"],
        &["check", "no-such-file.star"],
        &["verify", "no-such-file.solution"],
        &["lookup", "no-such-file.positions", "x"],
        &["stats", "no-such-file.positions"],
        &["games", "nmi"],
        &["no-such-command"],
    ];
    for call in calls {
        let text = grundy(call);
        assert_ne!(text.status, Some(0), "{call:?}");
        for form in [&["--format", "json"][..], &["--format=json"]] {
            let args = [call, form].concat();
            let ran = grundy(&args);
            assert_eq!((ran.status, ran.stdout.as_str()), (text.status, ""), "{args:?}");
            assert_eq!(ran.stderr.matches('\n').count(), 1, "{args:?}: {}", ran.stderr);
            let said: serde_json::Value = serde_json::from_str(&ran.stderr)
                .unwrap_or_else(|error| panic!("{args:?}: {error} in {}", ran.stderr));
            let message = said["error"].as_str().unwrap();
            assert!(!message.is_empty() && !message.starts_with("grundy: "), "{message}");
            if text.status == Some(1) {
                assert_eq!(text.stderr, format!("grundy: {message}\n"), "{args:?}");
            }
        }
        // Behind -- it is no option.
        let args = [&["solve", "--"][..], &["--format=json"]].concat();
        assert!(grundy(&args).stderr.starts_with("grundy: "));
    }
}
