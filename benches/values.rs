//! Canonical forms: boards from the rules to the value, and sums of hot games.

use criterion::{Criterion, criterion_group, criterion_main};
use grundy::Limits;
use grundy::language::Session;

/// A board and its value; the mean instead of a long value. `peers/` compares whole values.
const BOARDS: [(&str, &str); 9] = [
    ("domineering(6x4).mean", "0"),
    ("domineering(5x5)", "0"),
    ("domineering(8x3).mean", "-49/16"),
    ("domineering(7x4)", "1"),
    ("domineering(10x3).mean", "-125/32"),
    ("domineering(18x2).mean", "-7/8"),
    ("fission(5x6)", "0"),
    ("clobber(3x5)", "*"),
    ("clobber(4x4)", "*"),
];

fn boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("values");
    group.sample_size(10);
    for (board, value) in BOARDS {
        group.bench_function(board, |b| {
            b.iter(|| {
                let mut session = Session::new(Limits::default());
                assert_eq!(session.print(board).as_deref(), Ok(value));
            });
        });
    }
    group.finish();
}

fn sums(c: &mut Criterion) {
    c.bench_function("values/100*{3||2|1}", |b| {
        b.iter(|| {
            let mut session = Session::new(Limits::default());
            assert_eq!(session.print("(100*{3||2|1}).mean").unwrap(), "225");
        });
    });
    c.bench_function("values/±1 + … + ±24", |b| {
        b.iter(|| {
            let mut session = Session::new(Limits::default());
            let sum = "sum([+-n for n in 1..24]).temperature";
            assert_eq!(session.print(sum).unwrap(), "24");
        });
    });
}

criterion_group!(benches, boards, sums);
criterion_main!(benches);
