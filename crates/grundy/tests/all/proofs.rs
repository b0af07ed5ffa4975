//! The forward search against retrograde analysis: on every ruleset, on random games in
//! which play can return, and with tables that are much too small.

use std::time::Duration;

use grundy::answer::{self, Answer, Facet, Options, Wanted};
use grundy::catalogue;
use grundy::forward::{Forward, Method, Step, hash_of_word};
use grundy::solve::partitioned::Failure;
use grundy::solve::proof::{Prover, Thinking, Thoughts};
use grundy::{Convention, Fate, Game, Limits, Player, Random, Stopped, Text};

/// Games of more positions are left out.
const POSITIONS: usize = 20_000;
/// Nodes that the search visits.
const EFFORT: usize = 300_000;

/// The forward search alone.
fn options(convention: Convention, threads: usize) -> Options<'static> {
    let limits = Limits { threads, memory: 1 << 20, ..Limits::default() };
    let (convention, by) = (Some(convention), Some("forward search"));
    Options { convention, by, limits, beyond: Duration::ZERO, ..Options::default() }
}

fn with_nodes(options: Options<'_>, positions: usize) -> Options<'_> {
    Options { limits: Limits { positions, ..options.limits }, ..options }
}

/// By retrograde analysis; none if there are too many positions.
fn listed(game: &dyn Game, convention: Convention) -> Option<Answer> {
    let limits = Limits { positions: POSITIONS, ..Limits::default() };
    let wanted = Wanted::POSITIONS;
    let convention = Some(convention);
    let options = Options { convention, limits, wanted, ..Options::default() };
    match answer::solve(game, &options).map_err(Failure::into_stopped).and_then(Answer::whole) {
        Ok(answer) => Some(answer),
        Err(Stopped::Positions { .. } | Stopped::Numbering { .. }) => None,
        Err(error) => panic!("{}: {error}", game.text()),
    }
}

/// Compares both, and says whether the search was decided.
fn agrees(game: &dyn Game, convention: Convention, threads: usize) -> bool {
    let Some(expected) = listed(game, convention) else { return false };
    let options = with_nodes(options(convention, threads), EFFORT);
    let wanted = Wanted { moves: true, ..Wanted::WINNER };
    let Ok(found) = answer::solve(game, &Options { wanted, ..options }) else { return false };
    let mut decided = true;
    for player in Player::BOTH {
        let text = format!("{} {convention:?} {player} first", game.text());
        let Some(side) = expected.side(player) else {
            assert!(found.open[player].is_none() && found.side(player).is_none(), "{text}");
            continue;
        };
        let value = |fate| [Fate::Loss, Fate::Draw, Fate::Win].iter().position(|&f| f == fate);
        if let Some(open) = &found.open[player] {
            let range = value(open.bounds.at_least)..=value(open.bounds.at_most);
            assert!(range.contains(&value(side.fate)), "{text}: {:?}", open.bounds);
        }
        decided &= found.side(player).is_some();
        if let Some(found) = found.side(player) {
            assert_eq!(found.fate, side.fate, "{text}");
            for best in &found.best {
                let known = |known: &answer::Best| known.to == best.to;
                let keeps = side.best.iter().any(known) || side.fate == Fate::Loss;
                assert!(keeps || !side.complete, "{text}: {}", best.name);
            }
            if found.complete && side.complete && side.fate != Fate::Loss {
                assert_eq!(found.best.len(), side.best.len(), "{text}");
            }
        }
    }
    // A win is always found.
    let won = |side: &answer::Side| side.fate != Fate::Draw;
    let all_won = Player::BOTH.iter().all(|&player| expected.side(player).is_none_or(won));
    assert!(decided || !all_won, "{} {convention:?} is not found", game.text());
    decided
}

#[test]
fn every_ruleset_has_the_same_winners_as_by_retrograde_analysis() {
    let (mut compared, mut decided) = (0, 0);
    for entry in catalogue::rulesets() {
        for example in entry.examples {
            let game = catalogue::parse(example).unwrap_or_else(|error| panic!("{error}"));
            let conventions: &[Convention] = match game.has_ends() {
                true => &[Convention::Normal],
                false => &[Convention::Normal, Convention::Misere],
            };
            for &convention in conventions {
                for threads in [1, 2] {
                    compared += 1;
                    decided += usize::from(agrees(&*game, convention, threads));
                }
            }
        }
    }
    assert!(3 * decided > 2 * compared, "{decided} of {compared} are decided");
}

#[test]
fn every_ruleset_has_the_same_remoteness_as_by_retrograde_analysis() {
    let mut compared = 0;
    for entry in catalogue::rulesets() {
        for example in entry.examples {
            let game = catalogue::parse(example).unwrap_or_else(|error| panic!("{error}"));
            let convention = game.convention();
            let Some(expected) = listed(&*game, convention) else { continue };
            let wanted = Wanted { remoteness: true, ..Wanted::WINNER };
            let options = Options { wanted, ..with_nodes(options(convention, 1), EFFORT / 3) };
            let Ok(found) = answer::solve(&*game, &options) else { continue };
            if found.stopped.is_some() {
                continue;
            }
            for player in Player::BOTH {
                let (Some(found), Some(side)) = (found.side(player), expected.side(player)) else {
                    continue;
                };
                if side.fate == Fate::Draw {
                    continue;
                }
                let text = format!("{example} {player} first");
                assert_eq!(found.remoteness, side.remoteness, "{text}");
                let first = |side: &answer::Side| side.best.first()?.remoteness;
                let complete = found.complete && side.complete;
                assert!(!complete || first(found) == first(side), "{text}");
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// A game of numbered nodes; an end says what the player to move there has brought about.
struct Graph {
    options: Vec<Vec<usize>>,
    ends: Vec<Option<Fate>>,
    /// Whether the moves from a node leave the turn to the same player.
    again: Vec<bool>,
    method: Method,
}

impl Forward<usize> for Graph {
    fn expand(&self, &node: &usize, steps: &mut Vec<Step<usize>>) -> Option<Fate> {
        let turns = !self.again[node];
        let step = |&to: &usize| Step { to, turns, slot: to as u16, rank: 0 };
        steps.extend(self.options[node].iter().map(step));
        self.ends[node]
    }

    fn hash(&self, node: &usize) -> u128 {
        hash_of_word(*node as u64)
    }

    fn ends(&self) -> bool {
        false
    }

    fn method(&self) -> Method {
        self.method
    }
}

/// The fates by the definition: those that are not won or lost after any number of rounds
/// are draws.
fn by_rounds(graph: &Graph) -> Vec<Fate> {
    let mut fates: Vec<Option<Fate>> = graph.ends.clone();
    loop {
        let mut changed = false;
        for node in 0..fates.len() {
            if fates[node].is_some() {
                continue;
            }
            let after = |&to: &usize| match graph.again[node] {
                true => fates[to],
                false => fates[to].map(Fate::reversed),
            };
            let options = || graph.options[node].iter().map(after);
            if options().any(|fate| fate == Some(Fate::Win)) {
                fates[node] = Some(Fate::Win);
            } else if options().all(|fate| fate == Some(Fate::Loss)) {
                fates[node] = Some(Fate::Loss);
            }
            changed |= fates[node].is_some();
        }
        if !changed {
            return fates.into_iter().map(|fate| fate.unwrap_or(Fate::Draw)).collect();
        }
    }
}

#[test]
fn random_games_in_which_play_can_return_have_the_winners_of_the_definition() {
    let mut random = Random::new(1);
    let (mut compared, mut draws, mut not_found) = (0, 0, 0);
    for round in 0..600 {
        let nodes = 2 + random.below(60);
        let ends: Vec<Option<Fate>> = (0..nodes)
            .map(|_| match random.below(10) {
                0 => Some(Fate::Win),
                1 | 2 => Some(Fate::Loss),
                3 if round % 2 == 0 => Some(Fate::Draw),
                _ => None,
            })
            .collect();
        let options = (0..nodes)
            .map(|node| match ends[node] {
                Some(_) => Vec::new(),
                None => (0..1 + random.below(3)).map(|_| random.below(nodes)).collect(),
            })
            .collect();
        let again = (0..nodes).map(|_| round % 5 == 0 && random.below(4) == 0).collect();
        let method = [Method::AlphaBeta, Method::ProofNumbers, Method::InTurns][round % 3];
        let graph = std::sync::Arc::new(Graph { options, ends, again, method });
        let expected = by_rounds(&graph);
        for threads in [1, 2] {
            let limits = Limits { threads, ..Limits::default() };
            // A table of one bucket loses nearly everything.
            let memory = if round % 4 == 0 { 0 } else { 1 << 16 };
            let mut prover = Prover::new(graph.clone(), memory);
            for (node, &fate) in expected.iter().enumerate() {
                let bounds = prover.prove(&node, 50_000, &limits, &mut |_| {}).unwrap();
                // Alpha-beta does not find draws of play that goes on for ever.
                let found = fate != Fate::Draw || method != Method::AlphaBeta;
                if bounds.fate().is_none() {
                    assert!(!found || fate == Fate::Draw || memory == 0, "{round}: node {node}");
                    not_found += usize::from(found && memory > 0);
                }
                let known = bounds.fate().unwrap_or(fate);
                assert_eq!(known, fate, "{round}: node {node}, {threads} threads");
                assert!(!bounds.rules_out(fate), "{round}: {node}");
                assert!(!bounds.reversed().rules_out(fate.reversed()), "{round}: {node}");
                compared += 1;
                draws += usize::from(fate == Fate::Draw);
            }
        }
    }
    assert!(draws > 1000 && compared > 2 * draws, "{draws} of {compared}");
    assert!(100 * not_found < draws, "{not_found} of {draws} draws are not found");
}

#[test]
fn long_lines_of_play_keep_to_the_memory() {
    // Who reaches the last node has won: the search does not know before how long that takes.
    let nodes = 100_000;
    let mut options: Vec<Vec<usize>> = (1..nodes).map(|next| vec![next]).collect();
    options.push(Vec::new());
    let mut ends = vec![None; nodes];
    ends[nodes - 1] = Some(Fate::Loss);
    let again = vec![false; nodes];
    let graph = Graph { options, ends, again, method: Method::ProofNumbers };
    let graph = std::sync::Arc::new(graph);
    for memory in [u64::MAX, 8 << 20] {
        let mut prover = Prover::new(graph.clone(), 1 << 20);
        let limits = Limits { memory, ..Limits::default() };
        // A line that has no room comes to the same node each time: it is not searched for ever.
        match prover.prove(&0, 1 << 20, &limits, &mut |_| {}) {
            Ok(bounds) => assert_eq!(bounds.fate(), Some(Fate::Win), "{memory}"),
            Err(why) => assert!(
                matches!(why, Stopped::Memory { limit, .. } if limit == memory)
                    && memory < u64::MAX
            ),
        }
        let last = prover.prove(&(nodes - 2), 1 << 20, &limits, &mut |_| {}).unwrap();
        assert_eq!(last.fate(), Some(Fate::Win));
    }
}

/// Keys of few bits and numbers of moves are hashed apart: Right won "in 0 moves" where Left's start
/// had been counted before.
#[test]
fn moves_are_counted_for_both_players_in_one_table() {
    let game = catalogue::parse("tic-tac-toe(4,3,3)").unwrap();
    let wanted = Wanted { remoteness: true, ..Wanted::WINNER };
    let by = Some("forward search");
    let answer = answer::solve(&*game, &Options { by, wanted, ..Options::default() }).unwrap();
    for side in [answer.left.unwrap(), answer.right.unwrap()] {
        assert_eq!(side.remoteness, Some(7));
        assert_eq!(side.best.iter().filter(|best| best.remoteness == Some(6)).count(), 6);
    }
}

#[test]
fn endgame_tables_decide_where_play_returns() {
    // With three men each. Where the memory leaves no room for tables, 29 million nodes do not
    // decide it.
    let game = catalogue::parse("nine-mens-morris(X.O|...|...|OO....|...|.X.|X..)").unwrap();
    for threads in [1, 2] {
        let limits = Limits { threads, memory: 64 << 20, ..Limits::default() };
        let options = Options { limits, ..options(Convention::Normal, threads) };
        let options = with_nodes(options, 1_000_000);
        let found = answer::solve(&*game, &options).unwrap();
        let side = found.left.unwrap_or_else(|| panic!("not decided: {:?}", found.work));
        assert_eq!(side.fate, Fate::Loss);
    }
}

#[test]
fn connect_four_is_drawn_on_small_boards() {
    // John Tromp's table of who wins on each board.
    for (game, fate) in [
        ("connect-four(4x4)", Fate::Draw),
        ("connect-four(4x5)", Fate::Draw),
        ("connect-four(5x4)", Fate::Draw),
        ("connect-four(5x5)", Fate::Draw),
        ("connect-four(6x4)", Fate::Loss),
    ] {
        for threads in [1, 2] {
            let game = catalogue::parse(game).unwrap();
            let options = options(Convention::Normal, threads);
            let answer = answer::solve(&*game, &options).unwrap();
            assert_eq!(answer.left.unwrap().fate, fate, "{}", game.text());
        }
    }
}

#[test]
fn boards_of_their_own_have_the_same_winners_in_any_position() {
    let mut random = Random::new(7);
    for (text, moves) in [
        ("connect-four(4x4)", 6),
        ("connect-four(5x4)", 9),
        ("connect-four(4x5,3)", 3),
        ("connect-four(6x5,5)", 20),
        ("connect-four(2x9)", 5),
        ("tic-tac-toe", 1),
        ("tic-tac-toe(4,4,4)", 6),
        ("tic-tac-toe(5,3,3)", 4),
        ("tic-tac-toe(4,4,2)", 1),
        ("tic-tac-toe(3,6,4)", 8),
        ("tic-tac-toe(7,1,3)", 0),
        ("hex(4)", 7),
        ("hex(3x4)", 3),
        ("hex(7x2)", 5),
        ("domineering(5x4)", 1),
        ("domineering(4x6)", 3),
        ("domineering(3x8)", 2),
        ("nogo(3x3)", 1),
        ("nogo(4x3)", 3),
        ("nogo(2x6)", 2),
        ("nogo(..#.|....|#...)", 2),
        ("nogo(9x1)", 0),
    ] {
        let mut compared = 0;
        for _ in 0..40 {
            // Stones of both players in any order: a position need not be reached by turns.
            let mut game = catalogue::parse(text).unwrap();
            for _ in 0..moves + random.below(3) {
                let player = Player::BOTH[random.below(2)];
                let mut options = game.options(player);
                if options.is_empty() {
                    break;
                }
                let chosen = random.below(options.len());
                game = options.swap_remove(chosen);
            }
            compared += usize::from(agrees(&*game, Convention::Normal, 1));
        }
        assert!(compared > 10, "{text}: {compared}");
    }
}

#[test]
fn boards_of_one_size_are_not_used_for_another() {
    for (first, other) in [
        ("domineering(2x3)", "...#...|...#..."),
        ("domineering(9x9)", "...#...|...#..."),
        ("clobber(2x2)", "xoxoxxoxo"),
        ("amazons(2x2)", "x.......o"),
        ("nogo(2x2)", "........."),
    ] {
        let name = first.split_once('(').unwrap().0;
        let at = catalogue::parse(first).unwrap().at(Text::new(other)).unwrap();
        let alone = catalogue::parse(&format!("{name}({other})")).unwrap();
        for player in Player::BOTH {
            let [at, alone] = [&at, &alone].map(|game| {
                let options = Options { starter: Some(player), ..options(Convention::Normal, 1) };
                answer::solve(&**game, &options).unwrap().side(player).unwrap().fate
            });
            assert_eq!(at, alone, "{first} {other} {player}");
        }
    }
}

#[test]
fn published_winners_of_large_games_are_found() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/known/searched/published.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (game, word) = line.rsplit_once(' ').unwrap();
        let game = catalogue::parse(game.trim()).unwrap();
        let limits = Limits { threads: 2, memory: 1 << 28, ..Limits::default() };
        let starter = Some(game.turn().unwrap_or(Player::Left));
        let options = Options { limits, starter, ..options(game.convention(), 2) };
        let answer = answer::solve(&*game, &options).unwrap();
        let side = answer.left.or(answer.right).unwrap();
        assert_eq!(side.fate.word(), word, "{line}");
        compared += 1;
    }
    assert_eq!(compared, 15);
}

#[test]
fn a_stopped_search_says_what_it_knows() {
    let game = catalogue::parse("connect-four").unwrap();
    let limits = Limits {
        time: Some((std::time::Instant::now(), std::time::Duration::from_millis(300))),
        ..Limits::default()
    };
    let options = Options { limits, ..Options::default() };
    let answer = answer::solve(&*game, &options).unwrap();
    assert!(matches!(answer.stopped, Some(Stopped::Time { .. })));
    assert_eq!(answer.missing, [Facet::Winner, Facet::Move]);
    let open = answer.open.left.expect("an open side");
    assert!(open.bounds.fate().is_none() && answer.left.is_none());
}

#[test]
fn the_thinking_player_wins_at_once_and_blocks_at_once() {
    let time = std::time::Duration::from_millis(50);
    for (game, mover, best) in [
        // Three in a row of one's own, and of the other player.
        ("connect-four(.......|.......|.......|.......|OO.....|XXX..O.)", Player::Left, "d1"),
        ("connect-four(.......|.......|.......|.......|XX.....|OOO..X.)", Player::Left, "d1"),
        ("tic-tac-toe(5,5,4; ..O..|..X..|..XO.|..X..|.....)", Player::Right, "c1"),
    ] {
        let game = catalogue::parse(game).unwrap();
        for method in [None, Some(Thinking::Lines), Some(Thinking::Mobility)] {
            let mut searching = game.thinking(Convention::Normal, 1 << 24).unwrap();
            if let Some(method) = method {
                searching.think_by(method);
            }
            let found = searching.think(mover, time, &Limits::default(), &mut |_| {}).unwrap();
            let name = game.moves(mover)[found.best].name.clone();
            assert_eq!(name, best, "{} by {method:?}", game.text());
        }
    }
}

/// The line that a search expects is legal play, which begins with its best move.
#[test]
fn the_expected_line_can_be_played() {
    let (time, limits) = (std::time::Duration::from_millis(300), Limits::default());
    for (text, starter) in [
        ("connect-four", Player::Left),
        ("connect-four", Player::Right),
        ("othello", Player::Left),
        ("dots-and-boxes(3x3)", Player::Left),
    ] {
        let mut game = catalogue::parse(text).unwrap();
        let mut searching = game.thinking(Convention::Normal, 1 << 26).unwrap();
        searching.think_by(Thinking::Lines);
        let mut longest = 0;
        let mut hear = |thoughts: &Thoughts| longest = longest.max(thoughts.line.len());
        let found = searching.think(starter, time, &limits, &mut hear).unwrap();
        assert!(longest > 1 && found.line.len() > 1, "{text}: {:?}", found.line);
        assert_eq!(found.line[0].1, game.moves(starter)[found.best].name, "{text}");
        let mut mover = starter;
        for (player, name) in &found.line {
            assert_eq!(*player, mover, "{text}: {:?}", found.line);
            let made = game.option_named(mover, name, &limits).unwrap().unwrap();
            mover = made.to.turn().unwrap_or(mover.opponent());
            game = made.to;
        }
    }
}

#[test]
fn both_methods_keep_to_the_time_and_search_what_is_not_proved() {
    let time = std::time::Duration::from_millis(200);
    for game in ["othello", "nine-mens-morris", "hex(7x7)"] {
        let game = catalogue::parse(game).unwrap();
        for method in [Thinking::Lines, Thinking::Mobility] {
            let start = std::time::Instant::now();
            let mut searching = game.thinking(Convention::Normal, 1 << 24).unwrap();
            searching.think_by(method);
            let found =
                searching.think(Player::Left, time, &Limits::default(), &mut |_| {}).unwrap();
            // The machine may be busy.
            assert!(start.elapsed() < 10 * time, "{} by {method:?}", game.text());
            assert!(found.moves[found.best].bounds.fate().is_none());
            assert_eq!(found.moves[found.best].lines > 0, method == Thinking::Lines);
        }
    }
}
