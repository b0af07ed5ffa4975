//! Plays the thinking player against one that looks two moves ahead and otherwise moves at random:
//! `cargo bench --bench matches [-- GAMES [MILLISECONDS [GAME]...]]`. The thinking player must not
//! lose.
//!
//! A game is one that `grundy play` takes, which may be a file of rules: `chess.kif`, or
//! `chess.kif(higher)` with its parameters. In games that are named, losses are only counted. With
//! `--mobility`, Monte Carlo tree search plays against alpha-beta search by mobility: both think
//! for the same time, each pair of games begins with the same two random moves, and losses are only
//! counted. Also counted is how often the thinking player could win at once, and did; and how often
//! it could lose at once by some of its moves, and avoided them.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::solve::proof::{Thinking, Thoughts};
use grundy::stated::Statement;
use grundy::{End, Game, Limits, Player, Random, catalogue};

/// The games. Amazons has two queens for each player.
const GAMES: [&str; 8] = [
    "connect-four",
    "othello",
    "hex(7x7)",
    "amazons(..x.x.|......|......|......|......|.o.o..)",
    "go(5x5)",
    "dodgem(4)",
    "nine-mens-morris",
    "domineering(8x8)",
];

/// The number of moves after which a game counts as a draw.
const LONGEST: usize = 300;
/// The greatest number of replies that the player who looks two moves ahead looks at.
const REPLIES: usize = 10_000;

/// The winner, if play is over with this player to move; none inside for a tie.
fn over(game: &dyn Game, mover: Player) -> Option<Option<Player>> {
    match game.end(mover) {
        Some(End::Won(player)) => Some(Some(player)),
        Some(End::Tie) => Some(None),
        None if game.options(mover).is_empty() => Some(Some(mover.opponent())),
        None => None,
    }
}

fn next(game: &dyn Game, mover: Player) -> Player {
    game.turn().unwrap_or(mover.opponent())
}

/// The moves that win at once; and if there are none, the moves after which no win of the other
/// player at once is seen. If there are very many replies, not all are looked at.
fn two_moves_ahead(options: &[Box<dyn Game>], mover: Player) -> (Vec<usize>, Vec<usize>) {
    let won = |game: &dyn Game, by: Player, last: Player| {
        over(game, next(game, last)).is_some_and(|winner| winner == Some(by))
    };
    let all = 0..options.len();
    let wins: Vec<usize> =
        all.clone().filter(|&number| won(&*options[number], mover, mover)).collect();
    if !wins.is_empty() {
        return (wins, Vec::new());
    }
    let mut seen = 0;
    let safe = all.filter(|&number| {
        let (option, next) = (&*options[number], next(&*options[number], mover));
        if next == mover || seen > REPLIES {
            return true;
        }
        if let Some(winner) = over(option, next) {
            return winner != Some(next);
        }
        let replies = option.options(next);
        seen += replies.len();
        !replies.iter().any(|reply| won(&**reply, next, next))
    });
    (wins, safe.collect())
}

/// The results of the thinking player.
#[derive(Default)]
struct Count {
    won: u64,
    drawn: u64,
    lost: u64,
    /// How often it could win at once, and how often it did.
    wins: (u64, u64),
    /// How often it had to prevent a loss at once, and how often it did.
    blocks: (u64, u64),
    moves: u64,
    lines: u64,
    longest: Duration,
}

/// The opinion of a player on the moves of a game, found by `method` if one is given.
fn think(game: &dyn Game, mover: Player, time: Duration, method: Option<Thinking>) -> Thoughts {
    let mut searching = game.thinking(game.convention(), 256 << 20).expect("no sum");
    if let Some(method) = method {
        searching.think_by(method);
    }
    let found = searching.think(mover, time, &Limits::default(), &mut |_| {});
    found.unwrap_or_else(|stopped| panic!("{stopped}"))
}

/// A game after `moves` random moves, with the player to move. No move wins or loses at once.
fn opening(game: &dyn Game, moves: usize, random: &mut Random) -> (Box<dyn Game>, Player) {
    let (mut game, mut mover) = (game.boxed(), game.turn().unwrap_or(Player::Left));
    for _ in 0..moves {
        let mut options = game.options(mover);
        let (wins, safe) = two_moves_ahead(&options, mover);
        if !wins.is_empty() || safe.is_empty() {
            break;
        }
        game = options.swap_remove(safe[random.below(safe.len())]);
        mover = next(&*game, mover);
    }
    (game, mover)
}

