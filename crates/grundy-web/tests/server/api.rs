//! What the server answers: as `openapi.json` says, and true.

use std::collections::{BTreeSet, HashMap};

use crate::schema::faults;
use crate::site::Site;
use serde_json::{Value, json};

/// What stands behind the question mark of an address.
type Pairs<'a> = &'a [(&'a str, &'a str)];

fn site() -> Site {
    Site::new(|_| {})
}

pub(crate) fn is_as_described(site: &Site, name: &str, found: &Value) {
    let whole = site.json("/api/openapi.json", &[]);
    let faults = faults(&whole, name, found);
    assert!(faults.is_empty(), "{name}: {faults:#?}");
}

#[test]
fn every_answer_is_as_it_is_described() {
    let site = site();
    let questions: [(&str, &str, Pairs<'_>); 13] = [
        ("/api/games", "Games", &[]),
        ("/api/boards", "Boards", &[]),
        ("/api/ruleset", "Ruleset", &[("name", "chomp")]),
        ("/api/functions", "Functions", &[]),
        ("/api/solve", "Solution", &[("game", "dodgem(3)")]),
        ("/api/solve", "Solution", &[("game", "nim(2,3) + kayles(5)"), ("misere", "true")]),
        ("/api/value", "Worth", &[("expr", "domineering(2x3) + *2")]),
        ("/api/options", "Options", &[("game", "domineering(3x3)")]),
        ("/api/options", "Options", &[("game", "hackenbush(B[R,BB], RB)")]),
        ("/api/table", "Table", &[("ruleset", "kayles"), ("n", "20")]),
        ("/api/period", "Period", &[("ruleset", "octal(0.137)")]),
        ("/api/period", "Period", &[("ruleset", "lasker"), ("max", "100")]),
        ("/api/graph", "Graph", &[("game", "tic-tac-toe(XOX|OXO|...)"), ("first", "right")]),
    ];
    let mut asked = BTreeSet::from(["/api/openapi.json"]);
    for (path, schema, pairs) in questions {
        is_as_described(&site, schema, &site.json(path, pairs));
        asked.insert(path);
    }
    let sent = [
        ("/api/read", "Read", json!({"text": "a > b\nb > a c"})),
        (
            "/api/calculate",
            "Results",
            json!({"lines": ["g := {2|-1}", "g.thermograph", "1 +", "board(clobber(xo|ox))"]}),
        ),
        ("/api/play", "Play", json!({"game": "nim(3,4,5)", "moves": [1, 0]})),
        ("/api/play", "Play", json!({"game": "tic-tac-toe", "first": "right", "quick": true})),
        ("/api/play", "Play", json!({"game": "domineering(4x4) + 2*nim(3)", "light": true})),
        ("/api/play", "Play", json!({"game": "connect-four(7x6)"})),
        ("/api/play", "Play", json!({"game": "nim(3,3)", "misere": true})),
        (
            "/api/think",
            "Thoughts",
            json!({"game": "connect-four", "moves": [3, 3], "milliseconds": 200}),
        ),
    ];
    for (path, schema, body) in sent {
        let (status, found) = site.post(path, &body);
        assert_eq!(status, 200, "{body}: {found}");
        is_as_described(&site, schema, &found);
        asked.insert(path);
    }
    for (path, pairs) in [
        ("/api/board", &[("game", "hackenbush(B[R,GG], RB)")][..]),
        ("/api/plot", &[("ruleset", "kayles"), ("n", "200")]),
        ("/api/thermograph", &[("expr", "{3||1|-4}")]),
    ] {
        let (status, svg) = site.get(path, pairs);
        assert_eq!(status, 200, "{svg}");
        assert!(roxmltree::Document::parse(&svg).is_ok());
        asked.insert(path);
    }
    let own = crate::own::site();
    let (status, found) = own.post("/api/own", &json!({"file": "two.star", "text": "2"}));
    assert_eq!(status, 200, "{found}");
    is_as_described(&own, "Stated", &found);
    asked.insert("/api/own");
    let whole = site.json("/api/openapi.json", &[]);
    let paths: BTreeSet<&str> =
        whole["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(asked, paths, "a question that is not described, or not asked here");
    // The check sees what is wrong.
    let mut wrong = site.json("/api/table", &[("ruleset", "kayles")]);
    wrong["values"][3] = json!("3");
    assert_eq!(faults(&whole, "Table", &wrong), ["/values/3: \"3\" is no \"integer\""]);
}

#[test]
fn what_cannot_be_answered_is_said_with_its_place() {
    let site = site();
    for (path, pairs, status, kind) in [
        ("/api/solve", &[("game", "nim(3,x)")][..], 400, "parse"),
        ("/api/solve", &[("game", "trebelcross(3)")], 400, "parse"),
        ("/api/solve", &[], 400, "bad-request"),
        (
            "/api/solve",
            &[("game", "chess(KQK; 8/8/8/8/8/2K5/7Q/k7 b)"), ("player", "left")],
            400,
            "bad-request",
        ),
        ("/api/value", &[("expr", "1 + ")], 400, "parse"),
        ("/api/value", &[("expr", "tic-tac-toe")], 422, "no-answer"),
        ("/api/options", &[("game", "tic-tac-toe")], 422, "no-answer"),
        ("/api/ruleset", &[("name", "chomp(3x3)")], 400, "bad-request"),
        ("/api/table", &[("ruleset", "domineering")], 422, "no-answer"),
        ("/api/table", &[("ruleset", "kayles"), ("n", "99999999999")], 400, "bad-request"),
        ("/api/graph", &[("game", "nim(3)"), ("first", "both")], 400, "bad-request"),
        ("/api/thermograph", &[("expr", "[1, 2]")], 422, "no-answer"),
        ("/api/nothing", &[], 404, "not-found"),
        ("/no-such-file.js", &[], 404, "not-found"),
        ("/../Cargo.toml", &[], 404, "not-found"),
    ] {
        let (found, text) = site.get(path, pairs);
        let body: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (found, &body["error"]["kind"]),
            (status, &json!(kind)),
            "{path} {pairs:?} {text}"
        );
        is_as_described(&site, "Error", &body);
    }
    let (_, text) = site.get("/api/solve", &[("game", "nim(3,x)")]);
    assert!(text.contains("\"at\":6"), "{text}");
    let (status, body) = site.post("/api/play", &json!({"game": "nim(3)", "moves": [3]}));
    assert_eq!(status, 400);
    assert!(body["error"]["message"].as_str().unwrap().contains("no move 3"), "{body}");
    // Sums, games that are over, and heaps with more moves than anyone plays.
    for game in ["nim(3) + kayles(2)", "nim(0)", "nim(1000000000000)"] {
        let (status, body) = site.post("/api/think", &json!({"game": game}));
        assert_eq!((status, &body["error"]["kind"]), (422, &json!("no-answer")), "{game} {body}");
    }
}

#[test]
fn the_searching_player_takes_a_win_and_says_that_it_is_proved() {
    let site = site();
    // Three stones of each player above each other, in two columns.
    let moves = json!([0, 1, 0, 1, 0, 1]);
    let (status, found) = site
        .post("/api/think", &json!({"game": "connect-four", "moves": moves, "milliseconds": 300}));
    assert_eq!((status, &found["best"]), (200, &json!(0)), "{found}");
    assert_eq!(found["moves"][0]["at_least"], "win");
    assert_eq!(found["moves"][3]["at_most"], "loss", "the other player wins then: {found}");
    let first = site.play(json!({"game": "connect-four", "moves": moves, "quick": true}));
    assert_eq!(first["position"]["moves"].as_array().unwrap().len(), 7);
}

/// What a player who takes from heaps brings about, from the definition.
fn nim(heaps: &[u64], misere: bool, known: &mut HashMap<Vec<u64>, (bool, u32)>) -> (bool, u32) {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    if let Some(found) = known.get(&heaps) {
        return *found;
    }
    let mut options = Vec::new();
    for heap in 0..heaps.len() {
        for left in 0..heaps[heap] {
            let mut option = heaps.clone();
            option[heap] = left;
            options.push(nim(&option, misere, known));
        }
    }
    let wins: Vec<u32> = options.iter().filter(|option| !option.0).map(|option| option.1).collect();
    let found = match (options.is_empty(), wins.iter().min()) {
        (true, _) => (misere, 0),
        (false, Some(fast)) => (true, fast + 1),
        (false, None) => (false, options.iter().map(|option| option.1).max().unwrap() + 1),
    };
    known.insert(heaps, found);
    found
}

#[test]
fn every_move_of_nim_is_worth_what_the_definition_says() {
    let site = site();
    for misere in [false, true] {
        let mut known = HashMap::new();
        for game in ["1,2,3", "2,2", "4,1,1", "3"] {
            let found = site.play(json!({"game": format!("nim({game})"), "misere": misere}));
            let moves = found["position"]["moves"].as_array().unwrap();
            assert!(!moves.is_empty());
            for step in moves {
                let name = step["name"].as_str().unwrap();
                let left: Vec<u64> = name.split(',').map(|heap| heap.parse().unwrap()).collect();
                let (wins, moves) = nim(&left, misere, &mut known);
                let result = if wins { "loss" } else { "win" };
                assert_eq!(
                    (&step["result"], &step["remoteness"]),
                    (&json!(result), &json!(moves)),
                    "{game}: {step}"
                );
            }
        }
    }
}

/// The perfect player against itself, by the moves that the answer calls best.
fn played_out(site: &Site, game: &str, first: &str) -> Value {
    let mut moves: Vec<u64> = Vec::new();
    loop {
        let found = site.play(json!({"game": game, "first": first, "moves": moves}));
        let position = &found["position"];
        assert_eq!(found["line"].as_array().unwrap().len(), moves.len() + 1);
        if position["over"] == json!(true) {
            return found;
        }
        let remoteness = position["remoteness"].as_u64().unwrap();
        let best =
            position["moves"].as_array().unwrap().iter().min_by_key(|step| step["rank"].as_u64());
        let best = best.unwrap();
        assert_eq!(best["best"], json!(true));
        assert_eq!(best["remoteness"].as_u64().unwrap() + 1, remoteness, "{best}");
        moves.push(best["index"].as_u64().unwrap());
    }
}

#[test]
fn whole_games_end_when_and_as_they_were_said_to() {
    let site = site();
    for (game, first, winner, moves) in [
        ("tic-tac-toe", "left", "tie", 9),
        ("nim(3,4,5)", "right", "right", 11),
        ("dodgem(3)", "left", "left", 19),
        ("nim(2) + kayles(3)", "left", "left", 5),
        ("connect-four(4x4)", "left", "tie", 16),
        ("cutcake(3x2)", "right", "left", 2),
    ] {
        let found = played_out(&site, game, first);
        assert_eq!(found["position"]["winner"], json!(winner), "{game}");
        assert_eq!(found["line"].as_array().unwrap().len(), moves + 1, "{game}");
        // What was said of the start is what has come.
        assert_eq!(found["line"][0]["remoteness"], json!(moves), "{game}");
    }
}

#[test]
fn a_sum_is_won_by_making_its_nim_sum_0() {
    let site = site();
    let found = site.play(json!({"game": "nim(9) + kayles(12) + dawsons-kayles(6)"}));
    let reason = &found["reason"];
    assert_eq!(reason["kind"], json!("nim-sum"));
    let values: Vec<u64> =
        reason["values"].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect();
    // Guy and Smith: Kayles(12) is worth 4, Dawson's Kayles(6) 3.
    assert_eq!(values, [9, 4, 3]);
    assert_eq!(reason["total"], json!(9 ^ 4 ^ 3));
    assert_eq!(reason["move"]["component"], json!(0));
    assert_eq!((&reason["move"]["from"], &reason["move"]["to"]), (&json!(9), &json!(7)));
    let index = reason["move"]["index"].as_u64().unwrap();
    let after = site.play(json!({"game": found["game"], "moves": [index]}));
    assert_eq!(after["reason"]["kind"], json!("zero"));
    assert_eq!(after["position"]["result"], json!("loss"));
}

/// A heap that is too large for its moves to be listed still shows how to win.
#[test]
fn a_huge_heap_shows_its_winning_move() {
    let site = site();
    let found = site.play(json!({"game": "nim(100000,7)"}));
    let position = &found["position"];
    assert_eq!((&position["more"], &found["method"]), (&json!(true), &json!("values")));
    let index = found["reason"]["move"]["index"].as_u64().unwrap();
    let after = site.play(json!({"game": "nim(100000,7)", "moves": [index]}));
    assert_eq!(after["position"]["game"], json!("nim(7,7)"));
    let found = site.play(json!({"game": "nim(100000,5000)"}));
    let last = found["position"]["moves"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["index"], &last["to"]), (&json!(5000), &json!("nim(5000,5000)")));
}

