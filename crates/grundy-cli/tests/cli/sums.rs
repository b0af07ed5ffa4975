//! Sums on the command line: signs, moves as the user would write them, and equality.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::run::{answered, folder, json, refused};

/// Sums with signs, copies, terms that are over, and equal components.
const SUMS: [&str; 9] = [
    "hackenbush(BR) - hackenbush(B)",
    "-hackenbush(BRB) + domineering(2x2)",
    "domineering(.) + kayles(2)",
    "2*(hackenbush(BR) - domineering(..|.#))",
    "toads-and-frogs(F.) - 0*kayles(3) + nim(2)",
    "chomp(2x3) + nim(3) + nim(3,0)",
    "last-to-toggle-wins(1) + cram(.|.|.)",
    "cram(2x2)-domineering(2x3)",
    "-2*hackenbush(R) - hackenbush(RBR)",
];

fn texts(best: &Value) -> Vec<String> {
    let best = best.as_array().unwrap().iter();
    best.map(|best| best["to"].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_sum_that_is_printed_can_be_read() {
    let folder = folder("sums");
    let file = folder.join("sum.solution").to_string_lossy().into_owned();
    for text in SUMS {
        let answer = json(&["solve", text, "--save", &file]);
        let game = answer["game"].as_str().unwrap();
        let again = json(&["solve", game]);
        assert_eq!(answer, again, "{text}");
        for side in ["left", "right"] {
            for to in texts(&answer[side]["best"]) {
                assert_eq!(json(&["solve", &to])["game"], to, "{text}");
            }
        }
        assert!(answered(&["verify", &file]).starts_with("verified"), "{text}");
    }
    assert_eq!(json(&["solve", "kayles(3) + -nim(2)"])["game"], "kayles(3) - nim(2)");
}

#[test]
fn moves_in_a_sum_are_those_of_its_terms() {
    let answer = json(&["solve", "chomp(2x2) + nim(0,2)"]);
    // Chomp 2×2 is worth *2, as the other term: all moves lose, and are listed.
    assert_eq!(answer["outcome"], "P");
    let found: BTreeSet<String> = texts(&answer["left"]["best"]).into_iter().collect();
    let chomp = ["2", "1,1", "2,1"].map(|rows| format!("chomp({rows}) + nim(0,2)"));
    let nim = ["0,1", "0,0"].map(|heaps| format!("chomp(2,2) + nim({heaps})"));
    assert_eq!(found, chomp.into_iter().chain(nim).collect());
}

#[test]
fn a_game_may_begin_with_a_minus() {
    assert_eq!(json(&["solve", "-hackenbush(BR)"])["game"], "-hackenbush(BR)");
    assert_eq!(answered(&["value", "-octal(0.77; 12)"]), "*4\n");
    assert_eq!(answered(&["value", "- *3"]), "*3\n");
    assert!(answered(&["equal", "kayles(3)", "-kayles(3)"]).starts_with("equal"));
    assert_eq!(crate::run::grundy(&["solve", "--misre", "nim(3)"]).status, Some(2));
    let error = refused(&["solve", "-nim(3"]);
    assert!(error.contains("at byte 6 (for example nim(3,4,5))\n  -nim(3\n        ^"), "{error}");
    let folder = folder("minus");
    let file = "-nim.sol";
    let saved =
        crate::run::command(&["solve", "nim(2)", "--save=-nim.sol"]).current_dir(&folder).status();
    assert!(saved.unwrap().success());
    assert_eq!(crate::run::names(&folder), [file]);
    let verified =
        crate::run::command(&["verify", "--", file]).current_dir(&folder).status().unwrap();
    assert!(verified.success());
}

#[test]
fn equality_of_loopy_games_is_decided() {
    // on = {on|} and over = {0|over} are stoppers; dud = {dud|dud} is not.
    let on = "graph({\"left\":{\"on\":[\"on\"]}})";
    let renamed = "graph({\"left\":{\"up\":[\"up\"]}})";
    let over = "graph({\"left\":{\"over\":[\"z\"]},\"right\":{\"over\":[\"over\"]}})";
    let dud = "graph({\"left\":{\"d\":[\"d\"]},\"right\":{\"d\":[\"d\"]}, \"start\":\"d\"})";
    let double =
        "graph({\"left\":{\"d\":[\"e\"],\"e\":[\"d\"]},\"right\":{\"d\":[\"d\"],\"e\":[\"e\"]}})";
    let equal = |g: &str, h: &str| json(&["equal", g, h])["equal"].clone();
    assert_eq!(equal(on, on), true);
    assert_eq!(equal(on, renamed), true);
    assert_eq!(equal(over, over), true);
    assert_eq!(equal(on, over), false);
    assert_eq!(equal(over, "0"), false);
    assert_eq!(equal(dud, double), true);
    assert_eq!(equal(on, dud), false, "Left wins one of them");
    // Worth ∞ both, and yet different when hackenbush(R) is added.
    let first = "graph({\"start\":\"a\",\"moves\":{\"a\":[\"a\",\"b\"],\"b\":[\"b\",\"0\"]}})";
    assert_eq!(equal(first, "graph({\"moves\":{\"d\":[\"d\"]}})"), false);
    assert_eq!(equal(first, first), true);
    assert_eq!(equal("∞(0)", "∞(0,0)"), true);
    assert_eq!(equal("∞(0) + nim(3)", "∞(3)"), true);
    let error = refused(&["equal", "nim(3)", "tic-tac-toe"]);
    assert!(error.contains("ends of its own"), "{error}");
}

#[test]
fn only_games_without_ends_are_added() {
    let error = refused(&["solve", "nim(3) + tic-tac-toe"]);
    assert!(error.contains("at byte 9"), "{error}");
}

#[test]
fn a_value_that_a_search_found_is_explained() {
    let text = answered(&["solve", "cram(6x5)", "--explain"]);
    let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // On a fast machine the components are valued sooner than the search says it.
    let by_search = said.contains("the game beside a game worth *2 is lost");
    assert!(by_search || said.contains("worth *2: leave"), "{text}");
    assert!(!said.contains("nothing"), "{text}");
}
