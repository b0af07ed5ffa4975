//! Weak solutions: they hold, and one that is changed does not.

use grundy::answer::{self, Answered, NotSearched, Options};
use grundy::catalogue;
use grundy::format::strategy::{is_strategy, read, write};
use grundy::solve::verify::Refused;
use grundy::solve::verify::strategy::Strategy;
use grundy::{Convention, Fate, Game, Limits};

fn strategies(game: &dyn Game, convention: Convention) -> Vec<Strategy> {
    let options = Options { convention, ..Options::default() };
    let (Answered { answer, stopped }, strategies) =
        answer::solve_weakly(game, &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(stopped.is_none() && answer.outcome.is_some(), "{}", game.text());
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
        let whole = Options { convention, whole: answer::Whole::Always, ..Options::default() };
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
    for text in ["tic-tac-toe", "hex(3)", "connect-four(3x4,3)"] {
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

#[test]
fn a_win_whose_moves_return_is_no_strategy() {
    let game = catalogue::parse("dodgem(3)").unwrap();
    let found = answer::solve_weakly(&*game, &Options::default());
    assert!(matches!(found, Err(NotSearched::Refused(Refused::Wrong { .. }))));
}
