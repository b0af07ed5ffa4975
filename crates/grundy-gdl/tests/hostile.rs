//! Files that are no games, and games that are no games of two players in turns.

mod common;

use common::look;
use grundy::stated::Statement;
use std::cell::Cell;
use std::time::Duration;

/// The smallest game; the rest of a file is put behind it.
const GAME: &str = "(role a)(role b)(init up)(legal a go)(legal b noop)
(<= (next down) (does a go))(<= terminal (true down))(goal a 100)(goal b 0)\n";

fn fault(text: &str) -> String {
    match grundy_gdl::load("t.kif", text) {
        Ok(game) => panic!("{text:?} is read as {:?}", game.summary()),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn the_smallest_game_is_read() {
    let game = grundy_gdl::load("t.kif", GAME).unwrap().stated();
    assert_eq!(common::textbook::solve(&*game, 10).unwrap().positions.len(), 2);
}

#[test]
fn what_is_no_game_is_refused_where_it_stands() {
    for (more, expected) in [
        ("(<= (next (p ?x)) (true up))", "t.kif:3:1: nothing says what `?x` is"),
        ("(<= (next p) (not (true ?x)))", "t.kif:3:1: nothing says what `?x` is"),
        ("(<= (next p) (distinct ?x a))", "t.kif:3:1: nothing says what `?x` is"),
        ("(<= (next p) (true a b))", "t.kif:3:14: `true` takes one argument, not 2"),
        ("(<= (next p) (distinct a))", "t.kif:3:14: `distinct` takes two terms, not 1"),
        ("(<= (next p) (not))", "t.kif:3:14: `not` takes one condition, not 0"),
        ("(<= (next p) ?x)", "t.kif:3:14: a variable cannot stand for a condition"),
        ("(<= (next p) ())", "t.kif:3:14: nothing stands in these parentheses"),
        ("(<= (next p) ((q) r))", "t.kif:3:15: a name should stand here"),
        ("(<= (next p) (?f r))", "t.kif:3:15: a variable takes no arguments"),
        ("(<=)", "t.kif:3:1: this rule has no head"),
        ("(next)", "t.kif:3:1: `next` takes one argument, not 0"),
        ("(true up)", "t.kif:3:1: `true` cannot be the head of a rule"),
        ("(<= (not p) (true up))", "t.kif:3:5: `not` cannot be the head of a rule"),
        ("(<= (legal a x) (does b noop))", "t.kif:3:1: `legal` depends on the moves"),
        ("(<= (init x) (true up))", "t.kif:3:1: `init` depends on the position"),
        ("(role c)", "t.kif:3:1: the game has 3 roles, a, b, c"),
        ("(<= p (not q))(<= q (not p))(<= (init x) p)", "t.kif:3:"),
        ("(<= (next p) r)(<= r (true up) (not s))(<= s (true up) (not r))", "t.kif:3:"),
        ("(<= (n (s ?x)) (n ?x))(n z)(<= (init ?x) (n ?x))", "t.kif:3:1: this rule makes terms"),
        ("(<= (next (s ?x)) (true ?x))", "t.kif:3:1: this rule makes terms that grow"),
        ("(<= (next (f ?x ?x)) (true ?x))", "t.kif:3:1: this rule makes terms that grow"),
    ] {
        let message = fault(&format!("{GAME}{more}"));
        assert!(message.starts_with(expected), "{more}: {message}");
        assert!(message.contains('^'), "{message}");
    }
    assert!(fault(&GAME.replace("(role b)", "")).contains("has one role, a,"));
    assert!(fault(&GAME.replace("role b", "role random")).contains("stands for chance"));
    assert!(fault("").contains("says nothing of `role`"));
    assert!(fault(&GAME.replace("(<= terminal (true down))", "")).contains("`terminal`"));
}

#[test]
fn sloppy_games_are_read() {
    for more in [
        "(<= (unused ?x) (not (p ?x)))",
        "(<= (unused) (true a b) (distinct x))",
        "(base up)(base down)(<= (input ?r go) (role ?r))",
        "(role a)(init up)(init up)",
        "(p 1)(p 1 2)(<= (next q) (p ?x ?y) (p ?x))",
        "(<= (next q) (undefined ?x) (not (p ?y)))",
        "(<= (next q) (or))",
        "(<= (next q) (and) (true up))",
        "(<= (next q))",
        "(<= (NEXT q) (Or (TRUE UP) (true down)) (not (distinct ?x up)) (true ?x))",
        "(<= (next q) (distinct (f ?x) (f up)) (true ?x))",
        "(<= (next q) (not (not (true up))) (not (or (true down) (and (true q) (true up)))))",
        "(terminal-ish) p (p) ; (",
        "(<= (goal c 50) (true up))",
        "#| a comment ( |#",
    ] {
        if let Err(fault) = grundy_gdl::load("t.kif", &format!("{GAME}{more}")) {
            panic!("{more}: {fault}");
        }
    }
}

#[test]
fn what_goes_wrong_in_play_names_the_position() {
    let play = |from: &str, to: &str| {
        let text = GAME.replace(from, to);
        assert_ne!(text, GAME);
        let game = grundy_gdl::load("t.kif", &text).unwrap().stated();
        match common::textbook::solve(&*game, 100) {
            Ok(_) => panic!("{text}"),
            Err(fault) => fault,
        }
    };
    for (from, to, expected, position) in [
        (
            "(legal b noop)",
            "(legal b x)(legal b y)(legal a stop)",
            "choose at the same time: a",
            "up",
        ),
        ("(legal b noop)", "(<= (legal b x) (true down))", "b has no legal move", "up"),
        ("(goal b 0)", "(<= (goal b 0) (true up))", "b has no goal", "down"),
        ("(goal b 0)", "(goal b 0)(goal b 5)", "b has several goals: 0, 5", "down"),
        ("(goal b 0)", "(goal b much)", "the goal of b is much", "down"),
        (
            "(goal b 0)",
            "(goal b 30)(<= (goal a 20) (true up))(<= (goal b 0) (true up))",
            "do not add up to",
            "down",
        ),
    ] {
        let message = play(from, to);
        assert!(message.contains(expected), "{message}");
        assert!(message.contains(&format!("in the position {position}")), "{message}");
    }
    let equal = GAME.replace("(goal a 100)(goal b 0)", "(goal a 10)(goal b 10)");
    let game = grundy_gdl::load("t.kif", &equal).unwrap().stated();
    let down = game.read(grundy::Text::new("down")).unwrap();
    assert_eq!(look(&*game, &down).unwrap().0, Some(grundy::End::Tie));
    // Both have something, and the higher goal wins if that is asked for.
    let both = GAME.replace(
        "(goal a 100)(goal b 0)",
        "(goal a 20)(<= (goal b 0) (true up))(<= (goal b 30) (true down))",
    );
    let game = grundy_gdl::load("t.kif", &both).unwrap();
    let higher = game.state(Some(grundy::Text::new("higher"))).unwrap();
    assert_eq!(higher.parameters(), "higher");
    assert_eq!(look(&*higher, &down).unwrap().0, Some(grundy::End::Won(grundy::Player::Right)));
    let refused = look(&*game.stated(), &down).unwrap_err().to_string();
    assert!(refused.contains("--goals higher"), "{refused}");
    assert!(game.state(Some(grundy::Text::new("lower"))).is_err());
    let always = game.with_goals(grundy_gdl::Goals::Higher);
    assert_eq!(always.state(None).unwrap().parameters(), "higher");
}

#[test]
fn large_and_deep_texts_end() {
    let deep = |n: usize| format!("{GAME}(p {}z{})", "(s ".repeat(n), ")".repeat(n));
    assert!(grundy_gdl::load("t.kif", &deep(90)).is_ok());
    assert!(fault(&deep(100_000)).contains("parentheses are open"));
    let nots = format!("{GAME}(<= (next q) {}(true up){})", "(not ".repeat(96), ")".repeat(96));
    assert!(grundy_gdl::load("t.kif", &nots).is_ok());
    let wide = |n: usize| format!("{GAME}(<= (next q) (p {}))", "x ".repeat(n));
    assert!(grundy_gdl::load("t.kif", &wide(200)).is_ok());
    assert!(fault(&wide(300)).contains("more than 200 arguments"));
    let long = |n: usize| format!("{GAME}(<= (next q) {})", "(true up) ".repeat(n));
    assert!(grundy_gdl::load("t.kif", &long(1000)).is_ok());
    let many: String = (0..300).map(|i| format!("(true f{i})")).collect();
    let inits: String = (0..300).map(|i| format!("(init f{i})")).collect();
    let rule = |last: &str| format!("(<= (next q) {many} (true {last}))");
    let rules = format!("{GAME}{inits}{}{}(init g1)(init g2)", rule("g1"), rule("g2"));
    assert!(grundy_gdl::load("t.kif", &rules).is_ok());
    assert!(fault(&long(1001)).contains("more than 1000 conditions"));
    let ors = format!("{GAME}(<= (next q) {})", "(or (true up) (true down)) ".repeat(100));
    assert!(fault(&ors).contains("too many alternatives"));
    let facts: String = (0..50_000).map(|i| format!("(p {i})")).collect();
    assert!(grundy_gdl::load("t.kif", &format!("{GAME}{facts}")).is_ok());
}

#[test]
fn grounding_keeps_to_its_limits() {
    let numbers: String = (0..400).map(|i| format!("(n {i})")).collect();
    let text = format!("{GAME}{numbers}(<= (next (p ?x ?y ?z)) (n ?x) (n ?y) (n ?z))");
    let limits = grundy_gdl::Limits { memory: 20_000_000, ..grundy_gdl::Limits::default() };
    let fault = grundy_gdl::load_with("t.kif", &text, limits).unwrap_err().to_string();
    assert!(fault.contains("bytes of memory"), "{fault}");
    let limits = grundy_gdl::Limits { time: Duration::from_millis(50), ..limits };
    let limits = grundy_gdl::Limits { memory: usize::MAX, ..limits };
    let fault = grundy_gdl::load_with("t.kif", &text, limits).unwrap_err().to_string();
    assert!(fault.contains("takes longer than"), "{fault}");
}

/// What is asked now and then ends reading a file.
#[test]
fn joins_are_halted_where_they_go_on_for_too_long() {
    let numbers: String = (0..60).map(|i| format!("(n {i})")).collect();
    let many = "(n ?a) (n ?b) (n ?c) (n ?d) (n ?e)";
    let halted = |rule: &str| {
        thread_local!(static ASKED: Cell<u32> = const { Cell::new(0) });
        ASKED.set(0);
        let ask = || {
            ASKED.set(ASKED.get() + 1);
            (ASKED.get() > 500).then(|| "enough".to_string())
        };
        let limits =
            grundy_gdl::Limits { halted: Some(ask), memory: 50_000_000, ..Default::default() };
        grundy_gdl::load_with("t.kif", &format!("{GAME}{numbers}\n{rule}"), limits)
            .unwrap_err()
            .to_string()
    };
    for rule in
        [format!("(<= (next q) {many} (true up))"), format!("(<= (p) {many})(<= (next q) (p))")]
    {
        let fault = halted(&rule);
        assert!(fault.starts_with("t.kif:4:1: enough"), "{rule}: {fault}");
    }
    // What is found again and again counts, too.
    let fault = halted(&format!("(<= (next q) {many})"));
    assert!(fault.starts_with("t.kif:4:1: "), "{fault}");
    assert!(fault.contains("bytes of memory") || fault.contains("enough"), "{fault}");
}

#[test]
fn files_that_are_cut_or_changed_do_no_harm() {
    for (_, text) in common::examples() {
        let limits = grundy_gdl::Limits {
            memory: 50_000_000,
            time: Duration::from_millis(200),
            ..Default::default()
        };
        let mut random = grundy::Random::new(7);
        for _ in 0..40 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + random.below(3) {
                let at = random.below(bytes.len());
                let parts =
                    [&b"("[..], b")", b"?x", b" ", b"not", b"or", b"true", b"", b"distinct"];
                let with = parts[random.below(parts.len())];
                let until = (at + random.below(6)).min(bytes.len());
                bytes.splice(at..until, with.iter().copied());
            }
            let changed = String::from_utf8_lossy(&bytes).into_owned();
            if let Ok(game) = grundy_gdl::load_with("t.kif", &changed, limits) {
                let game = game.stated();
                let _ = common::textbook::solve(&*game, 300);
            }
        }
    }
}
