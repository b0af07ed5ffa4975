//! Values that several threads find together beside those of one.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::support::in_time;
use grundy::catalogue;
use grundy::solve::fold::FoldError;
use grundy::value::Forms;
use grundy::{Limits, Stopped};

/// The form of a game as text, or why there is none.
fn form(game: &str, limits: &Limits<'_>) -> Result<String, FoldError> {
    let game = catalogue::parse(game).unwrap();
    let mut forms = Forms::new(*limits);
    let form = game.form(&mut forms, limits)?;
    Ok(forms.print(form)?)
}

#[test]
fn several_threads_find_the_value_that_one_finds() {
    const ENOUGH: usize = 20_000;
    let (mut valued, mut loopy) = (0, 0);
    let examples = catalogue::rulesets().iter().flat_map(|entry| entry.examples).copied();
    for example in examples.filter(|example| !catalogue::parse(example).unwrap().has_ends()) {
        let heaps = catalogue::parse(example).unwrap();
        if heaps.heaps().is_some_and(|(_, sizes)| sizes.iter().any(|&size| size > 1000)) {
            continue;
        }
        let limits = |threads| Limits { threads, positions: ENOUGH, ..Limits::default() };
        let one = match form(example, &limits(1)) {
            // More positions than the test has time for.
            Err(FoldError::Stopped(_)) => continue,
            found => found,
        };
        match one {
            Ok(_) => valued += 1,
            Err(_) => loopy += 1,
        }
        for threads in [2, 5] {
            let limits = Limits { positions: usize::MAX, ..limits(threads) };
            assert_eq!(form(example, &limits), one, "{example}, {threads} threads");
        }
    }
    assert!(valued > 60 && loopy > 3, "{valued} {loopy}");
}

#[test]
fn threads_end_where_play_does_not() {
    for threads in [1, 2, 8] {
        for game in ["octal(2.3; 9)", "pebble(a>b, b>c, c>a, c>d; a,b)"] {
            let limits = Limits { threads, ..Limits::default() };
            let found = in_time(move || form(game, &limits));
            assert_eq!(found, Err(FoldError::Loopy));
        }
    }
}

/// A thread that has its share of the memory only leaves the work to the first.
#[test]
fn threads_need_no_more_memory_than_one() {
    let game = "domineering(4x5)";
    let limits = |threads, memory| Limits { threads, memory, ..Limits::default() };
    let wanted = form(game, &limits(1, u64::MAX)).unwrap();
    let enough =
        (16..30).map(|bits| 1 << bits).find(|&memory| form(game, &limits(1, memory)).is_ok());
    let enough = enough.unwrap();
    for threads in [2, 64] {
        // The threads share what they find by a table of its own.
        let limits = limits(threads, 8 * enough);
        assert_eq!(in_time(move || form(game, &limits)), Ok(wanted.clone()), "{threads} threads");
    }
}

#[test]
fn limits_end_the_threads_that_value_one_game() {
    let stopped = |threads: usize, limits: fn(&mut Limits<'_>)| {
        in_time(move || {
            let mut limit = Limits { threads, ..Limits::default() };
            limits(&mut limit);
            match form("amazons(x...|....|....|...o)", &limit) {
                Err(FoldError::Stopped(stopped)) => stopped,
                other => panic!("{other:?}"),
            }
        })
    };
    for threads in [1, 2, 5] {
        let error = stopped(threads, |limits| limits.positions = 5000);
        assert!(matches!(error, Stopped::Positions { limit: 5000, .. }), "{error}");
        let error = stopped(threads, |limits| limits.memory = 1 << 20);
        assert!(matches!(error, Stopped::Memory { .. }), "{error}");
        let error = stopped(threads, |limits| {
            limits.time = Some((Instant::now(), Duration::from_millis(200)));
        });
        assert!(matches!(error, Stopped::Time { .. }), "{error}");
        let error = stopped(threads, |limits| {
            static RAISED: AtomicBool = AtomicBool::new(true);
            limits.interrupted = Some(&RAISED);
        });
        assert!(matches!(error, Stopped::Interrupted { .. }), "{error}");
    }
}
