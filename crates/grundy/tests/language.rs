//! The language of the calculator, from the outside.

use std::fs;
use std::path::Path;

use grundy::Limits;
use grundy::language::functions::FUNCTIONS;
use grundy::language::{LanguageError, Session, is_open};

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
    for function in FUNCTIONS {
        let (line, value) = function.example;
        assert_eq!(print(line), value, "{line}");
        assert!(line.contains(function.name), "{line}");
        assert!(function.help.ends_with('.') || function.help.contains(": "), "{}", function.name);
    }
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

    let quick = Limits {
        time: Some((std::time::Instant::now(), std::time::Duration::from_millis(50))),
        ..Limits::default()
    };
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
