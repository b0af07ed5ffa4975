//! Positions per second from a rule file to the moves of each, end to end: every
//! position is found once, kept once, and asked for its moves once.

use std::collections::HashSet;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::stated::{Found, Stated, Statement};
use grundy::{Limits, Player, Text};

/// Nim in which heaps have an order, so that there are more positions.
const ROWS: &str = "
def start(*heaps):
    return heaps

def moves(heaps):
    return [
        heaps[:i] + (left,) + heaps[i + 1:]
        for i, heap in enumerate(heaps)
        for left in range(heap)
    ]
";

/// As many positions are asked for at a time.
const BATCH: usize = 8192;

fn game(name: &str, parameters: Option<&str>) -> Box<dyn Stated> {
    let path = format!("{}/../../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
    let text = match name {
        "rows" => ROWS.to_string(),
        _ => std::fs::read_to_string(path).expect("the example is there"),
    };
    let file = grundy_rules::load(&format!("{name}.star"), &text).expect("the example is right");
    file.state(parameters.map(Text::new)).expect("the parameters are right")
}

/// The number of positions, with the player to move, that play reaches.
fn positions(game: &dyn Stated) -> usize {
    let impartial = game.impartial();
    let mut seen = HashSet::from([(game.start(), Player::Left)]);
    let mut front: Vec<(Vec<u8>, Player)> = seen.iter().cloned().collect();
    let mut found = Found::default();
    while !front.is_empty() {
        let mut next = Vec::new();
        for batch in front.chunks(BATCH) {
            let asked: Vec<(&[u8], Player)> =
                batch.iter().map(|(bytes, mover)| (&bytes[..], *mover)).collect();
            found.clear();
            game.expand(&asked, &mut found).expect("the rules are right");
            for (&(_, mover), (_, options)) in asked.iter().zip(found.positions()) {
                let then = if impartial { mover } else { mover.opponent() };
                for (option, _) in options {
                    let key = (option.to_vec(), then);
                    if seen.insert(key.clone()) {
                        next.push(key);
                    }
                }
            }
        }
        front = next;
    }
    seen.len()
}

fn expand(c: &mut Criterion) {
    let mut group = c.benchmark_group("rules");
    for (name, parameters, count) in [
        ("tic-tac-toe", None, 5478),
        // Multisets of four heaps of up to nine tokens: C(13, 4).
        ("nim", Some("9, 9, 9, 9"), 715),
        ("rows", Some("9, 9, 9, 9"), 10_000),
    ] {
        let game = game(name, parameters);
        group.throughput(Throughput::Elements(count as u64));
        let label = format!("{name}({})", parameters.unwrap_or_default());
        group.bench_function(label, |b| b.iter(|| assert_eq!(black_box(positions(&*game)), count)));
    }
    group.finish();
}

/// The same with the library's own explorer: positions numbered, moves kept.
fn explore(c: &mut Criterion) {
    let mut group = c.benchmark_group("explore");
    for (name, parameters, count) in
        [("tic-tac-toe", "", 5478), ("rows", "(9, 9, 9, 9)", 10_000), ("take-one-or-two", "(5000)", 5001)]
    {
        let path = format!("{}/../../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
        let text = match name {
            "rows" => ROWS.to_string(),
            _ => std::fs::read_to_string(path).expect("the example is there"),
        };
        let file = grundy_rules::load(&format!("{name}.star"), &text).expect("the rules are right");
        grundy::catalogue::register(&format!("own-{name}"), Arc::new(file));
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("{name}{parameters}"), |b| {
            b.iter(|| {
                let text = format!("own-{name}{parameters}");
                let game = grundy::catalogue::parse(&text).expect("the game is right");
                let play = game.explore(&Limits::default()).expect("there is no limit");
                assert_eq!(play.arena.len(), count);
            });
        });
    }
    group.finish();
}

/// What it costs to ask for few positions at a time.
fn few(c: &mut Criterion) {
    let game = game("take-one-or-two", Some("1000"));
    let start = game.start();
    c.bench_function("rules/one-position", |b| {
        let mut found = Found::default();
        b.iter(|| {
            found.clear();
            game.expand(&[(&start, Player::Left)], &mut found).expect("the rules are right");
            assert_eq!(found.len(), 1);
        });
    });
}

criterion_group!(benches, expand, explore, few);
criterion_main!(benches);
