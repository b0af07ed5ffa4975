//! The number of positions that is found without visiting them all.

use std::time::{Duration, Instant};

use grundy::stated::Size;
use grundy::{Limits, Text};
use grundy_rules::{advise, check, check_with, load};

/// The size of a game of which only 2000 positions may be visited one by one.
fn size(text: &str, parameters: &str) -> Size {
    let file = load("game.star", text).unwrap();
    let parameters = (!parameters.is_empty()).then(|| Text::new(parameters));
    // Time enough on a machine that does much else.
    let time = Some((Instant::now(), Duration::from_secs(600)));
    let limits = Limits { positions: 2000, time, ..Limits::default() };
    check_with(&file, parameters, &limits).unwrap().size
}

fn example(name: &str) -> String {
    let path = format!("{}/../../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Whether an estimate has an error below `most`, and the truth lies within it.
fn covers(size: Size, truth: f64, most: f64) -> bool {
    match size {
        Size::About { positions, error } => {
            error < most && (positions - truth).abs() <= error * positions
        }
        _ => false,
    }
}

/// Four heaps that are told apart.
const TAKE: &str = "
def start(a, b, c, d):
    return (a, b, c, d)

def moves(p):
    return [p[:i] + (p[i] - k,) + p[i + 1:] for i in range(4) for k in (1, 2) if k <= p[i]]
";

#[test]
fn estimates_cover_what_other_programs_have_counted() {
    // Twice the numbers of John Tromp's playground, for both players who may start.
    for (parameters, truth) in [("4, 4", 322_058.0), ("5, 4", 7_891_422.0)] {
        let found = size(&example("connect-four"), parameters);
        assert!(covers(found, truth, 0.1), "connect-four({parameters}): {found:?}");
    }
}

/// Takes half a minute without optimization.
#[test]
#[ignore = "slow"]
fn an_estimate_covers_a_larger_board() {
    let found = size(&example("connect-four"), "5, 5");
    assert!(covers(found, 139_527_400.0, 0.1), "{found:?}");
}

#[test]
fn estimates_cover_what_is_a_product() {
    // Every heap has each of its sizes: 51 to the power of four.
    let found = size(TAKE, "50, 50, 50, 50");
    assert!(covers(found, 6_765_201.0, 0.5), "{found:?}");
}

#[test]
fn a_small_game_is_counted() {
    // 5,478 positions of the board, for both players who may start.
    assert_eq!(size(&example("tic-tac-toe"), ""), Size::Exactly(10_956));
    assert_eq!(size(&example("take-one-or-two"), "1999"), Size::Exactly(2000));
    // No tier is large, so all are known as a whole.
    assert_eq!(size(TAKE, "30, 30, 30, 30"), Size::Exactly(923_521));
}

#[test]
fn the_same_game_has_the_same_estimate() {
    let twice = || size(&example("connect-four"), "4, 4");
    let found = twice();
    assert!(matches!(found, Size::About { .. }), "{found:?}");
    assert_eq!(found, twice());
}

#[test]
fn a_bound_is_below_what_there_is() {
    // Games in which play can come back.
    for name in ["dodgem", "l-game"] {
        let found = size(&example(name), "");
        let Size::AtLeast(bound) = found else { panic!("{name}: {found:?}") };
        let file = load("game.star", &example(name)).unwrap();
        let time = Some((Instant::now(), Duration::from_secs(600)));
        let limits = Limits { time, ..Limits::default() };
        let Size::Exactly(truth) = check(&file, &limits).unwrap().size else {
            panic!("{name} is small")
        };
        assert!(bound >= 2000.0 && bound <= truth as f64, "{name}: {found:?} of {truth}");
    }
}

#[test]
fn the_author_is_told_what_to_add() {
    let told = |text: &str| advise(&load("game.star", text).unwrap(), None).unwrap().faster;
    let loopy = "
def start(): return (\"L.R\", 0)
def left(p): return [(p[0].replace(\".L\", \"L.\", 1), 5000 - p[1])]
def right(p): return [(p[0].replace(\"R.\", \".R\", 1), p[1])]
";
    let advice = told(loopy);
    let says = |word: &str| advice.iter().any(|advice| advice.contains(word));
    assert!(says("tier(p)") && says("negative(p)") && says("13 bits"), "{advice:?}");
    let advice = told(&example("connect-four"));
    assert!(!advice.iter().any(|advice| advice.contains("negative(p)")), "{advice:?}");
    assert!(!advice.iter().any(|advice| advice.contains("tier(p)")), "{advice:?}");
}
