//! Who wins from the start, by forward search, with one thread and with two:
//! `cargo bench --bench proof [-- SECONDS]` leaves out games that are known to take longer.

use std::time::{Duration, Instant};

use grundy::answer::{Options, solve};
use grundy::{Fate, Limits, catalogue};

/// The result for Left, who starts, and the seconds that it takes on one core.
///
/// Connect Four: John Tromp's table of boards. Tic-tac-toe: J. W. H. M. Uiterwijk and H. J. van den
/// Herik, The advantage of the initiative, 2000. Hex: the player who starts wins (Nash).
/// Domineering: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8×8 Domineering,
/// 2000.
const GAMES: [(&str, Fate, u64); 13] = [
    ("connect-four(5x5)", Fate::Draw, 1),
    ("connect-four(6x5)", Fate::Draw, 1),
    ("connect-four(5x6)", Fate::Draw, 1),
    ("connect-four(6x6)", Fate::Loss, 20),
    ("connect-four", Fate::Win, 100),
    ("tic-tac-toe(4,4,4)", Fate::Draw, 1),
    ("tic-tac-toe(5,5,4)", Fate::Draw, 2),
    ("tic-tac-toe(6,5,4)", Fate::Win, 1),
    ("tic-tac-toe(6,6,4)", Fate::Win, 1),
    ("hex(5)", Fate::Win, 1),
    ("hex(6)", Fate::Win, 1),
    ("domineering(7x7)", Fate::Win, 1),
    ("domineering(8x8)", Fate::Win, 40),
];

fn main() {
    // `cargo test --benches` asks for tests; there are none.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let number = |text: String| text.parse().ok();
    let seconds: u64 = std::env::args().find_map(number).unwrap_or(60);
    for (text, fate, _) in GAMES.into_iter().filter(|(_, _, takes)| *takes <= seconds) {
        let game = catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut times = Vec::new();
        for threads in [1, 2] {
            let limits = Limits { threads, memory: 4 << 30, ..Limits::default() };
            let (by, starter) = (Some("forward search"), Some(grundy::Player::Left));
            let beyond = Duration::ZERO;
            let options = Options { limits, by, starter, beyond, ..Options::default() };
            let start = Instant::now();
            let answer = solve(&*game, &options).expect("no limit");
            let time = start.elapsed().as_secs_f64();
            assert_eq!(answer.left.expect("is decided").fate, fate, "{text}");
            let visited = answer.work[0].visited;
            times.push(time);
            println!(
                "{text:20} {threads} threads {visited:>12} nodes {time:8.2} s {:6.2} M/s",
                visited as f64 / time / 1e6
            );
        }
        println!("{text:20} two threads are {:.2} times as fast", times[0] / times[1]);
    }
}
