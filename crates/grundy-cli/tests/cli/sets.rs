//! 5-tuples: `solve --sets` and `check`.

use std::fs;

use serde_json::json;

use crate::run::{answered, folder, grundy, json, refused};

/// A file with a game that is written out.
fn five(name: &str, text: &str) -> String {
    let path = folder(name).join("five.json");
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

/// Left moves a to b, Right a to c and b to a; from c Left wins at d. Nothing leads to e.
const GAME: &str = r#"{"C":["a","b","c","d","e"],"m_A":{"a":["b"],"c":["d"]},
    "m_B":{"a":["c"],"b":["a"]},"F_A":["d"],"ties":["e"]}"#;

#[test]
fn the_sets_are_over_all_of_c() {
    let file = five("sets", GAME);
    let sets = &json(&["solve", &file, "--sets"])["sets"];
    let expected = json!({
        "positions": 5, "listed": true,
        "W_A": ["c", "d"], "L_A": ["b"], "D_A": ["a", "e"],
        "W_B": [], "L_B": ["a", "c", "d"], "D_B": ["b", "e"],
        "s_A": {"c": "d"}, "s_B": {},
    });
    assert_eq!(*sets, expected);
    // Where play starts, and so what it reaches, makes no difference.
    assert_eq!(json(&["solve", &format!("{file}(d)"), "--sets"])["sets"], expected);
    let text = answered(&["solve", &file, "--sets"]);
    assert!(text.contains("sets over all of C: 5 positions\n"), "{text}");
    assert!(text.contains("L_B              3  a  c  d\n"), "{text}");
    assert!(text.contains("s_A              1  c → d\n"), "{text}");
    // The answer before them is that of the same question without them.
    assert!(text.starts_with(&answered(&["solve", &file])), "{text}");
    assert_eq!(json(&["solve", &file]).get("sets"), None);
}

#[test]
fn a_move_into_the_opponents_set_loses() {
    let game = r#"graph({"C":["0","2"],"m_A":{"0":["0"]},"m_B":{"0":["2"]},"F_A":["2"]})"#;
    let sets = &json(&["solve", game, "--sets"])["sets"];
    assert_eq!(sets["W_A"], json!(["0", "2"]));
    assert_eq!(sets["L_B"], json!(["0", "2"]));
    assert_eq!(sets["s_A"], json!({"0": "0"}));
    let report = json(&["check", game]);
    assert_eq!(report["holds"], true);
    assert_eq!(report["into_loss"], json!([{"mover": "B", "moves": 1, "from": "0", "to": "2"}]));
    let text = answered(&["check", game]);
    assert!(text.contains("from 0 to 2 leads into F_A: A has won there"), "{text}");
}

#[test]
fn the_theorems_are_checked() {
    let file = five("theorems", GAME);
    for args in [vec!["check", &file], vec!["check", &file, "--misere"]] {
        let report = json(&args);
        assert_eq!(report["positions"], 5);
        assert_eq!(report["convention"] == "misere", args.contains(&"--misere"));
        assert_eq!(report["moves"], json!({"A": 2, "B": 2}));
        let theorems = report["theorems"].as_array().unwrap();
        assert_eq!(theorems.len(), 4);
        for theorem in theorems {
            assert_eq!(theorem["holds"], true);
            assert!(theorem["checked"].as_u64().unwrap() > 0);
        }
    }
    let text = answered(&["check", &file]);
    assert_eq!(text.matches("holds").count(), 4, "{text}");
    let other = folder("theorems-of-lines").join("take.txt");
    fs::write(&other, "a > b\n").unwrap();
    let error = refused(&["check", other.to_str().unwrap()]);
    assert!(error.contains("games that are written out end in .json"), "{error}");
    // In lines it is named as a game.
    assert!(answered(&["check", &format!("graph({})", other.display())]).contains("2 in C"));
    assert!(refused(&["check", &five("broken", "{\"C\":[")]).contains("five.json:1:7"));
}

#[test]
fn sets_heed_limits_and_the_answer_is_said_before() {
    let found = grundy(&["solve", "nim(9,9,9)", "--sets", "--max-positions", "100"]);
    assert_eq!(found.status, Some(1));
    let found = grundy(&["solve", &five("limits", GAME), "--sets", "--max-positions", "4"]);
    assert_eq!(found.status, Some(1));
    assert!(found.stdout.contains("outcome"), "{}", found.stdout);
    assert!(found.stderr.contains("no sets: more than 4 positions"), "{}", found.stderr);
    assert!(!found.stdout.contains("W_A"));
}

#[test]
fn a_value_of_json_is_no_game_of_one_position() {
    for text in ["null", "true", "3", "\"a\"", " null\n", "[]", ""] {
        let file = five("no-game", text);
        for command in ["check", "solve"] {
            let error = refused(&[command, &file]);
            assert!(error.contains("five.json:1:") || text.is_empty(), "{text:?}: {error}");
        }
    }
}
