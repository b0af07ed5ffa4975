//! Grundy sequences of games in which heaps split, and the search for their periods. For
//! comparison, processor seconds of ogsolve, the fastest public program found, on another machine:
//! 0.142 to a million 4.08, 0.6 5.08, 0.106 0.14, 0.007 to 200,000 9.14. igsolve takes 27 for
//! Grundy's game to 60,000.
//!
//! The limits are these: blocks of 32 heaps look up ranks sixteen at a time. Each rare part costs
//! 29 vector operations for 64 ranks, and the processor does at most four in a cycle: 0.23 cycles a
//! pair of heaps. In settled games half of the time goes to deciding, which waits for the step
//! before, and half to the proofs, some fifty look-ups for 32 heaps.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::Limits;
use grundy::catalogue::parse_ruleset;
use grundy::solve::sequence::Patience;
use grundy::solve::sequence::Sequence;
use grundy::solve::sequence::recurrence::{Ended, Recurrence};

/// Rulesets, the last heap, and its value as other programs have found it.
const VALUES: [(&str, usize, u32); 4] = [
    ("octal(0.142)", 1_000_000, 156),
    ("octal(0.6)", 1_000_000, 180),
    ("octal(0.007)", 100_000, 565),
    ("grundys-game", 60_000, 56),
];

fn values(c: &mut Criterion) {
    let mut group = c.benchmark_group("sequence");
    group.sample_size(10);
    for (ruleset, last, value) in VALUES {
        let game = parse_ruleset(ruleset).unwrap();
        let (rules, _) = game.heaps().unwrap();
        group.throughput(Throughput::Elements(last as u64));
        group.bench_function(format!("{ruleset} to {last}"), |b| {
            b.iter(|| {
                let mut sequence = Sequence::default();
                sequence.extend(rules, last, &Limits::default()).unwrap();
                assert_eq!(sequence.values()[last], value);
            });
        });
    }
    group.finish();
}

/// Computes values of octal 0.106, whose period is far away.
fn bulk(c: &mut Criterion) {
    const HEAPS: u64 = 100_000_000;
    let game = parse_ruleset("octal(0.106)").unwrap();
    let (rules, _) = game.heaps().unwrap();
    let mut group = c.benchmark_group("sequence/bulk");
    group.sample_size(10).throughput(Throughput::Elements(HEAPS));
    group.bench_function("octal(0.106)", |b| {
        b.iter(|| {
            let limits = Limits::default();
            let mut search = Sequence::default()
                .search(rules, Patience::Likely, 0..u64::MAX, &limits)
                .unwrap()
                .unwrap();
            assert_eq!(search.run(HEAPS, &limits, |_| Ok(())), Ok(Ended::NotFound));
            // This value is at n = 38,757,172.
            assert_eq!(search.seen().greatest, Some(30));
        });
    });
    group.finish();
}

/// The period of 0.104 (Flammenkamp), from its start.
fn period(c: &mut Criterion) {
    let game = parse_ruleset("octal(0.104)").unwrap();
    let (rules, _) = game.heaps().unwrap();
    let mut group = c.benchmark_group("sequence/period");
    group.sample_size(10);
    group.bench_function("octal(0.104)", |b| {
        b.iter(|| {
            let limits = Limits::default();
            let mut search = Sequence::default()
                .search(rules, Patience::Likely, 0..u64::MAX, &limits)
                .unwrap()
                .unwrap();
            let found = Recurrence { period: 11_770_282, preperiod: 197_769_598 };
            assert_eq!(search.run(u64::MAX, &limits, |_| Ok(())), Ok(Ended::Found(found)));
        });
    });
    group.finish();
}

criterion_group!(benches, values, bulk, period);
criterion_main!(benches);
