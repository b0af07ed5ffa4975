//! Retrograde analysis of an arena in memory.
mod random;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::graph::Arena;
use grundy::solve::Outcomes;
use grundy::solve::retrograde::{Way, retrograde, retrograde_by};
use grundy::{Convention, Limits, Progress, Verdict};

const NODES: u32 = 10_000_000;

/// The remoteness of all decided nodes together, as two independent programs
/// have found it for this graph; and how many nodes are decided.
const ANSWER: (u64, u64) = (27_443_070, 10_000_000);

fn answer(outcomes: &Outcomes) -> (u64, u64) {
    outcomes.iter().fold((0, 0), |(sum, decided), verdict| match verdict {
        Verdict::Win(moves) | Verdict::Loss(moves) => (sum + u64::from(moves), decided + 1),
        Verdict::Draw(_) => (sum, decided),
    })
}

/// The time of the backward levels alone, after the moves are turned round.
fn levels_alone(arena: &Arena) -> Duration {
    let turned = Mutex::new(Instant::now());
    let report = |progress: Progress| {
        if progress.stage == "turning moves round" {
            *turned.lock().expect("nobody panics here") = Instant::now();
        }
    };
    let limits = Limits { progress: Some(&report), ..Limits::default() };
    let outcomes = retrograde_by(Way::Backward, arena, Convention::Normal, &limits).unwrap();
    let time = turned.lock().expect("nobody panics here").elapsed();
    assert_eq!(answer(&outcomes), ANSWER);
    time
}

fn random_arena(c: &mut Criterion) {
    let arena = random::arena(NODES, 1, 100);
    assert_eq!(arena.edges(), 35_998_539);
    let mut group = c.benchmark_group("retrograde/random-10M");
    group.sample_size(10).throughput(Throughput::Elements(NODES.into()));
    group.bench_function("everything", |b| {
        b.iter_custom(|rounds| {
            let solve = |_| {
                let start = Instant::now();
                let outcomes = retrograde(&arena, Convention::Normal, &Limits::default()).unwrap();
                let time = start.elapsed();
                assert_eq!(answer(&outcomes), ANSWER);
                time
            };
            (0..rounds).map(solve).sum()
        });
    });
    group.bench_function("backward-levels-alone", |b| {
        b.iter_custom(|rounds| (0..rounds).map(|_| levels_alone(&arena)).sum());
    });
    group.finish();
}

criterion_group!(benches, random_arena);
criterion_main!(benches);
