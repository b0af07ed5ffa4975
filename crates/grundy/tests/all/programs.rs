//! The calculator as a language: functions of the user, choices, items of lists, and commands in a
//! row. Facts are recomputed in Rust, or stand in the literature.

use std::time::{Duration, Instant};

use grundy::Limits;
use grundy::language::{LanguageError, Session};

/// The value of the last line.
fn run(lines: &[&str]) -> String {
    let mut session = Session::new(Limits::default());
    let mut last = String::new();
    for line in lines {
        last = session.print(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    last
}

fn error(line: &str) -> LanguageError {
    match Session::new(Limits::default()).print(line) {
        Ok(value) => panic!("{line} is {value}"),
        Err(error) => error,
    }
}

#[test]
fn functions_are_defined_and_called() {
    for (lines, value) in [
        (&["f(x) := 2 * x + 1", "f(3)"][..], "7"),
        (&["def f(x) := 2 * x + 1", "f(f(3))"], "15"),
        (&["f := x -> 2 * x", "f(3) + 1"], "7"),
        (&["f := (x, y) -> x - y", "f(5, 2)"], "3"),
        (&["five := () -> 5", "five()"], "5"),
        (&["f(x) := 2 * x", "3.f"], "6"),
        (&["f(x, n) := cool(x, n)", "{3|-3}.f(1)"], "+-2"),
        (&["(x -> x + 1)(3)"], "4"),
        (&["[f(2) for f in [x -> x, x -> 2 * x]]"], "[2, 4]"),
        (&["h := n -> kayles(n)", "[value(h(n)) for n in 1..5]"], "[*, *2, *3, *, *4]"),
        (&["t(G) := temperature(G)", "t(domineering(2x3))"], "5/4"),
        (&["compose(f, g) := x -> f(g(x))", "compose(x -> x + 1, x -> 2 * x)(5)"], "11"),
        (&["f(x) := 2 * x", "f"], "x -> 2 * x"),
        (&["(x, y) -> x + y"], "(x, y) -> x + y"),
    ] {
        assert_eq!(run(lines), value, "{lines:?}");
    }
}

#[test]
fn functions_call_themselves() {
    let fibonacci = "fib(n) := if n < 2 then n else fib(n - 1) + fib(n - 2)";
    assert_eq!(
        run(&[fibonacci, "[fib(n) for n in 0..12]"]),
        "[0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]"
    );
    let divisor = "d(a, b) := if b = 0 then a else d(b, a % b)";
    assert_eq!(run(&[divisor, "[d(n, 84) for n in [36, 90, 25]]"]), "[12, 6, 1]");
    assert_eq!(run(&["[gcd(n, 84) for n in [36, 90, 25]]"]), "[12, 6, 1]");
    // Grundy values by their definition, against the ruleset.
    let kayles = "k(n) := if n = 0 then 0 else mex(concat([[k(a) xor k(n - 1 - a) for a in 0..n - 1], \
                  [k(a) xor k(n - 2 - a) for a in 0..n - 2]]))";
    let values = "[k(n) for n in 0..7]";
    assert_eq!(run(&[kayles, values]), "[0, 1, 2, 3, 1, 4, 3, 2]");
    let deep = "down(n) := if n = 0 then 0 else down(n - 1)";
    assert_eq!(run(&[deep, "down(3000)"]), "0");
}

#[test]
fn variables_are_those_of_the_place_of_a_function() {
    for (lines, value) in [
        (&["x := 10", "f(y) := x + y", "[f(1) for x in 1..3]"][..], "[11, 11, 11]"),
        (&["x := 10", "f(x) := x + 1", "f(1) + x"], "12"),
        (&["add(n) := x -> x + n", "f := add(3)", "n := 100", "f(1)"], "4"),
        (&["x := 1", "[x for x in 5..6]", "x"], "1"),
        (&["f(x) := g(x)", "g(x) := x + 1", "f(1)"], "2"),
        (&["[[x for x in 1..x] for x in 1..3]"], "[[1], [1, 2], [1, 2, 3]]"),
    ] {
        assert_eq!(run(lines), value, "{lines:?}");
    }
}

#[test]
fn choices_and_lists() {
    for (line, value) in [
        ("if 1 < 2 then * else 1/0", "*"),
        ("if 2 < 1 then 1/0 elseif 2 < 2 then 1/0 else ^", "^"),
        ("[if n % 2 = 0 then n else -n for n in 1..4]", "[-1, 2, -3, 4]"),
        ("[10 * a + b for a in 1..2 for b in a..3]", "[11, 12, 13, 22, 23]"),
        ("[10 * a + b for a in 1..3 if a != 2 for b in 1..3 if b > a]", "[12, 13]"),
        ("1..10 by 3", "[1, 4, 7, 10]"),
        ("10..1 by -4", "[10, 6, 2]"),
        ("1..0", "[]"),
        ("[2, 3, 5, 7][1]", "2"),
        ("[2, 3, 5, 7][-1]", "7"),
        ("[2, 3, 5, 7][2..3]", "[3, 5]"),
        ("[2, 3, 5, 7][..2]", "[2, 3]"),
        ("[2, 3, 5, 7][3..]", "[5, 7]"),
        ("[2, 3, 5, 7][-2..]", "[5, 7]"),
        ("[2, 3][2..9]", "[3]"),
        ("[[1, 2], [3, 4]][2][1]", "3"),
        ("left_options({2,3|-1})[1] + 1", "4"),
        ("7 div 2", "3"),
        ("-7 div 2", "-4"),
        ("[n % 3 for n in -3..3]", "[0, 1, 2, 0, 1, 2, 0]"),
        ("7/2 % 1", "1/2"),
        ("-1/4 % 1", "3/4"),
        ("7 % -2", "-1"),
        ("7 div (1/2)", "14"),
        ("a := 3; b := a + 1; a * b", "12"),
        ("f(x) := x + 1; f(f(1));", "3"),
        ("sort([3, -1, 2])[1..2]", "[-1, 2]"),
        ("sort([outcome(G) for G in [1, *, 0, -1]])", "[L, N, P, R]"),
        ("concat([[1], 2, []])", "[1, 2]"),
        ("max([1, 3/2, -2]) - min([1, 3/2, -2])", "7/2"),
        ("[length(g) for g in group([n % 3 for n in 1..8])]", "[3, 3, 2]"),
        ("power(3/2, 3)", "27/8"),
        ("power(0, 0)", "1"),
        ("gcd(0, -4)", "4"),
        ("floor(5/2) + floor(-5/2)", "-1"),
    ] {
        assert_eq!(run(&[line]), value, "{line}");
    }
}

#[test]
fn what_was_written_before_means_the_same() {
    for (line, value) in [
        ("2^*", "2^*"),
        ("^[4]", "^[4]"),
        ("on & off", "dud"),
        ("{1|-1}:1", "{1|{1|-1}||-1}"),
        ("2*3", "2*3"),
        ("[n for n in 1..8 if n > 6]", "[7, 8]"),
        ("-1^", "-1^"),
    ] {
        let own = Session::new(Limits::default()).print(line);
        if line.contains(':') || line.contains('&') {
            assert!(own.is_ok(), "{line}");
            continue;
        }
        assert_eq!(own.unwrap(), value, "{line}");
    }
}

#[test]
fn errors_stand_where_the_call_is() {
    for (line, at, why) in [
        ("f(x) := x; f(1, 2)", 11, "expected one argument"),
        ("1 + g(2)", 4, "expected the name of a function or a ruleset"),
        ("3.nothing", 2, "expected the name of a function"),
        ("x := 2; x(1)", 8, "expected"),
        ("f(x) := 1 / x; 2 + f(0)", 19, "1 / 0 is no dyadic number"),
        ("[1, 2][3]", 7, "the list has places 1 to 2, and -1 to -2 from its end"),
        ("[1, 2][0]", 7, "the list has places 1 to 2"),
        ("[][1]", 3, "the list is empty"),
        ("3[1]", 0, "a game is no list"),
        ("if 1 then 2 else 3", 3, "a game is no condition"),
        ("if 1 < 2 then 2", 15, "expected 'else'"),
        ("if 1 < 2 2", 9, "expected 'then'"),
        ("mean := 3", 0, "mean has a meaning of its own"),
        ("f(on) := 3", 0, "on has a meaning of its own"),
        ("def f := 3", 6, "expected a definition"),
        ("1..5 by 0", 8, "a step is not 0"),
        ("5 % 0", 2, "5 is divided by 0"),
        ("5 div *", 2, "only numbers can be divided"),
        ("sort([1, *])", 5, "this is no number"),
        ("sort_by([1], 2)", 13, "a game is no function"),
        ("max([])", 4, "the list is empty"),
        ("power(2, -1)", 10, "the power is an integer from 0 on"),
        ("power(3, 10000000)", 0, "numbers have at most"),
        ("1 + (x -> x)", 5, "a function is no game"),
        (
            "f(x) := g(x); g(x) := 1 / x; f(0)",
            29,
            "1 / 0 is no dyadic number: no short game is worth that; 3 / 4 is one, in x -> 1 / x",
        ),
        (
            "a := 3; b := 1; a-b",
            16,
            "expected the name of a variable or a ruleset at byte 16 (a - b)",
        ),
    ] {
        let error = error(line);
        assert_eq!(error.at(), Some(at), "{line}: {error}");
        assert!(error.to_string().starts_with(why), "{line}: {error}");
    }
}

#[test]
fn a_line_that_fails_leaves_the_variables_as_they_were() {
    let mut session = Session::new(Limits::default());
    session.run("a := 1").unwrap();
    session.run("a := 2; b := 3; 1 / 0").unwrap_err();
    assert_eq!(session.print("a").unwrap(), "1");
    assert!(session.run("b").is_err());
}

#[test]
fn programs_without_end_are_stopped() {
    let why = error("f(x) := f(x + 1); f(0)").to_string();
    assert!(why.contains("at most 10000 deep"), "{why}");
    let since = Instant::now();
    let limits = Limits { time: Some((since, Duration::from_millis(300))), ..Limits::default() };
    let mut session = Session::new(limits);
    session.run("fib(n) := if n < 2 then n else fib(n - 1) + fib(n - 2)").unwrap();
    let stopped = session.run("fib(60)").unwrap_err();
    assert!(matches!(stopped, LanguageError::Stopped(_)), "{stopped}");
    assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
    // A line behind it is answered.
    session.set_limits(Limits::default());
    assert_eq!(session.print("fib(5)").unwrap(), "5");
}
