//! The methods that answer questions: each alone against the list of all positions, and against each
//! other.

use std::time::{Duration, Instant};

use grundy::answer::{self, Answer, Facet, Options, Wanted};
use grundy::game::Of;
use grundy::solve::partitioned::Failure;
use grundy::{
    Convention, Fate, Game, Limits, Notation, Outcome, ParseError, Player, Ruleset, Stopped, Text,
    Theorem, catalogue, language,
};

/// Games of more positions are left out.
const POSITIONS: usize = 20_000;

fn asked(convention: Convention) -> Options<'static> {
    let limits = Limits {
        positions: 20 * POSITIONS,
        memory: 256 << 20,
        time: Some((Instant::now(), Duration::from_secs(2))),
        ..Limits::default()
    };
    let convention = Some(convention);
    Options { convention, limits, beyond: Duration::ZERO, ..Options::default() }
}

fn listed(game: &dyn Game, convention: Convention) -> Option<Answer> {
    let options = asked(convention);
    let limits = Limits { positions: POSITIONS, time: None, ..options.limits };
    let (by, wanted) = (Some("list"), Wanted::POSITIONS);
    let answer = answer::solve(game, &Options { limits, by, wanted, ..options }).ok()?;
    answer.whole().ok()
}

/// Compares each method that offers to find who wins, alone, with the list; how many have answered.
fn compare(game: &dyn Game, convention: Convention, counts: &mut Vec<(&'static str, usize)>) {
    let Some(expected) = listed(game, convention) else { return };
    let options = asked(convention);
    for (method, offer) in answer::plan(game, &options) {
        if method == "list" || !offer.facets.contains(&Facet::Winner) {
            continue;
        }
        let alone = Options { by: Some(method), ..asked(convention) };
        let text = format!("{} {convention:?} by {method}", game.text());
        let found = match answer::solve(game, &alone) {
            Ok(found) => found,
            Err(Failure::Stopped(Stopped::Rules(fault))) => panic!("{text}: {fault}"),
            Err(contradiction @ Failure::Contradiction { .. }) => panic!("{text}: {contradiction}"),
            Err(_) => continue,
        };
        for starter in Player::BOTH {
            let (Some(found), Some(expected)) = (found.side(starter), expected.side(starter))
            else {
                continue;
            };
            assert_eq!(found.fate, expected.fate, "{text}, {starter} first");
            if found.complete && found.fate == Fate::Win {
                assert_eq!(found.best.len(), expected.best.len(), "{text}: {:?}", found.best);
            }
            assert!(found.best.len() <= expected.best.len(), "{text}: {:?}", found.best);
            let none = expected.best.is_empty();
            assert!(found.fate != Fate::Win || found.best.is_empty() == none, "{text}, {starter}");
        }
        match counts.iter_mut().find(|(known, _)| *known == method) {
            Some((_, count)) => *count += 1,
            None => counts.push((method, 1)),
        }
    }
}

#[test]
fn every_method_alone_says_what_the_list_says() {
    let mut counts = Vec::new();
    let examples = catalogue::rulesets().iter().flat_map(|entry| entry.examples).copied();
    let more = [
        "nim(3) + nim(1,4)",
        "nim(1,1,1) + nim(2)",
        "kayles(5) + nim(3)",
        "cram(2x3) + nim(2)",
        "heap(=n-1+n-1; 6)",
        "subtraction(1,3; 40)",
        "subtraction(2,3; 11,6)",
        "octal(0.77; 9,4)",
        "cutcake(5x4)",
        "eatcake(3x3)",
    ];
    for text in examples.chain(more) {
        let game = catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for convention in [Convention::Normal, Convention::Misere] {
            compare(&*game, convention, &mut counts);
        }
    }
    for (method, least) in [
        ("theorem", 4),
        ("components", 40),
        ("forward search", 100),
        ("canonical form", 30),
        ("misère quotient", 20),
        ("search of sums", 50),
        ("points", 2),
    ] {
        let count = counts.iter().find(|(known, _)| *known == method).map_or(0, |found| found.1);
        assert!(count >= least, "{method} has answered {count} times: {counts:?}");
    }
}

/// All small heaps with all that may have been taken before (Schwenk 1970, Whinihan 1963), small
/// positions of Wythoff's game and Cutcake, and all small sums of Nim under misère play (Bouton 1901).
#[test]
fn theorems_hold_in_all_small_positions() {
    let mut counts = Vec::new();
    for times in 1..=4 {
        for heap in 0..=34 {
            let last = (1..=heap).map(|last| format!(", {last}"));
            for last in [String::new()].into_iter().chain(last) {
                let text = format!("take-with-memory(times {times}; {heap}{last})");
                let game = catalogue::parse(&text).unwrap();
                compare(&*game, Convention::Normal, &mut counts);
            }
        }
    }
    for convention in [Convention::Normal, Convention::Misere] {
        for (a, b) in (0..=16).flat_map(|a| (0..=16).map(move |b| (a, b))) {
            let game = catalogue::parse(&format!("wythoff({a},{b})")).unwrap();
            compare(&*game, convention, &mut counts);
        }
    }
    for (a, b) in (1..=9).flat_map(|a| (1..=9).map(move |b| (a, b))) {
        for more in ["", ", 5x2", ", 2x6, 1x1"] {
            let game = catalogue::parse(&format!("cutcake({a}x{b}{more})")).unwrap();
            compare(&*game, Convention::Normal, &mut counts);
        }
    }
    for (a, b, c) in
        (0..=4).flat_map(|a| (a..=4).flat_map(move |b| (b..=5).map(move |c| (a, b, c))))
    {
        for text in [format!("nim({a},{b},{c})"), format!("nim({a},{b}) + nim({c})")] {
            compare(&*catalogue::parse(&text).unwrap(), Convention::Misere, &mut counts);
        }
    }
    let theorems = counts.iter().find(|(method, _)| *method == "theorem").unwrap().1;
    assert!(theorems > 3_000, "{counts:?}");
}

/// Sequences of so many numbers below `end`.
fn sequences(numbers: u32, end: u32) -> impl Iterator<Item = String> {
    (0..end.pow(numbers)).map(move |code| {
        let number = |place| (code / end.pow(place) % end).to_string();
        (0..numbers).map(number).collect::<Vec<_>>().join(",")
    })
}

/// Moore 1910, also under misère play; Sprague 1937; Albert and Nowakowski 2001, Cairns and Ho 2011.
#[test]
fn theorems_of_several_heaps_hold_in_all_small_positions() {
    let mut counts = Vec::new();
    let both = [Convention::Normal, Convention::Misere];
    for convention in both {
        for (most, heaps, end) in [(1, 3, 4), (2, 3, 4), (2, 4, 3), (3, 4, 3), (2, 5, 2)] {
            for text in sequences(heaps, end) {
                let game = catalogue::parse(&format!("moore-nim({most}; {text})")).unwrap();
                compare(&*game, convention, &mut counts);
            }
        }
        for (heaps, end) in [(1, 5), (2, 5), (3, 5), (4, 5), (5, 3)] {
            for text in sequences(heaps, end).filter(|text| !text.contains('0')) {
                let game = catalogue::parse(&format!("end-nim({text})")).unwrap();
                compare(&*game, convention, &mut counts);
            }
        }
    }
    for (steps, end) in [(2, 5), (3, 4), (4, 3)] {
        for text in sequences(steps, end) {
            let game = catalogue::parse(&format!("staircase-nim({text})")).unwrap();
            compare(&*game, Convention::Normal, &mut counts);
        }
    }
    let theorems = counts.iter().find(|(method, _)| *method == "theorem").unwrap().1;
    assert!(theorems > 1_000, "{counts:?}");
}

/// Northcott's game on three rows of four, and walks of a token through all graphs of four vertices
/// and some of seven (Fraenkel, Scheinerman and Ullman 1993).
#[test]
fn theorems_of_boards_and_graphs_hold_in_all_small_positions() {
    let mut counts = Vec::new();
    let rows = ["xo..", "x.o.", "x..o", ".xo.", ".x.o", "..xo", "o..x", ".ox."];
    for (first, second) in rows.iter().flat_map(|a| rows.iter().map(move |b| (a, b))) {
        for third in ["", "|x.o.", "|.o.x"] {
            let text = format!("northcotts-game({first}|{second}{third})");
            compare(&*catalogue::parse(&text).unwrap(), Convention::Normal, &mut counts);
        }
    }
    let mut walks = |names: &str, graph: u64| {
        let all: Vec<char> = names.chars().collect();
        let pairs = (0..all.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let drawn = (0..).zip(pairs).filter(|(bit, _)| graph >> bit & 1 == 1);
        let edges = drawn.map(|(_, (a, b))| format!("{}-{}, ", all[a], all[b]));
        let edges: String = edges.collect::<String>();
        let vertices = all.iter().map(char::to_string).collect::<Vec<_>>().join(",");
        let text = format!("undirected-vertex-geography({edges}{vertices}; a)");
        compare(&*catalogue::parse(&text).unwrap(), Convention::Normal, &mut counts);
    };
    (0..64).for_each(|graph| walks("abcd", graph));
    (0..150u64).for_each(|seed| walks("abcdefg", seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 43));
    let theorems = counts.iter().find(|(method, _)| *method == "theorem").unwrap().1;
    assert!(theorems > 300, "{counts:?}");
}

#[test]
fn theorems_answer_at_any_size() {
    for (text, convention, outcome) in [
        ("fibonacci-nim(10000)", Convention::Normal, Outcome::N),
        ("fibonacci-nim(832040)", Convention::Normal, Outcome::P),
        ("nim(30,40,50)", Convention::Misere, Outcome::N),
        ("nim(1000000)", Convention::Misere, Outcome::N),
        ("nim(1000000000000) + nim(1000000000000)", Convention::Misere, Outcome::P),
        ("subtraction(1,3; 1000000)", Convention::Misere, Outcome::N),
        // 63 moves, whatever is played.
        ("heap(=n-1+n-1; 6)", Convention::Misere, Outcome::P),
        ("cutcake(8x7)", Convention::Normal, Outcome::L),
        ("cutcake(1000x999)", Convention::Normal, Outcome::P),
        ("cutcake(1000x500, 300x700)", Convention::Normal, Outcome::L),
        ("wythoff(30000,19000)", Convention::Normal, Outcome::N),
        ("wythoff(4294967295,4294967294)", Convention::Misere, Outcome::N),
        // Numbers of Fibonacci.
        ("wythoff(1134903170,701408733)", Convention::Normal, Outcome::P),
        ("wythoff(1134903170,701408733)", Convention::Misere, Outcome::P),
        ("moore-nim(2; 1000000000,123456789,4000000000,77)", Convention::Normal, Outcome::N),
        (
            "moore-nim(3; 4000000000,4000000000,4000000000,4000000000)",
            Convention::Misere,
            Outcome::P,
        ),
        ("staircase-nim(4000000000,7,3999999999)", Convention::Normal, Outcome::N),
        ("end-nim(1000000000,5,1000000000)", Convention::Misere, Outcome::P),
    ] {
        let game = catalogue::parse(text).unwrap();
        let options = Options { convention: Some(convention), ..Options::default() };
        let answer = answer::solve(&*game, &options).unwrap();
        assert_eq!(answer.outcome, Some(outcome), "{text} {convention:?}");
        let side = answer.left.unwrap();
        assert!(side.fate != Fate::Win || !side.best.is_empty(), "{text}");
        // Nothing large is begun to find what nobody asked for.
        let held = answer.work.iter().map(|work| work.bytes).max();
        assert!(held < Some(64 << 20), "{text}: {:?}", answer.work);
    }
}

/// One or two tokens, with a theorem that is wrong for a heap of 6.
#[derive(Clone)]
struct Misled;

impl Ruleset for Misled {
    type Position = u32;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &heap: &u32, _: Player) -> impl Iterator<Item = u32> {
        (1..=2).filter_map(move |take| heap.checked_sub(take))
    }

    fn theorem(&self, &heap: &u32, _: Player, _: Convention) -> Option<Theorem<u32>> {
        let wins = heap % 3 != 0 || heap == 6;
        let fate = if wins { Fate::Win } else { Fate::Loss };
        let best = if wins { vec![heap - (heap % 3).max(1)] } else { Vec::new() };
        Some(Theorem { fate, best, complete: true, source: "nobody" })
    }
}

impl Notation for Misled {
    fn name(&self) -> &'static str {
        "misled"
    }

    fn print(&self, heap: &u32) -> String {
        heap.to_string()
    }

    fn read(&self, text: Text<'_>) -> Result<u32, ParseError> {
        text.number("a number of tokens")
    }
}

