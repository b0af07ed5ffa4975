//! Lines of play, many at a time: each is held to what the game says of single positions.

mod common;

use common::examples;
use grundy::stated::Expansions;
use grundy::{End, Fate, Player};

/// A choice that depends on the line and on the move alone.
fn chosen(line: usize, step: usize, count: usize) -> usize {
    let mixed = (line as u64 * 1_000_003 + step as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 33) as usize % count
}

#[test]
fn lines_are_play_by_the_rules() {
    /// More lines than are evaluated together.
    const LINES: usize = 300;
    const LONGEST: usize = 200;
    for (file, text) in examples() {
        let game = grundy_gdl::load(&file, &text).unwrap().stated();
        let start = game.start();
        let first = game.turn(&start).unwrap().unwrap();
        let from: Vec<(&[u8], Player)> = vec![(&start, first); LINES];
        let mut lines = game.lines(&from).unwrap();
        let mut made: Vec<Vec<(bool, u16)>> = vec![Vec::new(); LINES];
        for step in 0..LONGEST {
            let goes_on = lines
                .advance(&mut |line, same, slots| {
                    let number = chosen(line, step, slots.len());
                    made[line].push((same, slots[number]));
                    number
                })
                .unwrap();
            if !goes_on {
                break;
            }
        }
        let mut lengths = std::collections::BTreeSet::new();
        for (line, made) in made.iter().enumerate() {
            let (mut position, mut mover) = (start.clone(), first);
            let mut found = Expansions::default();
            for &(same, slot) in made {
                assert_eq!(same, mover == first, "{file}");
                found.clear();
                game.expand(&[(&position, mover)], &mut found).unwrap();
                let (end, options) = found.positions().next().unwrap();
                assert_eq!(end, None, "{file}");
                let fits: Vec<_> =
                    options.zip(found.slots()).filter(|(_, known)| **known == slot).collect();
                let [((after, turn), _)] = fits[..] else { panic!("{file}: {slot}") };
                (position, mover) = (after.to_vec(), turn.unwrap());
            }
            found.clear();
            game.expand(&[(&position, mover)], &mut found).unwrap();
            let end = found.positions().next().unwrap().0;
            let result = end.map(|end| match end {
                End::Tie => Fate::Draw,
                End::Won(player) if player == first => Fate::Win,
                End::Won(_) => Fate::Loss,
            });
            assert_eq!(lines.result(line), result, "{file}");
            assert!(result.is_some() || made.len() == LONGEST, "{file}");
            lengths.insert(made.len());
        }
        eprintln!("{file}: lines of {lengths:?} moves");
    }
}

#[test]
fn no_lines_are_over_at_once() {
    let (file, text) = examples().swap_remove(0);
    let game = grundy_gdl::load(&file, &text).unwrap().stated();
    let mut lines = game.lines(&[]).unwrap();
    assert!(!lines.advance(&mut |_, _, _| panic!("no line is there")).unwrap());
}

/// Left has a choice of a move after which play is over, and one after which both choose.
const BOTH: &str = "
    (role left) (role right) (init start)
    (<= (legal left safe) (true start)) (<= (legal left both) (true start))
    (<= (legal ?p one) (role ?p) (true confused)) (<= (legal ?p two) (role ?p) (true confused))
    (<= (legal right noop) (true start))
    (<= (next done) (does left safe))
    (<= (next confused) (does left both))
    (<= (next done) (true confused))
    (<= terminal (true done))
    (goal left 100) (goal right 0)";

#[test]
fn lines_fail_where_both_players_choose_and_say_where() {
    let game = grundy_gdl::load("both.kif", BOTH).unwrap().stated();
    let start = game.start();
    let mut lines = game.lines(&[(&start, Player::Left), (&start, Player::Left)]).unwrap();
    assert!(lines.advance(&mut |line, _, _| line).unwrap());
    let fault = lines.advance(&mut |_, _, _| 0).unwrap_err().to_string();
    assert!(fault.contains("both players choose"), "{fault}");
    assert!(fault.contains("confused"), "{fault}");
    drop(lines);
    // The moves of the line that failed are forgotten.
    let mut lines = game.lines(&[(&start, Player::Left)]).unwrap();
    assert!(lines.advance(&mut |_, _, slots| slots.len() - 1).unwrap());
}

