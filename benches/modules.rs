//! The cost of a call, positions per second, and the time to compile modules.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::Player;
use grundy::stated::{Expansions, Statement};
use grundy_wasm::{Bounds, Module, answers};

fn bytes(name: &str) -> Vec<u8> {
    let path = format!("{}/../examples/wasm/{name}.wasm", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("the example is there")
}

/// Compiling a module, with one instance.
fn compile(c: &mut Criterion) {
    let mut group = c.benchmark_group("compile");
    group.sample_size(10);
    for name in ["take", "domineering", "connect-four"] {
        let bytes = bytes(name);
        group.bench_function(name, |b| {
            b.iter(|| {
                let module = Module::new(&bytes, &Bounds::default()).expect("it is a module");
                assert!(module.width() <= 16);
            });
        });
    }
}

/// Calls for one position: nearly all of the time is the cost of the call.
fn call(c: &mut Criterion) {
    let module = Module::new(&bytes("take"), &Bounds::default()).expect("it is a module");
    let mut answer = Vec::new();
    c.bench_function("call", |b| {
        b.iter(|| {
            answer.clear();
            module.expand(black_box(&[5, 0]), &mut answer).expect("it answers");
            assert_eq!(answers(1, &answer).next(), Some((0, &[4, 2, 3, 2][..])));
        });
    });
}

/// Positions of Connect Four 7×6, some moves after the start, in batches.
fn expand(c: &mut Criterion) {
    let file = grundy_wasm::load("connect-four.wasm", &bytes("connect-four")).expect("a game");
    let game = file.state(Some(grundy::Text::new("7x6"))).expect("it has a start");
    let mut positions = vec![game.start()];
    let mut mover = Player::Left;
    while positions.len() < 10_000 {
        let asked: Vec<(&[u8], Player)> = positions.iter().map(|at| (&at[..], mover)).collect();
        let mut found = Expansions::default();
        game.expand(&asked, &mut found).expect("it answers");
        let options = found.positions().flat_map(|(_, options)| options);
        let mut next: Vec<Vec<u8>> = options.map(|(option, _)| option.to_vec()).collect();
        next.sort_unstable();
        next.dedup();
        (positions, mover) = (next, mover.opponent());
    }
    positions.truncate(10_000);
    let asked: Vec<(&[u8], Player)> = positions.iter().map(|at| (&at[..], mover)).collect();
    let mut group = c.benchmark_group("connect-four");
    group.throughput(Throughput::Elements(asked.len() as u64));
    group.bench_function("expand", |b| {
        let mut found = Expansions::default();
        b.iter(|| {
            found.clear();
            game.expand(&asked, &mut found).expect("it answers");
            assert_eq!(found.len(), 10_000);
        });
    });
}

criterion_group!(benches, compile, call, expand);
criterion_main!(benches);
