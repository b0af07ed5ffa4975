//! Rule files that are won by points: margins against a dynamic program, games that are built in,
//! and the definition.

use std::sync::Arc;

use grundy::answer::{Answer, Options, Wanted, solve};
use grundy::solve::partitioned::Failure;
use grundy::stated::Statement;
use grundy::{Fate, Fault, Game, Limits, Player, Random, Stopped, catalogue};

fn example(name: &str) -> String {
    let path = format!("{}/../../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Registers a file under a name, and reads a game of it.
fn game(name: &str, text: &str, parameters: &str) -> Box<dyn Game> {
    let file = grundy_rules::load(&format!("{name}.star"), text);
    let file = file.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let own = format!("scores-{name}");
    catalogue::register(&own, Arc::new(file));
    let text = if parameters.is_empty() { own } else { format!("{own}({parameters})") };
    catalogue::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solved(game: &dyn Game, wanted: Wanted) -> Answer {
    let answer = solve(game, &Options { wanted, ..Options::default() });
    let answer = answer.unwrap_or_else(|error| panic!("{}: {error}", game.text()));
    answer.whole().unwrap_or_else(|stopped| panic!("{}: {stopped}", game.text()))
}

/// The margin, and the names of the moves that keep it.
fn score(answer: &Answer, starter: Player) -> (i64, Vec<String>) {
    let score = answer.side(starter).and_then(|side| side.score.as_ref()).expect("a score");
    assert_eq!(score.margin, score.total);
    (score.total, score.best.iter().map(|best| best.name.clone()).collect())
}

/// X − Y in Deque (Educational DP Contest, L), by the recurrence on intervals.
fn deque(row: &[i64]) -> i64 {
    let mut best = vec![0; row.len() + 1];
    for length in 1..=row.len() {
        for first in 0..=row.len() - length {
            let last = row[first + length - 1];
            best[first] = (row[first] - best[first + 1]).max(last - best[first]);
        }
    }
    best[0]
}

fn written(row: &[i64]) -> String {
    row.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

#[test]
fn deque_has_the_margins_of_the_contest() {
    let text = example("deque");
    let many = "1000000000,1,1000000000,1,1000000000,1,1000000000,1,1000000000,1";
    for (row, margin) in
        [("10,80,90,30", 10), ("10,100,10", -80), ("10", 10), (many, 4_999_999_995)]
    {
        let numbers: Vec<i64> = row.split(',').map(|number| number.parse().unwrap()).collect();
        assert_eq!(deque(&numbers), margin);
        let answer = solved(&*game("deque", &text, row), Wanted::WINNER);
        for starter in Player::BOTH {
            assert_eq!(score(&answer, starter).0, margin, "{row}");
        }
    }
    // Published on the page of the contest.
    let row = "4,2,9,7,1,5";
    assert_eq!(score(&solved(&*game("deque", &text, row), Wanted::WINNER), Player::Left).0, 2);
}

#[test]
fn deque_of_random_rows_is_as_the_recurrence_has_it() {
    let (text, mut random) = (example("deque"), Random::new(11));
    for round in 0..40 {
        let length = 1 + random.below(9);
        let span = [2, 9, 100, 1 << 40][round % 4];
        let row: Vec<i64> =
            (0..length).map(|_| random.below(span as usize) as i64 - span / 3).collect();
        let game = game("deque", &text, &written(&row));
        let answer = solved(&*game, Wanted { every_move: true, ..Wanted::WINNER });
        let margin = deque(&row);
        for starter in Player::BOTH {
            let rest =
                [row[0] - deque(&row[1..]), row[row.len() - 1] - deque(&row[..row.len() - 1])];
            let (found, best) = score(&answer, starter);
            assert_eq!(found, margin, "{row:?}");
            let side = answer.side(starter).unwrap();
            let fate = [Fate::Loss, Fate::Draw, Fate::Win][(margin.signum() + 1) as usize];
            assert_eq!(side.fate, fate, "{row:?}");
            for (name, rest) in ["first", "last"].into_iter().zip(rest) {
                let judged = side.moves.iter().find(|judged| judged.option.name == name);
                // One number is the first and the last, and one move.
                let Some(judged) = judged else {
                    assert!(side.moves.len() == 1 && name == "last", "{row:?}");
                    continue;
                };
                assert_eq!(judged.margin, Some(rest), "{row:?} {name}");
                assert_eq!(best.iter().any(|best| best == name), rest == margin, "{row:?} {name}");
            }
        }
    }
}

/// Follows a line of random play in two games by the names of moves, and compares them there.
fn twins(own: &dyn Game, built_in: &dyn Game, seed: u64, moves: u32) -> usize {
    let mut random = Random::new(seed);
    let (mut own, mut built_in) = (own.boxed(), built_in.boxed());
    let mut mover = own.turn().unwrap_or(Player::Left);
    let mut compared = 0;
    for _ in 0..moves {
        let asked = |game: &dyn Game| {
            let asked = Options { starter: Some(mover), ..Options::default() };
            let answer = solve(game, &asked).unwrap().whole().unwrap();
            let side = answer.side(mover).unwrap();
            let score = side.score.as_ref().unwrap();
            let mut best: Vec<String> = score.best.iter().map(|best| best.name.clone()).collect();
            best.sort();
            (score.total, side.fate, best)
        };
        assert_eq!(asked(&*own), asked(&*built_in), "{} {mover}", own.text());
        compared += 1;
        let options = own.moves(mover);
        if options.is_empty() {
            break;
        }
        let option = &options[random.below(options.len())];
        let twin = built_in.moves(mover);
        let twin = twin.into_iter().find(|twin| twin.name == option.name);
        built_in = twin.unwrap_or_else(|| panic!("{} has no {}", built_in.text(), option.name)).to;
        mover = option.to.turn().unwrap_or(mover.opponent());
        own = option.to.boxed();
    }
    compared
}

#[test]
fn kalah_and_othello_in_files_have_the_margins_of_the_built_in_games() {
    let mut compared = 0;
    for (name, parameters, text) in [
        ("kalah", "2, 2", "kalah(2,2)"),
        ("kalah", "3, 2", "kalah(3,2)"),
        ("othello", "4, 2", "othello(4x2,discs)"),
        ("othello", "4, 4", "othello(4,discs)"),
    ] {
        let own = game(name, &example(name), parameters);
        let built_in = catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for seed in 0..3 {
            compared += twins(&*own, &*built_in, seed, 5);
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn dots_and_boxes_in_a_file_has_the_margins_of_the_built_in_game() {
    for (parameters, text) in [
        ("1, 1", "dots-and-boxes(1x1)"),
        ("3, 1", "dots-and-boxes(3x1)"),
        ("", "dots-and-boxes(2x2)"),
    ] {
        let own = solved(
            &*game("dots-and-boxes", &example("dots-and-boxes"), parameters),
            Wanted::WINNER,
        );
        let built_in = solved(&*catalogue::parse(text).unwrap(), Wanted::WINNER);
        let (own, built_in) = (score(&own, Player::Left), score(&built_in, Player::Left));
        assert_eq!((own.0, own.1.len()), (built_in.0, built_in.1.len()), "{text}");
    }
}

/// Whoever is to move at a stays, or ends play by a score; the other one alike at b.
fn endless(left: i64, right: i64) -> String {
    format!(
        "
def start(): return \"a\"
def moves(p, player):
    if p == \"a\": return [\"b\", \"end of Left\"]
    if p == \"b\": return [\"a\", \"end of Right\"]
    return []
def turn(p): return \"Right\" if p == \"b\" else \"Left\"
def score(p): return {left} if p == \"end of Left\" else {right}
"
    )
}

/// Play that goes on for ever gives nobody a point.
#[test]
fn endless_play_is_a_margin_of_nothing() {
    for left in -2..=2 {
        for right in -2..=2 {
            let game =
                game(&format!("endless-{}-{}", left + 2, right + 2), &endless(left, right), "");
            let answer = solved(&*game, Wanted::WINNER);
            // Left ends play for a profit, and Right would; what is left is endless or forced.
            let margin = match (left, right) {
                (1.., right) => left.max(right.min(0)),
                (_, ..=-1) => left.max(right),
                _ => 0,
            };
            assert_eq!(score(&answer, Player::Left).0, margin, "{left} {right}");
        }
    }
}

/// Keys and handicaps that are the same small numbers are not taken for each other, where play can
/// return: every end has `points`, and Left may end play, or both may.
#[test]
fn scores_of_small_keys_are_not_exchanged() {
    for points in [-7, -4, -3, -2, 2, 3, 4, 7] {
        let text = |moves: &str| {
            let [title, about] = ["title = \"Loop\"\n", "about = \"A loop.\"\n"];
            format!(
                "{title}{about}L = {moves}\ndef start():\n    return 0\ndef moves(p):\n    \
                 return L[p]\ndef score(p):\n    return {points}\n"
            )
        };
        let either = game(&format!("either{points}"), &text("[[0, 1], []]"), "");
        let answer = solved(&*either, Wanted::WINNER);
        // Who is behind goes on for ever; that counts nothing.
        for player in Player::BOTH {
            let own = if player == Player::Left { points } else { -points };
            let (found, _) = score(&answer, player);
            // The opponent ends play where that is good for him.
            assert_eq!(found, own, "{points} {player}");
        }
        let through = game(&format!("through{points}"), &text("[[1], [0, 2], []]"), "");
        let answer = solved(&*through, Wanted::WINNER);
        for player in Player::BOTH {
            let own = if player == Player::Left { points } else { -points };
            // Only the opponent of who starts may end play at once, and then in every second move.
            assert_eq!(score(&answer, player).0, own.min(0), "{points} {player}");
        }
    }
}

#[test]
fn large_games_are_searched_by_compiled_rules_within_limits() {
    let row = [3, 9, 1, 4, 8, 2, 7, 5, 6, 1, 9, 3, 8, 2, 4];
    let long = game("deque", &example("deque"), &written(&row));
    assert!(long.large().is_some());
    let answer = solved(&*long, Wanted::WINNER);
    for starter in Player::BOTH {
        assert_eq!(score(&answer, starter).0, deque(&row));
    }
    let limits = Limits { positions: 100, ..Limits::default() };
    let stopped = solve(&*long, &Options { limits, ..Options::default() });
    let stopped = stopped.map_err(Failure::into_stopped).and_then(Answer::whole).unwrap_err();
    assert!(matches!(stopped, Stopped::Positions { limit: 100, .. }), "{stopped}");
}

/// The first fault of a file.
fn fault(text: &str) -> Fault {
    let file = match grundy_rules::load("game.star", text) {
        Err(fault) => return fault,
        Ok(file) => file,
    };
    let game = file.state(None).unwrap();
    let mut found = grundy::stated::Expansions::default();
    game.expand(&[(&game.start(), Player::Left)], &mut found).unwrap_err()
}

#[test]
fn what_contradicts_a_score_is_refused_at_its_place() {
    let file = "def start(): return 0\ndef moves(p, player): return []\n";
    for (more, message) in [
        (
            "def score(p): return 0\ndef won(p): return False\n",
            "`won` has no meaning beside `score`",
        ),
        (
            "def score(p): return 0\ndef tie(p): return True\n",
            "`tie` has no meaning beside `score`",
        ),
        ("def score(p): return 0\nmisere = True\n", "`misere` has no meaning beside `score`"),
        ("def score(p): return 0\nheaps = True\n", "`heaps` has no meaning in a game with ends"),
        ("def score(p, player): return 0\n", "`score` has to take the position"),
        ("def score(): return 0\n", "`score` has to take the position"),
        ("score = 3\n", "`score` is not a function"),
        ("def score(p): return \"3\"\n", "`score` has to give a whole number"),
        ("def score(p): return True\n", "`score` has to give a whole number"),
        ("def score(p): return 1.0\n", "`score` has to give a whole number"),
        ("def score(p): return None\n", "`score` has to give a whole number"),
        ("def score(p): return 1 << 53\n", "between -2^53 and 2^53"),
        ("def score(p): return -(1 << 70)\n", "between -2^53 and 2^53"),
        ("def score(p): return p[0]\n", ""),
    ] {
        let fault = fault(&format!("{file}{more}"));
        assert!(fault.to_string().contains(message), "{more}: {fault}");
        let spot = fault.spot.as_ref().unwrap_or_else(|| panic!("{more}: no place: {fault}"));
        assert!(more.contains(&*spot.line) && !spot.line.is_empty(), "{more}: {fault}");
    }
}

#[test]
fn promises_that_scores_break_are_found() {
    let broken = |text: &str| -> Vec<String> {
        let file = grundy_rules::load("game.star", text).unwrap();
        let report = grundy_rules::check(&file, &Limits::default()).unwrap();
        report.broken.into_iter().map(|broken| broken.message).collect()
    };
    let deque = example("deque");
    assert!(broken(&deque).is_empty());
    let wrong = deque.replace("return (p[0], -p[1])", "return (p[0], 2 * -p[1])");
    assert!(!broken(&wrong).is_empty());
    let biased = deque.replace("return p[1]", "return 2 * p[1] if p[1] > 0 else p[1]");
    assert!(broken(&biased)[0].contains("that of its negative"), "{:?}", broken(&biased));
    let turned = "
def start(): return (3, 1)
def moves(p, player): return [(p[0] - 1, p[1])] if p[0] else []
def symmetries(p): return [(p[0], -p[1])]
def score(p): return 5 + p[1]
";
    assert!(broken(turned)[0].contains("that of its image"), "{:?}", broken(turned));
    let canonical =
        turned.replace("symmetries", "canonical").replace("[(p[0], -p[1])]", "(p[0], 0)");
    let canonical = canonical.replace("(p[0] - 1, p[1])", "(p[0] - 1, 1)");
    assert!(broken(&canonical)[0].contains("`canonical` gives"), "{:?}", broken(&canonical));
}

/// The page, and `--untrusted`, have a list of the positions in place of the file.
#[test]
fn a_list_of_positions_keeps_the_scores() {
    use grundy::stated::{Listing, StatedRules};
    let row = [3, 9, -2, 4, 8];
    let file: Arc<dyn Statement> =
        Arc::new(grundy_rules::load("deque.star", &example("deque")).unwrap());
    let stated = file.state(Some(grundy::Text::new(&written(&row)))).unwrap();
    let rules = StatedRules::new("listed-deque", file.clone(), stated);
    let listing = Listing::of(&*file, &rules, &Limits::default()).unwrap();
    let sent = serde_json::to_string(&listing).unwrap();
    let listing: Listing = serde_json::from_str(&sent).unwrap();
    catalogue::register("listed-deque", Arc::from(listing.into_statement().unwrap()));
    let answer = solved(&*catalogue::parse("listed-deque").unwrap(), Wanted::WINNER);
    for starter in Player::BOTH {
        assert_eq!(score(&answer, starter).0, deque(&row));
    }
}