/// Moves are also given by their names, and an illegal one is pointed at.
#[test]
fn moves_are_found_by_their_names() {
    let site = site();
    let found = site.play(json!({"game": "nim(3,4,5)", "moves": ["1,4,5", 1, "1,0,0"]}));
    assert_eq!(found["position"]["game"], json!("nim(1,0,0)"));
    let indices: Vec<&Value> =
        found["line"].as_array().unwrap().iter().map(|ply| &ply["index"]).collect();
    assert_eq!(indices, [&json!(null), &json!(1), &json!(1), &json!(1)]);
    let huge = site.play(json!({"game": "nim(1000000000,7)", "moves": ["999999999,7", "7,7"]}));
    assert_eq!(huge["position"]["game"], json!("nim(7,7)"));
    assert_eq!(huge["line"][1]["index"], json!(null));
    assert_eq!(huge["line"][2]["index"], json!(7));
    let moves = json!(["1,4,5", "1,4,9", "0,0,0"]);
    let (status, body) = site.post("/api/play", &json!({"game": "nim(3,4,5)", "moves": moves}));
    assert_eq!(status, 400);
    assert_eq!((&body["error"]["kind"], &body["error"]["move"]), (&json!("illegal"), &json!(1)));
    is_as_described(&site, "Error", &body);
}

