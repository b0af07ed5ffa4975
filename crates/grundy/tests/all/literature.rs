//! What is published about who wins is what is computed here, wherever that is soon done.

use std::time::{Duration, Instant};

use grundy::answer::{Options, literature, solve};
use grundy::{Limits, Player, catalogue};

#[test]
fn what_is_published_is_what_is_computed() {
    let mut compared = Vec::new();
    let games = literature::all()
        .iter()
        .flat_map(|known| known.smallest(4).into_iter().map(move |game| (known, game)));
    for (known, text) in games {
        let Ok(game) = catalogue::parse(&text) else { continue };
        let limits = Limits {
            positions: 200_000,
            memory: 256 << 20,
            time: Some((Instant::now(), Duration::from_millis(300))),
            ..Limits::default()
        };
        let options = Options { limits, ..Options::default() };
        // Where it takes longer, nothing is said.
        let Ok(answer) = solve(&*game, &options) else { continue };
        for player in Player::BOTH {
            if let Some(side) = answer.side(player) {
                assert_eq!(side.fate, known.winner.fate(), "{text}: {player} first");
            }
            if let Some(open) = &answer.open[player] {
                assert!(known.agrees(open.bounds), "{text}: {player} first");
            }
        }
        if answer.stopped.is_none() {
            compared.push(text);
        }
    }
    for text in ["hex(3)", "game-of-y(3)", "sprouts(3)", "quixo(3)"] {
        assert!(compared.iter().any(|known| known == text), "{text} is not in {compared:?}");
    }
}
