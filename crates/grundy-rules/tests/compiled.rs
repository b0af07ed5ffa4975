//! Compiled rules in the solver of large games, against interpreted rules in the one that lists
//! positions in memory.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use grundy::answer::{Options, Solver, Wanted, misere_values, misere_values_by_forms, solve};
use grundy::solve::partitioned::Settings;
use grundy::solve::quotient::{Quotient, heap_games};
use grundy::{Convention, End, Fate, Fault, Game, Limits, Outcome, Player, Text, catalogue};

fn game(name: &str, text: &str) -> Box<dyn Game> {
    let file = grundy_rules::load(&format!("{name}.star"), text);
    let file = file.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let own = format!("compiled-{name}");
    catalogue::register(&own, Arc::new(file));
    catalogue::parse(&own).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Compares who wins, and in how many moves.
fn compare(name: &str, text: &str) {
    let game = game(name, text);
    let answer =
        solve(&*game, &Options { wanted: Wanted::POSITIONS, ..Options::default() }).unwrap();
    let large = game.large().unwrap_or_else(|| panic!("{name} has no keys"));
    let settings = Settings { convention: game.convention(), ..Settings::default() };
    let positions = large.solve(&settings).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut find = large.finder(&positions);
    let mut sides = 0;
    for player in Player::BOTH {
        let Some(side) = answer.side(player) else { continue };
        let code = find(large.key(player)).unwrap();
        let verdict = code.unwrap_or_else(|| panic!("{name}: no start")).verdict();
        assert_eq!(verdict.fate(), side.fate, "{name}, {player} starts");
        if side.remoteness.is_some() {
            assert_eq!(verdict.remoteness(), side.remoteness, "{name}, {player} starts");
        }
        sides += 1;
    }
    assert!(sides > 0, "{name}");
}

#[test]
fn examples_are_solved_by_their_keys() {
    let folder = format!("{}/../../examples/rules", env!("CARGO_MANIFEST_DIR"));
    let mut solved = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        // Too many positions to list for a test; and cakes that have too many pieces for keys.
        if ["fox-and-geese", "othello", "l-game", "cutcake", "connect-four"].contains(&&*name) {
            continue;
        }
        compare(&name, &std::fs::read_to_string(&path).unwrap());
        solved += 1;
    }
    assert!(solved > 20);
}

/// Random play comes near the middle of a wide triangle only; a few restarts must do.
#[test]
fn numbers_that_samples_do_not_reach_take_few_restarts() {
    let text = "
def start():
    return (0, 0)

def moves(p):
    a, b = p
    return [(a + 1, b), (a, b + 1)] if a + b < 200 else []
";
    let file = grundy_rules::load("triangle.star", text).unwrap();
    catalogue::register("triangle", Arc::new(file));
    let solved = (0..5).find_map(|_| {
        let game = catalogue::parse("triangle").unwrap();
        game.large().unwrap().solve(&Settings::default()).ok()
    });
    assert_eq!(solved.unwrap().counts().keys(), 201 * 202 / 2);
}

/// A search by keys meets what no sample has seen, and begins anew by itself; the game that was asked
/// about goes on as it was.
#[test]
fn an_answer_needs_no_second_question() {
    let text = "
def start():
    return (0, 0)

def moves(p):
    n, extra = p
    return [(n + 1, 1000000 if n == 2999 else 0)] if n < 3000 else []
";
    let game = game("chain", text);
    let learned = Cell::new(0);
    let hear = |_: &Fault| learned.set(learned.get() + 1);
    let options = Options { by: Some("forward search"), ..Options::default() };
    let found = solve(&*game, &Options { learned: Some(&hear), ..options }).unwrap();
    assert!(learned.get() > 0, "the sample has seen everything");
    assert_eq!(game.failure(), None);
    let listed = solve(&*game, &Options { by: Some("list"), ..options }).unwrap();
    assert_eq!(found.outcome, listed.outcome);
    assert!(listed.outcome.is_some());
}

