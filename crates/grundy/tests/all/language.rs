//! The language of the calculator, from the outside.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use grundy::format::worksheet;
use grundy::language::functions;
use grundy::language::{LanguageError, Question, Session, is_open};
use grundy::{Limits, Stopped};

fn print(line: &str) -> String {
    let mut session = Session::new(Limits::default());
    session.print(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn error(line: &str) -> LanguageError {
    let mut session = Session::new(Limits::default());
    session.print(line).expect_err(line)
}

/// Winning Ways, chapters 1 to 8, and Siegel's Combinatorial Game Theory.
#[test]
fn values_are_those_of_the_books() {
    for (line, value) in [
        ("1/2 + 1/4", "3/4"),
        ("{0|1}", "1/2"),
        ("{-3|7}", "0"),
        ("{0|*}", "^"),
        ("{0,*|0}", "^*"),
        ("^ + ^ + *", "^^*"),
        ("3*^", "^3"),
        ("^ + v", "0"),
        ("*3 + *5", "*6"),
        ("{2|-2}", "+-2"),
        ("±{2|1}", "+-{2|1}"),
        ("{2||1|-1}", "{2||1|-1}"),
        ("2 + +-1", "{3|1}"),
        ("-{3|1}", "{-1|-3}"),
        ("{0||0|-2}", "Tiny(2)"),
        ("-tiny(2)", "Miny(2)"),
        ("{^|*}", "^[2]"),
        ("100000000000000000000 * 3", "300000000000000000000"),
        ("1* - 1", "*"),
        ("1^* - 1", "^*"),
        ("2*3", "2*3"),
        ("2 * 3", "6"),
        ("3/4*2 - *2", "3/4"),
        ("6/4", "3/2"),
    ] {
        let (found, wanted) = (print(line), print(value));
        assert_eq!(found, wanted, "{line}");
        assert_eq!(print(&found), found, "{line} is printed as what is read");
    }
}

/// `testdata/known/calculator`: a line, and what it prints.
#[test]
fn what_is_printed_is_what_other_programs_print() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/known/calculator");
    let mut checked = 0;
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        for line in lines {
            let (line, expected) = line.split_once(" => ").unwrap();
            // Long lists have a line for each value.
            assert_eq!(print(line).replace('\n', ""), expected, "{line}");
            checked += 1;
        }
    }
    assert!(checked > 600, "{checked}");
}

#[test]
fn games_are_compared() {
    for (line, truth) in [
        ("^ > 0", true),
        ("^ > *", false),
        ("^ <> *", true),
        ("^ || *", true),
        ("^^ > *", true),
        ("* <| 1", true),
        ("* |> 0", true),
        ("0 <| *", true),
        ("0 <| 0", false),
        ("tiny(1) < ^", true),
        ("domineering(2x2) == +-1", true),
        ("domineering(2x2) = +-1", true),
        ("1 != 1", false),
        ("1 <= 1", true),
        ("+-1 >= 0", false),
        ("(^ > 0) == (1 > 0)", true),
    ] {
        let found = Session::new(Limits::default()).print(line);
        match found {
            Ok(found) => assert_eq!(found, truth.to_string(), "{line}"),
            // Truths are no games.
            Err(error) => assert!(line.starts_with('('), "{line}: {error}"),
        }
    }
}

#[test]
fn every_function_does_what_its_help_says() {
    for function in functions::all() {
        let (line, value) = function.example;
        assert_eq!(print(line), value, "{line}");
        assert!(line.contains(function.name), "{line}");
        assert!(function.help.ends_with('.') || function.help.contains(": "), "{}", function.name);
    }
}

