//! `table` and `period`.

use serde_json::json;

use crate::run::{answered, json, refused};

#[test]
fn a_table_lists_the_values_from_0() {
    assert_eq!(
        json(&["table", "subtraction(1,2)", "-n", "7"]),
        json!({"ruleset": "subtraction(1,2)", "values": [0, 1, 2, 0, 1, 2, 0, 1]})
    );
    assert_eq!(json(&["table", "nim", "-n", "0"])["values"], json!([0]));
    let csv = answered(&["table", "subtraction(1,2)", "-n", "3", "--format", "csv"]);
    assert_eq!(csv, "n,g\n0,0\n1,1\n2,2\n3,0\n");
    assert!(answered(&["table", "subtraction(2..5)", "-n", "50"]).contains("period 7"));
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
        for command in
            [["table", "subtraction(1,2)", "-n"], ["period", "subtraction(1,2)", "--max"]]
        {
            let error = refused(&[&command[..], &[n]].concat());
            assert!(error.contains("--memory"), "{error}");
        }
    }
}
