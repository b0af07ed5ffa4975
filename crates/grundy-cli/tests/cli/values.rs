//! `grundy value` on partizan games and values.

use serde_json::json;

use crate::run::{answered, folder, grundy, grundy_reading, json, refused};

#[test]
fn positions_and_values_are_added() {
    assert_eq!(answered(&["value", "domineering(4x4)"]), "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}\n");
    assert_eq!(answered(&["value", "domineering(3x2) + 1/2"]), "{5/2|0}\n");
    assert_eq!(answered(&["value", "-{2|1}"]), "{-1|-2}\n");
    assert_eq!(answered(&["value", "-upon*"]), "v[on]*\n");
    assert_eq!(answered(&["value", "∞ + nim(2)"]), "∞\n");
    assert_eq!(answered(&["value", "-∞(2) + *3"]), "∞(1)\n");
    assert_eq!(answered(&["value", "-a{0|a}"]), "under\n");
    assert_eq!(answered(&["value", "-mean(nim(3) + 1)"]), "-1\n");
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
    assert!(refused(&["value", "{1|2"]).contains("or '}' at byte 4"));
    assert!(refused(&["value", "1/3"]).contains("no dyadic number"));
    let limited = refused(&["value", "domineering(8x8)", "--max-positions", "500"]);
    assert!(limited.contains("raise it with --max-positions"), "{limited}");
}

/// The issue's own lines, as a script has them.
#[test]
fn files_and_pipes_are_calculated_line_by_line() {
    let lines = "# sizes (of boards\ng := domineering(3x4)\ng.temperature == temperature(g)\n\
                 [temperature(domineering(2 x n))\n for n in 1..3]\n";
    let path = folder("lines").join("lines");
    std::fs::write(&path, lines).unwrap();
    let shown = answered(&["run", path.to_str().unwrap()]);
    let expected = shown.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_eq!(expected, "true\nn\n1  -1\n2  1\n3  5/4", "{shown}");
    let piped = grundy_reading(&["repl"], lines.replace("# sizes (of boards", "help temperature"));
    assert!(
        piped.stdout.contains("temperature(G)") && piped.stdout.ends_with("3  5/4\n"),
        "{}",
        piped.stdout
    );

    std::fs::write(&path, "1 + 1\n\n1 +\n").unwrap();
    let ran = grundy(&["run", path.to_str().unwrap()]);
    // What was answered before the error is printed.
    assert_eq!((ran.status, &*ran.stdout), (Some(1), "2\n"));
    let error = ran.stderr;
    assert!(error.contains("lines:3: expected a game or a value at byte 3"), "{error}");
    assert!(error.contains("\n  1 +\n     ^"), "{error}");
}

/// What is piped in is answered line by line, as a person would be.
#[test]
fn an_error_in_a_pipe_is_that_of_its_line() {
    let ran = grundy_reading(&["repl"], "1 + 1\nfoo bar\n\n2 + 2\n1/3\n");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), "2\n4\n"));
    let error = ran.stderr;
    assert!(error.contains("grundy: line 2: expected an operator or the end"), "{error}");
    assert!(error.contains("grundy: line 5: "), "{error}");
    assert!(error.ends_with("grundy: 2 of 5 lines had no answer\n"), "{error}");
    let ran = grundy_reading(&["repl"], "1 + 1\nquit\nfoo bar\n");
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "2\n", ""));
}

#[test]
fn values_are_typed_and_read_as_in_cgsuite() {
    let typed = |expr: &str| answered(&["value", expr, "--format", "cgsuite"]);
    assert_eq!(typed("2*3 + Tiny(1/2)"), "{2,2+*,2+*2,2+*3||2+*3|3/2+*3}\n");
    assert_eq!(typed("1Tiny(2)"), "1+2.Tiny\n");
    assert_eq!(typed("nim(3)"), "*3\n");
    assert_eq!(typed("[1^, v<3>, mean({2|1})]"), "[1+^,-^.Pow(3),3/2]\n");
    let from = |expr: &str| answered(&["value", expr, "--from", "cgsuite"]);
    assert_eq!(from("2*3"), "6\n");
    assert_eq!(from("2+*3 - ^.Pow(2)"), "2v<2>*3\n");
    assert_eq!(json(&["value", "2*3", "--from", "cgsuite"])["value"], json!("6"));
    let error = refused(&["value", "1^", "--from", "cgsuite"]);
    assert!(error.contains("`1+^` is a sum"), "{error}");
    assert!(refused(&["value", "∞ + nim(2)", "--format", "cgsuite"]).contains("no notation"));
}

