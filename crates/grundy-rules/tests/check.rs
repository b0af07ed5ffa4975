//! Promises that are broken are found, and those that are kept are not reported.

use grundy::Limits;
use grundy_rules::{Report, check, load};

fn report(text: &str) -> Report {
    let file = load("game.star", text).unwrap_or_else(|fault| panic!("{fault}"));
    check(&file, &Limits::default()).unwrap_or_else(|fault| panic!("{fault}"))
}

fn broken(text: &str) -> Vec<String> {
    let mut broken: Vec<String> =
        report(text).broken.into_iter().map(|broken| broken.message).collect();
    broken.truncate(1);
    broken
}

fn example(name: &str) -> String {
    let path = format!("{}/../../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn examples_keep_their_promises() {
    let folder = format!("{}/../../examples/rules", env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let file = load(&format!("{name}.star"), &example(name)).unwrap();
        let limits = Limits { positions: 5000, ..Limits::default() };
        let report = check(&file, &limits).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(report.broken.is_empty(), "{name}: {:?}", report.broken);
        assert!(report.advice.is_empty(), "{name}: {:?}", report.advice);
        assert!(report.positions > 1 && report.positions_per_second > 0.0, "{name}");
    }
}

#[test]
fn a_report_counts_positions_moves_and_loops() {
    let take = report(&example("take-one-or-two"));
    assert_eq!((take.positions, take.moves, take.most_moves), (22, 41, 2));
    assert_eq!((take.complete, take.loops, take.longest, take.ended), (true, false, Some(21), 1));
    let adding = report(&example("nim-with-adding"));
    assert!(adding.loops && adding.longest.is_none());
    assert!(serde_json::to_string(&take).unwrap().contains("\"positions\":22"));
}

#[test]
fn components_that_are_worth_something_else_are_found() {
    // Ones with one zero between them would be parts of each other here.
    let wrong = example("last-to-toggle-wins").replace("bits.split(\"0\")", "[bits[:5], bits[5:]]");
    assert_eq!(broken(&wrong).len(), 1, "{:?}", broken(&wrong));
    assert!(broken(&wrong)[0].contains("together are a"), "{:?}", broken(&wrong));
}

#[test]
fn heaps_that_depend_on_each_other_are_found() {
    let text = "
heaps = True
def start(): return (3, 4)
def moves(heaps):
    if len(heaps) < 2:
        return [(k,) for heap in heaps for k in range(heap)]
    a, b = heaps
    return [(a - k, b - k) for k in range(1, min(a, b) + 1)] + [(a - 1, b)]
";
    assert!(broken(text)[0].contains("together are a"), "{:?}", broken(text));
}

#[test]
fn a_canonical_that_changes_who_wins_is_found() {
    let wrong = example("wythoff").replace("(min(p), max(p))", "(0, p[0] + p[1])");
    assert!(broken(&wrong)[0].contains("which `canonical` gives for it"), "{:?}", broken(&wrong));
    let wrong = example("wythoff").replace("(min(p), max(p))", "(p[1], p[0])");
    assert!(!broken(&wrong).is_empty());
}

#[test]
fn a_negative_that_does_not_exchange_the_players_is_found() {
    let wrong = example("toads-and-frogs").replace("reversed(strip.elems())", "strip.elems()");
    assert!(broken(&wrong)[0].contains("are not the negatives of"), "{:?}", broken(&wrong));
    let wrong = example("toads-and-frogs").replace("\"F\": \"T\"", "\"F\": \"F\"");
    assert!(broken(&wrong)[0].contains("`negative` gives"), "{:?}", broken(&wrong));
}

#[test]
fn images_that_are_not_symmetric_are_found() {
    let turned = "(6, 3, 0, 7, 4, 1, 8, 5, 2)";
    let wrong = example("tic-tac-toe").replace(turned, "(6, 3, 0, 7, 4, 1, 8, 2, 5)");
    assert!(broken(&wrong)[0].contains("its image"), "{:?}", broken(&wrong));
    let wrong = example("tic-tac-toe").replace("for _ in range(3):", "for _ in range(2):");
    assert!(broken(&wrong)[0].contains("its image"), "{:?}", broken(&wrong));
    // A group of permutations that does not keep rows.
    let wrong = format!(
        "{}
def symmetries(board):
    return [board, board[1] + board[0] + board[2:]]
",
        example("tic-tac-toe").replace("def symmetries", "def _symmetries")
    );
    assert!(!broken(&wrong).is_empty());
    let both = format!("{wrong}\ndef canonical(board): return board\n");
    let fault = grundy_rules::load("both.star", &both).unwrap_err().to_string();
    assert!(fault.contains("beside `canonical`"), "{fault}");
}

#[test]
fn a_tier_that_falls_is_found() {
    let text = "
def start(): return 9
def moves(n): return [n - k for k in (1, 2) if k <= n]
def tier(n): return TIER
";
    assert!(broken(&text.replace("TIER", "9 - n")).is_empty());
    let wrong = text.replace("TIER", "n // 4");
    assert!(broken(&wrong)[0].contains("after the move to"), "{:?}", broken(&wrong));
    let file = load("falls.star", &text.replace("TIER", "-n")).unwrap();
    let fault = check(&file, &Limits::default()).unwrap_err().to_string();
    assert!(fault.contains("a number from 0 to 1048575; it gives -9"), "{fault}");
}

#[test]
fn positions_that_both_have_won_are_found() {
    let wrong = example("tic-tac-toe").replace("has_row(board, \"O\")", "has_row(board, \"X\")");
    let wrong = wrong.replace("def negative", "def _negative");
    assert_eq!(broken(&wrong), ["`left_won` and `right_won` are both True"]);
}

#[test]
fn a_game_that_need_not_ask_for_the_player_is_told_so() {
    let text = example("take-one-or-two").replace("moves(n)", "moves(n, player)");
    let report = report(&text);
    assert!(!report.impartial && report.advice.len() == 1, "{report:?}");
}
