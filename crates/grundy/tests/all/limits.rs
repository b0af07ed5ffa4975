//! Work stops at its limits, whatever is asked.

use std::time::{Duration, Instant};

use grundy::answer::{Options, Solver, solve};
use grundy::language::{LanguageError, Session};
use grundy::{Convention, Limits, Player, Stopped, catalogue};

/// Found by fuzzing: the options that wait on the path of a search count too.
#[test]
fn searching_from_the_top_counts_the_options_that_wait() {
    let game = catalogue::parse("nim(100000,35,506,1)").unwrap();
    let limits = Limits { memory: 8 << 20, ..Limits::default() };
    match game.top_down(Player::Left, Convention::Normal, &limits).err() {
        Some(Stopped::Memory { reached, .. }) => assert!(reached < 10, "{reached} positions"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_limit_on_positions_is_seen_before_all_options_of_a_heap() {
    let game = catalogue::parse("nim(100000000)").unwrap();
    let limits = Limits { positions: 100, ..Limits::default() };
    let stopped = Some(Stopped::Positions { limit: 100, reached: 100 });
    assert_eq!(game.explore(&limits).err(), stopped);
    assert_eq!(game.components(false, &limits).err(), stopped);
}

/// Each line alone is so short that nothing in it would look at the clock.
#[test]
fn lines_that_are_short_see_a_deadline_that_is_over() {
    let limits = Limits { time: Some((Instant::now(), Duration::ZERO)), ..Limits::default() };
    let mut session = Session::new(limits);
    for line in ["1 + 1", "domineering(2x2)", "nim(1,2)"] {
        let found = session.run(line);
        assert!(
            matches!(found, Err(LanguageError::Stopped(Stopped::Time { .. }))),
            "{line}: {found:?}"
        );
    }
    // Where games are valued one by one, each looks at the clock.
    let mut forms = grundy::value::Forms::new(limits);
    let game = catalogue::parse("domineering(2x2)").unwrap();
    assert!(game.form(&mut forms, &limits).is_err());
}

/// Whether `work` on eight times as much takes nearer to eight times as long than to 64 times.
fn is_nearly_linear(few: usize, work: impl Fn(usize)) -> bool {
    let time = |count: usize| {
        let attempt = |_| {
            let begun = Instant::now();
            work(count);
            begun.elapsed()
        };
        (0..3).map(attempt).min().unwrap()
    };
    time(8 * few) < 24 * time(few)
}

#[test]
fn heaps_are_valued_in_linear_time() {
    let heaps = |count: usize| format!("nim({})", vec!["3"; count].join(","));
    assert!(is_nearly_linear(10_000, |count| {
        let game = catalogue::parse(&heaps(count)).unwrap();
        let (value, parts) = Solver::default().value(&*game, &Limits::default()).unwrap().unwrap();
        assert_eq!((value.to_string(), parts.len()), ("0".to_string(), count));
    }));
    assert!(is_nearly_linear(10_000, |count| {
        let game = catalogue::parse(&heaps(count)).unwrap();
        let answer = solve(&*game, &Options::default()).unwrap();
        assert_eq!(answer.outcome.unwrap().word(), "P");
    }));
}