/// The line of best play is as long as was said, and each of its moves is a best one.
#[test]
fn the_line_of_best_play_leads_to_the_end() {
    let site = site();
    for (game, first, misere) in
        [("nim(3,4,5)", "left", false), ("nim(3,4,5)", "left", true), ("dodgem(3)", "right", false)]
    {
        let asked = json!({"game": game, "first": first, "misere": misere});
        let found = site.play(asked.clone());
        let line = found["principal"]["moves"].as_array().unwrap();
        assert_eq!(json!(line.len()), found["position"]["remoteness"], "{game}");
        assert_eq!(found["principal"]["more"], json!(false));
        let mut played = Vec::new();
        for best in line {
            let mut asked = asked.clone();
            asked["moves"] = json!(played);
            let position = &site.play(asked)["position"];
            let index = usize::try_from(best["index"].as_u64().unwrap()).unwrap();
            let step = &position["moves"][index];
            assert_eq!((&step["name"], &step["rank"]), (&best["name"], &json!(0)), "{game}");
            assert_eq!(position["mover"], best["mover"]);
            played.push(index);
        }
        let mut asked = asked.clone();
        asked["moves"] = json!(played);
        assert_eq!(site.play(asked)["position"]["over"], json!(true), "{game}");
    }
    // A long line is cut, a game whose positions are not all solved has none.
    let long = site.play(json!({"game": "nim(100,101)"}));
    assert_eq!(long["principal"]["more"], json!(true));
    let huge = site.play(json!({"game": "nim(100000,7)"}));
    assert_eq!(huge["principal"], json!({"moves": [], "more": false}));
}

