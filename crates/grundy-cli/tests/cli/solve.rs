//! `solve`, `value`, `equal` and `games`: what their JSON says.

use serde_json::{Value, json};

use crate::run::{answered, folder, grundy, json, refused};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn an_impartial_game_has_every_field() {
    let answer = json(&["solve", "nim( 3, 4,5)"]);
    for key in ["game", "convention", "impartial", "positions", "outcome", "value", "grundy"] {
        assert!(keys(&answer).contains(&key), "{key}");
    }
    let side = json!({
        "result": "win",
        "remoteness": 11,
        "best": [{"to": "nim(1,4,5)", "result": "win", "remoteness": 10, "move": "1,4,5"}],
    });
    assert_eq!(answer["game"], "nim(3,4,5)");
    assert_eq!(answer["convention"], "normal");
    assert_eq!(answer["impartial"], true);
    assert_eq!(answer["positions"], 120);
    assert_eq!(answer["outcome"], "N");
    assert_eq!(answer["value"], "*2");
    assert_eq!(answer["grundy"], 2);
    assert_eq!(answer["left"], side);
    assert_eq!(answer["right"], side);
}

#[test]
fn a_lost_position_lists_every_move_the_longest_fight_first() {
    let answer = json(&["solve", "nim(1,2,3)"]);
    assert_eq!((&answer["outcome"], &answer["value"]), (&json!("P"), &json!("0")));
    let left = &answer["left"];
    assert_eq!(left["result"], "loss");
    let best = left["best"].as_array().unwrap();
    assert_eq!(best.len(), 6, "all moves keep a loss");
    let remoteness = |best: &Value| best["remoteness"].as_u64().unwrap();
    assert!(best.windows(2).all(|two| remoteness(&two[0]) >= remoteness(&two[1])), "{best:?}");
    assert_eq!(left["remoteness"].as_u64().unwrap(), remoteness(&best[0]) + 1);
}

#[test]
fn a_partizan_game_with_ends_has_no_value_and_both_sides() {
    let answer = json(&["solve", "tic-tac-toe"]);
    assert_eq!(answer["impartial"], false);
    assert_eq!(answer["positions"], 5478);
    assert_eq!(answer["outcome"], "D");
    assert!(answer["value"].is_null() && answer["grundy"].is_null());
    for side in ["left", "right"] {
        assert_eq!(answer[side]["result"], "draw");
        assert_eq!(answer[side]["remoteness"], 9);
        assert_eq!(answer[side]["best"].as_array().unwrap().len(), 9);
    }
    // Two in a row with X to move, and the square that wins at once.
    let answer = json(&["solve", "tic-tac-toe(XX.|OO.|...)"]);
    assert_eq!(answer["outcome"], "N");
    assert_eq!(
        answer["left"]["best"][0],
        json!({"to": "tic-tac-toe(XXX|OO.|...)", "result": "win", "remoteness": 0, "move": "c3"})
    );
    assert_eq!(answer["right"]["best"][0]["to"], "tic-tac-toe(XX.|OOO|...)");
}

#[test]
fn misere_play_has_an_outcome_and_no_value() {
    let answer = json(&["solve", "nim(1,1,1)", "--misere"]);
    assert_eq!(answer["convention"], "misere");
    assert_eq!(answer["outcome"], "P");
    assert!(answer["value"].is_null() && answer["grundy"].is_null());
    assert_eq!(json(&["solve", "nim(1,1)", "--misere"])["outcome"], "N");
}

#[test]
fn a_position_without_moves_is_answered() {
    let answer = json(&["solve", "nim(0)"]);
    assert_eq!(answer["positions"], 1);
    assert_eq!(answer["outcome"], "P");
    assert_eq!(answer["left"], json!({"result": "loss", "remoteness": 0, "best": []}));
    assert_eq!(json(&["solve", "nim(0)", "--misere"])["outcome"], "N");
}

#[test]
fn nothing_is_written_0() {
    for nothing in ["0", "0*nim(3)", "0 + 0", "0 - (0)"] {
        let answer = json(&["solve", nothing]);
        assert_eq!((&answer["game"], &answer["grundy"]), (&json!("0"), &json!(0)), "{nothing}");
        assert_eq!((&answer["outcome"], &answer["positions"]), (&json!("P"), &json!(1)));
    }
    assert_eq!(json(&["solve", "0 + nim(3)"])["game"], "nim(3)");
    assert_eq!(json(&["equal", "nim(3,3)", "0"])["equal"], true);
}

