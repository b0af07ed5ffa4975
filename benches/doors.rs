//! Each question is answered by every method that applies, alone, and by the schedule: all answers
//! must be equal, and the schedule must not take much longer than the best method.
//! `cargo bench --bench doors [-- TEXT]` asks about the games whose name has this text.
//!
//! Where the program stands in `target/release`, it is asked, too.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use grundy::answer::{self, Answer, Options};
use grundy::solve::partitioned::Failure;
use grundy::{Convention, Fate, Limits, Player, catalogue};

/// The games: tiny, middling and too large for some of the methods. A minus in front of a game asks
/// for misère play.
const GAMES: &[&str] = &[
    // Heaps.
    "nim(3,4,5)",
    "nim(30,40,50)",
    "nim(1000000)",
    "-nim(30,40,50)",
    "-nim(1000000)",
    "kayles(7)",
    "kayles(1000000000)",
    "-kayles(9,4)",
    "dawsons-kayles(50,31)",
    "octal(0.77; 1000)",
    "subtraction(1,3,4; 100)",
    "-subtraction(1,3; 1000000)",
    "lasker(1000,999)",
    "grundys-game(1000)",
    "-heap(=n-1+n-1; 6)",
    "fibonacci-nim(10000)",
    "take-with-memory(times 3; 5000)",
    "wythoff(30,19)",
    "euclid(100,61)",
    "thirty-one",
    "last-to-toggle-wins(5)",
    // Boards that fall apart.
    "domineering(4x4)",
    "domineering(5x5)",
    "domineering(6x6)",
    "domineering(7x7)",
    "domineering(8x4)",
    "clobber(3x4)",
    "clobber(4x4)",
    "clobber(5x4)",
    "cram(4x4)",
    "cram(5x5)",
    "cram(6x5)",
    "chomp(5x5)",
    "chomp(10x9)",
    "amazons(x..|...|..o)",
    "amazons(4x4)",
    "konane(4x4)",
    "nogo(3x3)",
    "nogo(4x4)",
    "col(3x3)",
    "snort(3x3)",
    "toads-and-frogs(TTT..FFF)",
    "cutcake(8x7)",
    "cutcake(30x20)",
    "maundy-cake(24x18)",
    "eatcake(9x8)",
    "hackenbush(BRB, GG)",
    "toppling-dominoes(LRLLRRLR)",
    "-domineering(4x4)",
    "-cram(3x4)",
    "-clobber(3x4)",
    // Sums.
    "nim(3) + kayles(5)",
    "domineering(3x3) + clobber(xo|ox)",
    "domineering(4x4) - domineering(4x4)",
    "cram(4x5) + nim(7)",
    "clobber(4x4) + domineering(5x5)",
    "nim(1000000) + cram(3x3)",
    "toads-and-frogs(TT..FF) + konane(xoxo)",
    // Boards with ends of their own.
    "tic-tac-toe",
    "tic-tac-toe(4,4,3)",
    "tic-tac-toe(4,4,4)",
    "tic-tac-toe(5,4,4)",
    "connect-four(4x4)",
    "connect-four(5x4)",
    "connect-four(5x5)",
    "connect-four(6x4)",
    "hex(3)",
    "hex(4)",
    "hex(5)",
    "game-of-y(4)",
    "crosscut(3x3)",
    // Play that can return.
    "dodgem(3)",
    "three-mens-morris",
    "teeko(4x4)",
    "l-game",
    "quixo(3)",
    "chess(KQK)",
    "go(2x2)",
    "go(3x3)",
    "fox-and-geese(4)",
    "hare-and-hounds",
    // Points.
    "dots-and-boxes(2x2)",
    "dots-and-boxes(3x2)",
    "kalah(3,3)",
    "kalah(4,3)",
    "othello(4)",
    "othello(4; XXX.|XXXX|XXXX|XXXX)",
];

/// How long a method is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who wins, if each player starts.
type Fates = [Option<Fate>; 2];

fn fates(answer: &Answer) -> Fates {
    Player::BOTH.map(|player| answer.side(player).map(|side| side.fate))
}

/// The answer by one method, or by all of them, and the time.
fn asked(text: &str, misere: bool, by: Option<&str>) -> Option<(Fates, Duration)> {
    let game = catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let convention = misere.then_some(Convention::Misere);
    let begun = Instant::now();
    let limits =
        Limits { memory: 1 << 30, time: Some((begun, PATIENCE)), ..Limits::default() };
    let options = Options { convention, limits, by, beyond: Duration::ZERO, ..Options::default() };
    match answer::solve(&*game, &options) {
        Ok(answer) if answer.stopped.is_none() => Some((fates(&answer), begun.elapsed())),
        Err(wrong @ Failure::Contradiction { .. }) => panic!("{text}: {wrong}"),
        _ => None,
    }
}

/// What the program says.
fn program(text: &str, misere: bool) -> Option<(String, Duration)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/grundy");
    let mut command = Command::new(path);
    command.args(["solve", text, "--format", "json", "--time", "10s", "--threads", "1"]);
    if misere {
        command.arg("--misere");
    }
    let begun = Instant::now();
    let output = command.output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some((said, begun.elapsed()))
}

fn main() {
    // `cargo test --benches` asks for tests, of which there are none.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let mut ratios = Vec::new();
    for game in GAMES.iter().filter(|game| only.as_ref().is_none_or(|text| game.contains(&**text))) {
        let (text, misere) = match game.strip_prefix('-') {
            Some(text) => (text, true),
            None => (*game, false),
        };
        let parsed = catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let convention = misere.then_some(Convention::Misere);
        let offers = answer::plan(&*parsed, &Options { convention, ..Options::default() });
        let mut best: Option<(Duration, &str)> = None;
        let mut expected = None;
        for (method, _) in &offers {
            let Some((found, time)) = asked(text, misere, Some(*method)) else { continue };
            let expected = expected.get_or_insert(found);
            assert_eq!(*expected, found, "{game} by {method}");
            if best.is_none_or(|(least, _)| time < least) {
                best = Some((time, *method));
            }
        }
        let Some((found, time)) = asked(text, misere, None) else {
            assert!(best.is_none(), "{game} is answered by {best:?}, but not by all together");
            println!("{game:44} is not answered within {PATIENCE:?}");
            continue;
        };
        assert!(expected.is_none_or(|expected| expected == found), "{game}");
        let Some((least, method)) = best else { continue };
        let ratio = time.as_secs_f64() / least.as_secs_f64();
        let more = time.saturating_sub(least);
        let program = match program(text, misere) {
            Some((said, took)) => {
                for (side, fate) in ["left", "right"].iter().zip(found) {
                    let word = fate.map(|fate| format!("\"{side}\":{{\"result\":\"{}\"", fate.word()));
                    assert!(word.is_none_or(|word| said.contains(&word)), "{game}: {said}");
                }
                format!("{:8.1} ms", took.as_secs_f64() * 1e3)
            }
            None => String::new(),
        };
        println!(
            "{game:44} {:9.2} ms, {ratio:5.2} times {method:<22} {program}",
            time.as_secs_f64() * 1e3
        );
        ratios.push((ratio, more, *game));
    }
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    let Some((median, _, _)) = ratios.get(ratios.len() / 2) else { return };
    let slow = ratios.iter().filter(|(ratio, more, _)| *ratio > 3.0 && more.as_millis() > 50);
    println!("median {median:.2}; over 3 times and 50 ms: {:?}", slow.collect::<Vec<_>>());
}
