//! `table` of games in one or two numbers.

use std::fs;

use serde_json::{Value, json};

use crate::run::{answered, folder, grundy, json, refused};

fn rules(name: &str) -> String {
    format!("{}/../../examples/rules/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Guy and Smith 1956: Dawson's Kayles, in which a row of n takes the place of n ones.
#[test]
fn a_string_of_ones_is_dawsons_kayles() {
    let table = json(&["table", "last-to-toggle-wins", "-n", "33"]);
    assert_eq!(table["ruleset"], "last-to-toggle-wins(1^N)");
    let published = json!([
        0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0,
        4, 5, 2, 7
    ]);
    // There is no empty string.
    let values = table["values"].as_array().unwrap();
    assert_eq!(values[..], published.as_array().unwrap()[34 - values.len()..]);
    let text = answered(&["table", "last-to-toggle-wins(1^N)", "--from", "2", "-n", "4"]);
    assert_eq!(text, "g(n) of last-to-toggle-wins(1^N)\n   +0 +1 +2\n2   1  1  2\n");
    let csv = answered(&[
        "table",
        "last-to-toggle-wins(1^N)",
        "--from",
        "4",
        "-n",
        "5",
        "--format",
        "csv",
    ]);
    assert_eq!(csv, "n,value\n4,2\n5,0\n");
    let bfile = answered(&[
        "table",
        "last-to-toggle-wins(1^N)",
        "--from",
        "4",
        "-n",
        "5",
        "--format",
        "bfile",
    ]);
    assert_eq!(bfile, "4 2\n5 0\n");
}

#[test]
fn a_ruleset_alone_has_a_table_of_its_two_numbers() {
    let text = answered(&["table", "cram", "-n", "4"]);
    let rows = "   1 2 3 4\n1  0 1 1 2\n2  1 0 1 0\n3  1 1 0 1\n4  2 0 1 0\n";
    assert_eq!(text, format!("g(a, b) of cram(AxB)\n{rows}"));
    let csv =
        answered(&["table", "cutcake", "--rows", "2..3", "--columns", "4", "--format", "csv"]);
    assert_eq!(csv, "a,1,2,3,4\n2,1,0,0,-1\n3,2,0,0,-1\n");
    let csv = answered(&[
        "table",
        "domineering",
        "--rows",
        "2..2",
        "--columns",
        "2..3",
        "--format",
        "csv",
    ]);
    assert_eq!(csv, "a,2,3\n2,+-1,{1/2|-2}\n");
    // What has commas stands in quotation marks.
    let range = ["--rows", "3..3", "--columns", "3..3"];
    let csv = answered(&[&["table", "amazons", "--format", "csv"][..], &range].concat());
    assert!(csv.starts_with("a,3\n3,\"+-{{3|0,{"), "{csv}");
    assert!(answered(&["table", "hex", "-n", "2"]).starts_with("outcome(a, b) of hex(AxB)\n"));
    assert!(refused(&["table", "tic-tac-toe"]).contains("not played on single heaps"));
}

#[test]
fn lost_positions_are_listed() {
    let places = &json(&["table", "wythoff", "-n", "20", "--p-positions"])["p_positions"];
    // Wythoff 1907: (⌊kφ⌋, ⌊kφ²⌋), and the same with the heaps exchanged.
    let golden = f64::midpoint(1.0, 5f64.sqrt());
    let pairs = (0..).map(|k| f64::from(k) * golden).map(|x| x.floor() as u64).zip(0..);
    let pairs = pairs.map(|(a, k)| [a, a + k]).take_while(|[_, b]| *b <= 20);
    let mut expected: Vec<[u64; 2]> = pairs.flat_map(|[a, b]| [[a, b], [b, a]]).collect();
    expected.sort_unstable();
    expected.dedup();
    assert_eq!(*places, json!(expected));
    let of_file = json(&["table", &rules("wythoff.star"), "-n", "20", "--p-positions"]);
    assert_eq!(of_file["p_positions"], *places);
    let text = answered(&["table", "wythoff", "-n", "5", "--p-positions"]);
    assert_eq!(text, "P-positions of wythoff\n(0,0) (1,2) (2,1) (3,5) (5,3)\n");
    let csv = answered(&["table", "wythoff", "-n", "2", "--p-positions", "--format", "csv"]);
    assert_eq!(csv, "a,b\n0,0\n1,2\n2,1\n");
    // Chomp: only the poisoned square alone is lost, and equal arms of one square width.
    let chomp = json(&["table", "chomp", "-n", "5", "--p-positions"]);
    assert_eq!(chomp["p_positions"], json!([[1, 1]]));
    let none =
        answered(&["table", "cram(AxB)", "--rows", "1..1", "--columns", "2..4", "--p-positions"]);
    assert_eq!(none, "P-positions of cram(AxB)\nnone in this table\n");
}

#[test]
fn files_of_rules_have_the_tables_of_the_games_that_they_state() {
    for (file, ruleset) in [("wythoff.star", "wythoff"), ("cutcake.star", "cutcake")] {
        let range = ["--from", "1", "-n", "5"];
        let table = |ruleset: &str| json(&[&["table", ruleset][..], &range].concat());
        let (of_file, built_in) = (table(&rules(file)), table(ruleset));
        assert_eq!(of_file["rows"], built_in["rows"], "{file}");
        assert_eq!(built_in["first_row"], 1);
    }
}

#[test]
fn numbers_that_are_no_position_are_blank() {
    let csv = answered(&["table", "euclid", "-n", "2", "--format", "csv"]);
    assert_eq!(csv, "a,0,1,2\n0,,,\n1,,0,1\n2,,1,0\n");
    let text = answered(&["table", "euclid", "-n", "2"]);
    assert_eq!(text, "g(a, b) of euclid\n   0 1 2\n0  - - -\n1  - 0 1\n2  - 1 0\n");
    assert_eq!(json(&["table", "euclid", "-n", "1"])["rows"], json!([[null, null], [null, 0]]));
    // Where they may become 0, these are positions.
    assert_eq!(json(&["table", "euclid(to 0)", "-n", "1"])["rows"], json!([[0, 0], [0, 1]]));
}

#[test]
fn what_is_not_decided_is_left_open_and_said() {
    let args = ["table", "cram", "-n", "8", "--time-cell", "1ms", "--format", "json"];
    let ran = grundy(&args);
    assert_eq!(ran.status, Some(1));
    let table: Value = serde_json::from_str(&ran.stdout).unwrap();
    let open = table["undecided"].as_array().unwrap();
    assert!(open.contains(&json!([8, 7])) && !open.contains(&json!([1, 1])), "{open:?}");
    // 8×7 is in the last row, whose first number is 1.
    assert_eq!(table["rows"][7][6], Value::Null);
    assert_eq!(table["rows"][0][0], 0);
    let error: Value = serde_json::from_str(&ran.stderr).unwrap();
    let told = error["error"].as_str().unwrap();
    assert!(told.contains("of 64 entries were not decided within the limits"), "{told}");
    let ran = grundy(&["table", "cram", "-n", "8", "--time", "1s"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("\nnot decided within the limits: ("), "{}", ran.stdout);
    // Rules that fail leave their entries open, and the others are there.
    let ran = grundy(&["table", &rules("connect-four.star"), "-n", "2", "--format", "json"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.contains("connect-four.star(0,0)"), "{}", ran.stderr);
    let table: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(table["rows"][2][1], "D");
}

#[test]
fn outcomes_and_misere_play_say_who_wins() {
    let table = json(&["table", "cutcake", "-n", "3", "--outcomes"]);
    assert_eq!(table["rows"], json!([["P", "R", "R"], ["L", "P", "P"], ["L", "P", "P"]]));
    let table = json(&["table", "cram(1xN)", "-n", "3", "--misere"]);
    assert_eq!(table["values"], json!(["N", "P", "P"]));
}

#[test]
fn a_table_is_a_picture() {
    let path = folder("grid").join("cram.svg").to_string_lossy().into_owned();
    answered(&["table", "cram", "-n", "4", "-o", &path]);
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.contains("<title>g(a, b) of cram(AxB)</title>"));
    // Six lost positions, and the legend.
    assert_eq!(svg.matches("#b3d9f0").count(), 7);
    assert_eq!(svg, answered(&["table", "cram", "-n", "4", "--format", "svg"]));
    if cfg!(feature = "png") {
        let path = folder("grid-png").join("cram.png").to_string_lossy().into_owned();
        answered(&["table", "wythoff", "-n", "4", "-o", &path]);
        assert!(fs::read(&path).unwrap().starts_with(b"\x89PNG\r\n"));
        assert!(refused(&["table", "cram", "-n", "2", "--format", "png"]).contains("--output"));
    }
    assert!(refused(&["table", "kayles", "--format", "svg"]).contains("`grundy plot 'kayles'`"));
}

#[test]
fn tables_that_make_no_sense_are_refused() {
    let cases: [(&[&str], &str); 9] = [
        (&["cram(A,B,N)"], "expected one or two letters for numbers at byte 9"),
        (&["nosuch(AxB)"], "expected the name of a ruleset at byte 0"),
        (&["cram(AxB)", "--code", "cpp"], "not played on single heaps, which --code is for"),
        (&["cram(AxB)", "--from", "9"], "--from 9 is beyond the greatest number, 6"),
        (&["cram(AxB)", "-n", "3000"], "at most 1048576 entries"),
        (&["last-to-toggle-wins(1^N)", "--from", "9999999", "-n", "9999999"], "longer than"),
        (&["cram(2xN)", "--rows", "3"], "has one number"),
        (&["kayles", "--rows", "3"], "--rows is for games in two numbers"),
        (&["cram", "--format", "bfile"], "for one sequence"),
    ];
    for (args, expected) in cases {
        let error = refused(&[&["table"][..], args].concat());
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}