/// Play goes to and fro within a tier, so that late positions are listed beside the search; and what
/// fails is too late for samples.
#[test]
fn a_search_with_tables_says_that_rules_have_failed() {
    let text = "
def start():
    return (0, 0)

def moves(p):
    tier, side = p
    if tier == 3000:
        fail(\"no more\")
    return [(tier, 1 - side), (tier + 1, side)]
";
    let game = game("tables", text);
    for by in ["forward search", "list"] {
        let found = solve(&*game, &Options { by: Some(by), ..Options::default() });
        let error = found.map(|answer| answer.outcome).unwrap_err().to_string();
        assert!(error.contains("no more"), "{by}: {error}");
    }
}

/// Heaps that grow only late in play, when no sample has seen it: keys and tiers are found again.
#[test]
fn what_samples_have_not_seen_is_learned() {
    let text = "
def start():
    return (0, 0)

def moves(p):
    n, extra = p
    if n == 400:
        return []
    # One line of play in very many comes here.
    if n == 399 and extra == 0:
        return [(400, 1000000), (10, 5)]
    if extra == 5:
        return [(400, -3)] if n == 399 else [(n + 1, 5)]
    return [(n + 1, 0), (n + 1, 1)] if extra == 0 else [(n + 1, extra)]
";
    let file = grundy_rules::load("late.star", text).unwrap();
    catalogue::register("late", Arc::new(file));
    let mut attempts = 0;
    loop {
        let game = catalogue::parse("late").unwrap();
        let large = game.large().unwrap();
        match large.solve(&Settings::default()) {
            Ok(positions) => {
                assert!(attempts > 0, "the sample has seen everything");
                let answer =
                    solve(&*game, &Options { wanted: Wanted::POSITIONS, ..Options::default() })
                        .unwrap();
                let mut find = large.finder(&positions);
                let verdict = find(large.key(Player::Left)).unwrap().unwrap().verdict();
                assert_eq!(Some(verdict.fate()), answer.side(Player::Left).map(|side| side.fate));
                return;
            }
            Err(failure) => {
                attempts += 1;
                assert!(attempts < 10, "{failure}");
            }
        }
    }
}

/// A file without some of its functions.
fn without(text: &str, functions: &[&str]) -> String {
    let mut lines = Vec::new();
    let mut left_out = false;
    for line in text.lines() {
        if !line.starts_with([' ', '#']) && !line.is_empty() {
            left_out = functions.iter().any(|it| line.starts_with(&format!("def {it}(")));
        }
        if !left_out {
            lines.push(line);
        }
    }
    lines.join("\n")
}

type Memo = HashMap<(String, Player), (Fate, u32)>;

/// Who wins if a player moves, and in how many moves, by the definition.
fn by_definition(game: &dyn Game, mover: Player, memo: &mut Memo) -> (Fate, u32) {
    let asked = (game.position(), mover);
    if let Some(&known) = memo.get(&asked) {
        return known;
    }
    let verdict = match game.end(mover) {
        Some(End::Tie) => (Fate::Draw, 0),
        Some(End::Won(player)) => (if player == mover { Fate::Win } else { Fate::Loss }, 0),
        None => {
            let mut best: Option<(Fate, u32)> = None;
            for option in game.options(mover) {
                let next = option.turn().unwrap_or(mover.opponent());
                let (fate, moves) = by_definition(&*option, next, memo);
                let fate = match fate {
                    Fate::Draw => Fate::Draw,
                    fate if (fate == Fate::Loss) == (next != mover) => Fate::Win,
                    _ => Fate::Loss,
                };
                let better = best.is_none_or(|(than, so_far)| match (fate, than) {
                    (Fate::Win, Fate::Win) => moves + 1 < so_far,
                    (Fate::Loss, Fate::Loss) => moves + 1 > so_far,
                    (Fate::Win, _) | (Fate::Draw, Fate::Loss) => true,
                    _ => false,
                });
                if better {
                    best = Some((fate, moves + 1));
                }
            }
            let stuck =
                if game.convention() == Convention::Misere { Fate::Win } else { Fate::Loss };
            best.unwrap_or((stuck, 0))
        }
    };
    memo.insert(asked, verdict);
    verdict
}

/// Compares the verdicts of all positions that play reaches; says how many keys there are, and
/// how many positions, each with the player to move, they stand for.
fn compare_all(name: &str, text: &str) -> (u64, u64) {
    let game = game(name, text);
    let settings = Settings { convention: game.convention(), ..Settings::default() };
    let large = game.large().unwrap_or_else(|| panic!("{name} has no keys"));
    let solved = large.solve(&settings).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut find = large.finder(&solved);
    let mut memo = Memo::new();
    let movers = game.turn().map_or(Player::BOTH.to_vec(), |turn| vec![turn]);
    for &mover in &movers {
        by_definition(&*game, mover, &mut memo);
    }
    for ((position, mover), &(fate, moves)) in &memo {
        let place = game.at(Text::new(position)).unwrap().large().unwrap();
        let code = find(place.key(*mover)).unwrap();
        let code = code.unwrap_or_else(|| panic!("{name}: {position} has no verdict"));
        assert_eq!(code.verdict().fate(), fate, "{name}; {position}, {mover} moves");
        if fate != Fate::Draw {
            let found = code.verdict().remoteness();
            assert_eq!(found, Some(moves), "{name}; {position}, {mover} moves");
        }
    }
    let counts = solved.counts();
    let movers = if game.impartial() { 2 } else { 1 };
    assert_eq!(counts.positions() * movers, memo.len() as u64, "{name}");
    (counts.keys(), counts.positions())
}

/// 765 boards, and as many positions with a player to move as without symmetries.
#[test]
fn images_and_negatives_are_solved_once() {
    let text = include_str!("../../../examples/rules/tic-tac-toe.star");
    let (keys, positions) = compare_all("images-and-negatives", text);
    assert_eq!((keys, positions), (765, 10_956));
    let (keys, positions) = compare_all("negatives", &without(text, &["symmetries"]));
    assert_eq!((keys, positions), (5478, 10_956));
    let (keys, positions) = compare_all("images", &without(text, &["negative"]));
    assert_eq!(positions, 10_956);
    assert!(keys < 10_956 / 4, "{keys}");
    let (keys, positions) = compare_all("plain", &without(text, &["negative", "symmetries"]));
    assert_eq!((keys, positions), (10_956, 10_956));
}

/// Where tiers do not say who is to move, and where play can repeat.
#[test]
fn negatives_replace_the_player_to_move() {
    let text = "
def start():
    return \"A...B\"

def moves(strip, player):
    king = \"A\" if player == \"Left\" else \"B\"
    at = strip.index(king)
    return [
        \"\".join([king if i == to else \".\" if i == at else strip[i] for i in range(5)])
        for to in (at - 1, at + 1)
        if to >= 0 and to < 5 and strip[to] == \".\"
    ]

def negative(strip):
    return strip.replace(\"A\", \"-\").replace(\"B\", \"A\").replace(\"-\", \"B\")[::-1]

def left_won(strip):
    return strip[4] == \"A\"

def right_won(strip):
    return strip[0] == \"B\"
";
    compare("kings-on-a-strip", text);
    for name in ["hexapawn", "toads-and-frogs"] {
        let folder = format!("{}/../../examples/rules", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(format!("{folder}/{name}.star")).unwrap();
        let (keys, positions) = compare_all(&format!("{name}-negatives"), &text);
        assert_eq!(2 * keys, positions, "{name}");
        let (keys, positions) =
            compare_all(&format!("{name}-plain"), &without(&text, &["negative"]));
        assert_eq!(keys, positions, "{name}");
    }
}

/// Squares that are covered two at a time: every move leads to the next tier.
const DOMINEERING: &str = "
N = 4

def start():
    return (\".\" * N,) * N

def turned(rows):
    return tuple([\"\".join([row[x] for row in rows]) for x in range(N)])

def right(rows):
    return [
        rows[:y] + (row[:x] + \"##\" + row[x + 2:],) + rows[y + 1:]
        for y, row in enumerate(rows)
        for x in range(N - 1)
        if row[x:x + 2] == \"..\"
    ]

def left(rows):
    return [turned(option) for option in right(turned(rows))]

def negative(rows):
    return turned(rows)

def symmetries(rows):
    mirrored = tuple(reversed(rows))
    images = [rows, mirrored]
    return images + [tuple([\"\".join(reversed(list(row.elems()))) for row in image]) for image in images]
";

#[test]
fn moves_of_one_size_lead_to_the_next_tier() {
    let both = compare_all("covered", DOMINEERING);
    let without_images = without(DOMINEERING, &["symmetries"]);
    let negatives = compare_all("covered-negatives", &without_images);
    let plain = compare_all("covered-plain", &without(&without_images, &["negative"]));
    assert_eq!(both.1, plain.1);
    assert_eq!(plain.0, plain.1);
    assert_eq!(2 * negatives.0, plain.0);
    assert!(both.0 < plain.0 / 5, "{both:?}");
}

/// Letters go up one by one: no count of letters tells how far play has come.
const LETTERS: &str = "
def start():
    return \"abca\"

def moves(text):
    return [
        text[:i] + \"abcd\"[\"abcd\".index(text[i]) + 1] + text[i + 1:]
        for i in range(len(text))
        if text[i] != \"d\"
    ]

def tier(text):
    return 7 + sum([\"abcd\".index(letter) for letter in text.elems()])
";

#[test]
fn a_file_says_the_tier() {
    let game = game("letters", LETTERS);
    let large = game.large().unwrap();
    assert_eq!(large.plan(1, &Settings::default()).flow, grundy::Flow::Stepwise);
    assert_eq!(compare_all("letters-all", LETTERS).0, 4 * 3 * 2 * 4);
    // All of it in one: negatives, images, and a tier of its own that rises by two.
    let text = format!(
        "{DOMINEERING}
def tier(rows):
    return sum([row.count(\"#\") for row in rows])
"
    );
    let said = compare_all("covered-said", &text);
    assert_eq!(said, compare_all("covered-found", DOMINEERING));
}

/// A tier that falls where samples do not come.
#[test]
fn a_tier_that_falls_is_an_error() {
    let text = "
def start():
    return (0, 0)

def moves(p):
    a, b = p
    return [(a + 1, b), (a, b + 1)] if a + b < 320 else []

def tier(p):
    return 0 if p == (150, 150) else p[0] + p[1]
";
    let file = grundy_rules::load("falls.star", text).unwrap();
    catalogue::register("falls", Arc::new(file));
    let failure = (0..20).find_map(|_| {
        let game = catalogue::parse("falls").unwrap();
        let failure = game.large().unwrap().solve(&Settings::default()).err()?;
        let message = failure.to_string();
        message.contains("`tier`").then_some(message)
    });
    let message = failure.unwrap();
    assert!(message.contains("falls from 299 to 0 by the move to (150, 150)"), "{message}");
}

/// Images and negatives that have letters and numbers which no sample has shown.
#[test]
fn what_only_images_and_negatives_are_like_is_learned() {
    let images = "
def start():
    return (1500, 0)

def moves(p):
    n, c = p
    return [(n - k, 7 if n - k < 3 else 0) for k in (1, 2) if k <= n]

def symmetries(p):
    return [p, (p[0], -p[1])]
";
    let negatives = "
def start():
    return (1500, 0)

def moves(p, player):
    n, c = p
    sign = 1 if player == \"Left\" else -1
    return [(n - k, sign * 9 if n - k < 3 else 0) for k in (1, 2) if k <= n]

def negative(p):
    return (p[0], -p[1])
";
    for (name, text) in [("late-images", images), ("late-negatives", negatives)] {
        let file = grundy_rules::load(&format!("{name}.star"), text).unwrap();
        catalogue::register(name, Arc::new(file));
        let solved = (0..10).find_map(|_| {
            let game = catalogue::parse(name).unwrap();
            game.large().unwrap().solve(&Settings::default()).ok()
        });
        assert!(solved.is_some_and(|solved| solved.counts().keys() > 1500), "{name}");
    }
}

/// A tier that is not the same for all images, which a check reports, is still that of one of
/// them: keys are taken apart and made again.
#[test]
fn images_with_other_tiers_share_a_key() {
    let text = "
def start():
    return (3, 3, 3)

def moves(p):
    return [p[:i] + (k,) + p[i + 1:] for i in range(3) for k in range(p[i])]

def symmetries(p):
    return [p, (p[2], p[1], p[0])]

def tier(p):
    return 9 - p[0] - 2 * p[2]
";
    let file = grundy_rules::load("half.star", text).unwrap();
    let report = grundy_rules::check(&file, &grundy::Limits::default()).unwrap();
    assert!(report.broken[0].message.contains("for the image"), "{:?}", report.broken);
}

/// A heap of 5 is broken: no value of a heap that leads to it is told, in any way.
#[test]
fn values_of_heaps_are_not_made_of_moves_that_failed() {
    let text = "
heaps = True

def start(*heaps):
    return heaps or (12,)

def moves(heaps):
    if heaps == (5,):
        fail(\"five\")
    return [
        heaps[:i] + (heaps[i] - k,) + heaps[i + 1:]
        for i in range(len(heaps)) for k in (1, 2) if k <= heaps[i]
    ]
";
    let file = Arc::new(grundy_rules::load("five.star", text).unwrap());
    catalogue::register("five", file);
    // Each time a game that has not failed yet.
    let game = |text: &str| catalogue::parse(text).unwrap();
    let limits = Limits::default();
    for convention in [Convention::Normal, Convention::Misere] {
        for text in ["five(12)", "five(6, 6)", "five(6) + nim(2)", "impartial(five(7))"] {
            let options = Options { convention: Some(convention), ..Options::default() };
            let found = solve(&*game(text), &options).map(|answer| answer.outcome);
            let error = found.unwrap_err().to_string();
            assert!(error.contains("five"), "{text} {convention:?}: {error}");
        }
    }
    let mut solver = Solver::default();
    let ruleset = game("five(12)");
    assert!(solver.table(&*ruleset, 30, &limits).is_err());
    assert!(Solver::default().period(&*game("five(12)"), 30, &limits).is_err());
    let rules = game("five(12)");
    let (rules, _) = rules.heaps().unwrap();
    assert!(misere_values(rules, &mut Vec::new(), 30, &limits).is_err());
    let rules = game("five(12)");
    let (rules, _) = rules.heaps().unwrap();
    assert!(misere_values_by_forms(rules, 30, &limits).is_err());
    let mut quotient = Quotient::default();
    let rules = game("five(12)");
    let (rules, _) = rules.heaps().unwrap();
    assert!((0..12).any(|_| quotient.add(&heap_games(rules), &limits).is_err()));
    // What does not lead there has its value.
    assert_eq!(solve(&*game("five(4)"), &Options::default()).unwrap().outcome, Some(Outcome::N));
}
