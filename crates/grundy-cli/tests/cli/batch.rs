//! `solve --batch`: one line for each line.

use std::fmt::Write;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::run::{command, grundy_reading};

#[test]
fn every_line_is_answered_on_its_line() {
    let input = "nim(3,4,5)\nnim(1,2,3)\nsubtraction(1,2; 21)\ntic-tac-toe\n";
    let ran = grundy_reading(&["solve", "--batch"], input);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        ran.stdout,
        "nim(3,4,5)\tN\t*2\tnim(1,4,5)\n\
         nim(1,2,3)\tP\t0\t-\n\
         subtraction(1,2; 21)\tP\t0\t-\n\
         tic-tac-toe\tD\t-\t-\n"
    );
}

#[test]
fn lines_with_errors_keep_their_place() {
    let input = "nim(3)\nnmi(3)\n\nnim(3,x)\nnim(1,1)";
    let ran = grundy_reading(&["solve", "--batch"], input);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.starts_with("grundy: 3 of 5 lines"), "{}", ran.stderr);
    let lines: Vec<Vec<&str>> = ran.stdout.lines().map(|line| line.split('\t').collect()).collect();
    let heads: Vec<(&str, &str)> = lines.iter().map(|line| (line[0], line[1])).collect();
    let expected = [("nim(3)", "N"), ("nmi(3)", "error"), ("", "error"), ("nim(3,x)", "error")];
    assert_eq!(heads[..4], expected);
    assert_eq!(heads[4], ("nim(1,1)", "P"));
    assert!(lines.iter().all(|line| line.len() == 4), "four columns: {lines:?}");

    let ran = grundy_reading(&["solve", "--batch", "--format", "json"], input);
    assert_eq!(ran.status, Some(1));
    let lines: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    let errors: Vec<bool> = lines.iter().map(|line| line["error"].is_string()).collect();
    assert_eq!(errors, [false, true, true, true, false]);
    assert_eq!(lines[1]["game"], "nmi(3)");
}

#[test]
fn bytes_that_are_no_text_and_tabs_cost_only_their_line() {
    let ran = grundy_reading(&["solve", "--batch"], "nim(\t3)\r\nnim(2)\r\n");
    assert_eq!(ran.stdout.lines().count(), 2, "{}", ran.stdout);
    assert!(ran.stdout.lines().all(|line| line.split('\t').count() == 4), "{}", ran.stdout);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);

    let ran = grundy_reading(&["solve", "--batch"], b"nim(2)\n\xff\xfe(2)\nnim(2)\n");
    let outcomes: Vec<&str> = ran.stdout.lines().filter_map(|l| l.split('\t').nth(1)).collect();
    assert_eq!(outcomes, ["N", "error", "N"]);

    let ran = grundy_reading(&["solve", "--batch"], "nim(\u{0}\tx)\nnim(2)\n");
    assert!(ran.stdout.lines().all(|line| line.split('\t').count() == 4), "{}", ran.stdout);
    assert_eq!(ran.status, Some(1));
}

#[test]
fn a_line_that_reaches_a_limit_costs_only_itself() {
    let input = "tic-tac-toe(8,8,8)\nnim(2)\n";
    let ran = grundy_reading(&["solve", "--batch", "--max-positions", "1000"], input);
    assert_eq!(ran.status, Some(1));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("tic-tac-toe(8,8,8)\terror\t"), "{}", lines[0]);
    assert_eq!(lines[1], "nim(2)\tN\t*2\tnim(0)");
}

/// A program may ask, wait for the answer, and ask again.
#[test]
fn a_question_is_answered_before_the_next() {
    use std::io::{BufRead, BufReader, Write as _};

    let mut command = command(&["solve", "--batch"]);
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (game, answer) in [("nim(2)", "nim(2)\tN\t*2\tnim(0)\n"), ("0", "0\tP\t0\t-\n")] {
        writeln!(stdin, "{game}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, answer);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn nothing_is_answered_with_nothing() {
    let ran = grundy_reading(&["solve", "--batch"], "");
    assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
}

#[test]
fn a_hundred_thousand_lines_take_seconds() {
    const LINES: u32 = 100_000;
    let mut input = String::new();
    for n in 0..LINES {
        match n % 5 {
            0 => writeln!(input, "nim({},{},{})", n % 97, n % 89, n % 83),
            // Among the options of the large heap none may win.
            4 => writeln!(input, "kayles({},{}) + nim({})", 9 * n, n % 1000, n % 16),
            1 => writeln!(input, "subtraction(2..5; {},{})", n % 1009, n),
            2 => writeln!(input, "nim({n}) + subtraction(1,2; {})", n % 50),
            _ => writeln!(input, "nim({},{n})", u64::from(n) << 40),
        }
        .unwrap();
    }
    let start = Instant::now();
    let ran = grundy_reading(&["solve", "--batch"], &input);
    let taken = start.elapsed();
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(ran.stdout.lines().count(), LINES as usize);
    assert!(!ran.stdout.contains("error"));
    // Generous: a debug build on a busy machine.
    assert!(taken < Duration::from_secs(90), "{taken:?}");
}
