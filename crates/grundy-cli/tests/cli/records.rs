//! Games from files of records, and by the moves that lead to them.

use std::fs;

use crate::run::{answered, folder, grundy_reading, json, refused};

fn file(name: &str, text: &str) -> String {
    let path = folder("records").join(name);
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn every_command_takes_the_game_of_a_record() {
    let hex = file("hex.sgf", "(;FF[4]GM[11]SZ[4];B[b2];W[c3](;B[a4])(;B[d1]))");
    let answer = json(&["solve", "--record", &hex]);
    assert_eq!(answer["game"], "hex(4; ....|.X..|..O.|X...)");
    assert_eq!(answer["left"], serde_json::Value::Null, "it is Right's turn");
    assert!(answer["right"].is_object());
    let nim = file("nim.txt", "[Game \"nim(3,4,5)\"]\n[Play \"misere\"]\n\n1. 1,4,5 2. 1,4,0 *\n");
    let answer = json(&["solve", &format!("--record={nim}")]);
    assert_eq!((&answer["game"], &answer["convention"]), (&"nim(1,4,0)".into(), &"misere".into()));
    let sums = file("sum.txt", "[Game \"domineering(2x2)\"]\n[First \"right\"]\na2-b2");
    assert_eq!(answered(&["value", "--record", &sums]), "-1\n");
    let chess = file("mate.pgn", "[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n\n1. Qg7# 1-0\n");
    let answer = json(&["solve", "--record", &chess]);
    assert_eq!(answer["right"]["result"], "loss");
    for (name, text, said) in [
        ("bad.sgf", "(;GM[11]SZ[4];B[z9])", "bad.sgf:1:17: expected a point of a board of 4 by 4"),
        ("bad.txt", "1. e4", "bad.txt:1:1: expected a line [Game"),
        ("illegal.txt", "[Game \"nim(3)\"]\n5", "illegal.txt:2:1: expected a move in 3"),
        (
            "late.sgf",
            "(;GM[11]SZ[4];B[b2];W[c3]\n;B[c3])",
            "late.sgf:2:2: expected a move of blue in ....|.X..|..O.|....",
        ),
        ("late.pgn", "[FEN \"7k/8/5K2/8/8/8/8/6Q1 w\"]\n\n1. Qg7+ Kh7", "late.pgn:3:9: expected"),
        ("late.txt", "#5c1,e4c3c3", "late.txt:1:10: expected a move of blue"),
    ] {
        let error = refused(&["solve", "--record", &file(name, text)]);
        assert!(error.contains(said), "{error}");
    }
    // What a record says is a game, and no option.
    let option = file("option.txt", "[Game \"--help\"]");
    assert!(refused(&["solve", "--record", &option]).contains("option.txt:1:1: expected"));
    let negative = file("negative.txt", "[Game \"-domineering(2x1)\"]");
    assert_eq!(answered(&["value", "--record", &negative]), "1\n");
    assert!(refused(&["solve", "--record", "no-such-file.sgf"]).contains("cannot open"));
}

#[test]
fn games_are_shown_in_the_notations_of_other_programs() {
    let show = |game: &str, notation: &str| answered(&["show", game, "--as", notation]);
    let hex = "after(hex(5), c3 b4)";
    assert_eq!(show(hex, "hexworld"), "https://hexworld.org/board/#5c1,c3b4\n");
    assert_eq!(show(hex, "sgf"), "(;FF[4]GM[11]SZ[5];B[c3];W[b4])\n");
    assert_eq!(show(hex, "text"), format!("{hex}\n"));
    assert_eq!(show("after(connect-four, d1 d2 e1 c1)", "moves"), "4453\n");
    assert_eq!(
        show("after(othello, f5d6c3)", "obf"),
        "------------------X--------XX------OXX-----O-------------------- O;\n"
    );
    let mate = "7k/8/5K2/8/8/8/8/6Q1 w";
    assert_eq!(show(&format!("chess({mate})"), "fen"), format!("{mate} - - 0 1\n"));
    let pgn = show(&format!("after(chess({mate}), Qg7#)"), "pgn");
    assert!(pgn.contains("[SetUp \"1\"]\n") && pgn.ends_with("\n\n1. Qg7# 1-0\n"), "{pgn}");
    let all = json(&["show", "after(go(3x3,passes), b2 pass)"]);
    assert_eq!(all["notations"]["sgf"], "(;FF[4]GM[1]SZ[3];B[bb];W[])");
    assert_eq!((&all["right"], &all["left"]["all"]), (&serde_json::Value::Null, &true.into()));
    let said = refused(&["show", "nim(3)", "--as", "fen"]);
    assert!(said.contains("for chess") && said.contains("record"), "{said}");
    let listed = json(&["games", "hex"]);
    assert_eq!(
        listed["notations"],
        serde_json::json!(["sgf", "hexworld", "record", "moves", "text"])
    );
    // A file of any of them is a record again.
    for (name, text) in [("a.fen", format!("{mate} - - 0 1")), ("a.txt", format!("chess({mate})"))]
    {
        let answer = json(&["solve", "--record", &file(name, &text)]);
        assert_eq!(answer["left"]["result"], "win", "{name}");
    }
}

#[test]
fn a_game_that_is_played_is_kept() {
    let path = folder("records").join("played.sgf");
    let path = path.to_str().unwrap();
    let played = |lines: &str, path: &str| {
        grundy_reading(&["play", "hex(3)", "--as", "both", "-o", path], lines)
    };
    assert_eq!(played("b2\na1\nundo\nc1\n", path).status, Some(0));
    assert_eq!(fs::read_to_string(path).unwrap(), "(;FF[4]GM[11]SZ[3];B[b2];W[c1])\n");
    assert_eq!(played("quit\n", path).status, Some(0));
    assert_eq!(fs::read_to_string(path).unwrap(), "(;FF[4]GM[11]SZ[3])\n");
    let refused = played("b2\n", "hex.fen");
    assert!(
        refused.status != Some(0) && refused.stderr.contains("for chess"),
        "{}",
        refused.stderr
    );
    let path = folder("records").join("played.txt");
    let path = path.to_str().unwrap();
    let nim = ["play", "nim(1,2)", "--misere", "--as", "none", "--first", "right", "-o", path];
    assert_eq!(grundy_reading(&nim, "").status, Some(0));
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("[First \"right\"]\n[Play \"misere\"]\n"), "{text}");
    let end = answered(&["show", "--record", path]);
    assert!(end.contains("nim(0,0)") && end.contains("none"), "{end}");
}

