//! Values among games are played as what they are worth.

use grundy::answer::{Options, solve};
use grundy::language::{self, Session};
use grundy::{Limits, Outcome, Random};

fn outcome(text: &str) -> Option<Outcome> {
    let game = language::game(text, &Limits::default()).unwrap();
    solve(&*game, &Options::default()).unwrap().outcome
}

#[test]
fn a_game_and_its_value_cancel() {
    // Values by Berlekamp, Conway and Guy, Winning Ways: four free squares in front of an
    // elephant; blocks of Domineering; Toads and Frogs.
    for text in [
        "elephants-and-rhinos(E.....) - 5",
        "domineering(2x2) + ±1",
        "domineering(1x2) - 1",
        "domineering(2x3) - {1/2|-2}",
        "nim(3) + *3",
        "1/2 + 1/2 - 1",
    ] {
        assert_eq!(outcome(text), Some(Outcome::P), "{text}");
    }
    assert_eq!(outcome("domineering(1x2) - 3/4"), Some(Outcome::L));
    assert_eq!(outcome("^ + *"), Some(Outcome::N));
    assert_eq!(outcome("^ + ^ + *"), Some(Outcome::L));
}

/// Play of the sum, and the sign of its canonical form.
#[test]
fn who_wins_a_sum_is_what_its_value_says() {
    const VALUES: [&str; 9] =
        ["1", "-3/4", "^", "v*", "*2", "{2|-1}", "Tiny(1)", "{3||1|-2}", "{0,*|^}"];
    const GAMES: [&str; 5] = [
        "domineering(2x3)",
        "domineering(3x2)",
        "toads-and-frogs(TT.F)",
        "clobber(xoxo)",
        "nim(2)",
    ];
    let mut random = Random::new(7);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..120 {
        let terms: Vec<String> = (0..2 + random.below(2))
            .map(|_| {
                let name = match random.below(2) {
                    0 => VALUES[random.below(VALUES.len())],
                    _ => GAMES[random.below(GAMES.len())],
                };
                format!("{}({name})", if random.below(2) == 0 { "" } else { "-" })
            })
            .collect();
        let text = terms.join(" + ");
        let mut session = Session::new(Limits::default());
        let value = session.print(&format!("outcome({text})")).unwrap();
        let found = outcome(&text).map(|outcome| outcome.word().to_string());
        assert_eq!(found.as_deref(), Some(&*value), "{text}");
        seen.insert(value);
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

#[test]
fn a_value_in_play_is_written_as_a_value_and_read_again() {
    for (text, written) in [
        ("5", "5"),
        ("{1|-1} + domineering(1x2)", "+-1 + domineering(.|.)"),
        // {2|0} is 1 ± 1, and ±1 ± 1 is 0.
        ("2*{2|0}", "2"),
        ("3*{2|0}", "{4|2}"),
        ("3*nim(1)", "nim(1) + nim(1) + nim(1)"),
        ("on", "on"),
    ] {
        let game = language::game(text, &Limits::default()).unwrap();
        assert_eq!(game.text(), written);
        let again = language::game(&game.text(), &Limits::default()).unwrap();
        assert_eq!(again.text(), written);
        for player in grundy::Player::BOTH {
            for option in game.options(player) {
                let again = language::game(&option.text(), &Limits::default()).unwrap();
                // Values that are simple stand last.
                assert_eq!(terms(&again.text()), terms(&option.text()));
            }
        }
    }
}

fn terms(text: &str) -> std::collections::BTreeSet<String> {
    text.replace(" - ", " + -").split(" + ").map(str::to_string).collect()
}

#[test]
fn what_cannot_be_played_is_told_where() {
    for (text, at, why) in [
        ("nim(3,x)", 6, "expected heap size"),
        ("tic-tac-toe + nim(2)", 0, "has ends of its own"),
        ("1/2 + tic-tac-toe", 6, "has ends of its own"),
        ("{1|", 3, "expected"),
        ("1000000", 0, "more than 100000 followers"),
        ("true", 0, ""),
    ] {
        let error = language::game(text, &Limits::default()).err().unwrap();
        assert!(error.to_string().contains(why), "{text}: {error}");
        assert_eq!(error.at(), Some(at), "{text}: {error}");
    }
}
