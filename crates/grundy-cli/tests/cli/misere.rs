//! `misere`.

use serde_json::json;

use crate::run::{answered, grundy, json, refused};

#[test]
fn a_position_has_a_genus_and_a_form() {
    let found = json(&["misere", "kayles(5,1)"]);
    assert_eq!(found["outcome"], "P");
    assert_eq!((&found["misere_grundy"], &found["grundy"]), (&json!(0), &json!(5)));
    assert_eq!(found["genus"], json!({"normal": 5, "misere": [0, 5, 7]}));
    assert_eq!(found["class"], "wild");
    assert!(found.get("quotient").is_none());
    assert!(answered(&["misere", "nim(2,2)"]).contains("*[32]"));
}

#[test]
fn a_ruleset_has_a_quotient() {
    // Plambeck, Taming the wild in impartial combinatorial games, 2005.
    let found = json(&["misere", "octal(0.123)", "--table"]);
    let quotient = &found["quotient"];
    assert_eq!((&quotient["order"], &quotient["period"]["period"]), (&json!(20), &json!(5)));
    assert_eq!(quotient["p_portion"].as_array().unwrap().len(), 5);
    let products = quotient["products"].as_array().unwrap();
    assert!(products.len() == 20 && products.iter().all(|row| row.as_array().unwrap().len() == 20));
    let heaps = json(&["misere", "octal=0.123", "--heaps", "7"]);
    assert_eq!(heaps["game"], "octal(0.123)");
    assert_eq!(heaps["quotient"]["pretending"].as_array().unwrap().len(), 8);
    assert!(heaps["quotient"]["period"].is_null());
    let found = json(&["misere", "nim(2) + kayles(2)", "--quotient"]);
    assert_eq!((&found["quotient"]["order"], &found["outcome"]), (&json!(6), &json!("P")));
}

#[test]
fn what_was_found_until_a_limit_is_shown() {
    let ran = grundy(&["misere", "octal(0.07)", "--time", "1"]);
    assert_eq!(ran.status, Some(1));
    let shown = ran.stdout;
    assert!(shown.contains("P-portion") && shown.contains("up to heaps of"), "{shown}");
    assert!(ran.stderr.contains("time"), "{}", ran.stderr);
    let ran = grundy(&["misere", "octal(0.07; 40)", "--quotient", "--time", "1"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("genus"), "{}", ran.stdout);
    assert!(ran.stderr.contains("time"), "{}", ran.stderr);
}

/// What is known when a limit is reached is printed, and the limit is an error.
#[test]
fn a_period_that_a_limit_hides_leaves_the_values() {
    let ran = grundy(&["period", "subtraction(all but 2,3)", "--misere", "--time", "500ms"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("under misère play"), "{}", ran.stdout);
    assert!(ran.stderr.contains("time"), "{}", ran.stderr);
}

#[test]
fn games_without_such_a_theory_are_refused() {
    for game in ["domineering(2x2)", "tic-tac-toe", "graph({\"moves\": {\"a\": [\"a\"]}})"] {
        assert!(refused(&["misere", game]).contains("impartial"), "{game}");
    }
    assert!(refused(&["misere", "wythoff"]).contains("not played on single heaps"));
    assert!(refused(&["misere", "kayles(5"]).contains("expected"));
    assert!(refused(&["misere", "nim(1000000)", "--max-positions", "100"]).contains("raise"));
}
