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

/// Heaps, boards, values, bad lines, and one without an answer in its time.
#[test]
fn two_thousand_mixed_lines_are_answered_as_solve_answers_each() {
    const LINES: usize = 2000;
    const HOPELESS: usize = 700;
    let line = |n: usize| match n % 8 {
        _ if n == HOPELESS => "tic-tac-toe(8,8,8)".to_string(),
        0 => format!("nim({},{})", n % 13, n % 7),
        1 => format!("kayles({}) + nim({})", n % 50, n % 5),
        2 => format!("domineering({}x{}) - {}/4", 1 + n % 3, 1 + n % 4, n % 11),
        3 => format!("clobber({}) + ^^*", ["xo", "xox", "xoxo", "xxo|oxo"][n / 8 % 4]),
        4 => format!("thirty-one({}) + thirty-one", n % 31),
        5 => format!("toads-and-frogs({}) + {{2|-1}}", ["TF.", "T.F", "TT.F", "T.FF"][n / 8 % 4]),
        6 => ["dodgem(2)", "tic-tac-toe(xx./.o./..o)", "1/2 + 1/4"][n / 8 % 3].to_string(),
        _ => ["nmi(3)", "nim(3,x)", "", "tic-tac-toe + nim(2)"][n / 8 % 4].to_string(),
    };
    let input: String = (0..LINES).map(|n| line(n) + "\n").collect();
    let start = Instant::now();
    let ran = grundy_reading(&["solve", "--batch", "--time", "2", "--threads", "2"], &input);
    let taken = start.elapsed();
    let answers: Vec<Vec<&str>> = ran.stdout.lines().map(|l| l.split('\t').collect()).collect();
    assert_eq!(answers.len(), LINES);
    assert!(answers.iter().all(|columns| columns.len() == 4));
    assert_eq!(answers[HOPELESS][..2], ["tic-tac-toe(8,8,8)", "error"]);
    assert!(answers[HOPELESS][2].contains("time limit"), "{:?}", answers[HOPELESS]);
    for n in (0..LINES).step_by(61).filter(|&n| n != HOPELESS) {
        let alone = grundy_reading(&["solve", "--format", "json", &format!(" {}", line(n))], "");
        let columns = &answers[n];
        if alone.status != Some(0) {
            assert_eq!(columns[1], "error", "{}", line(n));
            continue;
        }
        let alone: Value = serde_json::from_str(&alone.stdout).unwrap();
        assert_eq!(alone["game"], columns[0]);
        assert_eq!(alone["outcome"].as_str().unwrap_or("-"), columns[1], "{}", line(n));
        assert_eq!(alone["value"].as_str().unwrap_or("-"), columns[2], "{}", line(n));
    }
    assert!(taken < Duration::from_secs(60), "{taken:?}");
}

#[test]
fn the_time_of_all_lines_is_limited() {
    let input = "nim(1)\n".to_string() + &"tic-tac-toe(8,8,8)\n".repeat(50) + "nim(2)\n";
    let start = Instant::now();
    let ran = grundy_reading(&["solve", "--batch", "--time-all", "3", "--time", "1"], &input);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((ran.status, lines.len()), (Some(1), 52));
    assert_eq!(lines[0], "nim(1)\tN\t*\tnim(0)");
    assert!(lines[51].starts_with("nim(2)\terror\tthe time limit of 3s for all lines"));
}