/// Where the positions are too many, values say who wins.
#[test]
fn canonical_forms_say_who_wins_where_positions_are_too_many() {
    let site = Site::new(|config| config.request.positions = 3000);
    let found = site.play(json!({"game": "domineering(5x4)"}));
    assert_eq!(found["method"], json!("forms"), "{}", found["limit"]);
    // Berlekamp: 5×4 Domineering is a win for Left, the vertical player (1988).
    assert_eq!(found["value"]["outcome"], json!("L"));
    assert_eq!(found["position"]["result"], json!("win"));
}

/// What the page's editor makes of a position is a game again.
#[test]
fn positions_are_changed_as_heaps_squares_or_text() {
    let site = site();
    for (game, kind, text, other) in [
        ("nim(3,4)", "heaps", "7,4", "nim(7,4)"),
        ("wythoff(3,5)", "heaps", "1,2", "wythoff(1,2)"),
        ("subtraction(1,2; 9)", "heaps", "8,8", "subtraction(1,2; 8,8)"),
        ("tic-tac-toe", "squares", "X..|...|...", "tic-tac-toe(X..|...|...)"),
        (
            "connect-four(4x4)",
            "squares",
            "....|....|....|X...",
            "connect-four(4x4; ....|....|....|X...)",
        ),
        ("toads-and-frogs(T.F)", "squares", "TF.", "toads-and-frogs(TF.)"),
        ("hackenbush(BR)", "text", "RB", "hackenbush(RB)"),
        ("nim(1) + nim(2)", "text", "nim(5)", "nim(5)"),
    ] {
        let position = site.play(json!({"game": game, "quick": true}))["position"].clone();
        assert_eq!(position["edit"]["kind"], json!(kind), "{game}");
        let changed = position["template"].as_str().unwrap().replace('@', text);
        let found = site.play(json!({"game": changed, "quick": true}));
        assert_eq!(found["game"], json!(other));
    }
}

