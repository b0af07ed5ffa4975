//! `table` and `period`.

use serde_json::json;

use crate::run::{answered, folder, json, refused};

#[test]
fn a_table_lists_the_values_from_0() {
    assert_eq!(
        json(&["table", "subtraction(1,2)", "-n", "7"]),
        json!({"ruleset": "subtraction(1,2)", "values": [0, 1, 2, 0, 1, 2, 0, 1]})
    );
    assert_eq!(json(&["table", "nim", "-n", "0"])["values"], json!([0]));
    let csv = answered(&["table", "subtraction(1,2)", "-n", "3", "--format", "csv"]);
    assert_eq!(csv, "n,g\n0,0\n1,1\n2,2\n3,0\n");
    let bfile = answered(&["table", "subtraction(1,2)", "-n", "3", "--format", "bfile"]);
    assert_eq!(bfile, "0 0\n1 1\n2 2\n3 0\n");
    assert!(answered(&["table", "subtraction(2..5)", "-n", "50"]).contains("period 7"));
}

/// Wythoff 1907, and Nivasch, The Sprague–Grundy function of the game Euclid, 2006.
#[test]
fn a_table_of_pairs_has_a_row_for_each_first_heap() {
    assert_eq!(
        json(&["table", "wythoff", "-n", "3"]),
        json!({
            "ruleset": "wythoff",
            "rows": [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]],
        })
    );
    let csv = answered(&["table", "euclid", "-n", "2", "--format", "csv"]);
    assert_eq!(csv, "a,0,1,2\n0,0,0,0\n1,0,0,1\n2,0,1,0\n");
    let text = answered(&["table", "wythoff", "-n", "2"]);
    assert_eq!(text, "g(a, b) of wythoff\n   0 1 2\n0  0 1 2\n1  1 2 0\n2  2 0 1\n");
    assert_eq!(json(&["table", "euclid(to 0)"])["rows"][20][1], json!(20));
    assert!(refused(&["table", "wythoff", "--format", "bfile"]).contains("one sequence"));
    assert!(refused(&["table", "wythoff", "-n", "18446744073709551615"]).contains("--"));
    assert!(refused(&["period", "wythoff"]).contains("not played on single heaps"));
    assert!(refused(&["table", "octal(2.3)"]).contains("not played on single heaps"));
}

/// Siegel, Combinatorial Game Theory, section IV.2: all-but sets are arithmetic
/// periodic.
#[test]
fn what_may_not_be_taken_gives_a_saltus() {
    let found = json(&["period", "subtraction(all but 1,4)"]);
    assert_eq!((&found["proved"], &found["exceptions"]), (&json!(true), &json!([])));
    let (period, saltus) = (found["period"].as_u64().unwrap(), found["saltus"].as_u64().unwrap());
    let values = json(&["table", "subtraction(all but 1,4)", "-n", "200"])["values"].clone();
    for n in 0..200 - period as usize {
        let [now, later] = [n, n + period as usize].map(|n| values[n].as_u64().unwrap());
        assert_eq!(later, now + saltus, "{n}");
    }
    // Far beyond what is held in memory.
    let far = answered(&["value", "subtraction(all but 1,4; 1000000000000)"]);
    assert!(far.starts_with('*'), "{far}");
}

#[test]
fn a_period_has_every_field() {
    assert_eq!(
        json(&["period", "subtraction(2..5)"]),
        json!({
            "ruleset": "subtraction(2..5)",
            "period": 7,
            "preperiod": 0,
            "saltus": 0,
            "max_value": 3,
            "proved": true,
            "checked_to": 4000,
            "exceptions": [],
        })
    );
}

/// Guy and Smith, The G-values of various games, 1956.
#[test]
fn kayles_has_period_12_from_71_on() {
    let found = json(&["period", "kayles"]);
    assert_eq!((&found["period"], &found["preperiod"]), (&json!(12), &json!(71)));
    assert_eq!((&found["saltus"], &found["max_value"]), (&json!(0), &json!(8)));
    assert_eq!(found["proved"], true);
    let exceptions = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
    assert_eq!(found["exceptions"], json!(exceptions));
    let values = json(&["table", "kayles", "-n", "10"]);
    assert_eq!(values["values"], json!([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]));
}

