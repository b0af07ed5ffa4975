//! Whole games from rule files, interpreted and compiled, beside the rulesets of the same games
//! that are built in: seconds to list and decide all positions, in one thread and in one run.
//!
//! Run with `cargo bench -p grundy-rules --bench solved`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::answer::{Options, Whole, solve};
use grundy::solve::partitioned::Settings;
use grundy::{Fate, Game, Limits, Player, catalogue};

/// A position of four numbers, so that heaps are told apart.
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

/// A rule file, its parameters, and the same game as the catalogue has it.
const GAMES: [(&str, &str, &str); 6] = [
    ("tic-tac-toe", "", "tic-tac-toe"),
    ("connect-four", "5, 4", "connect-four(5x4)"),
    ("dodgem", "", "dodgem(3)"),
    ("chomp", "6, 7", "chomp(6x7)"),
    ("take", "55, 55, 55, 55", "subtraction(1,2; 55,55,55,55)"),
    ("nim", "9, 9, 9, 9", "nim(9,9,9,9)"),
];

fn text(name: &str) -> String {
    match name {
        "take" => TAKE.to_string(),
        "nim" => NIM.to_string(),
        _ => {
            let path = format!("{}/../../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
            std::fs::read_to_string(path).expect("the example is there")
        }
    }
}

/// Who wins if Left starts, the number of positions, and the time.
type Solved = (Fate, u64, Duration);

/// All positions, by the rules, in memory.
fn listed(game: &dyn Game, limits: Limits<'_>) -> Option<Solved> {
    let begun = Instant::now();
    let options = Options { whole: Whole::Always, limits, ..Options::default() };
    let answer = solve(game, &options).ok()?;
    let fate = answer.side(Player::Left)?.fate;
    Some((fate, answer.positions? as u64, begun.elapsed()))
}

/// All positions, by their keys.
fn packed(game: &dyn Game, limits: Limits<'_>) -> Option<Solved> {
    let begun = Instant::now();
    let large = game.large()?;
    let positions = large.solve(&Settings { limits, ..Settings::default() }).ok()?;
    let fate = large.finder(&positions)(large.key(Player::Left)).ok()??.verdict().fate();
    Some((fate, positions.counts().keys(), begun.elapsed()))
}

fn main() {
    let limits = Limits { threads: 1, memory: 8 << 30, ..Limits::default() };
    println!("| game | positions | interpreted | compiled | built in | compiled / built in |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (name, parameters, twin) in GAMES {
        let file = grundy_rules::load(&format!("{name}.star"), &text(name));
        let own = format!("own-{name}");
        catalogue::register(&own, Arc::new(file.expect("the file is right")));
        let own = if parameters.is_empty() { own } else { format!("{own}({parameters})") };
        let game = catalogue::parse(&own).expect("the game is there");
        let twin = catalogue::parse(twin).expect("the twin is there");

        let slow = (name != "take").then(|| listed(&*game, limits)).flatten();
        let fast = packed(&*game, limits).expect("the file is compiled");
        let ours = packed(&*twin, limits).or_else(|| listed(&*twin, limits));
        for other in slow.iter().chain(&ours) {
            assert_eq!(fast.0, other.0, "{name}");
        }
        let seconds = |solved: &Option<Solved>| match solved {
            Some((_, _, time)) => format!("{:.3} s", time.as_secs_f64()),
            None => "-".to_string(),
        };
        let ratio = ours.map_or("-".to_string(), |(_, positions, time)| {
            let each = |positions: u64, time: Duration| time.as_secs_f64() / positions as f64;
            format!("{:.1}", each(fast.1, fast.2) / each(positions, time))
        });
        let (slow, ours) = (seconds(&slow), seconds(&ours));
        let quick = seconds(&Some(fast));
        println!("| {own} | {} | {slow} | {quick} | {ours} | {ratio} |", fast.1);
    }
}
