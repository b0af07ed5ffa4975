//! Compiled rules in the solver of large games, against interpreted rules in the one that lists
//! positions in memory.

use std::sync::Arc;

use grundy::answer::{Options, Whole, solve};
use grundy::solve::partitioned::Settings;
use grundy::{Game, Player, catalogue};

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
    let answer = solve(&*game, &Options { whole: Whole::Always, ..Options::default() }).unwrap();
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
                    solve(&*game, &Options { whole: Whole::Always, ..Options::default() }).unwrap();
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
