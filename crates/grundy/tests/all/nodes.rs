//! How many nodes searches visit: what they cost on any machine.

use grundy::catalogue;
use grundy::game::Near;
use grundy::solve::proof::Bounds;
use grundy::{Convention, Fate, Limits, Player};

/// Nodes until it is proved what a player brings about who starts; with `openings`, also by each
/// move.
fn nodes(text: &str, starter: Player, expected: Fate, openings: bool) -> u64 {
    let game = catalogue::parse(text).unwrap();
    let mut search = game.proving(Convention::Normal, 256 << 20).unwrap();
    let moves = if openings { game.moves(starter).len() } else { 0 };
    for option in [None].into_iter().chain((0..moves).map(Some)) {
        let mut bounds = Bounds::UNKNOWN;
        while bounds.fate().is_none() {
            let visited = search.visited();
            search.expect(visited, u64::MAX);
            let (at, effort) = (Near { starter, option }, visited.max(1 << 20));
            bounds = search.prove(at, effort, &Limits::default(), &mut |_| {}).unwrap();
        }
        assert!(option.is_some() || bounds.fate() == Some(expected), "{text}, {starter} first");
    }
    search.visited()
}

/// None grows by more than a fiftieth.
#[test]
fn searches_visit_no_more_nodes_than_before() {
    let known = [
        ("domineering(7x7)", Fate::Win, false, 11_505),
        ("clobber(5x4)", Fate::Win, false, 17_119),
        ("hex(6)", Fate::Win, false, 146),
        ("hex(6)", Fate::Win, true, 11_760),
        ("hex(7)", Fate::Win, false, 912),
        ("game-of-y(7)", Fate::Win, false, 721),
        ("connect-four(6x5)", Fate::Draw, false, 2_955_184),
        ("domineering(8x8)", Fate::Win, false, 5_100_000),
    ];
    for (text, fate, openings, before) in known {
        let now = nodes(text, Player::Left, fate, openings);
        assert!(now <= before + before / 50, "{text}: {now} nodes, {before} before");
    }
}