#[test]
fn nim_has_a_saltus() {
    let found = json(&["period", "nim", "--max", "100"]);
    assert_eq!((&found["period"], &found["saltus"]), (&json!(1), &json!(1)));
    assert_eq!(found["checked_to"], 100);
}

#[test]
fn a_sequence_that_is_too_short_proves_nothing() {
    for max in ["0", "1", "2", "5"] {
        let found = json(&["period", "subtraction(2..5)", "--max", max]);
        assert_eq!(found["proved"], false, "{max}: {found}");
        assert_eq!(found["checked_to"].to_string(), max);
    }
}

#[test]
fn a_table_that_cannot_be_held_is_refused() {
    for n in ["1000000000000", "4611686018427387904", "18446744073709551615"] {
        let error = refused(&["table", "subtraction(1,2)", "-n", n]);
        assert!(error.contains("--memory"), "{error}");
        // A period proved by few heaps needs no more.
        assert_eq!(json(&["period", "subtraction(1,2)", "--max", n])["checked_to"], 4000);
    }
}

/// Achim Flammenkamp, Octal games (table on the web).
#[test]
fn periods_of_octal_games_are_the_published_ones() {
    for (code, period, preperiod) in [
        ("0.07", 34, 53),
        ("0.137", 34, 52),
        ("0.165", 1_550, 5_181),
        ("0.156", 349, 3_479),
        ("0.16", 149_459, 105_351),
        ("0.356", 142, 7_315),
        ("0.56", 144, 326_640),
        ("0.644", 442, 3_256),
        ("0.127", 4, 46_578),
        ("0.45", 20, 498),
        ("0.055", 148, 259),
    ] {
        let found = json(&["period", &format!("octal({code})")]);
        let expected = (&json!(period), &json!(preperiod), &json!(true));
        assert_eq!((&found["period"], &found["preperiod"], &found["proved"]), expected, "{code}");
    }
}

/// Values that other programs have found.
#[test]
fn values_far_out_are_those_of_other_programs() {
    for (ruleset, n, value) in [("grundys-game", 60_000, 56), ("octal(0.007)", 100_000, 565)] {
        let values = json(&["table", ruleset, "-n", &n.to_string()])["values"].clone();
        let values = values.as_array().unwrap();
        assert_eq!((values.len(), &values[n]), (n + 1, &json!(value)), "{ruleset}");
    }
}

#[test]
fn a_search_for_a_period_goes_on_from_its_file() {
    let path = folder("period").join("106.checkpoints");
    let file = path.to_str().unwrap();
    // Interrupted by a limit: what was done is kept.
    let arguments = ["period", "octal(0.106)", "--save", file, "--time", "2s"];
    assert!(refused(&arguments).contains("--time"));
    let contents = std::fs::read_to_string(&path).unwrap();
    assert_eq!(contents.lines().count(), 2, "a header and a snapshot");

    // Killed while a line was written.
    std::fs::write(&path, format!("{contents}{{\"heap\":99")).unwrap();
    let found = json(&["period", "octal(0.106)", "--max", "9000000", "--save", file]);
    assert_eq!(found["period"], json!(null));
    assert!(std::fs::read_to_string(&path).unwrap() == contents, "the end was cut off");

    std::fs::write(&path, contents.replace("\"heap\":", "\"heap\":1")).unwrap();
    assert!(refused(&arguments).contains("line 2: a damaged snapshot"));
    std::fs::write(&path, contents.replace("0.106", "0.104")).unwrap();
    assert!(refused(&arguments).contains("checkpoints of octal(0.104)"));
    std::fs::write(&path, "hello\n").unwrap();
    assert!(refused(&arguments).contains("line 1: not a file of checkpoints"));
}