#[test]
fn methods_that_contradict_each_other_are_noticed() {
    let whole = Options { wanted: Wanted::POSITIONS, ..Options::default() };
    assert!(answer::solve(&Of::new(Misled, 7), &whole).is_ok());
    match answer::solve(&Of::new(Misled, 6), &whole) {
        Err(Failure::Contradiction { methods, what }) => {
            assert_eq!(methods[0], "theorem");
            assert!(what.contains("misled(6)"), "{what}");
        }
        found => panic!("{:?}", found.map(|answer| answer.outcome)),
    }
    // What nobody asked for is enough to notice it.
    assert!(answer::solve(&Of::new(Misled, 6), &Options::default()).is_err());
}

/// A game and its negative do not cancel where play can go on for ever; coins that are turned are no
/// heaps under misère play.
#[test]
fn methods_are_not_asked_where_their_theorem_does_not_hold() {
    let names = |text: &str, convention| -> Vec<&str> {
        let game = catalogue::parse(text).unwrap();
        answer::plan(&*game, &asked(convention)).into_iter().map(|(name, _)| name).collect()
    };
    let loopy = "backsliding-toads-and-frogs(TT..FF) + backsliding-toads-and-frogs(TT..FF)";
    assert!(!names(loopy, Convention::Normal).contains(&"search of sums"));
    for text in ["turning-turtles(THH)", "mock-turtles(HTH)"] {
        let found = names(text, Convention::Misere);
        assert!(!found.contains(&"misère quotient") && !found.contains(&"theorem"), "{found:?}");
    }
    let mut counts = Vec::new();
    for heads in 0..1 << 6 {
        let row: String =
            (0..6).map(|coin| if heads >> coin & 1 == 1 { 'H' } else { 'T' }).collect();
        let game = catalogue::parse(&format!("turning-turtles({row})")).unwrap();
        compare(&*game, Convention::Misere, &mut counts);
    }
    assert!(!counts.is_empty());
}

