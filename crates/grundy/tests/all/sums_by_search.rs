//! Who wins sums, by search: against a program without any cleverness, against the play
//! of the whole sum, and against what was published.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundy::answer::{self, Options, Solver, Wanted};
use grundy::solve::partitioned::Failure;
use grundy::solve::sums::{Piece, Sums, Term, Unsolved};
use grundy::value::Forms;
use grundy::{Fate, Game, Limits, Outcome, Player, Progress, Random, Stopped, catalogue};

/// Who wins: `L`, `R`, `N` or `P`.
fn outcome(text: &str, limits: Limits<'_>) -> Result<&'static str, Unsolved> {
    let game = catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (mut sums, terms) = (game.sums(limits).unwrap(), game.sum_terms());
    let mut wins = |starter| -> Result<bool, Unsolved> {
        Ok(sums.wins(&terms, starter, usize::MAX)?.unwrap())
    };
    Ok(match (wins(Player::Left)?, wins(Player::Right)?) {
        (true, false) => "L",
        (false, true) => "R",
        (true, true) => "N",
        (false, false) => "P",
    })
}

/// Positions and who wins them by definition, of each ruleset some.
fn cases(every: usize) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/known/outcomes");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "txt")) {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let ruleset = name.trim_end_matches("-on-graphs");
        let text = fs::read_to_string(file).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#')).step_by(every);
        cases.extend(lines.map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            (format!("{ruleset}({})", fields[0]), fields[1].to_string())
        }));
    }
    cases
}

#[test]
fn small_positions_are_won_by_those_who_win_them_by_definition() {
    let cases = cases(1);
    assert!(cases.len() > 10_000);
    for (text, expected) in cases {
        assert_eq!(outcome(&text, Limits::default()).unwrap(), expected, "{text}");
    }
}