/// The game of a text, registered under this name.
fn game(name: &str, text: &str) -> Box<dyn grundy::Game> {
    let game = grundy_gdl::load(&format!("{name}.kif"), text).unwrap();
    grundy::catalogue::register(name, std::sync::Arc::new(game));
    grundy::catalogue::parse(name).unwrap()
}

#[test]
fn only_positions_that_are_asked_for_can_fail() {
    let game = game("siblings", BOTH);
    let options = game.options(Player::Left);
    let over = |option: &dyn grundy::Game| option.end(option.turn().unwrap());
    let ends: Vec<bool> = options.iter().map(|option| option.position().contains("done")).collect();
    let safe = ends.iter().position(|&done| done).unwrap();
    assert!(over(&*options[safe]).is_some());
    assert!(game.failure().is_none());
    assert!(over(&*options[1 - safe]).is_none());
    assert!(game.failure().is_some());
}

#[test]
fn a_move_that_wins_is_made_and_one_that_loses_is_not() {
    let (_, text) =
        examples().into_iter().find(|(file, _)| file.ends_with("tic-tac-toe.kif")).unwrap();
    let start = game("three-in-a-row", &text);
    // What all squares but these hold is known from play: crosses 1 1, noughts 2 2, and so on.
    let play = |moves: &[&str]| {
        moves.iter().fold(start.boxed(), |game, wanted| {
            let mover = game.turn().unwrap();
            let names: Vec<_> = game.moves(mover).into_iter().map(|m| (m.name, m.to)).collect();
            let known: Vec<_> = names.iter().map(|(name, _)| name.clone()).collect();
            let found = names.into_iter().find(|(name, _)| name == wanted);
            found.unwrap_or_else(|| panic!("{wanted} is none of {known:?}")).1
        })
    };
    let best = |game: &dyn grundy::Game| {
        let mover = game.turn().unwrap();
        let mut thinking = game.thinking(game.convention(), 64 << 20).unwrap();
        let time = std::time::Duration::from_millis(200);
        let thoughts = thinking.think(mover, time, &grundy::Limits::default(), &mut |_| {});
        let best = thoughts.unwrap().best;
        game.moves(mover)[best].name.clone()
    };
    let names: Vec<_> = start.moves(Player::Left).into_iter().map(|m| m.name).collect();
    eprintln!("{names:?}");
    assert_eq!(best(&*play(&["mark 1 1", "mark 2 2", "mark 1 2", "mark 3 3"])), "mark 1 3");
    assert_eq!(best(&*play(&["mark 1 1", "mark 2 2", "mark 1 2"])), "mark 1 3");
}

/// Hex as in the example, on a board of seven by seven: too large to list.
fn large_hex() -> String {
    let (_, text) = examples().into_iter().find(|(file, _)| file.ends_with("hex.kif")).unwrap();
    let steps: String = (1..7).map(|i| format!("(step {i} {})", i + 1)).collect();
    let lines: String = (1..8).map(|i| format!("(line {i})")).collect();
    text.replace("(step 1 2) (step 2 3)", &steps)
        .replace("(line 1) (line 2) (line 3)", &lines)
        .replace("(linked red 3 ?c)", "(linked red 7 ?c)")
        .replace("(linked blue ?r 3)", "(linked blue ?r 7)")
}

#[test]
fn a_search_keeps_to_the_memory_that_positions_may_take() {
    let game = game("hex-in-little-memory", &large_hex());
    let mut proving = game.proving(game.convention(), 1 << 20).unwrap();
    let limits = grundy::Limits { memory: 8 << 20, threads: 1, ..grundy::Limits::default() };
    let start = grundy::game::Near { starter: Player::Left, option: None };
    let stopped = proving.prove(start, u64::MAX, &limits, &mut |_| {}).unwrap_err();
    assert!(matches!(stopped, grundy::Stopped::Memory { .. }), "{stopped}");
}

