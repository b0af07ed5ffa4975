//! From the rules to the answer: exploring and solving a whole game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::graph::explore;
use grundy::rulesets::tic_tac_toe::{Marks, TicTacToe};
use grundy::solve::retrograde::retrograde;
use grundy::{Convention, Limits, Verdict};

fn tic_tac_toe(c: &mut Criterion) {
    let rules = TicTacToe::new(3, 3, 3).unwrap();
    let mut group = c.benchmark_group("play/tic-tac-toe");
    group.throughput(Throughput::Elements(5_478));
    group.bench_function("explore-and-solve", |b| {
        b.iter(|| {
            let limits = Limits::default();
            let explored = explore(&rules, &Marks::default(), &limits).unwrap();
            let solved = retrograde(&explored.arena, Convention::Normal, &limits).unwrap();
            let start = explored.starts.left.unwrap().node;
            assert_eq!(explored.positions, 5_478);
            assert_eq!(solved.verdict(start), Verdict::Draw(Some(9)));
        });
    });
    group.finish();
}

criterion_group!(benches, tic_tac_toe);
criterion_main!(benches);