/// What is proved before a limit stops the work is told, with what is missing.
#[test]
fn a_margin_that_is_not_found_is_missed() {
    let text =
        "othello(8; ..OXXO..|XOXXXX..|XOOOOXXX|XOOOXXXX|X.OOOXXX|..OOOOXX|..XXOO..|...XXOO.)";
    let game = catalogue::parse(text).unwrap();
    let time = Some((Instant::now(), Duration::from_millis(100)));
    let limits = Limits { time, ..Limits::default() };
    match answer::solve(&*game, &Options { limits, ..Options::default() }) {
        Ok(answer) => {
            assert!(answer.stopped.is_some() && answer.missing.contains(&Facet::Margin));
        }
        Err(error) => assert!(matches!(error, Failure::Stopped(Stopped::Time { .. })), "{error}"),
    }
}

#[test]
fn only_the_player_who_is_asked_about_is_answered() {
    let game = catalogue::parse("domineering(4x3)").unwrap();
    for starter in Player::BOTH {
        let options = Options { starter: Some(starter), ..Options::default() };
        let answer = answer::solve(&*game, &options).unwrap();
        assert!(answer.side(starter).is_some() && answer.side(starter.opponent()).is_none());
        // The value says what happens if the other player starts.
        assert_eq!((answer.outcome, answer.value_text().is_some()), (Some(Outcome::R), true));
        let unvalued = Options { beyond: Duration::ZERO, by: Some("list"), ..options };
        assert_eq!(answer::solve(&*game, &unvalued).unwrap().outcome, None);
    }
}

