//! Grundy values of a component graph by mex: one Nim heap of 1,000, whose
//! graph has half a million moves.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::Limits;
use grundy::board::heaps::Heaps;
use grundy::graph::explore_components;
use grundy::rulesets::nim::Nim;
use grundy::solve::mex::grundy_values;
use grundy::value::Nimber;

fn mex(c: &mut Criterion) {
    let heap = Heaps::from_slice(&[1_000]);
    let explored = explore_components(&Nim, &heap, true, &Limits::default()).unwrap();
    let mut group = c.benchmark_group("mex/nim-1000");
    group.throughput(Throughput::Elements(500_500));
    group.bench_function("values", |b| {
        b.iter(|| {
            let values = grundy_values(&explored.graph).unwrap();
            assert_eq!(values[explored.start[0] as usize], Nimber(1_000));
        });
    });
    group.finish();
}

criterion_group!(benches, mex);
criterion_main!(benches);
