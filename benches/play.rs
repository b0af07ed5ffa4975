//! From the rules to the answer: exploring and solving a whole game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::answer::{self, Options};
use grundy::board::discs::Discs;
use grundy::graph::explore;
use grundy::rulesets::tic_tac_toe::TicTacToe;
use grundy::solve::retrograde::retrograde;
use grundy::{Convention, Limits, Outcome, Verdict};

fn tic_tac_toe(c: &mut Criterion) {
    let rules = TicTacToe::new(3, 3, 3).unwrap();
    let mut group = c.benchmark_group("play/tic-tac-toe");
    group.throughput(Throughput::Elements(5_478));
    group.bench_function("explore-and-solve", |b| {
        b.iter(|| {
            let limits = Limits::default();
            let explored = explore(&rules, &Discs::default(), &limits).unwrap();
            let solved = retrograde(&explored.arena, Convention::Normal, &limits).unwrap();
            let start = explored.starts.left.unwrap().node;
            assert_eq!(explored.positions, 5_478);
            assert_eq!(solved.verdict(start), Verdict::Draw(Some(9)));
        });
    });
    group.finish();
}

/// Connect Four with five columns of four squares, from the text of the game to the answer.
fn connect_four(c: &mut Criterion) {
    let mut group = c.benchmark_group("play/connect-four-5x4");
    group.sample_size(10);
    group.throughput(Throughput::Elements(3_945_711));
    group.bench_function("end-to-end", |b| {
        b.iter(|| {
            let game = grundy::catalogue::parse("connect-four(5x4)").unwrap();
            let answer = answer::solve(&*game, &Options::default()).unwrap();
            assert_eq!(answer.positions, Some(3_945_711));
            assert_eq!(answer.outcome, Some(Outcome::D));
        });
    });
    group.finish();
}

criterion_group!(benches, tic_tac_toe, connect_four);
criterion_main!(benches);
