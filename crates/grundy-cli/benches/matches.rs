//! The player that thinks against one that looks two moves ahead and otherwise moves at
//! random: `cargo bench --bench matches [-- GAMES [MILLISECONDS [GAME]]]`. It must not lose.
//! A game is written as in the catalogue, or is a rule file; `FILE.kif(higher)` is one in which
//! the higher goal wins.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::stated::Statement;
use grundy::{End, Game, Limits, Player, catalogue};

/// What is played. Amazons has two queens each.
const GAMES: [&str; 10] = [
    "connect-four",
    "othello",
    "hex(7x7)",
    "amazons(..x.x.|......|......|......|......|.o.o..)",
    "go(5x5)",
    "dodgem(4)",
    "nine-mens-morris",
    "domineering(8x8)",
    "examples/rules/breakthrough.star",
    "examples/gdl/boxes.kif",
];

/// Moves after which a game counts as a draw.
const LONGEST: usize = 300;

struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * below as u128) >> 64) as usize
    }
}

/// Who has won with this player to move, if play is over: none for a tie.
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

/// Wins at once, or else lets the other player not win at once, if that can be.
fn two_moves_ahead(options: &[Box<dyn Game>], mover: Player, random: &mut Random) -> usize {
    let won = |game: &dyn Game, by: Player, last: Player| {
        over(game, next(game, last)).is_some_and(|winner| winner == Some(by))
    };
    if let Some(wins) = options.iter().position(|option| won(&**option, mover, mover)) {
        return wins;
    }
    let safe: Vec<usize> = (0..options.len())
        .filter(|&number| {
            let (option, next) = (&*options[number], next(&*options[number], mover));
            let replies = option.options(next);
            next == mover || !replies.iter().any(|reply| won(&**reply, next, next))
        })
        .collect();
    match safe.is_empty() {
        true => random.below(options.len()),
        false => safe[random.below(safe.len())],
    }
}

/// The winner of a game; none for a draw.
fn play(game: &dyn Game, thinks: Player, time: Duration, random: &mut Random) -> Option<Player> {
    let (mut game, mut mover) = (game.boxed(), game.turn().unwrap_or(Player::Left));
    for _ in 0..LONGEST {
        if let Some(winner) = over(&*game, mover) {
            return winner;
        }
        let mut options = game.options(mover);
        let chosen = if mover == thinks {
            let mut searching = game.thinking(game.convention(), 256 << 20).expect("no sum");
            let found = searching.think(mover, time, &Limits::default(), &mut |_| {});
            found.expect("nobody interrupts").best
        } else {
            two_moves_ahead(&options, mover, random)
        };
        game = options.swap_remove(chosen);
        mover = next(&*game, mover);
    }
    None
}

/// The game of a text or of a rule file.
fn read(text: &str) -> Box<dyn Game> {
    let (path, parameters) = text.split_at(text.find('(').unwrap_or(text.len()));
    let file =
        [Path::new(path).into(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)]
            .into_iter()
            .find(|path| path.is_file());
    let Some(file) = file else {
        return catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    };
    let rules = std::fs::read(&file).unwrap_or_else(|error| panic!("{text}: {error}"));
    let rules = String::from_utf8_lossy(&rules);
    let statement: Arc<dyn Statement> = match path.ends_with(".kif") {
        true => Arc::new(grundy_gdl::load(path, &rules).unwrap_or_else(|fault| panic!("{fault}"))),
        false => {
            Arc::new(grundy_rules::load(path, &rules).unwrap_or_else(|fault| panic!("{fault}")))
        }
    };
    catalogue::register("own", statement);
    catalogue::parse(&format!("own{parameters}")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn main() {
    // `cargo test --benches` asks for tests, of which there are none.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let given: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let number = |place: usize, usual: u64| {
        given.get(place).map_or(usual, |text: &String| text.parse().expect("a number"))
    };
    let (games, time) = (number(0, 100), Duration::from_millis(number(1, 100)));
    let chosen: Vec<&str> = match given.get(2) {
        Some(game) => vec![game],
        None => GAMES.to_vec(),
    };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for text in chosen {
        let game = read(text);
        let (mut won, mut drawn, start) = (0, 0, Instant::now());
        for round in 0..games {
            let thinks = if round % 2 == 0 { Player::Left } else { Player::Right };
            match play(&*game, thinks, time, &mut random) {
                Some(winner) if winner == thinks => won += 1,
                Some(_) => {}
                None => drawn += 1,
            }
        }
        let lost = games - won - drawn;
        println!(
            "{text:52} {games} games: {won} won, {drawn} drawn, {lost} lost, {:.0} s",
            start.elapsed().as_secs_f64()
        );
        assert!(100 * lost <= games, "{text}: {lost} games were lost");
    }
}
