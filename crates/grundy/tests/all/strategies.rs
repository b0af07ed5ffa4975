//! Weak solutions: they hold, and one that is changed does not.

use grundy::answer::{self, Answer, Options, Wanted};
use grundy::catalogue;
use grundy::format::strategy::{is_strategy, read, write};
use grundy::game::Near;
use grundy::solve::verify::Refused;
use grundy::solve::verify::strategy::{Promise, Strategy};
use grundy::{Convention, Fate, Game, Limits, Player};

fn strategies(game: &dyn Game, convention: Convention) -> Vec<Strategy> {
    let options = Options { convention: Some(convention), ..Options::default() };
    let (answer, strategies) =
        answer::solve_weakly(game, &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(answer.stopped.is_none() && answer.outcome.is_some(), "{}", game.text());
    strategies
}

fn verify(game: &dyn Game, strategy: &Strategy, convention: Convention) -> Result<u64, Refused> {
    game.verify_strategy(strategy, convention, &Limits::default())
}

#[test]
fn strategies_of_every_kind_of_game_hold() {
    for (text, convention, count) in [
        ("tic-tac-toe", Convention::Normal, 4),
        ("connect-four(4x4)", Convention::Normal, 4),
        ("connect-four(4x3; ....|XO..|OXX.)", Convention::Normal, 2),
        ("hex(3)", Convention::Normal, 2),
        ("game-of-y(3)", Convention::Normal, 2),
        ("domineering(4x3)", Convention::Normal, 2),
        ("domineering(4x3)", Convention::Misere, 2),
        ("clobber(xo.|ox.|xox)", Convention::Normal, 2),
        ("nim(3,4,5)", Convention::Normal, 1),
        ("nim(3,4,5)", Convention::Misere, 1),
        ("nim(1,1)", Convention::Normal, 1),
        ("tic-tac-toe(XX.|OO.|...)", Convention::Normal, 2),
    ] {
        let game = catalogue::parse(text).unwrap();
        let found = strategies(&*game, convention);
        assert!(found.len() >= count.min(2) || count == 1, "{text}: {}", found.len());
        let whole = Options {
            convention: Some(convention),
            wanted: Wanted::POSITIONS,
            ..Options::default()
        };
        let whole = answer::solve(&*game, &whole).unwrap();
        for strategy in &found {
            let promise = strategy.promise;
            let positions = verify(&*game, strategy, convention).unwrap_or_else(|refused| {
                panic!("{text}: {promise:?}: {refused}");
            });
            assert_eq!(positions, strategy.positions);
            // What is promised is the result by retrograde analysis.
            let side = whole.side(promise.starter).unwrap();
            let own = promise.player == promise.starter;
            let fate = if own { side.fate } else { side.fate.reversed() };
            assert_eq!(fate, promise.fate, "{text}: {promise:?}");
        }
        let mut file = Vec::new();
        let bytes = write(&mut file, &*game, convention, &found).unwrap();
        assert_eq!(bytes, file.len() as u64);
        assert!(is_strategy(&file));
        let again = read(&file, 1 << 20).unwrap();
        assert_eq!(again.strategies, found);
        assert_eq!((again.game, again.convention), (game.text(), convention));
    }
}

/// Whether a change of a strategy is refused.
fn refused(game: &dyn Game, strategy: &Strategy, change: impl FnOnce(&mut Strategy)) -> bool {
    let mut changed = strategy.clone();
    change(&mut changed);
    verify(game, &changed, Convention::Normal).is_err()
}

#[test]
fn no_entry_can_be_changed() {
    for text in ["tic-tac-toe", "hex(3)", "connect-four(3x4,3)", "three-mens-morris"] {
        let game = catalogue::parse(text).unwrap();
        for strategy in &strategies(&*game, Convention::Normal) {
            let player = strategy.promise.player;
            let mut worse = 0;
            for place in 0..strategy.choices.len() {
                let choice = &strategy.choices[place];
                let position = &choice.position;
                assert!(refused(&*game, strategy, |s| drop(s.choices.remove(place))), "{position}");
                assert!(refused(&*game, strategy, |s| s.choices[place].moves += 1), "{position}");
                assert!(refused(&*game, strategy, |s| s.choices[place].option += 20));
                assert!(refused(&*game, strategy, |s| s.choices[place].position += " "));
                let again = |s: &mut Strategy| s.choices.insert(place, choice.clone());
                assert!(refused(&*game, strategy, again), "{position}");
                // Moves that do not bring about as much.
                let at = game.at(grundy::Text::new(position)).unwrap();
                for (number, option) in at.options(player).iter().enumerate() {
                    let answer = answer::solve(&**option, &Options::default()).unwrap();
                    let Some(side) = answer.side(player.opponent()) else { continue };
                    let fate = side.fate.reversed();
                    if fate == Fate::Loss || fate != Fate::Win && strategy.promise.fate == Fate::Win
                    {
                        worse += 1;
                        let change = |s: &mut Strategy| s.choices[place].option = number as u32;
                        assert!(refused(&*game, strategy, change), "{position}: {number}");
                    }
                }
            }
            assert!(worse > 5, "{text}: {worse}");
            assert!(refused(&*game, strategy, |s| s.positions += 1));
            assert!(refused(&*game, strategy, |s| s.moves += 1));
            assert!(refused(&*game, strategy, |s| s.promise.player = player.opponent()));
        }
    }
}

#[test]
fn a_file_that_was_changed_or_cut_off_is_refused() {
    let game = catalogue::parse("connect-four(4x3)").unwrap();
    let mut file = Vec::new();
    write(&mut file, &*game, Convention::Normal, &strategies(&*game, Convention::Normal)).unwrap();
    for place in 0..file.len() {
        assert!(read(&file[..place], 1 << 20).is_err(), "cut off at {place}");
        let mut changed = file.clone();
        changed[place] ^= 1 << (place % 8);
        assert!(read(&changed, 1 << 20).is_err(), "changed at {place}");
    }
    assert!(read(&file, 10).is_err());
}

/// The result of a game by retrograde analysis if every player who may start wins or loses,
/// and there are not too many positions.
fn won_or_lost(game: &dyn Game, convention: Convention, positions: usize) -> Option<Answer> {
    let limits = Limits { positions, ..Limits::default() };
    let wanted = Wanted::POSITIONS;
    let convention = Some(convention);
    let options = Options { convention, limits, wanted, ..Options::default() };
    let answer = answer::solve(game, &options).ok()?.whole().ok()?;
    let decided = |player| answer.side(player).is_none_or(|side| side.fate != Fate::Draw);
    Player::BOTH.into_iter().all(decided).then_some(answer)
}

#[test]
fn every_win_of_every_ruleset_is_a_strategy() {
    let mut count = 0;
    for entry in catalogue::rulesets() {
        for example in entry.examples {
            let game = catalogue::parse(example).unwrap_or_else(|error| panic!("{error}"));
            let convention = game.convention();
            if game.proving(convention, 0).is_none() {
                continue;
            }
            let Some(answer) = won_or_lost(&*game, convention, 20_000) else { continue };
            for strategy in strategies(&*game, convention) {
                let Promise { starter, player, fate } = strategy.promise;
                let side = answer.side(starter).unwrap();
                let winner = if side.fate == Fate::Win { starter } else { starter.opponent() };
                assert_eq!((player, fate), (winner, Fate::Win), "{example}");
                assert!(strategy.moves >= side.remoteness.unwrap(), "{example}");
                verify(&*game, &strategy, convention)
                    .unwrap_or_else(|refused| panic!("{example}: {refused}"));
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn a_win_is_a_strategy_also_where_the_moves_of_its_proof_return() {
    let mut returned = 0;
    for text in ["dodgem(3)", "hare-and-hounds", "three-mens-morris", "fox-and-geese(4x5)"] {
        let game = catalogue::parse(text).unwrap();
        let (convention, limits) = (game.convention(), Limits::default());
        for strategy in strategies(&*game, convention) {
            let promise = strategy.promise;
            verify(&*game, &strategy, convention).unwrap();
            let mut proving = game.proving(convention, 1 << 24).unwrap();
            let start = Near { starter: promise.starter, option: None };
            proving.prove(start, u64::MAX, &limits, &mut |_| {}).unwrap();
            returned += usize::from(matches!(
                proving.strategy(promise, &limits),
                Err(Refused::Returns { .. })
            ));
        }
    }
    assert!(returned > 0, "{returned}");
}

#[test]
fn a_win_that_is_never_brought_about_is_refused() {
    let text = r#"graph({"left": {"a": ["b", "w"]}, "right": {"b": ["a"]}, "left_wins": ["w"]})"#;
    let game = catalogue::parse(text).unwrap();
    let found = strategies(&*game, Convention::Normal);
    let of_left = found.iter().find(|found| found.promise.starter == Player::Left).unwrap();
    let number = |position: &str| game.number_of(Player::Left, position, 2).unwrap() as u32;
    assert_eq!(of_left.choice("a").unwrap().option, number("w"));
    let mut around = of_left.clone();
    around.choices[0].option = number("b");
    let refused = verify(&*game, &around, Convention::Normal);
    assert!(matches!(refused, Err(Refused::Returns { ref position, .. }) if position == "a"));
}
