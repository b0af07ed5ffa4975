//! Go under positional superko: the search for who wins, which never lists positions,
//! against lists of all of them, and on boards where there are too many.

use grundy::answer::{Options, Wanted, solve};
use grundy::catalogue;
use grundy::game::{Game, Searched};
use grundy::{Fate, Limits, Player, Verdict};

fn search(game: &dyn Game, mover: Player) -> Searched {
    game.search(mover, &Limits::default()).expect("there is a search").unwrap()
}

/// Fate and remoteness, which the search does not count for ties.
fn comparable(verdict: Verdict) -> (Fate, Option<u32>) {
    (verdict.fate(), verdict.remoteness().filter(|_| verdict.fate() != Fate::Draw))
}

/// The answer from all positions.
fn listed(game: &dyn Game, mover: Player) -> Option<(Fate, Option<u32>)> {
    let limits = Limits { positions: 300_000, ..Limits::default() };
    let options = Options { wanted: Wanted::POSITIONS, limits, ..Options::default() };
    let answer = solve(game, &options).ok()?;
    let side = answer.side(mover).expect("both may start");
    Some((side.fate, side.remoteness.filter(|_| side.fate != Fate::Draw)))
}

/// Compares all positions that some moves lead to, and says how many.
fn agree(game: &dyn Game, mover: Player, moves: u32) -> usize {
    if game.end(mover).is_some() {
        return 0;
    }
    let Searched { verdict, moves: after } = search(game, mover);
    let mut compared = 0;
    if let Some(expected) = listed(game, mover) {
        assert_eq!(comparable(verdict), expected, "{} with {mover} to move", game.text());
        compared += 1;
    }
    for (option, there) in after.iter().filter(|_| moves > 0) {
        if let Some(there) = there
            && option.to.end(mover.opponent()).is_none()
            && let Some(expected) = listed(&*option.to, mover.opponent())
        {
            assert_eq!(comparable(*there), expected, "{}", option.to.text());
        }
        compared += agree(&*option.to, mover.opponent(), moves - 1);
    }
    compared
}

#[test]
fn the_search_agrees_with_lists_of_all_positions() {
    let mut compared = 0;
    for size in ["2x1", "3x1", "4x1", "2x2"] {
        for options in ["", ",suicide", ",passes", ",komi=1", ",passes,komi=0.5"] {
            let game = catalogue::parse(&format!("go({size},superko{options})")).unwrap();
            compared += Player::BOTH.map(|mover| agree(&*game, mover, 2)).iter().sum::<usize>();
        }
    }
    // With much of play behind them, positions of larger boards are few, too.
    let mut game = catalogue::parse("go(3x2,superko)").unwrap();
    let mut mover = Player::Left;
    for turn in 0..14 {
        let options = game.options(mover);
        let Some(option) = options.get((turn * turn + 3) % options.len().max(1)) else { break };
        (game, mover) = (option.boxed(), mover.opponent());
        compared += agree(&*game, mover, 0);
    }
    assert!(compared > 300, "only {compared}");
}

#[test]
fn boards_with_too_many_positions_are_decided() {
    // Computed by a separate program, whose tables hold claims of another form, and
    // whose answers were walked through under the rules. On 3×3 the first stone in
    // the centre wins all, as is well known.
    for (game, fate, remoteness) in [
        ("go(3x2,superko)", Fate::Loss, Some(20)),
        ("go(3x2,superko,suicide)", Fate::Loss, Some(22)),
        ("go(3x2,superko,passes)", Fate::Draw, None),
        ("go(3x3,superko)", Fate::Win, Some(9)),
        ("go(3x3,superko,passes,suicide)", Fate::Win, Some(13)),
        ("go(4x2,superko,passes)", Fate::Win, Some(12)),
        ("go(4x3,superko)", Fate::Win, Some(15)),
        ("go(4x3,superko,passes)", Fate::Win, Some(16)),
        ("go(4x3,superko,suicide)", Fate::Win, Some(17)),
        ("go(4x3,superko,passes,suicide)", Fate::Win, Some(19)),
    ] {
        let game = catalogue::parse(game).unwrap();
        let limits = Limits { memory: 4 << 30, ..Limits::default() };
        let answer = solve(&*game, &Options { limits, ..Options::default() }).unwrap();
        for side in [answer.left.unwrap(), answer.right.unwrap()] {
            assert_eq!((side.fate, side.remoteness), (fate, remoteness), "{}", game.text());
            assert!(!side.best.is_empty());
        }
    }
    let game = catalogue::parse("go(3x3,superko)").unwrap();
    let best = search(&*game, Player::Left).moves;
    let best: Vec<&str> = best
        .iter()
        .filter(|(_, there)| there.is_some_and(|there| there.fate() == Fate::Loss))
        .map(|(option, _)| option.name.as_str())
        .collect();
    assert!(best.contains(&"b2"), "{best:?}");
}

#[test]
fn a_search_heeds_its_limits() {
    let game = catalogue::parse("go(5x5,superko,passes)").unwrap();
    let limits = Limits { positions: 20_000, ..Limits::default() };
    assert!(game.search(Player::Left, &limits).unwrap().is_err());
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    assert!(game.search(Player::Left, &limits).unwrap().is_err());
}
