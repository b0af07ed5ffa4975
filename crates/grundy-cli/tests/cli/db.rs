//! `db`, and `solve --db`.

use std::fs;

use crate::run::{answered, folder, grundy, json, refused};

/// What was found; forms may be numbered otherwise in a file of other length.
fn counts(said: &str) -> &str {
    said.split(" forms").next().unwrap()
}

#[test]
fn a_database_is_made_added_to_and_used() {
    let folder = folder("db");
    let file = folder.join("clobber.db").to_string_lossy().into_owned();
    let said = answered(&["db", "clobber", "--size", "1..3x1..3", "-o", &file]);
    assert!(said.starts_with("clobber: 800 components, "), "{said}");
    let more = answered(&["db", "clobber", "--size", "4x2", "-o", &file]);
    assert!(more.starts_with("clobber: 1,169 components, "), "{more}");
    let again = answered(&["db", "clobber", "--size", "3x3", "-o", &file]);
    assert_eq!(counts(&again), counts(&more));
    let sum = "clobber(4x4) + clobber(4x3) - domineering(4x4)";
    let (without, with) = (json(&["solve", sum]), json(&["solve", sum, "--db", &file]));
    assert_eq!(without["outcome"], with["outcome"]);
    // What was finished is kept when a limit ends the work, and the work goes on.
    let ended = grundy(&["db", "clobber", "--size", "4x4", "-o", &file, "--time", "0.1"]);
    assert_eq!(ended.status, Some(1));
    assert!(ended.stderr.contains("time limit"), "{}", ended.stderr);
    let kept = answered(&["db", "clobber", "--size", "1x1", "-o", &file]);
    assert_eq!(counts(&kept), counts(&ended.stdout));
}

#[test]
fn what_is_no_database_is_refused() {
    let folder = folder("db-refused");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let file = path("nogo.db");
    answered(&["db", "nogo", "--size", "2x2", "-o", &file]);
    assert!(refused(&["db", "clobber", "--size", "2x2", "-o", &file]).contains("of nogo"));
    assert!(refused(&["db", "clobber", "--size", "2y2", "-o", &path("a")]).contains("--size"));
    assert!(refused(&["db", "tic-tac-toe", "--size", "3x3", "-o", &path("a")]).contains("ends"));
    let nowhere = path("no/folder.db");
    assert!(refused(&["db", "clobber", "--size", "2x2", "-o", &nowhere]).contains("cannot write"));
    assert!(refused(&["solve", "nogo(3x3)", "--db", &path("none")]).contains("cannot open"));
    let whole = fs::read(&file).unwrap();
    fs::write(path("half"), &whole[..whole.len() / 2]).unwrap();
    assert!(refused(&["solve", "nogo(3x3)", "--db", &path("half")]).contains("damaged"));
}

#[test]
fn components_have_outcomes_alone() {
    let answer = json(&["solve", "clobber(xo.xxo) - domineering(.|.)", "--components"]);
    let outcomes = answer["outcomes"].as_array().unwrap();
    let of = |place: usize| (outcomes[place]["game"].as_str(), outcomes[place]["outcome"].as_str());
    assert_eq!(outcomes.len(), 3);
    assert_eq!(of(0), (Some("clobber(ox)"), Some("N")));
    assert_eq!(of(2), (Some("-domineering(.|.)"), Some("R")));
    assert!(json(&["solve", "clobber(xo)"]).get("outcomes").is_none());
    assert!(refused(&["solve", "tic-tac-toe", "--components"]).contains("no components"));
    assert!(refused(&["solve", "clobber(xo)", "--misere", "--components"]).contains("normal play"));
}