#[test]
fn sums_are_answered_from_their_components() {
    let answer = json(&["solve", "nim(3,4) + 2*subtraction(1,2; 7) - *5"]);
    // 3 xor 4 xor 1 xor 1 xor 5 = 2.
    assert_eq!((&answer["value"], &answer["grundy"]), (&json!("*2"), &json!(2)));
    assert_eq!(answer["outcome"], "N");
}

#[test]
fn a_huge_heap_is_answered_without_its_positions() {
    let answer = json(&["solve", "nim(18446744073709551615,1)"]);
    assert!(answer["positions"].is_null());
    assert_eq!(answer["grundy"], json!(18446744073709551614u64));
    assert_eq!(answer["left"]["best"][0]["to"], "nim(1,1)");
    assert!(answer["left"]["remoteness"].is_null());
}

#[test]
fn a_lost_sum_of_huge_heaps_does_not_claim_to_have_no_moves() {
    let text = answered(&["solve", "nim(10000000000,10000000000)"]);
    assert!(text.contains("every move can be answered"), "{text}");
}

#[test]
fn the_strategy_has_every_position() {
    let args = ["solve", "nim(1,2)", "--strategy", "--format", "json"];
    let answer: Value = serde_json::from_str(&answered(&args)).unwrap();
    let strategy = answer["strategy"].as_array().unwrap();
    assert_eq!(strategy.len() as u64, answer["positions"].as_u64().unwrap());
}

#[test]
fn top_down_search_agrees() {
    for (game, result) in [("nim(1,2,3)", "loss"), ("nim(1,2,4)", "win"), ("tic-tac-toe", "draw")] {
        let text = answered(&["solve", game, "--top-down", "--format", "json"]);
        for line in text.lines() {
            let found: Value = serde_json::from_str(line).unwrap();
            assert_eq!(found["result"], result, "{game}");
            assert!(found["explored"].as_u64().unwrap() > 0);
        }
    }
}

#[test]
fn top_down_search_answers_only_for_whose_turn_it_is() {
    let graph = r#"graph({"moves": {"a": ["b"]}, "turn": {"a": "right"}})"#;
    let partizan =
        r#"graph({"left": {"a": ["b"]}, "right": {"a": ["b"]}, "turn": {"a": "right"}})"#;
    for (game, starts) in [
        ("chess(KQK; 8/8/8/8/8/2K5/7Q/k7 w)", &["left"][..]),
        ("chess(KQK; 8/8/8/8/8/2K5/7Q/k7 b)", &["right"]),
        (graph, &["right"]),
        (partizan, &["right"]),
        ("clobber(xo.|oxx)", &["left", "right"]),
        ("nim(1,2)", &["left"]),
    ] {
        let text = answered(&["solve", game, "--top-down", "--format", "json"]);
        let found = text.lines().map(|line| {
            let found: Value = serde_json::from_str(line).unwrap();
            found["starts"].as_str().unwrap().to_string()
        });
        assert_eq!(found.collect::<Vec<_>>(), starts, "{game}");
    }
}

#[test]
fn who_is_not_to_move_cannot_start() {
    let game = "chess(KQK; 8/8/8/8/8/2K5/7Q/k7 b)";
    assert!(refused(&["solve", game, "--player", "left"]).contains("Left cannot start"));
    assert_eq!(json(&["solve", game, "--player", "right"])["right"]["result"], "loss");
}

#[test]
fn values_and_equality() {
    let value = json(&["value", "nim(3,4,5)"]);
    assert_eq!((&value["value"], &value["grundy"]), (&json!("*2"), &json!(2)));
    assert_eq!(answered(&["value", "nim(3,4,5)"]), "*2\n");
    assert_eq!(answered(&["value", "nim(3,3)"]), "0\n");
    assert_eq!(json(&["equal", "nim(3,5)", "nim(6)"])["equal"], true);
    assert_eq!(json(&["equal", "nim(3,5)", "*7"])["equal"], false);
}

