//! Whole games from rule files and from modules in WebAssembly, beside the built-in rulesets of the
//! same games: seconds to list and decide all positions, in one thread and in one run.
//!
//! Run with `cargo bench --bench solved`.

use std::time::{Duration, Instant};

use grundy::answer::{Options, Wanted, solve};
use grundy::game::Large;
use grundy::solve::partitioned::Settings;
use grundy::stated::Statement;
use grundy::{Fate, Game, Limits, Player, catalogue};

/// Positions are tuples of four numbers, so heaps are distinguished.
const TAKE: &str = "
def start(a, b, c, d):
    return (a, b, c, d)

def moves(p):
    return [p[:i] + (p[i] - k,) + p[i + 1:] for i in range(4) for k in (1, 2) if k <= p[i]]
";

const NIM: &str = "
def start(a, b, c, d):
    return (a, b, c, d)

def moves(p):
    return [p[:i] + (left,) + p[i + 1:] for i in range(4) for left in range(p[i])]
";

/// A file, its parameters, and the same game in the catalogue.
const GAMES: [(&str, &str, &str); 10] = [
    ("tic-tac-toe.star", "", "tic-tac-toe"),
    ("connect-four.star", "5, 4", "connect-four(5x4)"),
    ("dodgem.star", "", "dodgem(3)"),
    ("chomp.star", "6, 7", "chomp(6x7)"),
    ("take.star", "55, 55, 55, 55", "subtraction(1,2; 55,55,55,55)"),
    ("nim.star", "9, 9, 9, 9", "nim(9,9,9,9)"),
    ("connect-four.wasm", "4x4", "connect-four(4x4)"),
    ("connect-four.wasm", "5x4", "connect-four(5x4)"),
    ("domineering.wasm", "5x5", "domineering(5x5)"),
    ("nim.wasm", "9, 9, 9, 9, 9", "nim(9,9,9,9,9)"),
];

/// From this number of positions on, they are not listed one by one.
const TOO_MANY: u64 = 9_000_000;

fn load(file: &str) -> Box<dyn Statement> {
    let examples = format!("{}/../examples", env!("CARGO_MANIFEST_DIR"));
    if file.ends_with(".wasm") {
        let module =
            std::fs::read(format!("{examples}/wasm/{file}")).expect("the example is there");
        return Box::new(grundy_wasm::load(file, &module).expect("it is a game"));
    }
    let text = match file {
        "take.star" => TAKE.to_string(),
        "nim.star" => NIM.to_string(),
        _ => {
            let path = format!("{examples}/rules/{file}");
            std::fs::read_to_string(path).expect("the example is there")
        }
    };
    Box::new(grundy_rules::load(file, &text).expect("the file is right"))
}

/// The result if Left starts, the number of positions, and the time.
struct Solved {
    fate: Fate,
    positions: u64,
    time: Duration,
}

/// Solves all positions by the rules, in memory.
fn listed(game: &dyn Game, limits: Limits<'_>) -> Option<Solved> {
    let begun = Instant::now();
    let options = Options { wanted: Wanted::POSITIONS, limits, ..Options::default() };
    let answer = solve(game, &options).ok()?;
    let fate = answer.side(Player::Left)?.fate;
    Some(Solved { fate, positions: answer.positions? as u64, time: begun.elapsed() })
}

/// Solves all positions by their keys, which were made before.
fn packed(large: &dyn Large, limits: Limits<'_>) -> Option<Solved> {
    let begun = Instant::now();
    let solution = large.solve(&Settings { limits, ..Settings::default() }).ok()?;
    let fate = large.finder(&solution)(large.key(Player::Left)).ok()??.verdict().fate();
    let time = begun.elapsed();
    Some(Solved { fate, positions: solution.counts().positions(), time })
}

/// The least time of some runs; short runs are repeated.
fn least(run: impl Fn() -> Option<Solved>) -> Option<Solved> {
    let first = run()?;
    let times = Duration::from_millis(200).div_duration_f64(first.time).min(10.0) as usize;
    (0..times).filter_map(|_| run()).chain([first]).min_by_key(|solved| solved.time)
}

fn main() {
    let limits = Limits { threads: 1, memory: 8 << 30, ..Limits::default() };
    println!("| game | positions | listed | compiling | by keys | built in | times built in |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (file, parameters, twin) in GAMES {
        let own = format!("own-{}", file.replace('.', "-"));
        catalogue::register(&own, load(file).into());
        let own = if parameters.is_empty() { own } else { format!("{own}({parameters})") };
        let game = catalogue::parse(&own).expect("the game is there");
        let twin = catalogue::parse(twin).expect("the twin is there");

        let begun = Instant::now();
        let large = game.large().expect("positions have keys");
        let compiling = begun.elapsed();
        let fast = least(|| packed(&*large, limits)).expect("the game is solved");
        let slow = (fast.positions < TOO_MANY).then(|| listed(&*game, limits)).flatten();
        let ours = least(|| match twin.large() {
            Some(large) => packed(&*large, limits),
            None => listed(&*twin, limits),
        });
        let ours = ours.expect("the twin is solved");
        for other in slow.iter().chain([&ours]) {
            assert_eq!(fast.fate, other.fate, "{own}");
        }
        let seconds = |time: Duration| format!("{:.4} s", time.as_secs_f64());
        let slow = slow.map_or("-".to_string(), |slow| seconds(slow.time));
        let (times, positions) = (fast.time.div_duration_f64(ours.time), fast.positions);
        let [compiling, fast, ours] = [compiling, fast.time, ours.time].map(seconds);
        println!("| {own} | {positions} | {slow} | {compiling} | {fast} | {ours} | {times:.1} |");
    }
}