#[test]
fn a_game_that_is_pasted_is_read_as_lines_json_or_an_expression() {
    let site = site();
    for (text, game) in [
        ("  nim( 3, 4 ) ", "nim(3,4)"),
        (
            "a L> b\nb R> a c\ntie c\n",
            r#"graph({"start":"a","left":{"a":["b"]},"right":{"b":["a","c"]},"ties":["c"],"positions":["a","b","c"]})"#,
        ),
        (
            r#"{"moves": {"1": [2, 3]}}"#,
            r#"graph({"start":"1","moves":{"1":["2","3"]},"positions":["1","2","3"]})"#,
        ),
    ] {
        let (status, found) = site.post("/api/read", &json!({"text": text}));
        assert_eq!((status, &found["game"]), (200, &json!(game)), "{found}");
        site.play(json!({"game": game}));
    }
    let (status, found) = site.post("/api/read", &json!({"text": "a > b\nb >"}));
    assert_eq!((status, &found["error"]["at"]), (400, &json!(9)), "{found}");
}

#[test]
fn the_worksheet_keeps_its_variables_from_line_to_line() {
    let site = site();
    let lines = json!({"lines": ["g := domineering(2x3)", "# a note", "mean(g)", "h", "3 * g.temperature"]});
    let (_, found) = site.post("/api/calculate", &lines);
    let results = found["results"].as_array().unwrap();
    assert_eq!(results[2]["text"], json!("-3/4"));
    assert_eq!(results[1]["text"], json!(""));
    assert_eq!(results[3]["error"]["at"], json!(0));
    assert_eq!(results[4]["text"], json!("15/4"));
}

#[test]
fn pictures_have_words_of_the_language_that_is_asked_for() {
    let site = site();
    let plot = |language: &str| {
        let asked = [("ruleset", "kayles"), ("n", "200"), ("language", language)];
        let (status, svg) = site.get("/api/plot", &asked);
        assert_eq!(status, 200, "{svg}");
        svg
    };
    let korean = plot("ko");
    assert!(korean.contains("흔한 값") && korean.contains("주기 12"), "{korean}");
    assert!(!korean.contains("value") && !korean.contains("period"), "{korean}");
    let english = plot("xx");
    assert!(english.contains("rare value (10 heaps)") && english == plot("en"));
    let graph = [("game", "tic-tac-toe(XOX|OXO|...)"), ("language", "ja")];
    let svg = site.json("/api/graph", &graph)["svg"].as_str().unwrap().to_string();
    assert!(svg.contains(">開始<") && svg.contains("左の手番"), "{svg}");
    assert!(!svg.contains("to move") && !svg.contains("start<"), "{svg}");
    let (_, svg) = site.get("/api/thermograph", &[("expr", "{2|-1}"), ("language", "zh")]);
    assert!(svg.contains("平均值 1/2，温度 3/2") && !svg.contains("grows"), "{svg}");
    // The question before with another language is another question.
    for (language, word) in [("en", "mean"), ("ko", "평균값"), ("ja", "平均値")] {
        let found = site.play(json!({"game": "domineering(2x2)", "language": language}));
        assert!(found["value"]["thermograph"].as_str().unwrap().contains(word), "{language}");
        let lines = json!({"lines": ["{2|-1}.thermograph"], "language": language});
        let (_, found) = site.post("/api/calculate", &lines);
        assert!(found["results"][0]["svg"].as_str().unwrap().contains(word), "{language}");
    }
}

#[test]
fn the_page_is_there_and_what_it_loads() {
    let site = site();
    let (status, page) = site.get("/", &[]);
    assert_eq!(status, 200);
    let mut files = 0;
    for part in page.split(['"', '\'']).filter(|part| part.starts_with("./")) {
        let (status, _) = site.get(&part[1..], &[]);
        assert_eq!(status, 200, "{part}");
        files += 1;
    }
    assert!(files >= 2, "{page}");
}