/// The forms are those of CGSuite's tests of `MisereCanonicalGame`, with their genera.
#[test]
fn misere_forms_are_read_as_they_are_written() {
    for (form, genus, wildness) in [
        ("*[0]", "0^120", "tame"),
        ("*[2]", "2^20", "tame"),
        ("*[2#]", "0^02", "tame"),
        ("*[2##]", "1^13", "tame"),
        ("*[2#0]", "1^20", "restive"),
        ("*[2#1]", "2^1420", "restless"),
        ("*[((2#0)10)2##]", "0^02", "wild"),
        ("*[32]", "0^02", "tame"),
        ("*[<12>]", "12^12,14", "tame"),
    ] {
        assert_eq!(print(&format!("misere_form({form})")), form);
        assert_eq!(print(&format!("genus({form})")), genus, "{form}");
        assert_eq!(print(&format!("wildness({form})")), wildness, "{form}");
        let game = grundy::language::game(form, &Limits::default()).unwrap();
        assert_eq!(game.text(), form);
        for option in game.options(grundy::Player::Left) {
            let text = option.text();
            assert_eq!(print(&format!("misere_form({text})")), text, "an option of {form}");
        }
    }
    // The mex of what the options are worth under normal play, and who wins sums.
    assert_eq!(print("*[42]"), "0");
    assert_eq!(
        print("misere_outcome(*[2#] + *[2#])"),
        print("misere_outcome(nim(2,2) + nim(2,2))")
    );
    // Not the simplest form: from *2 there is a move to *1.
    assert_eq!(print("misere_form(*[(20)])"), "*[1]");
    for (wrong, at) in
        [("*[", 2), ("*[]", 2), ("*[2#0", 5), ("*[a]", 2), ("*[(2]", 4), ("*[<2]", 4)]
    {
        let error = Session::new(Limits::default()).print(wrong).unwrap_err();
        assert_eq!(error.at(), Some(at), "{wrong}: {error}");
    }
    let error = Session::new(Limits::default()).print("*[<9999>]").unwrap_err();
    assert!(error.to_string().contains("at most 1000"), "{error}");
}

