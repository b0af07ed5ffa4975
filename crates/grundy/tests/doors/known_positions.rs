//! Every case under `testdata/known/positions` is solved packed, and what is
//! found is what is published: numbers of positions, who wins, in how many moves.

use std::fs;
use std::path::Path;

use grundy::answer::{self, Answer, Side};
use grundy::solve::partitioned::Settings;
use grundy::{Convention, Game, Limits, Outcome, Player, catalogue};

const LIMITS: Limits<'_> = Limits {
    positions: usize::MAX,
    memory: 6 << 30,
    threads: 2,
    time: None,
    interrupted: None,
    full: None,
    progress: None,
};

/// A line of a file: where it stands, a game, and what is known of it.
struct Case {
    place: String,
    game: String,
    facts: Vec<(String, String)>,
}

fn cases(file: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/known/positions");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let case = |(number, line): (usize, &str)| {
        let place = format!("{file}:{}", number + 1);
        let (game, facts) = line.split_once("=>").unwrap_or_else(|| panic!("{place}: no =>"));
        let facts = facts.split_whitespace().map(|fact| {
            let (key, value) = fact.split_once('=').unwrap_or_else(|| panic!("{place}: {fact:?}"));
            (key.to_string(), value.to_string())
        });
        let facts = facts.collect();
        Case { place, game: game.trim().to_string(), facts }
    };
    lines.map(case).collect()
}

/// What is found of a game: its keys, the positions that they stand for, and
/// the answer.
struct Found {
    game: Box<dyn Game>,
    keys: u64,
    positions: u64,
    answer: Answer,
}

fn solved(game: &str) -> Result<Found, String> {
    let game = catalogue::parse(game).map_err(|error| error.to_string())?;
    let large = game.large().ok_or("its positions are not packed")?;
    let settings = Settings { limits: LIMITS, ..Settings::default() };
    let positions = large.solve(&settings).map_err(|error| error.to_string())?;
    let counts = positions.counts();
    let mut find = large.finder(&positions);
    let answer = answer::from_positions(&*game, Convention::Normal, counts, &mut find);
    let answer = answer.map_err(|error| error.to_string())?.ok_or("no answer")?;
    Ok(Found { keys: counts.keys(), positions: counts.positions(), answer, game })
}

/// What is found for the name of a fact: `win:9` for a player who starts.
fn fact(found: &Found, key: &str) -> Option<String> {
    let side = |side: Option<&Side>| {
        let side = side?;
        let moves = side.remoteness.map_or("none".to_string(), |moves| moves.to_string());
        Some(format!("{}:{moves}", side.fate.word()))
    };
    match key {
        "keys" => Some(found.keys.to_string()),
        // From the start of one player where the other one's is its mirror.
        "nodes" => found.game.explore(&LIMITS).ok().map(|play| play.arena.len().to_string()),
        "positions" => Some(found.positions.to_string()),
        "outcome" => Some(found.answer.outcome.map_or("mixed", Outcome::word).to_string()),
        "left" => side(found.answer.side(Player::Left)),
        "right" => side(found.answer.side(Player::Right)),
        _ => None,
    }
}

/// Holds a game to the facts of its line; gives the facts that are not so.
fn failures(game: &str, facts: &[(String, String)]) -> Vec<String> {
    let found = match solved(game) {
        Ok(found) => found,
        Err(error) => return vec![error],
    };
    let wrong = facts.iter().filter_map(|(key, value)| {
        let is = fact(&found, key).unwrap_or_else(|| "unknown".to_string());
        (is != *value).then(|| format!("{key}={is}, not {value}"))
    });
    wrong.collect()
}

fn holds(file: &str) {
    let (mut wrong, mut all) = (Vec::new(), 0);
    for Case { place, game, facts } in cases(file) {
        all += facts.len();
        wrong.extend(failures(&game, &facts).iter().map(|what| format!("{place} {game}: {what}")));
    }
    assert!(all > 10, "only {all} facts were found");
    assert!(wrong.is_empty(), "{} of {all} facts:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_published_number_of_positions_is_found() {
    holds("small.txt");
}

#[test]
#[ignore = "takes minutes, and gigabytes"]
fn every_published_number_of_positions_of_a_large_game_is_found() {
    holds("large.txt");
}

#[test]
fn a_wrong_number_is_noticed() {
    let facts =
        ["keys=1", "positions=5477", "outcome=N", "left=win:9", "right=draw:8", "nonsense=1"];
    for wrong in facts {
        let (key, value) = wrong.split_once('=').unwrap();
        let facts = [(key.to_string(), value.to_string())];
        assert_eq!(failures("tic-tac-toe", &facts).len(), 1, "{wrong} was accepted");
    }
    assert!(!failures("go(2x2,superko)", &[]).is_empty());
}

#[test]
fn positions_of_another_board_are_refused() {
    for (game, same, others) in [
        ("domineering(3x3)", "#..|#..|...", ["3x2", "..."]),
        ("domineering(#..|...)", "###|...", ["...|#..", "3x2"]),
        ("clobber(3x2)", "xox|ox.", ["2x3", "xo#|oxo"]),
        ("snort(3x2)", "l.r|...", ["2x3", "7x1"]),
        ("toads-and-frogs(TT..FF)", "T.TF.F", ["T.F", "TT...FF"]),
    ] {
        let large = catalogue::parse(game).unwrap().large().unwrap();
        assert!(large.read(same).is_ok(), "{same} in {game}");
        for other in others {
            assert!(large.read(other).is_err(), "{other} in {game}");
        }
    }
}

#[test]
fn keys_are_as_wide_as_the_board_needs() {
    for (game, bytes) in [("go(5x6,once)", 8), ("go(6x6,passes)", 16), ("clobber(8x8)", 16)] {
        assert_eq!(catalogue::parse(game).unwrap().large().unwrap().key_bytes(), bytes, "{game}");
    }
}