/// Who loses does so with any move, also where a theorem or a search says who wins.
#[test]
fn all_moves_are_listed_that_keep_the_result() {
    let wanted = Wanted { moves: true, ..Wanted::WINNER };
    for (text, convention, moves) in [
        ("nim(40,50,26)", Convention::Misere, 40 + 50 + 26),
        ("nim(300,7) + nim(300,7)", Convention::Misere, 2 * (300 + 7)),
        ("nim(5000,5000)", Convention::Normal, 2 * 5000),
    ] {
        let game = language::game(text, &Limits::default()).unwrap();
        let options = Options { convention: Some(convention), wanted, ..Options::default() };
        let answer = answer::solve(&*game, &options).unwrap();
        let side = answer.side(Player::Left).unwrap();
        let found = (side.fate, side.complete, side.best.len());
        assert_eq!(found, (Fate::Loss, true, moves), "{text}");
    }
}

/// Every move has the result, and where positions are listed the number of moves, of the position
/// that it leads to.
#[test]
fn every_move_is_judged() {
    for text in [
        "tic-tac-toe(X..|.O.|...)",
        "nim(3,4,5)",
        "domineering(3x3)",
        "hex(3)",
        "clobber(3x4)",
        "othello(4)",
    ] {
        let game = catalogue::parse(text).unwrap();
        let wanted = Wanted { every_move: true, ..Wanted::WINNER };
        let answer = answer::solve(&*game, &Options { wanted, ..Options::default() }).unwrap();
        for starter in Player::BOTH {
            let Some(side) = answer.side(starter) else { continue };
            assert_eq!(side.moves.len(), game.moves(starter).len(), "{text} {starter}");
            for judged in &side.moves {
                let option = catalogue::parse(&judged.option.to).unwrap();
                let mover = option.turn().unwrap_or(starter.opponent());
                let there = listed(&*option, game.convention()).unwrap();
                let expected = there.side(mover).unwrap();
                let turns = |fate: Fate| if mover == starter { fate } else { fate.reversed() };
                assert_eq!(judged.option.fate, turns(expected.fate), "{}", judged.option.to);
                let (remoteness, counts) = (judged.option.remoteness, game.counts_points());
                if remoteness.is_some() || answer.solved.is_some() && !counts {
                    assert_eq!(remoteness, expected.remoteness, "{}", judged.option.to);
                }
                assert_eq!(judged.margin.is_some(), counts, "{text}");
            }
            let keeps = side.moves.iter().filter(|judged| judged.option.fate == side.fate);
            assert!(game.counts_points() || side.complete && side.best.len() == keeps.count());
            if let Some(score) = &side.score {
                let best = side.moves.iter().filter_map(|judged| judged.margin).max();
                assert_eq!(best, Some(score.total), "{text} {starter}");
            }
        }
    }
}