#[test]
fn names_methods_and_lists() {
    let mut session = Session::new(Limits::default());
    let mut print = |line: &str| session.print(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    assert_eq!(
        print("g := domineering(2x3)"),
        "{1|1/2}".replace("{1|1/2}", &print("domineering(2x3)"))
    );
    assert_eq!(print("g == domineering(2x3)"), "true");
    assert_eq!(print("g.mean"), print("mean(g)"));
    assert_eq!(print("(g + g).mean"), print("2 * mean(g)"));
    assert_eq!(print("n := 3"), "3");
    assert_eq!(print("domineering(2 x n)"), print("domineering(2x3)"));
    assert_eq!(print("*n"), "*3");
    assert_eq!(print("[n*n for n in 1..4]"), "[1, 4, 9, 16]");
    assert_eq!(print("n"), "3");
    assert_eq!(print("[k for k in [1, 2, 3] if k > 1]"), "[2, 3]");
    assert_eq!(
        print("[1, ^, {2|1}].temperature"),
        "[0, 0, 1/2]".replace("[0", &format!("[{}", print("1.temperature")))
    );
    assert_eq!(print("5"), "5");
    assert_eq!(print("_ + 1"), "6");
    assert_eq!(print("length(3..1)"), "0");
}

#[test]
fn an_equation_names_a_value_where_its_name_is_new() {
    let mut session = Session::new(Limits::default());
    let mut print = |line: &str| session.print(line);
    assert_eq!(print("G = {2|-1}").unwrap(), "{2|-1}");
    assert_eq!(print("G.mean").unwrap(), "1/2");
    // What has a meaning is asked about.
    assert_eq!(print("G = 3").unwrap(), "false");
    assert_eq!(print("G = {2|-1}").unwrap(), "true");
    assert_eq!(print("1/2 = 0.5").unwrap(), "true");
    assert_eq!(print("nim(3) = *3").unwrap(), "true");
    assert!(print("H == 3").is_err());
    assert!(print("nim = 3").is_err() && print("mean = 3").is_err());
    assert!(print("H").is_err());
    // A question has no names but that of its game.
    assert!(Question::new("H = 3").is_err());
}

/// Errors say what was expected, and where.
#[test]
fn errors_point_at_the_place() {
    for (line, at, part) in [
        ("1 +", 3, "a game or a value"),
        ("{1|2", 4, "'}'"),
        ("{1}", 2, "'|'"),
        ("{1|2|3}", 0, "once"),
        ("foo(3)", 0, "ruleset"),
        ("domineering(2y3)", 12, ""),
        ("1 + nim(3,x)", 10, "heap size"),
        ("temperature(1, 2)", 15, "one argument"),
        ("(1).temperatur", 4, "did you mean temperature?"),
        ("1 + temperatur(2)", 4, "did you mean temperature?"),
        ("domineerin(2x2)", 0, "did you mean domineering?"),
        ("1/3", 0, "dyadic"),
        ("1 / 0", 2, "dyadic"),
        ("^/2", 1, "numbers"),
        ("[1, 2] + 1", 0, "a list"),
        ("[n for n in 3]", 12, "a list"),
        ("nim := 3", 0, "meaning of its own"),
        ("1 2", 2, "operator"),
        ("tic-tac-toe + 1", 0, "ends"),
        ("*99999999999", 0, "nimbers"),
        ("1..100000000", 3, "at most"),
    ] {
        let error = error(line);
        let text = error.to_string();
        assert!(text.contains(part), "{line}: {text}");
        assert_eq!(error.at(), Some(at), "{line}: {text}");
    }
    assert!(is_open("[1, {2|"));
    assert!(!is_open("[1, {2|3}]"));
    assert!(matches!(error(&"(".repeat(5000)), LanguageError::Parse(_)));
    assert!(matches!(error(&"-".repeat(5000)), LanguageError::Parse(_)));
    assert!(matches!(error(&"^+".repeat(500_000)), LanguageError::Parse(_)));
    assert!(matches!(
        error(&("1".to_string() + &".mean".repeat(500_000))),
        LanguageError::Parse(_)
    ));
    assert_eq!(print(&("^".to_string() + &"+^".repeat(3000))), "^3001");
    // Each brace is read once, however deep it lies.
    let switches = "±{".repeat(60) + "1" + &"|0}".repeat(60);
    assert_eq!(error(&(switches + ")")).at(), Some(60 * 3 + 1 + 60 * 3));
    assert_eq!(print("±{1|0}.mean"), "+-1/2");
}

/// Found by trying to break it.
#[test]
fn lists_and_numbers_do_not_grow_without_end() {
    let mut session = Session::new(Limits::default());
    session.run("x := [1]").unwrap();
    let refused = (0..40).find_map(|_| session.run("x := [x, x]").err()).unwrap();
    assert!(refused.to_string().contains("at most"), "{refused}");
    session.run("x := [1]").unwrap();
    let refused = (0..1000).find_map(|_| session.run("x := [x]").err()).unwrap();
    assert!(refused.to_string().contains("deep"), "{refused}");
    session.run("n := 2").unwrap();
    let refused = (0..40).find_map(|_| session.run("n := n * n").err()).unwrap();
    assert!(refused.to_string().contains("binary digits"), "{refused}");

    let quick =
        Limits { time: Some((Instant::now(), Duration::from_millis(50))), ..Limits::default() };
    session.set_limits(quick);
    let endless = "length([1 for n in 1..1000 if length([m for m in 1..100000 if m == n]) == 7])";
    assert!(matches!(session.run(endless), Err(LanguageError::Stopped(_))));
}

#[test]
fn boards_keep_their_letters_and_words_their_meaning() {
    let mut session = Session::new(Limits::default());
    for line in ["x := 5", "a := 1", "B := 3", "l := 1", "n := 2"] {
        session.run(line).unwrap();
    }
    for (line, value) in [
        ("clobber(xo) == *", "true"),
        ("domineering(2 x 2) == domineering(n x n)", "true"),
        ("hackenbush(B) == 1", "true"),
        ("node-kayles(a-b) == node-kayles(c-d)", "true"),
        ("nim(n)", "*2"),
    ] {
        assert_eq!(session.print(line).as_deref(), Ok(value), "{line}");
    }
    for name in ["v", "vv", "v3", "for", "in", "if"] {
        let error = session.run(&format!("{name} := 1")).unwrap_err();
        assert!(error.to_string().contains("meaning of its own"), "{name}: {error}");
    }
    assert!(!is_open(r#"graph({"moves":{"a":["b\"("]}})"#));
}

/// A limit ends a line; the session goes on.
#[test]
fn a_limit_ends_a_line_only() {
    let few = Limits { positions: 100, ..Limits::default() };
    let mut session = Session::new(few);
    session.run("g := domineering(2x2)").unwrap();
    assert!(matches!(session.run("domineering(5x5)"), Err(LanguageError::Stopped(_))));
    assert_eq!(session.print("g").unwrap(), "+-1");
}

/// A nimber has as many options as its size, and each of them is a position with as many
/// of a graph.
#[test]
fn large_nimbers_in_loopy_games_heed_the_limits() {
    for line in ["*44444 + upon", "{*44444|on}", "a{*44444|a}"] {
        let mut session =
            Session::new(Limits { memory: 64 << 20, time: None, ..Limits::default() });
        let stopped = session.run(line).unwrap_err();
        let full = matches!(stopped, LanguageError::Stopped(Stopped::Memory { .. }));
        assert!(full, "{line}: {stopped}");

        let started = Instant::now();
        let time = Some((started, Duration::from_millis(200)));
        session.set_limits(Limits { time, ..Limits::default() });
        assert!(session.run(line).is_err(), "{line}");
        assert!(started.elapsed() < Duration::from_secs(10), "{line}: {:?}", started.elapsed());
    }
}

/// A value of a few thousand forms whose text would have no end.
#[test]
fn a_text_without_end_heeds_the_limit_of_time() {
    let mut session = Session::new(Limits::default());
    let value = session.run("v3×3**23").unwrap();
    let started = Instant::now();
    let time = Some((started, Duration::from_millis(300)));
    session.set_limits(Limits { time, ..Limits::default() });
    assert!(matches!(session.show(&value), Err(LanguageError::Stopped(Stopped::Time { .. }))));
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn not_binds_more_than_and_and_and_more_than_or() {
    // Every way to set two truths, against Rust's own operators.
    let truths = [("0 == 0", true), ("0 == 1", false)];
    for (a, x) in truths {
        for (b, y) in truths {
            for (c, z) in truths {
                for (line, truth) in [
                    (format!("{a} or {b} and {c}"), x || (y && z)),
                    (format!("{a} and {b} or {c}"), (x && y) || z),
                    (format!("({a} or {b}) and {c}"), (x || y) && z),
                    (format!("not {a} and {b}"), !x && y),
                    (format!("not {a} or {b}"), !x || y),
                    (format!("not ({a} or {b}) and not not {c}"), !(x || y) && z),
                    (format!("{a} and {b} and not {c}"), x && y && !z),
                    (format!("not({a})or({b})and({c})"), !x || (y && z)),
                ] {
                    assert_eq!(print(&line), truth.to_string(), "{line}");
                }
            }
        }
    }
    assert_eq!(print("[n for n in 1..9 if not n < 3 and n < 6 or n == 9]"), "[3, 4, 5, 9]");
    assert_eq!(print("[n > 1 and n < 3 for n in 1..3]"), "[false, true, false]");
}

/// What stands behind is not asked, and need not have an answer.
#[test]
fn conditions_stop_where_they_are_decided() {
    for (line, truth) in [
        ("1 == 2 and 1/3 == 0", false),
        ("1 == 1 or 1/3 == 0", true),
        ("is_number(+-1) and atomic_weight(+-1) > 0", false),
        ("1 == 1 or 5", true),
        ("1 == 2 and nothing_of_the_kind", false),
    ] {
        assert_eq!(print(line), truth.to_string(), "{line}");
    }
    for line in ["1 == 1 and 1/3 == 0", "1 == 2 or 1/3 == 0", "1/3 == 0 or 1 == 1"] {
        assert!(error(line).to_string().contains("dyadic"), "{line}");
    }
}

#[test]
fn words_of_conditions_are_no_names() {
    for name in ["and", "or", "not"] {
        let mut session = Session::new(Limits::default());
        assert!(session.run(&format!("{name} := 1")).is_err(), "{name}");
        assert!(session.run(&format!("[{name} for {name} in 1..3]")).is_err(), "{name}");
    }
    // Longer words are.
    let mut session = Session::new(Limits::default());
    for name in ["android", "order", "nothing", "and_more", "not1"] {
        session.run(&format!("{name} := 3")).unwrap();
        let line = format!("{name} == 3 and not {name} == 4 or {name} == 5");
        assert_eq!(session.print(&line).unwrap(), "true");
    }
}

#[test]
fn words_are_compared_as_they_are() {
    for (line, truth) in [
        ("outcome(*) == N", true),
        ("outcome(*) = N", true),
        ("outcome(*) != N", false),
        ("outcome(1) == L and outcome(-1) == R", true),
        ("outcome(0) == P or 1/3 == 0", true),
        ("outcome(0) == outcome(1)", false),
        ("outcome(0) == outcome(* + *)", true),
        ("outcome(0) == N", false),
        ("not outcome(0) == P", false),
        ("[outcome(n) for n in [1, 0, -1]] == L", true),
    ] {
        match Session::new(Limits::default()).print(line) {
            Ok(found) => assert_eq!(found, truth.to_string(), "{line}"),
            // Lists are not compared.
            Err(error) => assert!(line.starts_with('['), "{line}: {error}"),
        }
    }
    // No outcome class has that name.
    assert_eq!(
        Session::new(Limits::default()).print("outcome(0) == p").unwrap_err().at(),
        Some(14)
    );
    // A variable of that name is what it is.
    let mut session = Session::new(Limits::default());
    session.run("N := outcome(1)").unwrap();
    assert_eq!(session.print("outcome(2) == N").unwrap(), "true");
    assert_eq!(session.print("outcome(*) == N").unwrap(), "false");
    assert_eq!(error("outcome(*) < N").at(), Some(0));
    assert_eq!(error("N == outcome(*)").at(), Some(0));
}

#[test]
fn errors_in_conditions_point_at_the_place() {
    for (line, at, part) in [
        ("not", 3, "a game or a value"),
        ("1 and", 5, "a game or a value"),
        ("and 1 == 1", 0, ""),
        ("1 == 1 and or 1", 11, ""),
        ("1 == 1 and 5", 11, "a game is no condition"),
        ("5 and 1 == 1", 0, "a game is no condition"),
        ("not outcome(1)", 4, "words is no condition"),
        ("not [1 == 1]", 4, "a list is no condition"),
        ("1 == 1 == 1", 7, "operator"),
        ("1 == 1 nor 1 == 1", 7, "operator"),
        ("(1 == 1 and 2 == 2", 18, "')'"),
        ("1 + not 1 == 1", 4, ""),
    ] {
        let error = error(line);
        assert_eq!(error.at(), Some(at), "{line}: {error}");
        assert!(error.to_string().contains(part), "{line}: {error}");
    }
}

#[test]
fn deep_and_long_conditions_are_read_or_refused() {
    let many = 100_000;
    for line in [
        "not ".repeat(many) + "1 == 1",
        "not(".repeat(many) + "1 == 1" + &")".repeat(many),
        "1 == 1".to_string() + &" and 1 == 1".repeat(many),
        "1 == 1".to_string() + &" or 1 == 2 and 1 == 1".repeat(many),
        "not ".repeat(many),
        "1 == ".repeat(many),
    ] {
        assert!(matches!(error(&line), LanguageError::Parse(_)), "{}…", &line[..20]);
        assert!(Question::new(&line).is_err());
    }
    assert_eq!(print(&("not ".repeat(1001) + "1 == 1")), "false");
    assert_eq!(print(&("1 == 1".to_string() + &" and 1 == 1".repeat(3000))), "true");
    assert_eq!(print(&("1 == 2".to_string() + &" or 1 == 2".repeat(3000))), "false");
    // Also in a thread, which has little room on its stack.
    let asked = std::thread::Builder::new().stack_size(1 << 20).spawn(|| {
        let deep = "not ".repeat(1001) + "is_number" + &" or is_number".repeat(3000);
        let mut session = Session::new(Limits::default());
        let zero = grundy::language::read("0", session.forms()).unwrap();
        let answer = session.ask(&Question::new(&deep).unwrap(), zero).unwrap();
        session.show(&answer).unwrap()
    });
    assert_eq!(asked.unwrap().join().unwrap(), "true");
}

/// A question has no variables: a word that means nothing is found at once.
#[test]
fn questions_know_their_game_and_no_other_names() {
    for text in [
        "G == 0",
        "temperature > 1",
        "length([n for n in 1..9 if n > mean and not n == G]) > 2",
        "outcome == N or outcome != D",
        "G == domineering(2x2)",
        "G - nim(3) == 0",
        "{G|-G}.mean == ±G.mean",
    ] {
        assert!(Question::new(text).is_ok(), "{text}");
    }
    for (text, at, part) in [
        ("temperatur > 1", 0, "did you mean temperature?"),
        ("mean > 0 and temperatur > 1", 13, "did you mean temperature?"),
        ("[n for n in 1..9] == n and n", 21, "name"),
        ("N == outcome", 0, "name"),
        ("outcome == n", 11, "name"),
        ("G == domineerin(2x2)", 5, "did you mean domineering?"),
        ("±{x|0} == 0", 3, "name"),
        ("not -(g) == 0", 6, "name"),
        ("G + G == G:h", 11, "name"),
        ("_ == 0", 0, "name"),
    ] {
        let error = Question::new(text).unwrap_err();
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let places: Vec<_> =
        ["mean, men", "mean, mean, x"].map(|text| Question::several(text).unwrap_err().at).into();
    assert_eq!(places, [6, 12]);
}

/// The game of a question hides a variable of that name, and only while it is asked.
#[test]
fn a_question_leaves_the_session_as_it_was() {
    let mut session = Session::new(Limits::default());
    session.run("G := 5").unwrap();
    let star = grundy::language::read("*", session.forms()).unwrap();
    for (question, answer) in [("G == *", Some("true")), ("G / 0 == 1", None), ("G + *", Some("0"))]
    {
        let asked = session.ask(&Question::new(question).unwrap(), star).ok();
        let shown = asked.map(|value| session.show(&value).unwrap());
        assert_eq!(shown.as_deref(), answer);
        assert_eq!(session.print("G").unwrap(), "5");
    }
    let mut session = Session::new(Limits::default());
    let star = grundy::language::read("*", session.forms()).unwrap();
    session.ask(&Question::new("value").unwrap(), star).unwrap();
    assert!(session.run("G").is_err());
}

/// Each line would double a sum that waits for its canonical form.
#[test]
fn a_sum_cannot_be_doubled_without_end() {
    let mut session = Session::new(Limits::default());
    session.run("x := kayles(20)").unwrap();
    let doubled = (0..40).find_map(|_| session.run("x := x + x").err());
    let error = doubled.unwrap().to_string();
    assert!(error.contains("at most 10000 terms"), "{error}");
}

/// What is printed of a loopy game is read back as the same game.
#[test]
fn loopy_games_are_printed_as_what_is_read() {
    for line in [
        "on",
        "dud",
        "3/2under",
        "-1/4v[on]",
        "^[on]*",
        "^[on]*2",
        "5v<on>*",
        "1Tiny(on)",
        "-3Miny(1over)",
        "+-(5over)",
        "+-{0|^<on>}",
        "+-{on,{on|off}}",
        "{on||0|-1/2} & {1/2|0||off}",
        "a{0||||0|||a|*||*}",
        "a{0,{1|a}|b{-1|a,b}}",
        "a{b{0|a,b}|c{a|c,*}}",
        "a{1,b{2|a}|{b{3|b,-1}|a}}",
        "over & v",
        "a{1|1,{1*|a||*}||0} & a{0,{1|||1*|a||*}|0}",
    ] {
        let printed = print(line);
        assert_eq!(print(&printed), printed, "{line}");
        assert_eq!(print(&format!("({line}) == ({printed})")), "true", "{line}");
        assert_eq!(print(&format!("-(-({line}))")), printed, "{line}");
    }
    assert_eq!(print("a{0|a} == b{b|0}"), "false");
    // Values that turn out to be short are that.
    for (line, value) in [
        ("a{0,{a|off}|1}", "1/2"),
        ("over - over + (under & under) - under", "over & under"),
        ("{0|on}", "1"),
        ("upon - upon + upon - upon", "^<on> & v<on>"),
        ("0*on", "0"),
        ("-2*over", "under"),
    ] {
        assert_eq!(print(line), value, "{line}");
    }
}

#[test]
fn what_is_wrong_with_loopy_games_is_said_at_its_place() {
    for (line, at, why) in [
        ("{1|0+pass}", 5, "pass is an option by itself"),
        ("pass", 0, "pass is an option by itself"),
        ("a{0|-a}", 5, "a is the game between these braces"),
        ("1 + mean(on)", 9, "this game is loopy"),
        ("0 & 1", 2, "the onside is at least the offside"),
        ("dud & off", 4, "a side is a stopper"),
        ("degree(dud)", 7, "this is no stopper"),
        ("variety({0|||0||0|off})", 8, "its degree is not idempotent"),
        ("left_options(over - over)", 18, "this is no stopper"),
        ("over : 1", 0, "this game is loopy"),
        ("2/over", 2, "this game is loopy"),
        ("1/2 * over", 4, "an integer of times"),
        ("onside(a{0,{1|1,{*,{1*|1*,a}|*}}|0})", 0, "the onside is no stopper"),
        ("degree(a{0,{1|1,{*,{1*|1*,a}|*}}|0})", 7, "this is no stopper"),
        ("b{0|a}", 4, "the name of a variable or a ruleset"),
        ("on := 3", 0, "has a meaning of its own"),
        ("a{0}", 3, "'|' between the options"),
    ] {
        let error = error(line);
        assert_eq!(error.at(), Some(at), "{line}: {error}");
        assert!(error.to_string().contains(why), "{line}: {error}");
    }
}

#[test]
fn variables_hold_loopy_games_and_sums_of_them_and_positions() {
    let mut session = Session::new(Limits::default());
    for (line, value) in [
        ("g := a{0|a}", "over"),
        ("[g + n for n in 1..2]", "[1over, 2over]"),
        ("h := nim(2) + g", "over"),
        ("h - nim(2) == over", "true"),
        ("domineering(2x2) + on", "on"),
        ("outcome(domineering(2x2) + over)", "N"),
        ("a := 5", "5"),
        ("a{a|}", "on"),
        ("{a|}", "6"),
        ("sum([on, off, 3])", "dud"),
    ] {
        assert_eq!(session.print(line).unwrap(), value, "{line}");
    }
    let few = Limits { memory: 100_000, ..Limits::default() };
    let mut session = Session::new(few);
    let stopped = session.print("on + 3000");
    assert!(matches!(stopped, Err(LanguageError::Stopped(_))), "{stopped:?}");
}

/// What docs/src/theory/loopy.md says that `grundy value` prints, but for what it reads from a file.
#[test]
fn the_page_on_loopy_games_tells_the_truth() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/theory/loopy.md");
    let page = fs::read_to_string(page).unwrap();
    let mut lines = page.lines();
    let mut checked = 0;
    while let Some(line) = lines.next() {
        let Some(line) = line.strip_prefix("$ grundy value '") else { continue };
        let line = line.strip_suffix('\'').unwrap();
        let expected = lines.next().unwrap();
        if let Some(refused) = expected.strip_prefix("[..]") {
            assert!(error(line).to_string().ends_with(refused), "{line}");
        } else if !line.contains("pond") {
            // A sum of impartial games alone has its own kind of value.
            let nimber = worksheet::nimber(line, &Limits::default()).unwrap();
            let found = nimber.map_or_else(|| print(line), |(_, value)| value.to_string());
            assert_eq!(found, expected, "{line}");
        }
        checked += 1;
    }
    assert!(checked > 12, "{checked}");
}

#[test]
fn arithmetic_is_read_where_numbers_are() {
    for (line, value) in [
        ("mex([0,1,2,4,5])", "3"),
        ("mex([])", "0"),
        ("mex([0,*,*3])", "*2"),
        ("3 xor 5", "6"),
        ("*3 xor *5", "*6"),
        ("1 xor 2 xor 3 == 0", "true"),
        ("0.75", "3/4"),
        ("-0.5", "-1/2"),
        ("1.5^*", "3/2^*"),
        ("{0.5|1.25}", "1"),
        ("[value(nim(n+1)) for n in 1..3]", "[*2, *3, *4]"),
        ("[outcome(nim(n, 2*n, 3*n)) for n in 1..3]", "[P, P, N]"),
        ("[value(domineering((n+1)x2)) for n in 1..2]", "[+-1, {2|-1/2}]"),
        ("[value(domineering(n x 2)) for n in 2..2]", "[+-1]"),
        ("[value(after(nim(n, 5), nim(n-1, 5))) for n in 2..3]", "[*4, *7]"),
        ("value(nim([2*n for n in 1..2]))", "*6"),
        ("value(nim(2*3))", "*6"),
        ("value(subtraction(1..2+1; 7))", "*3"),
        ("value(last-to-toggle-wins(1,1,0,1,0,1))", "*"),
    ] {
        let printed = ["true", "[P, P, N]"].contains(&value);
        let wanted = if printed { value.to_string() } else { print(value) };
        assert_eq!(print(line), wanted, "{line}");
    }
    for (line, said) in [
        ("mex([1/2])", "mex is of integers from 0 on, or of nimbers"),
        ("mex([1,*2])", "mex is of integers from 0 on, or of nimbers"),
        ("3 xor -1", "xor is of two integers from 0 on, or two nimbers"),
        ("3 xor *2", "xor is of two integers from 0 on, or two nimbers"),
        ("on xor 1", "this game is loopy"),
        ("0.3", "3 / 10 is no dyadic number"),
        ("[value(nim(n-5)) for n in 1..3]", "in nim(-4)"),
    ] {
        assert!(error(line).to_string().contains(said), "{line}: {}", error(line));
    }
}

/// Whatever `--format unicode` prints is read back.
#[test]
fn what_books_print_is_read() {
    for (line, value) in [
        ("∗", "*"),
        ("↑∗", "^*"),
        ("⇑∗2", "^^*2"),
        ("½", "1/2"),
        ("2½", "5/2"),
        ("3/½", "6"),
        ("-2½", "-5/2"),
        ("2↑∗", "2^*"),
        ("↑²", "^<2>"),
        ("⧾(2)", "Tiny(2)"),
        ("⧿₂", "Miny(2)"),
        ("⁵⁄₁₆", "5/16"),
        ("2¹⁄₂", "5/2"),
        ("{0‖0|−2}", "Tiny(2)"),
        ("１＋２", "3"),
        ("ｎｉｍ（３，４）", "nim(3,4)"),
        ("3 ≥ 2", "true"),
        ("∗ ∥ 0", "true"),
    ] {
        let printed = ["true", "[P, P, N]"].contains(&value);
        let wanted = if printed { value.to_string() } else { print(value) };
        assert_eq!(print(line), wanted, "{line}");
    }
    // All positions of Domineering on 3 by 3 squares.
    let mut session = Session::new(Limits::default());
    let mut values = std::collections::BTreeSet::new();
    for blocked in 0..1u32 << 9 {
        let squares: String =
            (0..9).map(|square| if blocked >> square & 1 == 1 { '#' } else { '.' }).collect();
        let (top, middle, bottom) = (&squares[..3], &squares[3..6], &squares[6..]);
        let value = session.print(&format!("value(domineering({top}|{middle}|{bottom}))")).unwrap();
        values.insert(value);
    }
    assert!(values.len() >= 25, "{values:?}");
    for value in values {
        let set = grundy::format::typeset::unicode(&value);
        assert_eq!(session.print(&set).unwrap(), value, "{set}");
    }
    for value in [
        "-3/4",
        "5/16",
        "1v[3]*",
        "^3*2",
        "vv*",
        "v4",
        "v<on>",
        "+-(1*)",
        "1Tiny({2|1})",
        "2^*",
        "{2,1*||1|-1}",
        "3/2over & off",
        "a{0||||0|||a|*||*}",
        "^<2>*",
        "Miny(3)",
    ] {
        let set = grundy::format::typeset::unicode(value);
        assert_eq!(session.print(&set).unwrap(), session.print(value).unwrap(), "{set}");
    }
    // What would be another number, or another board, is not guessed.
    for line in
        ["½½", "2²", "1.12½", "9999999999999999999999999999999999999999½", "domineering(…|…)"]
    {
        error(line);
    }
    // Deep games end with an error.
    error(&format!("{}nim(3){}", "after(".repeat(5000), ",)".repeat(5000)));
    // A fault is pointed at where it was written.
    let fault = error("∗2 + ♥");
    assert_eq!(fault.at(), Some("∗2 + ".len()), "{fault}");
}
/// Conway's definition: the least number that is no a'b + ab' + a'b' with a' < a and b' < b.
#[test]
fn nim_products_take_numbers_and_nimbers() {
    let mut products = [[0u64; 16]; 16];
    for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
        let smaller = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
        let others: Vec<u64> =
            smaller.map(|(x, y)| products[x][b] ^ products[a][y] ^ products[x][y]).collect();
        products[a][b] = (0..).find(|value| !others.contains(value)).unwrap();
        let expected = print(&format!("*{}", products[a][b]));
        for line in [format!("nim_product({a}, {b})"), format!("nim_product(*{a}, {b})")] {
            assert_eq!(print(&line), expected, "{line}");
        }
    }
    assert_eq!(print("nim_product(10000,9999)"), print("nim_product(*10000,*9999)"));
    for (line, at) in [("nim_product(-1, 2)", 13), ("nim_product(2, 1/2)", 15)] {
        let error = error(line);
        assert_eq!(error.at(), Some(at), "{line}");
        assert!(error.to_string().contains("no nimber, nor a whole number"), "{error}");
    }
}
