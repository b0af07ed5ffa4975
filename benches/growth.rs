//! How many values are computed in one second, in ten and, on request, in sixty, and how fast games
//! without a known period become slow: `cargo bench --bench growth`.
//!
//! Times are processor times. The exponent is the slope of log n against log t from the first mark
//! to the last: 1 if each heap takes as long as the one before, ½ if the time of a heap is
//! proportional to its size. `GROWTH_SECONDS=60` goes on to a minute for each game.

use std::time::{Duration, Instant};

use grundy::Limits;
use grundy::catalogue::parse_ruleset;
use grundy::solve::sequence::Sequence;

/// Rulesets, each with a value that other programs have found.
const GAMES: [(&str, usize, u32); 5] = [
    ("octal(0.007)", 100_000, 565),
    ("octal(0.6)", 1_000_000, 180),
    // Treblecross with one more heap.
    ("octal(0.04)", 100_001, 565),
    ("octal(0.142)", 1_000_000, 156),
    ("grundys-game", 60_000, 56),
];
/// The times in seconds at which the progress is printed.
const MARKS: [u64; 3] = [1, 10, 60];
/// The number of heaps between two looks at the clock.
const STEP: usize = 1 << 13;
/// The number of heaps of each octal game of three digits.
const HEAPS: usize = 100_000;
/// Games that take longer than this to get there are given up.
const PATIENCE: Duration = Duration::from_secs(2);

/// The processor time of this process so far; the time that has passed, if the system does not
/// tell.
fn now(start: Instant) -> Duration {
    // The times are in hundredths of a second, after the name in parentheses.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(") ").map(|(_, fields)| fields.split(' '));
    let ticks = fields.and_then(|mut fields| {
        let user: u64 = fields.nth(11)?.parse().ok()?;
        let system: u64 = fields.next()?.parse().ok()?;
        Some(user + system)
    });
    ticks.map_or_else(|| start.elapsed(), |ticks| Duration::from_millis(10 * ticks))
}

/// Prints how far a game has come by each mark.
fn grow(name: &str, known: usize, value: u32, seconds: u64) {
    let game = parse_ruleset(name).unwrap();
    let (rules, _) = game.heaps().unwrap();
    let mut sequence = Sequence::default();
    let (start, limits) = (Instant::now(), Limits::default());
    let before = now(start);
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut line = format!("{name:14}");
    for mark in MARKS.into_iter().filter(|&mark| mark <= seconds) {
        while now(start) - before < Duration::from_secs(mark) {
            let last = sequence.values().len() + STEP;
            sequence.extend(rules, last, &limits).unwrap();
        }
        let (heaps, spent) = (sequence.values().len(), (now(start) - before).as_secs_f64());
        points.push(((heaps as f64).ln(), spent.ln()));
        line += &format!("  {heaps:>10} in {spent:.1} s");
    }
    if let [(heaps, time), .., (more, longer)] = points[..] {
        line += &format!("  exponent {:.2}", (more - heaps) / (longer - time));
    }
    sequence.extend(rules, known, &limits).unwrap();
    assert_eq!(sequence.values()[known], value, "{name}");
    println!("{line}");
}

/// Prints the times of the octal games 0.d₁d₂d₃ that split heaps in two.
fn all_of_three_digits() {
    let mut times = Vec::new();
    let mut slow = Vec::new();
    for digits in 0..8 * 8 * 8u32 {
        let digits = [digits / 64, digits / 8 % 8, digits % 8];
        if digits.iter().all(|&digit| digit < 4) {
            continue;
        }
        let name = format!("octal(0.{}{}{})", digits[0], digits[1], digits[2]);
        let game = parse_ruleset(&name).unwrap();
        let (rules, _) = game.heaps().unwrap();
        let start = Instant::now();
        let limits = Limits { time: Some((start, PATIENCE)), ..Limits::default() };
        let before = now(start);
        let done = Sequence::default().extend(rules, HEAPS, &limits);
        times.push(now(start) - before);
        if done.is_err() {
            slow.push(name);
        }
    }
    times.sort_unstable();
    let [median, most] = [times[times.len() / 2], times[times.len() - 1]].map(|t| t.as_secs_f64());
    println!(
        "all {} octal games of three digits that split heaps, to {HEAPS}: median {:.0} ms, most \
         {most:.2} s, {} given up{}",
        times.len(),
        1000.0 * median,
        slow.len(),
        slow.iter().map(|name| format!(" {name}")).collect::<String>(),
    );
}

fn main() {
    // `cargo test --benches` asks for tests; there are none.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let seconds = std::env::var("GROWTH_SECONDS").ok().and_then(|text| text.parse().ok());
    for (name, known, value) in GAMES {
        grow(name, known, value, seconds.unwrap_or(10));
    }
    all_of_three_digits();
}
