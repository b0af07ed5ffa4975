//! Laws that hold for the whole catalogue.

use std::collections::BTreeSet;

use std::time::Duration;

use grundy::answer::{self, Options, Solver, Wanted};
use grundy::catalogue;
use grundy::solve::partitioned::Failure;
use grundy::{Convention, Game, Limits, Player, Stopped};

use crate::chosen::chosen;

/// Positions of an example that are looked at.
const ENOUGH: usize = 300;

/// Heaps above this have too many options to be listed.
const LARGE: u64 = 1000;

fn huge(game: &dyn Game) -> bool {
    let large = |term: &dyn Game| {
        term.heaps().is_some_and(|(_, sizes)| sizes.iter().any(|&size| size > LARGE))
    };
    game.terms().iter().any(|term| large(&**term))
}

/// Every example of the catalogue, or of the ruleset that is chosen.
fn examples() -> impl Iterator<Item = (&'static str, Box<dyn Game>)> {
    let chosen = chosen().map(|entry| entry.name);
    let entries = catalogue::rulesets()
        .iter()
        .filter(move |entry| chosen.is_none_or(|name| entry.name == name));
    entries.flat_map(|entry| entry.examples).map(|&example| {
        let game = catalogue::parse(example);
        (example, game.unwrap_or_else(|error| panic!("{example}: {error}")))
    })
}

/// Some games that play reaches, by moves of both players in any order.
fn followers(game: &dyn Game) -> Vec<Box<dyn Game>> {
    let mut found = vec![game.boxed()];
    let mut seen: BTreeSet<String> = [game.text()].into();
    let mut next = 0;
    while next < found.len() && found.len() < ENOUGH && !huge(&*found[next]) {
        for player in Player::BOTH {
            for option in found[next].options(player) {
                if seen.insert(option.text()) {
                    found.push(option);
                }
            }
        }
        next += 1;
    }
    found
}

#[test]
fn names_are_unique_and_found() {
    let mut names = BTreeSet::new();
    for entry in catalogue::rulesets() {
        for name in std::iter::once(&entry.name).chain(entry.aliases) {
            assert!(names.insert(*name), "{name} stands for two rulesets");
            assert_eq!(catalogue::find(name).map(|found| found.name), Some(entry.name));
        }
        assert!(!entry.examples.is_empty() && entry.rules.len() > 40, "{}", entry.name);
        let sentences = entry.about.ends_with('.') && (40..320).contains(&entry.about.len());
        assert!(sentences, "{}: two sentences: {}", entry.name, entry.about);
    }
}

#[test]
fn what_is_printed_is_read_back() {
    for (example, game) in examples() {
        for follower in followers(&*game) {
            let text = follower.text();
            let again = catalogue::parse(&text)
                .unwrap_or_else(|error| panic!("{example}: {text:?} cannot be read: {error}"));
            assert_eq!(again.text(), text, "{example}");
        }
    }
}

#[test]
fn impartial_games_have_the_same_options_for_both() {
    for (example, game) in examples().filter(|(_, game)| game.impartial() && !huge(&**game)) {
        for follower in followers(&*game) {
            let options = |player| -> BTreeSet<String> {
                follower.options(player).iter().map(|option| option.text()).collect()
            };
            assert_eq!(options(Player::Left), options(Player::Right), "{example}");
        }
    }
}

/// Whether play returns to an earlier position; unknown if there are too many.
fn goes_round(game: &dyn Game) -> Option<bool> {
    let limits = Limits { positions: 30_000, ..Limits::default() };
    if !game.has_ends() {
        let parts = game.components(false, &limits).ok()?;
        return Some(parts.graph.topological_order().is_none());
    }
    // Nodes are taken away that no move leads to any more: what goes round stays.
    let arena = game.explore(&limits).ok()?.arena;
    let mut open = vec![0; arena.len()];
    arena.all_options().iter().for_each(|&node| open[node as usize] += 1);
    let mut ready: Vec<u32> = arena.nodes().filter(|&node| open[node as usize] == 0).collect();
    let mut count = 0;
    while let Some(node) = ready.pop() {
        count += 1;
        for &next in arena.options(node) {
            open[next as usize] -= 1;
            if open[next as usize] == 0 {
                ready.push(next);
            }
        }
    }
    Some(count < arena.len())
}

