//! Every case under `testdata/known`, and below `# Known answers` in the documentation of
//! a ruleset, is answered, by every solver that can answer it, and each way gives what is
//! published.

use std::time::Duration;

use grundy::answer::{self, Answer, Options, Solver, Wanted};
use grundy::solve::partitioned::{Failure, Settings};
use grundy::{Convention, Fate, Game, Limits, Outcome, Player, Stopped, catalogue};

use crate::chosen::chosen;
use crate::published::{Line, documented, published};

/// The greatest number of positions that a case may have to be explored.
const SMALL: usize = 2_000_000;

/// The same where nothing but a value is known, which takes no list of positions.
const FEW: usize = 200_000;

/// Bytes that a case may take.
const MEMORY: u64 = 2 << 30;

struct Case {
    place: String,
    game: Box<dyn Game>,
    facts: Vec<(String, String)>,
}

fn cases() -> Vec<Case> {
    let lines = published("", "Known answers").into_iter();
    let case = |Line { place, text }: Line| {
        let (game, facts) = text.split_once("=>").unwrap_or_else(|| panic!("{place}: no =>"));
        let game = catalogue::parse(game.trim()).unwrap_or_else(|error| panic!("{place}: {error}"));
        let facts = facts.split_whitespace().map(|fact| {
            let (key, value) = fact.split_once('=').unwrap_or_else(|| panic!("{place}: {fact:?}"));
            (key.to_string(), value.to_string())
        });
        let facts = facts.collect();
        Case { place, game, facts }
    };
    lines.map(case).collect()
}

/// The answers to a case: from values where they tell, and from all positions
/// where those are few enough; from packed ones, too, where they have keys.
struct Answers {
    quick: Answer,
    whole: Option<Answer>,
    packed: Option<Answer>,
}

impl Case {
    fn limits(&self) -> Limits<'static> {
        let valued = self.facts.iter().all(|(key, _)| key == "value");
        Limits { positions: if valued { FEW } else { SMALL }, ..LIMITS }
    }
}

const LIMITS: Limits<'_> = Limits {
    positions: SMALL,
    memory: MEMORY,
    threads: 2,
    time: None,
    interrupted: None,
    full: None,
    progress: None,
};

/// Huge heaps have too many options for the limit on positions to help.
fn huge(game: &dyn Game) -> bool {
    game.heaps().is_some_and(|(_, sizes)| sizes.iter().any(|&size| size > 1 << 16))
}

fn answers(case: &Case, convention: Convention) -> Result<Answers, String> {
    let (game, limits) = (&*case.game, case.limits());
    let solve = |wanted| {
        let (convention, beyond) = (Some(convention), Duration::ZERO);
        let options = Options { convention, limits, wanted, beyond, ..Options::default() };
        answer::solve(game, &options).map_err(Failure::into_stopped).and_then(Answer::whole)
    };
    let quick = solve(Wanted { moves: !huge(game), ..Wanted::WINNER })
        .map_err(|error| error.to_string())?;
    let whole = match huge(game) {
        true => None,
        false => match solve(Wanted::POSITIONS) {
            Ok(answer) => Some(answer),
            Err(Stopped::Positions { .. } | Stopped::Memory { .. }) if quick.solved.is_none() => {
                None
            }
            Err(error) => return Err(error.to_string()),
        },
    };
    let packed = match huge(game) {
        true => None,
        false => packed(game, convention, limits)?,
    };
    Ok(Answers { quick, whole, packed })
}

/// The answer from packed positions, where there are not too many of them.
fn packed(
    game: &dyn Game,
    convention: Convention,
    limits: Limits<'_>,
) -> Result<Option<Answer>, String> {
    let Some(large) = game.large() else { return Ok(None) };
    let settings = Settings { convention, limits, ..Settings::default() };
    match large.solve(&settings) {
        Ok(positions) => {
            let mut find = large.finder(&positions);
            answer::from_positions(game, convention, positions.counts(), &mut find)
                .map_err(|error| format!("packed: {error}"))
        }
        Err(Failure::Stopped(Stopped::Positions { .. } | Stopped::Memory { .. })) => Ok(None),
        Err(error) => Err(format!("packed: {error}")),
    }
}

