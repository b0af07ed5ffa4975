//! `grundy value` on partizan games and values.

use serde_json::json;

use crate::run::{answered, json, refused};

#[test]
fn positions_and_values_are_added() {
    assert_eq!(answered(&["value", "domineering(4x4)"]), "+-{0,{{2|0},2+Tiny(2)|{2|0},Miny(2)}}\n");
    assert_eq!(answered(&["value", "domineering(3x2) + 1/2"]), "{5/2|0}\n");
    assert_eq!(answered(&["value", "-{2|1}"]), "{-1|-2}\n");
    assert_eq!(answered(&["value", "-^"]), "v\n");
    assert_eq!(answered(&["value", "2*domineering(2x2) + kayles(2) + *2"]), "0\n");
    assert_eq!(answered(&["value", "±1"]), "+-1\n");
}

#[test]
fn json_says_what_is_known_of_a_value() {
    let value = json(&["value", "{5|2||-1}"]);
    for (key, expected) in [
        ("value", json!("{5|2||-1}")),
        ("number", json!(null)),
        ("grundy", json!(null)),
        ("outcome", json!("N")),
        ("mean", json!("5/4")),
        ("temperature", json!("9/4")),
        ("left_stop", json!("2")),
        ("right_stop", json!("-1")),
        ("birthday", json!("7")),
    ] {
        assert_eq!(value[key], expected, "{key}");
    }
    let number = json(&["value", "domineering(1x3) - 1/4"]);
    assert_eq!((&number["number"], &number["outcome"]), (&json!("3/4"), &json!("L")));
    let nimber = json(&["value", "nim(3)"]);
    assert_eq!((&nimber["grundy"], &nimber["temperature"]), (&json!(3), &json!("0")));
    let loopy = json(&["value", "graph({\"moves\": {\"a\": [\"a\"]}})"]);
    assert_eq!((&loopy["value"], &loopy["mean"]), (&json!("∞"), &json!(null)));
}

#[test]
fn what_has_no_canonical_form_is_an_error() {
    assert!(refused(&["value", "tic-tac-toe + ^"]).contains("has ends of its own"));
    assert!(refused(&["value", "domineering(2x2) + {1|x}"]).contains("a ruleset"));
    assert!(refused(&["value", "{1|2"]).contains("expected '}' at byte 4"));
    assert!(refused(&["value", "1/3"]).contains("a power of two"));
    let limited = refused(&["value", "domineering(8x8)", "--max-positions", "500"]);
    assert!(limited.contains("raise it with --max-positions"), "{limited}");
}
