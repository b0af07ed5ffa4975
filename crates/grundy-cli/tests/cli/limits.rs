//! Limits on positions, memory and time, and Ctrl-C.

use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::run::{Ran, command, wait};
use crate::run::{answered, folder, grundy, grundy_reading, json, refused, stopped};

/// A game with more positions than anyone will wait for.
const ENDLESS: &str = "tic-tac-toe(8,8,8)";

#[test]
fn a_limit_names_what_was_reached_and_the_option_to_raise() {
    let error = stopped(&["solve", ENDLESS, "--max-positions", "2k"]);
    assert!(error.contains("2000 positions") && error.contains("--max-positions"), "{error}");
    let error = stopped(&["solve", ENDLESS, "--strategy", "--memory", "5M"]);
    assert!(error.contains("5.0 MB") && error.contains("positions"), "{error}");
    assert!(error.contains("--memory"), "{error}");
    let start = Instant::now();
    let ran = grundy(&["solve", ENDLESS, "--time", "300ms"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("not decided"), "{}", ran.stdout);
    let error = ran.stderr;
    assert!(error.contains("300ms") && error.contains("positions"), "{error}");
    assert!(error.contains("--time"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

/// However little memory there is, a search answers or ends for want of it: it does not start over
/// for ever.
#[test]
fn searches_in_tiny_memory_end() {
    for memory in ["1", "5k", "100k"] {
        for game in ["hex(4)", "amazons(4x4)", "clobber(3x4)"] {
            let ran = grundy(&["solve", game, "--memory", memory, "--time", "60s"]);
            let answered = ran.status == Some(0) && ran.stdout.contains("wins");
            let full =
                ran.status == Some(1) && ran.stderr.contains("raise the limit with --memory");
            assert!(answered || full, "{game} in {memory}: {}{}", ran.stdout, ran.stderr);
        }
    }
}

#[test]
fn the_limit_is_the_last_number_that_is_allowed() {
    assert_eq!(json(&["solve", "tic-tac-toe", "--max-positions", "5478"])["positions"], 5478);
    assert!(stopped(&["solve", "tic-tac-toe", "--max-positions", "5477"]).contains("5477"));
}

#[test]
fn searching_from_the_top_has_limits() {
    let top_down = ["solve", "tic-tac-toe(6,6,6)", "--top-down"];
    for (limit, value) in [("--max-positions", "1000"), ("--time", "200ms"), ("--memory", "1M")] {
        let error = refused(&[&top_down[..], &[limit, value]].concat());
        assert!(error.contains(limit), "{limit}: {error}");
    }
}

#[test]
fn sequences_have_limits() {
    let table = ["table", "subtraction(1..1000)", "-n", "30000000"];
    let error = refused(&[&table[..], &["--time", "100ms"]].concat());
    assert!(error.contains("--time"), "{error}");
    let error = refused(&[&table[..], &["--memory", "1M"]].concat());
    assert!(error.contains("--memory"), "{error}");
}

/// Heaps with more options than memory could hold are refused before they are listed.
#[test]
fn huge_heaps_are_refused_where_their_positions_are_needed() {
    let calls: [&[&str]; 5] = [
        &["solve", "nim(1000000000000)", "--misere", "--strategy"],
        &["solve", "nim(1000000000000)", "--max-positions", "100"],
        &["solve", "nim(1000000000000)", "--strategy"],
        &["solve", "nim(1000000000000,1)", "--misere", "--top-down"],
        &["solve", "nim(100000000)", "--misere", "--strategy", "--memory", "10M"],
    ];
    for args in calls {
        let start = Instant::now();
        let error = stopped(args);
        assert!(error.contains("raise"), "{args:?}: {error}");
        assert!(start.elapsed() < Duration::from_secs(20), "{args:?}: {:?}", start.elapsed());
    }
    // Theorems and components answer within any limit.
    for game in ["nim(1000000000000)", "nim(1000000000000) + nim(3)"] {
        assert!(answered(&["solve", game, "--misere"]).contains("N: the player who starts wins"));
    }
    for limit in [["--memory", "10M"], ["--time", "5"]] {
        for game in ["nim(1000000000000)", "kayles(1000000000000)", "lasker(1000000000,3)"] {
            assert!(answered(&[&["solve", game], &limit[..]].concat()).contains("outcome"));
        }
    }
    let error = refused(&["play", "nim(1000000000000)"]);
    assert!(error.contains("moves"), "{error}");
}

/// Values of heaps are kept from line to line, some 18 MB in all, and memory is that of one line.
#[test]
fn what_earlier_lines_hold_does_not_stop_later_ones() {
    let codes = ["0.106", "0.054", "0.104", "0.044", "0.055", "0.356", "0.364", "0.644", "0.16"];
    let lines: String = codes.iter().map(|code| format!("octal({code}; 500000)\n")).collect();
    let ran = grundy_reading(&["repl", "--memory", "12M"], lines.clone() + "1+1\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.ends_with("\n2\n"), "{}", ran.stdout);
    assert_eq!(ran.stdout.lines().count(), 10, "{}", ran.stdout);
    let ran = grundy_reading(&["solve", "--batch", "--threads", "1", "--memory", "12M"], lines);
    assert!(!ran.stdout.contains("error"), "{}", ran.stdout);
}

/// A term that is repeated is looked at once.
#[test]
fn long_sums_end_within_their_limits() {
    let start = Instant::now();
    stopped(&["solve", "10000*nim(300)", "--misere", "--max-positions", "100"]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn limits_are_read_with_their_units() {
    for limit in [
        ["--max-positions", "20k"],
        ["--max-positions", "1.5M"],
        ["--memory", "500M"],
        ["--memory", "1gb"],
        ["--time", "30s"],
        ["--time", "1.5h"],
        ["--time", "10"],
    ] {
        json(&[&["solve", "nim(3)"][..], &limit].concat());
    }
    for limit in [
        ["--max-positions", "-1"],
        ["--max-positions", "1x"],
        ["--memory", "nan"],
        ["--memory", "1e30"],
        ["--time", ""],
        ["--time", "99999999999999999999999h"],
    ] {
        let ran = grundy(&[&["solve", "nim(3)"][..], &limit].concat());
        assert_eq!(ran.status, Some(2), "{limit:?}: {}", ran.stderr);
    }
}

/// Sends Ctrl-C, and waits as long as a person would.
#[cfg(unix)]
fn signal(child: std::process::Child) -> Ran {
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    wait(child, Duration::from_secs(5))
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_long_work_with_a_message() {
    let calls: [&[&str]; 3] = [
        &["solve", ENDLESS],
        &["solve", ENDLESS, "--top-down"],
        &["table", "subtraction(1..100000)", "-n", "100000000"],
    ];
    for args in calls {
        let child = command(args).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(1));
        let ran = signal(child);
        assert_eq!(ran.status, Some(1), "{args:?}: {}", ran.stderr);
        // What is proved until then is said, if only that it is nothing.
        let searched = args == ["solve", ENDLESS];
        assert_eq!(ran.stdout.contains("not decided"), searched, "{}", ran.stdout);
        assert!(ran.stderr.contains("interrupted after"), "{args:?}: {}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_batch() {
    let input = "nim(1)\ntic-tac-toe(8,8,8)\nnim(2)\n".repeat(100);
    let mut batch = command(&["solve", "--batch"]);
    let mut child = batch.stdin(std::process::Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let ran = signal(child);
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.stdout, "nim(1)\tN\t*\tnim(0)\n", "what was answered is kept");
    assert!(ran.stderr.contains("stopped in line 2: interrupted"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn ctrl_c_at_a_prompt_ends_the_program() {
    let mut play = command(&["play", "nim(3,4,5)"]);
    let mut child = play.stdin(std::process::Stdio::piped()).spawn().unwrap();
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(500));
    let ran = signal(child);
    assert_eq!(ran.status, Some(130));
    drop(stdin);
}

/// A file that someone made up must not bring the machine down.
#[test]
fn huge_heaps_in_a_saved_solution_are_refused() {
    let folder = folder("made-up");
    let file = folder.join("made-up.solution");
    let entry = |heap: &str| {
        format!(r#"{{"position":"{heap}","result":"win","remoteness":1,"best":["0"]}}"#)
    };
    for (game, claimed) in [("nim(1000000000000)", "1000000000000"), ("nim(3)", "1000000000000")] {
        let head = format!(
            r#"{{"format":"grundy solution","version":1,"game":"{game}","convention":"normal","impartial":true,"values":false,"entries":3}}"#
        );
        let body = [entry(claimed), entry("3"), entry("0")].join("\n");
        let mut text = format!("{head}\n{body}\n");
        let checksum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        text += &format!("{{\"end\":3,\"checksum\":\"{checksum:016x}\"}}\n");
        std::fs::write(&file, text).unwrap();
        let start = Instant::now();
        let error = refused(&["verify", &file.to_string_lossy()]);
        assert!(error.contains("is missing, and a move leads there"), "{error}");
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }
}

/// What is read has a limit, too: a line without an end, and what a small file unpacks to.
#[test]
fn endless_lines_are_refused() {
    let line = "(".repeat((16 << 20) + 1);
    let why = "line 1 is longer than 16777216 bytes";
    for args in [&["run", "-"][..], &["repl"], &["solve", "--batch"]] {
        let ran = grundy_reading(args, &line);
        assert_eq!(ran.status, Some(1), "{args:?}");
        assert!(ran.stderr.contains(why), "{args:?}: {}", ran.stderr);
    }
    let joined = grundy_reading(&["run", "-"], "((((((((\n".repeat(2 << 20));
    assert!(joined.stderr.contains("line 1 goes on for more than"), "{}", joined.stderr);
}

#[test]
fn a_database_that_unpacks_to_more_than_the_memory_is_refused() {
    let folder = folder("bomb");
    let file = folder.join("bomb.db");
    let head = "grundy database 1\nruleset clobber\n= 0 0 0 0\n";
    for (rest, why) in [
        (vec![b'x'; 64 << 20], "bomb.db: line 4 is longer than 8388608 bytes"),
        (b": 0 xo\n".repeat(4 << 20), "more than 8388608 bytes of memory would be needed"),
    ] {
        let packed = zstd::bulk::compress(&[head.as_bytes(), &rest].concat(), 1).unwrap();
        assert!(packed.len() < 1 << 20);
        std::fs::write(&file, packed).unwrap();
        let file = file.to_str().unwrap();
        let error = refused(&["solve", "clobber(3x3)", "--db", file, "--memory", "8M"]);
        assert!(error.contains(why), "{error}");
    }
}

/// Heaps are no positions, and a message counts what there is.
#[test]
fn limits_of_sequences_count_heaps() {
    for args in [
        &["table", "octal(0.07)", "-n", "1000000000", "--time", "50ms"][..],
        &["table", "octal(0.007)", "-n", "20000000", "--memory", "1M"],
        &["table", "kayles", "-n", "100", "--max-positions", "10"],
        &["compare", "octal(0.007)", "octal(0.106)", "-n", "100000000", "--time", "100ms"],
    ] {
        let error = refused(args);
        assert!(error.contains(" heaps") && !error.contains(" positions"), "{args:?}: {error}");
    }
}
