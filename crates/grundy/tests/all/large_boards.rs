//! Boards that need more than 64 bits: they are written, drawn, played and solved like small ones.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use grundy::answer::{self, Options};
use grundy::solve::partitioned::Failure;
use grundy::{Fate, Game, Limits, Player, Random, Stopped, catalogue};

fn game(text: &str) -> Box<dyn Game> {
    catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Starts of games of more than 64 squares, cells or edges.
const STARTS: &[&str] = &[
    "tic-tac-toe(15,15,5)",
    "tic-tac-toe(10,10,5)",
    "hex(8)",
    "hex(11)",
    "hex(13x12)",
    "game-of-y(11)",
    "game-of-y(22)",
    "dots-and-boxes(5x5)",
    "dots-and-boxes(6x6)",
    "dots-and-boxes(10x10)",
    "nimstring(5x5)",
    "nimstring(8x8)",
    "othello(10)",
    "othello(16,discs)",
    "go(7x9)",
    "go(9x9,superko,passes,komi=7.5)",
    "go(13x13,once)",
    "nogo(9x9)",
    "nogo(13x13)",
    "amazons(10x10)",
    "amazons(12x12)",
    "clobber(12x12)",
    "kings-clobber(16x16)",
    "konane(14x14)",
    "sliding-konane(12x12)",
    "fission(12x12)",
    "domineering(12x12)",
    "cram(13x13)",
    "col(12x12)",
    "snort(16x16)",
    "kings-dirt(12x12, 2, 2)",
];

/// The player to move after a move of `player` to `game`.
fn next(game: &dyn Game, player: Player) -> Player {
    game.turn().unwrap_or(player.opponent())
}

#[test]
fn large_boards_are_read_as_they_are_printed_and_moves_have_names() {
    for (number, start) in STARTS.iter().enumerate() {
        let mut random = Random::new(number as u64);
        let (mut at, mut player) = (game(start), Player::Left);
        let mut names = Vec::new();
        for _ in 0..8 {
            let moves = at.moves(player);
            let distinct: BTreeSet<&str> = moves.iter().map(|one| &*one.name).collect();
            assert_eq!(distinct.len(), moves.len(), "{start}");
            let number = random.below(distinct.len());
            let chosen = moves.into_iter().nth(number).unwrap();
            names.push(chosen.name);
            (at, player) = (chosen.to.boxed(), next(&*chosen.to, player));
            let text = at.text();
            assert_eq!(game(&text).text(), text, "{start}");
            assert!(at.drawing().lines().count() > 5, "{start}");
            assert!(at.scene().places.len() > 60, "{start}");
        }
        let line = format!("after({start}, {})", names.join(" "));
        let played = catalogue::parse(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(played.position(), at.position(), "{line}");
    }
}

/// A game in which few moves are left, by play at random; none if play ends before.
fn late(start: &str, few: usize, seed: u64) -> Option<Box<dyn Game>> {
    let mut random = Random::new(seed);
    let (mut at, mut player) = (game(start), Player::Left);
    loop {
        let mut options = at.options(player);
        if at.end(player).is_some() || options.is_empty() {
            return None;
        }
        if options.len() + at.options(player.opponent()).len() <= 2 * few {
            return Some(at);
        }
        let chosen = options.swap_remove(random.below(options.len()));
        player = next(&*chosen, player);
        at = chosen;
    }
}

#[test]
fn nearly_full_boards_are_solved_as_by_the_list_of_their_positions() {
    let limits = Limits { positions: 3_000_000, ..Limits::default() };
    for (start, few) in [
        ("tic-tac-toe(12,12,8)", 7),
        ("hex(8)", 8),
        ("hex(11)", 8),
        ("game-of-y(11)", 8),
        ("dots-and-boxes(5x5)", 8),
        ("dots-and-boxes(8x8)", 8),
        ("nimstring(5x5)", 8),
        ("nimstring(8x8)", 8),
        ("othello(10)", 2),
        ("nogo(9x9)", 4),
        ("nogo(12x11)", 3),
        ("clobber(12x11)", 4),
        ("domineering(12x11)", 5),
        ("col(12x11)", 3),
    ] {
        let mut fates = [0; 3];
        let late = (1..400).filter_map(|seed| late(start, few, seed));
        for game in late.take(6) {
            let answer = answer::solve(&*game, &Options { limits, ..Options::default() });
            let answer = answer.map_err(Failure::into_stopped).unwrap().whole().unwrap();
            for player in Player::BOTH {
                let Some(side) = answer.side(player) else { continue };
                let found = game.top_down(player, game.convention(), &limits);
                let found = found.unwrap_or_else(|error| panic!("{}: {error}", game.text()));
                assert_eq!(found.answer, side.fate, "{} {player}", game.text());
                fates[found.answer as usize] += 1;
            }
        }
        assert!(fates.iter().sum::<i32>() > 5, "{start}: {fates:?}");
    }
}

#[test]
fn five_in_a_row_is_found_on_a_board_of_fifteen_by_fifteen() {
    // Pairs of marks that change with each row have no line of three; X lacks one mark of five.
    let square = |x: usize, y: usize| match (x, y) {
        (3..=6, 7) => 'X',
        (2 | 7, 7) => '.',
        _ if (x + 2 * y) % 4 < 2 => 'X',
        _ => 'O',
    };
    let row = |y| (0..15).map(|x| square(x, y)).collect::<String>();
    let rows = (0..15).map(row).collect::<Vec<_>>().join("|");
    let game = game(&format!("tic-tac-toe(15,15,5; {rows})"));
    let answer = answer::solve(&*game, &Options::default()).map_err(Failure::into_stopped);
    let answer = answer.unwrap().whole().unwrap();
    assert_eq!(answer.side(Player::Left).unwrap().fate, Fate::Win);
    let best: BTreeSet<&str> =
        answer.side(Player::Left).unwrap().best.iter().map(|best| &*best.name).collect();
    assert_eq!(best, BTreeSet::from(["c8", "h8"]));
}

#[test]
fn large_boards_stop_in_time() {
    for start in ["hex(8)", "hex(11)", "tic-tac-toe(15,15,5)", "dots-and-boxes(5x5)", "othello(10)"]
    {
        let since = Instant::now();
        let time = Some((since, Duration::from_millis(500)));
        let limits = Limits { time, memory: 1 << 28, ..Limits::default() };
        let answer = answer::solve(&*game(start), &Options { limits, ..Options::default() });
        let answer = answer.map_err(Failure::into_stopped);
        assert!(since.elapsed() < Duration::from_secs(20), "{start}: {:?}", since.elapsed());
        let known = match answer {
            Ok(told) => told.side(Player::Left).map(|side| side.fate),
            Err(stopped) => {
                assert!(matches!(stopped, Stopped::Time { .. }), "{start}: {stopped}");
                None
            }
        };
        assert_eq!(known, start.starts_with("hex").then_some(Fate::Win), "{start}");
    }
}