/// The winner of a game; none for a draw.
fn play(
    (mut game, mut mover): (Box<dyn Game>, Player),
    thinks: Player,
    (time, against): (Duration, Option<Thinking>),
    random: &mut Random,
    count: &mut Count,
) -> Option<Player> {
    for _ in 0..LONGEST {
        if let Some(fault) = game.failure() {
            panic!("{fault}");
        }
        if let Some(winner) = over(&*game, mover) {
            return winner;
        }
        let mut options = game.options(mover);
        let (wins, safe) = two_moves_ahead(&options, mover);
        let chosen = if mover == thinks {
            let start = Instant::now();
            let found = think(&*game, mover, time, against.and(Some(Thinking::Lines)));
            if options.len() > 1 {
                count.moves += 1;
                count.lines +=
                    found.moves.iter().map(|thought| u64::from(thought.lines)).sum::<u64>();
                count.longest = count.longest.max(start.elapsed());
            }
            if !wins.is_empty() && wins.len() < options.len() {
                count.wins.0 += 1;
                count.wins.1 += u64::from(wins.contains(&found.best));
            }
            if !safe.is_empty() && safe.len() < options.len() {
                count.blocks.0 += 1;
                count.blocks.1 += u64::from(safe.contains(&found.best));
            }
            found.best
        } else if against.is_some() {
            think(&*game, mover, time, against).best
        } else if wins.is_empty() {
            match safe.is_empty() {
                true => random.below(options.len()),
                false => safe[random.below(safe.len())],
            }
        } else {
            wins[0]
        };
        game = options.swap_remove(chosen);
        mover = next(&*game, mover);
    }
    None
}

/// Reads a game, whose text may begin with the name of a file of rules.
fn read(text: &str) -> Box<dyn Game> {
    let mut named = text.to_string();
    for ending in [".kif", ".star"] {
        if let Some((stem, parameters)) = text.split_once(ending) {
            let file = format!("{stem}{ending}");
            let rules = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
            let statement: Arc<dyn Statement> = match ending {
                ".kif" => {
                    Arc::new(grundy_gdl::load(&file, &rules).unwrap_or_else(|e| panic!("{e}")))
                }
                _ => Arc::new(grundy_rules::load(&file, &rules).unwrap_or_else(|e| panic!("{e}"))),
            };
            named = format!("{}{parameters}", statement.name());
            let name = statement.name().to_string();
            catalogue::register(&name, statement);
        }
    }
    catalogue::parse(&named).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn main() {
    // `cargo test --benches` asks for tests; there are none.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let against = std::env::args().any(|one| one == "--mobility").then_some(Thinking::Mobility);
    let given: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let number = |place: usize, usual: u64| {
        given.get(place).map_or(usual, |text: &String| text.parse().expect("a number"))
    };
    let (games, time) = (number(0, 100), Duration::from_millis(number(1, 100)));
    let named: Vec<&str> = given.iter().skip(2).map(String::as_str).collect();
    let chosen = if named.is_empty() { GAMES.to_vec() } else { named.clone() };
    for text in chosen {
        let mut random = Random::new(0);
        let (game, mut count, start) = (read(text), Count::default(), Instant::now());
        for round in 0..games {
            let thinks = if round % 2 == 0 { Player::Left } else { Player::Right };
            // Both players play each opening with each side.
            let mut first = Random::new(round / 2);
            let moves = if against.is_some() { 2 } else { 0 };
            let start = opening(&*game, moves, &mut first);
            match play(start, thinks, (time, against), &mut random, &mut count) {
                Some(winner) if winner == thinks => count.won += 1,
                Some(_) => count.lost += 1,
                None => count.drawn += 1,
            }
        }
        let Count { won, drawn, lost, wins, blocks, moves, lines, longest } = count;
        let name = Path::new(text).file_name().map_or(text.into(), |name| name.to_string_lossy());
        println!(
            "{name:52} {games} games: {won} won, {drawn} drawn, {lost} lost, {:.0} s; \
             won at once {} of {}, prevented a loss at once {} of {}; \
             {} lines a move, the longest move took {:.2} s",
            start.elapsed().as_secs_f64(),
            wins.1,
            wins.0,
            blocks.1,
            blocks.0,
            lines / moves.max(1),
            longest.as_secs_f64()
        );
        assert!(
            !named.is_empty() || against.is_some() || 100 * lost <= games,
            "{text}: {lost} games were lost"
        );
    }
}
