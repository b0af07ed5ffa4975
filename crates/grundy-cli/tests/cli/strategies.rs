//! Weak solutions: `solve --save`, `verify`, `lookup`, `stats` and `play --with`.

use std::fs;

use crate::run::{answered, folder, grundy, grundy_reading, json, refused};

/// Solves a game and saves strategies.
fn saved(name: &str, game: &str) -> String {
    let path = folder(name).join("a.strategy").to_string_lossy().into_owned();
    answered(&["solve", game, "--save", &path]);
    path
}

#[test]
fn a_strategy_is_saved_checked_counted_and_looked_up() {
    let file = saved("strategies", "connect-four(4x4)");
    let checked = json(&["verify", &file]);
    assert_eq!(checked["verified"], true);
    let strategies = checked["strategies"].as_array().unwrap();
    assert_eq!(strategies.len(), 4);
    assert_eq!(strategies[0]["at_least"], "draw");
    let counted = json(&["stats", &file]);
    assert_eq!(counted["strategies"], checked["strategies"]);
    assert_eq!(counted["bytes"], fs::metadata(&file).unwrap().len());
    let start = json(&["lookup", &file, "connect-four(4x4)"]);
    assert_eq!(start["strategies"].as_array().unwrap().len(), 2);
    let text = answered(&["lookup", &file, "....|....|....|....", "--player", "left"]);
    assert!(text.contains("Left plays") && text.contains("at least a draw"), "{text}");
    let text = refused(&["lookup", &file, "XXXX|OOOO|XXXX|OOOO"]);
    assert!(text.contains("play by them does not reach it"), "{text}");
    let text = refused(&["lookup", &file, "connect-four(5x4)"]);
    assert!(text.contains("the file is of"), "{text}");
}

#[test]
fn a_strategy_that_was_changed_is_refused() {
    let file = saved("changed-strategies", "hex(3)");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() - 12;
    bytes[middle] ^= 4;
    fs::write(&file, &bytes).unwrap();
    for command in ["verify", "stats"] {
        let text = refused(&[command, &file]);
        assert!(text.contains("cut off or changed"), "{text}");
    }
}

#[test]
fn the_computer_plays_by_a_strategy() {
    let file = saved("played-strategies", "hex(4)");
    let args = ["play", "hex(4)", "--as", "none", "--with", &file, "--think", "50ms"];
    let text = grundy_reading(&args, "").stdout;
    assert!(text.contains("Left has won"), "{text}");
    // What the file proves is not called a search, and what a search believes not proved.
    assert!(text.contains("Where the file has a move the computer plays it"), "{text}");
    assert!(
        text.contains("Left (by the file) plays") && !text.contains("Left (the strong"),
        "{text}"
    );
    let text = grundy_reading(
        &[
            "play",
            "connect-four(4x4)",
            "--as",
            "none",
            "--with",
            &saved("drawn-strategies", "connect-four(4x4)"),
        ],
        "",
    )
    .stdout;
    assert!(text.contains("Left (by the file) plays") && text.contains("draws at least"), "{text}");
    assert!(text.ends_with("A tie.\n"), "{text}");
    let text = refused(&["play", "hex(3)", "--with", &file]);
    assert!(text.contains("is of hex(4x4)") || text.contains("is of hex(4)"), "{text}");
    let text = refused(&["play", "hex(4)", "--misere", "--with", &file]);
    assert!(
        text.contains("misère") || text.contains("misere") || text.contains("normal"),
        "{text}"
    );
}

#[test]
fn a_game_with_too_many_positions_is_saved_as_a_strategy() {
    // There are 69,763,700 positions.
    let path = folder("large-strategies").join("five.solution").to_string_lossy().into_owned();
    let answer = json(&["solve", "connect-four(5x5)", "--save", &path]);
    assert_eq!(answer["left"]["result"], "draw");
    assert_eq!(json(&["verify", &path])["verified"], true);
}

#[test]
fn a_strategy_has_the_rules_of_a_rule_file_with_it() {
    let rules = folder("strategies-rules").join("thirds.star").to_string_lossy().into_owned();
    let text = "
def start(n = 21):
    return n

def moves(n):
    return [n - k for k in (1, 3, 4) if k <= n]
";
    fs::write(&rules, text).unwrap();
    let file = saved("rules-strategies", &rules);
    fs::remove_file(&rules).unwrap();
    let checked = json(&["verify", &file]);
    assert_eq!(checked["strategies"][0]["player"], "right");
}

#[test]
fn a_search_goes_on_from_its_file() {
    let path = folder("kept-search").join("five.search").to_string_lossy().into_owned();
    let solve = |game: &str, time: &str| {
        grundy(&["solve", game, "--save", &path, "--time", time, "--format", "json"])
    };
    let stopped = solve("connect-four(6x6)", "200ms");
    assert_eq!(stopped.status, Some(1), "{}", stopped.stderr);
    assert!(stopped.stderr.contains("--time"), "{}", stopped.stderr);
    let kept = fs::read(&path).unwrap();
    assert!(kept.starts_with(b"grundy search"));
    // The file is that of this game alone.
    let other = solve("connect-four(5x5)", "60s");
    assert!(other.stderr.contains("another search"), "{}", other.stderr);
    assert_eq!(fs::read(&path).unwrap(), kept);
    let mut changed = kept.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    for damaged in [&changed[..], &kept[..kept.len() - 1], &kept[..100], b""] {
        fs::write(&path, damaged).unwrap();
        let ran = solve("connect-four(6x6)", "60s");
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
        assert!(ran.stderr.contains("five.search"), "{}", ran.stderr);
    }
    fs::remove_file(&path).unwrap();
    let done = solve("connect-four(5x5)", "60s");
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    // It is known already who wins.
    let again = solve("connect-four(5x5)", "60s");
    assert_eq!(again.status, Some(0), "{}", again.stderr);
    assert!(again.stdout.contains("\"outcome\":\"D\""), "{}", again.stdout);
}

/// What was found after rules have failed proves nothing, and numbers of one run mean other positions
/// in the next.
#[test]
fn a_search_that_proves_nothing_is_not_kept() {
    let folder = folder("no-search");
    let path = folder.join("a.search").to_string_lossy().into_owned();
    let rules = folder.join("late.star");
    let text = "
def start():
    return (0, 0)

def moves(p):
    tier, side = p
    if tier == 3000:
        fail(\"no more\")
    return [(tier, 1 - side), (tier + 1, side)]
";
    fs::write(&rules, text).unwrap();
    let error = refused(&["solve", &rules.to_string_lossy(), "--save", &path]);
    assert!(error.contains("no more"), "{error}");
    assert!(!fs::exists(&path).unwrap());
    // A file says what rules had learned when it was written: another process goes on from it.
    fs::write(&rules, text.replace("fail(\"no more\")", "return []")).unwrap();
    let solve = ["solve", &rules.to_string_lossy(), "--save", &path];
    let first = grundy(&solve);
    assert_eq!(first.status, Some(0), "{}", first.stderr);
    assert!(first.stderr.contains("starting again"), "{}", first.stderr);
    let second = grundy(&solve);
    assert_eq!((second.status, second.stdout), (Some(0), first.stdout), "{}", second.stderr);
    assert!(!second.stderr.contains("starting again"), "{}", second.stderr);
    fs::remove_file(&path).unwrap();
    let error = refused(&["solve", "impartial(domineering(3x3))", "--save", &path]);
    assert!(error.contains("cannot be kept in a file"), "{error}");
    assert!(!fs::exists(&path).unwrap());
}
