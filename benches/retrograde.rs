//! Retrograde analysis of an arena in memory: a random graph with loops, 10
//! million positions and 36 million moves.
//!
//! A comparison with what the memory allows. On the machine of these measurements (two cores that
//! others were using), independent random accesses had these rates, in billions per second: reading
//! in 1 MiB 0.33, in 8 MiB 0.11 to 0.2; reading or changing in 40 MiB 0.05, in 160 MiB 0.05;
//! changing a byte in 10 MiB and branching on it 0.10.
//!
//! - Backward, a position changes 3.6 state bytes in 10 MB (35 ns) and goes
//!   once each to its row's bounds (40 MB), its row (144 MB) and its verdict
//!   (40 MB), 20 ns each: 95 ns, or 10.5 million positions a second without
//!   looking ahead. Measured with it: 12.8 to 14.4 million, 13.6 in the median.
//! - Sweeps look options up in 2.5 MB. The first two look at all moves: 72
//!   million look-ups, a third of a second at 0.2 billion a second. Measured
//!   for everything: 0.87 to 1.0 s, 0.93 in the median. The textbook's counters
//!   and queue took 5.5 s in the same run.
mod plain;
mod random;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::graph::Arena;
use grundy::solve::retrograde::{Way, retrograde, retrograde_by};
use grundy::{Convention, Limits, Progress, Verdict};

const NODES: u32 = 10_000_000;

/// The sum of the remoteness of all decided nodes, as an independent program has found it for this
/// graph, backward and by plain sweeps; and the number of decided nodes.
const ANSWER: (u64, u64) = (27_443_070, 10_000_000);

fn answer(verdicts: impl Iterator<Item = Verdict>) -> (u64, u64) {
    verdicts.fold((0, 0), |(sum, decided), verdict| match verdict {
        Verdict::Win(moves) | Verdict::Loss(moves) => (sum + u64::from(moves), decided + 1),
        Verdict::Draw(_) => (sum, decided),
    })
}

/// The time of the backward levels alone, after the moves are reversed.
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
    assert_eq!(answer(outcomes.iter()), ANSWER);
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
                assert_eq!(answer(outcomes.iter()), ANSWER);
                time
            };
            (0..rounds).map(solve).sum()
        });
    });
    group.bench_function("textbook-queue", |b| {
        b.iter(|| {
            let verdicts = plain::verdicts(&arena);
            assert_eq!(answer(verdicts.iter().copied().flatten()), ANSWER);
        });
    });
    group.bench_function("backward-levels-alone", |b| {
        b.iter_custom(|rounds| (0..rounds).map(|_| levels_alone(&arena)).sum());
    });
    group.finish();
}

criterion_group!(benches, random_arena);
criterion_main!(benches);