#[test]
fn only_the_player_to_move_is_answered() {
    // Public positions of Connect Four; who is to move wins in 23 plies, wins with two of the
    // columns, and draws with two.
    let solved =
        |moves: &str| json(&["solve", &format!("after(connect-four, {moves})"), "--moves", "best"]);
    let best = |side: &serde_json::Value| -> Vec<String> {
        let best = side["best"].as_array().unwrap().iter();
        let mut names: Vec<String> =
            best.map(|best| best["move"].as_str().unwrap().to_string()).collect();
        names.sort();
        names
    };
    let two = solved("226744515337");
    assert_eq!(
        (&two["left"]["result"], best(&two["left"])),
        (&"win".into(), vec!["d3".into(), "e3".into()])
    );
    let draw = solved("55466554422442623");
    assert_eq!(draw["left"], serde_json::Value::Null);
    assert_eq!(best(&draw["right"]), ["b5", "e5"]);
    assert_eq!(draw["right"]["result"], "draw");
    let refused = refused(&["solve", "after(domineering(3x3), b3-b2)", "--player", "left"]);
    assert!(refused.contains("it is Right's turn"), "{refused}");
}

#[test]
#[cfg(feature = "rules")]
fn the_turn_in_a_game_of_rules_can_be_read_again() {
    let advance = r#"after(hexapawn, "(\"OOO\", \".X.\", \"X.X\")")"#;
    let answer = json(&["solve", advance, "--time", "20s"]);
    let game = answer["game"].as_str().unwrap();
    assert!(game.ends_with(", right)"), "{game}");
    let again = json(&["solve", game, "--time", "20s"]);
    assert_eq!((&again["game"], &again["right"]), (&answer["game"], &answer["right"]));
}

#[test]
fn a_move_among_very_many_is_looked_for_for_a_while() {
    let error = refused(&["solve", "after(wythoff(4000000000,4000000000), foo)"]);
    assert!(error.contains("a move"), "{error}");
}
