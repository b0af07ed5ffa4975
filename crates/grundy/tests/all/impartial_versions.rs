//! Impartial versions of partizan games, against plain mex and against Cram.

use std::collections::HashMap;

use grundy::answer::{self, Options, Solver};
use grundy::catalogue::{parse, parse_ruleset};
use grundy::{Convention, Game, Limits, Outcome, Player};

fn game(text: &str) -> Box<dyn Game> {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn value(text: &str) -> String {
    let value = Solver::default().value(&*game(text), &Limits::default());
    value.unwrap().unwrap_or_else(|| panic!("{text} has no value")).0.to_string()
}

fn nimber(value: usize) -> String {
    match value {
        0 => "0".to_string(),
        1 => "*".to_string(),
        larger => format!("*{larger}"),
    }
}

/// The mex of what the moves of both players lead to, by the definition.
fn mex(game: &dyn Game, known: &mut HashMap<String, usize>) -> usize {
    let text = game.text();
    if let Some(&known) = known.get(&text) {
        return known;
    }
    let options = Player::BOTH.into_iter().flat_map(|player| game.options(player));
    let found: Vec<usize> = options.map(|option| mex(&*option, known)).collect();
    let mex = (0..).find(|value| !found.contains(value)).unwrap();
    known.insert(text, mex);
    mex
}

#[test]
fn values_are_those_of_the_definition() {
    let mut greatest = 0;
    for text in [
        "clobber(xoxo|oxox)",
        "clobber(xx.o|oxxo|.xo.)",
        "toads-and-frogs(TT..FF)",
        "toads-and-frogs(T.TF.FF)",
        "col(3x3)",
        "snort(3x3)",
        "snort(a-b-c-d-a, c-e-f; l:b)",
        "konane(xoxo|oxox|xo.o)",
        "konane(xo.ox|ox.xo|xoxox)",
        "domineering(4x3)",
        "amazons(x..|...|..o)",
        "hackenbush(B[R,GG], RB)",
        "cutcake(4x5)",
        "partizan-subtraction(1,2 / 1,3; 14)",
        "fission(4x4)",
        "elephants-and-rhinos(E..R.E.R)",
        "toppling-dominoes(BRGBRB)",
        "nogo(3x2)",
        "push(.LR.R.L)",
    ] {
        let expected = mex(&*game(text), &mut HashMap::new());
        assert_eq!(value(&format!("impartial({text})")), nimber(expected), "{text}");
        greatest = greatest.max(expected);
    }
    // That all are 0 would say little.
    assert!(greatest > 3);
}

#[test]
fn impartial_domineering_is_cram() {
    for (width, height) in [(1, 1), (4, 1), (1, 7), (2, 2), (3, 2), (2, 3), (3, 3), (2, 4), (4, 3)]
    {
        let area = width * height;
        // All boards of a few squares, and some of more.
        for board in (0u32..1 << area).step_by(if area > 9 { 37 } else { 1 }) {
            let square = |i: usize| if board >> i & 1 == 1 { '#' } else { '.' };
            let rows = (0..height).map(|y| (0..width).map(|x| square(y * width + x)).collect());
            let rows: Vec<String> = rows.collect();
            let rows = rows.join("|");
            let text = format!("impartial(domineering({rows}))");
            assert_eq!(value(&text), value(&format!("cram({rows})")), "{rows}");
        }
    }
    // Cram on 4×4 is lost for who starts, as is every board with two even sides, and won
    // with one.
    for (text, outcome) in [("4x4", Outcome::P), ("5x4", Outcome::N), ("5x5", Outcome::P)] {
        let game = game(&format!("impartial(domineering({text}))"));
        let answer = answer::solve(&*game, &Options::default()).unwrap();
        assert_eq!(answer.outcome, Some(outcome), "{text}");
    }
}

#[test]
fn whole_play_agrees_with_values() {
    for text in ["clobber(xo|ox|xo)", "domineering(3x3)", "toads-and-frogs(TT.FF)"] {
        let game = game(&format!("impartial({text})"));
        let options = Options { wanted: answer::Wanted::POSITIONS, ..Options::default() };
        let whole = answer::solve(&*game, &options).unwrap();
        let expected = mex(&*parse(text).unwrap(), &mut HashMap::new());
        assert_eq!(whole.outcome, Some(if expected == 0 { Outcome::P } else { Outcome::N }));
        assert!(whole.positions.is_some());
        // Under misère play from the definition.
        fn wins(game: &dyn Game, known: &mut HashMap<String, bool>) -> bool {
            if let Some(&known) = known.get(&game.text()) {
                return known;
            }
            let mut options = Player::BOTH.into_iter().flat_map(|p| game.options(p)).peekable();
            let stuck = options.peek().is_none();
            let wins = options.any(|option| !wins(&*option, known)) || stuck;
            known.insert(game.text(), wins);
            wins
        }
        let options = Options { convention: Some(Convention::Misere), ..Options::default() };
        let misere = answer::solve(&*game, &options).unwrap();
        let expected = wins(&*parse(text).unwrap(), &mut HashMap::new());
        assert_eq!(misere.outcome, Some(if expected { Outcome::N } else { Outcome::P }), "{text}");
    }
}

#[test]
fn positions_are_written_inside_of_the_ruleset() {
    let start = game("impartial( domineering( 3x2 ) )");
    assert_eq!(start.text(), "impartial(domineering(...|...))");
    assert_eq!(start.ruleset(), "impartial(domineering)");
    assert_eq!(start.position(), "...|...");
    let mut texts: Vec<String> = start.options(Player::Left).iter().map(|g| g.text()).collect();
    texts.sort();
    let right: Vec<String> = start.options(Player::Right).iter().map(|g| g.text()).collect();
    assert_eq!((texts.len(), right.len()), (7, 7));
    assert!(texts.contains(&"impartial(domineering(##.|...))".to_string()), "{texts:?}");
    assert!(texts.contains(&"impartial(domineering(#..|#..))".to_string()), "{texts:?}");
    // Each player's moves have their own names and places.
    let names: Vec<String> = start.moves(Player::Right).into_iter().map(|m| m.name).collect();
    let inside = game("domineering(3x2)");
    let known = Player::BOTH.into_iter().flat_map(|player| inside.moves(player));
    assert_eq!(names, known.map(|m| m.name).collect::<Vec<_>>());
    assert!(start.moves(Player::Left).iter().all(|m| !m.tokens.is_empty()));
    assert_eq!(start.drawing(), inside.drawing());

    let with_parameters = "impartial(partizan-subtraction(1,2 / 1,3; 14))";
    assert_eq!(game(with_parameters).text(), with_parameters);
    let position = game("impartial(domineering; ..|..)");
    assert_eq!(position.text(), "impartial(domineering(..|..))");
    assert_eq!(parse_ruleset("impartial(domineering)").unwrap().ruleset(), start.ruleset());
}

#[test]
fn what_is_impartial_stays_and_sums_are_made_so_term_by_term() {
    assert_eq!(game("impartial(cram(3x2))").text(), "cram(...|...)");
    assert_eq!(game("impartial(impartial(clobber(xo)))").text(), "impartial(clobber(xo))");
    assert_eq!(
        game("impartial(clobber(xo) - domineering(..) + nim(3))").text(),
        "impartial(clobber(xo)) + impartial(domineering(..)) + nim(3)"
    );
    assert_eq!(game("impartial(0)").text(), "0");
    assert_eq!(value("impartial(clobber(xo)) + impartial(domineering(..)) + nim(3)"), "*3");
    assert_eq!(value("impartial(domineering(3x2)) - cram(3x2)"), "0");
}

/// Toads that may step back can go on for ever.
#[test]
fn loopy_games_have_smith_fraenkel_values() {
    assert!(value("impartial(backsliding-toads-and-frogs(T.F))").starts_with('∞'));
    let game = game("impartial(backsliding-toads-and-frogs(T..F))");
    let answer = answer::solve(&*game, &Options::default()).unwrap();
    let expected = answer.value.as_ref().map(|value| value.outcome());
    assert_eq!(answer.outcome, expected);
}

#[test]
fn errors_point_at_the_place() {
    for (text, at, expected) in [
        ("impartial", 9, "expected a game in parentheses"),
        ("impartial()", 10, "expected a ruleset"),
        ("impartial(tic-tac-toe)", 10, "expected a game without ends of its own"),
        ("nim(1) + impartial(  hex(3))", 21, "expected a game without ends of its own"),
        ("impartial(clobber(xz))", 19, "expected a square"),
        ("impartial(partizan-subtraction(1 / 2; x))", 38, "expected"),
        ("impartial(partizan-subtraction(1 / q ; 3))", 35, "expected"),
        ("impartial(domineering; x)", 23, "expected a square"),
        ("impartial(domineering(..)", 25, "expected ')'"),
        ("impartial(foo(3))", 10, "expected the name of a ruleset"),
    ] {
        let error = parse(text).err().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(error.at, at, "{text}: {error}");
        let said = error.to_string();
        assert!(at == 10 && text.ends_with("()") || said.starts_with(expected), "{text}: {said}");
    }
    let deep = format!("{}clobber(xo){}", "impartial(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(parse(&deep).err().unwrap().at, 10);
    let deep = format!("{}clobber(xo){}", "impartial(".repeat(60), ")".repeat(60));
    assert_eq!(game(&deep).text(), "impartial(clobber(xo))");
}