#[test]
fn sums_of_many_switches_have_means_and_temperatures_at_once() {
    let sum = "sum([+-n for n in 1..24])";
    assert_eq!(answered(&["value", &format!("temperature({sum})")]), "24\n");
    assert_eq!(answered(&["value", &format!("mean({sum} + 1/2)")]), "1/2\n");
    let drawn = answered(&["value", "thermograph({4|-2})"]);
    assert!(drawn.contains('/') && drawn.ends_with("right -2 at 0, 1 at 3\n"), "{drawn}");
    let path = folder("thermograph").join("g.svg");
    answered(&["value", "{4|-2}", "-o", path.to_str().unwrap()]);
    let picture = std::fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("mean 1, temperature 3"));
}

#[test]
fn boards_and_tables_are_drawn() {
    let path = folder("boards").join("b.svg");
    let drawn = |expression: &str| {
        answered(&["value", expression, "-o", path.to_str().unwrap()]);
        std::fs::read_to_string(&path).unwrap()
    };
    let board = drawn("board(clobber(xo.|#ox))");
    let count = |picture: &str, part: &str| picture.matches(part).count();
    assert_eq!((count(&board, "<circle"), count(&board, "fill=\"none\"")), (4, 2), "{board}");
    let table = drawn("[[board(domineering(n x 2)), mean(domineering(n x 2))] for n in 1..3]");
    // The ground, and twelve squares.
    assert_eq!(count(&table, "<rect"), 13, "{table}");
    assert!(table.contains(">3/4<"), "{table}");
    // In the terminal.
    assert_eq!(answered(&["value", "board(clobber(xo|ox))"]), " 2  x o\n 1  o x\n    a b\n");
    let shown = answered(&["value", "[[n, *n] for n in 1..2]"]);
    assert_eq!(shown, "n\n1  1  *\n2  2  *2\n");
    let error = refused(&["value", "1 > 0", "-o", path.to_str().unwrap()]);
    assert!(error.contains("true or false is not drawn"), "{error}");
}

#[test]
fn values_are_set_as_in_books() {
    let set = |text: &str, format: &str| answered(&["value", text, "--format", format]);
    assert_eq!(set("+-{3/4|^^*2}", "unicode"), "±{¾|⇑∗2}\n");
    assert_eq!(set("+-{3/4|^^*2}", "latex"), "\\pm \\{\\tfrac{3}{4}\\mid {\\Uparrow}{\\ast}2\\}\n");
    assert_eq!(set("nim(3,5)", "unicode"), "∗6\n");
    assert_eq!(set("domineering(2x3) + 1", "unicode"), "{³⁄₂|−1}\n");
    // Words and truths are no values.
    assert_eq!(set("outcome(nim(3))", "latex"), "N\n");
    assert_eq!(set("[1/2, ^*2]", "unicode"), "[½, ↑∗2]\n");
    assert_eq!(
        set("[n - 1/2 for n in 1..2]", "latex"),
        "\\begin{array}{r|l}\nn \\\\\n\\hline\n1 & \\tfrac{1}{2} \\\\\n2 & \\tfrac{3}{2} \\\\\n\\end{array}\n"
    );
    assert_eq!(set("1 > 0", "unicode"), answered(&["value", "1 > 0"]));
    let table = answered(&["table", "kayles", "-n", "11", "--format", "latex"]);
    assert!(table.starts_with("\\begin{tabular}{r|rrrrrrrrrr}\n$n$ & +0"), "{table}");
    assert!(table.contains("\n0 & 0 & 1 & 2 & 3 & 1 & 4 & 3 & 2 & 1 & 4 \\\\\n10 & 2 & 6 & "));
}
