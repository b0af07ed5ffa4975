//! The misère quotient of Kayles, of order 40, up to the heap where its period is proved.

use criterion::{Criterion, criterion_group, criterion_main};
use grundy::solve::quotient::{Quotient, heap_games};
use grundy::{Limits, catalogue};

fn kayles(c: &mut Criterion) {
    let game = catalogue::parse_ruleset("kayles").unwrap();
    let (rules, _) = game.heaps().unwrap();
    c.bench_function("quotient/kayles", |b| {
        b.iter(|| {
            let mut quotient = Quotient::default();
            for _ in 0..=175 {
                quotient.add(&heap_games(rules), &Limits::default()).unwrap();
            }
            assert_eq!((quotient.order(), quotient.p_portion().count()), (40, 9));
            assert_eq!(quotient.period(&rules.kind()).unwrap().period, 12);
        });
    });
}

criterion_group!(benches, kayles);
criterion_main!(benches);