#[test]
fn play_returns_only_in_rulesets_that_say_so() {
    let (mut round, mut ends, mut silent) = (BTreeSet::new(), 0, Vec::new());
    for (example, game) in examples().filter(|(_, game)| !huge(&**game)) {
        match goes_round(&*game) {
            Some(true) => {
                round.insert(game.ruleset());
                silent.extend((!game.loopy()).then_some(example));
            }
            Some(false) => ends += 1,
            None => {}
        }
    }
    assert_eq!(silent, [""; 0], "their play returns to an earlier position");
    assert!((round.len() > 8 && ends > 100) || chosen().is_some(), "{round:?}, {ends}");
}

#[test]
fn examples_are_solved_alike_from_the_bottom_and_from_the_top() {
    let limits = Limits { positions: 400_000, ..Limits::default() };
    for (example, game) in examples().filter(|(_, game)| !huge(&**game)) {
        for convention in [Convention::Normal, Convention::Misere] {
            let options = Options {
                convention: Some(convention),
                limits,
                wanted: Wanted::POSITIONS,
                ..Options::default()
            };
            let answer = answer::solve(&*game, &options).map_err(Failure::into_stopped);
            let answer = match answer.and_then(answer::Answer::whole) {
                Ok(answer) => answer,
                Err(Stopped::Positions { .. }) => continue,
                Err(error) => panic!("{example}: {error}"),
            };
            for player in Player::BOTH {
                let Some(side) = answer.side(player) else { continue };
                let found = game.top_down(player, convention, &limits).unwrap();
                assert_eq!(found.answer, side.fate, "{example}, {player}, {convention:?}");
            }
        }
    }
}

#[test]
fn values_tell_who_wins() {
    let limits = Limits { positions: 400_000, ..Limits::default() };
    let mut compared = 0;
    for (example, game) in examples() {
        for follower in followers(&*game).into_iter().filter(|game| !huge(&**game)).take(40) {
            let Ok(Some((value, _))) = Solver::default().value(&*follower, &limits) else {
                continue;
            };
            let options = Options { limits, wanted: Wanted::POSITIONS, ..Options::default() };
            let Ok(answer) = answer::solve(&*follower, &options) else { continue };
            assert_eq!(answer.outcome, Some(value.outcome()), "{example}: {}", follower.text());
            compared += 1;
        }
    }
    assert!(compared > 100 || chosen().is_some(), "only {compared} games were compared");
}

#[test]
fn values_name_the_moves_that_keep_the_result() {
    let limits = Limits { positions: 100_000, ..Limits::default() };
    let mut compared = 0;
    for (example, game) in examples().filter(|(_, game)| game.impartial() && !game.has_ends()) {
        for follower in followers(&*game).into_iter().filter(|game| !huge(&**game)).take(40) {
            let answer = |wanted| {
                let beyond = Duration::ZERO;
                let options = Options { limits, wanted, beyond, ..Options::default() };
                answer::solve(&*follower, &options)
            };
            let (Ok(quick), Ok(whole)) = (answer(Wanted::WINNER), answer(Wanted::POSITIONS)) else {
                continue;
            };
            // A theorem names no moves of who loses.
            if !quick.left.as_ref().is_some_and(|side| side.complete) {
                continue;
            }
            let best = |answer: &answer::Answer| -> BTreeSet<String> {
                answer.left.iter().flat_map(|side| &side.best).map(|b| b.to.clone()).collect()
            };
            assert_eq!(best(&quick), best(&whole), "{example}: {}", follower.text());
            compared += 1;
        }
    }
    assert!(compared > 100 || chosen().is_some(), "only {compared} games were compared");
}

#[test]
fn the_negative_of_a_game_cancels_it() {
    let limits = Limits { positions: 100_000, ..Limits::default() };
    for (example, _) in examples().filter(|(_, game)| !game.has_ends()) {
        let difference = catalogue::parse(&format!("{example} - {example}")).unwrap();
        let options = Options { limits, ..Options::default() };
        // Too large to be explored whole.
        let Ok(answer) = answer::solve(&*difference, &options) else { continue };
        let outcome = answer.outcome.map(grundy::Outcome::word);
        // Where play can go on for ever, mirroring draws.
        let loopy = answer.value.as_ref().is_some_and(|value| value.nimber().is_none());
        let cancels =
            outcome == Some("P") || ((loopy || !answer.impartial) && outcome == Some("D"));
        assert!(cancels, "{example}: {outcome:?}");
    }
}
