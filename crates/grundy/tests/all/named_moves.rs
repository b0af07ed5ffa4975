//! Moves that are given by their names, also where they are too many to be listed.

use std::ops::ControlFlow;

use grundy::catalogue::{all, parse};
use grundy::{Game, Limits, Player};

fn game(text: &str) -> Box<dyn Game> {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The index of a move and the game after it.
fn named(text: &str, name: &str) -> Option<(Option<usize>, String)> {
    let found = game(text).option_named(Player::Left, name, &Limits::default()).unwrap();
    found.map(|found| (found.index, found.to.text()))
}

/// All ways to leave up to three heaps.
fn ways(size: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..=size).flat_map(move |a| (0..=a).flat_map(move |b| (0..=b).map(move |c| vec![a, b, c])))
}

#[test]
fn what_a_heap_may_become_is_what_its_moves_leave() {
    let (mut rulesets, mut moves) = (0, 0);
    for entry in all() {
        for example in entry.examples {
            let game = game(example);
            let Some((rules, _)) = game.heaps() else { continue };
            rulesets += 1;
            for size in 0..=12 {
                let mut options = Vec::new();
                let _ = rules.each_option(size, &mut |left| {
                    let mut left: Vec<u64> =
                        left.iter().copied().filter(|&part| part > 0).collect();
                    left.sort_unstable();
                    options.push(left);
                    ControlFlow::Continue(())
                });
                for way in ways(size) {
                    let mut left: Vec<u64> = way.iter().copied().filter(|&part| part > 0).collect();
                    left.sort_unstable();
                    let found = rules.leaves(size, &way, &mut || Ok::<(), ()>(())).unwrap();
                    assert_eq!(found, options.contains(&left), "{example}: {size} to {way:?}");
                    moves += usize::from(found);
                }
            }
        }
    }
    assert!(rulesets > 20 && moves > 1000, "{rulesets} rulesets, {moves} moves");
}

#[test]
fn every_move_is_found_by_its_name_and_by_its_position() {
    for entry in all() {
        let game = game(entry.examples[0]);
        for player in Player::BOTH {
            let (moves, _) = game.moves_up_to(player, 50);
            for (index, option) in moves.iter().enumerate() {
                for name in [option.name.clone(), option.to.text()] {
                    let found = game.option_named(player, &name, &Limits::default()).unwrap();
                    let found = found.unwrap_or_else(|| panic!("{}: no {name}", game.text()));
                    assert_eq!(found.to.text(), option.to.text(), "{}: {name}", game.text());
                    assert_eq!(found.index, Some(index), "{}: {name}", game.text());
                }
            }
            assert!(
                game.option_named(player, "no such move", &Limits::default()).unwrap().is_none()
            );
        }
    }
}

#[test]
fn moves_beyond_those_that_are_listed_are_found() {
    let last = |text: &str| Some((None, text.to_string()));
    assert_eq!(named("nim(1000000000,7)", "999999999,7"), last("nim(999999999,7)"));
    assert_eq!(named("nim(1000000000,7)", "nim(1000000000,3)"), last("nim(1000000000,3)"));
    assert_eq!(named("nim(1000000000,7)", "1000000000,7"), None);
    assert_eq!(named("nim(1000000000,7)", "999999999,6"), None);
    assert_eq!(named("kayles(1000000)", "400000,599999"), last("kayles(400000,599999)"));
    assert_eq!(named("kayles(1000000)", "400000,599997"), None);
    assert_eq!(named("grundy(100001)", "50000,50001"), last("grundys-game(50000,50001)"));
    assert_eq!(named("wythoff(3000,5000)", "1000,3000"), last("wythoff(1000,3000)"));
    assert_eq!(named("wythoff(3000,5000)", "1000,3001"), None);
    let sum = "nim(100000) + kayles(5)";
    assert_eq!(named(sum, "nim(99999)"), last("nim(99999) + kayles(5)"));
    assert_eq!(named(sum, "kayles(4)"), last("nim(100000) + kayles(4)"));
    assert_eq!(named(sum, "kayles(5)"), None);
}