#[test]
fn every_ruleset_is_listed_and_explained() {
    let args = ["games", "--format", "json"];
    let list: Value = serde_json::from_str(&answered(&args)).unwrap();
    let list = list.as_array().unwrap();
    assert!(list.len() >= 3);
    for entry in list {
        let name = entry["name"].as_str().unwrap();
        assert_eq!(&json(&["games", name]), entry);
        let explained = answered(&["games", name]);
        let example = entry["examples"][0].as_str().unwrap();
        assert!(explained.contains(&format!("grundy solve '{example}'")), "{explained}");
    }
}

#[test]
fn every_example_of_the_catalogue_is_solved() {
    let list: Value = serde_json::from_str(&answered(&["games", "--format", "json"])).unwrap();
    for entry in list.as_array().unwrap() {
        for example in entry["examples"].as_array().unwrap() {
            let example = example.as_str().unwrap();
            let answer = json(&["solve", example]);
            let again = json(&["solve", answer["game"].as_str().unwrap()]);
            // What nobody asked for depends on how fast the machine is.
            let asked = |answer: &Value| {
                let result = |side: &str| answer[side]["result"].clone();
                [answer["game"].clone(), answer["outcome"].clone(), result("left"), result("right")]
            };
            assert_eq!(asked(&answer), asked(&again), "{example}: printed and read again");
        }
    }
}

#[test]
fn no_colours_reach_a_pipe() {
    let calls: [&[&str]; 7] = [
        &["solve", "nim(3,4,5)", "--explain", "--strategy"],
        &["solve", "tic-tac-toe"],
        &["solve", "nim(x)"],
        &["table", "subtraction(1,2)"],
        &["period", "subtraction(1,2)"],
        &["games"],
        &["help"],
    ];
    for args in calls {
        let ran = grundy(args);
        assert!(!(ran.stdout + &ran.stderr).contains('\x1b'), "{args:?}");
    }
}

/// Winning Ways, chapters 5 and 7: Domineering on 2×2 is ±1, and blue-red-blue is 3/4.
#[test]
fn a_partizan_game_is_said_to_be_worth_its_canonical_form() {
    for (game, value, mean, temperature) in [
        ("domineering(2x2)", "+-1", "0", "1"),
        ("hackenbush(BRB)", "3/4", "3/4", "-1/4"),
        ("toads-and-frogs(TT..FF)", "*", "0", "0"),
        ("domineering(2x2) + hackenbush(BRB)", "{7/4|-1/4}", "3/4", "1"),
    ] {
        let answer = json(&["solve", game]);
        let told = ["value", "mean", "temperature"].map(|name| answer[name].as_str().unwrap());
        assert_eq!(told, [value, mean, temperature], "{game}");
    }
    // In a game that can go on for ever, and where there are ends, misère play or too much work.
    assert_eq!(json(&["solve", "backsliding-toads-and-frogs(TTF.)"])["value"], "on");
    for args in [&["solve", "tic-tac-toe"][..], &["solve", "clobber(xo)", "--misere"]] {
        let answer = json(args);
        assert!(answer["value"].is_null() && answer.get("mean").is_none(), "{args:?}");
    }
    let large = json(&["solve", "domineering(6x6)"]);
    assert!(large["value"].is_null() && large["outcome"] == "N");
}

#[test]
fn partizan_values_are_explained() {
    let told = answered(&["solve", "domineering(3x3)", "--explain"]);
    for piece in [
        "value      +-1  mean 0, temperature 1",
        "Left can move to 1 by b3-b2, b2-b1",
        "{1/2|-2} is dominated: 1 is at least as good for Left",
        "1 of Left and -1 of Right stay: worth +-1",
        "+-1 is confused with 0: the player who starts wins",
    ] {
        assert!(told.contains(piece), "{piece}: {told}");
    }
    let told = answered(&["solve", "hackenbush(BRB)", "--explain"]);
    assert!(told.contains("it is the simplest such number: worth 3/4"), "{told}");
    let told = answered(&["solve", "toppling-dominoes(BRRB)", "--explain"]);
    let reversible = "{0|-1} of Left is reversible: Right answers with -1, at least as good for \
                      Right as the game was; Left has no option there, so it is left out";
    assert!(told.contains(reversible), "{told}");
    let args = ["solve", "domineering(2x2) + {5|-7} + nim(2)", "--explain", "--format", "unicode"];
    let told = answered(&args);
    assert!(
        told.contains("Left moves in {5|-7} to 5 (it wins): no other term is hotter"),
        "{told}"
    );
    assert!(told.contains("worth ∗2"), "{told}");
    // Where a position is drawn as nothing, there is nothing to play.
    let told = answered(&["solve", "hackenbush()", "--explain"]);
    assert!(told.contains("no component is left to play: worth 0"), "{told}");
    let told = answered(&["solve", "domineering(#)", "--explain"]);
    assert!(told.contains("nobody has a move: worth 0"), "{told}");
}

