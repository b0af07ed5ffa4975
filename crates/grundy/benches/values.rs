//! Canonical forms: Domineering rectangles from the rules to the value, and sums
//! of hot games.

use criterion::{Criterion, criterion_group, criterion_main};
use grundy::Limits;
use grundy::board::region::Region;
use grundy::language::Session;
use grundy::rulesets::domineering::Domineering;
use grundy::solve::fold::fold;
use grundy::value::Forms;

fn domineering(c: &mut Criterion) {
    let mut group = c.benchmark_group("values/domineering");
    group.sample_size(10);
    for (width, height, value) in [(6, 4, None), (5, 5, Some("0")), (7, 4, Some("1"))] {
        let board = Region::full(width, height).unwrap();
        group.bench_function(format!("{width}x{height}"), |b| {
            b.iter(|| {
                let mut forms = Forms::new(Limits::default());
                let form = fold(&Domineering, &board, &mut forms, &Limits::default()).unwrap();
                if let Some(value) = value {
                    assert_eq!(forms.print(form).as_deref(), Ok(value));
                }
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
}

criterion_group!(benches, domineering, sums);
criterion_main!(benches);