#[test]
fn sums_are_won_by_those_who_win_the_play_of_the_whole() {
    let cases = cases(7);
    let mut random = Random::new(1);
    let mut counts = [0; 4];
    for _ in 0..400 {
        let mut text = String::new();
        for place in 0..2 + random.below(3) {
            let sign = ["+", "-"][random.below(2)];
            let term = &cases[random.below(cases.len())].0;
            text += &if place == 0 { term.clone() } else { format!(" {sign} {term}") };
        }
        let game = catalogue::parse(&text).unwrap();
        let limits = Limits { positions: 30_000, ..Limits::default() };
        let options = Options { wanted: Wanted::POSITIONS, limits, ..Options::default() };
        let Ok(answer) = answer::solve(&*game, &options) else { continue };
        let expected = answer.outcome.map_or("mixed", Outcome::word);
        assert_eq!(outcome(&text, Limits::default()).unwrap(), expected, "{text}");
        counts["LRNP".find(expected).unwrap()] += 1;
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

/// D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Solving 8×8 Domineering
/// (2000); even by even squares of Cram are won by the second player and even by odd ones by
/// the first (Winning Ways, chapter 15); Martin Schneider, Das Spiel Juvavum (2009).
#[test]
fn large_boards_are_won_by_those_who_are_known_to_win_them() {
    for (text, expected) in [
        ("domineering(6x6)", "N"),
        ("domineering(5x5)", "P"),
        ("domineering(7x4)", "L"),
        ("cram(6x5)", "N"),
        ("cram(6x4)", "P"),
        ("cram(5x5)", "P"),
    ] {
        assert_eq!(outcome(text, Limits::default()).unwrap(), expected, "{text}");
    }
}

#[test]
fn a_game_and_its_negative_cancel_and_equal_games_differ_by_nothing() {
    for text in [
        "domineering(8x8) - domineering(8x8)",
        "amazons(x....|.....|.....|....o) - amazons(x....|.....|.....|....o)",
        "clobber(6x6) + clobber(6x6)",
        // The negative of a board of dominoes is the board turned.
        "domineering(9x6) + domineering(6x9)",
    ] {
        assert_eq!(outcome(text, Limits::default()).unwrap(), "P", "{text}");
    }
}

#[test]
fn heaps_beyond_the_limits_are_an_error() {
    let limits = Limits { positions: 300, ..Limits::default() };
    for text in [
        "subtraction(3..5; 7012)",
        "subtraction(3..5; 7012) + cram(2x2)",
        "cram(7x6) + subtraction(3..5; 7012)",
    ] {
        let game = catalogue::parse(text).unwrap();
        let found = Solver::default().value(&*game, &limits);
        assert!(matches!(found, Err(Stopped::Positions { .. })), "{text}: {found:?}");
        let found = answer::solve(&*game, &Options { limits, ..Options::default() });
        assert!(matches!(found, Err(Failure::Stopped(Stopped::Positions { .. }))), "{text}");
    }
}

/// The values are found by mex on the graph of all components, the sums searched; where
/// memory is short, components are forgotten and numbered anew in between.
#[test]
fn impartial_boards_are_searched_one_by_one() {
    let small: Vec<String> = cases(1)
        .into_iter()
        .map(|(text, _)| text)
        .filter(|text| catalogue::parse(text).unwrap().impartial())
        .collect();
    let large =
        ["cram(4x4)", "cram(5x4)", "cram(5x3)", "cram(2x7)", "cram(.....|.#...|.....|...#.)"];
    let (mut random, mut solver) = (Random::new(1), Solver::default());
    let mut worth_nothing = 0;
    for round in 0..200 {
        let (memory, of) = match round % 10 {
            0 => (3 << 18, &large.map(String::from)[..]),
            _ => (1 << 30, &small[..]),
        };
        let limits = Limits { memory, ..Limits::default() };
        let texts: Vec<&str> =
            (0..2 + random.below(3)).map(|_| of[random.below(of.len())].as_str()).collect();
        let text = texts.join(" + ");
        let game = catalogue::parse(&text).unwrap();
        let Some(mut sums) = game.sums(limits).filter(|_| !game.has_ends()) else { continue };
        let (value, _) = solver.value(&*game, &Limits::default()).unwrap().unwrap();
        let value = value.nimber().unwrap().0 as u32;
        worth_nothing += usize::from(value == 0);
        for nimber in [value ^ 1, value, value + 2] {
            let terms = [game.sum_terms(), vec![Term::Nimber(nimber)]].concat();
            for player in Player::BOTH {
                let wins = sums.wins(&terms, player, usize::MAX).unwrap();
                assert_eq!(wins, Some(nimber != value), "{text} + *{nimber}");
            }
        }
    }
    assert!(worth_nothing > 10 && worth_nothing < 150, "{worth_nothing}");
}

/// The value of Chomp on rows of these lengths, by mex from its definition: of the row in
/// which a square is taken, and of all rows above it, so many squares are left.
fn chomp(rows: &[u8], known: &mut HashMap<Vec<u8>, u64>) -> u64 {
    if let Some(&value) = known.get(rows) {
        return value;
    }
    let mut followers = BTreeSet::new();
    for (place, &row) in rows.iter().enumerate() {
        // The square in the corner is poisoned.
        for left in u8::from(place == 0)..row {
            let mut to = rows.to_vec();
            to[place..].iter_mut().for_each(|row| *row = left.min(*row));
            followers.insert(chomp(&to, known));
        }
    }
    let value = (0..).find(|value| !followers.contains(value)).unwrap();
    known.insert(rows.to_vec(), value);
    value
}

/// A search tries one nimber after the other; the more there are, the sooner is a list of
/// all components done.
#[test]
fn boards_of_large_nimbers_are_listed() {
    let start = std::time::Instant::now();
    let limits =
        Limits { time: Some((start, std::time::Duration::from_secs(600))), ..Limits::default() };
    let value = |text: &str, memory| {
        let game = catalogue::parse(text).unwrap();
        let limits = Limits { memory, ..limits };
        let (value, _) = Solver::default().value(&*game, &limits).unwrap().unwrap();
        value
    };
    let nimber = |text: &str, memory| value(text, memory).nimber().unwrap().0;
    let large = chomp(&[10; 11], &mut HashMap::new());
    assert!(large > 50, "{large}");
    // There is one turn only where the memory is little more than the list takes.
    assert_eq!(nimber("chomp(10x11)", 200 << 20), large);
    // Cram on 6×6, lost by symmetry, is too large to be listed, and found by search.
    let small = chomp(&[7; 8], &mut HashMap::new());
    let sum = "cram(6x6) + cram(2x3) + chomp(7x8) + nim(5000000000)";
    assert_eq!(nimber(sum, 1 << 30), 1 ^ small ^ 5_000_000_000);
    assert_eq!(value("cram(6x6) + cram(2x3) + ∞(0,2)", 1 << 30).to_string(), "∞(1,3)");
}

/// In s, worth *, a move to x begins play that never ends: it does not win, and is no
/// reason to list all components of the board beside it.
#[test]
fn a_move_to_endless_play_is_not_searched() {
    let text = "pebble(s>x, s>z, x>y, y>x, x>w, w>z; s) + cram(7x5) + nim(3)";
    let limits = Limits { memory: 500 << 20, ..Limits::default() };
    let game = catalogue::parse(text).unwrap();
    let wanted = Wanted { value: true, moves: true, ..Wanted::WINNER };
    let answer = answer::solve(&*game, &Options { limits, wanted, ..Options::default() }).unwrap();
    assert_eq!(answer.value.unwrap().to_string(), "*3");
    let best = answer.left.unwrap().best;
    assert!(best.iter().any(|best| best.to.ends_with("nim(0)")));
    assert!(!best.iter().any(|best| best.to.contains("; x)")));
}

/// A few components with very many moves take no more memory than they may.
#[test]
fn components_with_very_many_moves_heed_the_memory() {
    let game = catalogue::parse("wythoff(3,60000) + cram(2x3)").unwrap();
    let largest = AtomicU64::new(0);
    let seen = |progress: Progress| {
        largest.fetch_max(progress.bytes, Ordering::Relaxed);
    };
    let limits = Limits { memory: 60 << 20, progress: Some(&seen), ..Limits::default() };
    let found = Solver::default().value(&*game, &limits);
    assert!(matches!(found, Err(Stopped::Memory { .. })), "{found:?}");
    assert!(largest.into_inner() <= 80 << 20);
}

/// Beside play of d moves all heaps above d are the same: heaps of 33 and 50 by their
/// canonical forms, larger ones by search.
#[test]
fn a_large_heap_is_as_good_as_a_larger_one() {
    let mut counts = [0; 4];
    for rest in [
        "clobber(xo.o|oxox|xo.x)",
        "domineering(4x3) - clobber(xox|oxo)",
        "nogo(3x3) + nogo(1x4)",
        "amazons(x..|.#.|..o)",
        "col(3x3)",
        "toads-and-frogs(TT.T..FF)",
        "konane(xoxo|oxox|xo..)",
        "hackenbush(BBRR) + domineering(5x2) + domineering(5x2)",
        "hackenbush(BR) - domineering(3x4) - domineering(3x1)",
        "cram(4x4)",
        "fission(....|.x..|....)",
    ] {
        let game = catalogue::parse(rest).unwrap();
        for small in [33, 50] {
            let beside = catalogue::parse(&format!("{rest} + nim({small})")).unwrap();
            let mut forms = Forms::new(Limits::default());
            let form = beside.form(&mut forms, &Limits::default()).unwrap();
            let expected = forms.outcome(form).unwrap();
            counts["LRNP".find(expected.word()).unwrap()] += 1;
            for heap in [small, 1000, 1_000_000, u32::MAX] {
                let mut terms = game.sum_terms();
                terms.push(Term::Nimber(heap));
                let mut sums = game.sums(Limits::default()).unwrap();
                for player in Player::BOTH {
                    let wins = sums.wins(&terms, player, usize::MAX);
                    let wins =
                        wins.unwrap_or_else(|error| panic!("{rest} + *{heap}: {error}")).unwrap();
                    let fate = expected.fate(player);
                    assert_eq!(wins, fate == Fate::Win, "{rest} + *{heap}, {player:?} first");
                }
            }
        }
    }
    assert!(counts[0] > 0 && counts[1] > 0 && counts[2] > 0, "{counts:?}");
}

#[test]
fn little_memory_changes_no_answer() {
    for (text, expected) in [
        ("clobber(4x4)", "N"),
        ("domineering(5x5)", "P"),
        ("nogo(3x4)", "P"),
        // So many moves that there are more components in between than stay.
        ("amazons(x...|....|....|...o)", "N"),
    ] {
        assert_eq!(outcome(text, Limits::default()).unwrap(), expected, "{text}");
        for memory in [3 << 20, 1 << 20] {
            let limits = Limits { memory, ..Limits::default() };
            assert_eq!(outcome(text, limits).unwrap(), expected, "{text} in {memory} bytes");
        }
    }
    let limits = Limits { memory: 50_000, ..Limits::default() };
    let refused = outcome("domineering(6x6)", limits);
    assert!(matches!(refused, Err(Unsolved::Stopped(Stopped::Memory { .. }))), "{refused:?}");
}

#[test]
fn limits_stop_a_search() {
    let limits = Limits { positions: 200, ..Limits::default() };
    let stopped = outcome("clobber(6x6)", limits);
    assert!(matches!(stopped, Err(Unsolved::Stopped(Stopped::Positions { .. }))), "{stopped:?}");
    // So many moves that to list them all would take hours.
    let limits = Limits { positions: 100_000, ..Limits::default() };
    let stopped = outcome("nim-with-adding(max=99999999999; 5)", limits);
    assert!(matches!(stopped, Err(Unsolved::Stopped(Stopped::Positions { .. }))), "{stopped:?}");
    let flag = AtomicBool::new(true);
    let limits = Limits { interrupted: Some(&flag), ..Limits::default() };
    let stopped = outcome("clobber(6x6)", limits);
    assert!(matches!(stopped, Err(Unsolved::Stopped(Stopped::Interrupted { .. }))), "{stopped:?}");
}

#[test]
fn a_search_goes_on_where_it_was_left() {
    let game = catalogue::parse("clobber(4x4)").unwrap();
    let (mut sums, terms) = (game.sums(Limits::default()).unwrap(), game.sum_terms());
    let mut rounds = 0;
    let found = loop {
        rounds += 1;
        if let Some(wins) = sums.wins(&terms, Player::Left, 100).unwrap() {
            break wins;
        }
    };
    assert!(found && rounds > 2, "{rounds}");
    // What is known costs nothing.
    let before = sums.looked_at();
    assert_eq!(sums.wins(&terms, Player::Left, 0).unwrap(), Some(true));
    assert_eq!(sums.looked_at(), before);
}

#[test]
fn play_that_goes_on_for_ever_is_not_searched() {
    let found = outcome("backsliding-toads-and-frogs(TT..FF)", Limits::default());
    assert_eq!(found, Err(Unsolved::Loopy));
}

/// The answer comes from a search where positions are too many, with all moves that win.
#[test]
fn the_answer_of_a_search_is_that_of_the_whole_play() {
    let text = "domineering(4x4) + clobber(3x3) - amazons(x..|.#.|..o) + toads-and-frogs(T..F)";
    let game = catalogue::parse(text).unwrap();
    let found = answer::solve(&*game, &Options::default()).unwrap();
    assert!(found.positions.is_none() && found.left.as_ref().unwrap().complete);
    for player in Player::BOTH {
        let side = found.side(player).unwrap();
        // Each move of the whole is judged by the forms of all terms.
        let mut forms = Forms::new(Limits::default());
        let keeps = |option: &dyn Game| {
            let form = option.form(&mut forms, &Limits::default()).unwrap();
            forms.outcome(form).unwrap().fate(player.opponent()).reversed() == side.fate
        };
        let moves = game.moves(player);
        let all: Vec<_> = moves.iter().map(|option| option.to.text()).collect();
        let mut keeps = keeps;
        let mut expected: Vec<_> = moves
            .iter()
            .filter(|option| keeps(&*option.to))
            .map(|option| option.to.text())
            .collect();
        let mut best: Vec<_> = side.best.iter().map(|best| best.to.clone()).collect();
        best.sort();
        expected.sort();
        assert!(side.fate == Fate::Win && expected.len() < all.len());
        assert_eq!(best, expected);
    }
}

#[test]
fn each_component_has_an_outcome_of_its_own() {
    let text = "clobber(xo.xxo) - domineering(.|.) + nim(3) + cram(2x2)";
    let game = catalogue::parse(text).unwrap();
    let found = answer::outcomes_of_components(&*game, &Options::default()).unwrap().unwrap();
    let found: Vec<String> =
        found.iter().map(|(text, outcome)| format!("{outcome} {text}")).collect();
    assert_eq!(
        found,
        ["N clobber(ox)", "L clobber(oxx)", "R -domineering(.|.)", "N nim(3)", "P cram(..|..)"]
    );
    let loopy = catalogue::parse("backsliding-toads-and-frogs(TT..FF)").unwrap();
    assert!(answer::outcomes_of_components(&*loopy, &Options::default()).unwrap().is_none());
}

/// A database is believed: what it knows wrongly is answered wrongly.
#[test]
fn what_a_database_knows_is_used() {
    let position = "xoxo|oxox|xoxo|oxox";
    let known = |sums: &mut Sums<'_>| sums.database("clobber").unwrap();
    let game = catalogue::parse(&format!("clobber({position})")).unwrap();
    let (mut sums, terms) = (game.sums(Limits::default()).unwrap(), game.sum_terms());
    assert!(known(&mut sums).components.is_empty());
    sums.learn("clobber", "xox|oxo|xox").unwrap();
    let database = known(&mut sums);
    assert!(database.components.len() > 50 && database.forms.len() > 10);
    let with = |database: &grundy::solve::sums::Database| {
        let mut sums = game.sums(Limits::default()).unwrap();
        sums.take(database).unwrap();
        let wins = sums.wins(&terms, Player::Left, usize::MAX).unwrap();
        (wins, sums.looked_at(), known(&mut sums))
    };
    let (wins, _, kept) = with(&database);
    assert_eq!(wins, Some(true));
    assert!(
        database
            .components
            .iter()
            .all(|one| kept.components.iter().any(|(text, _)| *text == one.0))
    );
    // Left wins nothing that is worth nothing.
    let mut learned = game.sums(Limits::default()).unwrap();
    learned.learn("clobber", position).unwrap();
    let mut wrong = known(&mut learned);
    let zero = wrong.forms.iter().position(|form| {
        *form == grundy::solve::sums::StoredForm::Compact(grundy::value::Compact::default())
    });
    wrong.components.iter_mut().for_each(|(_, form)| *form = zero.unwrap() as u32);
    assert_eq!(with(&wrong).0, Some(false));
}

#[test]
fn impartial_boards_are_worth_the_nimber_beside_which_they_are_lost() {
    // What the graph of all components gives, by mex.
    for (text, expected) in [("cram(5x5)", "0"), ("cram(6x5)", "*2"), ("cram(7x4)", "*3")] {
        let game = catalogue::parse(text).unwrap();
        let wanted = Wanted { value: true, ..Wanted::WINNER };
        let answer = answer::solve(&*game, &Options { wanted, ..Options::default() }).unwrap();
        let value = answer.value.map(|value| value.to_string());
        assert_eq!(value.as_deref(), Some(expected), "{text}");
    }
    // The components are too many to be listed: boards with both sides even are lost by
    // symmetry, and 7×5 is worth what mex on all of its components gave.
    for (text, expected) in [("cram(6x6)", "0"), ("cram(8x4) + cram(2x3)", "*"), ("cram(7x5)", "*")]
    {
        let game = catalogue::parse(text).unwrap();
        let found = Solver::default().value(&*game, &Limits::default()).unwrap();
        assert_eq!(found.unwrap().0.to_string(), expected, "{text}");
    }
    // Beside a heap of very many moves the positions are not listed before.
    let text = "kings-clobber(3x3) + nim(100000) - amazons(x..|...|..o)";
    let answer = answer::solve(&*catalogue::parse(text).unwrap(), &Options::default()).unwrap();
    assert!(answer.positions.is_none() && answer.outcome == Some(Outcome::N));
    for text in ["nim(20000) + domineering(4x4)", "cutcake(6x7) + nim(90000)"] {
        let game = catalogue::parse(text).unwrap();
        let answer = answer::solve(&*game, &Options::default()).unwrap();
        for player in Player::BOTH {
            let side = answer.side(player).unwrap();
            assert!(side.fate == Fate::Win && !side.best.is_empty(), "{text}");
        }
    }
    let beside_heaps = catalogue::parse("cram(6x5) + nim(1000000, 4)").unwrap();
    let wanted = Wanted { value: true, ..Wanted::WINNER };
    let answer = answer::solve(&*beside_heaps, &Options { wanted, ..Options::default() }).unwrap();
    assert_eq!(answer.value.unwrap().to_string(), format!("*{}", 1_000_000 ^ 4 ^ 2));
}

/// Each move leaves components in which play is shorter together, where the rules
/// say how long it is: so it is never longer.
#[test]
fn play_is_no_longer_than_the_rules_say() {
    let examples = catalogue::rulesets().iter().flat_map(|entry| entry.examples).copied();
    let larger = [
        "clobber(4x4)",
        "domineering(5x5)",
        "cram(5x5)",
        "nogo(3x4)",
        "amazons(x...|....|....|...o)",
        "konane(xoxo|oxox|xo..|oxox)",
        "fission(....|.x..|....|..x.)",
        "col(3x4)",
        "snort(3x4)",
        "elephants-and-rhinos(E.ER..E...R.R)",
        "toads-and-frogs(TT.T..F.FF)",
    ];
    let mut told = BTreeSet::new();
    for text in examples.chain(larger) {
        let game = catalogue::parse(text).unwrap();
        let Some(mut source) = game.source().filter(|_| !game.has_ends()) else { continue };
        source.read(&game.position(), &mut Vec::new()).unwrap();
        for number in 0..500 {
            let Some(longest) =
                (number < source.len() as u32).then(|| source.longest_play(number)).flatten()
            else {
                break;
            };
            told.insert(source.ruleset().split('(').next().unwrap().to_string());
            for player in Player::BOTH {
                let mut options: Vec<Vec<Piece>> = Vec::new();
                let mut each = |pieces: &[Piece]| options.push(pieces.to_vec());
                source.options(number, player, &Limits::default(), &mut each).unwrap();
                for option in options {
                    let left = option.iter().map(|part| source.longest_play(part.number));
                    let left: u64 = left.map(Option::unwrap).sum();
                    assert!(left < longest, "{text}: {}", source.text(number));
                }
            }
        }
    }
    assert!(told.len() >= 14, "{told:?}");
}
