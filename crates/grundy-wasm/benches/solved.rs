//! Whole games from modules, listed by their bytes and by keys, beside the rulesets of the same
//! games that are built in: seconds to list and decide all positions, in one thread and in one
//! run.
//!
//! Run with `cargo bench -p grundy-wasm --bench solved`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::answer::{Options, Whole, solve};
use grundy::solve::partitioned::Settings;
use grundy::{Fate, Game, Limits, Player, catalogue};

/// A module, its parameters, and the same game as the catalogue has it.
const GAMES: [(&str, &str, &str); 4] = [
    ("connect-four", "4x4", "connect-four(4x4)"),
    ("connect-four", "5x4", "connect-four(5x4)"),
    ("domineering", "5x5", "domineering(5x5)"),
    ("nim", "9, 9, 9, 9, 9", "nim(9,9,9,9,9)"),
];

/// Who wins if Left starts, the number of keys or listed positions, and the time.
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

/// The time, and how many a second.
fn told(solved: Option<Solved>) -> String {
    solved.map_or("-".to_string(), |(_, positions, time)| {
        let seconds = time.as_secs_f64();
        format!("{seconds:.3} s, {:.0} a second", positions as f64 / seconds)
    })
}

fn main() {
    let limits = Limits { threads: 1, memory: 8 << 30, ..Limits::default() };
    println!("| game | positions | listed | keys | by keys | built in |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (name, parameters, twin) in GAMES {
        let path = format!("{}/../../examples/wasm/{name}.wasm", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).expect("the example is there");
        let file = grundy_wasm::load(&format!("{name}.wasm"), &bytes).expect("it is a game");
        let own = format!("own-{name}");
        catalogue::register(&own, Arc::new(file));
        let game = catalogue::parse(&format!("{own}({parameters})")).expect("the game is there");
        let twin = catalogue::parse(twin).expect("the twin is there");

        let by_keys = packed(&*game, limits).expect("positions have keys");
        let (slow, ours) = (listed(&*game, limits), packed(&*twin, limits));
        let ours = ours.or_else(|| listed(&*twin, limits));
        for other in slow.iter().chain(&ours) {
            assert_eq!(by_keys.0, other.0, "{name}");
        }
        let positions = slow.map_or("-".to_string(), |(_, positions, _)| positions.to_string());
        let (slow, ours, keys) = (told(slow), told(ours), by_keys.1);
        let quick = told(Some(by_keys));
        println!("| {name}({parameters}) | {positions} | {slow} | {keys} | {quick} | {ours} |");
    }
}