/// A move of the canonical form that no move of the game leads to at once is said to be one.
#[test]
fn moves_by_reversal_are_not_taken_for_moves_of_the_game() {
    let told = answered(&["solve", "clobber(ooo|xxx) - v", "--explain"]);
    assert!(told.contains("Left moves by the canonical form in clobber(ooo|xxx) to 0"), "{told}");
    assert!(answered(&["solve", "hackenbush(B)", "--explain"]).contains("by hackenbush()"));
}

/// -1v* is -1 and v*, which is not 1v* subtracted.
#[test]
fn a_number_with_an_infinitesimal_keeps_its_minus_in_a_sum() {
    for (typed, written) in [
        ("{2|-1} + -1v*", "{2|-1} + -1v*"),
        ("{2|-1} - 1^", "{2|-1} + -1v"),
        ("{2|-1} - 3/4", "{2|-1} - 3/4"),
        ("{2|-1} - 1*2", "{2|-1} - 1*2"),
    ] {
        let answer = json(&["solve", typed]);
        assert_eq!(answer["game"], written);
        let again = json(&["value", answer["game"].as_str().unwrap()]);
        assert_eq!(answer["value"], again["value"], "{typed}");
    }
}

#[test]
fn answers_are_written_in_latex() {
    let told = answered(&["solve", "domineering(2x2) + {1|*}", "--format", "latex"]);
    assert!(told.starts_with("\\begin{tabular}{ll}\ngame & \\texttt{domineering(..|..)"), "{told}");
    assert!(told.contains("value & $\\{2\\mid 1{\\ast}"), "{told}");
    assert!(!grundy(&["solve", "nim(3)", "--explain", "--format", "latex"]).stderr.is_empty());
}

#[test]
fn errors_have_an_example_to_copy() {
    for (args, example) in [
        (["solve", "kayles"], "(for example kayles(12))"),
        (["table", "subtraction(x)"], "(for example subtraction(1,2))"),
        (["solve", "chess(8/8)"], "(for example chess(4k3/"),
        (["value", "domineering(3,3)"], "(for example domineering(..|.#))"),
        (["solve", "nim(3"], "(for example nim(3,4,5))"),
        (["solve", "node-kayles(@)"], "digits and '_'; for example node-kayles(a-b, "),
        (["table", "fjords"], "(for example, kayles has one)"),
        (["period", "tic-tac-toe"], "(for example, kayles has one)"),
        (["period", "wythoff"], "`grundy table` prints their values, which have no period"),
        (["value", "tic-tac-toe"], "but `solve` says who wins"),
    ] {
        let ran = grundy(&args);
        assert!(ran.stderr.contains(example), "{}", ran.stderr);
        assert_eq!(ran.status, Some(1));
    }
    // Names are known with another line between their words.
    assert_eq!(json(&["solve", "tic_tac_toe"])["game"], "tic-tac-toe");
}