#[test]
fn a_player_that_thinks_keeps_to_its_memory_and_to_its_time() {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::{Duration, Instant};
    const MEMORY: u64 = 8 << 20;
    let game = game("hex-thought-about", &large_hex());
    let most = AtomicU64::new(0);
    let report = |progress: grundy::Progress| {
        most.fetch_max(progress.bytes, Ordering::Relaxed);
    };
    let limits = grundy::Limits {
        memory: MEMORY,
        progress: Some(&report),
        threads: 1,
        ..grundy::Limits::default()
    };
    let (start, time) = (Instant::now(), Duration::from_millis(1500));
    let mut thinking = game.thinking(game.convention(), MEMORY / 2).unwrap();
    let thoughts = thinking.think(Player::Left, time, &limits, &mut |_| {}).unwrap();
    assert_eq!(thoughts.moves.len(), 49);
    assert!(thoughts.moves.iter().all(|thought| thought.lines > 0));
    assert!(start.elapsed() < 3 * time, "{:?}", start.elapsed());
    // A batch of lines may pass the limit a little.
    let most = most.load(Ordering::Relaxed);
    assert!(most < MEMORY + MEMORY / 4, "{most}");
    // Positions that were met while thinking are forgotten: they do not count here.
    let first = grundy::game::Near { starter: Player::Left, option: None };
    let mut proving = game.proving(game.convention(), 1 << 20).unwrap();
    let limits = grundy::Limits { memory: 3 << 20, threads: 1, ..grundy::Limits::default() };
    proving.prove(first, 10, &limits, &mut |_| {}).unwrap();
}

/// Tokens are taken from a heap of four, one or two at a time; only two can be taken from two.
/// Whoever has one token before them is stuck, of which the file says nothing.
const STUCK: &str = "
    (role left) (role right) (init (heap 4)) (init (control left))
    (<= (next (control left)) (true (control right)))
    (<= (next (control right)) (true (control left)))
    (two 4 2) (two 3 1) (two 2 0) (one 4 3) (one 3 2)
    (<= (legal ?p (to ?m)) (true (control ?p)) (true (heap ?n)) (two ?n ?m))
    (<= (legal ?p (to ?m)) (true (control ?p)) (true (heap ?n)) (one ?n ?m))
    (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
    (<= (next (heap ?m)) (does ?p (to ?m)))
    (<= terminal (true (heap 0)))
    (<= (goal ?p 100) (role ?p) (not (true (control ?p))) (true (heap 0)))
    (<= (goal ?p 0) (role ?p) (true (control ?p)))
    (<= (goal ?p 0) (role ?p) (not (true (heap 0))))";

#[test]
fn a_role_without_a_move_is_a_fault_or_with_higher_goals_an_end() {
    use grundy_gdl::Goals;
    let load = |goals| grundy_gdl::load("stuck.kif", STUCK).unwrap().with_goals(goals);
    let opposed = load(Goals::Opposed).stated();
    let fault = common::textbook::solve(&*opposed, 100).err().unwrap().to_string();
    assert!(fault.contains("has no legal move"), "{fault}");
    assert!(fault.contains("--goals higher"), "{fault}");
    // From 4 to 2 loses, since the other player takes two. From 4 to 3 the other player
    // must leave 1, which is a tie, or 2, which loses.
    let higher = load(Goals::Higher).stated();
    let solved = common::textbook::solve(&*higher, 100).unwrap();
    assert_eq!(solved.positions.len(), 7);
    assert_eq!(solved.start(), None);
    let start = higher.start();
    let mut lines = higher.lines(&vec![(&*start, Player::Left); 20]).unwrap();
    let mut choose =
        |line: usize, same: bool, slots: &[u16]| (if same { line } else { line / 2 }) % slots.len();
    while lines.advance(&mut choose).unwrap() {}
    let results: std::collections::BTreeSet<_> =
        (0..20).map(|line| format!("{:?}", lines.result(line).unwrap())).collect();
    assert_eq!(results.into_iter().collect::<Vec<_>>(), ["Draw", "Loss", "Win"]);
}