fn holds(case: &Case, normal: &Answers, key: &str, value: &str) -> Result<(), String> {
    let limits = LIMITS;
    let expect = |what: &str, found: String, expected: &str| {
        if found == expected { Ok(()) } else { Err(format!("{what}: {found}, not {expected}")) }
    };
    let convention = if key == "misere" { Convention::Misere } else { Convention::Normal };
    let misere;
    let Answers { quick, whole, packed } = if key == "misere" {
        misere = answers(case, convention)?;
        &misere
    } else {
        normal
    };
    let all = || [Some(quick), whole.as_ref(), packed.as_ref()].into_iter().flatten();
    match key {
        "outcome" | "misere" => {
            for answer in all() {
                let found = answer.outcome.map_or("mixed", Outcome::word);
                expect("outcome", found.into(), value)?;
            }
            for player in Player::BOTH {
                let Some(side) = quick.side(player).filter(|_| !huge(&*case.game)) else {
                    continue;
                };
                let Ok(found) = case.game.top_down(player, convention, &limits) else { continue };
                expect("top down", found.answer.word().into(), side.fate.word())?;
            }
        }
        "value" => {
            let found = Solver::default().value(&*case.game, &limits);
            let found = found.map_err(|error| error.to_string())?.map(|(value, _)| value);
            expect("value", found.map_or("none".into(), |v| v.to_string()), value)?;
            if let Some(whole) = whole {
                let lost = whole.left.as_ref().is_some_and(|side| side.fate == Fate::Loss);
                expect("worth 0 and lost", (value == "0").to_string(), &lost.to_string())?;
            }
        }
        "positions" => {
            let found = whole.as_ref().and_then(|answer| answer.positions);
            expect("positions", found.map_or("unknown".into(), |n| n.to_string()), value)?;
        }
        "left" | "right" => {
            let player = if key == "left" { Player::Left } else { Player::Right };
            let whole = whole.as_ref().ok_or("too large")?;
            for answer in [Some(whole), packed.as_ref()].into_iter().flatten() {
                let side = answer.side(player).ok_or("this player cannot start")?;
                let (result, moves) = value.split_once(':').unwrap_or((value, ""));
                expect(key, side.fate.word().into(), result)?;
                if !moves.is_empty() {
                    let found = side.remoteness.map_or("none".into(), |moves| moves.to_string());
                    expect(key, found, moves)?;
                }
            }
        }
        "best" => {
            for answer in all() {
                let side = answer.left.as_ref().ok_or("Left cannot start")?;
                let mut found: Vec<String> =
                    side.best.iter().map(|best| best.to.replace(' ', "")).collect();
                let mut wanted: Vec<String> = value.split('/').map(str::to_string).collect();
                found.sort();
                wanted.sort();
                expect("best", found.join("/"), &wanted.join("/"))?;
            }
        }
        _ => return Err(format!("unknown fact {key:?}")),
    }
    Ok(())
}

#[test]
fn every_published_answer_is_given_by_every_solver() {
    let mut failures = Vec::new();
    let mut facts = 0;
    for case in cases() {
        let normal = answers(&case, Convention::Normal);
        let normal = normal.unwrap_or_else(|error| panic!("{}: {error}", case.place));
        for (key, value) in &case.facts {
            facts += 1;
            if let Err(reason) = holds(&case, &normal, key, value) {
                failures.push(format!("{} {}: {reason}", case.place, case.game.text()));
            }
        }
    }
    assert!(facts > 20 || chosen().is_some(), "only {facts} facts were found");
    assert!(failures.is_empty(), "{} of {facts} facts:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_wrong_fact_is_noticed() {
    let game = catalogue::parse("nim(3,4,5)").unwrap();
    let case = Case { place: String::new(), game, facts: Vec::new() };
    let normal = answers(&case, Convention::Normal).unwrap();
    let wrong = [
        ("outcome", "P"),
        ("misere", "P"),
        ("value", "*3"),
        ("positions", "119"),
        ("left", "loss"),
        ("left", "win:10"),
        ("best", "nim(2,4,5)"),
        ("nonsense", "1"),
    ];
    for (key, value) in wrong {
        assert!(holds(&case, &normal, key, value).is_err(), "{key}={value} was accepted");
    }
}

#[test]
fn facts_in_the_documentation_of_a_ruleset_are_read() {
    let source = "\
//! Nim.
//!
//! ```text
//! nim(1) => of another heading
//! ```
//!
//! # Known answers
//!
//! Bouton 1901: => in a sentence.
//!
//! ```text
//! # A comment.
//! nim(3,4,5) => value=*2
//!
//! nim(7,7) => value=0
//! ```
//!
//! # Known values
//!
//! ```text
//! nim(2) => of another heading
//! ```
// nim(4) => no documentation
";
    let facts = [(13, "nim(3,4,5) => value=*2"), (15, "nim(7,7) => value=0")];
    assert_eq!(documented(source, "Known answers"), facts);
    let unmarked = "//! # Known answers\n//! nim(1) => value=*";
    assert!(std::panic::catch_unwind(|| documented(unmarked, "Known answers")).is_err());
    if chosen().is_none() {
        let welter = published("", "Known answers");
        assert!(welter.iter().any(|line| line.place.starts_with("welter.rs:")));
    }
}