#[test]
fn points_are_told_where_they_are_counted() {
    let answer = json(&["solve", "dots-and-boxes(2x2)"]);
    for side in ["left", "right"] {
        let side = &answer[side];
        assert_eq!((&side["margin"], &side["win_by"]), (&json!(2), &json!(2)));
        let best = side["best_by_margin"].as_array().unwrap();
        assert!(!best.is_empty() && best.iter().all(|best| best["result"] == "win"));
        assert_eq!(best[0]["remoteness"], 11);
    }
    // Right has to draw the third line of the other box, and Left closes it.
    let behind = json(&["solve", "dots-and-boxes(2x1; --|II.|-., 1-0, right)"]);
    assert_eq!((&behind["right"]["margin"], &behind["right"]["win_by"]), (&json!(-1), &json!(-2)));
    assert!(json(&["solve", "nim(3)"])["left"].get("margin").is_none());
    let shown = answered(&["solve", "dots-and-boxes(3x3)"]);
    assert!(shown.contains("loses by 3, in 24 moves"), "{shown}");
    let shown = answered(&["solve", "dots-and-boxes(2x1; --|II.|-., 1-0, right)"]);
    assert!(shown.contains("loses by 2, in 2 moves"), "{shown}");
    assert!(shown.contains("from here on: 1 fewer"), "{shown}");
}

#[test]
fn points_of_rule_files_are_told_as_those_of_built_in_games() {
    let rules = |file: &str| format!("{}/../../examples/rules/{file}", env!("CARGO_MANIFEST_DIR"));
    let deque = json(&["solve", "deque(10,80,90,30)", "--moves", "all"]);
    for starter in ["left", "right"] {
        let side = &deque[starter];
        assert_eq!((&side["result"], &side["remoteness"]), (&json!("win"), &json!(4)));
        assert_eq!((&side["margin"], &side["win_by"]), (&json!(10), &json!(10)));
        let moves = side["moves"].as_array().unwrap();
        let found: Vec<_> = moves.iter().map(|one| (&one["move"], &one["win_by"])).collect();
        assert_eq!(found, [(&json!("first"), &json!(-10)), (&json!("last"), &json!(10))]);
        assert_eq!(side["best_by_margin"].as_array().unwrap().len(), 1);
    }
    // Wider than 32 bits, and after a move.
    let many = "deque(1000000000,1,1000000000,1,1000000000,1,1000000000,1,1000000000,1)";
    assert_eq!(json(&["solve", many])["left"]["win_by"], json!(4_999_999_995_i64));
    let after = json(&["solve", &format!("after({many}, first)"), "--player", "right"]);
    assert_eq!(after["right"]["win_by"], json!(-4_999_999_995_i64));
    // Joel Feinstein: on four by four the second player wins by 11 to 3.
    let othello = json(&["solve", &rules("othello.star")]);
    let built_in = json(&["solve", "othello(4,discs)"]);
    for side in ["left", "right"] {
        assert_eq!(othello[side]["win_by"], json!(-8));
        let count = |answer: &Value| answer[side]["best_by_margin"].as_array().unwrap().len();
        assert_eq!(count(&othello), count(&built_in));
    }
    let shown = answered(&["solve", &rules("dots-and-boxes.star")]);
    assert!(shown.contains("Left first wins by 2, in 12 moves"), "{shown}");
    // What is saved can be verified.
    let saved = folder("scores").join("deque.json");
    let saved = saved.to_string_lossy();
    answered(&["solve", "deque(4,2,9,7)", "--save", &saved]);
    answered(&["verify", &saved]);
}

#[test]
fn a_search_for_the_score_stops_at_its_limits() {
    for limit in ["--max-positions=1000", "--time=1"] {
        let out = grundy(&["solve", "dots-and-boxes(6x4)", limit]);
        assert_eq!(out.status, Some(1), "{limit}");
        assert!(out.stdout.is_empty(), "{limit}");
    }
}

#[test]
fn the_literature_is_named_where_nothing_is_decided() {
    let args = ["solve", "connect-four", "--time", "300ms"];
    let ran = grundy(&args);
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.stdout.contains("literature the first player wins (James D. Allen"),
        "{}",
        ran.stdout
    );
    let ran = grundy(&[&args[..], &["--format", "json"]].concat());
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(found["literature"]["winner"], "first");
    // Nothing is listed, and nothing else is known.
    let error = refused(&["solve", "kalah(6,4)", "--max-positions", "1000", "--time", "1s"]);
    assert!(error.contains("From the literature: the first player wins (Geoffrey"), "{error}");
    // What is decided needs no other source.
    assert!(!answered(&["solve", "hex(3)"]).contains("literature"));
    assert!(answered(&["games", "hex"]).contains("hex(n): the first player wins (John Nash"));
    assert_eq!(json(&["games", "othello"])["literature"][0]["winner"], "second");
}
