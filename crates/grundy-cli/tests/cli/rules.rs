//! Games of one's own: rule files, games in the Game Description Language, and files
//! that mean no good.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::run::{answered, command, folder, grundy, refused, stopped, wait};

fn examples(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(folder)
}

/// A file in a folder of its own.
fn file(test: &str, name: &str, text: &str) -> String {
    let path = folder(test).join(name);
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

fn solved(arguments: &[&str]) -> Value {
    let arguments = [&["solve", "--format", "json"], arguments].concat();
    serde_json::from_str(&answered(&arguments)).unwrap()
}

const TAKE: &str = "
def start(n = 21):
    return n

def moves(n):
    return [n - k for k in (1, 2) if k <= n]
";

#[test]
fn a_file_is_a_game() {
    let path = file("own-game", "take12.star", TAKE);
    let answer = solved(&[&path]);
    assert_eq!(answer["game"], "take12");
    assert_eq!((&answer["grundy"], &answer["outcome"]), (&json!(0), &json!("P")));
    let answer = solved(&[&format!("{path}(20)")]);
    assert_eq!(answer["left"]["best"][0]["to"], "take12(20; 18)");
    let again = solved(&["take12(20; 17)", "--rules", &path]);
    assert_eq!(again["value"], "*2");
    // Also in sums with games that are built in, and more than once.
    let sum = format!("{path}(4) + nim(2) + 2*{path}(2)");
    assert_eq!(solved(&[&sum])["value"], "*3");
    assert_eq!(answered(&["value", &format!("{path}(5) + *")]), "*3\n");
    let equal = answered(&["equal", &format!("{path}(5)"), "*2", "--format", "json"]);
    assert_eq!(serde_json::from_str::<Value>(&equal).unwrap()["equal"], true);
}

#[test]
fn a_file_that_is_called_like_a_ruleset_hides_it_only_when_asked() {
    let path = file("own-name", "nim.star", TAKE);
    let both = format!("{path}(3) + nim(3)");
    assert_eq!(solved(&[&both])["game"], "nim-star(3) + nim(3)");
    assert_eq!(solved(&[&both])["value"], "*3");
    assert_eq!(solved(&["nim(3)", "--rules", &path])["value"], "0");
    let twin = file("own-name-twin", "nim.star", TAKE);
    let error = refused(&["solve", &format!("{path} + {twin}")]);
    assert!(error.contains("are both called nim-star"), "{error}");
}

#[test]
fn a_saved_solution_has_the_rules_with_it() {
    let path = file("own-saved", "take12.star", TAKE);
    let saved = folder("own-saved-solution").join("a.solution").to_string_lossy().into_owned();
    answered(&["solve", &path, "--save", &saved]);
    fs::remove_file(&path).unwrap();
    let verified = answered(&["verify", &saved, "--format", "json"]);
    assert_eq!(serde_json::from_str::<Value>(&verified).unwrap()["entries"], 22);
    // A file that was changed is none.
    let text = fs::read_to_string(&saved).unwrap();
    fs::write(&saved, text.replace("(1, 2)", "(1, 3)")).unwrap();
    let error = refused(&["verify", &saved]);
    assert!(error.contains("checksum"), "{error}");
    // Of other rules it is no solution, also if all else is as it should be.
    fs::write(&saved, with_checksum(&text.replace("(1, 2)", "(1, 2)  "))).unwrap();
    assert!(answered(&["verify", &saved]).starts_with("verified"));
    fs::write(&saved, with_checksum(&text.replace("(1, 2)", "(1, 3)"))).unwrap();
    let error = refused(&["verify", &saved]);
    assert!(error.contains("refused: ") && !error.contains("checksum"), "{error}");
}

/// Digits are written, and one line of play in very many goes on at its end, with another
/// letter: no sample shows it.
const LATE: &str = "
def start():
    return (5, \"\")

def moves(p):
    n, text = p
    if text == \"98765\":
        return [(0, text + \"x\")]
    return [(n - 1, text + digit) for digit in \"0123456789\".elems()] if n > 0 else []
";

#[test]
fn play_beyond_a_sample_starts_again_and_its_file_is_read_later() {
    let here = folder("own-late");
    let path = file("own-late-rules", "late.star", LATE);
    let name = |name: &str| here.join(name).to_string_lossy().into_owned();
    let saved = name("late.positions");
    let ran = grundy(&["solve", &path, "--save", &saved]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("starting again"), "a sample has shown it: {}", ran.stderr);
    let all = answered(&["verify", &saved]);
    assert!(all.contains("all 111,112 entries"), "{all}");
    assert!(answered(&["stats", &saved]).contains("111,112"));
    let found = answered(&["lookup", &saved, "(0, \"98765\")"]);
    assert!(found.contains("98765x"), "{found}");
    // With a checkpoint the next process knows of it, too.
    let work = name("work");
    let arguments = ["solve", &path, "--save", &saved, "--checkpoint", &work];
    let ran = grundy(&arguments);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("starting again"), "{}", ran.stderr);
    let ran = grundy(&arguments);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("going on after round"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("starting again"), "{}", ran.stderr);
    assert!(answered(&["verify", &saved]).contains("all 111,112 entries"));
    // What is there belongs to these rules alone.
    fs::write(&path, LATE.replace("+ \"x\"", "+ \"y\"")).unwrap();
    let ran = grundy(&arguments);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("it belongs to something else"), "{}", ran.stderr);
}

/// A game of stones on a row, in which some positions misbehave after many moves: too rare and
/// too late for samples.
fn misbehaving(length: usize, bad: &str) -> String {
    let (moves, row) = if length < 10 { (5, "xo") } else { (10, "xoxoxxoo") };
    format!(
        "
def start():
    return \".\" * {length}

def bad(p):
    {bad}

def moves(p, player):
    if len(p) - p.count(\".\") == {moves} and p.startswith(\"{row}\"):
        return bad(p)
    stone = \"x\" if player == \"Left\" else \"o\"
    return [p[:i] + stone + p[i + 1:] for i in range(len(p)) if p[i] == \".\"]
"
    )
}

#[test]
fn what_goes_wrong_late_in_a_game_is_told_with_its_place() {
    let here = folder("own-late-faults");
    let cases = [
        ("loop", "return [p for i in range(2000000000) if i < 0]", "20000000 steps"),
        ("deep", "return bad(p + \"\")", "more than 250 functions"),
        ("memory", "return [p + str(i) for i in range(100000000)]", "MB of memory"),
        ("trap", "return [p[99]]", "`99` is out of bound"),
        ("many", "return [p] * 2000000", "2000000 positions, more than"),
        ("none", "return", "it gives None"),
        ("size", "return [p * 8000]", "it is too large"),
    ];
    for (name, bad, told) in cases {
        for (length, keys) in [(9, false), (9, true), (14, true)] {
            let path = here.join(format!("{name}{length}.star")).to_string_lossy().into_owned();
            fs::write(&path, misbehaving(length, bad)).unwrap();
            let saved = here.join("x.positions").to_string_lossy().into_owned();
            let arguments = match keys {
                false => vec!["solve", &path],
                // Compiled, unless it gives no list.
                true if name == "none" => continue,
                true => vec!["solve", &path, "--save", &saved],
            };
            let begun = Instant::now();
            let error = refused(&arguments);
            assert!(error.contains(told), "{arguments:?}: {error}");
            assert!(error.contains(&format!("{name}{length}.star:")), "{error}");
            assert!(error.contains("in the position") && error.len() < 2000, "{error}");
            assert!(begun.elapsed() < Duration::from_secs(100), "{arguments:?}");
        }
    }
}

/// One call may take long; who does not want to wait for it does not have to.
#[cfg(unix)]
#[test]
fn a_long_call_is_interrupted() {
    let text = "def start(): return 1\ndef moves(p):\n    t = \"a\" * 100000\n    \
                for i in range(2000000000): x = t.count(\"b\")\n    return [p]\n";
    let path = file("own-interrupted", "long.star", text);
    let child = command(&["solve", &path]).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let asked = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(asked.unwrap().success());
    let ran = wait(child, Duration::from_secs(10));
    assert!(ran.status != Some(0) && ran.stderr.contains("interrupted"), "{}", ran.stderr);
}

#[test]
fn a_text_that_grows_too_long_is_a_fault() {
    let text = "def start():\n    return \"x\"\n\ndef moves(p):\n    return [grown(p)]\n\n\
                def grown(p):\n    return p * 5000000000\n";
    let path = file("own-panic", "grown.star", text);
    let error = refused(&["solve", &path]);
    assert!(error.contains("grown.star:8:12:") && error.contains("in the position"), "{error}");
}

/// A saved solution with the checksum of its lines.
fn with_checksum(text: &str) -> String {
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    let mut end: Value = serde_json::from_str(&text[last..]).unwrap();
    // FNV-1a, as the format has it.
    let checksum = text[..last].bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    end["checksum"] = json!(format!("{checksum:016x}"));
    format!("{}{end}\n", &text[..last])
}

#[test]
fn the_convention_stands_in_the_file() {
    let path = file("own-misere", "last.star", &format!("misere = True\n{TAKE}"));
    let answer = solved(&[&format!("{path}(4)")]);
    assert_eq!(answer["convention"], "misere");
    assert_eq!((&answer["outcome"], &answer["value"]), (&json!("P"), &Value::Null));
    let error = refused(&["value", &format!("{path}(4)")]);
    assert!(error.contains("misère"), "{error}");
}

#[test]
fn faults_point_into_the_file() {
    let text = TAKE.replace("if k <= n", "if k <= m");
    let path = file("own-fault", "take12.star", &text);
    let error = refused(&["solve", &path]);
    assert!(error.contains("take12.star:6:"), "{error}");
    assert!(error.contains("| ") && error.contains('^'), "{error}");
    let path = file("own-fault", "take12.star", &TAKE.replace("n - k for", "1 // (n - 21) for"));
    let error = refused(&["solve", &path]);
    assert!(error.contains("in the position"), "{error}");
    let error = refused(&["solve", "no-such-file.star"]);
    assert_eq!(
        error,
        "grundy: cannot open no-such-file.star: No such file or directory (os error 2)\n"
    );
    let error = refused(&["solve", &format!("{path}(x y)")]);
    assert!(!error.contains("panicked"), "{error}");
}

#[test]
fn new_begins_a_file_that_check_likes() {
    let folder = folder("own-new");
    let path = folder.join("my-game.star").to_string_lossy().into_owned();
    answered(&["new", &path]);
    let error = refused(&["new", &path]);
    assert!(error.contains("is there already"), "{error}");
    let report = answered(&["check", &path, "--format", "json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["positions"], &report["complete"]), (&json!(22), &json!(true)));
    assert_eq!(report["broken"], json!([]));
    assert_eq!(solved(&[&path])["impartial"], true);
}

#[test]
fn check_names_a_broken_promise() {
    let text = format!("{TAKE}\ndef components(n):\n    return [n // 2, n - n // 2]\n");
    let path = file("own-broken", "take12.star", &text);
    let checked = grundy(&["check", &path]);
    assert_eq!(checked.status, Some(1));
    let said = checked.stdout;
    assert!(said.contains("broken") && said.contains("components"), "{said}");
}

#[test]
fn a_game_in_the_game_description_language_is_solved() {
    let path = examples("gdl").join("tic-tac-toe.kif").to_string_lossy().into_owned();
    let answer = solved(&[&path]);
    assert_eq!((&answer["positions"], &answer["left"]["result"]), (&json!(5478), &json!("draw")));
    let report: Value =
        serde_json::from_str(&answered(&["check", &path, "--format", "json"])).unwrap();
    assert_eq!((&report["positions"], &report["edges"]), (&json!(5478), &json!(16167)));
    let path = file("own-kif", "bad.kif", "(role a)\n(role b)\n(init (heap 1)\n");
    let error = refused(&["solve", &path]);
    assert!(error.contains("bad.kif:"), "{error}");
}

#[test]
fn the_same_game_in_three_languages_has_the_same_counts() {
    let of = |kind: &str, name: &str| examples(kind).join(name).to_string_lossy().into_owned();
    let four = fs::read_to_string(examples("rules").join("connect-four.star")).unwrap();
    let three = four.replace("ROW = 4", "ROW = 3");
    let three = file("own-counts", "connect-three.star", &three) + "(4,3)";
    let solution = folder("own-counts-saved").join("solution").to_string_lossy().into_owned();
    for (games, positions, won_drawn_lost) in [
        (
            ["tic-tac-toe".into(), of("rules", "tic-tac-toe.star"), of("gdl", "tic-tac-toe.kif")],
            5478,
            [2836, 1068, 1574],
        ),
        (
            ["connect-four(4x3,3)".into(), three, of("gdl", "drop-three.kif")],
            7157,
            [3249, 327, 3581],
        ),
    ] {
        let counts = games.map(|game: String| {
            answered(&["solve", &game, "--save", &solution]);
            let stats: Value =
                serde_json::from_str(&answered(&["stats", &solution, "--format", "json"])).unwrap();
            fs::remove_file(&solution).unwrap();
            assert_eq!(stats["positions"], positions, "{game}");
            for (fate, count) in ["win", "draw", "loss"].into_iter().zip(won_drawn_lost) {
                assert_eq!(stats["results"][fate]["positions"], count, "{game}");
            }
            stats["counts"].clone()
        });
        assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    }
}

/// What would take all memory, or all time, of a program that trusts it.
const HOSTILE: [(&str, &str); 5] = [
    ("memory", "def start():\n    return len([0] * 2000000000)\n\ndef moves(n):\n    return []\n"),
    ("text", "def start():\n    return len('a' * 2000000000)\n\ndef moves(n):\n    return []\n"),
    (
        "time",
        "def start():\n    return 0\n\ndef moves(n):\n    for i in range(1000000000000):\n        \
         n = i\n    return [n]\n",
    ),
    (
        "depth",
        "def f(n):\n    return f(n + 1)\n\ndef start():\n    return f(0)\n\ndef moves(n):\n    return []\n",
    ),
    (
        "growth",
        "def start():\n    return 0\n\ndef moves(n):\n    s = 'x'\n    for i in range(40):\n        \
         s = s + s\n    return [s]\n",
    ),
];

#[test]
fn rules_that_mean_no_good_end_in_an_error() {
    for (name, text) in HOSTILE {
        let path = file("own-hostile", &format!("{name}.star"), text);
        let start = Instant::now();
        let error = refused(&["solve", &path, "--untrusted"]);
        assert!(error.starts_with("grundy: "), "{name}: {error}");
        assert!(error.len() < 2_000, "{name}: {error}");
        assert!(start.elapsed() < Duration::from_secs(100), "{name}: {:?}", start.elapsed());
    }
}

#[test]
fn rules_that_are_not_trusted_are_solved_the_same() {
    let path = file("own-untrusted", "take12.star", TAKE);
    let plain = answered(&["solve", &path, "--format", "json"]);
    assert_eq!(answered(&["solve", &path, "--format", "json", "--untrusted"]), plain);
    let error = refused(&["solve", &format!("{path}(x"), "--untrusted"]);
    assert!(error.contains("expected"), "{error}");
}

#[test]
fn calls_of_rules_end_with_the_time_and_memory_of_the_command() {
    let numbers: String = (0..60).map(|i| format!("(n {i})")).collect();
    let join = format!(
        "(role a)(role b)(init up)(legal a go)(legal b noop)(<= (next down) (does a go))
         (<= terminal (true down))(goal a 100)(goal b 0){numbers}
(<= (next q) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (true up))"
    );
    let kif = file("own-limits", "join.kif", &join);
    let error = refused(&["solve", &kif, "--time", "100ms"]);
    assert!(error.contains("join.kif:3:1: ") && error.contains("--time"), "{error}");
    // Many calls, each of which takes few steps less than it may.
    let star = |name: &str, body: &str| {
        let text = format!("def start():\n    return 0\n\ndef moves(n):\n{body}");
        file("own-limits", name, &text)
    };
    let slow = star("slow.star", "    for i in range(15000000): pass\n    return [n + 1]\n");
    let error = stopped(&["solve", &slow, "--time", "100ms"]);
    assert!(error.contains("--time"), "{error}");
    let large = star(
        "large.star",
        "    s = \"{0}{0}\"\n    for i in range(60):\n        s = s.format(s)\n    return [s]\n",
    );
    let error = refused(&["solve", &large, "--memory", "20M"]);
    assert!(error.contains("large.star:7:13: ") && error.contains("20 MB"), "{error}");
}

/// A process that is confined reads its input from a pipe that stays open.
#[test]
fn a_confined_process_ends_with_the_one_that_waits_for_it() {
    let path = file("own-orphan", "take12.star", TAKE);
    let mut play = command(&["play", &path, "--untrusted"]);
    let mut parent = play.stdin(Stdio::piped()).spawn().unwrap();
    let (stdin, mut stdout) = (parent.stdin.take(), parent.stdout.take().unwrap());
    // It has begun when it prints the game; its output ends when nobody can write to it.
    stdout.read_exact(&mut [0]).unwrap();
    parent.kill().unwrap();
    parent.wait().unwrap();
    let (ended, end) = mpsc::channel();
    thread::spawn(move || {
        let _ = stdout.read_to_end(&mut Vec::new());
        let _ = ended.send(());
    });
    assert!(end.recv_timeout(Duration::from_secs(60)).is_ok(), "it goes on");
    drop(stdin);
}

/// A hint that is printed works when it is typed.
#[test]
fn a_table_of_a_file_names_the_file_in_its_hint() {
    let file = folder("hints").join("split87.star");
    let rules = "title = \"Split\"\nheaps = True\n\ndef start(n = 5):\n    return n\n\n\
                 def moves(n):\n    return [n - k for k in (3, 8) if k <= n]\n";
    fs::write(&file, rules).unwrap();
    let file = file.to_str().unwrap();
    let table = answered(&["table", file, "-n", "5"]);
    let hint = table.lines().last().unwrap();
    let typed = hint.strip_prefix("`grundy period '").and_then(|hint| hint.split('\'').next());
    assert_eq!(typed, Some(file), "{table}");
    answered(&["period", typed.unwrap(), "--max", "100"]);
}
