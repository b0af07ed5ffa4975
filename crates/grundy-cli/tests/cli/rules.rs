//! Games of one's own: rule files, games in the Game Description Language, and files
//! that mean no good.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::run::{answered, folder, grundy, refused};

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
    // Of other rules it is no solution.
    let text = fs::read_to_string(&saved).unwrap();
    fs::write(&saved, text.replace("(1, 2)", "(1, 3)")).unwrap();
    let error = refused(&["verify", &saved]);
    assert!(error.contains("refused"), "{error}");
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
