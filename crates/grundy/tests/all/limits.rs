//! Work stops at its limits, whatever is asked.

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
