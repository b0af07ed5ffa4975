//! Positions per second, from a rule file to the moves of each position.

use std::collections::HashSet;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::stated::{Expansions, Stated, Statement};
use grundy::{Limits, Player, Text};

/// Nim in which heaps have an order, so that there are more positions.
const ROWS: &str = "
def start(*heaps):
    return heaps

def moves(heaps):
    found = []
    for i, heap in enumerate(heaps):
        before, after = heaps[:i], heaps[i + 1:]
        found += [before + (left,) + after for left in range(heap)]
    return found
";

/// The number of positions that are expanded at a time.
const BATCH: usize = 8192;

fn game(name: &str, parameters: Option<&str>) -> Box<dyn Stated> {
    let path = format!("{}/../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
    let text = match name {
        "rows" => ROWS.to_string(),
        _ => std::fs::read_to_string(path).expect("the example is there"),
    };
    let file = grundy_rules::load(&format!("{name}.star"), &text).expect("the example is right");
    file.state(parameters.map(Text::new)).expect("the parameters are right")
}

/// All positions that play reaches, with the player to move.
fn positions(game: &dyn Stated) -> Vec<(Vec<u8>, Player)> {
    let impartial = game.impartial();
    let mut all = vec![(game.start(), Player::Left)];
    let mut seen: HashSet<(Vec<u8>, Player)> = all.iter().cloned().collect();
    let mut found = Expansions::default();
    let mut done = 0;
    while done < all.len() {
        found.clear();
        let movers: Vec<Player> = all[done..].iter().map(|(_, mover)| *mover).collect();
        expand(game, &all[done..], &mut found);
        done = all.len();
        for (mover, (_, options)) in movers.into_iter().zip(found.positions()) {
            let then = if impartial { mover } else { mover.opponent() };
            for (option, _) in options {
                let key = (option.to_vec(), then);
                if seen.insert(key.clone()) {
                    all.push(key);
                }
            }
        }
    }
    all
}

fn expand(game: &dyn Stated, positions: &[(Vec<u8>, Player)], found: &mut Expansions) {
    for batch in positions.chunks(BATCH) {
        let asked: Vec<(&[u8], Player)> =
            batch.iter().map(|(bytes, mover)| (&bytes[..], *mover)).collect();
        game.expand(&asked, found).expect("the rules are right");
    }
}

/// From bytes to the bytes of the options.
fn rules(c: &mut Criterion) {
    let mut group = c.benchmark_group("rules");
    for (name, parameters, count) in [
        ("tic-tac-toe", None, 5478),
        // Multisets of four heaps of up to nine tokens: C(13, 4).
        ("nim", Some("9, 9, 9, 9"), 715),
        ("rows", Some("9, 9, 9, 9"), 10_000),
    ] {
        let game = game(name, parameters);
        let all = positions(&*game);
        assert_eq!(all.len(), count);
        group.throughput(Throughput::Elements(count as u64));
        let label = format!("{name}({})", parameters.unwrap_or_default());
        let mut found = Expansions::default();
        group.bench_function(label, |b| {
            b.iter(|| {
                found.clear();
                expand(&*game, &all, &mut found);
                assert_eq!(found.len(), count);
            });
        });
    }
    group.finish();
}

/// End to end, with the library's own explorer: positions numbered, moves kept.
fn explore(c: &mut Criterion) {
    let mut group = c.benchmark_group("explore");
    for (name, parameters, count) in [
        ("tic-tac-toe", "", 5478),
        ("rows", "(9, 9, 9, 9)", 10_000),
        ("take-one-or-two", "(5000)", 5001),
    ] {
        let path = format!("{}/../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
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

/// The cost of asking for few positions at a time.
fn few(c: &mut Criterion) {
    let game = game("take-one-or-two", Some("1000"));
    let start = game.start();
    c.bench_function("rules/one-position", |b| {
        let mut found = Expansions::default();
        b.iter(|| {
            found.clear();
            game.expand(&[(&start, Player::Left)], &mut found).expect("the rules are right");
            assert_eq!(found.len(), 1);
        });
    });
}

criterion_group!(benches, rules, explore, few);
criterion_main!(benches);
