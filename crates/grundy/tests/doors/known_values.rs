//! Canonical forms of positions against what is published, the rule for
//! Hackenbush strings, the outcome by the positions of the whole game, and the
//! values of the component graph.

use grundy::answer::{self, Facts, Options};
use grundy::graph::Graph;
use grundy::language::Session;
use grundy::solve::fold::FoldError;
use grundy::value::{Dyadic, Form, Forms};
use grundy::{Game, Limits, Player, Random, catalogue};

use crate::chosen::chosen;
use crate::published::{Line, published};

const LIMITS: Limits<'_> = Limits {
    positions: 1_000_000,
    memory: 1 << 30,
    threads: 2,
    time: None,
    interrupted: None,
    full: None,
    progress: None,
};

fn facts(text: &str) -> Facts {
    let mut session = Session::new(LIMITS);
    let mut form = |text: &str| {
        let value = session.run(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let form = session.canonical(&value).unwrap().unwrap();
        (form, Facts::new(session.forms(), form).unwrap())
    };
    let (found, facts) = form(text);
    // What is printed is read back.
    assert_eq!(form(&facts.value).0, found, "{text} is printed as {}", facts.value);
    facts
}

/// The facts of these lines: game, key, value.
fn cases(lines: &[Line]) -> Vec<(String, String, String)> {
    let mut cases = Vec::new();
    for Line { place, text } in lines {
        let (game, facts) = text.split_once("=>").unwrap_or_else(|| panic!("{place}: no =>"));
        for fact in facts.split_whitespace() {
            let (key, value) = fact.split_once('=').unwrap_or_else(|| panic!("{place}: {fact:?}"));
            cases.push((game.trim().to_string(), key.to_string(), value.to_string()));
        }
    }
    cases
}

#[test]
fn published_values_are_found() {
    let cases = cases(&published("values", "Known values"));
    assert!(cases.len() > 300 || chosen().is_some(), "{}", cases.len());
    for (game, key, expected) in cases {
        let facts = facts(&game);
        let found = match &*key {
            // Where the source writes values in another way.
            "equals" => {
                let wanted = self::facts(&expected).value;
                assert_eq!(facts.value, wanted, "value of {game}");
                continue;
            }
            "value" => facts.value,
            "outcome" => facts.outcome.word().to_string(),
            "mean" => facts.mean.to_string(),
            "temperature" => facts.temperature.to_string(),
            "left_stop" => facts.left_stop.to_string(),
            "right_stop" => facts.right_stop.to_string(),
            "birthday" => facts.birthday.to_string(),
            key => panic!("{game}: {key}"),
        };
        assert_eq!(found, expected, "{key} of {game}");
    }
}

#[test]
fn published_outcomes_follow_from_the_values() {
    let mut checked = 0;
    let mut lines = published("", "Known answers");
    let files = ["domineering.txt:", "toads-and-frogs.txt:"];
    lines.retain(|line| files.iter().any(|file| line.place.starts_with(file)));
    for (game, key, expected) in cases(&lines) {
        let parsed = catalogue::parse(&game).unwrap();
        let mut forms = Forms::new(LIMITS);
        let limits = Limits { positions: 20_000, ..LIMITS };
        match parsed.form(&mut forms, &limits) {
            Ok(form) if key == "outcome" => {
                let outcome = Facts::new(&mut forms, form).unwrap().outcome;
                assert_eq!(outcome.word(), expected, "{game}");
                checked += 1;
            }
            Ok(_) | Err(FoldError::Stopped(_)) => {}
            Err(error) => panic!("{game}: {error}"),
        }
    }
    assert!(checked > 20 || chosen().is_some(), "{checked}");
}

/// The value of a Hackenbush string by its signs, from the ground up: whole
/// numbers while the colour stays the same, then a half, a quarter, … (the
/// simplest-number form of Berlekamp's rule, Winning Ways, chapter 3).
fn string_value(signs: &[i64]) -> Dyadic {
    let mut value = Dyadic::ZERO;
    let mut places = 0;
    for &sign in signs {
        if places > 0 || sign != signs[0] {
            places += 1;
        }
        value = &value + &Dyadic::new(sign, places);
    }
    value
}

#[test]
fn hackenbush_strings_follow_the_sign_rule() {
    for length in 1..=9usize {
        for bits in 0..1 << length {
            let blue = |i: &usize| bits >> i & 1 == 1;
            let text: String = (0..length).map(|i| if blue(&i) { 'B' } else { 'R' }).collect();
            let signs: Vec<i64> = (0..length).map(|i| if blue(&i) { 1 } else { -1 }).collect();
            let found = facts(&format!("hackenbush({text})"));
            assert_eq!(found.number, Some(string_value(&signs)), "{text}");
        }
    }
}

/// The forms of a component graph, node by node, without symmetries.
fn forms_of_graph(graph: &Graph, forms: &mut Forms<'_>) -> Option<Vec<Form>> {
    let mut values = vec![Form::ZERO; graph.len()];
    for node in graph.topological_order()? {
        let [left, right] = Player::BOTH.map(|player| -> Vec<Form> {
            let options = graph.options(node, player);
            options
                .map(|sum| forms.sum_all(sum.iter().map(|&term| values[term as usize])).unwrap())
                .collect()
        });
        values[node as usize] = forms.canonical(left, right).unwrap();
    }
    Some(values)
}

/// Games small enough for every method: the examples of the catalogue, and
/// boards with holes.
fn small_games() -> Vec<Box<dyn Game>> {
    let examples = catalogue::rulesets().iter().flat_map(|entry| entry.examples);
    let mut texts: Vec<String> = examples.map(|text| text.to_string()).collect();
    let mut random = Random::new(5);
    for _ in 0..40 {
        let mut board = String::new();
        for square in 0..20 {
            if square % 5 == 0 && square > 0 {
                board.push('|');
            }
            board.push(if random.below(4) == 0 { '#' } else { '.' });
        }
        texts.push(format!("domineering({board})"));
    }
    texts.push("toads-and-frogs(TT.T..FF.F)".to_string());
    texts.push("domineering(3x3) - toads-and-frogs(TT..FF) + hackenbush(BRB, GG)".to_string());
    let games = texts.iter().map(|text| catalogue::parse(text).unwrap());
    // Impartial games have solvers, and tests, of their own; games without end have no form.
    let ends =
        |game: &dyn Game| game.form(&mut Forms::new(LIMITS), &LIMITS) != Err(FoldError::Loopy);
    games.filter(|game| !game.has_ends() && !game.impartial() && ends(&**game)).collect()
}

#[test]
fn the_outcome_of_a_form_is_that_of_play() {
    let mut checked = 0;
    for game in small_games() {
        let mut forms = Forms::new(LIMITS);
        let form = game.form(&mut forms, &LIMITS).unwrap();
        let facts = Facts::new(&mut forms, form).unwrap();
        let options =
            Options { wanted: answer::Wanted::POSITIONS, limits: LIMITS, ..Options::default() };
        let Ok(solved) = answer::solve(&*game, &options) else { continue };
        assert_eq!(Some(facts.outcome), solved.outcome, "{}: {}", game.text(), facts.value);
        checked += 1;
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn folding_by_symmetry_and_sign_changes_no_value() {
    for game in small_games() {
        let mut forms = Forms::new(LIMITS);
        let folded = game.form(&mut forms, &LIMITS).unwrap();
        let parts = game.components(true, &LIMITS).unwrap();
        let values = forms_of_graph(&parts.graph, &mut forms).unwrap();
        let terms = parts.start.iter().map(|&node| values[node as usize]);
        assert_eq!(forms.sum_all(terms), Ok(folded), "{}", game.text());
    }
}

#[test]
fn a_game_without_end_has_no_form() {
    let loopy = catalogue::parse("graph({\"moves\": {\"a\": [\"b\"], \"b\": [\"a\"]}})").unwrap();
    assert_eq!(loopy.form(&mut Forms::new(LIMITS), &LIMITS), Err(FoldError::Loopy));
    let pond = catalogue::parse("backsliding-toads-and-frogs(T.F)").unwrap();
    assert_eq!(pond.form(&mut Forms::new(LIMITS), &LIMITS), Err(FoldError::Loopy));
}

#[test]
fn a_limit_ends_the_work() {
    let board = catalogue::parse("domineering(8x8)").unwrap();
    let limits = Limits { positions: 1_000, ..LIMITS };
    let stopped = board.form(&mut Forms::new(limits), &limits);
    assert!(matches!(stopped, Err(FoldError::Stopped(_))));
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let stopped = board.form(&mut Forms::new(limits), &limits);
    assert!(matches!(stopped, Err(FoldError::Stopped(_))));
}
